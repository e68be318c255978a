// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_asphere_variational_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Finds the particle whose next step has the largest residual. */
template <class Bodies, class Rotation> struct WorstResidual {
  using value_type = typename Kokkos::MaxLoc<double, int>::value_type;

  Bodies bodies;
  Rotation rotation;
  VARDEM::Step step;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, value_type &worst) const
  {
    if (!bodies.selects(i)) return;
    const double severity = severity_of(bodies, i, step, rotation);
    if (severity > worst.val) worst = {severity, i};
  }
};

}    // namespace

template <class DeviceType>
void FixNVEAsphereVariationalKokkos<DeviceType>::initial_integrate(int vflag)
{
  this->use_restarted_forces();
  this->check_first_step();
  Rotation::initial_integrate(vflag);
}

template <class DeviceType>
void FixNVEAsphereVariationalKokkos<DeviceType>::fused_integrate(int vflag)
{
  if (!this->variational.check_due()) return Rotation::fused_integrate(vflag);
  final_integrate();    // checks the residual between the end of the step and the start of the next
  Rotation::initial_integrate(vflag);
}

template <class DeviceType> void FixNVEAsphereVariationalKokkos<DeviceType>::final_integrate()
{
  Rotation::final_integrate();
  if (this->variational.check_due()) check_convergence();
}

// The device finds the particle with the largest residual, and the host decides what to do about
// it.
template <class DeviceType> void FixNVEAsphereVariationalKokkos<DeviceType>::check_convergence()
{
  using Bodies = EllipsoidsKokkos<DeviceType>;
  constexpr uint64_t READ =
      ANGMOM_MASK | TORQUE_MASK | RMASS_MASK | ELLIPSOID_MASK | BONUS_MASK | MASK_MASK;
  this->atomKK->sync(this->execution_space, READ);

  int i = -1;
  this->variational.dispatch([&](const auto &rotation, const auto &) {
    using Worst = WorstResidual<Bodies, std::decay_t<decltype(rotation)>>;
    typename Worst::value_type worst;
    Kokkos::parallel_reduce(
        this->kernel_label("check_convergence"),
        Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
        Worst{this->bodies(), rotation, this->variational.rotation_step()},
        Kokkos::MaxLoc<double, int>(worst));
    if (worst.val > VariationalScheme::CONVERGED) i = worst.loc;
  });
  if (i < 0) return;

  this->atomKK->sync(Host, READ | TAG_MASK);
  this->judge(i);
}

VARDEM_KOKKOS_VARIANT(FixNVEAsphereVariationalKokkos);
