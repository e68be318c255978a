// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "bond_contact_hooke_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
BondContactHookeKokkos<DeviceType>::BondContactHookeKokkos(LAMMPS *lmp) :
    BondGrainsKokkos<DeviceType, BondContactHooke>(lmp, "contact/hooke")
{
}

template <class DeviceType> void BondContactHookeKokkos<DeviceType>::init_style()
{
  Grains::init_style();
  this->bring(this->laws, laws_here);
}

template <class DeviceType> void BondContactHookeKokkos<DeviceType>::compute(int eflag, int vflag)
{
  this->prepare(eflag, vflag, RestLength());
  this->run(physics_here());
  this->finish();
}

VARDEM_KOKKOS_VARIANT(BondContactHookeKokkos);
