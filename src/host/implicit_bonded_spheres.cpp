/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/bonded_steps_on.h"
#include "host/host_platform.h"
#include "host/implicit_variants.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

std::unique_ptr<ImplicitSteps> VARDEM_NS::steps_of_bonded_spheres(LAMMPS *lmp, Fix *fix,
                                                                  ContactRules &rules,
                                                                  Attitudes &attitudes,
                                                                  bool friction)
{
  using Space = HostPlatform::Space;
  using Smooth = BondedStepsOn<HostPlatform, VARDEM::NoStepFriction<Space>>;
  using Rough = BondedStepsOn<HostPlatform, VARDEM::StepFriction<Space>>;
  if (friction) return std::make_unique<Rough>(lmp, fix, rules, attitudes);
  return std::make_unique<Smooth>(lmp, fix, rules, attitudes);
}
