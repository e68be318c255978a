// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_ATOM_ACCESSORS_KOKKOS_H
#define LMP_VARDEM_ATOM_ACCESSORS_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_vec_ellipsoid_kokkos.h"
#include "kokkos_type.h"

#include "host/atoms/atom_accessors.h"
#include "kernels/contact/full_step_velocity.h"
#include "kernels/lanes.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The velocity of atom i at the step. half: at the half step; changes: how it has changed in it;
 *  empty if dashpots act on `half`. first: its column there. */
template <class V, class Changes>
VARDEM_INLINE VARDEM::Vec3 full_step_at(const V &half, const Changes &changes, int i, int first)
{
  if (changes.extent(0) == 0) return row_at(half, i);
  return full_step_velocity(row_at(half, i), row_at(changes, i, first));
}

/** Copies rows of a table for the atoms of some groups. */
template <class DeviceType> struct CopyRows {
  typename ArrayTypes<DeviceType>::t_double_2d_lr from, to;
  typename ArrayTypes<DeviceType>::t_int_1d mask;
  int groups;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!(mask(i) & groups)) return;
    for (int k = 0; k < static_cast<int>(to.extent(1)); k++) to(i, k) = from(i, k);
  }
};

/** LAMMPS' per-atom arrays on the device, for the accessors of host/atoms/atom_accessors.h. */
template <class DeviceType> class DeviceArrays {
 public:
  typedef ArrayTypes<DeviceType> AT;
  typedef typename AT::t_int_1d Ints;
  typedef typename AT::t_kkfloat_1d Numbers;
  typedef typename AT::t_kkfloat_1d_3_lr Places;
  typedef typename AT::t_kkfloat_1d_3 Vectors;
  typedef typename AT::t_kkacc_1d_3 Forces;
  typedef typename AT::t_double_2d_lr Quats;

  DeviceArrays(AtomKokkos *atom_in) : atom(atom_in) {}

  bool has_rmass() const { return atom->rmass_flag; }
  Ints mask() const { return here(atom->k_mask); }
  Ints type() const { return here(atom->k_type); }
  Ints ellipsoid() const { return here(atom->k_ellipsoid); }
  Numbers rmass() const { return here(atom->k_rmass); }
  Numbers mass_of_type() const { return here(atom->k_mass); }
  Numbers radius() const { return here(atom->k_radius); }
  Places x() const { return here(atom->k_x); }
  Vectors v() const { return here(atom->k_v); }
  Vectors omega() const { return here(atom->k_omega); }
  Vectors angmom() const { return here(atom->k_angmom); }
  Forces f() const { return here(atom->k_f); }
  Forces torque() const { return here(atom->k_torque); }

 private:
  AtomKokkos *atom;

  template <class Dual> static auto here(const Dual &k_a)
  {
    return k_a.template view<DeviceType>();
  }
};

template <class DeviceType> using PointsKokkos = PointsOn<DeviceArrays<DeviceType>>;
template <class DeviceType> using SpheresKokkos = SpheresOn<DeviceArrays<DeviceType>>;

template <class DeviceType> struct BonusesKokkos {
  static constexpr uint64_t MASK = BONUS_MASK;

  typename AtomVecEllipsoidKokkosBonusArray<DeviceType>::t_bonus_1d rows;

  BonusesKokkos(AtomVecEllipsoidKokkos *avec) : rows(avec->k_bonus.view<DeviceType>()) {}
  VARDEM_INLINE auto &operator[](int k) const { return rows(k); }
};

template <class DeviceType>
using EllipsoidsKokkos = EllipsoidsOn<DeviceArrays<DeviceType>, BonusesKokkos<DeviceType>>;

/** Copies masses per type to the device, which AtomKokkos::sync() cannot do. To be called by init()
 *  of a fix that reads them on the device. */
template <class DeviceType> void sync_masses(AtomKokkos *atomKK)
{
  atomKK->k_mass.modify_host();
  atomKK->k_mass.template sync<DeviceType>();
}

