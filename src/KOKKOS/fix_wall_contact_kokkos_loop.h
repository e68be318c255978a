/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_WALL_CONTACT_KOKKOS_LOOP_H
#define LMP_FIX_WALL_CONTACT_KOKKOS_LOOP_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "fix_wall_contact_kokkos.h"
#include "solvers/network_loops.h"
#include "vardem_labels.h"

namespace LAMMPS_NS {

// The force loop of FixWallContactKokkos, for each law.

/* ---------------------------------------------------------------------- */

template <class DeviceType>
template <class NormalForce>
void FixWallContactKokkos<DeviceType>::loop()
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

template <class DeviceType>
template <class NormalForce, VARDEM_NS::Springs SPRINGS>
void FixWallContactKokkos<DeviceType>::loop_with()
{
  using namespace VARDEM_NS;
  typedef WallLoop<NormalForce, SPRINGS, WallAtomsKokkos<DeviceType>, VARDEM::WallShape,
                   WallRowsKokkos<DeviceType>, WallRecordKokkos>
      Loop;
  const VARDEM::WallShape surfaces = shape();
  find_candidates(surfaces);
  const Loop loop = {atoms(),       surfaces,
                     springs(),     record<NormalForce>(surfaces),
                     wall_motion(), geometry.reference(),
                     law.on_step(), in_step(),
                     step_time(),   candidates.reach_of_loop()};
  Kokkos::parallel_reduce(
      label(style, "post_force"), Kokkos::RangePolicy<DeviceType>(0, ncandidates),
      WallForces<Loop, typename AT::t_int_1d>{loop, d_candidates.data(),
                                              atomKK->k_mask.template view<DeviceType>(), groupbit},
      sums);
}

/* ----------------------------------------------------------------------
   where the loop lists the contacts if this step is recorded: in the order of the atoms, whatever
   the threads do
------------------------------------------------------------------------- */

template <class DeviceType>
template <class NormalForce>
VARDEM_NS::WallRecordKokkos
FixWallContactKokkos<DeviceType>::record(const VARDEM::WallShape &surfaces)
{
  using namespace VARDEM_NS;
  if (!begin_record()) return {nullptr, nullptr, nullptr, nullptr};
  const typename Space::Phase phase(space, "record");
  atomKK->sync(HERE, TAG_MASK);
  typedef CountWallContacts<NormalForce, WallAtomsKokkos<DeviceType>, WallRowsKokkos<DeviceType>,
                            typename AT::t_int_1d>
      Count;
  const int n = atom->nlocal;
  space.allocate(d_next, n + 1);
  space.for_each(n, ClearCounts{d_next.data()});
  space.for_each(ncandidates,
                 Count{atoms(), springs(), atomKK->k_mask.template view<DeviceType>(), groupbit,
                       candidates.reach_of_loop(), surfaces, d_candidates.data(), d_next.data()});
  nrecorded = space.scan(n, d_next.data());
  space.allocate(d_record, nrecorded);
  return {d_next.data(), d_record.data(), atomKK->k_tag.template view<DeviceType>().data(),
          atomKK->k_mask.template view<DeviceType>().data()};
}

}    // namespace LAMMPS_NS
#endif
