// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/leapfrog/kk,FixNVESphereLeapfrogKokkos<LMPDeviceType>);
FixStyle(nve/sphere/leapfrog/kk/device,FixNVESphereLeapfrogKokkos<LMPDeviceType>);
FixStyle(nve/sphere/leapfrog/kk/host,FixNVESphereLeapfrogKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_LEAPFROG_KOKKOS_H
#define LMP_FIX_NVE_SPHERE_LEAPFROG_KOKKOS_H

#include "fix_nve_sphere_leapfrog.h"
#include "fix_nve_sphere_rotation_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType>
using FixNVESphereLeapfrogKokkos = FixNVESphereRotationKokkos<DeviceType, FixNVESphereLeapfrog>;

}    // namespace LAMMPS_NS
#endif
#endif
