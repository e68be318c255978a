// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_STORED_GEOMETRY_H
#define VARDEM_TEST_STORED_GEOMETRY_H

#include "kernels/macros.h"

namespace VARDEM {

/** A contact of any two bodies whose motions have n numbers (kernels/rigid/contact_row.h): the
 *  row is stored, with length 1. */
template <int n> struct StoredRow {
  const double *ab;    // A, then B

  VARDEM_INLINE double square() const { return 1.0; }
  VARDEM_INLINE double approach(const double *a, const double *b) const
  {
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += ab[k] * a[k] - ab[n + k] * b[k];
    return sum;
  }
  VARDEM_INLINE double first(int k) const { return ab[k]; }
  VARDEM_INLINE double second(int k) const { return ab[n + k]; }
};

/** Gives the row of each contact, which is stored by contact. */
template <int n> struct StoredGeometry {
  static constexpr int DOF = n, NUMBERS = 2 * n;
  static constexpr bool BY_CONTACT = true;
  const double *numbers;    // NUMBERS per contact

  VARDEM_INLINE StoredRow<n> row(int, int, int contact) const
  {
    return {numbers + NUMBERS * contact};
  }
};

}    // namespace VARDEM
#endif
