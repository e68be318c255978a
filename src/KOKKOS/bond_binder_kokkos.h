// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef BOND_CLASS
// clang-format off
BondStyle(binder/kk,BondBinderKokkos<LMPDeviceType>);
BondStyle(binder/kk/device,BondBinderKokkos<LMPDeviceType>);
BondStyle(binder/kk/host,BondBinderKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_BOND_BINDER_KOKKOS_H
#define LMP_BOND_BINDER_KOKKOS_H

#include "bond_binder.h"
#include "bond_grains_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType>
class BondBinderKokkos : public BondGrainsKokkos<DeviceType, BondBinder> {
 public:
  BondBinderKokkos(class LAMMPS *);
  void compute(int, int) override;
  void find_trial_bonds(typename BondBinder::Ends *, VARDEM::TrialBond *) override;

 private:
  using Grains = BondGrainsKokkos<DeviceType, BondBinder>;
  template <class T> using Array = typename Grains::template Array<T>;

  Array<VARDEM_NS::BinderLaw> laws_here;
  Array<VARDEM_NS::BinderCoefficients> coefficients_here;    // of beams

  void find_beams_here();
};

}    // namespace LAMMPS_NS
#endif
#endif
