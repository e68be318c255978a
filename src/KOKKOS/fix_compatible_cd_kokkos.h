// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(compatible/cd/kk,FixCompatibleCDKokkos<LMPDeviceType>);
FixStyle(compatible/cd/kk/device,FixCompatibleCDKokkos<LMPDeviceType>);
FixStyle(compatible/cd/kk/host,FixCompatibleCDKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_COMPATIBLE_CD_KOKKOS_H
#define LMP_FIX_COMPATIBLE_CD_KOKKOS_H

#include "fix_compatible_cd.h"
#include "kokkos_type.h"
#include "vardem_exchange_kokkos.h"
#include "vardem_store_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: contacts, solver and results are on the device. The results come to the host
 *  after each solve. The motion, with which the next solve starts, stays on the device. */
template <class DeviceType>
class FixCompatibleCDKokkos :
    public FixCompatibleCD,
    public VARDEM_NS::GhostsOfFixKokkos<DeviceType, VARDEM_NS::StoreOnDevice<DeviceType>> {
 public:
  FixCompatibleCDKokkos(class LAMMPS *, int, char **);
  void init() override;
  void post_run() override;

 protected:
  double *motions_of_atoms() override { return to_be_changed(motion_table); }
  double *results_of_atoms() override { return to_be_changed(results_table); }
  void results_are_set() override { d_store->to_host(results_table); }
  void rows_moved() override    // new lists come behind the forces of a step
  {
    if (this->has_forces_of_steps()) d_store->to_host(results_table);
  }

 private:
  using VARDEM_NS::StoreOnDevice<DeviceType>::d_store;

  /** What the solve keeps for each atom. */
  double *to_be_changed(int table)
  {
    const auto rows = this->rows_on_device(table);
    d_store->changed_on_device(table);
    return rows.data();
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
