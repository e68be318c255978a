// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(energy/ledger/kk,FixEnergyLedgerKokkos<LMPDeviceType>);
FixStyle(energy/ledger/kk/device,FixEnergyLedgerKokkos<LMPDeviceType>);
FixStyle(energy/ledger/kk/host,FixEnergyLedgerKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_ENERGY_LEDGER_KOKKOS_H
#define LMP_FIX_ENERGY_LEDGER_KOKKOS_H

#include "fix_energy_ledger.h"
#include "kokkos_type.h"

namespace LAMMPS_NS {

/** The same with sums on the device. The work of gravity is kept there. */
template <class DeviceType> class FixEnergyLedgerKokkos : public FixEnergyLedger {
 public:
  FixEnergyLedgerKokkos(class LAMMPS *, int, char **);
  int setmask() override;

 protected:
  VARDEM::KineticEnergy kinetic_energy(const std::optional<VARDEM::FrameOfFlow> &flow) override;
  void sync_ids() override;
};

}    // namespace LAMMPS_NS
#endif
#endif
