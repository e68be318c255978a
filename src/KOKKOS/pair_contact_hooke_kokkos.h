// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/hooke/kk,PairContactHookeKokkos<LMPDeviceType>);
PairStyle(contact/hooke/kk/device,PairContactHookeKokkos<LMPDeviceType>);
PairStyle(contact/hooke/kk/host,PairContactHookeKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_HOOKE_KOKKOS_H
#define LMP_PAIR_CONTACT_HOOKE_KOKKOS_H

#include "pair_contact_hooke.h"
#include "pair_contact_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant. */
template <class DeviceType>
class PairContactHookeKokkos :
    public PairContactKokkos<DeviceType, PairContactHooke, VARDEM::HookeForce> {
 public:
  PairContactHookeKokkos(class LAMMPS *);
};

}    // namespace LAMMPS_NS
#endif
#endif
