// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_ENERGY_H
#define VARDEM_ENERGY_H

#include "kernels/flow.h"
#include "kernels/leapfrog.h"

namespace VARDEM {

// --- kinetic energy of body i of an accessor (kernels/leapfrog.h), in units of mass * velocity^2

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

/** Rotational energy of a sphere with the moment of inertia c m R^2. */
template <class Frame, class B>
VARDEM_INLINE double sphere_rotational_energy(const Frame &frame, const B &b, int i, double c)
{
  const double R = b.radius(i);
  return kinetic_energy(c * b.mass(i) * R * R, frame.omega(b.omega(i)));
}

/** Rotational energy of a body with an orientation and an angular momentum L in space. Relative to
 *  the frame this is L - I spin. */
template <class Frame, class B>
VARDEM_INLINE double body_rotational_energy(const Frame &frame, const B &b, int i)
{
  const Quat q = b.q(i);
  const Vec3 I = b.inertia(i), s = space_to_body(q, frame.spin);
  return rotational_energy(q, b.L(i) - body_to_space(q, Vec3{I.x * s.x, I.y * s.y, I.z * s.z}), I);
}

// --- work of a uniform acceleration g [force/mass] in half kicks, in units of mass * velocity^2
//
// The leapfrog makes a step with two half kicks v -> v + k F/m, where k = h/2 in the units of
// Step::half_kick. In each of them the force m g, which is a part of F, does the work k m g . (v +
// k/2 F/m), that is force times path at the mean of the velocities before and after. The works of
// all forces then add up to the change of 1/2 m v^2, to round-off and for any h. In a flowing cell
// v is the velocity relative to the flow, and the statement holds to second order in h.

/** Sums that give the work of the two half kicks before and after a time step. Velocities are
 *  full-step velocities, and forces are total forces. */
struct KickSums {
  double v = 0.0;           // sum of m g . v
  double f = 0.0;           // sum of g . F
  double implicit = 0.0;    // the part of v of bodies that move by implicit steps

  VARDEM_INLINE KickSums &operator+=(const KickSums &b)
  {
    v += b.v;
    f += b.f;
    implicit += b.implicit;
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

/** Work of the half kick that opens a step. It starts from the velocities of s. */
VARDEM_INLINE double opening_work(const KickSums &s, double half_kick)
{
  return half_kick * (s.v + 0.5 * half_kick * s.f);
}

/** Work of the half kick that closes a step. It ends at the velocities of s. */
VARDEM_INLINE double closing_work(const KickSums &s, double half_kick)
{
  return half_kick * (s.v - 0.5 * half_kick * s.f);
}

/** Finds the sums before a half kick from the sums after it. */
VARDEM_INLINE KickSums before_kick(const KickSums &s, double half_kick)
{
  KickSums before;
  before.v = s.v - half_kick * s.f;
  before.f = s.f;
  return before;
}

/** Work of a uniform acceleration so far, and the sums of the last step, from which the next one
 *  starts. */
struct KickWork {
  double work = 0.0;
  KickSums last;

  VARDEM_INLINE void close_step(const KickSums &s, double half_kick)
  {
    work += opening_work(last, half_kick) + closing_work(s, half_kick);
    last = s;
  }
};

// --- terms of sums over bodies, for loops on host and device: term(i, sum) adds what body i
//     contributes, if it is selected
//
// points, spheres, ellipsoids: accessors. without(i): body i does not count, because it is a member
// of a rigid body.

/** Bodies in one of the groups counted_bits do not count. Bodies in the groups implicit_bits move
 *  by implicit steps, which have no half kicks. Without f in the sums, the work of such a step is m
 *  g . h (v + v')/2, along the path of the midpoint. */
template <class Frame, class Points> struct KickTerm {
  Frame frame;
  Points points;
  Vec3 g;
  int counted_bits, implicit_bits;

  VARDEM_INLINE void operator()(const int i, KickSums &sum) const
  {
    const int bits = points.group_bits(i);
    if (!points.selects(i) || (bits & counted_bits)) return;
    KickSums mine = kick_sums(frame, points, i, g);
    if (bits & implicit_bits) {
      mine.f = 0.0;
      mine.implicit = mine.v;
    }
    sum += mine;
  }
};

template <class Frame, class Points, class Without> struct TranslationTerm {
  Frame frame;
  Points points;
  Without without;

  VARDEM_INLINE void operator()(const int i, double &sum) const
  {
    if (points.selects(i) && !without(i)) sum += translational_energy(frame, points, i);
  }
};

/** Spheres are the bodies that are no ellipsoids. inertia.of(mask): the factor c of their moments
 *  of inertia. */
template <class Frame, class Points, class Spheres, class IsEllipsoid, class Without, class Inertia>
struct SphereRotationTerm {
  Frame frame;
  Points points;
  Spheres spheres;
  IsEllipsoid is_ellipsoid;
  Without without;
  Inertia inertia;

  VARDEM_INLINE void operator()(const int i, double &sum) const
  {
    if (points.selects(i) && !is_ellipsoid(i) && !without(i))
      sum += sphere_rotational_energy(frame, spheres, i, inertia.of(points.group_bits(i)));
  }
};

template <class Frame, class Ellipsoids, class IsEllipsoid, class Without>
struct EllipsoidRotationTerm {
  Frame frame;
  Ellipsoids ellipsoids;
  IsEllipsoid is_ellipsoid;
  Without without;

  VARDEM_INLINE void operator()(const int i, double &sum) const
  {
    if (ellipsoids.selects(i) && is_ellipsoid(i) && !without(i))
      sum += body_rotational_energy(frame, ellipsoids, i);
  }
};

}    // namespace VARDEM
#endif
