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

namespace LAMMPS_NS {

class FixNVESphereLeapfrog : public FixNVESphereRotation {
 public:
  FixNVESphereLeapfrog(class LAMMPS *, int, char **);
};

}    // namespace LAMMPS_NS
#endif
#endif
