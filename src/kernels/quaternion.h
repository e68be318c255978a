/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_QUATERNION_H
#define VARDEM_QUATERNION_H

#include "kernels/vector3.h"

namespace VARDEM {

/** Attitude of a body: unit quaternion (w, x, y, z) that takes body to space components, R(q1 q2) = R(q1) R(q2). */
struct Quat {
  double w, x, y, z;
};

VARDEM_INLINE Quat operator+(const Quat &a, const Quat &b)
{
  return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
}

VARDEM_INLINE Quat operator*(double s, const Quat &a)
{
  return {s * a.w, s * a.x, s * a.y, s * a.z};
}

VARDEM_INLINE Quat operator*(const Quat &a, const Quat &b)
{
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,    //
          a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,    //
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,    //
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

VARDEM_INLINE double norm2(const Quat &q)
{
  return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
}

VARDEM_INLINE Quat normalized(const Quat &q)
{
  return (1.0 / std::sqrt(norm2(q))) * q;
}

VARDEM_INLINE Quat conjugate(const Quat &q)
{
  return {q.w, -q.x, -q.y, -q.z};
}

/** Quaternion from, and to, four adjacent numbers w x y z, which is how LAMMPS stores it. */
VARDEM_INLINE Quat quat_at(const double *a)
{
  return {a[0], a[1], a[2], a[3]};
}

VARDEM_INLINE void set_quat_at(double *a, const Quat &q)
{
  a[0] = q.w;
  a[1] = q.x;
  a[2] = q.y;
  a[3] = q.z;
}

/** Space components R(q) a of a vector with body components a. */
VARDEM_INLINE Vec3 body_to_space(const Quat &q, const Vec3 &a)
{
  const Vec3 u = {q.x, q.y, q.z};
  const Vec3 t = 2.0 * cross(u, a);
  return a + q.w * t + cross(u, t);
}

/** Body components A(q) a = R(q)^T a of a vector with space components a. */
VARDEM_INLINE Vec3 space_to_body(const Quat &q, const Vec3 &a)
{
  return body_to_space(conjugate(q), a);
}

/** Rate of q (per time unit of omega). Source: Woo, "Motion integration", (30): 1/2 q (0, omega), omega in body components. */
VARDEM_INLINE Quat derivative(const Quat &q, const Vec3 &omega)
{
  const Vec3 s = 0.5 * omega;
  return {-q.x * s.x - q.y * s.y - q.z * s.z, q.w * s.x + q.y * s.z - q.z * s.y,
          q.w * s.y - q.x * s.z + q.z * s.x, q.w * s.z + q.x * s.y - q.y * s.x};
}

/** Quaternion of the rotation by |r| rad about r/|r|. Source: Woo, "Motion integration", (29). The sine is divided by
 *  the angle through its series where the angle is so small that the series is exact in double precision. */
VARDEM_INLINE Quat exponential(const Vec3 &r)
{
  const double angle2 = dot(r, r);
  const double angle = std::sqrt(angle2);
  const bool small = angle2 < 1.0e-8;
  const double s = small ? 0.5 - angle2 * (1.0 / 48.0)
                         : std::sin(0.5 * angle) / (small ? 1.0 : angle);
  return {std::cos(0.5 * angle), s * r.x, s * r.y, s * r.z};
}

}    // namespace VARDEM
#endif
