// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_NUMBERS_H
#define VARDEM_CONTACT_NUMBERS_H

#include "kernels/symmetric3.h"

namespace VARDEM {

// --- the numbers of a contact that has m rows ---
//
// m = 1: overlap, force and tangent of a contact without friction are numbers. m = 3: overlap and
// force are vectors in the axes of space, and the tangent is a symmetric matrix. The same
// expressions work for both: A * v, dot(v, w), v + t * w, v / length.

template <int m> struct ContactNumbers;

template <> struct ContactNumbers<1> {
  using Vector = double;
  using Matrix = double;
  static constexpr int MATRIX = 1;    // numbers of a matrix in memory

  VARDEM_INLINE static Vector vector(const double *a, int c) { return a[c]; }
  VARDEM_INLINE static Matrix matrix(const double *a, int c) { return a[c]; }
  VARDEM_INLINE static void set_vector(double *a, int c, Vector v) { a[c] = v; }
  VARDEM_INLINE static void set_matrix(double *a, int c, Matrix v) { a[c] = v; }
};

template <> struct ContactNumbers<3> {
  using Vector = Vec3;
  using Matrix = Symmetric;
  static constexpr int MATRIX = 6;

  VARDEM_INLINE static Vector vector(const double *a, int c)
  {
    return {a[3 * c], a[3 * c + 1], a[3 * c + 2]};
  }
  VARDEM_INLINE static Matrix matrix(const double *a, int c)
  {
    const double *s = a + 6 * c;
    return {s[0], s[1], s[2], s[3], s[4], s[5]};
  }
  VARDEM_INLINE static void set_vector(double *a, int c, const Vector &v)
  {
    a[3 * c] = v.x;
    a[3 * c + 1] = v.y;
    a[3 * c + 2] = v.z;
  }
  VARDEM_INLINE static void set_matrix(double *a, int c, const Matrix &v)
  {
    double *s = a + 6 * c;
    s[0] = v.xx;
    s[1] = v.yy;
    s[2] = v.zz;
    s[3] = v.yz;
    s[4] = v.xz;
    s[5] = v.xy;
  }
};

VARDEM_INLINE double dot(double a, double b)
{
  return a * b;
}

/** Mean eigenvalue of a matrix. It is positive where a tangent, which has no negative eigenvalue,
 *  is not zero. */
VARDEM_INLINE double mean_eigenvalue(double A)
{
  return A;
}

VARDEM_INLINE double mean_eigenvalue(const Symmetric &A)
{
  return (A.xx + A.yy + A.zz) / 3.0;
}

}    // namespace VARDEM
#endif
