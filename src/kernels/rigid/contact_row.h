// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_ROW_H
#define VARDEM_CONTACT_ROW_H

#include "kernels/macros.h"

namespace VARDEM {

// --- one contact of two bodies, as a row of -B ---
//
// Source: Olsen & Kamrin, arXiv:1805.07437, (9)-(12). Motions a and b of the first and second body
// cause the overlap c = A.a - B.b. A contact force f > 0 pushes the first body by -f A and the
// second by f B. The unit normal n points from the first body to the second. For a body of several
// spheres A = [n, r x n]. A row may be stored as s A and s B with a length s: then the overlap is
// approach()/s, and the force f is add_to_first(f/s) and add_to_second(f/s). first(k) and second(k)
// are number k of A and of B.

/** Two spheres whose rotation does not matter. Motions have 3 numbers, and the row is the vector
 *  between the centres. */
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

/** Gives the row of a contact of two spheres from their centres. */
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

/** Adds the contact force s to the force on the first body. */
template <int n, class Row> VARDEM_INLINE void add_to_first(const Row &row, double s, double *force)
{
  for (int k = 0; k < n; k++) force[k] -= s * row.first(k);
}

template <int n, class Row>
VARDEM_INLINE void add_to_second(const Row &row, double s, double *force)
{
  for (int k = 0; k < n; k++) force[k] += s * row.second(k);
}

/** N_cc of N = B D^-1 B^T, the inverse effective mass of a contact: a unit contact force moves the
 *  bodies apart by A.D^-1 A + B.D^-1 B. a and b are the diagonals of D^-1 of the first and second
 *  body. They are zero for a body that cannot move. For two spheres this is 1/D_first +
 *  1/D_second. */
template <int n, class Row>
VARDEM_INLINE double inverse_effective_mass(const Row &row, const double *a, const double *b)
{
  double sum = 0.0;
  for (int k = 0; k < n; k++)
    sum += row.first(k) * row.first(k) * a[k] + row.second(k) * row.second(k) * b[k];
  return sum / row.square();
}

}    // namespace VARDEM
#endif
