// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_contact_minimizer_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "host/lammps/internals.h"
#include "vardem_platform_kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixContactMinimizerKokkos<DeviceType>::FixContactMinimizerKokkos(LAMMPS *lmp, int narg,
                                                                 char **arg) :
    FixContactMinimizer(lmp, narg, arg)
{
  dynamics.take_steps(make_implicit_steps<PlatformKokkos<DeviceType>>);
  this->take_ghosts(dynamics.implicit_steps().ghosts());
  work_on<DeviceType>(this);
  forward_comm_device = reverse_comm_device = 1;
}

template <class DeviceType>
std::string FixContactMinimizerKokkos<DeviceType>::style_in(Modify *modify)
{
  return add_internal_style<FixContactMinimizerKokkos<DeviceType>>(modify, "CONTACT/MINIMIZER/kk");
}

template <class DeviceType> void FixContactMinimizerKokkos<DeviceType>::init()
{
  atomKK->sync(Host, ALL_MASK);
  FixContactMinimizer::init();
  this->take_ghosts(dynamics.implicit_steps().ghosts());    // they may be others
}

namespace LAMMPS_NS {
template class FixContactMinimizerKokkos<LMPDeviceType>;
}
