// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_deform_gradv_kokkos.h"

#include "kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixDeformGradvKokkos<DeviceType>::FixDeformGradvKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixDeformGradv(lmp, narg, arg)
{
  work_on<DeviceType>(this);
  loops = std::make_unique<FlowLoopsOn<StreamingLoopsKokkos<DeviceType>>>(flow, this);
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

template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::remap_atoms()
{
  sync_to_host();
  FixDeformGradv::remap_atoms();
}

VARDEM_KOKKOS_VARIANT(FixDeformGradvKokkos);
