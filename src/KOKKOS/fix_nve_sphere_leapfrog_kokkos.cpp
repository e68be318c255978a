/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_sphere_leapfrog_kokkos.h"

#include "vardem_bodies_kokkos.h"
#include "vardem_rotations.h"

using namespace LAMMPS_NS;
using VARDEM::IncrementExponential;
using VARDEM::Step;

/* ---------------------------------------------------------------------- */

template <class DeviceType>
FixNVESphereLeapfrogKokkos<DeviceType>::FixNVESphereLeapfrogKokkos(LAMMPS *lmp, int narg,
                                                                   char **arg) :
    FixNVERotationKokkos<DeviceType, FixNVESphereLeapfrog>(lmp, narg, arg)
{
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixNVESphereLeapfrogKokkos<DeviceType>::initial_integrate(int /*vflag*/)
{
  this->use_restarted_forces();
  open_step<false>();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixNVESphereLeapfrogKokkos<DeviceType>::fused_integrate(int /*vflag*/)
{
  open_step<true>();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
template <bool FUSED>
void FixNVESphereLeapfrogKokkos<DeviceType>::open_step()
{
  using Spheres = VardemSpheresKokkos<DeviceType>;
  this->atomKK->sync(this->execution_space, Spheres::READ);
  if (this->integrate_attitude) this->device();

  const Spheres spheres(this->atomKK, this->groupbit, this->d_store, this->domain->dimension == 2);
  const Step step = {this->dtv, this->dtf};
  const std::string name = this->kernel_name(FUSED ? "fused" : "initial");
  const int n = this->nlocal_integrated();
  if (this->integrate_attitude)
    vardem_open_spheres<DeviceType, FUSED>(name, spheres, n, step, step, this->inertia,
                                           IncrementExponential(), vardem_rotate_exponential);
  else
    Kokkos::parallel_for(name, Kokkos::RangePolicy<DeviceType>(0, n),
                         VardemStepSpheres<Spheres, FUSED, true>{spheres, step, this->inertia});

  this->atomKK->modified(this->execution_space, X_MASK | V_MASK | OMEGA_MASK);
  if (this->integrate_attitude) this->store_modified();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixNVESphereLeapfrogKokkos<DeviceType>::final_integrate()
{
  using Spheres = VardemSpheresKokkos<DeviceType>;
  this->atomKK->sync(this->execution_space, Spheres::READ & ~X_MASK);

  const Spheres spheres(this->atomKK, this->groupbit, this->d_store, false);
  const Step step = {this->dtv, this->dtf};
  Kokkos::parallel_for(this->kernel_name("final"),
                       Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
                       VardemStepSpheres<Spheres, true, false>{spheres, step, this->inertia});

  this->atomKK->modified(this->execution_space, V_MASK | OMEGA_MASK);
  this->offer_store_to_output();
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixNVESphereLeapfrogKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixNVESphereLeapfrogKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
