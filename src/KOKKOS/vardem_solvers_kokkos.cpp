// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "vardem_solvers_kokkos.h"

namespace VARDEM {

VARDEM_RESTING_SOLVERS(, OnDevice)
#ifdef LMP_KOKKOS_GPU
VARDEM_RESTING_SOLVERS(, OnHostOfDevice)
#endif

}    // namespace VARDEM
