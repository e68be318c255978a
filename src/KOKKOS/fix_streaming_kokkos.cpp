// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_streaming_kokkos.h"

#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixStreamingKokkos<DeviceType>::FixStreamingKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixStreaming(lmp, narg, arg)
{
  work_on<DeviceType>(this);
  loops = std::make_unique<FlowLoopsKokkos<DeviceType>>(flow, this, (AtomKokkos *) atom);
}

template <class DeviceType> void FixStreamingKokkos<DeviceType>::init()
{
  FixStreaming::init();
  init_streaming<DeviceType>(lmp, flow, style);
}

template <class DeviceType> void FixStreamingKokkos<DeviceType>::sync_to_host()
{
  ((AtomKokkos *) atom)->sync(Host, X_MASK);
}

VARDEM_KOKKOS_VARIANT(FixStreamingKokkos);
