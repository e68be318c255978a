// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/hertz/kk,PairContactHertzKokkos<LMPDeviceType>);
PairStyle(contact/hertz/kk/device,PairContactHertzKokkos<LMPDeviceType>);
PairStyle(contact/hertz/kk/host,PairContactHertzKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_HERTZ_KOKKOS_H
#define LMP_PAIR_CONTACT_HERTZ_KOKKOS_H

#include "pair_contact_hertz.h"
#include "pair_contact_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant. */
template <class DeviceType>
class PairContactHertzKokkos :
    public PairContactKokkos<DeviceType, PairContactHertz, VARDEM::HertzForce> {
 public:
  PairContactHertzKokkos(class LAMMPS *);
};

}    // namespace LAMMPS_NS
#endif
#endif
