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
#include "solvers/conjugate_gradients.h"
#include "vardem_packing_kokkos.h"

namespace LAMMPS_NS {

template <class Store> struct VardemMotionAndResults;

/** Kokkos variant: contacts, solver and results are on the device. The results come to the host after each solve. The motion,
 *  with which the next solve starts, stays on the device. Contacts are found in a full neighbor list with the cutoffs of
 *  pair style contact/rigid. */
template <class DeviceType>
class FixCompatibleCDKokkos : public FixCompatibleCD, public KokkosBase {
 public:
  typedef ArrayTypes<DeviceType> AT;

  FixCompatibleCDKokkos(class LAMMPS *, int, char **);
  ~FixCompatibleCDKokkos() override;
  void init() override;
  double memory_usage() override;

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

  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  int pack_forward_comm_kokkos(int, DAT::tdual_int_1d, DAT::tdual_double_1d &, int, int *) override;
  void unpack_forward_comm_kokkos(int, int, DAT::tdual_double_1d &) override;

  int changes() const override;

  // --- for compute contact/force/kk; valid for the step of the last solve ---

  const VARDEM_NS::PackingKokkos<DeviceType> &contacts() const { return d_packing; }
  /** 3 numbers for each column of the packing. */
  const double *motions() const { return d_u.data(); }
  VARDEM::ContactLawKind law() const { return rules.law; }

 protected:
  void request_list() override;
  bigint collect_contacts() override;
  int free_particles() const override { return d_packing.network.nrows; }
  void collect_loads() override;
  VARDEM::SolverReport solve() override;
  void per_atom_results() override;
  Grains residuals() override;

 private:
  using Packing = VARDEM_NS::PackingKokkos<DeviceType>;
  using Space = typename Packing::Space;
  using Store = typename AT::t_double_2d_lr;
  template <class T> using Array = typename Space::template Array<T>;

  VARDEM_NS::GhostsKokkos<DeviceType> d_ghosts;
  Packing d_packing;
  Space d_space;
  VARDEM::CompatibleForces<Space, VARDEM::CentralGeometry, VARDEM::ConjugateGradients> d_forces;
  Array<double> d_load, d_u, d_values;    // of rows; of columns; of owned atoms
  DAT::tdual_double_2d_lr k_motion, k_results;

  static class LAMMPS *checked(class LAMMPS *, const char *style);
  template <class F> void for_stores(const F &f);
  void host();
  void changed_on_host();
  void changed_on_device();
  VardemMotionAndResults<Store> travellers();
  void add_gravity();
  void add_variables();
  void check_loads();
  Grains grains_of(const double *vectors) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
