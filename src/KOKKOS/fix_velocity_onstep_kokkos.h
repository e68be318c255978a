/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_VELOCITY_ONSTEP_KOKKOS_H
#define LMP_FIX_VELOCITY_ONSTEP_KOKKOS_H

#include "fix_velocity_onstep.h"
#include "kokkos_base.h"
#include "kokkos_type.h"
#include "vardem_store_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: velocities and their changes stay on the device. If fixes rigid or move are there, the loops run on the host, as
 *  these fixes do. LAMMPS does not fuse the halves of two steps while it has the hooks of this fix. */
template <class DeviceType>
class FixVelocityOnstepKokkos : public FixVelocityOnstep, public KokkosBase {
 public:
  FixVelocityOnstepKokkos(class LAMMPS *, int, char **);
  /** As of the base class; only Kokkos variants of pair styles create it. */
  static std::string style_in(Modify *);

  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &) override;
  int pack_exchange_kokkos(const int &, DAT::tdual_double_2d_lr &, DAT::tdual_int_1d,
                           DAT::tdual_int_1d, ExecutionSpace) override;
  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &, DAT::tdual_int_1d &, int, int, int,
                              ExecutionSpace) override;

  const double *const *changes() const override;
  /** The same on the device: nmax rows of 6 numbers. */
  typename ArrayTypes<DeviceType>::t_double_2d_lr changes_on_device() const;

 protected:
  void keep() override;
  void find() override;

 private:
  using Memory = VARDEM_NS::PerAtomMemoryKokkos<DeviceType>;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  Memory *d_store;    // owned by the store

  template <template <class> class Loop> void on_device(const char *phase);
};

}    // namespace LAMMPS_NS
#endif
