// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(contact/force/kk,ComputeContactForceKokkos<LMPDeviceType>);
ComputeStyle(contact/force/kk/device,ComputeContactForceKokkos<LMPDeviceType>);
ComputeStyle(contact/force/kk/host,ComputeContactForceKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_COMPUTE_CONTACT_FORCE_KOKKOS_H
#define LMP_COMPUTE_CONTACT_FORCE_KOKKOS_H

#include "compute_contact_force.h"
#include "vardem_with_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: reads pair styles contact/hooke/kk and contact/hertz/kk, or a fix
 *  compatible/cd/kk. They fill the rows on the device and copy them to the host. It also reads
 *  fixes wall/contact and nve/sphere/cd with and without the suffix, whose rows are on the host. */
template <class DeviceType> class ComputeContactForceKokkos : public ComputeContactForce {
 public:
  ComputeContactForceKokkos(LAMMPS *lmp, int narg, char **arg) : ComputeContactForce(lmp, narg, arg)
  {
    VARDEM_NS::work_on<DeviceType>(this);
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
