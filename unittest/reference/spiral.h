// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SPIRAL_H
#define VARDEM_SPIRAL_H

#include "kernels/quaternion.h"

namespace VARDEM {

// For comparison in tests and benchmarks only.
//
// SPIRAL, the integrator of Yade and JaxDEM. Source: del Valle, Angelidakis, Roy, Munoz & Poeschel,
// Comput. Phys. Commun. 297 (2024) 109077. omega and the torque T are in body components. Order 3
// in omega, 2 in the orientation; the norm of the quaternion is kept without normalisation, angular
// momentum and energy of a free body are not.

/** A spinning body: orientation, and angular velocity in body components. */
struct SpiralState {
  Quat q;
  Vec3 omega;
};

/** Angular acceleration in body components, I^-1 (T - omega x I omega). */
VARDEM_INLINE Vec3 angular_acceleration(const Vec3 &omega, const Vec3 &T, const Vec3 &I)
{
  const Vec3 N = T - cross(omega, {I.x * omega.x, I.y * omega.y, I.z * omega.z});
  return {N.x / I.x, N.y / I.y, N.z / I.z};
}

/** Angular velocity after a time h of constant T, by the strong-stability-preserving Runge-Kutta
 *  rule of order 3. */
VARDEM_INLINE Vec3 spiral_omega(const Vec3 &omega, const Vec3 &T, const Vec3 &I, double h)
{
  const Vec3 k1 = h * angular_acceleration(omega, T, I);
  const Vec3 k2 = h * angular_acceleration(omega + k1, T, I);
  const Vec3 k3 = h * angular_acceleration(omega + 0.25 * (k1 + k2), T, I);
  return omega + (1.0 / 6.0) * (k1 + k2 + 4.0 * k3);
}

/** Step with q and omega at the same time. */
VARDEM_INLINE SpiralState spiral_synchronous(const SpiralState &s, const Vec3 &T, const Vec3 &I,
                                             double h)
{
  const Vec3 alpha = angular_acceleration(s.omega, T, I);
  return {s.q * exponential(h * s.omega) * exponential((0.5 * h * h) * alpha),
          spiral_omega(s.omega, T, I, h)};
}

/** Leapfrog step, omega half a step behind q. */
VARDEM_INLINE SpiralState spiral_leapfrog(const SpiralState &s, const Vec3 &T, const Vec3 &I,
                                          double h)
{
  const Vec3 omega = spiral_omega(s.omega, T, I, h);
  return {s.q * exponential(h * omega), omega};
}

}    // namespace VARDEM
#endif
