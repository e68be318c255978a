// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/asphere/variational/kk,FixNVEAsphereVariationalKokkos<LMPDeviceType>);
FixStyle(nve/asphere/variational/kk/device,FixNVEAsphereVariationalKokkos<LMPDeviceType>);
FixStyle(nve/asphere/variational/kk/host,FixNVEAsphereVariationalKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_NVE_ASPHERE_VARIATIONAL_KOKKOS_H
#define LMP_FIX_NVE_ASPHERE_VARIATIONAL_KOKKOS_H

#include "fix_nve_asphere_rotation_kokkos.h"
#include "fix_nve_asphere_variational.h"

namespace LAMMPS_NS {

template <class DeviceType>
class FixNVEAsphereVariationalKokkos :
    public FixNVEAsphereRotationKokkos<DeviceType, FixNVEAsphereVariational> {
 public:
  using FixNVEAsphereRotationKokkos<DeviceType,
                                    FixNVEAsphereVariational>::FixNVEAsphereRotationKokkos;
  void initial_integrate(int) override;
  void fused_integrate(int) override;
  void final_integrate() override;

 protected:
  void check_convergence() override;

 private:
  using Rotation = FixNVEAsphereRotationKokkos<DeviceType, FixNVEAsphereVariational>;
};

}    // namespace LAMMPS_NS
#endif
#endif
