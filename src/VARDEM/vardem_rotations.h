/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_ROTATIONS_H
#define LMP_VARDEM_ROTATIONS_H

#include "kernels/fincham.h"
#include "kernels/lanes.h"

namespace LAMMPS_NS {

// Rotations of a block of bodies, compiled for several vector widths (VARDEM_CLONES). One translation unit of its own,
// because its compiler flags matter: see vardem_rotations.cpp.

void vardem_rotate_fincham_orient(VARDEM::RotorLanes &, double h);
void vardem_rotate_fincham_current(VARDEM::RotorLanes &, double h);

}    // namespace LAMMPS_NS
#endif
