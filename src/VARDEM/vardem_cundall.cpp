/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The loop over lanes of the damping, compiled for several vector widths with the same flags as vardem_rotations.cpp.

#include "vardem_cundall.h"

using namespace VARDEM;

VARDEM_CLONES void LAMMPS_NS::vardem_damp_onstep(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::ONSTEP>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::vardem_damp_midstep(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::MIDSTEP>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::vardem_damp_regular(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::REGULAR>(lanes, s);
}
