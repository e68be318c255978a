// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/rodrigues,FixNVESphereRodrigues);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_RODRIGUES_H
#define LMP_FIX_NVE_SPHERE_RODRIGUES_H

#include "fix_nve_sphere_rotation.h"

namespace LAMMPS_NS {

class FixNVESphereRodrigues : public FixNVESphereRotation {
 public:
  FixNVESphereRodrigues(class LAMMPS *, int, char **);
  void init() override;
};

}    // namespace LAMMPS_NS
#endif
#endif
