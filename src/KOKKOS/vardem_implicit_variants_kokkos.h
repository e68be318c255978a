/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_IMPLICIT_VARIANTS_KOKKOS_H
#define LMP_VARDEM_IMPLICIT_VARIANTS_KOKKOS_H

#include "host/implicit/implicit_variants.h"

namespace LAMMPS_NS::VARDEM_NS {

// The implicit steps of a device (host/implicit/implicit_variants.h). Their ghosts are a GhostsKokkos<DeviceType>.

template <class DeviceType>
std::unique_ptr<ImplicitSteps> steps_of_spheres_kokkos(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                       bool friction);
template <class DeviceType>
std::unique_ptr<ImplicitSteps> steps_of_bonded_spheres_kokkos(LAMMPS *lmp, Fix *fix,
                                                              ContactRules &rules,
                                                              Attitudes &attitudes, bool friction);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
