// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_HALF_KICK_CHANGES_KOKKOS_H
#define LMP_VARDEM_HALF_KICK_CHANGES_KOKKOS_H

#include "atom.h"
#include "fix_velocity_onstep_kokkos.h"
#include "host/velocity/full_step_velocities.h"

namespace LAMMPS_NS::VARDEM_NS {

/** FullStepVelocities::changes() (host/velocity/full_step_velocities.h) on the device. */
template <class DeviceType> class StepChangesKokkos {
 public:
  typedef typename ArrayTypes<DeviceType>::t_double_2d_lr Rows;

  /** Rows of owned atoms; empty where dashpots act on the velocities of the atoms. A style without
   *  Kokkos may have made a fix on the host, whose rows are copied. */
  Rows find(const FullStepVelocities &velocities, const Atom *atom, bool in_step)
  {
    const int nlocal = atom->nlocal;
    if (!velocities.needed() || !in_step || nlocal == 0) return {};
    if (const auto *fix =
            dynamic_cast<const FixVelocityOnstepKokkos<DeviceType> *>(velocities.helper()))
      return fix->changes_on_device();
    if (static_cast<int>(copied.extent(0)) < nlocal) copied = Rows("vardem:changes", atom->nmax, 6);
    Kokkos::deep_copy(
        Kokkos::subview(copied, std::make_pair(0, nlocal), Kokkos::ALL),
        Kokkos::View<const double **, Kokkos::LayoutRight, Kokkos::HostSpace,
                     Kokkos::MemoryTraits<Kokkos::Unmanaged>>(velocities.changes()[0], nlocal, 6));
    return copied;
  }

  double bytes() const { return 6.0 * sizeof(double) * static_cast<double>(copied.extent(0)); }

 private:
  Rows copied;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
