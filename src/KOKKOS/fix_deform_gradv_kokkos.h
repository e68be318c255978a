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
#include "vardem_with_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType> class FixDeformGradvKokkos : public FixDeformGradv {
 public:
  FixDeformGradvKokkos(LAMMPS *lmp, int narg, char **arg) : FixDeformGradv(lmp, narg, arg)
  {
    using Loops = VARDEM_NS::StreamingLoopsKokkos<DeviceType>;
    VARDEM_NS::work_on<DeviceType>(this);
    loops = std::make_unique<VARDEM_NS::FlowLoopsOn<Loops>>(flow, this);
  }

  void init() override
  {
    sync_to_host();
    FixDeformGradv::init();
    VARDEM_NS::init_streaming<DeviceType>(lmp, flow, style);
  }

  // A flip moves atoms between ranks, on the host. Domain and Irregular change atom arrays without
  // marking them as modified.
  void pre_exchange() override
  {
    if (!flip_due()) return;
    sync_to_host();
    atomKK->modified(Host, ALL_MASK);
    const int auto_sync = lmp->kokkos->auto_sync;
    lmp->kokkos->auto_sync = 1;
    FixDeformGradv::pre_exchange();
    lmp->kokkos->auto_sync = auto_sync;
    atomKK->modified(Host, ALL_MASK);
  }

 protected:
  void sync_to_host() override { atomKK->sync(Host, ALL_MASK); }

  void remap_atoms() override
  {
    sync_to_host();
    FixDeformGradv::remap_atoms();
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
