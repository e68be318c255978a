// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The flags of cmake/VARDEM-sources.cmake matter here: without -fno-math-errno no loop with a
// square root becomes vector code, and with -ffp-contract=off all vector widths and the scalar loop
// give the same bits.

#include "host/atoms/rotations.h"

#include "kernels/rotation/variational.h"

using VARDEM::Variational;
using VARDEM::VariationalRotation;

namespace {

struct IncrementSeries {
  VARDEM_INLINE VARDEM::Quat operator()(const VARDEM::Vec3 &w) const
  {
    return VARDEM::exponential_series(w);
  }
};

/** Calls no function: a loop that calls sine and cosine does not become vector code. */
VARDEM_CLONES void rotate_series(VARDEM::SphereLanes &spheres)
{
  rotate_lanes(spheres, IncrementSeries());
}

}    // namespace

namespace LAMMPS_NS::VARDEM_NS {

VARDEM_CLONES void rotate_newmark(VARDEM::SphereLanes &spheres)
{
  rotate_lanes(spheres, VARDEM::IncrementNewmark());
}

VARDEM_CLONES void rotate_exact(VARDEM::SphereLanes &spheres)
{
  rotate_lanes(spheres, VARDEM::IncrementExact());
}

void rotate_exponential(VARDEM::SphereLanes &spheres)
{
  bool series = true;
  for (int l = 0; l < VARDEM::LANES; l++) {
    const VARDEM::Vec3 w = VARDEM::Lanes::get(spheres.w, l);
    series = series && dot(w, w) <= 1.0;
  }
  if (series)
    rotate_series(spheres);
  else
    rotate_lanes(spheres, VARDEM::IncrementExponential());
}

VARDEM_CLONES void rotate_fincham_orient(VARDEM::RotorLanes &bodies, double h)
{
  rotate_lanes(bodies, h, VARDEM::FinchamOrient());
}

VARDEM_CLONES void rotate_fincham_current(VARDEM::RotorLanes &bodies, double h)
{
  rotate_lanes(bodies, h, VARDEM::FinchamCurrent());
}

VARDEM_CLONES void rotate(OfScheme<Variational::LGVI6>, VARDEM::RotorLanes &bodies, double h,
                          int iterations)
{
  rotate_lanes(bodies, h, VariationalRotation<Variational::LGVI6>{iterations});
}

VARDEM_CLONES void rotate(OfScheme<Variational::LGVI4>, VARDEM::RotorLanes &bodies, double h,
                          int iterations)
{
  rotate_lanes(bodies, h, VariationalRotation<Variational::LGVI4>{iterations});
}

VARDEM_CLONES void rotate(OfScheme<Variational::LGVI>, VARDEM::RotorLanes &bodies, double h,
                          int iterations)
{
  rotate_lanes(bodies, h, VariationalRotation<Variational::LGVI>{iterations});
}

VARDEM_CLONES void rotate(OfScheme<Variational::MIDPOINT>, VARDEM::RotorLanes &bodies, double h,
                          int iterations)
{
  rotate_lanes(bodies, h, VariationalRotation<Variational::MIDPOINT>{iterations});
}

}    // namespace LAMMPS_NS::VARDEM_NS
