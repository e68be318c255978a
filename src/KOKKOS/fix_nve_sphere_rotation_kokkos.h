// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_NVE_SPHERE_ROTATION_KOKKOS_H
#define LMP_FIX_NVE_SPHERE_ROTATION_KOKKOS_H

#include "fix_nve_rotation_kokkos.h"
#include "kernels/rotation/rodrigues.h"
#include "vardem_atom_accessors_kokkos.h"

namespace LAMMPS_NS {
namespace VARDEM_NS {

  /** Finds the sphere that turns by the largest angle in its step, from its half-step angular
   *  velocity. */
  template <class Spheres> struct LargestAngle {
    using value_type = typename Kokkos::MaxLoc<double, int>::value_type;

    Spheres spheres;
    double h;

    KOKKOS_INLINE_FUNCTION void operator()(const int i, value_type &largest) const
    {
      if (!spheres.selects(i)) return;
      const VARDEM::Vec3 w = h * spheres.rotating(spheres.omega(i));
      if (!VARDEM::IncrementExact::has_solution(w) && norm(w) > largest.val) largest = {norm(w), i};
    }
  };

}    // namespace VARDEM_NS

/** The device side of FixNVESphereRotation. Base is an integrator that is derived from it. */
template <class DeviceType, class Base>
class FixNVESphereRotationKokkos : public FixNVERotationKokkos<DeviceType, Base> {
 public:
  using FixNVERotationKokkos<DeviceType, Base>::FixNVERotationKokkos;

  void initial_integrate(int /*vflag*/) override
  {
    this->use_restarted_forces();
    open_step<false>();
    check_bound(this->update->ntimestep);
  }

  /** Readers on the host get the present orientations. */
  double *const *kept_orientations() const override
  {
    if (this->stores_orientations()) this->d_store->to_host(this->orientation_table);
    return Base::kept_orientations();
  }
  void orientations_set_on_host() override
  {
    if (this->stores_orientations()) this->d_store->changed_on_host(this->orientation_table);
  }

  void fused_integrate(int /*vflag*/) override
  {
    if (this->closes_steps())
      open_step<true>();
    else
      open_step<false>();
    check_bound(this->update->ntimestep + 1);    // the step that was started
  }

  void final_integrate() override
  {
    if (this->closes_steps()) {
      this->atomKK->sync(this->execution_space, Spheres::READ & ~X_MASK);
      const VARDEM::Step step = this->time_step();
      Kokkos::parallel_for(
          this->kernel_label("final_integrate"),
          Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
          VARDEM_NS::StepSpheres<Spheres, true, false>{spheres(), step, this->inertia});
      this->atomKK->modified(this->execution_space, V_MASK | OMEGA_MASK);
    }
    this->for_host.end_step();
  }

 private:
  using Spheres = VARDEM_NS::SpheresKokkos<DeviceType>;

  Spheres spheres() const
  {
    return Spheres(this->atomKK, this->groupbit, this->d_store->rows(this->orientation_table),
                   this->domain->dimension == 2);
  }

  void check_bound(bigint step)
  {
    if (!this->watches_bound()) return;
    using Largest = VARDEM_NS::LargestAngle<Spheres>;
    typename Largest::value_type largest;
    Kokkos::parallel_reduce(this->kernel_label("check_bound"),
                            Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
                            Largest{spheres(), this->time_step().h},
                            Kokkos::MaxLoc<double, int>(largest));
    if (largest.val < 1.0) return;    // nobody is beyond it
    this->atomKK->sync(Host, TAG_MASK);
    this->beyond_bound(largest.loc, largest.val, step);
  }

  template <bool FUSED> void open_step()
  {
    this->atomKK->sync(this->execution_space, Spheres::READ);
    if (this->integrate_orientation) this->d_store->to_device();

    const VARDEM::Step closing = this->time_step();
    const VARDEM::Step opening = {closing.h, this->opening_kick()};
    const std::string label = this->kernel_label(FUSED ? "fused_integrate" : "initial_integrate");
    const int n = this->nlocal_integrated();
    if (this->integrate_orientation)
      this->with_map([&](const auto &increment, auto rotate_all) {
        typedef VARDEM_NS::SphereSteps<std::decay_t<decltype(increment)>> Steps;
        VARDEM_NS::open_step_blocks<DeviceType, FUSED>(
            label, spheres(), n, Steps{closing, opening, this->inertia, increment}, rotate_all);
      });
    else
      Kokkos::parallel_for(
          label, Kokkos::RangePolicy<DeviceType>(0, n),
          VARDEM_NS::StepSpheres<Spheres, FUSED, true>{spheres(), opening, this->inertia});

    this->atomKK->modified(this->execution_space, X_MASK | V_MASK | OMEGA_MASK);
    if (this->integrate_orientation) this->orientations_modified();
  }
};

}    // namespace LAMMPS_NS
#endif
