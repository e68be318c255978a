// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "compute_contact_force_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;

template <class DeviceType>
ComputeContactForceKokkos<DeviceType>::ComputeContactForceKokkos(LAMMPS *lmp, int narg,
                                                                 char **arg) :
    ComputeContactForce(lmp, narg, arg)
{
  work_on<DeviceType>(this);
  atomKK = (AtomKokkos *) atom;
}

VARDEM_KOKKOS_VARIANT(ComputeContactForceKokkos);
