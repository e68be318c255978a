// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FRICTIONAL_IMPACT_H
#define VARDEM_FRICTIONAL_IMPACT_H

#include "kernels/rigid/coulomb_cone.h"
#include "kernels/rigid/impact.h"
#include "kernels/rigid/lever_row.h"
#include "kernels/rigid/pushing_out.h"

namespace VARDEM {

// --- a contact with friction in one step: weights, compliance, target ---
//
// Derivation: doc/notes/friction.md 1. A step finds impulses g with F = v + R g - target, where v
// is the velocity at the point at the end of the step and R the compliance: the contact acts as
// springs k_n = kappa/(w_n h^2) and k_t = 1/(R_t h^2). Their deflections are R g h: the normal one
// is the overlap, and the tangential one follows from the impulse of the last step. Targets
// contain what the compliance of an impact would take, so that an impact of two bodies is exact
// for any compliance.

/** What a user chooses: k_n h^2 w_n, and R_t/w_t. */
struct ContactCompliance {
  double kappa = 40.0, sigma = 0.1;
};

/** The weights of a contact; w_t is the mean of both tangential directions. */
template <class Levers, class Inverse>
VARDEM_INLINE ContactWeights weights_of(const Levers &levers, const Inverse &a, const Inverse &b,
                                        const ContactCompliance &compliance)
{
  const double trace = velocity_of_impulse(levers, a, b, Vec3{1.0, 0.0, 0.0}).x +
      velocity_of_impulse(levers, a, b, Vec3{0.0, 1.0, 0.0}).y +
      velocity_of_impulse(levers, a, b, Vec3{0.0, 0.0, 1.0}).z;
  const double normal = dot(levers.n, velocity_of_impulse(levers, a, b, levers.n)),
               tangential = 0.5 * (trace - normal);
  return {normal, tangential, normal / compliance.kappa, compliance.sigma * tangential};
}

/** Of two spheres, without the detour. */
VARDEM_INLINE ContactWeights weights_of(const SphereLevers &levers, const InverseSphere &a,
                                        const InverseSphere &b, const ContactCompliance &compliance)
{
  const double normal = a.mass + b.mass,
               tangential = normal + levers.first * levers.first * a.moment +
      levers.second * levers.second * b.moment;
  return {normal, tangential, normal / compliance.kappa, compliance.sigma * tangential};
}

/** Of the moment that resists rolling, with the compliance of friction. */
template <class Levers, class Inverse>
VARDEM_INLINE RollingWeights rolling_weights_of(const Levers &levers, const Inverse &a,
                                                const Inverse &b, double bound,
                                                const ContactCompliance &compliance)
{
  const double r = levers.rolling_radius(),
               weight = r * r * (a.turn_across(levers.n) + b.turn_across(levers.n));
  return {bound, weight, compliance.sigma * weight};
}

/** What a contact brings into a step. */
struct FrictionalState {
  double gap;            // < 0: overlap
  Vec3 velocity;         // at the point, at the start of the step
  Vec3 free_velocity;    // at its end, without contact forces
  Vec3 before;           // impulse of the last step; across the normal, that of springs only
  double slow;           // bodies that approach no faster have no impact
  double restitution;    // Newton's e
};

struct FrictionalTarget {
  Vec3 velocity;
  bool hit;         // do bodies hit each other that have not pressed each other before?
  Vec3 rebound;     // of these: the velocity without slip, if there were no compliance
  bool approach;    // do they approach faster than loads make them, pressed or not?
  bool impact;      // does the law of impact ask for more than the springs do?
};

/** Bodies that approach no faster than this have no impact: loads of two steps may do it, those of
 *  either body, also where both fall together, or round-off. Their contact keeps its springs. */
VARDEM_INLINE double slow_approach(double load_speed_i, double load_speed_j, double round_off)
{
  return 2.0 * (load_speed_i > load_speed_j ? load_speed_i : load_speed_j) + round_off;
}

/** Bodies that pressed each other before keep their springs, and rebound where restitution asks for
 *  more than these. */
VARDEM_INLINE FrictionalTarget target_of(const FrictionalState &c, const Vec3 &n,
                                         const ContactWeights &w, double h, const PushingOut &out)
{
  const double rate = dot(c.velocity, n), free_rate = dot(c.free_velocity, n);
  const double before = dot(c.before, n);
  const bool pressed = before > 0.0;
  const GapTarget gap = target_of(RigidGap{c.gap, rate, free_rate}, pressed ? 0.0 : c.restitution,
                                  h, out.limit(-c.gap / h, before * w.normal_compliance), c.slow);
  const double rebound = pressed ? -c.restitution * rate : gap.rate;
  const double corrected = rebound + (rebound - free_rate) * w.normal_compliance / w.normal;
  if (pressed || !gap.hit) {
    const bool impact = gap.hit && corrected > gap.rate;
    const Vec3 springs = w.tangential_compliance * (c.before - before * n);
    return {(impact ? corrected : gap.rate) * n + springs, false, {}, gap.hit, impact};
  }
  const Vec3 free_slip = c.free_velocity - free_rate * n;
  return {corrected * n - (w.tangential_compliance / w.tangential) * free_slip, true, gap.rate * n,
          true, true};
}

/** Poisson's law of impact: the least normal impulse of a contact, whose compression has ended with
 *  the normal impulse `compression`. What loads have pressed is not given back: those of this step
 *  where bodies hit each other, otherwise those of the last one. 0: nothing is given back. e: of
 *  restitution, which the compression does not have. */
VARDEM_INLINE double least_impulse(const FrictionalState &c, const Vec3 &n, const ContactWeights &w,
                                   double e, bool hit, double compression)
{
  const double loads = hit ? dot(c.velocity - c.free_velocity, n) / w.normal : dot(c.before, n);
  const double shock = compression - loads;
  const bool gives_back = compression > 0.0 && shock * w.normal > (hit ? 0.0 : c.slow);
  return gives_back ? compression + e * shock : 0.0;
}

/** A contact of bodies that no other contact acts on, and its impulse: normal part, tangential part
 *  and moment over the rolling radius are found in turn, as the motion depends on all of them. */
template <class Levers, class Inverse> struct LoneContact {
  const Levers &levers;
  const Inverse &a, &b;
  double along_wall, across_wall;    // inverse masses of a free wall in place of b, or 0
  ContactWeights w;
  RollingWeights roll;    // bound 0: no moment
  double mu, least;       // least: of the normal part
  RollingPair F;          // velocity less its goal: at first without the impulse
  RollingPair of_normal = after_push(levers.n);
  double along = 0.0;
  Vec3 across = {0.0, 0.0, 0.0}, moment = {0.0, 0.0, 0.0};

  /** Returns by how much the impulse changes. */
  VARDEM_INLINE double improve()
  {
    const Vec3 &n = levers.n;
    const double before = along;
    along = std::fmax(least, along - dot(F.point, n) / w.normal);
    F = F + (along - before) * of_normal;
    const Vec3 g = move(across, F.point - dot(F.point, n) * n, w.tangential, mu);
    F = F + after_push(g);
    double change = std::fabs(along - before) + norm(g);
    if (!(roll.bound > 0.0)) return change;
    const Vec3 m = move(moment, F.roll, roll.weight, roll.bound);
    F = F + after_turn(levers.rolling_radius() * m);
    return change + norm(m);
  }

 private:
  /** Returns the change. A weight is the mean of two directions, of which either may have twice as
   *  much. */
  VARDEM_INLINE Vec3 move(Vec3 &part, const Vec3 &across_n, double weight, double bound) const
  {
    const Vec3 before = part, pull = part - across_n / (2.0 * weight);
    part = shortened(pull, norm(pull), bound * along);
    return part - before;
  }
  VARDEM_INLINE RollingPair after_push(const Vec3 &g) const
  {
    Vec3 A[2] = {}, B[2] = {};
    push_body(levers, a, g, true, A);
    push_body(levers, b, g, false, B);
    const Vec3 normal = dot(g, levers.n) * levers.n,
               of_wall = along_wall * normal + across_wall * (g - normal);
    return {levers.velocity(A, B) + of_wall, rolling_velocity(levers, A, B)};
  }
  VARDEM_INLINE RollingPair after_turn(const Vec3 &M) const
  {
    Vec3 A[2] = {}, B[2] = {};
    turn_body(a, M, true, A);
    turn_body(b, M, false, B);
    return {levers.velocity(A, B), rolling_velocity(levers, A, B)};
  }
};

/** The target of an impact of two bodies that are no spheres: the rebound, and what the compliance
 *  takes from the impulse of this contact alone. Moments have none. Where much friction or a large
 *  moment presses the contact or lifts it, there may be no such impulse (Painleve): then it is that
 *  without friction. */
template <class Levers, class Inverse>
VARDEM_INLINE Vec3 lone_impact(LoneContact<Levers, Inverse> contact, const Vec3 &rebound)
{
  constexpr int MOST = 1000;
  constexpr double ROUND_OFF = 1e-13;
  const ContactWeights &w = contact.w;
  const Vec3 &n = contact.levers.n;
  const double alone = std::fmax(contact.least, -dot(contact.F.point, n) / w.normal),
               small = ROUND_OFF * (alone + norm(contact.F.point) / w.normal);
  for (int k = 0; k < MOST; k++)
    if (contact.improve() <= small)
      return rebound + w.normal_compliance * contact.along * n +
          w.tangential_compliance * contact.across;
  return rebound + w.normal_compliance * alone * n;
}

/** An impulse of the last step where the contact has turned since: its parts along and across the
 *  normal keep their sizes. */
VARDEM_INLINE Vec3 turned_impulse(double normal, const Vec3 &across, const Vec3 &n)
{
  const Vec3 flat = across - dot(across, n) * n;
  const double length = norm(flat);
  return normal * n + (length > 0.0 ? norm(across) / length : 0.0) * flat;
}

}    // namespace VARDEM
#endif
