// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_INERTIA_MATRIX_H
#define VARDEM_INERTIA_MATRIX_H

#include "kernels/symmetric_block.h"

namespace VARDEM {

// --- the matrix D of 1/2 u.D u: inertia over a time, or no inertia at all ---
//
// Both kinds have
//   NUMBERS                  numbers of memory per row
//   component(i, k, v)       number k of D v in row i, where v points to the numbers of the row
//   times(i, mu, v, out)     out = (D + mu I) v in row i
//   entry(i, k, l, mu)       entry of the block of row i in D + mu I

/** A diagonal D of n numbers per row, as spheres have it. Without memory it is zero. */
template <int n> struct DiagonalInertia {
  static constexpr int NUMBERS = n;
  const double *numbers;
  bool exists;

  VARDEM_INLINE DiagonalInertia(const double *d = nullptr) : numbers(d), exists(d) {}
  /** It exists also on a process that has no rows, and no memory for them. */
  VARDEM_INLINE static DiagonalInertia of(const double *d)
  {
    DiagonalInertia inertia(d);
    inertia.exists = true;
    return inertia;
  }
  VARDEM_INLINE explicit operator bool() const { return exists; }

  VARDEM_INLINE double component(int i, int k, const double *v) const
  {
    return numbers ? numbers[n * i + k] * v[k] : 0.0;
  }
  VARDEM_INLINE void times(int i, double mu, const double *v, double *out) const
  {
    for (int k = 0; k < n; k++) out[k] = numbers ? (mu + numbers[n * i + k]) * v[k] : mu * v[k];
  }
  VARDEM_INLINE double entry(int i, int k, int l, double mu) const
  {
    return k != l ? 0.0 : numbers ? mu + numbers[n * i + k] : mu;
  }
};

/** A D of symmetric n x n blocks (kernels/symmetric_block.h), for bodies whose principal axes are
 *  not the axes of space. */
template <int n> struct BlockInertia {
  static constexpr int NUMBERS = BLOCK_SIZE<n>;
  const double *numbers;

  VARDEM_INLINE BlockInertia(const double *d) : numbers(d) {}
  VARDEM_INLINE explicit operator bool() const { return numbers; }

  VARDEM_INLINE double component(int i, int k, const double *v) const
  {
    double sum = 0.0;
    for (int l = 0; l < n; l++) sum += numbers[NUMBERS * i + block_index(k, l)] * v[l];
    return sum;
  }
  VARDEM_INLINE void times(int i, double mu, const double *v, double *out) const
  {
    for (int k = 0; k < n; k++) out[k] = mu * v[k] + component(i, k, v);
  }
  VARDEM_INLINE double entry(int i, int k, int l, double mu) const
  {
    return numbers[NUMBERS * i + block_index(k, l)] + (k == l ? mu : 0.0);
  }
};

}    // namespace VARDEM
#endif
