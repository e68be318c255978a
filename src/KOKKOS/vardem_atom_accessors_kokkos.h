// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_ATOM_ACCESSORS_KOKKOS_H
#define LMP_VARDEM_ATOM_ACCESSORS_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "atom_vec_ellipsoid_kokkos.h"
#include "kokkos_type.h"

#include "kernels/contact/full_step_velocity.h"
#include "kernels/lanes.h"

namespace LAMMPS_NS::VARDEM_NS {

// Accessors of Kokkos views of LAMMPS' per-atom arrays for the kernels (kernels/leapfrog.h). The
// kernels compute in double precision, whatever precision the views have.

/** Three columns of row i from column k on. */
template <class View> VARDEM_INLINE VARDEM::Vec3 row_at(const View &a, int i, int k = 0)
{
  return {static_cast<double>(a(i, k)), static_cast<double>(a(i, k + 1)),
          static_cast<double>(a(i, k + 2))};
}

template <class View>
VARDEM_INLINE void set_row_at(const View &a, int i, const VARDEM::Vec3 &b, int k = 0)
{
  a(i, k) = b.x;
  a(i, k + 1) = b.y;
  a(i, k + 2) = b.z;
}

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

/** What spheres and aspherical particles share. planar: 2d. */
template <class DeviceType> class BodiesKokkos {
 public:
  typedef ArrayTypes<DeviceType> AT;

  BodiesKokkos(AtomKokkos *atomKK, int groupbit_in, bool planar_in) :
      groupbit(groupbit_in), planar(planar_in), mask(atomKK->k_mask.view<DeviceType>()),
      rmass(atomKK->k_rmass.view<DeviceType>()), xs(atomKK->k_x.view<DeviceType>()),
      vs(atomKK->k_v.view<DeviceType>()), fs(atomKK->k_f.view<DeviceType>()),
      torques(atomKK->k_torque.view<DeviceType>())
  {
  }

  /** The part of an angular velocity or angular momentum that turns a particle: in 2d the component
   *  along z. */
  VARDEM_INLINE VARDEM::Vec3 rotating(const VARDEM::Vec3 &a) const
  {
    return planar ? VARDEM::Vec3{0.0, 0.0, a.z} : a;
  }

  VARDEM_INLINE bool selects(int i) const { return mask(i) & groupbit; }
  VARDEM_INLINE double mass(int i) const { return rmass(i); }
  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return row_at(xs, i); }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return row_at(vs, i); }
  VARDEM_INLINE VARDEM::Vec3 f(int i) const { return row_at(fs, i); }
  VARDEM_INLINE VARDEM::Vec3 torque(int i) const { return row_at(torques, i); }
  VARDEM_INLINE void set_x(int i, const VARDEM::Vec3 &a) const { set_row_at(xs, i, a); }
  VARDEM_INLINE void set_v(int i, const VARDEM::Vec3 &a) const { set_row_at(vs, i, a); }
  VARDEM_INLINE void set_f(int i, const VARDEM::Vec3 &a) const { set_row_at(fs, i, a); }
  VARDEM_INLINE void set_torque(int i, const VARDEM::Vec3 &a) const { set_row_at(torques, i, a); }

 private:
  int groupbit;
  bool planar;
  typename AT::t_int_1d mask;
  typename AT::t_kkfloat_1d rmass;
  typename AT::t_kkfloat_1d_3_lr xs;
  typename AT::t_kkfloat_1d_3 vs;
  typename AT::t_kkacc_1d_3 fs, torques;
};

/** Atoms of any kind as points, with mass per atom or per type. It selects atoms that have all bits
 *  of `bits` in their mask. */
template <class DeviceType> class PointsKokkos : public BodiesKokkos<DeviceType> {
 public:
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = X_MASK | V_MASK | F_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK;

  PointsKokkos(AtomKokkos *atomKK, int bits_in) :
      BodiesKokkos<DeviceType>(atomKK, bits_in, false), bits(bits_in),
      has_rmass(atomKK->rmass_flag), masks(atomKK->k_mask.view<DeviceType>()),
      type(atomKK->k_type.view<DeviceType>()), per_atom(atomKK->k_rmass.view<DeviceType>()),
      per_type(atomKK->k_mass.view<DeviceType>())
  {
  }

  VARDEM_INLINE int group_bits(int i) const { return masks(i); }
  VARDEM_INLINE bool selects(int i) const { return (masks(i) & bits) == bits; }
  VARDEM_INLINE double mass(int i) const { return has_rmass ? per_atom(i) : per_type(type(i)); }

 private:
  int bits;
  bool has_rmass;
  typename AT::t_int_1d masks, type;
  typename AT::t_kkfloat_1d per_atom, per_type;
};

