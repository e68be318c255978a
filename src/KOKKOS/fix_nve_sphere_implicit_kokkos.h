// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/implicit/kk,FixNVESphereImplicitKokkos<LMPDeviceType>);
FixStyle(nve/sphere/implicit/kk/device,FixNVESphereImplicitKokkos<LMPDeviceType>);
FixStyle(nve/sphere/implicit/kk/host,FixNVESphereImplicitKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_IMPLICIT_KOKKOS_H
#define LMP_FIX_NVE_SPHERE_IMPLICIT_KOKKOS_H

#include "fix_nve_sphere_implicit.h"
#include "fix_velocity_onstep_kokkos.h"
#include "kokkos_type.h"
#include "vardem_exchange_kokkos.h"
#include "vardem_host_readers.h"
#include "vardem_orientations_kokkos.h"
#include "vardem_store_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: forces, contacts, springs, bonds, solver and motion are on the device. At the
 *  ends of a run the limit of explicit steps is found on the host. The host gets orientations as
 *  VARDEM_NS::OrientationsForHost says. */
template <class DeviceType>
class FixNVESphereImplicitKokkos :
    public FixNVESphereImplicit,
    public VARDEM_NS::GhostsOfFixKokkos<DeviceType, VARDEM_NS::StoreOnDevice<DeviceType>>,
    public VARDEM_NS::FullStepIntegratorKokkos<DeviceType>,
    public VARDEM_NS::OrientationsOnDevice<DeviceType> {
 public:
  typedef typename ArrayTypes<DeviceType>::t_double_2d_lr Rows;

  FixNVESphereImplicitKokkos(class LAMMPS *, int, char **);
  void init() override;
  void initial_integrate(int) override;
  void pre_reverse(int, int) override;
  void post_run() override;
  const double *const *changes_full_step() const override;
  Rows changes_on_device() const override { return this->rows_on_device(change_table); }
  double *const *kept_orientations() const override;
  void orientations_set_on_host() override;
  Rows orientations_on_device() override { return this->rows_on_device(orientation_table); }
  void orientations_modified() override;

 protected:
  double limit() override;
  double *numbers_here(int table) override { return this->rows_on_device(table).data(); }

 private:
  using VARDEM_NS::StoreOnDevice<DeviceType>::d_store;
  VARDEM_NS::OrientationsForHost for_host;

  void rows_moved() override { for_host.changed(); }
};

}    // namespace LAMMPS_NS
#endif
#endif
