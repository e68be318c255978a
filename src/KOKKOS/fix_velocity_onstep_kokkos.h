// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_VELOCITY_ONSTEP_KOKKOS_H
#define LMP_FIX_VELOCITY_ONSTEP_KOKKOS_H

#include "atom.h"
#include "fix_velocity_onstep.h"
#include "host/velocity/full_step_velocities.h"
#include "kokkos_type.h"
#include "vardem_space_kokkos.h"
#include "vardem_store_kokkos.h"

namespace LAMMPS_NS {
namespace VARDEM_NS {

  /** A Kokkos variant of a FullStepIntegrator (host/interfaces/integrators.h). */
  template <class DeviceType> class FullStepIntegratorKokkos {
   public:
    /** changes_full_step() on the device: nmax rows of 6 numbers; empty where atoms have their
     *  velocities already. */
    virtual typename ArrayTypes<DeviceType>::t_double_2d_lr changes_on_device() const = 0;

   protected:
    ~FullStepIntegratorKokkos() = default;
  };

}    // namespace VARDEM_NS

/** Kokkos variant: velocities and their changes stay on the device. If fixes rigid or move are
 *  there, the loops run on the host, as these fixes do. LAMMPS does not fuse the halves of two
 *  steps while it has the hooks of this fix. */
template <class DeviceType>
class FixVelocityOnstepKokkos :
    public FixVelocityOnstep,
    public VARDEM_NS::StoreOnDevice<DeviceType> {
 public:
  FixVelocityOnstepKokkos(class LAMMPS *, int, char **);
  /** As of the base class; only Kokkos variants of pair styles create it. */
  static std::string style_in(Modify *);

  const double *const *changes() const override;
  /** The same on the device: nmax rows of 6 numbers. */
  typename ArrayTypes<DeviceType>::t_double_2d_lr changes_on_device() const
  {
    return this->rows_on_device(table);
  }

 protected:
  void keep() override;
  void find() override;

 private:
  using VARDEM_NS::StoreOnDevice<DeviceType>::d_store;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  template <template <class> class Loop> void on_device(const char *phase);
  bool must_find_on_host() const;
  void take_changes();
};

namespace VARDEM_NS {

  /** FullStepVelocities::changes() (host/velocity/full_step_velocities.h) on the device. */
  template <class DeviceType> class StepChangesKokkos {
   public:
    typedef typename ArrayTypes<DeviceType>::t_double_2d_lr Rows;

    /** Rows of owned atoms; empty where dashpots act on the velocities of the atoms. A style
   *  without Kokkos may have made a fix on the host, whose rows are copied. */
    Rows find(const FullStepVelocities &velocities, const Atom *atom, bool in_step)
    {
      const int nlocal = atom->nlocal;
      if (!velocities.needed() || !in_step || nlocal == 0) return {};
      if (const auto *fix =
              dynamic_cast<const FixVelocityOnstepKokkos<DeviceType> *>(velocities.helper()))
        return fix->changes_on_device();
      if (static_cast<int>(copied.extent(0)) < nlocal)
        copied = Rows("vardem:changes", atom->nmax, 6);
      SpaceKokkos<DeviceType>::copy_from_host(velocities.changes()[0], 6 * nlocal, copied.data());
      return copied;
    }

    double bytes() const { return 6.0 * sizeof(double) * static_cast<double>(copied.extent(0)); }

   private:
    Rows copied;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
