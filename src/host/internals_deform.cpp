/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/internals_deform.h"

#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void CellDeformation::flip_cell(int yz, int xz, int xy, const VARDEM::Upper &flipped)
{
  flipyz = yz;
  flipxz = xz;
  flipxy = xy;
  flip = 1;
  set[3].tilt_flip = flipped.yz;
  set[4].tilt_flip = flipped.xz;
  set[5].tilt_flip = flipped.xy;
  next_reneighbor = update->ntimestep;
}
