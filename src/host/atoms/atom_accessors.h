// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ATOM_ACCESSORS_H
#define VARDEM_HOST_ATOM_ACCESSORS_H

#include "atom.h"
#include "atom_masks.h"
#include "atom_vec_ellipsoid.h"
#include "host/atoms/sphere_inertia.h"
#include "host/lammps/lammps_versions.h"
#include "kernels/lanes.h"

#include <algorithm>

namespace LAMMPS_NS::VARDEM_NS {

// Accessors of LAMMPS' per-atom arrays for the kernels (kernels/leapfrog.h). Arrays tells where
// these are: HostArrays, or those of a device (KOKKOS/vardem_atom_accessors_kokkos.h). The kernels
// compute in double precision, whatever precision the arrays have.

/** Three columns of row i from column k on. */
template <class View> VARDEM_INLINE VARDEM::Vec3 row_at(const View &a, int i, int k = 0)
{
  return {static_cast<double>(a(i, k)), static_cast<double>(a(i, k + 1)),
          static_cast<double>(a(i, k + 2))};
}
VARDEM_INLINE VARDEM::Vec3 row_at(VARDEM::Vec3 *a, int i)
{
  return a[i];
}

template <class View>
VARDEM_INLINE void set_row_at(const View &a, int i, const VARDEM::Vec3 &b, int k = 0)
{
  a(i, k) = b.x;
  a(i, k + 1) = b.y;
  a(i, k + 2) = b.z;
}
VARDEM_INLINE void set_row_at(VARDEM::Vec3 *a, int i, const VARDEM::Vec3 &b)
{
  a[i] = b;
}

/** The arrays on the host. The rows of an array follow each other in memory, so an accessor needs
 *  the address of the first row only, and not LAMMPS' table of row pointers. */
class HostArrays {
 public:
  typedef const int *Ints;
  typedef const double *Numbers;
  typedef VARDEM::Vec3 *Places, *Vectors, *Forces;
  /** Rows of four numbers w x y z; none if there is no table. */
  struct Quats {
    double *rows;

    Quats(double **table) : rows(table ? table[0] : nullptr) {}
    VARDEM_INLINE double &operator()(int i, int k) const { return rows[4 * (bigint) i + k]; }
  };

  HostArrays(const Atom *atom_in) : atom(atom_in) {}

  bool has_rmass() const { return atom->rmass; }
  Ints mask() const { return atom->mask; }
  Ints type() const { return atom->type; }
  Ints ellipsoid() const { return atom->ellipsoid; }
  Numbers rmass() const { return atom->rmass; }
  Numbers mass_of_type() const { return atom->mass; }
  Numbers radius() const { return atom->radius; }
  Places x() const { return rows(atom->x); }
  Vectors v() const { return rows(atom->v); }
  Vectors omega() const { return rows(atom->omega); }
  Vectors angmom() const { return rows(atom->angmom); }
  Forces f() const { return rows(atom->f); }
  Forces torque() const { return rows(atom->torque); }

 private:
  const Atom *atom;

  static VARDEM::Vec3 *rows(double **a) { return a ? VARDEM::vectors_at(a[0]) : nullptr; }
};

/** What spheres and aspherical particles share. An accessor is valid until LAMMPS reallocates the
 *  arrays, that is within one hook of a fix. planar: 2d. */
template <class Arrays> class BodiesOn {
 public:
  BodiesOn(const Arrays &atoms, int groupbit_in, bool planar_in) :
      groupbit(groupbit_in), masks(atoms.mask()), rmass(atoms.rmass()), planar(planar_in),
      xs(atoms.x()), vs(atoms.v()), fs(atoms.f()), torques(atoms.torque())
  {
  }

  /** The part of an angular velocity or angular momentum that turns a particle: in 2d the component
   *  along z. */
  VARDEM_INLINE VARDEM::Vec3 rotating(const VARDEM::Vec3 &a) const
  {
    return planar ? VARDEM::Vec3{0.0, 0.0, a.z} : a;
  }

  VARDEM_INLINE bool selects(int i) const { return masks[i] & groupbit; }
  VARDEM_INLINE double mass(int i) const { return rmass[i]; }
  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return row_at(xs, i); }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return row_at(vs, i); }
  VARDEM_INLINE VARDEM::Vec3 f(int i) const { return row_at(fs, i); }
  VARDEM_INLINE VARDEM::Vec3 torque(int i) const { return row_at(torques, i); }
  VARDEM_INLINE void set_x(int i, const VARDEM::Vec3 &a) const { set_row_at(xs, i, a); }
  VARDEM_INLINE void set_v(int i, const VARDEM::Vec3 &a) const { set_row_at(vs, i, a); }
  VARDEM_INLINE void set_f(int i, const VARDEM::Vec3 &a) const { set_row_at(fs, i, a); }
  VARDEM_INLINE void set_torque(int i, const VARDEM::Vec3 &a) const { set_row_at(torques, i, a); }

 protected:
  int groupbit;
  typename Arrays::Ints masks;
  typename Arrays::Numbers rmass;

 private:
  bool planar;
  typename Arrays::Places xs;
  typename Arrays::Vectors vs;
  typename Arrays::Forces fs, torques;
};

