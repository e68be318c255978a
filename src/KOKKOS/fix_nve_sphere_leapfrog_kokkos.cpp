/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_sphere_leapfrog_kokkos.h"

#include "vardem_bodies_kokkos.h"

using namespace LAMMPS_NS;
using VARDEM::Step;
using VARDEM::Vec3;

namespace {

/** Closing of the step before (CLOSE) and opening of a step (OPEN) of a sphere; attitude: it is integrated. */
template <class Spheres, bool CLOSE, bool OPEN> struct LeapfrogSpheres {
  Spheres spheres;
  Step step;
  double inertia;
  bool attitude, planar;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!spheres.selects(i)) return;
    if (CLOSE) close_sphere(spheres, i, step, inertia);
    if (OPEN) {
      const Vec3 omega = open_sphere(spheres, i, step, inertia);
      if (attitude)
        spheres.set_q(i, rotated(spheres.q(i), planar ? Vec3{0.0, 0.0, omega.z} : omega, step.h));
    }
  }
};

}    // namespace

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
  if (this->update_quat) this->device();

  Kokkos::parallel_for(
      this->kernel_name(FUSED ? "fused" : "initial"),
      Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
      LeapfrogSpheres<Spheres, FUSED, true>{Spheres(this->atomKK, this->groupbit, this->d_store),
                                            {this->dtv, this->dtf},
                                            this->inertia,
                                            this->update_quat,
                                            this->domain->dimension == 2});

  this->atomKK->modified(this->execution_space, X_MASK | V_MASK | OMEGA_MASK);
  if (this->update_quat) this->store_modified();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixNVESphereLeapfrogKokkos<DeviceType>::final_integrate()
{
  using Spheres = VardemSpheresKokkos<DeviceType>;
  this->atomKK->sync(this->execution_space, Spheres::READ & ~X_MASK);

  Kokkos::parallel_for(
      this->kernel_name("final"), Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
      LeapfrogSpheres<Spheres, true, false>{Spheres(this->atomKK, this->groupbit, this->d_store),
                                            {this->dtv, this->dtf},
                                            this->inertia,
                                            false,
                                            false});

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
