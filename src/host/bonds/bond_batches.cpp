// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/bonds/bond_batches.h"

using namespace LAMMPS_NS;
using VARDEM::BondLanes;

VARDEM_CLONES void VARDEM_NS::find_in_lanes(VARDEM::ShearB, BondLanes &lanes, bool damped,
                                            bool tally)
{
  VARDEM::find_bond_forces<VARDEM::ShearB>(lanes, damped, tally);
}

VARDEM_CLONES void VARDEM_NS::find_in_lanes(VARDEM::ShearN, BondLanes &lanes, bool damped,
                                            bool tally)
{
  VARDEM::find_bond_forces<VARDEM::ShearN>(lanes, damped, tally);
}
