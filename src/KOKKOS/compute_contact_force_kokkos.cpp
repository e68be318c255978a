// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "compute_contact_force_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"

using namespace LAMMPS_NS;

template <class DeviceType>
ComputeContactForceKokkos<DeviceType>::ComputeContactForceKokkos(LAMMPS *lmp, int narg,
                                                                 char **arg) :
    ComputeContactForce(lmp, narg, arg)
{
  kokkosable = 1;
  atomKK = (AtomKokkos *) atom;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
}

namespace LAMMPS_NS {
template class ComputeContactForceKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class ComputeContactForceKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
