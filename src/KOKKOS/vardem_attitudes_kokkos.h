/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_ATTITUDES_KOKKOS_H
#define LMP_VARDEM_ATTITUDES_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "host/atoms/attitudes.h"
#include "host/interfaces/integrators.h"
#include "kokkos_type.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A Kokkos variant of a SphereIntegrator (host/interfaces/integrators.h). */
template <class DeviceType> class AttitudesOnDevice {
 public:
  /** Rows w x y z of all owned atoms on the device. */
  virtual typename ArrayTypes<DeviceType>::t_double_2d_lr attitudes_on_device() = 0;
  /** To be called when a kernel has changed them. */
  virtual void attitudes_modified() = 0;

 protected:
  ~AttitudesOnDevice() = default;
};

/** Gives atoms of some groups new attitudes: atom i that of column[i] in rows w x y z, if the column is below `count`. */
template <class DeviceType> struct SetAttitudes {
  typename ArrayTypes<DeviceType>::t_double_2d_lr rows;
  typename ArrayTypes<DeviceType>::t_int_1d mask;
  int groups;
  const double *attitudes;
  const int *column;
  int count;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!(mask(i) & groups) || column[i] >= count) return;
    for (int k = 0; k < 4; k++) rows(i, k) = attitudes[4 * column[i] + k];
  }
};

/** Attitudes (host/atoms/attitudes.h) on the device. Only those that one Kokkos integrator keeps stay there. Others are copied from the host
 *  in each step. */
template <class DeviceType> class AttitudesKokkos {
 public:
  typedef typename ArrayTypes<DeviceType>::t_double_2d_lr Rows;

  /** Four numbers w x y z of each owned atom, now. */
  Rows find(Attitudes &attitudes, AtomKokkos *atomKK)
  {
    if (auto *keeper = dynamic_cast<AttitudesOnDevice<DeviceType> *>(attitudes.keeper()))
      return keeper->attitudes_on_device();
    const int nlocal = atomKK->nlocal;
    if (nlocal == 0) return {};
    atomKK->sync(Host, MASK_MASK | ELLIPSOID_MASK | BONUS_MASK);
    if (static_cast<int>(copied.extent(0)) < nlocal)
      copied = Rows("vardem:attitudes", atomKK->nmax, 4);
    Kokkos::deep_copy(
        Kokkos::subview(copied, std::make_pair(0, nlocal), Kokkos::ALL),
        Kokkos::View<const double **, Kokkos::LayoutRight, Kokkos::HostSpace,
                     Kokkos::MemoryTraits<Kokkos::Unmanaged>>(attitudes.rows(), nlocal, 4));
    return copied;
  }

  /** Attitudes::set(), also for integrators that compute elsewhere, as those without /kk do. */
  template <class Space>
  void set(Attitudes &attitudes, AtomKokkos *atomKK, const double *values, const int *column,
           int count, const Space &space) const
  {
    atomKK->sync(ExecutionSpaceFromDevice<DeviceType>::space, MASK_MASK);
    attitudes.for_keepers([&](SphereIntegrator *kept, int groups) {
      auto *keeper = dynamic_cast<AttitudesOnDevice<DeviceType> *>(kept);
      if (!keeper)
        return set_on_host(attitudes, kept, groups, atomKK, values, column, count, space);
      space.for_each(atomKK->nlocal,
                     SetAttitudes<DeviceType>{keeper->attitudes_on_device(),
                                              atomKK->k_mask.template view<DeviceType>(), groups,
                                              values, column, count});
      keeper->attitudes_modified();
    });
  }

  double bytes() const { return 4.0 * sizeof(double) * static_cast<double>(copied.extent(0)); }

 private:
  Rows copied;

  template <class Space>
  static void set_on_host(const Attitudes &attitudes, SphereIntegrator *kept, int groups,
                          AtomKokkos *atomKK, const double *values, const int *column, int count,
                          const Space &space)
  {
    atomKK->sync(Host, MASK_MASK);
    std::vector<int> columns(atomKK->nlocal);
    std::vector<double> all(4 * static_cast<std::size_t>(count));
    space.wait();
    space.copy_to_host(column, columns.size(), columns.data());
    space.copy_to_host(values, all.size(), all.data());
    attitudes.set_of(kept, groups, all.data(), columns.data(), count);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
