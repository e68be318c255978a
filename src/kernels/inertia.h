/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_INERTIA_H
#define VARDEM_INERTIA_H

#include "kernels/quaternion.h"

namespace VARDEM {

/** Moment of inertia of a ball (2/5) and of a disc about its axis (1/2), in units of mass * radius^2. */
constexpr double INERTIA_BALL = 0.4;
constexpr double INERTIA_DISC = 0.5;

/** Principal moments of a solid ellipsoid with semi-axes a [length] and mass m: m/5 (a_j^2 + a_k^2). */
VARDEM_INLINE Vec3 inertia_ellipsoid(double m, const Vec3 &a)
{
  const double s = 0.2 * m;
  return {s * (a.y * a.y + a.z * a.z), s * (a.x * a.x + a.z * a.z), s * (a.x * a.x + a.y * a.y)};
}

/** Angular velocity in body components, I^-1 A(q) L, of space angular momentum L. A vanishing principal moment (a line of
 *  point masses) carries no momentum: its component is 0, as in LAMMPS' mq_to_omega. */
VARDEM_INLINE Vec3 angular_velocity(const Quat &q, const Vec3 &L, const Vec3 &I)
{
  const Vec3 l = space_to_body(q, L);
  return {I.x > 0.0 ? l.x / I.x : 0.0, I.y > 0.0 ? l.y / I.y : 0.0, I.z > 0.0 ? l.z / I.z : 0.0};
}

/** Kinetic energy of rotation, 1/2 L . omega. */
VARDEM_INLINE double rotational_energy(const Quat &q, const Vec3 &L, const Vec3 &I)
{
  return 0.5 * dot(space_to_body(q, L), angular_velocity(q, L, I));
}

}    // namespace VARDEM
#endif
