// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(deform/gradv/kk,FixDeformGradvKokkos<LMPDeviceType>);
FixStyle(deform/gradv/kk/device,FixDeformGradvKokkos<LMPDeviceType>);
FixStyle(deform/gradv/kk/host,FixDeformGradvKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_DEFORM_GRADV_KOKKOS_H
#define LMP_FIX_DEFORM_GRADV_KOKKOS_H

#include "fix_deform_gradv.h"
#include "vardem_streaming_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType> class FixDeformGradvKokkos : public FixDeformGradv {
 public:
  FixDeformGradvKokkos(class LAMMPS *, int, char **);
  void init() override;
  void pre_exchange() override;

 protected:
  void sync_to_host() override { atomKK->sync(Host, ALL_MASK); }
  void remap_atoms() override;
};

}    // namespace LAMMPS_NS
#endif
#endif
