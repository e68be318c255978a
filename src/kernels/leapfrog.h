/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_LEAPFROG_H
#define VARDEM_LEAPFROG_H

#include "kernels/inertia.h"

namespace VARDEM {

// The leapfrog in its on-step form. Source: Woo, "Motion integration", (28), (29).
//   opening of a step   v(t + h/2) = v(t) + h/2 F(t)/m         x(t + h) = x(t) + h v(t + h/2)
//   closing of a step   v(t + h)   = v(t + h/2) + h/2 F(t + h)/m
// The two half kicks with one and the same force are the full kick of (28): v(t) is the mean of v(t - h/2) and
// v(t + h/2), the trajectory is that of the leapfrog, and what LAMMPS prints at a step belongs to that step.
//
// A body is reached through an accessor B of body i, that gives and takes values: x(i), set_x(i, Vec3) and so for
// v, omega (spheres), L (space angular momentum, aspherical bodies), q; f(i), torque(i), mass(i), radius(i), inertia(i).

/** What the kernels need of a step: h in the units of x/v, and h/2 times the factor (force->ftm2v) that makes
 *  force/mass an acceleration, or torque an angular momentum per time, in LAMMPS' units. */
struct Step {
  double h;
  double half_kick;
};

/** Half kick of the velocity, (28). */
template <class B> VARDEM_INLINE Vec3 kick(const B &b, int i, const Step &s)
{
  const Vec3 v = b.v(i) + (s.half_kick / b.mass(i)) * b.f(i);
  b.set_v(i, v);
  return v;
}

/** Half kick and drift, (28): leaves v(t + h/2) and x(t + h). */
template <class B> VARDEM_INLINE void kick_drift(const B &b, int i, const Step &s)
{
  b.set_x(i, b.x(i) + s.h * kick(b, i, s));
}

/** Half kick of the angular velocity of a sphere, (29), inertia = c mass radius^2. */
template <class B> VARDEM_INLINE Vec3 kick_spin(const B &b, int i, const Step &s, double c)
{
  const double R = b.radius(i);
  const Vec3 omega = b.omega(i) + (s.half_kick / c / (R * R * b.mass(i))) * b.torque(i);
  b.set_omega(i, omega);
  return omega;
}

/** Attitude of a sphere after one step, (29): exponential(h omega) q, with omega at t + h/2 in space components. Exact
 *  for constant omega; second order in h otherwise. */
VARDEM_INLINE Quat rotated(const Quat &q, const Vec3 &omega, double h)
{
  return normalized(exponential(h * omega) * q);
}

/** Half kick of the space angular momentum. Returns L(t + h/2) from L(t), or L(t + h) from L(t + h/2); stores it. */
template <class B> VARDEM_INLINE Vec3 kick_angular_momentum(const B &b, int i, const Step &s)
{
  const Vec3 L = b.L(i) + s.half_kick * b.torque(i);
  b.set_L(i, L);
  return L;
}

}    // namespace VARDEM
#endif
