// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "min_contact_newton.h"

#include "atom.h"

using namespace LAMMPS_NS;

MinContactNewton::MinContactNewton(LAMMPS *lmp) : MinEquilibrium(lmp) {}

std::string MinContactNewton::style_of_fix()
{
  return FixContactMinimizer::style_in(modify);
}

void MinContactNewton::reset_vectors()
{
  nvec = 3 * atom->nlocal;
  xvec = nvec ? atom->x[0] : nullptr;
  fvec = nvec ? atom->f[0] : nullptr;
}
