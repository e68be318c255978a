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

#include "kokkos_type.h"
#include "pair_contact_rigid.h"

namespace LAMMPS_NS {

/** Kokkos variant. compute() does not read or write atoms, so nothing is copied between host and
 *  device. */
template <class DeviceType> class PairContactRigidKokkos : public PairContactRigid {
 public:
  PairContactRigidKokkos(class LAMMPS *);
  void init_style() override;
};

}    // namespace LAMMPS_NS
#endif
#endif
