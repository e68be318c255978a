/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_ATTITUDES_KOKKOS_H
#define LMP_VARDEM_ATTITUDES_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "host/attitudes.h"
#include "host/interfaces.h"
#include "kokkos_type.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A Kokkos variant of an AttitudeKeeper (host/interfaces.h). */
template <class DeviceType> class AttitudesOnDevice {
 public:
  /** Rows w x y z of all owned atoms on the device. */
  virtual typename ArrayTypes<DeviceType>::t_double_2d_lr attitudes_on_device() = 0;

 protected:
  ~AttitudesOnDevice() = default;
};

/** Attitudes (host/attitudes.h) on the device. Only those that one Kokkos integrator keeps stay there. Others are copied from the host
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

  double bytes() const { return 4.0 * sizeof(double) * static_cast<double>(copied.extent(0)); }

 private:
  Rows copied;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
