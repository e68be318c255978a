// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/solve/host_solvers.h"

namespace VARDEM {

VARDEM_RESTING_SOLVERS(, OnHost)
template double StepBonds<OnHost>::add_springs(double, bool, bool, double *, double *);
template void StepBonds<OnHost>::find_blocks(BondMatrix, double, bool, double *, double *);

}    // namespace VARDEM
