// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/cd,FixNVESphereCD);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_CD_H
#define LMP_FIX_NVE_SPHERE_CD_H

#include "host/dynamics/contact_steps.h"
#include "host/network/ghosts.h"
#include "host/store/per_atom_store.h"

namespace LAMMPS_NS {

/** Moves rigid spheres by contact dynamics: with compliant contacts, which may have friction, by
 *  doc/notes/friction.md 1; with rigid ones by step 1 of Olsen & Kamrin, arXiv:1805.07437. A step
 *  finds contact forces and the velocities at its end in initial_integrate(), where atom->f has the
 *  forces of the last step; those that the fix itself has added there do not count. post_force()
 *  adds the contact forces of the step to atom->f, for output. */
class FixNVESphereCD :
    public VARDEM_NS::FixOfSteps<VARDEM_NS::FixWithGhosts<VARDEM_NS::FixWithStore>> {
 public:
  FixNVESphereCD(class LAMMPS *, int, char **);
  int setmask() override;
  double compute_scalar() override { return steps.work_of_fixed(); }

 protected:
  VARDEM_NS::Ghosts &ghosts_of_atoms() override { return steps.rigid_steps().ghosts(); }
};

}    // namespace LAMMPS_NS
#endif
#endif
