// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_GRAIN_FORCES_H
#define VARDEM_GRAIN_FORCES_H

#include "kernels/contact/rolling.h"

#include <type_traits>

namespace VARDEM {

// --- the soft contact of two grains in a force loop: from their positions and velocities to force
//     and moments

/** How the tangential springs of a force loop move. NONE, NONE_FULL_STEP: there are none.
 *  HALF_STEP: dashpots act on the half-step velocities, by which springs grow. With FULL_STEP
 *  dashpots act on the full-step velocities, so both velocities are needed. WEAK: the same for
 *  dashpots that leave no change out (full_step_velocity.h). */
enum class TangentialMemory { NONE, NONE_FULL_STEP, HALF_STEP, FULL_STEP, FULL_STEP_WEAK };

VARDEM_INLINE constexpr bool has_springs(TangentialMemory s)
{
  return s != TangentialMemory::NONE && s != TangentialMemory::NONE_FULL_STEP;
}
VARDEM_INLINE constexpr bool may_leave_out(TangentialMemory s)
{
  return s == TangentialMemory::NONE_FULL_STEP || s == TangentialMemory::FULL_STEP;
}
VARDEM_INLINE constexpr bool has_both_velocities(TangentialMemory s)
{
  return may_leave_out(s) || s == TangentialMemory::FULL_STEP_WEAK;
}

/** A choice of TangentialMemory as a type. */
template <TangentialMemory SPRINGS>
using MemoryConstant = std::integral_constant<TangentialMemory, SPRINGS>;

/** Calls f with the MemoryConstant of a force loop. full_step: do dashpots act on full-step
 *  velocities? Without springs this is asked of `loose`: without dashpots nobody has these
 *  velocities. A law that resists rolling always has springs. */
template <class NormalForce, class F>
void with_memory(bool springs, bool full_step, bool loose, const F &f)
{
  constexpr bool ALWAYS = resists_rolling<NormalForce>();
  if ((springs || ALWAYS) && full_step)
    f(MemoryConstant<TangentialMemory::FULL_STEP>());
  else if (springs || ALWAYS)
    f(MemoryConstant<TangentialMemory::HALF_STEP>());
  else if constexpr (ALWAYS)
    return;
  else if (loose)
    f(MemoryConstant<TangentialMemory::NONE_FULL_STEP>());
  else
    f(MemoryConstant<TangentialMemory::NONE>());
}

/** Calls f with this truth as a type. */
template <class F> void with_bool(bool truth, const F &f)
{
  if (truth)
    f(std::true_type());
  else
    f(std::false_type());
}

/** The time of a step. kick: change of velocity over force and inverse mass; 0 if dashpots shall
 *  leave no change out (full_step_velocity.h). */
struct StepTime {
  double h;    // by which springs move; 0 in a set-up
  double kick;

