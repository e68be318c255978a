// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TANGENTIAL_SPRING_H
#define VARDEM_TANGENTIAL_SPRING_H

#include "kernels/contact/normal_force.h"
#include "kernels/contact/sphere_contact.h"

namespace VARDEM {

// --- the tangential spring of a contact from one step to the next ---
//
// Derived in doc/notes/soft-contacts.md 2 and 3. The spring s is a vector in the tangent plane
// [length]. The force on the first body is -kt s, kt is the stiffness at the present overlap,
// proportional to power_radius() of the law (normal_force.h), at circle_at(). The state between
// steps is s alone.
// In a step h it
//  * rolls with the pair: it is carried from the tangent plane before to that of now along the
//    shortest way, and turns about the normal with the mean spin of the two bodies;
//  * grows by the slip of the surfaces, in the part of the step in which they touch.
// Both follow from the half-step velocities: a leapfrog moves positions by h times them, so the old
// branch vector is known and need not be kept. Its value now is exact to second order in h. Rolling
// does not change its length, and a pair that moves as one rigid body takes it along exactly.
//
// If kt depends on the overlap (Hertz), its energy kt s^2/2 must not grow because kt does: no work
// is done. While the overlap grows, the force kt s stays and s becomes shorter; while it becomes
// smaller, s stays and the force becomes smaller. Energy is lost both times, as by the slip at the
// edge of a contact. Source: Elata & Berryman, Mech. Mater. 24, 229 (1996); Agnolin & Roux, Phys.
// Rev. E 76, 061302 (2007), appendix A; Thornton et al., Powder Technol. 233, 30 (2013), (18b).

struct PairMotion {
  Vec3 carried;    // the spring of the step before, carried to the present tangent plane
  Vec3 slip;       // displacement of the first surface relative to the second, in this plane
  double overlap_before;    // at the step before
  double twist;    // tangent of half of the angle by which the bodies have turned about the normal
  Vec3 normals;    // sum of the unit normals at both ends of the step
};

/** spring: at the step before. v, w1, w2: at the half step between, as for contact_velocity().
 *  lever: as for touching(). Derived in doc/notes/soft-contacts.md 2.2. */
VARDEM_INLINE PairMotion pair_motion(const Vec3 &spring, const SphereContact &c, const Vec3 &v,
                                     const Vec3 &w1, const Vec3 &w2, double lever, double h)
{
  const Vec3 move = h * v;
  Vec3 n_before = c.n_before, across;
  double nearer;
  // displacement of the centres across the mean normal, and of the surfaces by the spins, with the
  // arms at half of the step
  if (c.wall) {
    const Vec3 twice = n_before + c.n, mean = (1.0 / norm(twice)) * twice;
    nearer = dot(move, mean);
    across = move - nearer * mean;
    across = across - dot(across, c.n) * c.n;
  } else {
    const Vec3 e_before = c.e + move;
    const double distance_before = norm(e_before);
    nearer = distance_before - c.distance;
    n_before = (1.0 / distance_before) * e_before;
    across = (c.distance + 0.5 * nearer) * (n_before - dot(n_before, c.n) * c.n);
  }
  const Vec3 sum = n_before + c.n;
  const Vec3 carried = spring - (dot(spring, c.n) / (1.0 + dot(n_before, c.n))) * sum;
  const double longer = 0.5 * lever * nearer;
  const double arm_1 = c.lever_1 + longer, arm_2 = c.wall ? c.lever_2 : c.lever_2 + longer;
  const Vec3 turn = (0.5 * h) * cross(arm_1 * w1 + arm_2 * w2, sum);
  return {carried, across + turn - dot(turn, c.n) * c.n, c.overlap - nearer,
          (0.125 * h) * dot(w1 + w2, sum), sum};
}

/** Turns a vector of the tangent plane about the unit normal n; t is the tangent of half of the
 *  angle. */
VARDEM_INLINE Vec3 twisted(const Vec3 &a, const Vec3 &n, double t)
{
  return (1.0 / (1.0 + t * t)) * ((1.0 - t * t) * a + (2.0 * t) * cross(n, a));
}

/** What has happened to a spring in a step, before Coulomb's bound. */
struct SpringStep {
  Vec3 before;              // the spring of the step before, carried to the present tangent plane
  Vec3 start;               // the spring now if there were no slip
  Vec3 slip;                // displacement of the first surface relative to the second in the step
  Vec3 spring;              // the spring now, if the contact does not slide
  double h, part;           // time step; the part of it in which the bodies touch
  double overlap_before;    // at the step before, or 0 if it was open
  double twist;             // as in PairMotion
};

struct ContactParameters;

/** a^2/R of the circle of contact, whose radius is a. Where a law only pushes, it is the overlap
 *  itself. */
template <class NormalForce>
VARDEM_INLINE double circle_at(const ContactParameters &law, double overlap, double R)
{
  if constexpr (beyond_touch<NormalForce>())
    return NormalForce::circle(law, overlap, R);
  else
    return overlap;
}

/** Arguments: as for pair_motion(). */
template <class NormalForce>
VARDEM_INLINE SpringStep spring_step(const ContactParameters &law, const Vec3 &spring,
                                     const SphereContact &c, const Vec3 &v, const Vec3 &w1,
                                     const Vec3 &w2, double lever, double h)
{
  const PairMotion motion = pair_motion(spring, c, v, w1, w2, lever, h);
  SpringStep step = {motion.carried,        {},          motion.slip, {}, h, 1.0,
                     motion.overlap_before, motion.twist};
  bool begins = motion.overlap_before < 0.0;
  // a contact that was held across a gap has a spring
  if constexpr (beyond_touch<NormalForce>())
    begins = begins && c.overlap > 0.0 && !(dot(spring, spring) > 0.0);
  if (begins) {
    step.part = c.overlap / (c.overlap - motion.overlap_before);
    step.overlap_before = 0.0;
  }
  const double a_before =
      NormalForce::power_radius(circle_at<NormalForce>(law, step.overlap_before, c.R));
  const double a = NormalForce::power_radius(circle_at<NormalForce>(law, c.overlap, c.R));
  double kept = 1.0, grown = step.part;    // of the old spring, and of the slip
  if (a_before < a) {
    const double inverse = 1.0 / a;
    kept = inverse * a_before;
    grown *= inverse * NormalForce::mean_radius(a_before, a);
  }
  if constexpr (beyond_touch<NormalForce>())
    if (!(a > 0.0)) kept = grown = 0.0;    // no spring outlives a gap without a circle
  const Vec3 half = (0.5 * grown) * step.slip;
  step.start = kept * twisted(motion.carried, c.n, motion.twist);
  step.spring = twisted(kept * motion.carried + half, c.n, motion.twist) + half;
  return step;
}

// A contact that slides. Spring and dashpot are parallel, and the slider is in series with both: it
// keeps the load F = kt s + ct s' at Coulomb's bound. So s relaxes to F/kt at the rate kt/ct, at
// once if ct = 0. z is this rate times the time of the step. Both functions are of second order in
// h for any z: doc/notes/soft-contacts.md 3.2.

/** The load of a contact that slides. load: it would be this without a bound, and is longer;
 *  before: at the step before, turned with the bodies. part: z/(1 + z), 1 without a dashpot. */
VARDEM_INLINE Vec3 sliding_load(const Vec3 &load, const Vec3 &before, double bound, double part)
{
  const double excess = part * (norm(load) - bound), sum = bound + excess;
  const Vec3 q = load - (sum > 0.0 ? 0.5 * excess / sum : 0.0) * before;
  const double size = norm(q);
  return (size > 0.0 ? bound / size : 0.0) * q;
}

/** The spring of a contact that slides, with a dashpot: the solution for F/kt that changes linearly
 *  from `before` to `now`. exp(-z) is 1/(1 + z + z^2/2). */
VARDEM_INLINE Vec3 yielded_spring(const Vec3 &start, const Vec3 &before, const Vec3 &now, double z)
{
  return (1.0 / (1.0 + z + 0.5 * z * z)) *
      (start + (0.5 * z) * before + (0.5 * z * (1.0 + z)) * now);
}

/** Energies that a tangential spring and its dashpot have lost in a step. */
struct TangentialLoss {
  double dashpot, friction;
};

/** The mean load does work on the slip. What the spring does not store, the dashpot takes where the
 *  spring moves, and friction where it slides. F_before, kt_before and F, kt: loads and stiffness
 *  at the step before and now. The work is that of a leapfrog: the load before the touch is
 *  zero. */
VARDEM_INLINE TangentialLoss lost_energies(const SpringStep &step, const Vec3 &F_before,
                                           double kt_before, const Vec3 &F, double kt,
                                           const Vec3 &spring)
{
  const Vec3 mean = 0.5 * (step.part < 1.0 ? F : F_before + F);
  const Vec3 elastic = 0.5 * (kt_before * step.before + kt * spring);
  const double dashpot = dot(mean - elastic, spring - step.start);
  const double stored =
      0.5 * (kt * dot(spring, spring) - kt_before * dot(step.before, step.before));
  return {dashpot, dot(mean, step.slip) - stored - dashpot};
}

/** The same in the step in which the contact opens. before: the spring of the step before, carried
 *  to the present tangent plane. */
VARDEM_INLINE TangentialLoss lost_by_opening(const Vec3 &before, const Vec3 &slip,
                                             const Vec3 &F_before, double kt_before)
{
  const double dashpot = 0.5 * dot(F_before - kt_before * before, slip);
  return {dashpot, 0.5 * (dot(F_before, slip) + kt_before * dot(before, before)) - dashpot};
}

}    // namespace VARDEM
#endif
