/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_WALL_CONTACT_LOOP_H
#define LMP_FIX_WALL_CONTACT_LOOP_H

#include "atom.h"
#include "fix_wall_contact.h"
#include "host/walls/wall_batches.h"
#include "update.h"

namespace LAMMPS_NS {

// The force loop of FixWallContact, for each law.

/* ---------------------------------------------------------------------- */

template <class NormalForce> void FixWallContact::loop()
{
  using VARDEM_NS::Springs;
  if (!law.has_springs() && velocities.needed())
    loop_with<NormalForce, Springs::NONE_ON_STEP>();
  else if (!law.has_springs())
    loop_with<NormalForce, Springs::NONE>();
  else if (law.on_step())
    loop_with<NormalForce, Springs::ON_STEP>();
  else
    loop_with<NormalForce, Springs::HALF_STEP>();
}

/* ---------------------------------------------------------------------- */

template <class NormalForce, VARDEM_NS::Springs SPRINGS> void FixWallContact::loop_with()
{
  using namespace VARDEM_NS;
  const auto rows = [](double **a) {
    return VARDEM::vectors_at(a[0]);
  };
  std::vector<VARDEM::WallTouch> touches(geometry.most_near());
  const VARDEM::Vec3 *v = at_rest ? still.data() : rows(atom->v),
                     *w = at_rest ? still.data() : rows(atom->omega);
  const WallAtoms atoms = {rows(atom->x),
                           v,
                           w,
                           at_rest ? nullptr : velocities.changes(),
                           rows(atom->f),
                           rows(atom->torque),
                           atom->radius,
                           &masses,
                           atom->type,
                           law.laws().data()};
  const WallRows springs = {store.rows(slot_table), slots};
  const bool recording = recorded.step == update->ntimestep;
  typedef WallLoop<NormalForce, SPRINGS, WallAtoms, WallSurfaces, WallRows, WallRecord> Loop;
  const Loop loop = {atoms,         {&geometry, touches.data()},
                     springs,       {recording ? &record : nullptr, atom->tag, atom->mask},
                     wall_motion(), geometry.reference(),
                     law.on_step(), in_step(),
                     step_time(),   candidates.reach_of_loop()};
  WallBatches<Loop> batches(loop, law.kind().walls_in_lanes, atom->ntypes, law.has_root());
  for (const int i :
       candidates.find(geometry, work.places.place[0], springs, group_of_candidates()))
    if (atom->mask[i] & groupbit)
      batches(i, sums);
    else
      loop.leave(i, sums);
  batches.finish(sums);
}

}    // namespace LAMMPS_NS
#endif
