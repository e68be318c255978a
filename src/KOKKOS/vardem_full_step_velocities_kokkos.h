// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_FULL_STEP_VELOCITIES_KOKKOS_H
#define LMP_VARDEM_FULL_STEP_VELOCITIES_KOKKOS_H

#include "atom_kokkos.h"
#include "comm.h"
#include "domain.h"
#include "host/cell/cell_flow.h"
#include "host/velocity/full_step_velocities.h"
#include "pair.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_exchange_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Velocities of an owned atom at the step. */
template <class V, class Changes> struct ExtrapolateVelocities {
  V v, w;
  Changes changes;    // empty: they are those of the half step
  V full_step_v, full_step_w;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    set_row_at(full_step_v, i, full_step_at(v, changes, i, 0));
    set_row_at(full_step_w, i, full_step_at(w, changes, i, 3));
  }
};

/** What goes to a ghost: full-step velocities, then those at the half step. */
template <class V, class Mask> struct GhostVelocities {
  V full_step_v, full_step_w, v, w;
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
template <class DeviceType> class PairFullStepVelocitiesKokkos : protected Pointers {
 public:
  typedef ArrayTypes<DeviceType> AT;
  typedef typename AT::t_kkfloat_1d_3 Velocities;

  PairFullStepVelocitiesKokkos(const PairFullStepVelocities &settings_in, LAMMPS *lmp,
                               Pair *pair_in, const std::string &style) :
      Pointers(lmp),
      settings(settings_in), pair(pair_in), space(VARDEM::NoExchange(), style), messages(space)
  {
  }

  /** Finds the velocities of owned atoms, and gives them to the ghosts. Velocities of atoms must be
   *  on the device. changes: rows of owned atoms on the device. */
  template <class Changes> void find(const Changes &changes)
  {
    if (settings.needed()) extrapolate(changes);
    if (settings.width() == 0) return;
    rate = settings.image_rate();
    atomKK->sync(HERE, MASK_MASK);
    comm->forward_comm(pair, settings.width());
    if (settings.sends_half()) atomKK->modified(HERE, V_MASK | OMEGA_MASK);
  }

  /** Of owned and ghost atoms, after find(), if they are needed. */
  Velocities v() const { return d_v; }
  Velocities w() const { return d_w; }

  // communication on the host

  int pack(int n, const int *list, double *buf, int pbc_flag, const int *pbc)
  {
    return messages.pack(rows(pbc_flag, pbc), n, list, buf, settings.width());
  }

  void unpack(int n, int first, double *buf)
  {
    messages.unpack(rows(0, nullptr), n, first, buf, settings.width());
  }

  // communication on the device

  int pack_on_device(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf, int pbc_flag,
                     const int *pbc)
  {
    return messages.pack_on_device(rows(pbc_flag, pbc), n,
                                   k_list.template view<DeviceType>().data(),
                                   k_buf.template view<DeviceType>().data(), settings.width());
  }

  void unpack_on_device(int n, int first, DAT::tdual_double_1d &k_buf)
  {
    messages.unpack_on_device(rows(0, nullptr), n, first, k_buf.template view<DeviceType>().data(),
                              settings.width());
  }

 private:
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  const PairFullStepVelocities &settings;
  Pair *pair;
  VARDEM::UpperTriangle rate = {};    // of images, in find()
  Velocities d_v, d_w;
  SpaceKokkos<DeviceType> space;
  MessagesKokkos<DeviceType> messages;

  template <class Changes> void extrapolate(const Changes &changes)
  {
    if (static_cast<int>(d_v.extent(0)) < atomKK->nmax) {
      d_v = Velocities("pair:full_step_v", atomKK->nmax);
      d_w = Velocities("pair:full_step_w", atomKK->nmax);
    }
    const typename SpaceKokkos<DeviceType>::Phase phase(space, "velocities");
    space.for_each(atomKK->nlocal,
                   ExtrapolateVelocities<Velocities, Changes>{
                       atomKK->k_v.template view<DeviceType>(),
                       atomKK->k_omega.template view<DeviceType>(),
                       settings.in_step() ? changes : Changes(), d_v, d_w});
  }

  auto rows(int pbc_flag, const int *pbc) const
  {
    typedef GhostVelocities<Velocities, typename AT::t_int_1d> Rows;
    const bool flows = pbc_flag && velocities_flow(domain);
    const VARDEM::Vec3 none = {0.0, 0.0, 0.0};
    return Rows{d_v,
                d_w,
                atomKK->k_v.template view<DeviceType>(),
                atomKK->k_omega.template view<DeviceType>(),
                atomKK->k_mask.template view<DeviceType>(),
                domain->deform_groupbit,
                flows ? image_velocity(rate, pbc) : none,
                flows ? image_velocity(VARDEM::upper(domain->h_rate), pbc) : none,
                settings.needed(),
                settings.sends_half()};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
