// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LEAPFROG_H
#define VARDEM_LEAPFROG_H

#include "kernels/inertia.h"

namespace VARDEM {

// The leapfrog, written with full-step velocities. Source: Woo, "Motion integration", (28), (29).
//   opening of a step   v(t + h/2) = v(t) + h/2 F(t)/m         x(t + h) = x(t) + h v(t + h/2)
//   closing of a step   v(t + h)   = v(t + h/2) + h/2 F(t + h)/m
// The two half kicks with the same force F(t) are together the full kick of (28). So the trajectory
// is that of the leapfrog, and v(t), the mean of v(t - h/2) and v(t + h/2), belongs to the step at
// which LAMMPS prints it.
//
// The kernels get and set the data of body i through an accessor B: x(i), set_x(i, Vec3), and
// likewise v, omega (spheres), L (space angular momentum, aspherical bodies) and q; further f(i),
// torque(i), mass(i), radius(i), inertia(i).

/** What the kernels need of a time step: h in the units of x/v, and half_kick = h/2 times
 *  force->ftm2v. That factor converts force/mass to an acceleration, and torque to angular momentum
 *  per time, in LAMMPS' units. */
struct Step {
  double h;
  double half_kick;
};

/** Half kick of the velocity, (28). */
template <class B> VARDEM_INLINE Vec3 kick(const B &b, int i, double half_kick_over_m)
{
  const Vec3 v = b.v(i) + half_kick_over_m * b.f(i);
  b.set_v(i, v);
  return v;
}

template <class B> VARDEM_INLINE Vec3 kick(const B &b, int i, const Step &s)
{
  return kick(b, i, s.half_kick / b.mass(i));
}

/** Half kick and drift, (28): leaves v(t + h/2) and x(t + h). */
template <class B> VARDEM_INLINE void kick_drift(const B &b, int i, const Step &s)
{
  b.set_x(i, b.x(i) + s.h * kick(b, i, s));
}

/** The factors of force and torque in the half kicks of a sphere, inertia = c mass radius^2. Both
 *  are computed before anything is stored, so that the two divisions overlap: beside memory traffic
 *  they are the cost of the step of a sphere. */
struct SphereKick {
  double linear, angular;
};

template <class B> VARDEM_INLINE SphereKick sphere_kick(const B &b, int i, const Step &s, double c)
{
  const double m = b.mass(i), R = b.radius(i);
  return {s.half_kick / m, s.half_kick / c / (R * R * m)};
}

/** Half kick of the angular velocity of a sphere, (29). */
template <class B> VARDEM_INLINE Vec3 kick_spin(const B &b, int i, double angular)
{
  const Vec3 omega = b.omega(i) + angular * b.torque(i);
  b.set_omega(i, omega);
  return omega;
}

/** Opening of a step of a sphere: half kicks and drift. Returns the angular velocity at t + h/2. */
template <class B> VARDEM_INLINE Vec3 open_sphere(const B &b, int i, const Step &s, double c)
{
  const SphereKick factor = sphere_kick(b, i, s, c);
  b.set_x(i, b.x(i) + s.h * kick(b, i, factor.linear));
  return kick_spin(b, i, factor.angular);
}

/** Closing of a step of a sphere: half kicks. */
template <class B> VARDEM_INLINE void close_sphere(const B &b, int i, const Step &s, double c)
{
  const SphereKick factor = sphere_kick(b, i, s, c);
  kick(b, i, factor.linear);
  kick_spin(b, i, factor.angular);
}

/** Increment of the orientation of a sphere over one step, (29): a rotation by |w|, with w = h
 *  omega and omega at t + h/2 in space components. Exact for constant omega, else of second order
 *  in h. Other increments: kernels/rotation/rodrigues.h. */
struct IncrementExponential {
  VARDEM_INLINE Quat operator()(const Vec3 &w) const { return exponential(w); }
};

/** Orientation after one step: increment(w) q, (29), normalised. The increment need not be
 *  normalised. */
template <class Increment>
VARDEM_INLINE Quat rotated(const Quat &q, const Vec3 &w, const Increment &increment)
{
  return normalized(increment(w) * q);
}

/** Opening of a step of a sphere with orientation, which goes to t + h. Returns the angular
 *  velocity at t + h/2. */
template <class B, class Increment>
VARDEM_INLINE Vec3 open_sphere(const B &b, int i, const Step &s, double c,
                               const Increment &increment)
{
  const Vec3 omega = open_sphere(b, i, s, c);
  b.set_q(i, rotated(b.q(i), s.h * b.rotating(omega), increment));
  return omega;
}

/** Half kick of the space angular momentum. Returns L(t + h/2) from L(t), or L(t + h) from L(t +
 *  h/2); stores it. */
template <class B> VARDEM_INLINE Vec3 kick_angular_momentum(const B &b, int i, const Step &s)
{
  const Vec3 L = b.L(i) + s.half_kick * b.torque(i);
  b.set_L(i, L);
  return L;
}

}    // namespace VARDEM
#endif
