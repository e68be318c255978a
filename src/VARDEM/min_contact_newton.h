// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef MINIMIZE_CLASS
// clang-format off
MinimizeStyle(contact/newton,MinContactNewton);
// clang-format on
#else

#ifndef LMP_MIN_CONTACT_NEWTON_H
#define LMP_MIN_CONTACT_NEWTON_H

#include "atom.h"
#include "min_equilibrium.h"

namespace LAMMPS_NS {

/** Finds the equilibrium of soft spheres by Newton's method (solvers/implicit/implicit_step.h): fix
 *  nve/sphere/implicit with quasistatic yes, in a minimization. */
class MinContactNewton : public MinEquilibrium<Min> {
 public:
  using MinEquilibrium::MinEquilibrium;
  void reset_vectors() override
  {
    nvec = 3 * atom->nlocal;
    xvec = nvec ? atom->x[0] : nullptr;
    fvec = nvec ? atom->f[0] : nullptr;
  }

 protected:
  std::string style_of_fix() override { return FixContactMinimizer::style_in(modify); }
};

}    // namespace LAMMPS_NS
#endif
#endif