  VARDEM_INLINE StepTime(double h_in = 0.0, double kick_in = 0.0) : h(h_in), kick(kick_in) {}
};

struct GrainVelocities {
  Vec3 v;         // of the first centre minus that of the second
  Vec3 w1, w2;    // angular velocities
};

/** What the force of a contact depends on but for the positions. */
struct ContactState {
  double inverse_mass;     // of the bodies, sum of both
  GrainVelocities now;     // those that dashpots act on
  GrainVelocities half;    // of the half step; only of FULL_STEP and NONE_FULL_STEP
  Vec3 spring;             // at the step before; only with springs
};

/** The same of a law that resists rolling. */
struct TurningState : ContactState {
  Vec3 turning;    // its springs at the step before
};

template <class NormalForce>
using StateOf =
    typename std::conditional<resists_rolling<NormalForce>(), TurningState, ContactState>::type;

/** Two grains that overlap. */
template <class State> struct GrainPairWith {
  Vec3 e;    // from the first centre to the second
  double R1, R2;
  State state;
};
typedef GrainPairWith<ContactState> GrainPair;

struct GrainForces {
  Vec3 force;                 // on the first grain; the opposite force acts on the second
  Vec3 moment;                // times the lever of a grain: the moment on it
  double lever_1, lever_2;    // from the centres to the contact point
  Vec3 spring;                // now
  // as in ContactForce
  double energy, dashpot_power, friction_power;
  TangentialLoss lost;
};

/** The same of a law that resists rolling. */
struct TurningForces : GrainForces {
  Vec3 couple;     // on the first grain; the opposite one acts on the second
  Vec3 turning;    // springs now
};

struct GrainContact {
  SphereContact contact;
  ContactVelocity velocity;
  ContactForce force;    // on the first grain
  Vec3 spring;           // now
};

/** The same of a law that resists rolling. The energy and the losses of the force have those of
 *  rolling and twisting, too. */
struct TurningContact : GrainContact {
  Vec3 couple, turning;    // as in TurningForces
};

/** The mass with which two bodies resist a force between them. 0 if neither can move: then their
 *  dashpots by_mass and by_root do nothing. inverse: sum of their inverse masses. */
VARDEM_INLINE double effective_mass(double inverse)
{
  return inverse > 0.0 ? 1.0 / inverse : 0.0;
}

/** Of these velocities of the grains and their change in the half step. */
VARDEM_INLINE FullStepContactVelocity velocity_full_step(const SphereContact &c,
                                                         const GrainVelocities &now,
                                                         const GrainVelocities &change,
                                                         double time_per_mass)
{
  return {contact_velocity(c, now.v, now.w1, now.w2),
          contact_velocity(c, change.v, change.w1, change.w2), time_per_mass};
}

VARDEM_INLINE FullStepContactVelocity velocity_full_step(const SphereContact &c,
                                                         const ContactState &state, double kick)
{
  const GrainVelocities &now = state.now, &half = state.half;
  return velocity_full_step(c, now, {now.v - half.v, now.w1 - half.w1, now.w2 - half.w2},
                            kick * state.inverse_mass);
}

/** The velocity that contact_force() needs. */
template <TangentialMemory SPRINGS>
VARDEM_INLINE auto velocity_of(const SphereContact &c, const ContactState &state, double kick)
{
  if constexpr (may_leave_out(SPRINGS))
    return velocity_full_step(c, state, kick);
  else
    return contact_velocity(c, state.now.v, state.now.w1, state.now.w2);
}

/** The TurningLaws at the step before. Arguments: as for load_before(). */
template <class NormalForce, bool SQRT_DASHPOT, class Velocity>
VARDEM_INLINE TurningLaws turning_laws_before(const ContactParameters &law, const SphereContact &c,
                                              const Velocity &v, double m, const SpringStep &step)
{
  const TangentialLoad load = load_before<NormalForce, SQRT_DASHPOT>(law, c, v, m, step);
  return turning_laws(law, c, circle_at<NormalForce>(law, step.overlap_before, c.R), load.kt,
                      load.ct,
                      critical_force<NormalForce>(law, load.normal, step.overlap_before, c.R));
}

/** A contact, whose tangential spring has made this step, with what resists rolling. v: as for
 *  contact_force(); half: velocities of the half step. */
template <class NormalForce, bool SQRT_DASHPOT, class Velocity>
VARDEM_INLINE TurningContact with_rolling(const GrainContact &a, const ContactParameters &law,
                                          const Velocity &v, const TurningState &state,
                                          const GrainVelocities &half, const SpringStep &step)
{
  const SphereContact &c = a.contact;
  const double mass = effective_mass(state.inverse_mass);
  const ElasticForce elastic = elastic_force<NormalForce>(law, c.overlap, c.R);
  const double ct = dashpots<NormalForce, SQRT_DASHPOT>(law, elastic, elastic.kt, mass).tangential;
  const TurningLaws before = turning_laws_before<NormalForce, SQRT_DASHPOT>(law, c, v, mass, step),
                    laws = turning_laws(
                        law, c, circle_at<NormalForce>(law, c.overlap, c.R), elastic.kt, ct,
                        critical_force<NormalForce>(law, a.force.normal, c.overlap, c.R));
  const TurningMoment m =
      turning_moment(laws, before, c.n, state.now.w1 - state.now.w2,
                     turning_step(state.turning, c, half.v, half.w1, half.w2, law.lever, step.h,
                                  step.part, step.overlap_before, before, laws));
  TurningContact all = {a, m.moment, m.spring};
  all.force.energy += m.energy;
  all.force.lost.dashpot += m.lost.dashpot;
  all.force.lost.friction += m.lost.friction;
  return all;
}

/** The contact of two bodies that overlap: a GrainContact, or a TurningContact. The local structs
 *  are not const: GCC keeps a const struct that a function has returned in memory, and then a loop
 *  over lanes does not become vector code. */
template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS>
VARDEM_INLINE auto grain_contact(const ContactParameters &law, const SphereContact &c,
                                 const StateOf<NormalForce> &state, StepTime time)
{
  auto v = velocity_of<SPRINGS>(c, state, time.kick);
  const double m = effective_mass(state.inverse_mass);
  if constexpr (!has_springs(SPRINGS))
    return GrainContact{
        c, now(v), contact_force<NormalForce, SQRT_DASHPOT>(law, c, v, m), {0.0, 0.0, 0.0}};
  else {
    const GrainVelocities &half = has_both_velocities(SPRINGS) ? state.half : state.now;
    SpringStep step =
        spring_step<NormalForce>(law, state.spring, c, half.v, half.w1, half.w2, law.lever, time.h);
    Vec3 spring;
    ContactForce f = contact_force<NormalForce, SQRT_DASHPOT>(law, c, v, m, step, spring);
    if constexpr (resists_rolling<NormalForce>())
      return with_rolling<NormalForce, SQRT_DASHPOT>({c, now(v), f, spring}, law, v, state, half,
                                                     step);
    else
      return GrainContact{c, now(v), f, spring};
  }
}

VARDEM_INLINE GrainForces forces_of(const GrainContact &a)
{
  return {total_force(a.contact, a.force),
          moment_per_lever(a.contact, a.force),
          a.contact.lever_1,
          a.contact.lever_2,
          a.spring,
          a.force.energy,
          a.force.dashpot_power,
          a.force.friction_power,
          a.force.lost};
}

VARDEM_INLINE TurningForces forces_of(const TurningContact &a)
{
  return {forces_of(static_cast<const GrainContact &>(a)), a.couple, a.turning};
}

/** The sum of the moments on both grains and of that of their forces, e x F_2. It is zero if the
 *  levers add up to the distance, as those of lever contact do. */
VARDEM_INLINE Vec3 unbalanced_moment(const Vec3 &e, const GrainForces &f)
{
  return (f.lever_1 + f.lever_2) * f.moment + cross(f.force, e);
}

template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS>
VARDEM_INLINE auto grain_forces(const ContactParameters &law,
                                const GrainPairWith<StateOf<NormalForce>> &pair, StepTime time)
{
  SphereContact c = touching(pair.e, norm(pair.e), pair.R1, pair.R2, law.lever);
  auto contact = grain_contact<NormalForce, SQRT_DASHPOT, SPRINGS>(law, c, pair.state, time);
  return forces_of(contact);
}

/** What a contact that has opened loses in this step. c: with an overlap < 0. Both velocities of
 *  the state are needed. */
template <class NormalForce, bool SQRT_DASHPOT>
VARDEM_INLINE TangentialLoss loss_by_opening(const ContactParameters &law, const SphereContact &c,
                                             const StateOf<NormalForce> &state, StepTime time)
{
  const FullStepContactVelocity v = velocity_full_step(c, state, time.kick);
  const GrainVelocities &half = state.half;
  const double m = effective_mass(state.inverse_mass);
  const SpringStep step =
      opening_step(state.spring, c, half.v, half.w1, half.w2, law.lever, time.h);
  TangentialLoss lost = opening_loss<NormalForce, SQRT_DASHPOT>(law, c, v, m, step);
  if constexpr (resists_rolling<NormalForce>())
    if (step.overlap_before > -reach_of<NormalForce>(law, c.R, true)) {
      const TurningLaws before = turning_laws_before<NormalForce, SQRT_DASHPOT>(law, c, v, m, step);
      const TangentialLoss of = turning_loss_by_opening(
          before, c.n, state.now.w1 - state.now.w2,
          turning_step(state.turning, c, half.v, half.w1, half.w2, law.lever, time.h, 1.0,
                       step.overlap_before, before, before));
      lost = {lost.dashpot + of.dashpot, lost.friction + of.friction};
    }
  return lost;
}

// --- the same in vector lanes (contact_lanes.h) ---

struct ContactLanes;

/** The template arguments of grain_forces(), and whether energies and losses are needed. half: have
 *  the lanes the half-step velocities? Only strong dashpots need them without springs. */
struct LaneLoop {
  bool root;
  TangentialMemory springs;
  bool tally, half = true;
};

/** Finds the forces of all lanes for one law of the normal force. Returns false, and finds none, if
 *  it needs half-step velocities that are not there. */
typedef bool ForcesInLanes(ContactLanes &lanes, const ContactParameters &law, StepTime time,
                           LaneLoop loop);

struct WallLanes;

/** The same of walls (wall_lanes.h). root: has any law a dashpot by_root? */
typedef void WallForcesInLanes(WallLanes &lanes, const ContactParameters &law, StepTime time,
                               bool root, TangentialMemory springs);

}    // namespace VARDEM
#endif
