/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Compiled with -fno-math-errno, without which no loop with a square root becomes vector code, and with
// -ffp-contract=off, so that all vector widths and the scalar loop give the same bits.

#include "vardem_rotations.h"

namespace LAMMPS_NS {

VARDEM_CLONES void vardem_rotate_fincham_orient(VARDEM::RotorLanes &bodies, double h)
{
  rotate_lanes(bodies, h, VARDEM::FinchamOrient());
}

VARDEM_CLONES void vardem_rotate_fincham_current(VARDEM::RotorLanes &bodies, double h)
{
  rotate_lanes(bodies, h, VARDEM::FinchamCurrent());
}

}    // namespace LAMMPS_NS
