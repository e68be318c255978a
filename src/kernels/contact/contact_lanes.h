/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

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

  template <SpringMotion SPRINGS> VARDEM_INLINE GrainPair pair(int l) const
  {
    GrainPair a = {};
    a.e = Lanes::get(e, l);
    a.R1 = R1[l];
    a.R2 = R2[l];
    a.state.inverse_mass = inverse_mass[l];
    a.state.now = now.get(l);
    if constexpr (SPRINGS == SpringMotion::ON_STEP) a.state.half = half.get(l);
    if constexpr (SPRINGS != SpringMotion::NONE) a.state.spring = Lanes::get(spring, l);
    return a;
  }

  template <SpringMotion SPRINGS> VARDEM_INLINE void set_pair(int l, const GrainPair &a)
  {
    Lanes::set(e, l, a.e);
    R1[l] = a.R1;
    R2[l] = a.R2;
    inverse_mass[l] = a.state.inverse_mass;
    now.set(l, a.state.now);
    if constexpr (SPRINGS == SpringMotion::ON_STEP) half.set(l, a.state.half);
    if constexpr (SPRINGS != SpringMotion::NONE) Lanes::set(spring, l, a.state.spring);
  }

  /** TALLY: with energies and losses? */
  template <SpringMotion SPRINGS, bool TALLY> VARDEM_INLINE GrainForces forces(int l) const
  {
    GrainForces f = {};
    f.force = Lanes::get(force, l);
    f.moment = Lanes::get(moment, l);
    f.lever_1 = lever_1[l];
    f.lever_2 = lever_2[l];
    if constexpr (SPRINGS != SpringMotion::NONE) f.spring = Lanes::get(spring, l);
    if constexpr (TALLY) {
      f.energy = energy[l];
      f.dashpot_power = dashpot_power[l];
      f.friction_power = friction_power[l];
      f.lost = {dashpot_loss[l], friction_loss[l]};
    }
    return f;
  }

  template <SpringMotion SPRINGS, bool TALLY>
  VARDEM_INLINE void set_forces(int l, const GrainForces &f)
  {
    Lanes::set(force, l, f.force);
    Lanes::set(moment, l, f.moment);
    lever_1[l] = f.lever_1;
    lever_2[l] = f.lever_2;
    if constexpr (SPRINGS != SpringMotion::NONE) Lanes::set(spring, l, f.spring);
    if constexpr (TALLY) {
      energy[l] = f.energy;
      dashpot_power[l] = f.dashpot_power;
      friction_power[l] = f.friction_power;
      dashpot_loss[l] = f.lost.dashpot;
      friction_loss[l] = f.lost.friction;
    }
  }
};

// find_forces() finds the forces of all lanes. A source that calls it does so in a function with VARDEM_CLONES, which is not a template:
// GCC 16 clones only one instance of a template.

/** law is a copy, which no lane can overlap. */
template <class NormalForce, bool ROOT, SpringMotion SPRINGS, bool TALLY>
VARDEM_HOST_INLINE void find_forces(ContactLanes &lanes, const SoftContact law, double h)
{
  for (int l = 0; l < LANES; l++) {
    GrainForces f =
        grain_forces<NormalForce, ROOT, SPRINGS>(law, lanes.template pair<SPRINGS>(l), h);
    lanes.template set_forces<SPRINGS, TALLY>(l, f);
  }
}

template <class NormalForce, bool ROOT, SpringMotion SPRINGS>
VARDEM_HOST_INLINE void find_forces(ContactLanes &lanes, const SoftContact &law, double h,
                                    bool tally)
{
  if (tally)
    find_forces<NormalForce, ROOT, SPRINGS, true>(lanes, law, h);
  else
    find_forces<NormalForce, ROOT, SPRINGS, false>(lanes, law, h);
}

template <class NormalForce, bool ROOT>
VARDEM_HOST_INLINE void find_forces(ContactLanes &lanes, const SoftContact &law, double h,
                                    LaneLoop loop)
{
  if (loop.springs == SpringMotion::ON_STEP)
    find_forces<NormalForce, ROOT, SpringMotion::ON_STEP>(lanes, law, h, loop.tally);
  else if (loop.springs == SpringMotion::HALF_STEP)
    find_forces<NormalForce, ROOT, SpringMotion::HALF_STEP>(lanes, law, h, loop.tally);
  else
    find_forces<NormalForce, ROOT, SpringMotion::NONE>(lanes, law, h, loop.tally);
}

template <class NormalForce>
VARDEM_HOST_INLINE void find_forces(ContactLanes &lanes, const SoftContact &law, double h,
                                    LaneLoop loop)
{
  if (loop.root)
    find_forces<NormalForce, true>(lanes, law, h, loop);
  else
    find_forces<NormalForce, false>(lanes, law, h, loop);
}

}    // namespace VARDEM
#endif
