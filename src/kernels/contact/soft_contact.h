// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SOFT_CONTACT_H
#define VARDEM_SOFT_CONTACT_H

#include "kernels/contact/full_step_velocity.h"
#include "kernels/contact/normal_force.h"
#include "kernels/contact/tangential_spring.h"

namespace VARDEM {

// --- the force of one soft contact ---
//
// Source: De Klerk et al., arXiv:2103.01757, (20)-(27), corrected in doc/notes/soft-contacts.md
// 1.2. The force on the first body is -N n + T, with
//   N = k a_p d + c_n (closing speed),     a_p = power_radius(d) of the normal force,
//   T = -kt s - c_t (sliding velocity),    kt proportional to a_p, s the tangential spring.
// With friction, |T| <= mu max(N, 0): a slider is in series with spring and dashpot
// (tangential_spring.h). The force on the second body is the opposite one. The moment on each body
// about its centre is lever n x T. These functions change nothing: they may be called for any trial
// state.
//
// A law that can pull (NormalForce::CAN_PULL) has
//   elastic(law, d, R)       its ElasticForce at any overlap d that holds. The energy is zero where
//                            a contact begins
//   critical(law, N, d, R)   the force that bounds friction in place of N
//   BEYOND_TOUCH             may a contact hold across a gap?
// and only if it may:
//   reach(law, R, held)      a contact holds while the gap is below this; held: did it hold at the
//                            step before?
//   REMEMBERS                does reach() depend on `held`? Then contacts have a memory, also
//                            without friction
//   circle(law, d, R)        a^2/R of the circle of contact, whose radius is a. It is 0 where there
//                            is none, and gives the tangential stiffness in place of d
// Other laws act on bodies that overlap, and N bounds friction.

constexpr int MOST_OWN = 3;    // a law has no more coefficients of its own

/** How a contact resists rolling, or twisting (rolling.h). */
struct TurningResistance {
  double stiffness;    // KR or KT [torque/angle]; 0: it does not
  double friction;     // mu_r or mu_t
  double dashpot;      // CR or CT [torque time/angle]
};

/** A bridge of liquid (bridge.h). */
struct BridgeParameters {
  double strength;    // 4 pi gamma cos(theta) [force/length]
  double volume;      // 0: there is none
  double width;       // 1 + theta/2
};

/** Coefficients of the contacts of two kinds of bodies. */
struct ContactParameters {
  double stiffness;    // K: k = K + modulus size_factor(R) [force/length^(p-1)]
  double modulus;      // [force/length] for Hooke, [force/length^2] for Hertz: 4/3 E*
  Dashpot normal, tangential;
  double tangential_stiffness;    // KT: kt = (KT + tangential_modulus size_factor(R)) a_p
  double tangential_modulus;      // as modulus; 8 G* for Hertz and Mindlin
  double friction;                // mu
  // 0 with friction, otherwise UNLIMITED: a tangential force that is never reached
  double unlimited;
  double lever;            // as for touching()
  double own[MOST_OWN];    // of the law: NormalForce::KEYWORDS, or those of WithCohesion
  BridgeParameters bridge;
  TurningResistance rolling, twisting;    // of WithRolling
  double marshall;                        // 1: twisting is that of Marshall; 0: it is not
};

constexpr double UNLIMITED = 1.0e150;    // its square is finite

/** False for the law of a wall with particles on which it does not act. */
VARDEM_INLINE bool acts(const ContactParameters &law)
{
  return law.stiffness > 0.0 || law.modulus > 0.0;
}

VARDEM_INLINE bool has_spring(const ContactParameters &law)
{
  return law.tangential_stiffness > 0.0 || law.tangential_modulus > 0.0;
}

struct ElasticForce {
  double force, tangent, energy;    // at this overlap
  double a;                         // contact radius, for dashpots; < 0: none acts
  double kt;                        // tangential stiffness [force/length]
  double damped;                    // stiffness of which dashpots by_root are a part, >= 0
};

template <class NormalForce>
VARDEM_INLINE ElasticForce elastic_force(const ContactParameters &law, double overlap, double R)
{
  if constexpr (NormalForce::CAN_PULL)
    return NormalForce::elastic(law, overlap, R);
  else {
    const double size = NormalForce::size_factor(R), a = NormalForce::power_radius(overlap);
    const double k = stiffness_of(law.stiffness, law.modulus, size);
    const double tangent = NormalForce::tangent(k, a);
    return {NormalForce::force(k, overlap, a),
            tangent,
            NormalForce::energy(k, overlap, a),
            size * a,
            (law.tangential_stiffness + law.tangential_modulus * size) * a,
            tangent};
  }
}

/** The gap of two surfaces below which they are in contact. R: effective radius; held: were they
 *  at the step before? */
template <class NormalForce>
VARDEM_INLINE double reach_of(const ContactParameters &law, double R, bool held)
{
  if constexpr (beyond_touch<NormalForce>())
    return NormalForce::reach(law, R, held);
  else
    return 0.0;
}

/** The same as a distance, where the surfaces touch at the distance `touch`. */
template <class NormalForce>
VARDEM_INLINE double reach_from(double touch, const ContactParameters &law, double R, bool held)
{
  if constexpr (beyond_touch<NormalForce>())
    return touch + NormalForce::reach(law, R, held);
  else
    return touch;
}

struct ContactDashpots {
  double normal, tangential;
};

/** SQRT_DASHPOT: has any law a dashpot by_root? Otherwise its square roots are left out. */
template <class NormalForce, bool SQRT_DASHPOT>
VARDEM_INLINE ContactDashpots dashpots(const ContactParameters &law, const ElasticForce &elastic,
                                       double kt, double m)
{
  if constexpr (beyond_touch<NormalForce>())
    if (elastic.a < 0.0) return {0.0, 0.0};
  if constexpr (SQRT_DASHPOT)
    return {coefficient(law.normal, m, elastic.a, elastic.damped),
            coefficient(law.tangential, m, elastic.a, kt)};
  else
    return {mass_coefficient(law.normal, m, elastic.a),
            mass_coefficient(law.tangential, m, elastic.a)};
}

/** The surface of a sphere moves more easily than its centre, 1/m + R^2/I = 3.5/m: how fast the
 *  dashpots alone slow down two bodies, times the effective mass. */
constexpr double SURFACE_MOBILITY = 3.5;

VARDEM_INLINE double fastest(const ContactDashpots &c)
{
  const double across = SURFACE_MOBILITY * c.tangential;
  return c.normal > across ? c.normal : across;
}

// What dashpots make of full-step velocities, and of others, of which they leave nothing out.
// These are overloads, because no compiler drops a product with zero.

VARDEM_INLINE double left_out(const FullStepContactVelocity &v, const ContactDashpots &c)
{
  return left_out(v.time_per_mass * fastest(c));
}
VARDEM_INLINE double left_out(const ContactVelocity &, const ContactDashpots &)
{
  return 0.0;
}

VARDEM_INLINE ContactVelocity without(const FullStepContactVelocity &v, double part)
{
  return {v.now.closing - part * v.change.closing, v.now.sliding - part * v.change.sliding};
}
VARDEM_INLINE ContactVelocity without(const ContactVelocity &v, double)
{
  return v;
}

VARDEM_INLINE const ContactVelocity &now(const FullStepContactVelocity &v)
{
  return v.now;
}
VARDEM_INLINE const ContactVelocity &now(const ContactVelocity &v)
{
  return v;
}

/** mobility: inverse mass on which the dashpot c acts, times the effective mass. */
VARDEM_INLINE double power_factor(const FullStepContactVelocity &v, double part, double c,
                                  double inverse_effective_mass)
{
  return power_factor(part, v.time_per_mass * c * inverse_effective_mass);
}
VARDEM_INLINE double power_factor(const ContactVelocity &, double, double, double)
{
  return 1.0;
}

struct ContactForce {
  double normal;      // N, > 0 if the bodies repel each other
  Vec3 tangential;    // T, on the first body
  double energy;      // of the springs
  // what dashpots and sliding take, >= 0: powers now, and, of the tangential spring and its
  // dashpot, energies in this step
  double dashpot_power, friction_power;
  TangentialLoss lost;
};

/** The force that bounds friction. */
template <class NormalForce>
VARDEM_INLINE double critical_force(const ContactParameters &law, double normal, double overlap,
                                    double R)
{
  if constexpr (NormalForce::CAN_PULL)
    return NormalForce::critical(law, normal, overlap, R);
  else
    return normal;
}

/** The largest tangential force of a law that only pushes. */
VARDEM_INLINE double friction_bound(const ContactParameters &law, double normal)
{
  return law.friction * (normal > 0.0 ? normal : 0.0) + law.unlimited;
}

/** The same of any law. */
template <class NormalForce>
VARDEM_INLINE double friction_bound(const ContactParameters &law, double normal, double overlap,
                                    double R)
{
  return friction_bound(law, critical_force<NormalForce>(law, normal, overlap, R));
}

/** Shortens a force to the bound; returns by which factor. */
VARDEM_INLINE double shorten(Vec3 &force, double bound)
{
  const double square = dot(force, force);
  if (!(square > bound * bound)) return 1.0;
  const double factor = bound / std::sqrt(square);
  force = factor * force;
  return factor;
}

/** Without tangential springs: the dashpot acts, up to Coulomb's bound where there is friction.
 *  Velocity: a ContactVelocity, or one at the step. m: effective mass. */
template <class NormalForce, bool SQRT_DASHPOT, class Velocity>
VARDEM_INLINE ContactForce contact_force(const ContactParameters &law, const SphereContact &c,
                                         const Velocity &v, double m)
{
  const ElasticForce elastic = elastic_force<NormalForce>(law, c.overlap, c.R);
  const ContactDashpots dash = dashpots<NormalForce, SQRT_DASHPOT>(law, elastic, 0.0, m);
  const double part = left_out(v, dash);
  const ContactVelocity felt = without(v, part);
  const double normal = elastic.force + dash.normal * felt.closing;
  Vec3 tangential = -dash.tangential * felt.sliding;
  const bool sliding =
      shorten(tangential, friction_bound<NormalForce>(law, normal, c.overlap, c.R)) < 1.0;
  // a force at its bound does not depend on the velocity, so it does work on that of the
  // extrapolation
  const double stuck = power_factor(v, part, dash.tangential, SURFACE_MOBILITY);
  const double power = sliding ? -dot(tangential, now(v).sliding)
                               : -stuck * dot(tangential, felt.sliding);
  const double taken =
      dash.normal * felt.closing * felt.closing * power_factor(v, part, dash.normal, 1.0);
  return {
      normal,    tangential, elastic.energy, sliding ? taken : taken + power, sliding ? power : 0.0,
      {0.0, 0.0}};
}

/** The tangential load -T, and the springs and dashpots that carry it. */
struct TangentialLoad {
  Vec3 force;
  double kt, ct;
  double normal = 0.0;    // N; load_before() sets it
};

/** The load at the step before, from the state of now: it is not kept. With the velocities that
 *  dashpots have acted on at the step before: those of the half step twice, minus those of now, if
 *  no change was left out. Of a contact that begins: that at the touch. */
template <class NormalForce, bool SQRT_DASHPOT, class Velocity>
VARDEM_INLINE TangentialLoad load_before(const ContactParameters &law, const SphereContact &c,
                                         const Velocity &v, double m, const SpringStep &step)
{
  const double twice = step.h > 0.0 ? 2.0 / step.h : 0.0;
  const ElasticForce elastic = elastic_force<NormalForce>(law, step.overlap_before, c.R);
  const ContactDashpots dash = dashpots<NormalForce, SQRT_DASHPOT>(law, elastic, elastic.kt, m);
  const ContactVelocity later = without(v, -left_out(v, dash));
  const double closing = twice / step.part * (c.overlap - step.overlap_before) - later.closing;
  const double normal = elastic.force + dash.normal * closing;
  Vec3 load = elastic.kt * step.before + dash.tangential * (twice * step.slip - later.sliding);
  shorten(load, friction_bound<NormalForce>(law, normal, step.overlap_before, c.R));
  return {load, elastic.kt, dash.tangential, normal};
}

/** A contact with a dashpot slides: sets the load and the spring. load: without a bound; before:
 *  load_before(). */
VARDEM_INLINE void slide(const SpringStep &step, const Vec3 &n, const TangentialLoad &before,
                         double bound, TangentialLoad &load, Vec3 &spring)
{
  const double now = load.kt / load.ct,
               z = 0.5 * step.h * step.part *
      (now + (before.ct > 0.0 ? before.kt / before.ct : now));
  const Vec3 turned = twisted(before.force, n, step.twist);
  load.force = sliding_load(load.force, turned, bound, z / (1.0 + z));
  if (load.kt > 0.0)
    spring =
        yielded_spring(step.start, (1.0 / (before.kt > load.kt ? before.kt : load.kt)) * turned,
                       (1.0 / load.kt) * load.force, z);
}

/** Sets the load and the spring of a contact whose load would exceed the bound. load: without a
 *  bound, with step.spring; before: load_before(). */
VARDEM_INLINE void keep_to_bound(const SpringStep &step, const Vec3 &n,
                                 const TangentialLoad &before, double bound, TangentialLoad &load,
                                 Vec3 &spring)
{
  if (!(dot(load.force, load.force) > bound * bound)) return;
  if (load.ct > 0.0)
    slide(step, n, before, bound, load, spring);
  else {
    load.force = sliding_load(load.force, load.kt * step.start, bound, 1.0);
    spring = (1.0 / load.kt) * load.force;
  }
}

/** With a tangential spring. It is set to its value now: step.spring, or less if the contact
 *  slides. */
template <class NormalForce, bool SQRT_DASHPOT, class Velocity>
VARDEM_INLINE ContactForce contact_force(const ContactParameters &law, const SphereContact &c,
                                         const Velocity &v, double m, const SpringStep &step,
                                         Vec3 &spring)
{
  const ElasticForce elastic = elastic_force<NormalForce>(law, c.overlap, c.R);
  const double kt = elastic.kt;
  const ContactDashpots dash = dashpots<NormalForce, SQRT_DASHPOT>(law, elastic, kt, m);
  const double part = left_out(v, dash);
  const ContactVelocity felt = without(v, part);
  const double normal = elastic.force + dash.normal * felt.closing;
  const double bound = friction_bound<NormalForce>(law, normal, c.overlap, c.R);
  TangentialLoad load = {kt * step.spring + dash.tangential * felt.sliding, kt, dash.tangential};
  const TangentialLoad before = load_before<NormalForce, SQRT_DASHPOT>(law, c, v, m, step);
  spring = step.spring;
  keep_to_bound(step, c.n, before, bound, load, spring);
  return {normal,
          -load.force,
          elastic.energy + 0.5 * kt * dot(spring, spring),
          dash.normal * felt.closing * felt.closing * power_factor(v, part, dash.normal, 1.0),
          0.0,
          lost_energies(step, before.force, before.kt, load.force, kt, spring)};
}

/** The energy that a contact still has when it opens. It is lost. */
template <class NormalForce>
VARDEM_INLINE double energy_at_opening(const ContactParameters &law, double R)
{
  if constexpr (beyond_touch<NormalForce>())
    return NormalForce::elastic(law, -NormalForce::reach(law, R, true), R).energy;
  else
    return 0.0;
}

/** What has happened to a spring in the step in which the contact opens. c: the two bodies now.
 *  spring: at the step before; u, w1, w2: at the half step between, as for spring_step(). */
VARDEM_INLINE SpringStep opening_step(const Vec3 &spring, const SphereContact &c, const Vec3 &u,
                                      const Vec3 &w1, const Vec3 &w2, double lever, double h)
{
  const PairMotion motion = pair_motion(spring, c, u, w1, w2, lever, h);
  return {motion.carried, {}, motion.slip, {}, h, 1.0, motion.overlap_before, 0.0};
}

/** What a contact loses in the step in which it opens: its tangential spring and the dashpot of
 *  that, and energy_at_opening(), which counts as taken by a dashpot. c: the two bodies now,
 *  beyond reach_of(). v: velocities now; step: opening_step(). */
template <class NormalForce, bool SQRT_DASHPOT, class Velocity>
VARDEM_INLINE TangentialLoss opening_loss(const ContactParameters &law, const SphereContact &c,
                                          const Velocity &v, double m, const SpringStep &step)
{
  const double left = energy_at_opening<NormalForce>(law, c.R);
  if (!(step.overlap_before > -reach_of<NormalForce>(law, c.R, true))) return {left, 0.0};
  const TangentialLoad before = load_before<NormalForce, SQRT_DASHPOT>(law, c, v, m, step);
  TangentialLoss lost = lost_by_opening(step.before, step.slip, before.force, before.kt);
  if constexpr (beyond_touch<NormalForce>()) lost.dashpot += left;
  return lost;
}

/** Force on the first body. */
VARDEM_INLINE Vec3 total_force(const SphereContact &c, const ContactForce &f)
{
  return f.tangential - f.normal * c.n;
}

/** n x T: times the lever arm of a body this is the moment on it. */
VARDEM_INLINE Vec3 moment_per_lever(const SphereContact &c, const ContactForce &f)
{
  return cross(c.n, f.tangential);
}

}    // namespace VARDEM
#endif
