/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_sphere_rodrigues_kokkos.h"

#include "vardem_bodies_kokkos.h"

using namespace LAMMPS_NS;
using VARDEM::IncrementExact;
using VARDEM::Step;
using VARDEM::Vec3;

namespace {

/** The sphere that turns by the largest angle in its step, from its angular velocity at mid-step. */
template <class Spheres> struct LargestAngle {
  using value_type = typename Kokkos::MaxLoc<double, int>::value_type;

  Spheres spheres;
  double h;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, value_type &largest) const
  {
    if (!spheres.selects(i)) return;
    const Vec3 w = h * spheres.rotating(spheres.omega(i));
    if (!IncrementExact::has_solution(w) && norm(w) > largest.val) largest = {norm(w), i};
  }
};

}    // namespace

/* ---------------------------------------------------------------------- */

template <class DeviceType>
FixNVESphereRodriguesKokkos<DeviceType>::FixNVESphereRodriguesKokkos(LAMMPS *lmp, int narg,
                                                                     char **arg) :
    FixNVERotationKokkos<DeviceType, FixNVESphereRodrigues>(lmp, narg, arg)
{
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixNVESphereRodriguesKokkos<DeviceType>::initial_integrate(int /*vflag*/)
{
  this->use_restarted_forces();
  open_step<false>();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixNVESphereRodriguesKokkos<DeviceType>::fused_integrate(int /*vflag*/)
{
  if (this->map == this->EULER)
    open_step<false>();    // its steps are closed when they are opened
  else
    open_step<true>();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
template <bool FUSED>
void FixNVESphereRodriguesKokkos<DeviceType>::open_step()
{
  using Spheres = VardemSpheresKokkos<DeviceType>;
  this->atomKK->sync(this->execution_space, Spheres::READ);
  this->device();

  const Spheres spheres(this->atomKK, this->groupbit, this->d_store, this->domain->dimension == 2);
  const Step closing = {this->dtv, this->dtf};
  const Step opening = {this->dtv, this->opening_kick()};
  const int n = this->nlocal_integrated();
  this->with_map([&](const auto &increment, auto rotate_all) {
    vardem_open_spheres<DeviceType, FUSED>(this->kernel_name(FUSED ? "fused" : "initial"), spheres,
                                           n, closing, opening, this->inertia, increment,
                                           rotate_all);
  });

  this->atomKK->modified(this->execution_space, X_MASK | V_MASK | OMEGA_MASK);
  this->store_modified();

  if (!this->check_bound()) return;
  typename LargestAngle<Spheres>::value_type largest;
  Kokkos::parallel_reduce(this->kernel_name("bound"), Kokkos::RangePolicy<DeviceType>(0, n),
                          LargestAngle<Spheres>{spheres, this->dtv},
                          Kokkos::MaxLoc<double, int>(largest));
  if (largest.val < 1.0) return;    // nobody is beyond it
  this->atomKK->sync(Host, TAG_MASK);
  this->beyond_bound(largest.loc, largest.val);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixNVESphereRodriguesKokkos<DeviceType>::final_integrate()
{
  if (this->map != this->EULER) {
    using Spheres = VardemSpheresKokkos<DeviceType>;
    this->atomKK->sync(this->execution_space, Spheres::READ & ~X_MASK);

    const Spheres spheres(this->atomKK, this->groupbit, this->d_store, false);
    const Step step = {this->dtv, this->dtf};
    Kokkos::parallel_for(this->kernel_name("final"),
                         Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
                         VardemStepSpheres<Spheres, true, false>{spheres, step, this->inertia});

    this->atomKK->modified(this->execution_space, V_MASK | OMEGA_MASK);
  }
  this->offer_store_to_output();
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixNVESphereRodriguesKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixNVESphereRodriguesKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
