// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_INERTIA_H
#define VARDEM_INERTIA_H

#include "kernels/quaternion.h"

namespace VARDEM {

/** Moment of inertia of a ball (2/5) and of a disc about its axis (1/2), in units of mass *
 *  radius^2. */
constexpr double INERTIA_BALL = 0.4;
constexpr double INERTIA_DISC = 0.5;

/** Principal moments of a solid ellipsoid with semi-axes a [length] and mass m: m/5 (a_j^2 +
 *  a_k^2). */
VARDEM_INLINE Vec3 inertia_ellipsoid(double m, const Vec3 &a)
{
  const double s = 0.2 * m;
  return {s * (a.y * a.y + a.z * a.z), s * (a.x * a.x + a.z * a.z), s * (a.x * a.x + a.y * a.y)};
}

/** A moment below this part of the sum belongs to the axis of a needle, and counts as 0. The
 *  angular velocity about that axis would be nothing but round-off of the angular momentum. */
constexpr double NEEDLE = 1.0e-9;

/** 1/I_i; 0 for the axis of a needle, about which there is no rotation. */
VARDEM_INLINE Vec3 inverse_inertia(const Vec3 &I)
{
  const double least = NEEDLE * (I.x + I.y + I.z);
  return {I.x > least ? 1.0 / I.x : 0.0, I.y > least ? 1.0 / I.y : 0.0,
          I.z > least ? 1.0 / I.z : 0.0};
}

/** What can be wrong with principal moments of inertia. The moments of a rigid body are >= 0, no
 *  two of them vanish, and none is larger than the sum of the others. The tolerance ROUND_OFF is
 *  for the few digits of an input file. */
enum class InertiaFault { NONE, NEGATIVE, ZERO, TRIANGLE };

VARDEM_INLINE InertiaFault inertia_fault(const Vec3 &I)
{
  constexpr double ROUND_OFF = 1.0e-6;
  const double sum = I.x + I.y + I.z;
  if (!(I.x >= 0.0 && I.y >= 0.0 && I.z >= 0.0 && sum < INFINITY)) return InertiaFault::NEGATIVE;
  const double least = NEEDLE * sum;
  if ((I.x > least) + (I.y > least) + (I.z > least) < 2) return InertiaFault::ZERO;
  const double limit = (0.5 + ROUND_OFF) * sum;
  if (I.x > limit || I.y > limit || I.z > limit) return InertiaFault::TRIANGLE;
  return InertiaFault::NONE;
}

/** Angular velocity in body components, I^-1 A(q) L, of space angular momentum L. About the axis of
 *  a needle it is 0, as in LAMMPS' mq_to_omega. */
VARDEM_INLINE Vec3 angular_velocity(const Quat &q, const Vec3 &L, const Vec3 &I)
{
  const Vec3 l = space_to_body(q, L);
  const Vec3 inverse = inverse_inertia(I);
  return {l.x * inverse.x, l.y * inverse.y, l.z * inverse.z};
}

/** Space angular momentum R(q) I R(q)^T w of space angular velocity w. */
VARDEM_INLINE Vec3 angular_momentum(const Quat &q, const Vec3 &w, const Vec3 &I)
{
  const Vec3 body = space_to_body(q, w);
  return body_to_space(q, {I.x * body.x, I.y * body.y, I.z * body.z});
}

/** |omega|^2 of a free body in a state that turns about the axes i and j only, from 2E and |L|^2; 0
 *  if it has no such state. Solves I_i x + I_j y = 2E, I_i^2 x + I_j^2 y = |L|^2 for x = w_i^2 and
 *  y = w_j^2. With equal moments there is none, unless the body turns in this plane all the
 *  time. */
VARDEM_INLINE double square_rate_in_plane(double twice_E, double square_L, double I_i, double I_j)
{
  if (I_i == I_j) return 0.0;    // x and y would both be infinite
  const double x = (twice_E * I_j - square_L) / (I_i * (I_j - I_i));
  const double y = (twice_E * I_i - square_L) / (I_j * (I_i - I_j));
  return (x >= 0.0 && y >= 0.0) ? x + y : 0.0;
}

/** The largest |omega| in the motion of a free body that has the angular velocity w (body
 *  components) at present. Energy and momentum confine the squares of the components to a segment,
 *  and |omega| is largest at one of its ends, where a component vanishes. */
VARDEM_INLINE double largest_free_rate(const Vec3 &w, const Vec3 &I)
{
  const double twice_E = I.x * w.x * w.x + I.y * w.y * w.y + I.z * w.z * w.z;
  const double square_L = I.x * I.x * w.x * w.x + I.y * I.y * w.y * w.y + I.z * I.z * w.z * w.z;
  const double least = NEEDLE * (I.x + I.y + I.z);    // a needle does not turn about its axis
  double largest = dot(w, w);
  for (int k = 0; k < 3; k++) {
    const double I_i = (k == 0) ? I.y : I.x;
    const double I_j = (k == 2) ? I.y : I.z;
    if (!(I_i > least && I_j > least)) continue;
    const double square = square_rate_in_plane(twice_E, square_L, I_i, I_j);
    if (square > largest) largest = square;
  }
  return sqrt(largest);
}

/** Kinetic energy of rotation, 1/2 L . omega. */
VARDEM_INLINE double rotational_energy(const Quat &q, const Vec3 &L, const Vec3 &I)
{
  return 0.5 * dot(space_to_body(q, L), angular_velocity(q, L, I));
}

}    // namespace VARDEM
#endif
