// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/rigid/kk,PairContactRigidKokkos<LMPDeviceType>);
PairStyle(contact/rigid/kk/device,PairContactRigidKokkos<LMPDeviceType>);
PairStyle(contact/rigid/kk/host,PairContactRigidKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_RIGID_KOKKOS_H
#define LMP_PAIR_CONTACT_RIGID_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "pair_contact_rigid.h"
#include "vardem_with_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant. compute() does not read or write atoms, so nothing is copied between host and
 *  device. */
template <class DeviceType> class PairContactRigidKokkos : public PairContactRigid {
 public:
  // LAMMPS checks for Kokkos itself for a pair style, but not for a sub-style of pair hybrid
  PairContactRigidKokkos(LAMMPS *lmp) :
      PairContactRigid(VARDEM_NS::with_kokkos(lmp, "Pair style contact/rigid/kk"))
  {
    VARDEM_NS::work_on<DeviceType>(this);
  }

  void init_style() override
  {
    // the radii on the host may be outdated
    if (atom->radius_flag) atomKK->sync(Host, RADIUS_MASK | TYPE_MASK | MASK_MASK);
    PairContactRigid::init_style();
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
