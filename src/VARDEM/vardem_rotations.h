/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_ROTATIONS_H
#define LMP_VARDEM_ROTATIONS_H

#include "kernels/lanes.h"
#include "kernels/rotation/fincham.h"
#include "kernels/rotation/rodrigues.h"
#include "kernels/rotation/variational.h"

namespace LAMMPS_NS {

// Rotations of a block of bodies, compiled for several vector widths (VARDEM_CLONES). They are in a separate translation
// unit, because they need special compiler flags: see vardem_rotations.cpp.

void vardem_rotate_newmark(VARDEM::SphereLanes &);
void vardem_rotate_exact(VARDEM::SphereLanes &);
void vardem_rotate_exponential(VARDEM::SphereLanes &);

void vardem_rotate_fincham_orient(VARDEM::RotorLanes &, double h);
void vardem_rotate_fincham_current(VARDEM::RotorLanes &, double h);
void vardem_rotate_lgvi6(VARDEM::RotorLanes &, double h, int iterations);
void vardem_rotate_lgvi4(VARDEM::RotorLanes &, double h, int iterations);
void vardem_rotate_lgvi(VARDEM::RotorLanes &, double h, int iterations);
void vardem_rotate_midpoint(VARDEM::RotorLanes &, double h, int iterations);

/** VARDEM::VariationalRotation for a block of bodies. */
template <VARDEM::Variational SCHEME> struct VardemRotateVariational {
  int iterations;

  void operator()(VARDEM::RotorLanes &bodies, double h) const
  {
    if constexpr (SCHEME == VARDEM::Variational::LGVI6)
      vardem_rotate_lgvi6(bodies, h, iterations);
    else if constexpr (SCHEME == VARDEM::Variational::LGVI4)
      vardem_rotate_lgvi4(bodies, h, iterations);
    else if constexpr (SCHEME == VARDEM::Variational::LGVI)
      vardem_rotate_lgvi(bodies, h, iterations);
    else
      vardem_rotate_midpoint(bodies, h, iterations);
  }
};

}    // namespace LAMMPS_NS
#endif
