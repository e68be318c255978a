// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_LANES_H
#define VARDEM_CONTACT_LANES_H

#include "kernels/contact/grain_forces.h"
#include "kernels/lanes.h"

namespace VARDEM {

/** Velocities of the grains of LANES contacts. */
struct VelocityLanes {
  double v[3][LANES], w1[3][LANES], w2[3][LANES];

  VARDEM_INLINE GrainVelocities get(int l) const
  {
    return {Lanes::get(v, l), Lanes::get(w1, l), Lanes::get(w2, l)};
  }

  VARDEM_INLINE void set(int l, const GrainVelocities &a)
  {
    Lanes::set(v, l, a.v);
    Lanes::set(w1, l, a.w1);
    Lanes::set(w2, l, a.w2);
  }
};

/** A transposed copy of LANES contacts of the same law, before and after. */
struct ContactLanes {
  double e[3][LANES], R1[LANES], R2[LANES], inverse_mass[LANES], spring[3][LANES];
  VelocityLanes now, half;

  double force[3][LANES], moment[3][LANES], lever_1[LANES], lever_2[LANES];
  double energy[LANES], dashpot_power[LANES], friction_power[LANES];
  double dashpot_loss[LANES], friction_loss[LANES];

  template <TangentialMemory SPRINGS> VARDEM_INLINE GrainPair pair(int l) const
  {
    GrainPair a = {};
    a.e = Lanes::get(e, l);
    a.R1 = R1[l];
    a.R2 = R2[l];
    a.state.inverse_mass = inverse_mass[l];
    a.state.now = now.get(l);
    if constexpr (has_both_velocities(SPRINGS)) a.state.half = half.get(l);
    if constexpr (has_springs(SPRINGS)) a.state.spring = Lanes::get(spring, l);
    return a;
  }

  template <TangentialMemory SPRINGS> VARDEM_INLINE void set_pair(int l, const GrainPair &a)
  {
    Lanes::set(e, l, a.e);
    R1[l] = a.R1;
    R2[l] = a.R2;
    inverse_mass[l] = a.state.inverse_mass;
    now.set(l, a.state.now);
    if constexpr (has_both_velocities(SPRINGS)) half.set(l, a.state.half);
    if constexpr (has_springs(SPRINGS)) Lanes::set(spring, l, a.state.spring);
  }

  /** TALLY: with energies and losses? */
  template <TangentialMemory SPRINGS, bool TALLY> VARDEM_INLINE GrainForces forces(int l) const
  {
    GrainForces f = {};
    f.force = Lanes::get(force, l);
    f.moment = Lanes::get(moment, l);
    f.lever_1 = lever_1[l];
    f.lever_2 = lever_2[l];
    if constexpr (has_springs(SPRINGS)) f.spring = Lanes::get(spring, l);
    if constexpr (TALLY) {
      f.energy = energy[l];
      f.dashpot_power = dashpot_power[l];
      f.friction_power = friction_power[l];
      f.lost = {dashpot_loss[l], friction_loss[l]};
    }
    return f;
  }

  template <TangentialMemory SPRINGS, bool TALLY>
  VARDEM_INLINE void set_forces(int l, const GrainForces &f)
  {
    Lanes::set(force, l, f.force);
    Lanes::set(moment, l, f.moment);
    lever_1[l] = f.lever_1;
    lever_2[l] = f.lever_2;
    if constexpr (has_springs(SPRINGS)) Lanes::set(spring, l, f.spring);
    if constexpr (TALLY) {
      energy[l] = f.energy;
      dashpot_power[l] = f.dashpot_power;
      friction_power[l] = f.friction_power;
      dashpot_loss[l] = f.lost.dashpot;
      friction_loss[l] = f.lost.friction;
    }
  }
};

/** The same of a law that resists rolling. turning: springs, before and after. */
struct TurningLanes : ContactLanes {
  double turning[3][LANES], couple[3][LANES];

  template <TangentialMemory SPRINGS> VARDEM_INLINE GrainPairWith<TurningState> pair(int l) const
  {
    const GrainPair a = ContactLanes::pair<SPRINGS>(l);
    return {a.e, a.R1, a.R2, {a.state, Lanes::get(turning, l)}};
  }

  template <TangentialMemory SPRINGS>
  VARDEM_INLINE void set_pair(int l, const GrainPairWith<TurningState> &a)
  {
    ContactLanes::set_pair<SPRINGS>(l, {a.e, a.R1, a.R2, a.state});
    Lanes::set(turning, l, a.state.turning);
  }

  template <TangentialMemory SPRINGS, bool TALLY> VARDEM_INLINE TurningForces forces(int l) const
  {
    return {ContactLanes::forces<SPRINGS, TALLY>(l), Lanes::get(couple, l), Lanes::get(turning, l)};
  }

