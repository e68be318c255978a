/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/host_platform.h"
#include "host/implicit_steps_on.h"
#include "host/implicit_variants.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

std::unique_ptr<ImplicitSteps> VARDEM_NS::steps_of_spheres(LAMMPS *lmp, Fix *fix,
                                                           ContactRules &rules, bool friction)
{
  using Space = HostPlatform::Space;
  using Smooth = ImplicitStepsOn<HostPlatform>;
  using Rough =
      ImplicitStepsOn<HostPlatform, VARDEM::NoStepBonds<Space>, VARDEM::StepFriction<Space>>;
  if (friction) return std::make_unique<Rough>(lmp, fix, rules);
  return std::make_unique<Smooth>(lmp, fix, rules);
}
