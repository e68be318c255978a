/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/implicit/implicit_sphere_step.h"
#include "host/solve/host_solvers.h"

namespace LAMMPS_NS::VARDEM_NS {
template std::unique_ptr<ImplicitSteps>
make_implicit_spheres<HostPlatform, false>(LAMMPS *, Fix *, ContactRules &, Attitudes &, bool);
}    // namespace LAMMPS_NS::VARDEM_NS
