// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(timestep/contact/kk,FixTimestepContactKokkos<LMPDeviceType>);
FixStyle(timestep/contact/kk/device,FixTimestepContactKokkos<LMPDeviceType>);
FixStyle(timestep/contact/kk/host,FixTimestepContactKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_TIMESTEP_CONTACT_KOKKOS_H
#define LMP_FIX_TIMESTEP_CONTACT_KOKKOS_H

#include "fix_timestep_contact.h"
#include "host/atoms/atom_accessors.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_space_kokkos.h"
#include "vardem_with_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: it finds the largest speed on the device, and its compute timestep/contact/kk
 *  copies what it reads. */
template <class DeviceType> class FixTimestepContactKokkos : public FixTimestepContact {
 public:
  FixTimestepContactKokkos(LAMMPS *lmp, int narg, char **arg) :
      FixTimestepContact(VARDEM_NS::with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
      space(VARDEM::NoExchange(), "timestep/contact")
  {
    VARDEM_NS::work_on<DeviceType>(this);
  }

 protected:
  double largest_speed_of_process() override
  {
    atomKK->sync(ExecutionSpaceFromDevice<DeviceType>::space, V_MASK | MASK_MASK);
    typedef VARDEM_NS::PointsKokkos<DeviceType> Points;
    return space.maximum(atom->nlocal, VARDEM_NS::SpeedOf<Points>{{atomKK, groupbit}});
  }

 private:
  VARDEM_NS::SpaceKokkos<DeviceType> space;
};

}    // namespace LAMMPS_NS
#endif
#endif
