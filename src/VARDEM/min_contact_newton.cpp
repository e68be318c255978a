/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "min_contact_newton.h"

#include "atom.h"

using namespace LAMMPS_NS;

/* ---------------------------------------------------------------------- */

MinContactNewton::MinContactNewton(LAMMPS *lmp) : MinEquilibrium(lmp) {}

/* ---------------------------------------------------------------------- */

std::string MinContactNewton::style_of_fix()
{
  return FixContactMinimizer::style_in(modify);
}

/* ---------------------------------------------------------------------- */

void MinContactNewton::reset_vectors()
{
  nvec = 3 * atom->nlocal;
  xvec = nvec ? atom->x[0] : nullptr;
  fvec = nvec ? atom->f[0] : nullptr;
}
