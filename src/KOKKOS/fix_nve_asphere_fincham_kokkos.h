// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/asphere/fincham/kk,FixNVEAsphereFinchamKokkos<LMPDeviceType>);
FixStyle(nve/asphere/fincham/kk/device,FixNVEAsphereFinchamKokkos<LMPDeviceType>);
FixStyle(nve/asphere/fincham/kk/host,FixNVEAsphereFinchamKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_NVE_ASPHERE_FINCHAM_KOKKOS_H
#define LMP_FIX_NVE_ASPHERE_FINCHAM_KOKKOS_H

#include "fix_nve_asphere_fincham.h"
#include "fix_nve_asphere_rotation_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType>
using FixNVEAsphereFinchamKokkos = FixNVEAsphereRotationKokkos<DeviceType, FixNVEAsphereFincham>;

}    // namespace LAMMPS_NS
#endif
#endif
