/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/implicit/implicit_steps_on.h"
#include "host/implicit/implicit_variants.h"
#include "host/network/host_platform.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

std::unique_ptr<ImplicitSteps> VARDEM_NS::steps_of_spheres(LAMMPS *lmp, Fix *fix,
                                                           ContactRules &rules, bool friction)
{
  return make_sphere_steps<HostPlatform>(lmp, fix, rules, friction);
}
