// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/cd/kk,FixNVESphereCDKokkos<LMPDeviceType>);
FixStyle(nve/sphere/cd/kk/device,FixNVESphereCDKokkos<LMPDeviceType>);
FixStyle(nve/sphere/cd/kk/host,FixNVESphereCDKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_CD_KOKKOS_H
#define LMP_FIX_NVE_SPHERE_CD_KOKKOS_H

#include "fix_nve_sphere_cd.h"
#include "kokkos_type.h"
#include "vardem_exchange_kokkos.h"
#include "vardem_store_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: contacts, solver, motion and pushes are on the device. The host has the virials
 *  of atoms, at steps where they are asked for. */
template <class DeviceType>
class FixNVESphereCDKokkos :
    public FixNVESphereCD,
    public VARDEM_NS::GhostsOfFixKokkos<DeviceType, VARDEM_NS::StoreOnDevice<DeviceType>> {
 public:
  FixNVESphereCDKokkos(class LAMMPS *, int, char **);
  void init() override;
  void post_run() override;
  void setup(int) override;
  void initial_integrate(int) override;

 protected:
  double *contact_forces() override { return this->rows_on_device(contact_force_table).data(); }
  double *memory_rows() override { return this->rows_on_device(memory_table).data(); }
  void memory_to_ghosts() override;
  void remember() override;
  void tally_virial() override;

 private:
  using VARDEM_NS::StoreOnDevice<DeviceType>::d_store;
};

}    // namespace LAMMPS_NS
#endif
#endif
