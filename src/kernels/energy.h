/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_ENERGY_H
#define VARDEM_ENERGY_H

#include "kernels/flow.h"
#include "kernels/leapfrog.h"

namespace VARDEM {

// --- kinetic energy of body i of an accessor (kernels/leapfrog.h), in units of mass * velocity^2 ---

struct KineticEnergy {
  double translation = 0.0, rotation = 0.0;

  VARDEM_INLINE KineticEnergy &operator+=(const KineticEnergy &b)
  {
    translation += b.translation;
    rotation += b.rotation;
    return *this;
  }
};

VARDEM_INLINE double kinetic_energy(double m, const Vec3 &v)
{
  return 0.5 * m * dot(v, v);
}

template <class Frame, class B>
VARDEM_INLINE double translational_energy(const Frame &frame, const B &b, int i)
{
  return kinetic_energy(b.mass(i), frame.velocity(b, i));
}

/** Of a sphere of moment of inertia c m R^2. */
template <class Frame, class B>
VARDEM_INLINE double sphere_rotational_energy(const Frame &frame, const B &b, int i, double c)
{
  const double R = b.radius(i);
  return kinetic_energy(c * b.mass(i) * R * R, frame.omega(b.omega(i)));
}

/** Of a body with attitude and space angular momentum, L - I spin relative to the frame. */
template <class Frame, class B>
VARDEM_INLINE double body_rotational_energy(const Frame &frame, const B &b, int i)
{
  const Quat q = b.q(i);
  const Vec3 I = b.inertia(i), s = space_to_body(q, frame.spin);
  return rotational_energy(q, b.L(i) - body_to_space(q, Vec3{I.x * s.x, I.y * s.y, I.z * s.z}), I);
}

// --- work of a uniform acceleration g [force/mass] in half kicks, in units of mass * velocity^2 ---
//
// In a half kick v -> v + k F/m, k = h/2 in the units of Step::half_kick, the force m g, a part of F, does the work
// k m g . (v + k/2 F/m): the force times the way at the mean of the velocities before and after. Those of all forces add
// up to the change of 1/2 m v^2, to round-off and for any h. In a flowing cell v is the velocity relative to the flow, and
// that holds to second order in h.

/** What the work of both half kicks at a step takes, from the on-step velocities and the total forces. */
struct KickSums {
  double v = 0.0;    // sum of m g . v
  double f = 0.0;    // sum of g . F

  VARDEM_INLINE KickSums &operator+=(const KickSums &b)
  {
    v += b.v;
    f += b.f;
    return *this;
  }
};

template <class Frame, class B>
VARDEM_INLINE KickSums kick_sums(const Frame &frame, const B &b, int i, const Vec3 &g)
{
  KickSums s;
  s.v = b.mass(i) * dot(g, frame.velocity(b, i));
  s.f = dot(g, b.f(i));
  return s;
}

/** Of the half kick that opens a step, from the velocities of s. */
VARDEM_INLINE double opening_work(const KickSums &s, double half_kick)
{
  return half_kick * (s.v + 0.5 * half_kick * s.f);
}

/** Of the half kick that closes a step, to the velocities of s. */
VARDEM_INLINE double closing_work(const KickSums &s, double half_kick)
{
  return half_kick * (s.v - 0.5 * half_kick * s.f);
}

/** The sums before a half kick, from those behind it. */
VARDEM_INLINE KickSums before_kick(const KickSums &s, double half_kick)
{
  KickSums before;
  before.v = s.v - half_kick * s.f;
  before.f = s.f;
  return before;
}

/** The books of a uniform acceleration: its work so far, and the sums of the last step. */
struct KickBooks {
  double work = 0.0;
  KickSums last;

  VARDEM_INLINE void close_step(const KickSums &s, double half_kick)
  {
    work += opening_work(last, half_kick) + closing_work(s, half_kick);
    last = s;
  }
};

}    // namespace VARDEM
#endif
