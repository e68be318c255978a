// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_FULL_STEP_VELOCITIES_KOKKOS_H
#define LMP_VARDEM_FULL_STEP_VELOCITIES_KOKKOS_H

#include "atom_kokkos.h"
#include "comm.h"
#include "domain.h"
#include "host/cell/cell_flow.h"
#include "host/velocity/full_step_velocities.h"
#include "kernels/contact/full_step_velocity.h"
#include "pair.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_exchange_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Velocities of an owned atom at the step; changes: rows of the fix that keeps them. */
template <class V, class Changes> struct ExtrapolateVelocities {
  V v, w;
  Changes changes;
  bool moving;
  V full_step_v, full_step_w;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    const VARDEM::Vec3 none = {0.0, 0.0, 0.0};
    const VARDEM::Vec3 dv = moving ? row_at(changes, i) : none;
    const VARDEM::Vec3 dw = moving ? row_at(changes, i, 3) : none;
    set_row_at(full_step_v, i, full_step_velocity(row_at(v, i), dv));
    set_row_at(full_step_w, i, full_step_velocity(row_at(w, i), dw));
  }
};

/** What goes to a ghost: full-step velocities, then those at the half step. */
template <class FullStep, class Half, class Mask> struct GhostVelocities {
  FullStep full_step_v, full_step_w;
  Half v, w;
  Mask mask;
  int follows;    // bits of atoms whose images have other velocities, by these:
  VARDEM::Vec3 image_full_step, image_half;
  bool has_full_step, has_half;

  KOKKOS_INLINE_FUNCTION void pack(int i, double *row) const
  {
    VARDEM::Vec3 *to = VARDEM::vectors_at(row);
    const double part = mask(i) & follows ? 1.0 : 0.0;
    if (has_full_step) {
      *to++ = row_at(full_step_v, i) + part * image_full_step;
      *to++ = row_at(full_step_w, i);
    }
    if (!has_half) return;
    to[0] = row_at(v, i) + part * image_half;
    to[1] = row_at(w, i);
  }

  KOKKOS_INLINE_FUNCTION void unpack(int i, const double *row) const
  {
    const VARDEM::Vec3 *from = VARDEM::vectors_at(row);
    if (has_full_step) {
      set_row_at(full_step_v, i, *from++);
      set_row_at(full_step_w, i, *from++);
    }
    if (!has_half) return;
    set_row_at(v, i, from[0]);
    set_row_at(w, i, from[1]);
  }
};

/** PairFullStepVelocities (host/velocity/full_step_velocities.h) with its arrays on the
 *  device. */
