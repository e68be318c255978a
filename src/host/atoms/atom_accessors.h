// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ATOM_ACCESSORS_H
#define VARDEM_HOST_ATOM_ACCESSORS_H

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "host/lammps/lammps_versions.h"
#include "kernels/lanes.h"

#include <algorithm>

namespace LAMMPS_NS::VARDEM_NS {

// Accessors of LAMMPS' per-atom arrays for the kernels (kernels/leapfrog.h). The rows of an array
// follow each other in memory, so an accessor needs the address of the first row only, and not
// LAMMPS' table of row pointers.

/** What spheres and aspherical particles share. An accessor is valid until LAMMPS reallocates the
 *  arrays, that is within one hook of a fix. planar: 2d. */
class Bodies {
 public:
  Bodies(const Atom *atom, int groupbit_in, bool planar_in) :
      groupbit(groupbit_in), planar(planar_in), mask(atom->mask), rmass(atom->rmass),
      xs(rows(atom->x)), vs(rows(atom->v)), fs(rows(atom->f)), torques(rows(atom->torque))
  {
  }

  /** The part of an angular velocity or angular momentum that turns a particle: in 2d the component
   *  along z. */
  VARDEM_INLINE VARDEM::Vec3 rotating(const VARDEM::Vec3 &a) const
  {
    return planar ? VARDEM::Vec3{0.0, 0.0, a.z} : a;
  }

  VARDEM_INLINE bool selects(int i) const { return mask[i] & groupbit; }
  VARDEM_INLINE double mass(int i) const { return rmass[i]; }
  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return xs[i]; }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return vs[i]; }
  VARDEM_INLINE VARDEM::Vec3 f(int i) const { return fs[i]; }
  VARDEM_INLINE VARDEM::Vec3 torque(int i) const { return torques[i]; }
  VARDEM_INLINE void set_x(int i, const VARDEM::Vec3 &a) const { xs[i] = a; }
  VARDEM_INLINE void set_v(int i, const VARDEM::Vec3 &a) const { vs[i] = a; }
  VARDEM_INLINE void set_f(int i, const VARDEM::Vec3 &a) const { fs[i] = a; }
  VARDEM_INLINE void set_torque(int i, const VARDEM::Vec3 &a) const { torques[i] = a; }

 protected:
  static VARDEM::Vec3 *rows(double **a) { return a ? VARDEM::vectors_at(a[0]) : nullptr; }

 private:
  int groupbit;
  bool planar;
  const int *mask;
  const double *rmass;
  VARDEM::Vec3 *xs, *vs, *fs, *torques;
};

/** Atoms of any kind as points, with mass per atom or per type. It selects atoms that have all bits
 *  of `bits` in their mask. */
class Points : public Bodies {
 public:
  Points(const Atom *atom, int bits_in) :
      Bodies(atom, bits_in, false), bits(bits_in), mask(atom->mask), type(atom->type),
      per_atom(atom->rmass), per_type(atom->mass)
  {
  }

  VARDEM_INLINE int group_bits(int i) const { return mask[i]; }
  VARDEM_INLINE bool selects(int i) const { return (mask[i] & bits) == bits; }
  VARDEM_INLINE double mass(int i) const { return per_atom ? per_atom[i] : per_type[type[i]]; }

 private:
  int bits;
  const int *mask, *type;
  const double *per_atom, *per_type;
};

/** Returns the speed of an atom that is selected. Atoms: Points, or its Kokkos variant. */
template <class Atoms> struct SpeedOf {
  Atoms atoms;

  VARDEM_INLINE double operator()(int i) const { return atoms.selects(i) ? norm(atoms.v(i)) : 0.0; }
};

/** Spheres. quat: array of four columns with the orientations, or null. */
class Spheres : public Bodies {
 public:
  Spheres(const Atom *atom, int groupbit_in, double **quat, bool planar_in) :
      Bodies(atom, groupbit_in, planar_in), radii(atom->radius), omegas(rows(atom->omega)),
      quats(quat ? quat[0] : nullptr)
  {
  }

  VARDEM_INLINE double radius(int i) const { return radii[i]; }
  VARDEM_INLINE VARDEM::Vec3 omega(int i) const { return omegas[i]; }
  VARDEM_INLINE void set_omega(int i, const VARDEM::Vec3 &a) const { omegas[i] = a; }

  VARDEM_INLINE VARDEM::Quat q(int i) const { return VARDEM::quat_at(&quats[4 * (bigint) i]); }
  VARDEM_INLINE void set_q(int i, const VARDEM::Quat &b) const
  {
    VARDEM::set_quat_at(&quats[4 * (bigint) i], b);
  }

 private:
  const double *radii;
  VARDEM::Vec3 *omegas;
  double *quats;
};

/** Ellipsoids, Bonus = AtomVecEllipsoid::Bonus, or superellipsoids, Bonus = BonusSuper. */
template <class Bonus> class Ellipsoids : public Bodies {
 public:
  Ellipsoids(const Atom *atom, int groupbit_in, Bonus *bonus_in, bool planar_in) :
      Bodies(atom, groupbit_in, planar_in), ellipsoid(atom->ellipsoid), Ls(rows(atom->angmom)),
      bonus(bonus_in)
  {
  }

  VARDEM_INLINE VARDEM::Vec3 L(int i) const { return Ls[i]; }
  VARDEM_INLINE void set_L(int i, const VARDEM::Vec3 &a) const { Ls[i] = a; }

  VARDEM_INLINE VARDEM::Vec3 inertia(int i) const { return inertia(bonus[ellipsoid[i]], mass(i)); }

  VARDEM_INLINE VARDEM::Quat q(int i) const { return VARDEM::quat_at(bonus[ellipsoid[i]].quat); }
  VARDEM_INLINE void set_q(int i, const VARDEM::Quat &b) const
  {
    VARDEM::set_quat_at(bonus[ellipsoid[i]].quat, b);
  }

 private:
  const int *ellipsoid;
  VARDEM::Vec3 *Ls;
  Bonus *bonus;

  VARDEM_INLINE static VARDEM::Vec3 inertia(const AtomVecEllipsoid::Bonus &b, double m)
  {
    return VARDEM::inertia_ellipsoid(m, {b.shape[0], b.shape[1], b.shape[2]});
  }

  VARDEM_INLINE static VARDEM::Vec3 inertia(const BonusSuper &b, double)
  {
    return {b.inertia[0], b.inertia[1], b.inertia[2]};
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
