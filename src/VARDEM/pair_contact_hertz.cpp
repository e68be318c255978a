/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "pair_contact_hertz.h"

#include "pair_contact_compute.h"

using namespace LAMMPS_NS;

namespace {
VARDEM_CLONES bool hertz_in_lanes(VARDEM::ContactLanes &lanes, const VARDEM::SoftContact &law,
                                  VARDEM::StepTime time, VARDEM::LaneLoop loop)
{
  return VARDEM::find_forces<VARDEM::HertzForce>(lanes, law, time, loop);
}
}    // namespace

/* ---------------------------------------------------------------------- */

PairContactHertz::PairContactHertz(LAMMPS *lmp) : PairContact(lmp, VARDEM::HERTZ) {}

/* ---------------------------------------------------------------------- */

void PairContactHertz::compute(int eflag, int vflag)
{
  compute_law<VARDEM::HertzForce>(eflag, vflag);
}

/* ---------------------------------------------------------------------- */

VARDEM::ForcesInLanes *PairContactHertz::forces_in_lanes() const
{
  return hertz_in_lanes;
}