template <class DeviceType> class PairFullStepVelocitiesKokkos {
 public:
  typedef ArrayTypes<DeviceType> AT;
  typedef typename AT::t_kkfloat_1d_3 Velocities;

  PairFullStepVelocitiesKokkos(const PairFullStepVelocities &settings_in, Pair *pair_in,
                               AtomKokkos *atomKK_in, Domain *domain_in, Comm *comm_in,
                               const std::string &style_in) :
      settings(settings_in),
      pair(pair_in), atomKK(atomKK_in), domain(domain_in), comm(comm_in), style(style_in)
  {
  }

  /** Finds the velocities of owned atoms, and gives them to the ghosts. Velocities of atoms must be
   *  on the device. changes: rows of owned atoms on the device. */
  template <class Changes> void find(const Changes &changes)
  {
    if (settings.needed()) extrapolate(changes);
    if (settings.width() == 0) return;
    rate = settings.image_rate();
    comm->forward_comm(pair, settings.width());
    k_v.template sync<DeviceType>();
    k_w.template sync<DeviceType>();
    if (settings.sends_half()) atomKK->sync(HERE, V_MASK | OMEGA_MASK);
  }

  /** Of owned and ghost atoms, after find(), if they are needed. */
  Velocities v() const { return k_v.template view<DeviceType>(); }
  Velocities w() const { return k_w.template view<DeviceType>(); }

  // communication on the host

  int pack(int n, const int *list, double *buf, int pbc_flag, const int *pbc)
  {
    const auto velocities = on_host(pbc_flag, pbc);
    for (int k = 0; k < n; k++) velocities.pack(list[k], buf + k * settings.width());
    return n * settings.width();
  }

  void unpack(int n, int first, double *buf)
  {
    const auto velocities = on_host(0, nullptr);
    for (int k = 0; k < n; k++) velocities.unpack(first + k, buf + k * settings.width());
    k_v.modify_host();
    k_w.modify_host();
    if (settings.sends_half()) atomKK->modified(Host, V_MASK | OMEGA_MASK);
  }

  // communication on the device

  int pack_on_device(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf, int pbc_flag,
                     const int *pbc)
  {
    const auto velocities = on_device(pbc_flag, pbc);
    Kokkos::parallel_for(label(style, "forward::pack"), Range(0, n),
                         PackRows<std::decay_t<decltype(velocities)>>{
                             velocities, k_list.template view<DeviceType>().data(),
                             k_buf.template view<DeviceType>().data(), settings.width()});
    return n * settings.width();
  }

  void unpack_on_device(int n, int first, DAT::tdual_double_1d &k_buf)
  {
    const auto velocities = on_device(0, nullptr);
    Kokkos::parallel_for(
        label(style, "forward::unpack"), Range(0, n),
        UnpackRows<std::decay_t<decltype(velocities)>>{
            velocities, first, k_buf.template view<DeviceType>().data(), settings.width()});
    k_v.template modify<DeviceType>();
    k_w.template modify<DeviceType>();
    if (settings.sends_half()) atomKK->modified(HERE, V_MASK | OMEGA_MASK);
  }

  struct HostRows {
    double **rows;
    VARDEM_INLINE double &operator()(int i, int k) const { return rows[i][k]; }
  };
  struct HostColumn {
    const int *column;
    VARDEM_INLINE int operator()(int i) const { return column[i]; }
  };

 private:
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;
  typedef Kokkos::RangePolicy<typename DeviceType::execution_space> Range;

  const PairFullStepVelocities &settings;
  Pair *pair;
  AtomKokkos *atomKK;
  Domain *domain;
  Comm *comm;
  const std::string style;
  VARDEM::UpperTriangle rate = {};    // of images, in find()
  DAT::tdual_kkfloat_1d_3 k_v, k_w;

  template <class Changes> void extrapolate(const Changes &changes)
  {
    if (static_cast<int>(k_v.extent(0)) < atomKK->nmax) {
      k_v = DAT::tdual_kkfloat_1d_3("pair:full_step_v", atomKK->nmax);
      k_w = DAT::tdual_kkfloat_1d_3("pair:full_step_w", atomKK->nmax);
    }
    k_v.clear_sync_state();
    k_w.clear_sync_state();
    Kokkos::parallel_for(
        label(style, "velocities"), Range(0, atomKK->nlocal),
        ExtrapolateVelocities<Velocities, Changes>{atomKK->k_v.template view<DeviceType>(),
                                                   atomKK->k_omega.template view<DeviceType>(),
                                                   changes, settings.in_step(), v(), w()});
    k_v.template modify<DeviceType>();
    k_w.template modify<DeviceType>();
  }

  template <class FullStep, class Half, class Mask>
  GhostVelocities<FullStep, Half, Mask>
  ghosts(const FullStep &full_step_v, const FullStep &full_step_w, const Half &v, const Half &w,
         const Mask &mask, int pbc_flag, const int *pbc) const
  {
    const bool flows = pbc_flag && velocities_flow(domain);
    const VARDEM::Vec3 none = {0.0, 0.0, 0.0};
    return {full_step_v,
            full_step_w,
            v,
            w,
            mask,
            domain->deform_groupbit,
            flows ? image_velocity(rate, pbc) : none,
            flows ? image_velocity(VARDEM::upper(domain->h_rate), pbc) : none,
            settings.needed(),
            settings.sends_half()};
  }

  auto on_device(int pbc_flag, const int *pbc) const
  {
    return ghosts(v(), w(), atomKK->k_v.template view<DeviceType>(),
                  atomKK->k_omega.template view<DeviceType>(),
                  atomKK->k_mask.template view<DeviceType>(), pbc_flag, pbc);
  }

  auto on_host(int pbc_flag, const int *pbc)
  {
    k_v.sync_host();
    k_w.sync_host();
    atomKK->sync(Host, MASK_MASK | (settings.sends_half() ? V_MASK | OMEGA_MASK : EMPTY_MASK));
    return ghosts(k_v.view_host(), k_w.view_host(), HostRows{atomKK->v}, HostRows{atomKK->omega},
                  HostColumn{atomKK->mask}, pbc_flag, pbc);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
