// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_rodrigues_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::IncrementExact;
using VARDEM::Vec3;

namespace {

/** Finds the sphere that turns by the largest angle in its step, from its half-step angular
 *  velocity. */
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

template <class DeviceType>
void FixNVESphereRodriguesKokkos<DeviceType>::initial_integrate(int vflag)
{
  Rotation::initial_integrate(vflag);
  check_bound(this->update->ntimestep);
}

template <class DeviceType> void FixNVESphereRodriguesKokkos<DeviceType>::fused_integrate(int vflag)
{
  Rotation::fused_integrate(vflag);
  check_bound(this->update->ntimestep + 1);    // the step that was started
}

template <class DeviceType> void FixNVESphereRodriguesKokkos<DeviceType>::check_bound(bigint step)
{
  if (!this->watches_bound()) return;
  using Largest = LargestAngle<SpheresKokkos<DeviceType>>;
  typename Largest::value_type largest;
  Kokkos::parallel_reduce(this->kernel_label("check_bound"),
                          Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
                          Largest{this->spheres(), this->time_step().h},
                          Kokkos::MaxLoc<double, int>(largest));
  if (largest.val < 1.0) return;    // nobody is beyond it
  this->atomKK->sync(Host, TAG_MASK);
  this->beyond_bound(largest.loc, largest.val, step);
}

VARDEM_KOKKOS_VARIANT(FixNVESphereRodriguesKokkos);
