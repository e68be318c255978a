// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_ROW_H
#define VARDEM_CONTACT_ROW_H

#include "kernels/contact/contact_numbers.h"

namespace VARDEM {

// --- one contact of two bodies, as one row or three rows of -B ---
//
// Source: Olsen & Kamrin, arXiv:1805.07437, (9)-(12). Motions a and b of the first and second body
// cause the overlap c = A.a - B.b. A contact force f > 0 pushes the first body by -f A and the
// second by f B. The unit normal n points from the first body to the second. For a body of several
// spheres A = [n, r x n]. A row may be stored as s A and s B with a length s: then the overlap is
// approach()/s, and the force f is add_to_first(f/s) and add_to_second(f/s).
//
// A contact with friction has three rows: overlap and force are vectors in the axes of space
// (contact_numbers.h). first(k) and second(k) are the columns of A and B for number k of a motion.

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

/** Any two bodies whose motions have n numbers. A and B are stored, with s = 1. */
template <int n, int m> struct StoredRow;

template <int n> struct StoredRow<n, 1> {
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

template <int n> struct StoredRow<n, 3> {
  const double *ab;    // the three rows of A, then those of B

  VARDEM_INLINE double square() const { return 1.0; }
  VARDEM_INLINE Vec3 approach(const double *a, const double *b) const
  {
    Vec3 sum = {0.0, 0.0, 0.0};
    for (int k = 0; k < n; k++) sum = sum + a[k] * first(k) - b[k] * second(k);
    return sum;
  }
  VARDEM_INLINE Vec3 first(int k) const { return {ab[k], ab[n + k], ab[2 * n + k]}; }
  VARDEM_INLINE Vec3 second(int k) const { return {ab[3 * n + k], ab[4 * n + k], ab[5 * n + k]}; }
};

/** Gives the row of a contact of two spheres from their centres. */
struct CentralGeometry {
  static constexpr int DOF = 3, ROWS = 1;
  static constexpr bool BY_CONTACT = false;    // row() needs i and j only
  const double *x;                             // centres, 3 per body

  VARDEM_INLINE CentralRow row(int i, int j, int /*contact*/) const
  {
    const double *a = x + 3 * i, *b = x + 3 * j;
    return {{b[0] - a[0], b[1] - a[1], b[2] - a[2]}};
  }
};

/** Gives the m rows of each contact, which are stored by contact. */
template <int n, int m = 1> struct StoredGeometry {
  static constexpr int DOF = n, ROWS = m;
  static constexpr bool BY_CONTACT = true;
  const double *rows;    // 2 m n per contact

  VARDEM_INLINE StoredRow<n, m> row(int, int, int contact) const
  {
    return {rows + 2 * m * n * contact};
  }
};

/** Adds the contact force s to the force on the first body. s is a number, or a vector if there are
 *  three rows. */
template <int n, class Row, class Force>
VARDEM_INLINE void add_to_first(const Row &row, const Force &s, double *force)
{
  for (int k = 0; k < n; k++) force[k] -= dot(s, row.first(k));
}

template <int n, class Row, class Force>
VARDEM_INLINE void add_to_second(const Row &row, const Force &s, double *force)
{
  for (int k = 0; k < n; k++) force[k] += dot(s, row.second(k));
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