// Loops over spheres. FUSED: one pass ends a step and starts the next. It rounds as two passes do.

/** Ends a step (CLOSE) and starts the next one (OPEN), without orientation. */
template <class Spheres, bool CLOSE, bool OPEN> struct StepSpheres {
  Spheres spheres;
  VARDEM::Step step;
  double inertia;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!spheres.selects(i)) return;
    if (CLOSE) close_sphere(spheres, i, step, inertia);
    if (OPEN) open_sphere(spheres, i, step, inertia);
  }
};

// Loops over bodies with orientation. A Step has close(bodies, i) and open(bodies, i), and for the
// host open_all(bodies, i0, i1, rotate_all), which rotates in vector lanes.

template <class Increment> struct SphereSteps {
  VARDEM::Step closing, opening;    // their half kicks may differ
  double inertia;
  Increment increment;

  template <class Spheres> VARDEM_INLINE void close(const Spheres &spheres, int i) const
  {
    close_sphere(spheres, i, closing, inertia);
  }
  template <class Spheres> VARDEM_INLINE void open(const Spheres &spheres, int i) const
  {
    open_sphere(spheres, i, opening, inertia, increment);
  }
  template <class Spheres, class RotateAll>
  void open_all(const Spheres &spheres, int i0, int i1, const RotateAll &rotate_all) const
  {
    open_spheres(spheres, i0, i1, opening, inertia, increment, rotate_all);
  }
};

/** Steps of aspherical particles. */
template <class Rotation> struct BodySteps {
  VARDEM::Step step;
  Rotation rotation;

  template <class Bodies> VARDEM_INLINE void close(const Bodies &bodies, int i) const
  {
    close_step(bodies, i, step);
  }
  template <class Bodies> VARDEM_INLINE void open(const Bodies &bodies, int i) const
  {
    open_step(bodies, i, step, rotation);
  }
  template <class Bodies, class RotateAll>
  void open_all(const Bodies &bodies, int i0, int i1, const RotateAll &rotate_all) const
  {
    open_steps(bodies, i0, i1, step, rotation, rotate_all);
  }
};

/** On the device: one thread per body. */
template <class Bodies, class Step, bool FUSED> struct OpenBodies {
  Bodies bodies;
  Step step;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!bodies.selects(i)) return;
    if (FUSED) step.close(bodies, i);
    step.open(bodies, i);
  }
};

/** On the host. */
template <class Bodies, class Step, class RotateAll, bool FUSED> struct OpenBlocks {
  Bodies bodies;
  Step step;
  RotateAll rotate_all;
  int n;

  void operator()(const int block) const
  {
    const int i0 = block * VARDEM::LANES;
    const int i1 = (i0 + VARDEM::LANES < n) ? i0 + VARDEM::LANES : n;
    if (FUSED)
      for (int i = i0; i < i1; i++)
        if (bodies.selects(i)) step.close(bodies, i);
    step.open_all(bodies, i0, i1, rotate_all);
  }
};

/** Starts the step of bodies 0 ... n-1. FUSED: ends the previous step first. */
template <class DeviceType, bool FUSED, class Bodies, class Step, class RotateAll>
void open_step_blocks(const std::string &label, const Bodies &bodies, int n, const Step &step,
                      RotateAll rotate_all)
{
  if constexpr (std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>)
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<DeviceType>(0, (n + VARDEM::LANES - 1) / VARDEM::LANES),
        OpenBlocks<Bodies, Step, RotateAll, FUSED>{bodies, step, rotate_all, n});
  else
    Kokkos::parallel_for(label, Kokkos::RangePolicy<DeviceType>(0, n),
                         OpenBodies<Bodies, Step, FUSED>{bodies, step});
}

template <class Bodies> struct CloseBodies {
  Bodies bodies;
  VARDEM::Step step;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (bodies.selects(i)) close_step(bodies, i, step);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
