/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(compatible/cd/kk,FixCompatibleCDKokkos<LMPDeviceType>);
FixStyle(compatible/cd/kk/device,FixCompatibleCDKokkos<LMPDeviceType>);
FixStyle(compatible/cd/kk/host,FixCompatibleCDKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_COMPATIBLE_CD_KOKKOS_H
#define LMP_FIX_COMPATIBLE_CD_KOKKOS_H

#include "fix_compatible_cd.h"
#include "kokkos_base.h"
#include "kokkos_type.h"
#include "vardem_packing_kokkos.h"

namespace LAMMPS_NS {

template <class Store> struct VardemMotionAndResults;

/** Kokkos variant: contacts, solver and results are on the device. The results come to the host after each solve. The motion,
 *  with which the next solve starts, stays on the device. */
template <class DeviceType>
class FixCompatibleCDKokkos : public FixCompatibleCD, public KokkosBase {
 public:
  typedef ArrayTypes<DeviceType> AT;

  FixCompatibleCDKokkos(class LAMMPS *, int, char **);
  ~FixCompatibleCDKokkos() override;
  void init() override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &) override;
  int pack_exchange_kokkos(const int &, DAT::tdual_double_2d_lr &, DAT::tdual_int_1d,
                           DAT::tdual_int_1d, ExecutionSpace) override;
  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &, DAT::tdual_int_1d &, int, int, int,
                              ExecutionSpace) override;
  int pack_forward_comm_kokkos(int, DAT::tdual_int_1d, DAT::tdual_double_1d &, int, int *) override;
  void unpack_forward_comm_kokkos(int, int, DAT::tdual_double_1d &) override;

 protected:
  double *motions_of_atoms() override;
  double *results_of_atoms() override;
  void results_are_set() override;

 private:
  using Store = typename AT::t_double_2d_lr;

  VARDEM_NS::GhostsKokkos<DeviceType> *ghosts;    // of the solve
  DAT::tdual_double_2d_lr k_motion, k_results;

  static class LAMMPS *checked(class LAMMPS *, const char *style);
  template <class F> void for_stores(const F &f);
  void host();
  void changed_on_host();
  void changed_on_device();
  VardemMotionAndResults<Store> travellers();
};

}    // namespace LAMMPS_NS
#endif
#endif
