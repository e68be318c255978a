/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_VECTOR3_H
#define VARDEM_VECTOR3_H

#include "kernels/macros.h"

#include <cmath>

namespace VARDEM {

/** Three components; three adjacent doubles, so that a row of a LAMMPS array can be seen as one. */
struct Vec3 {
  double x, y, z;
};

VARDEM_INLINE Vec3 operator+(const Vec3 &a, const Vec3 &b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

VARDEM_INLINE Vec3 operator-(const Vec3 &a, const Vec3 &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

VARDEM_INLINE Vec3 operator*(double s, const Vec3 &a)
{
  return {s * a.x, s * a.y, s * a.z};
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

}    // namespace VARDEM
#endif
