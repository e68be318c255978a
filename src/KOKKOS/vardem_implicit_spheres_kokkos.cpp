// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/implicit/implicit_sphere_step.h"
#include "vardem_solvers_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {
template std::unique_ptr<ImplicitSteps>
make_implicit_spheres<PlatformKokkos<LMPDeviceType>, false>(LAMMPS *, Fix *, ContactRules &,
                                                            Orientations &, bool);
#ifdef LMP_KOKKOS_GPU
template std::unique_ptr<ImplicitSteps>
make_implicit_spheres<PlatformKokkos<LMPHostType>, false>(LAMMPS *, Fix *, ContactRules &,
                                                          Orientations &, bool);
#endif
}    // namespace LAMMPS_NS::VARDEM_NS
