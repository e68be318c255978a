// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "pair_contact_kokkos.h"

using namespace LAMMPS_NS;

template <class DeviceType>
PairContactHertzKokkos<DeviceType>::PairContactHertzKokkos(LAMMPS *lmp) :
    PairContactKokkos<DeviceType, PairContactHertz, VARDEM::HertzForce>(lmp, "contact/hertz")
{
}

VARDEM_KOKKOS_VARIANT(PairContactHertzKokkos);
