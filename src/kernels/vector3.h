// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_VECTOR3_H
#define VARDEM_VECTOR3_H

#include "kernels/macros.h"

#include <cmath>
#include <type_traits>

namespace VARDEM {

struct Vec3 {
  double x, y, z;
};

static_assert(sizeof(Vec3) == 3 * sizeof(double) && alignof(Vec3) == alignof(double) &&
                  std::is_standard_layout_v<Vec3> && std::is_trivially_copyable_v<Vec3>,
              "vectors_at() takes three adjacent doubles for a Vec3");

/** The vectors whose components follow each other in memory from `a` on, as in the arrays of
 *  LAMMPS; null if a is null. */
VARDEM_INLINE Vec3 *vectors_at(double *a)
{
  return reinterpret_cast<Vec3 *>(a);
}

VARDEM_INLINE const Vec3 *vectors_at(const double *a)
{
  return reinterpret_cast<const Vec3 *>(a);
}

VARDEM_INLINE Vec3 operator+(const Vec3 &a, const Vec3 &b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

VARDEM_INLINE Vec3 operator-(const Vec3 &a, const Vec3 &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

VARDEM_INLINE Vec3 operator-(const Vec3 &a)
{
  return {-a.x, -a.y, -a.z};
}

VARDEM_INLINE Vec3 operator*(double s, const Vec3 &a)
{
  return {s * a.x, s * a.y, s * a.z};
}

VARDEM_INLINE Vec3 operator/(const Vec3 &a, double s)
{
  return {a.x / s, a.y / s, a.z / s};
}

/** Component by component. */
VARDEM_INLINE Vec3 products(const Vec3 &a, const Vec3 &b)
{
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

VARDEM_INLINE double dot(const Vec3 &a, const Vec3 &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

VARDEM_INLINE Vec3 cross(const Vec3 &a, const Vec3 &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

VARDEM_INLINE double norm(const Vec3 &a)
{
  return std::sqrt(dot(a, a));
}

/** The symmetric part of the product a b: xx yy zz xy xz yz, the order of LAMMPS' virials. That of
 *  -e F, where e is the way from one body to another one and F the force on the first, is what does
 *  work on a flow that turns the bodies with it (doc/notes/binder-bonds.md 1.4). */
VARDEM_INLINE void symmetric_part(const Vec3 &a, const Vec3 &b, double (&s)[6])
{
  s[0] = a.x * b.x;
  s[1] = a.y * b.y;
  s[2] = a.z * b.z;
  s[3] = 0.5 * (a.x * b.y + a.y * b.x);
  s[4] = 0.5 * (a.x * b.z + a.z * b.x);
  s[5] = 0.5 * (a.y * b.z + a.z * b.y);
}

}    // namespace VARDEM
#endif
