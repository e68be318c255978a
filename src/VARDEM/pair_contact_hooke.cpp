/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "pair_contact_hooke.h"

#include "pair_contact_compute.h"

using namespace LAMMPS_NS;

/* ---------------------------------------------------------------------- */

void PairContactHooke::compute(int eflag, int vflag)
{
  compute_law<VARDEM::HookeForce>(eflag, vflag);
}
