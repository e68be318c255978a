// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(streaming/kk,FixStreamingKokkos<LMPDeviceType>);
FixStyle(streaming/kk/device,FixStreamingKokkos<LMPDeviceType>);
FixStyle(streaming/kk/host,FixStreamingKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_STREAMING_KOKKOS_H
#define LMP_FIX_STREAMING_KOKKOS_H

#include "fix_streaming.h"
#include "vardem_streaming_kokkos.h"
#include "vardem_with_kokkos.h"

namespace LAMMPS_NS {

template <class DeviceType> class FixStreamingKokkos : public FixStreaming {
 public:
  FixStreamingKokkos(LAMMPS *lmp, int narg, char **arg) : FixStreaming(lmp, narg, arg)
  {
    VARDEM_NS::work_on<DeviceType>(this);
    loops = std::make_unique<VARDEM_NS::FlowLoopsOn<VARDEM_NS::StreamingLoopsKokkos<DeviceType>>>(
        flow, this);
  }

  void init() override
  {
    atomKK->sync(Host, ELLIPSOID_MASK);
    FixStreaming::init();
    VARDEM_NS::init_streaming<DeviceType>(lmp, flow, style);
  }

 protected:
  void sync_to_host() override
  {
    atomKK->sync(Host, X_MASK | V_MASK | TAG_MASK | MASK_MASK | IMAGE_MASK);
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
