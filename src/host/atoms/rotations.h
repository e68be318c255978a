// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ROTATIONS_H
#define VARDEM_HOST_ROTATIONS_H

#include "kernels/lanes.h"
#include "kernels/rotation/fincham.h"
#include "kernels/rotation/rodrigues.h"
#include "kernels/rotation/variational.h"

namespace LAMMPS_NS::VARDEM_NS {

// Rotations of a block of bodies, compiled for several vector widths (VARDEM_CLONES). They are in a
// source file of their own, because VARDEM_CLONES is for functions that are no templates.

void rotate_newmark(VARDEM::SphereLanes &);
void rotate_exact(VARDEM::SphereLanes &);
void rotate_exponential(VARDEM::SphereLanes &);

void rotate_fincham_orient(VARDEM::RotorLanes &, double h);
void rotate_fincham_current(VARDEM::RotorLanes &, double h);
void rotate_lgvi6(VARDEM::RotorLanes &, double h, int iterations);
void rotate_lgvi4(VARDEM::RotorLanes &, double h, int iterations);
void rotate_lgvi(VARDEM::RotorLanes &, double h, int iterations);
void rotate_midpoint(VARDEM::RotorLanes &, double h, int iterations);

/** VARDEM::VariationalRotation for a block of bodies. */
template <VARDEM::Variational SCHEME> struct RotateVariational {
  int iterations;

  void operator()(VARDEM::RotorLanes &bodies, double h) const
  {
    if constexpr (SCHEME == VARDEM::Variational::LGVI6)
      rotate_lgvi6(bodies, h, iterations);
    else if constexpr (SCHEME == VARDEM::Variational::LGVI4)
      rotate_lgvi4(bodies, h, iterations);
    else if constexpr (SCHEME == VARDEM::Variational::LGVI)
      rotate_lgvi(bodies, h, iterations);
    else
      rotate_midpoint(bodies, h, iterations);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
