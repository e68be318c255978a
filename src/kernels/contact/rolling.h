// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_ROLLING_H
#define VARDEM_ROLLING_H

#include "kernels/contact/soft_contact.h"

namespace VARDEM {

// --- the resistance of a contact against rolling ---
//
// Source: Luding, Granular Matter 10, 235 (2008), 2.2; model sds of LAMMPS' pair style granular,
// whose stiffness is KR/R^2. The moment on the first body is M, on the second one -M, with
//   M = -KR q - CR w,   |M| <= mu_r max(N, 0) R,
// where w is the relative angular velocity in the tangent plane and N the force that bounds
// friction. The spring q is a vector in this plane [angle]. It moves as the tangential spring does
// (tangential_spring.h): it is carried with the pair, turns with the mean spin of the bodies about
// the normal, and grows by the relative rotation. So a common rotation takes it along and changes
// nothing else. The slider is in series with spring and dashpot, as in Coulomb's law.

struct RollingParameters {
  double stiffness;    // KR > 0 [torque/angle]
  double friction;     // mu_r
  double dashpot;      // CR [torque time/angle]
};

/** w1 - w2 in the tangent plane. */
VARDEM_INLINE Vec3 rolling_velocity(const SphereContact &c, const Vec3 &w1, const Vec3 &w2)
{
  const Vec3 w = w1 - w2;
  return w - dot(w, c.n) * c.n;
}

/** What happens to the spring q in a step. v, w1, w2: at the half step between, as for
 *  pair_motion(); part, overlap_before: of the tangential spring. */
VARDEM_INLINE SpringStep rolling_step(const Vec3 &q, const SphereContact &c, const Vec3 &v,
                                      const Vec3 &w1, const Vec3 &w2, double lever, double h,
                                      double part, double overlap_before)
{
  const PairMotion motion = pair_motion(q, c, v, w1, w2, lever, h);
  // in the tangent plane of the half step, and in that of now
  const Vec3 turn = h * (w1 - w2), &sum = motion.normals;
  const Vec3 rolled = turn - (dot(turn, sum) / dot(sum, sum)) * sum;
  SpringStep step = {motion.carried,
                     twisted(motion.carried, c.n, motion.twist),
                     rolled - dot(rolled, c.n) * c.n,
                     {},
                     h,
                     part,
                     overlap_before,
                     motion.twist};
  const Vec3 half = (0.5 * part) * step.slip;
  step.spring = twisted(motion.carried + half, c.n, motion.twist) + half;
  return step;
}

struct RollingMoment {
  Vec3 moment;    // on the first body
  Vec3 spring;    // now
  double energy;
  TangentialLoss lost;    // in this step
};

/** The load -M at the step before, from the state of now. w: rolling_velocity() that the dashpot
 *  acts on; bound: at the step before. */
VARDEM_INLINE TangentialLoad rolling_load_before(const RollingParameters &law, const Vec3 &w,
                                                 double bound, const SpringStep &step)
{
  const double twice = step.h > 0.0 ? 2.0 / step.h : 0.0;
  TangentialLoad load = {law.stiffness * step.before + law.dashpot * (twice * step.slip - w),
                         law.stiffness, law.dashpot};
  shorten(load.force, bound);
  return load;
}

/** bound, bound_before: mu_r max(N, 0) R now and at the step before. */
VARDEM_INLINE RollingMoment rolling_moment(const RollingParameters &law, const SphereContact &c,
                                           const Vec3 &w, double bound, double bound_before,
                                           const SpringStep &step)
{
  const TangentialLoad before = rolling_load_before(law, w, bound_before, step);
  TangentialLoad load = {law.stiffness * step.spring + law.dashpot * w, law.stiffness, law.dashpot};
  RollingMoment m = {{}, step.spring, 0.0, {0.0, 0.0}};
  keep_to_bound(
      step, c.n,
      [&] {
        return before;
      },
      bound, load, m.spring);
  m.moment = -load.force;
  m.energy = 0.5 * law.stiffness * dot(m.spring, m.spring);
  m.lost = lost_energies(step, before.force, law.stiffness, load.force, law.stiffness, m.spring);
  return m;
}

}    // namespace VARDEM
#endif
