// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/leapfrog,FixNVESphereLeapfrog);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_LEAPFROG_H
#define LMP_FIX_NVE_SPHERE_LEAPFROG_H

#include "fix_nve_sphere_rotation.h"
#include "host/atoms/rotations.h"

namespace LAMMPS_NS {

class FixNVESphereLeapfrog : public FixNVESphereRotation {
 public:
  FixNVESphereLeapfrog(class LAMMPS *, int, char **);
  void initial_integrate(int) override;

 protected:
  /** Calls f(increment, rotate_all) with the increment of one sphere and the rotation of a block of
   *  spheres. */
  template <class F> void with_map(const F &f) const
  {
    f(VARDEM::IncrementExponential(), VARDEM_NS::rotate_exponential);
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