  template <TangentialMemory SPRINGS, bool TALLY>
  VARDEM_INLINE void set_forces(int l, const TurningForces &f)
  {
    ContactLanes::set_forces<SPRINGS, TALLY>(l, f);
    Lanes::set(couple, l, f.couple);
    Lanes::set(turning, l, f.turning);
  }
};

template <class NormalForce>
using LanesOf =
    typename std::conditional<resists_rolling<NormalForce>(), TurningLanes, ContactLanes>::type;

// find_forces() finds the forces of all lanes. A source that calls it does so in a function with
// VARDEM_CLONES, which is not a template: GCC 16 clones only one instance of a template.

/** law is a copy, which no lane can overlap. */
template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS, bool TALLY>
VARDEM_HOST_INLINE void find_forces(LanesOf<NormalForce> &lanes, const ContactParameters law,
                                    StepTime time)
{
  for (int l = 0; l < LANES; l++) {
    auto f = grain_forces<NormalForce, SQRT_DASHPOT, SPRINGS>(law, lanes.template pair<SPRINGS>(l),
                                                              time);
    lanes.template set_forces<SPRINGS, TALLY>(l, f);
  }
}

template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS>
VARDEM_HOST_INLINE void find_forces(LanesOf<NormalForce> &lanes, const ContactParameters &law,
                                    StepTime time, bool tally)
{
  if (tally)
    find_forces<NormalForce, SQRT_DASHPOT, SPRINGS, true>(lanes, law, time);
  else
    find_forces<NormalForce, SQRT_DASHPOT, SPRINGS, false>(lanes, law, time);
}

/** Does a dashpot of any lane leave a change of velocity out? Most are too weak for that, so it is
 *  worth to ask first. */
template <class NormalForce, bool SQRT_DASHPOT>
VARDEM_HOST_INLINE bool leaves_out(const ContactLanes &lanes, const ContactParameters law,
                                   double kick)
{
  double part[LANES];
  for (int l = 0; l < LANES; l++) {
    const double R1 = lanes.R1[l], R2 = lanes.R2[l], inverse = lanes.inverse_mass[l];
    const double overlap = R1 + R2 - norm(Lanes::get(lanes.e, l));
    ElasticForce elastic = elastic_force<NormalForce>(law, overlap, effective_radius(R1, R2));
    ContactDashpots dash =
        dashpots<NormalForce, SQRT_DASHPOT>(law, elastic, elastic.kt, effective_mass(inverse));
    part[l] = left_out(kick * inverse * fastest(dash));
  }
  int any = 0;
  for (int l = 0; l < LANES; l++) any |= part[l] > 0.0;
  return any != 0;
}

/** As ForcesInLanes. A law that resists rolling always has springs. */
template <class NormalForce, bool SQRT_DASHPOT>
VARDEM_HOST_INLINE bool find_forces(LanesOf<NormalForce> &lanes, const ContactParameters &law,
                                    StepTime time, LaneLoop loop)
{
  constexpr bool ALWAYS = resists_rolling<NormalForce>();
  const bool strong =
      may_leave_out(loop.springs) && leaves_out<NormalForce, SQRT_DASHPOT>(lanes, law, time.kick);
  if (strong && !loop.half) return false;
  if (loop.springs == TangentialMemory::HALF_STEP)
    find_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::HALF_STEP>(lanes, law, time,
                                                                        loop.tally);
  else if ((ALWAYS || has_springs(loop.springs)) && strong)
    find_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::FULL_STEP>(lanes, law, time,
                                                                        loop.tally);
  else if (ALWAYS || has_springs(loop.springs))
    find_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::FULL_STEP_WEAK>(lanes, law, time,
                                                                             loop.tally);
  else if constexpr (ALWAYS)
    return false;
  else if (strong)
    find_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE_FULL_STEP>(lanes, law, time,
                                                                             loop.tally);
  else
    find_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE>(lanes, law, time, loop.tally);
  return true;
}

template <class NormalForce>
VARDEM_HOST_INLINE bool find_forces(ContactLanes &lanes, const ContactParameters &law,
                                    StepTime time, LaneLoop loop)
{
  auto &of_law = static_cast<LanesOf<NormalForce> &>(lanes);
  if constexpr (resists_rolling<NormalForce>())
    return find_forces<NormalForce, true>(of_law, law, time, loop);
  else
    return loop.root ? find_forces<NormalForce, true>(of_law, law, time, loop)
                     : find_forces<NormalForce, false>(of_law, law, time, loop);
}

}    // namespace VARDEM
#endif
