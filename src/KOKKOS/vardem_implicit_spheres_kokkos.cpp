/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/implicit/implicit_sphere_step.h"
#include "vardem_packing_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {
template std::unique_ptr<ImplicitSteps>
make_implicit_spheres<PackingPlatformKokkos<LMPDeviceType>, false>(LAMMPS *, Fix *, ContactRules &,
                                                                   Attitudes &, bool);
#ifdef LMP_KOKKOS_GPU
template std::unique_ptr<ImplicitSteps>
make_implicit_spheres<PackingPlatformKokkos<LMPHostType>, false>(LAMMPS *, Fix *, ContactRules &,
                                                                 Attitudes &, bool);
#endif
}    // namespace LAMMPS_NS::VARDEM_NS
