// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_leapfrog_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

VARDEM_KOKKOS_VARIANT(FixNVESphereLeapfrogKokkos);
