// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_ROLLING_H
#define VARDEM_ROLLING_H

#include "kernels/contact/soft_contact.h"

#include <type_traits>

namespace VARDEM {

// --- the resistance of a contact against rolling and twisting ---
//
// Source: Luding, Granular Matter 10, 235 (2008), 2.2; models sds of LAMMPS' pair style granular,
// whose rolling stiffness is KR/R^2. The moment on the first body is M, on the second one -M. Its
// part in the tangent plane resists rolling, and its part along the normal resists twisting:
//   M = -KR q - CR w,   |M| <= mu_r max(N, 0) R,
// where w is the same part of the relative angular velocity and N the force that bounds friction.
// R is the effective radius of two spheres, and the radius of a sphere at a wall. The two springs q
// are the parts of one vector [angle]. They move as the tangential spring does
// (tangential_spring.h): they are carried with the pair, turn with the mean spin of the bodies
// about the normal, and grow by the relative rotation. So a common rotation takes them along and
// changes nothing else. The slider is in series with spring and dashpot, as in Coulomb's law.
//
// Marshall, J. Comput. Phys. 228, 1541 (2009), (32) and (44), has the resistance against twisting
// of a friction that acts in the circle of contact, whose radius is a: kt a^2/2, ct a^2/2, and the
// bound 2/3 a mu max(N, 0). Its stiffness depends on the overlap, so the spring follows as that of
// Hertz' law (tangential_spring.h).

/** A law whose contacts resist rolling and twisting. */
struct RollingLaw {};
template <class Base> struct WithRolling : Base, RollingLaw {
};

template <class NormalForce> VARDEM_INLINE constexpr bool resists_rolling()
{
  return std::is_base_of<RollingLaw, NormalForce>::value;
}

struct TurningStep {
  SpringStep rolling, twisting;
};

/** Spring and dashpot against rolling, or twisting, and what bounds their moment, at one step. */
struct TurningLaw {
  double stiffness, dashpot, bound;
};
struct TurningLaws {
  TurningLaw rolling, twisting;
};

/** At an overlap. circle: circle_at(); kt, ct: tangential spring and dashpot there; critical:
 *  critical_force(). */
VARDEM_INLINE TurningLaws turning_laws(const ContactParameters &law, const SphereContact &c,
                                       double circle, double kt, double ct, double critical)
{
  const TurningResistance &roll = law.rolling, &twist = law.twisting;
  const double N = critical > 0.0 ? critical : 0.0, R = c.wall ? c.distance + c.overlap : c.R;
  const double square = law.marshall * c.R * (circle > 0.0 ? circle : 0.0);
  return {{roll.stiffness, roll.dashpot, roll.friction * N * R},
          {twist.stiffness + 0.5 * kt * square, twist.dashpot + 0.5 * ct * square,
           (twist.friction * R + 2.0 / 3.0 * law.friction * std::sqrt(square)) * N}};
}

/** before: the spring of the step before, in the present directions; slip: relative rotation; k,
 *  k_before: stiffness. */
VARDEM_INLINE SpringStep turned_spring(const Vec3 &before, const Vec3 &slip, const Vec3 &n,
                                       double h, double part, double overlap_before, double twist,
                                       double k_before, double k)
{
  const double kept = k_before < k ? k_before / k : 1.0;
  const Vec3 half = (0.25 * part * (1.0 + kept)) * slip;
  return {before,
          kept * twisted(before, n, twist),
          slip,
          twisted(kept * before + half, n, twist) + half,
          h,
          part,
          overlap_before,
          twist};
}

/** spring: both springs at the step before. v, w1, w2: at the half step between, as for
 *  pair_motion(); part, overlap_before: of the tangential spring. */
VARDEM_INLINE TurningStep turning_step(const Vec3 &spring, const SphereContact &c, const Vec3 &v,
                                       const Vec3 &w1, const Vec3 &w2, double lever, double h,
                                       double part, double overlap_before,
                                       const TurningLaws &before, const TurningLaws &now)
{
  const PairMotion motion = pair_motion({0.0, 0.0, 0.0}, c, v, w1, w2, lever, h);
  // turn: in the directions of the half step, and then in those of now
  const Vec3 turn = h * (w1 - w2), sum = motion.normals, n_before = sum - c.n;
  const double square = dot(sum, sum), along = dot(turn, sum), angle = dot(spring, n_before);
  const Vec3 across = spring - angle * n_before, rolled = turn - (along / square) * sum;
  return {turned_spring(across - (2.0 * dot(across, c.n) / square) * sum,
                        rolled - dot(rolled, c.n) * c.n, c.n, h, part, overlap_before, motion.twist,
                        before.rolling.stiffness, now.rolling.stiffness),
          turned_spring(angle * c.n, (along / std::sqrt(square)) * c.n, c.n, h, part,
                        overlap_before, 0.0, before.twisting.stiffness, now.twisting.stiffness)};
}

struct TurningMoment {
  Vec3 moment;    // on the first body
  Vec3 spring;    // now
  double energy;
  TangentialLoss lost;    // in this step
};

/** The load -M at the step before, from the state of now. law: at the step before; w: the part of
 *  w1 - w2 that the dashpot acts on. */
VARDEM_INLINE TangentialLoad turning_load_before(const TurningLaw &law, const Vec3 &w,
                                                 const SpringStep &step)
{
  const double twice = step.h > 0.0 ? 2.0 / step.h : 0.0;
  TangentialLoad load = {law.stiffness * step.before + law.dashpot * (twice * step.slip - w),
                         law.stiffness, law.dashpot};
  shorten(load.force, law.bound);
  return load;
}

/** What spring and dashpot lose in a step behind which they are gone. */
VARDEM_INLINE TangentialLoss turning_loss(const TurningLaw &law, const Vec3 &w,
                                          const SpringStep &step)
{
  return lost_by_opening(step.before, step.slip, turning_load_before(law, w, step).force,
                         law.stiffness);
}

/** law, law_before: now and at the step before. Across the gap of a bridge there is no contact
 *  circle, so that the spring of twisting marshall is gone. */
VARDEM_INLINE TurningMoment turning_moment(const TurningLaw &law, const TurningLaw &law_before,
                                           const Vec3 &n, const Vec3 &w, const SpringStep &step)
{
  if (!(law.stiffness > 0.0)) return {{}, {}, 0.0, turning_loss(law_before, w, step)};
  const TangentialLoad before = turning_load_before(law_before, w, step);
  TangentialLoad load = {law.stiffness * step.spring + law.dashpot * w, law.stiffness, law.dashpot};
  TurningMoment m = {{}, step.spring, 0.0, {0.0, 0.0}};
  keep_to_bound(step, n, before, law.bound, load, m.spring);
  m.moment = -load.force;
  m.energy = 0.5 * law.stiffness * dot(m.spring, m.spring);
  m.lost =
      lost_energies(step, before.force, law_before.stiffness, load.force, law.stiffness, m.spring);
  return m;
}

/** Of rolling and twisting together. w: w1 - w2 that the dashpots act on. */
VARDEM_INLINE TurningMoment turning_moment(const TurningLaws &law, const TurningLaws &before,
                                           const Vec3 &n, const Vec3 &w, const TurningStep &step)
{
  const Vec3 along = dot(w, n) * n;
  const TurningMoment a = turning_moment(law.rolling, before.rolling, n, w - along, step.rolling),
                      b = turning_moment(law.twisting, before.twisting, n, along, step.twisting);
  return {a.moment + b.moment,
          a.spring + b.spring,
          a.energy + b.energy,
          {a.lost.dashpot + b.lost.dashpot, a.lost.friction + b.lost.friction}};
}

/** What both springs and dashpots lose in the step in which the contact opens. */
VARDEM_INLINE TangentialLoss turning_loss_by_opening(const TurningLaws &before, const Vec3 &n,
                                                     const Vec3 &w, const TurningStep &step)
{
  const Vec3 along = dot(w, n) * n;
  const TangentialLoss a = turning_loss(before.rolling, w - along, step.rolling),
                       b = turning_loss(before.twisting, along, step.twisting);
  return {a.dashpot + b.dashpot, a.friction + b.friction};
}

}    // namespace VARDEM
#endif
