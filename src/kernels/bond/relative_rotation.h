// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_RELATIVE_ROTATION_H
#define VARDEM_RELATIVE_ROTATION_H

#include "kernels/quaternion.h"

namespace VARDEM {

// --- the rotation vector of a bond, and how it changes ---
//
// Derived in doc/notes/binder-bonds.md 4.1. theta is the angle times the axis of Q1 Q2^T, (44)-(47)
// with the right sign. If the bodies turn by th1 and th2, it changes by L th1 - L^T th2 with
//   L x = x - theta x x/2 + c theta x (theta x x),   c = (1 - |theta|/2 cot(|theta|/2))/|theta|^2.

struct RelativeRotation {
  Vec3 theta;       // |theta| <= pi
  double square;    // |theta|^2
  double c;
};

/** a/sin a of an angle 0 <= a <= pi/2 with the cosine w and the square s of the sine, w^2 + s = 1.
 *  There is no library function and no branch, so that it works in vector lanes. Three times the
 *  angle is halved by 1/tan(a/2) = 1/sin a + 1/tan a, and the rest is the series of the arc
 *  tangent, whose terms left out are below 2e-17. */
VARDEM_INLINE double angle_over_sine(double w, double s)
{
  const double series[] = {1.0,        -1.0 / 3.0,  1.0 / 5.0,  -1.0 / 7.0,  1.0 / 9.0, -1.0 / 11.0,
                           1.0 / 13.0, -1.0 / 15.0, 1.0 / 17.0, -1.0 / 19.0, 1.0 / 21.0};
  double d = w;    // sine over tangent
  for (int k = 0; k < 3; k++) d = d + std::sqrt(d * d + s);
  const double inverse = 1.0 / d, t2 = s * inverse * inverse;
  double sum = series[10];
  for (int k = 9; k >= 0; k--) sum = series[k] + t2 * sum;
  return 8.0 * inverse * sum;
}

/** q: a unit quaternion of either sign. At an angle of pi there are two vectors. A quaternion with
 *  w = +-0 gives the one along (x, y, z). */
VARDEM_INLINE RelativeRotation relative_rotation(const Quat &q)
{
  // the terms of the series left out change L x by less than 1e-16
  constexpr double SMALL = 1.0e-3;
  const double w = std::fabs(q.w), s = q.x * q.x + q.y * q.y + q.z * q.z;
  const double half = angle_over_sine(w, s);    // of the angle, over its sine
  const double square = 4.0 * half * half * s;
  const double series =
      1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0));
  const double c = square > SMALL ? (1.0 - half * w) / square : series;
  const double ratio = q.w < 0.0 ? -2.0 * half : 2.0 * half;
  return {ratio * Vec3{q.x, q.y, q.z}, square, c};
}

/** L x. */
VARDEM_INLINE Vec3 L_times(const RelativeRotation &r, const Vec3 &x)
{
  const Vec3 t = cross(r.theta, x);
  return x - 0.5 * t + r.c * cross(r.theta, t);
}

/** L^T x. */
VARDEM_INLINE Vec3 LT_times(const RelativeRotation &r, const Vec3 &x)
{
  const Vec3 t = cross(r.theta, x);
  return x + 0.5 * t + r.c * cross(r.theta, t);
}

/** Derivative of c by |theta|^2/2. */
VARDEM_INLINE double change_of_c(const RelativeRotation &r)
{
  constexpr double SMALL = 0.04;    // as above
  const double square = r.square;
  const double series = 1.0 / 360.0 +
      square *
          (1.0 / 7560.0 +
           square *
               (1.0 / 201600.0 + square * (1.0 / 5987520.0 + square * (691.0 / 130767436800.0))));
  // with x = |theta|/2: x cot x = 1 - c |theta|^2, and x^2/sin^2 x = x^2 + (x cot x)^2
  const double cot = 1.0 - r.c * square;
  return square > SMALL ? (0.25 * square + cot * cot + cot - 2.0) / (square * square) : series;
}

/** Change of L x, if theta changes by dtheta and x by dx. */
VARDEM_INLINE Vec3 change_of_L_times(const RelativeRotation &r, const Vec3 &x, const Vec3 &dtheta,
                                     const Vec3 &dx)
{
  const Vec3 t = cross(r.theta, x), dt = cross(dtheta, x) + cross(r.theta, dx);
  const double dc = change_of_c(r) * dot(r.theta, dtheta);
  return dx - 0.5 * dt + dc * cross(r.theta, t) + r.c * (cross(dtheta, t) + cross(r.theta, dt));
}

}    // namespace VARDEM
#endif
