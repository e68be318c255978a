// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_laws.h"
#include "pair_contact_compute.h"

using namespace LAMMPS_NS;

PairContactHertz::PairContactHertz(LAMMPS *lmp) : PairContact(lmp, VARDEM_NS::hertz_law) {}

void PairContactHertz::compute(int eflag, int vflag)
{
  compute_law<VARDEM::HertzForce>(eflag, vflag);
}
