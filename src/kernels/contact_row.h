/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_CONTACT_ROW_H
#define VARDEM_CONTACT_ROW_H

#include "kernels/macros.h"

namespace VARDEM {

// --- one contact of two bodies, as a row of -B: how fast they approach each other, and what a force does to them ---
//
// Source: Olsen & Kamrin, arXiv:1805.07437, (9)-(12): the overlap by motions a, b of the first and second body is
// c = A.a - B.b, and a force f > 0 pushes the first by -f A, the second by f B. For a body of several spheres
// A = [n, r x n], with the unit normal n from the first to the second. Rows may be given unnormalised, as s A and s B with
// s = length(): then the overlap is approach()/length(), and a force f is push_...(f/length(), ...).

/** Two spheres without rotation: motions of 3 numbers, the row is the branch vector between the centres. */
struct CentralRow {
  double e[3];    // from the first centre to the second

  VARDEM_INLINE double square() const { return e[0] * e[0] + e[1] * e[1] + e[2] * e[2]; }
  VARDEM_INLINE double approach(const double *a, const double *b) const
  {
    return e[0] * (a[0] - b[0]) + e[1] * (a[1] - b[1]) + e[2] * (a[2] - b[2]);
  }
  VARDEM_INLINE double first(int k) const { return e[k]; }
  VARDEM_INLINE double second(int k) const { return e[k]; }
};

/** Any two bodies with motions of n numbers: A and B as they are stored, of length 1. */
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

/** Where the rows come from: contact c of bodies i and j. */
struct CentralGeometry {
  static constexpr int DOF = 3;
  static constexpr bool BY_CONTACT = false;    // row() needs i and j only
  const double *x;                             // centres, 3 per body

  VARDEM_INLINE CentralRow row(int i, int j, int /*contact*/) const
  {
    const double *a = x + 3 * i, *b = x + 3 * j;
    return {{b[0] - a[0], b[1] - a[1], b[2] - a[2]}};
  }
};

template <int n> struct StoredGeometry {
  static constexpr int DOF = n;
  static constexpr bool BY_CONTACT = true;
  const double *rows;    // 2 n per contact

  VARDEM_INLINE StoredRow<n> row(int, int, int contact) const { return {rows + 2 * n * contact}; }
};

template <int n, class Row> VARDEM_INLINE void push_first(const Row &row, double s, double *force)
{
  for (int k = 0; k < n; k++) force[k] -= s * row.first(k);
}

template <int n, class Row> VARDEM_INLINE void push_second(const Row &row, double s, double *force)
{
  for (int k = 0; k < n; k++) force[k] += s * row.second(k);
}

}    // namespace VARDEM
#endif
