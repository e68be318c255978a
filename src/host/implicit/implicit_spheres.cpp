// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/implicit/implicit_sphere_step.h"
#include "host/solve/host_solvers.h"

namespace LAMMPS_NS::VARDEM_NS {
template std::unique_ptr<ImplicitSteps>
make_implicit_spheres<HostPlatform, false>(LAMMPS *, Fix *, ContactRules &, Orientations &, bool);
}    // namespace LAMMPS_NS::VARDEM_NS
