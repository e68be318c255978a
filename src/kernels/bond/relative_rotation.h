/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_RELATIVE_ROTATION_H
#define VARDEM_RELATIVE_ROTATION_H

#include "kernels/quaternion.h"

namespace VARDEM {

// --- the rotation vector of a bond, and how it changes ---
//
// Derived in doc/notes/binder-bonds.md 4.1. theta is the angle times the axis of Q1 Q2^T, (44)-(47) with the right sign. If the bodies
// turn by th1 and th2, it changes by L th1 - L^T th2 with
//   L x = x - theta x x/2 + c theta x (theta x x),   c = (1 - |theta|/2 cot(|theta|/2))/|theta|^2.

struct RelativeRotation {
  Vec3 theta;       // |theta| <= pi
  double square;    // |theta|^2
  double c;
};

/** q: a unit quaternion of either sign. At an angle of pi there are two vectors; a quaternion with w = +-0 gives that along (x, y, z). */
VARDEM_INLINE RelativeRotation relative_rotation(const Quat &q)
{
  constexpr double SMALL =
      1.0e-3;    // the terms of the series left out change L x by less than 1e-16
  const double w = std::fabs(q.w), sine = norm(Vec3{q.x, q.y, q.z}), half = std::atan2(sine, w);
  const double ratio = sine > 0.0 ? 2.0 * half / sine : 2.0;
  const double square = 4.0 * half * half;
  const double series =
      1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0));
  const double c = square > SMALL ? (1.0 - half * w / sine) / square : series;
  return {(q.w < 0.0 ? -ratio : ratio) * Vec3{q.x, q.y, q.z}, square, c};
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

/** Change of c over that of |theta|^2/2. */
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
