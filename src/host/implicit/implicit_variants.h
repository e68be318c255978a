/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_IMPLICIT_VARIANTS_H
#define VARDEM_HOST_IMPLICIT_VARIANTS_H

#include "host/implicit/implicit_steps.h"

#include <memory>

namespace LAMMPS_NS::VARDEM_NS {

class Attitudes;

/** Makes the implicit steps of a fix, where its loops run. */
struct ImplicitVariants {
  std::unique_ptr<ImplicitSteps> (*spheres)(LAMMPS *, Fix *, ContactRules &, bool friction);
  std::unique_ptr<ImplicitSteps> (*bonded_spheres)(LAMMPS *, Fix *, ContactRules &, Attitudes &,
                                                   bool friction);
};

// Those of the host. Each variant is a template with all kernels in it, and has a source of its own.

std::unique_ptr<ImplicitSteps> steps_of_spheres(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                bool friction);
std::unique_ptr<ImplicitSteps> steps_of_bonded_spheres(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                       Attitudes &attitudes, bool friction);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
