// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_deform_gradv_kokkos.h"

#include "kokkos.h"

using namespace LAMMPS_NS;

// A flip moves atoms between ranks, on the host. Domain and Irregular change atom arrays without
// marking them as modified.
template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::pre_exchange()
{
  if (!this->flip_due()) return;
  sync_to_host();
  this->atomKK->modified(Host, ALL_MASK);
  const int auto_sync = this->lmp->kokkos->auto_sync;
  this->lmp->kokkos->auto_sync = 1;
  FixDeformGradv::pre_exchange();
  this->lmp->kokkos->auto_sync = auto_sync;
  this->atomKK->modified(Host, ALL_MASK);
}

template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::sync_to_host()
{
  this->atomKK->sync(Host, ALL_MASK);
}

template <class DeviceType> void FixDeformGradvKokkos<DeviceType>::remap_atoms()
{
  sync_to_host();
  FixDeformGradv::remap_atoms();
}

VARDEM_KOKKOS_VARIANT(FixDeformGradvKokkos);
