/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_TANGENTIAL_SPRING_H
#define VARDEM_TANGENTIAL_SPRING_H

#include "kernels/contact/sphere_contact.h"

namespace VARDEM {

// --- the tangential spring of a contact from one step to the next ---
//
// The spring s is a vector in the tangent plane [length]. The force on the first body is -kt s, kt is the stiffness at the present
// overlap, proportional to power_radius() of the law (normal_force.h). The state between steps is s alone. In a step h it
//  * rolls with the pair: it is carried from the old tangent plane to the new one along the shortest way, and turns about the
//    normal with the mean spin of the two bodies;
//  * grows by the slip of the surfaces.
// Both follow from the velocities at the half step: a leapfrog moves positions by h times them, so the old branch vector is known and
// need not be kept. The new spring is exact to second order in h, and rolling does not change its length.
//
// If kt depends on the overlap (Hertz), its energy kt s^2/2 must not grow because kt does: no work is done. While the overlap
// grows, the force kt s stays and s becomes shorter; while it becomes smaller, s stays and the force becomes smaller. Energy is
// lost both times, as by the slip at the edge of a contact: Elata & Berryman, Mech. Mater. 24, 229 (1996).

/** What has happened to a spring in a step, before Coulomb's bound. */
struct SpringStep {
  Vec3 before;           // the spring of the step before, rolled with the pair
  Vec3 slip;             // displacement of the first surface relative to the second
  Vec3 spring;           // the new spring, if the contact does not slide
  double softer;         // kt of the step before divided by that of now
  double overlap_old;    // of the step before; <= 0 if the contact is new
  double h;
};

/** The part of the spring of the step before that is left without slip. */
VARDEM_INLINE Vec3 kept_spring(const SpringStep &step)
{
  return (step.softer < 1.0 ? step.softer : 1.0) * step.before;
}

/** Turns a vector of the tangent plane about the unit normal n; t is the tangent of half of the angle. */
VARDEM_INLINE Vec3 twisted(const Vec3 &a, const Vec3 &n, double t)
{
  return (1.0 / (1.0 + t * t)) * ((1.0 - t * t) * a + (2.0 * t) * cross(n, a));
}

/** spring: at the step before. v, w1, w2: at the half step between, as for contact_velocity(). lever: as for touching(). */
template <class NormalForce>
VARDEM_INLINE SpringStep spring_step(const Vec3 &spring, const SphereContact &c, const Vec3 &v,
                                     const Vec3 &w1, const Vec3 &w2, double lever, double h)
{
  const Vec3 e_old = c.e + h * v;
  const double distance_old = norm(e_old);
  const Vec3 n_old = (1.0 / distance_old) * e_old, sum = n_old + c.n;
  const double cosine = dot(n_old, c.n);
  const Vec3 carried = spring - (dot(spring, c.n) / (1.0 + cosine)) * sum;

  // displacement of the centres across the mean normal, and of the surfaces by the spins
  const double shrunk = 0.5 * (distance_old - c.distance);    // of the mean overlap, against now
  const double longer = lever * shrunk;
  Vec3 slip = (c.distance + shrunk) * (n_old - cosine * c.n);
  const Vec3 turn = (0.5 * h) * cross((c.lever_1 + longer) * w1 + (c.lever_2 + longer) * w2, sum);
  slip = slip + turn - dot(turn, c.n) * c.n;

  const double overlap_old = c.overlap - 2.0 * shrunk;
  const double softer = NormalForce::power_radius(overlap_old > 0.0 ? overlap_old : 0.0) /
      NormalForce::power_radius(c.overlap);
  const double kept = softer < 1.0 ? softer : 1.0;
  const Vec3 half = (0.25 * (1.0 + kept)) * slip;
  const double t = (0.125 * h) * dot(w1 + w2, sum);    // tan(angle/2) to second order
  const Vec3 before = twisted(carried, c.n, t);
  return {before, slip, kept * before + twisted(half, c.n, t) + half, softer, overlap_old, h};
}

/** The spring of a contact that slides. Spring and dashpot are parallel, and the slider is in series with both: the slider keeps
 *  the load F at Coulomb's bound, and the rest follows ct s' + kt s = F. This is solved to second order for a load that changes
 *  linearly from F_old to F, and for any ratio of ct and h kt: exp(-z) is 1/(1 + z + z^2/2) with z = h kt / ct. */
VARDEM_INLINE Vec3 yielded_spring(const SpringStep &step, const Vec3 &F_old, const Vec3 &F,
                                  double kt, double ct)
{
  const double b = step.h * kt, all = ct * ct + ct * b + 0.5 * b * b;
  if (!(all > 0.0)) return kept_spring(step);
  const double half = 0.5 * step.h;
  return (1.0 / all) *
      ((ct * ct) * kept_spring(step) + (half * ct) * F_old + (half * (ct + b)) * F);
}

/** Energies that a tangential spring and its dashpot have lost in a step. */
struct TangentialLoss {
  double dashpot, friction;
};

/** F_old, F: loads of the step before and of now. The mean load does work on the slip. What the spring does not store, the dashpot takes
 *  where the spring moves, and friction where it slides. */
VARDEM_INLINE TangentialLoss lost_energies(const SpringStep &step, const Vec3 &F_old, const Vec3 &F,
                                           const Vec3 &spring, double kt)
{
  const double kt_old = step.softer * kt;
  const Vec3 mean = 0.5 * (F_old + F), elastic = 0.5 * (kt_old * step.before + kt * spring);
  const double dashpot = dot(mean - elastic, spring - kept_spring(step));
  const double stored = 0.5 * (kt * dot(spring, spring) - kt_old * dot(step.before, step.before));
  return {dashpot, dot(mean, step.slip) - stored - dashpot};
}

}    // namespace VARDEM
#endif
