/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_sphere_implicit_kokkos.h"

#include "host/implicit_steps_on.h"
#include "vardem_packing_kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

template <class DeviceType>
FixNVESphereImplicitKokkos<DeviceType>::FixNVESphereImplicitKokkos(LAMMPS *lmp, int narg,
                                                                   char **arg) :
    FixNVESphereImplicit(with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg, true)
{
  auto steps = std::make_unique<ImplicitStepsOn<PackingPlatformKokkos<DeviceType>>>(
      lmp, this, dynamics.contact_rules());
  this->ghosts = &steps->where().ghosts;
  dynamics.take_steps(std::move(steps));
  kokkosable = 1;
  forward_comm_device = reverse_comm_device = 1;
  atomKK = (AtomKokkos *) atom;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixNVESphereImplicitKokkos<DeviceType>::init()
{
  atomKK->sync(Host, ALL_MASK);
  FixNVESphereImplicit::init();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixNVESphereImplicitKokkos<DeviceType>::setup(int vflag)
{
  this->sync_host_readers(atomKK);
  FixNVESphereImplicit::setup(vflag);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixNVESphereImplicitKokkos<DeviceType>::initial_integrate(int vflag)
{
  this->sync_host_readers(atomKK);
  FixNVESphereImplicit::initial_integrate(vflag);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> double FixNVESphereImplicitKokkos<DeviceType>::limit()
{
  atomKK->sync(Host, ALL_MASK);
  return FixNVESphereImplicit::limit();
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixNVESphereImplicitKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixNVESphereImplicitKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
