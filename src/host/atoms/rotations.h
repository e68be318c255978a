// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ROTATIONS_H
#define VARDEM_HOST_ROTATIONS_H

#include "kernels/lanes.h"
#include "kernels/rotation/fincham.h"
#include "kernels/rotation/rodrigues.h"
#include "kernels/rotation/variational.h"

#include <type_traits>

namespace LAMMPS_NS::VARDEM_NS {

// Rotations of a block of bodies, compiled for several vector widths (VARDEM_CLONES). They are in a
// source file of their own, because VARDEM_CLONES is for functions that are no templates.

void rotate_newmark(VARDEM::SphereLanes &);
void rotate_exact(VARDEM::SphereLanes &);
void rotate_exponential(VARDEM::SphereLanes &);

void rotate_fincham_orient(VARDEM::RotorLanes &, double h);
void rotate_fincham_current(VARDEM::RotorLanes &, double h);

template <VARDEM::Variational SCHEME>
using OfScheme = std::integral_constant<VARDEM::Variational, SCHEME>;

void rotate(OfScheme<VARDEM::Variational::LGVI6>, VARDEM::RotorLanes &, double h, int iterations);
void rotate(OfScheme<VARDEM::Variational::LGVI4>, VARDEM::RotorLanes &, double h, int iterations);
void rotate(OfScheme<VARDEM::Variational::LGVI>, VARDEM::RotorLanes &, double h, int iterations);
void rotate(OfScheme<VARDEM::Variational::MIDPOINT>, VARDEM::RotorLanes &, double h,
            int iterations);

/** VARDEM::VariationalRotation for a block of bodies. */
template <VARDEM::Variational SCHEME> struct RotateVariational {
  int iterations;

  void operator()(VARDEM::RotorLanes &bodies, double h) const
  {
    rotate(OfScheme<SCHEME>(), bodies, h, iterations);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
