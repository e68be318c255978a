// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_streaming_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixStreamingKokkos<DeviceType>::FixStreamingKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixStreaming(lmp, narg, arg)
{
  kokkosable = 1;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
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

namespace LAMMPS_NS {
template class FixStreamingKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixStreamingKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
