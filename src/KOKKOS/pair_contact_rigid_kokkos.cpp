// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "pair_contact_rigid_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

// LAMMPS checks for Kokkos itself for a pair style, but not for a sub-style of pair hybrid.
template <class DeviceType>
PairContactRigidKokkos<DeviceType>::PairContactRigidKokkos(LAMMPS *lmp) :
    PairContactRigid(with_kokkos(lmp, "Pair style contact/rigid/kk"))
{
  work_on<DeviceType>(this);
  atomKK = (AtomKokkos *) atom;
}

// The radii on the host may be outdated.
template <class DeviceType> void PairContactRigidKokkos<DeviceType>::init_style()
{
  if (atom->radius_flag) atomKK->sync(Host, RADIUS_MASK | TYPE_MASK | MASK_MASK);
  PairContactRigid::init_style();
}

VARDEM_KOKKOS_VARIANT(PairContactRigidKokkos);
