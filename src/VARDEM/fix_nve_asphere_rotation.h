// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_NVE_ASPHERE_ROTATION_H
#define LMP_FIX_NVE_ASPHERE_ROTATION_H

#include "fix_nve_rotation.h"

namespace LAMMPS_NS {

/** What the integrators of ellipsoids share. A derived style calls create_asphere_store() at the
 *  end of its constructor. */
class FixNVEAsphereRotation : public FixNVERotation {
 public:
  FixNVEAsphereRotation(LAMMPS *lmp, int narg, char **arg) : FixNVERotation(lmp, narg, arg) {}
  void init() override;

 protected:
  class AtomVecEllipsoid *avec = nullptr;

  void create_asphere_store();
  double **spins() const override { return atom->angmom; }
  void close_steps(int, double) override;
};

}    // namespace LAMMPS_NS
#endif
