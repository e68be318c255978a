// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_deform_gradv_kokkos.h"

#include "kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixDeformGradvKokkos<DeviceType>::FixDeformGradvKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixDeformGradv(lmp, narg, arg)
{
  kokkosable = 1;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
  loops = std::make_unique<FlowLoopsKokkos<DeviceType>>(flow, this, (AtomKokkos *) atom);
}

template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::init()
{
  FixDeformGradv::init();
  init_streaming<DeviceType>(lmp, flow, style);
}

// A flip moves atoms between ranks, on the host. Domain and Irregular change atom arrays without
// marking them as modified.
template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::pre_exchange()
{
  if (!flip_due()) return;
  sync_to_host();
  atomKK->modified(Host, ALL_MASK);
  const int auto_sync = lmp->kokkos->auto_sync;
  lmp->kokkos->auto_sync = 1;
  FixDeformGradv::pre_exchange();
  lmp->kokkos->auto_sync = auto_sync;
  atomKK->modified(Host, ALL_MASK);
}

template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::sync_to_host()
{
  atomKK->sync(Host, ALL_MASK);
}

template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::remap_atoms()
{
  sync_to_host();
  FixDeformGradv::remap_atoms();
}

namespace LAMMPS_NS {
template class FixDeformGradvKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixDeformGradvKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
