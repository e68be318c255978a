/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

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
#include "vardem_bodies_kokkos.h"

namespace LAMMPS_NS {

/** The work of gravity is kept on the device: a step launches its kernels and waits for none of them. */
template <class DeviceType> class FixEnergyLedgerKokkos : public FixEnergyLedger {
 public:
  typedef ArrayTypes<DeviceType> AT;

  FixEnergyLedgerKokkos(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;

 protected:
  VARDEM::KickSums kick_sums(const VARDEM::FrameOfFlow *flow) override;
  void close_step(const VARDEM::FrameOfFlow *flow) override;
  VARDEM::KickWork read_work() override;
  void write_work(const VARDEM::KickWork &) override;
  double force_beyond_members() override;
  VARDEM::KineticEnergy kinetic_energy(const VARDEM::FrameOfFlow *flow) override;

 private:
  Kokkos::View<VARDEM::KickSums *, DeviceType> d_sums;    // of each pull
  Kokkos::View<VARDEM::KickWork, DeviceType> d_work;

  std::string kernel_name(const char *what) const;
  void launch_kick_sums(const VARDEM::FrameOfFlow *flow);
  template <class Frame> void launch_kick_sums_in(const Frame &frame);
  template <class Frame> VARDEM::KineticEnergy kinetic_energy_in(const Frame &frame);
};

}    // namespace LAMMPS_NS
#endif
#endif
