// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_WALL_LANES_H
#define VARDEM_WALL_LANES_H

#include "kernels/contact/contact_lanes.h"

namespace VARDEM {

/** A transposed copy of LANES contacts of spheres with walls, all of the same law. */
struct WallLanes {
  ContactLanes contacts;    // without e and R2
  double n[3][LANES], n_before[3][LANES], distance[LANES], curvature[LANES];

  VARDEM_INLINE WallTouch touch(int l) const
  {
    return {Lanes::get(n, l), distance[l], curvature[l], 0};
  }

  /** R: radius of the sphere. n_before: as for touching_wall(). */
  template <TangentialMemory SPRINGS>
  VARDEM_INLINE void set(int l, const WallTouch &wall, double R, const Vec3 &normal_before,
                         const ContactState &state)
  {
    Lanes::set(n, l, wall.n);
    Lanes::set(n_before, l, normal_before);
    distance[l] = wall.distance;
    curvature[l] = wall.curvature;
    contacts.template set_pair<SPRINGS>(l, {{0.0, 0.0, 0.0}, R, 0.0, state});
  }
};

/** Finds the forces of all lanes. As for find_forces() of contact_lanes.h, a function with
 *  VARDEM_CLONES must call it. */
template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS>
VARDEM_HOST_INLINE void find_wall_forces(WallLanes &lanes, const ContactParameters law,
                                         StepTime time)
{
  for (int l = 0; l < LANES; l++) {
    GrainPair a = lanes.contacts.template pair<SPRINGS>(l);
    SphereContact c = touching_wall(lanes.touch(l), a.R1, law.lever, Lanes::get(lanes.n_before, l));
    GrainContact contact = grain_contact<NormalForce, SQRT_DASHPOT, SPRINGS>(law, c, a.state, time);
    GrainForces f = forces_of(contact);
    lanes.contacts.template set_forces<SPRINGS, true>(l, f);
  }
}

template <class NormalForce, bool SQRT_DASHPOT>
VARDEM_HOST_INLINE void find_wall_forces(WallLanes &lanes, const ContactParameters &law,
                                         StepTime time, TangentialMemory springs)
{
  if (springs == TangentialMemory::NONE_FULL_STEP)
    find_wall_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE_FULL_STEP>(lanes, law, time);
  else if (springs == TangentialMemory::FULL_STEP)
    find_wall_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::FULL_STEP>(lanes, law, time);
  else if (springs == TangentialMemory::HALF_STEP)
    find_wall_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::HALF_STEP>(lanes, law, time);
  else
    find_wall_forces<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE>(lanes, law, time);
}

template <class NormalForce>
VARDEM_HOST_INLINE void find_wall_forces(WallLanes &lanes, const ContactParameters &law,
                                         StepTime time, bool root, TangentialMemory springs)
{
  if (root)
    find_wall_forces<NormalForce, true>(lanes, law, time, springs);
  else
    find_wall_forces<NormalForce, false>(lanes, law, time, springs);
}

}    // namespace VARDEM
#endif