/** Atoms of any kind as points, with mass per atom or per type. It selects atoms that have all bits
 *  of `bits` in their mask. */
template <class Arrays> class PointsOn : public BodiesOn<Arrays> {
 public:
  static constexpr uint64_t READ = X_MASK | V_MASK | F_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK;

  PointsOn(const Arrays &atoms, int bits) :
      BodiesOn<Arrays>(atoms, bits, false), has_rmass(atoms.has_rmass()), type(atoms.type()),
      per_type(atoms.mass_of_type())
  {
  }

  VARDEM_INLINE int group_bits(int i) const { return this->masks[i]; }
  VARDEM_INLINE bool selects(int i) const
  {
    return (this->masks[i] & this->groupbit) == this->groupbit;
  }
  VARDEM_INLINE double mass(int i) const { return has_rmass ? this->rmass[i] : per_type[type[i]]; }

 private:
  bool has_rmass;
  typename Arrays::Ints type;
  typename Arrays::Numbers per_type;
};

/** Returns the speed of an atom that is selected. Atoms: PointsOn. */
template <class Atoms> struct SpeedOf {
  Atoms atoms;

  VARDEM_INLINE double operator()(int i) const { return atoms.selects(i) ? norm(atoms.v(i)) : 0.0; }
};

/** Spheres, with orientations in the first four columns of a table, or without. */
template <class Arrays> class SpheresOn : public BodiesOn<Arrays> {
 public:
  static constexpr uint64_t READ =
      X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | RMASS_MASK | RADIUS_MASK | MASK_MASK;

  SpheresOn(const Arrays &atoms, int groupbit, const typename Arrays::Quats &quats_in,
            bool planar) :
      BodiesOn<Arrays>(atoms, groupbit, planar),
      radii(atoms.radius()), omegas(atoms.omega()), quats(quats_in)
  {
  }

  VARDEM_INLINE double radius(int i) const { return radii[i]; }
  VARDEM_INLINE VARDEM::Vec3 omega(int i) const { return row_at(omegas, i); }
  VARDEM_INLINE void set_omega(int i, const VARDEM::Vec3 &a) const { set_row_at(omegas, i, a); }

  // the numbers of a row are next to each other

  VARDEM_INLINE VARDEM::Quat q(int i) const { return VARDEM::quat_at(&quats(i, 0)); }
  VARDEM_INLINE void set_q(int i, const VARDEM::Quat &b) const
  {
    VARDEM::set_quat_at(&quats(i, 0), b);
  }

 private:
  typename Arrays::Numbers radii;
  typename Arrays::Vectors omegas;
  typename Arrays::Quats quats;
};

/** Ellipsoids, whose bonus data are AtomVecEllipsoid::Bonus, or superellipsoids, BonusSuper. */
template <class Arrays, class Bonuses> class EllipsoidsOn : public BodiesOn<Arrays> {
 public:
  /** On a device only: older versions of LAMMPS have no mask of bonus data. */
  static constexpr uint64_t READ = X_MASK | V_MASK | ANGMOM_MASK | F_MASK | TORQUE_MASK |
      RMASS_MASK | ELLIPSOID_MASK | Bonuses::MASK | MASK_MASK;

  EllipsoidsOn(const Arrays &atoms, int groupbit, const Bonuses &bonus_in, bool planar) :
      BodiesOn<Arrays>(atoms, groupbit, planar), ellipsoid(atoms.ellipsoid()), Ls(atoms.angmom()),
      bonus(bonus_in)
  {
  }

  VARDEM_INLINE bool extended(int i) const { return ellipsoid[i] >= 0; }
  VARDEM_INLINE VARDEM::Vec3 L(int i) const { return row_at(Ls, i); }
  VARDEM_INLINE void set_L(int i, const VARDEM::Vec3 &a) const { set_row_at(Ls, i, a); }

  VARDEM_INLINE VARDEM::Vec3 inertia(int i) const
  {
    return inertia(bonus[ellipsoid[i]], this->mass(i));
  }

  VARDEM_INLINE VARDEM::Quat q(int i) const { return VARDEM::quat_at(bonus[ellipsoid[i]].quat); }
  VARDEM_INLINE void set_q(int i, const VARDEM::Quat &b) const
  {
    VARDEM::set_quat_at(bonus[ellipsoid[i]].quat, b);
  }

 private:
  typename Arrays::Ints ellipsoid;
  typename Arrays::Vectors Ls;
  Bonuses bonus;

  VARDEM_INLINE static VARDEM::Vec3 inertia(const AtomVecEllipsoid::Bonus &b, double m)
  {
    return VARDEM::inertia_ellipsoid(m, {b.shape[0], b.shape[1], b.shape[2]});
  }

  VARDEM_INLINE static VARDEM::Vec3 inertia(const BonusSuper &b, double)
  {
    return {b.inertia[0], b.inertia[1], b.inertia[2]};
  }
};

