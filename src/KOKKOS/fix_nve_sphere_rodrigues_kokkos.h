// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/rodrigues/kk,FixNVESphereRodriguesKokkos<LMPDeviceType>);
FixStyle(nve/sphere/rodrigues/kk/device,FixNVESphereRodriguesKokkos<LMPDeviceType>);
FixStyle(nve/sphere/rodrigues/kk/host,FixNVESphereRodriguesKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_RODRIGUES_KOKKOS_H
#define LMP_FIX_NVE_SPHERE_RODRIGUES_KOKKOS_H

#include "fix_nve_sphere_rodrigues.h"
#include "fix_nve_sphere_rotation_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType>
using FixNVESphereRodriguesKokkos = FixNVESphereRotationKokkos<DeviceType, FixNVESphereRodrigues>;

}    // namespace LAMMPS_NS
#endif
#endif
