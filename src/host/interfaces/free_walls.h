// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FREE_WALLS_H
#define VARDEM_HOST_FREE_WALLS_H

#include "kernels/vector3.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A wall that may move by forces: fix wall/contact. */
class FreeWalls {
 public:
  virtual bool moves_by_forces() const = 0;
  /** If so: acceleration of the point p of the wall by a unit force there along n, and the sum of
   *  those for two directions across it [1/mass]; the sum of the inverse moments of inertia, by
   *  which couples turn it. All are zero for a servo, which limits no time step. */
  struct Mobility {
    double along, across, turning;
  };
  virtual Mobility mobility(const VARDEM::Vec3 &p, const VARDEM::Vec3 &n) const = 0;

 protected:
  ~FreeWalls() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