/** Spheres that turn with a flow; c: factor of the moment of inertia c m R^2. */
template <class Arrays> class TurningSpheresOn : public PointsOn<Arrays> {
 public:
  static constexpr uint64_t READ = SpheresOn<Arrays>::READ | TYPE_MASK;

  TurningSpheresOn(const Arrays &atoms, int groupbit, const ByGroup<double> &c) :
      PointsOn<Arrays>(atoms, groupbit), inertia(c), radius(atoms.radius()), omegas(atoms.omega()),
      Ls(atoms.angmom())
  {
  }

  VARDEM_INLINE VARDEM::Vec3 omega(int i) const { return row_at(omegas, i); }
  VARDEM_INLINE void set_omega(int i, const VARDEM::Vec3 &a) const { set_row_at(omegas, i, a); }
  VARDEM_INLINE VARDEM::Vec3 L(int i) const { return row_at(Ls, i); }
  VARDEM_INLINE void set_L(int i, const VARDEM::Vec3 &a) const { set_row_at(Ls, i, a); }
  VARDEM_INLINE VARDEM::Vec3 angular_momentum(int i, const VARDEM::Vec3 &w) const
  {
    const double R = radius[i];
    return (inertia.of(this->group_bits(i)) * this->mass(i) * R * R) * w;
  }

 private:
  ByGroup<double> inertia;
  typename Arrays::Numbers radius;
  typename Arrays::Vectors omegas, Ls;
};

template <class Arrays, class Bonuses>
class TurningEllipsoidsOn : public EllipsoidsOn<Arrays, Bonuses> {
  using Ellipsoids = EllipsoidsOn<Arrays, Bonuses>;

 public:
  using Ellipsoids::Ellipsoids;

  VARDEM_INLINE bool selects(int i) const { return Ellipsoids::selects(i) && this->extended(i); }
  VARDEM_INLINE VARDEM::Vec3 angular_momentum(int i, const VARDEM::Vec3 &w) const
  {
    return VARDEM::angular_momentum(this->q(i), w, this->inertia(i));
  }
};

typedef PointsOn<HostArrays> Points;
typedef SpheresOn<HostArrays> Spheres;

template <class Bonus> struct Ellipsoids : public EllipsoidsOn<HostArrays, Bonus *> {
  Ellipsoids(const Atom *atom, int groupbit, Bonus *bonus, bool planar) :
      EllipsoidsOn<HostArrays, Bonus *>(atom, groupbit, bonus, planar)
  {
  }
};

/** The atoms that an integrator acts on: those of a group among 0 ... n-1. */
struct OwnedAtoms {
  int groupbit, n;
  bool planar;    // 2d
};

/** Starts the step of spheres with orientation: calls increment(h omega) for one sphere,
 *  rotate_all(lanes) for a block. */
template <class Increment, class RotateAll>
void open_sphere_blocks(const Spheres &spheres, int n, const VARDEM::Step &step, double inertia,
                        const Increment &increment, const RotateAll &rotate_all)
{
  for (int i = 0; i < n; i += VARDEM::LANES)
    open_spheres(spheres, i, std::min(i + VARDEM::LANES, n), step, inertia, increment, rotate_all);
}

/** Starts the step of aspherical bodies: calls rotate(q, L, L_half, I, h) for one body,
 *  rotate_all(lanes, h) for a block. */
template <class Bodies, class Rotation, class RotateAll>
void open_body_blocks(const Bodies &bodies, int n, const VARDEM::Step &step, const Rotation &rotate,
                      const RotateAll &rotate_all)
{
  for (int i = 0; i < n; i += VARDEM::LANES)
    open_steps(bodies, i, std::min(i + VARDEM::LANES, n), step, rotate, rotate_all);
}

/** The same for ellipsoids and superellipsoids. */
template <class Rotation, class RotateAll>
void open_ellipsoid_blocks(const Atom *atom, AtomVecEllipsoid *avec, const OwnedAtoms &range,
                           const VARDEM::Step &step, const Rotation &rotate,
                           const RotateAll &rotate_all)
{
  if (are_superellipsoids(atom))
    open_body_blocks(Ellipsoids(atom, range.groupbit, bonus_super(avec), range.planar), range.n,
                     step, rotate, rotate_all);
  else
    open_body_blocks(Ellipsoids(atom, range.groupbit, avec->bonus, range.planar), range.n, step,
                     rotate, rotate_all);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
