// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_SOLVERS_KOKKOS_H
#define LMP_VARDEM_SOLVERS_KOKKOS_H

#include "host/solve/host_solvers.h"
#include "vardem_platform_kokkos.h"

// Solvers of spheres at rest with KOKKOS. They are compiled once, in vardem_solvers_kokkos.cpp, for
// the steps of the /kk fixes, whose sources include this file.

namespace VARDEM {

using OnDevice = LAMMPS_NS::VARDEM_NS::PlatformKokkos<LMPDeviceType>::Space;

VARDEM_RESTING_SOLVERS(extern, OnDevice)
#ifdef LMP_KOKKOS_GPU
using OnHostOfDevice = LAMMPS_NS::VARDEM_NS::PlatformKokkos<LMPHostType>::Space;
VARDEM_RESTING_SOLVERS(extern, OnHostOfDevice)
#endif

}    // namespace VARDEM
#endif