/** Copies masses per type to the device, which AtomKokkos::sync() cannot do. To be called by init()
 *  of a fix that reads them on the device. */
template <class DeviceType> void sync_masses(AtomKokkos *atomKK)
{
  atomKK->k_mass.modify_host();
  atomKK->k_mass.template sync<DeviceType>();
}

/** Spheres; orientations in the first four columns of a view. */
template <class DeviceType> class SpheresKokkos : public BodiesKokkos<DeviceType> {
 public:
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ =
      X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | RMASS_MASK | RADIUS_MASK | MASK_MASK;

  SpheresKokkos(AtomKokkos *atomKK, int groupbit_in, const typename AT::t_double_2d_lr &quats_in,
                bool planar_in) :
      BodiesKokkos<DeviceType>(atomKK, groupbit_in, planar_in),
      radii(atomKK->k_radius.view<DeviceType>()), omegas(atomKK->k_omega.view<DeviceType>()),
      quats(quats_in)
  {
  }

  VARDEM_INLINE double radius(int i) const { return radii(i); }
  VARDEM_INLINE VARDEM::Vec3 omega(int i) const { return row_at(omegas, i); }
  VARDEM_INLINE void set_omega(int i, const VARDEM::Vec3 &a) const { set_row_at(omegas, i, a); }

  VARDEM_INLINE VARDEM::Quat q(int i) const
  {
    return VARDEM::quat_at(&quats(i, 0));
  }    // rows are contiguous (_lr)
  VARDEM_INLINE void set_q(int i, const VARDEM::Quat &b) const
  {
    VARDEM::set_quat_at(&quats(i, 0), b);
  }

 private:
  typename AT::t_kkfloat_1d radii;
  typename AT::t_kkfloat_1d_3 omegas;
  typename AT::t_double_2d_lr quats;
};

template <class DeviceType> class EllipsoidsKokkos : public BodiesKokkos<DeviceType> {
 public:
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = X_MASK | V_MASK | ANGMOM_MASK | F_MASK | TORQUE_MASK |
      RMASS_MASK | ELLIPSOID_MASK | BONUS_MASK | MASK_MASK;

  EllipsoidsKokkos(AtomKokkos *atomKK, int groupbit_in, AtomVecEllipsoidKokkos *avec,
                   bool planar_in) :
      BodiesKokkos<DeviceType>(atomKK, groupbit_in, planar_in),
      ellipsoid(atomKK->k_ellipsoid.view<DeviceType>()), Ls(atomKK->k_angmom.view<DeviceType>()),
      bonus(avec->k_bonus.view<DeviceType>())
  {
  }

  VARDEM_INLINE bool extended(int i) const { return ellipsoid(i) >= 0; }
  VARDEM_INLINE VARDEM::Vec3 L(int i) const { return row_at(Ls, i); }
  VARDEM_INLINE void set_L(int i, const VARDEM::Vec3 &a) const { set_row_at(Ls, i, a); }

  VARDEM_INLINE VARDEM::Vec3 inertia(int i) const
  {
    const double *a = bonus(ellipsoid(i)).shape;
    return VARDEM::inertia_ellipsoid(this->mass(i), {a[0], a[1], a[2]});
  }

  VARDEM_INLINE VARDEM::Quat q(int i) const { return VARDEM::quat_at(bonus(ellipsoid(i)).quat); }
  VARDEM_INLINE void set_q(int i, const VARDEM::Quat &b) const
  {
    VARDEM::set_quat_at(bonus(ellipsoid(i)).quat, b);
  }

 private:
  typename AT::t_int_1d ellipsoid;
  typename AT::t_kkfloat_1d_3 Ls;
  typename AtomVecEllipsoidKokkosBonusArray<DeviceType>::t_bonus_1d bonus;
};

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
