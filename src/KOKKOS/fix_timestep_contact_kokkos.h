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
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_space_kokkos.h"
#include "vardem_with_kokkos.h"

namespace LAMMPS_NS {

namespace VARDEM_NS {

  /** The speed of an atom in a group. */
  template <class DeviceType> struct SpeedOfAtom {
    typename ArrayTypes<DeviceType>::t_kkfloat_1d_3 v;
    typename ArrayTypes<DeviceType>::t_int_1d mask;
    int groupbit;

    VARDEM_INLINE double operator()(int i) const
    {
      return mask(i) & groupbit ? norm(row_at(v, i)) : 0.0;
    }
  };

}    // namespace VARDEM_NS

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
    return space.maximum(
        atom->nlocal,
        VARDEM_NS::SpeedOfAtom<DeviceType>{atomKK->k_v.template view<DeviceType>(),
                                           atomKK->k_mask.template view<DeviceType>(), groupbit});
  }

 private:
  VARDEM_NS::SpaceKokkos<DeviceType> space;
};

}    // namespace LAMMPS_NS
#endif
#endif
