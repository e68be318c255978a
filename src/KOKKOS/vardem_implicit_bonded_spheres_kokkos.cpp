/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/implicit/bonded_steps_on.h"
#include "vardem_implicit_variants_kokkos.h"
#include "vardem_packing_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

template <class DeviceType>
std::unique_ptr<ImplicitSteps>
VARDEM_NS::steps_of_bonded_spheres_kokkos(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                          Attitudes &attitudes, bool friction)
{
  return make_bonded_sphere_steps<PackingPlatformKokkos<DeviceType>>(lmp, fix, rules, attitudes,
                                                                     friction);
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS::VARDEM_NS {
template std::unique_ptr<ImplicitSteps>
steps_of_bonded_spheres_kokkos<LMPDeviceType>(LAMMPS *, Fix *, ContactRules &, Attitudes &, bool);
#ifdef LMP_KOKKOS_GPU
template std::unique_ptr<ImplicitSteps>
steps_of_bonded_spheres_kokkos<LMPHostType>(LAMMPS *, Fix *, ContactRules &, Attitudes &, bool);
#endif
}    // namespace LAMMPS_NS::VARDEM_NS
