// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_QUATERNION_H
#define VARDEM_QUATERNION_H

#include "kernels/vector3.h"

namespace VARDEM {

/** Orientation of a body: unit quaternion (w, x, y, z) that takes body to space components, R(q1
 *  q2) = R(q1) R(q2). */
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

/** Rate of q (per time unit of omega). Source: Woo, "Motion integration", (30): 1/2 q (0, omega),
 *  omega in body components. */
VARDEM_INLINE Quat derivative(const Quat &q, const Vec3 &omega)
{
  const Vec3 s = 0.5 * omega;
  return {-q.x * s.x - q.y * s.y - q.z * s.z, q.w * s.x + q.y * s.z - q.z * s.y,
          q.w * s.y - q.x * s.z + q.z * s.x, q.w * s.z + q.x * s.y - q.y * s.x};
}

/** c[0] + c[1] x + ... + c[7] x^7, |x| < 1: the first two operations as in Horner's scheme, for
 *  their rounding, the rest as in Estrin's, where they wait less for each other. */
VARDEM_INLINE double polynomial(const double (&c)[8], double x)
{
  const double x2 = x * x;
  const double rest = (c[2] + c[3] * x) + ((c[4] + c[5] * x) + (c[6] + c[7] * x) * x2) * x2;
  return c[0] + x * (c[1] + x * rest);
}

/** The rotation by |r| rad about r/|r| for |r| <= 1, which is more than a step turns, by the series
 *  of cosine and sine, (-1)^n (|r|/2)^2n/(2n)! and the like, without square root and division. The
 *  first terms left out are below 1e-18. */
VARDEM_INLINE Quat exponential_series(const Vec3 &r)
{
  const double cosine[] = {1.0,           1.0 / 2.0,       1.0 / 24.0,       1.0 / 720.0,
                           1.0 / 40320.0, 1.0 / 3628800.0, 1.0 / 479.0016e6, 1.0 / 87178.2912e6};
  const double sine[] = {1.0 / 2.0,      1.0 / 12.0,       1.0 / 240.0,        1.0 / 10080.0,
                         1.0 / 725760.0, 1.0 / 79833600.0, 1.0 / 12454.0416e6, 1.0 / 2615348.736e6};
  const double x = -0.25 * dot(r, r);
  const double s = polynomial(sine, x);
  return {polynomial(cosine, x), s * r.x, s * r.y, s * r.z};
}

/** Quaternion of the rotation by |r| rad about r/|r|. Source: Woo, "Motion integration", (29). */
VARDEM_INLINE Quat exponential(const Vec3 &r)
{
  if (dot(r, r) <= 1.0) return exponential_series(r);
  const double angle = norm(r);
  const double s = std::sin(0.5 * angle) / angle;
  return {std::cos(0.5 * angle), s * r.x, s * r.y, s * r.z};
}

}    // namespace VARDEM
#endif
