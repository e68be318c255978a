/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The loop over lanes of the damping, compiled for several vector widths with the same flags as host/rotations.cpp.

#include "host/cundall_damping.h"

using namespace VARDEM;

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_onstep(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::ONSTEP>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_midstep(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::MIDSTEP>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_regular(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::REGULAR>(lanes, s);
}
