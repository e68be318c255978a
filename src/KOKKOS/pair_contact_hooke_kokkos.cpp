// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "pair_contact_kokkos.h"

using namespace LAMMPS_NS;

template <class DeviceType>
PairContactHookeKokkos<DeviceType>::PairContactHookeKokkos(LAMMPS *lmp) :
    PairContactKokkos<DeviceType, PairContactHooke, VARDEM::HookeForce>(lmp, "contact/hooke")
{
}

VARDEM_KOKKOS_VARIANT(PairContactHookeKokkos);
