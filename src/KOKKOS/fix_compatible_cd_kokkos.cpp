// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_compatible_cd_kokkos.h"

#include "host/compatible/compatible_solver_on.h"
#include "vardem_solvers_kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixCompatibleCDKokkos<DeviceType>::FixCompatibleCDKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixCompatibleCD(with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
    VARDEM_NS::GhostsOfFixKokkos<DeviceType, VARDEM_NS::StoreOnDevice<DeviceType>>(style)
{
  auto solver =
      std::make_unique<CompatibleSolverOn<PlatformKokkos<DeviceType>>>(lmp, this, solve.rules);
  this->take_ghosts(solver->where().ghosts);
  solve.take_solver(std::move(solver));
  work_on<DeviceType>(this);
  forward_comm_device = reverse_comm_device = exchange_comm_device = sort_device = 1;

  this->move_here(store, memoryKK);
}

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::post_run()
{
  atomKK->sync(Host, X_MASK | TAG_MASK | MASK_MASK | RADIUS_MASK);
  FixCompatibleCD::post_run();
}

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::init()
{
  atomKK->sync(Host, X_MASK | TAG_MASK | MASK_MASK | RADIUS_MASK);
  FixCompatibleCD::init();
  sync_masses<DeviceType>(atomKK);
  atomKK->sync(execution_space, ALL_MASK);    // as in fix nve/sphere/cd/kk
}

VARDEM_KOKKOS_VARIANT(FixCompatibleCDKokkos);
