/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "pair_contact_hooke.h"

#include "pair_contact_compute.h"

using namespace LAMMPS_NS;

namespace {
VARDEM_CLONES bool hooke_in_lanes(VARDEM::ContactLanes &lanes, const VARDEM::SoftContact &law,
                                  VARDEM::StepTime time, VARDEM::LaneLoop loop)
{
  return VARDEM::find_forces<VARDEM::HookeForce>(lanes, law, time, loop);
}
}    // namespace

/* ---------------------------------------------------------------------- */

PairContactHooke::PairContactHooke(LAMMPS *lmp) : PairContact(lmp, VARDEM::HOOKE) {}

/* ---------------------------------------------------------------------- */

void PairContactHooke::compute(int eflag, int vflag)
{
  compute_law<VARDEM::HookeForce>(eflag, vflag);
}

/* ---------------------------------------------------------------------- */

VARDEM::ForcesInLanes *PairContactHooke::forces_in_lanes() const
{
  return hooke_in_lanes;
}
