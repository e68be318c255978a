// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_COLLAPSE_GUARD_H
#define VARDEM_HOST_COLLAPSE_GUARD_H

#include "kernels/flow.h"
#include "pointers.h"

#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** Keyword stop: notices that a cell is about to become too small. */
class CollapseGuard : protected Pointers {
 public:
  /** fraction: the smallest volume allowed, relative to the volume at the start of the stage. */
  CollapseGuard(LAMMPS *, double fraction);

  /** For init() of the fix: finds the largest diameter of a particle. All processes must call
   *  it. */
  void init();

  /** Why the next step must not be made, or nothing: the volume would fall below the fraction, or a
   *  side that changes would become so short that a particle touches its own image. change: the
   *  matrix of that step; volume: at the start of the stage; changes: does the side change, x y
   *  z. */
  std::string reason(const VARDEM::UpperTriangle &change, double volume,
                     const int changes[3]) const;

 private:
  double fraction, largest_diameter;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
