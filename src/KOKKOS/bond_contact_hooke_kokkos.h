// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef BOND_CLASS
// clang-format off
BondStyle(contact/hooke/kk,BondContactHookeKokkos<LMPDeviceType>);
BondStyle(contact/hooke/kk/device,BondContactHookeKokkos<LMPDeviceType>);
BondStyle(contact/hooke/kk/host,BondContactHookeKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_BOND_CONTACT_HOOKE_KOKKOS_H
#define LMP_BOND_CONTACT_HOOKE_KOKKOS_H

#include "bond_contact_hooke.h"
#include "bond_grains_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType>
class BondContactHookeKokkos : public BondGrainsKokkos<DeviceType, BondContactHooke> {
 public:
  BondContactHookeKokkos(class LAMMPS *);
  void init_style() override;
  void compute(int, int) override;
  void find_trial_bonds(BondContactHooke::Ends *ends, VARDEM::TrialBond *trials) override
  {
    this->find_trials(physics_here(), ends, trials);
  }

 private:
  using Grains = BondGrainsKokkos<DeviceType, BondContactHooke>;

  typename Grains::template Array<VARDEM::ContactParameters> laws_here;

  VARDEM_NS::HookeBondPhysics physics_here() const
  {
    return {laws_here.data(), this->bodies.has_dashpots()};
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
