// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_ORIENTATIONS_KOKKOS_H
#define LMP_VARDEM_ORIENTATIONS_KOKKOS_H

#include "host/atoms/orientations.h"
#include "host/interfaces/integrators.h"
#include "vardem_atom_accessors_kokkos.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A Kokkos variant of a SphereIntegrator (host/interfaces/integrators.h). */
template <class DeviceType> class OrientationsOnDevice {
 public:
  /** Rows w x y z of all owned atoms on the device. */
  virtual typename ArrayTypes<DeviceType>::t_double_2d_lr orientations_on_device() = 0;
  /** To be called when a kernel has changed them. */
  virtual void orientations_modified() = 0;

 protected:
  ~OrientationsOnDevice() = default;
};

/** Sets the orientations that an integrator keeps: atom i gets the row column[i] of w x y z, if
 *  column[i] is below `count`. */
template <class DeviceType> struct SetOrientations {
  typename ArrayTypes<DeviceType>::t_double_2d_lr rows;
  typename ArrayTypes<DeviceType>::t_int_1d mask;
  VARDEM_NS::KeptAtoms kept;
  const double *orientations;
  const int *column;
  int count;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!kept.has(mask(i)) || column[i] >= count) return;
    for (int k = 0; k < 4; k++) rows(i, k) = orientations[4 * column[i] + k];
  }
};

/** Orientations (host/atoms/orientations.h) on the device. Orientations that Kokkos integrators
 *  keep stay there. Others are copied from the host in each step. */
template <class DeviceType> class OrientationsKokkos {
 public:
  typedef typename ArrayTypes<DeviceType>::t_double_2d_lr Rows;

  /** Four numbers w x y z of each owned atom, now. space: of the loops. */
  template <class Space>
  Rows find(Orientations &orientations, AtomKokkos *atomKK, const Space &space)
  {
    if (auto *only = dynamic_cast<Keeper *>(orientations.keeper()))
      return only->orientations_on_device();
    const int nlocal = atomKK->nlocal;
    if (nlocal == 0) return {};
    if (static_cast<int>(copied.extent(0)) < nlocal)
      copied = Rows("vardem:orientations", atomKK->nmax, 4);
    atomKK->sync(HERE, MASK_MASK);
    bool here = !orientations.of_atom_style(), first = true;
    // as Orientations::row(): the first integrator also has atoms that none turns
    orientations.for_keepers([&](SphereIntegrator *kept, int bits) {
      auto *keeper = dynamic_cast<Keeper *>(kept);
      here = here && keeper;
      if (here)
        space.for_each(nlocal,
                       CopyRows<DeviceType>{keeper->orientations_on_device(), copied,
                                            atomKK->k_mask.template view<DeviceType>(),
                                            first ? ~0 : bits});
      first = false;
    });
    if (here) return copied;
    atomKK->sync(Host, MASK_MASK | ELLIPSOID_MASK | BONUS_MASK);
    space.copy_from_host(orientations.rows(), 4 * nlocal, copied.data());
    return copied;
  }

  /** Orientations::set(), also for integrators without /kk, which compute on the host. */
  template <class Space>
  void set(Orientations &orientations, AtomKokkos *atomKK, const double *values, const int *column,
           int count, const Space &space) const
  {
    atomKK->sync(HERE, MASK_MASK);
    orientations.for_keepers([&](SphereIntegrator *kept, int groups) {
      auto *keeper = dynamic_cast<Keeper *>(kept);
      if (!keeper)
        return set_on_host(orientations, kept, groups, atomKK, values, column, count, space);
      space.for_each(atomKK->nlocal,
                     SetOrientations<DeviceType>{keeper->orientations_on_device(),
                                                 atomKK->k_mask.template view<DeviceType>(),
                                                 orientations.kept_in(groups), values, column,
                                                 count});
      keeper->orientations_modified();
    });
  }

  double bytes() const { return 4.0 * sizeof(double) * static_cast<double>(copied.extent(0)); }

 private:
  typedef OrientationsOnDevice<DeviceType> Keeper;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;
  Rows copied;

  template <class Space>
  static void set_on_host(const Orientations &orientations, SphereIntegrator *kept, int groups,
                          AtomKokkos *atomKK, const double *values, const int *column, int count,
                          const Space &space)
  {
    atomKK->sync(Host, MASK_MASK);
    std::vector<int> columns(atomKK->nlocal);
    std::vector<double> all(4 * static_cast<std::size_t>(count));
    space.wait();
    space.copy_to_host(column, columns.size(), columns.data());
    space.copy_to_host(values, all.size(), all.data());
    orientations.set_of(kept, groups, all.data(), columns.data(), count);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
