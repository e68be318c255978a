// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BINDER_TANGENT_H
#define VARDEM_BINDER_TANGENT_H

#include "kernels/bond/binder.h"

namespace VARDEM {

// --- the derivative of the force of one particle-binder bond ---
//
// Derived in doc/notes/binder-bonds.md 6. It is exact: no term of a turning direction is left out.
// Rotations are vectors in space that turn the present orientations. So the blocks are not
// symmetric where there are moments: K - K^T is S(M1) and S(M2) in the blocks of the rotations, and
// 0 elsewhere.

/** The derivative of PairForce by PairDisplacement, at one state. Shear: a form of bond_shear.h. */
template <class Shear> struct BinderTangent {
  Binder law;
  BondGeometry g;
  ShearCosine cosine;
  RelativeRotation r;
};

template <class Shear>
VARDEM_INLINE BinderTangent<Shear> binder_tangent(const Binder &law, const BondGeometry &g)
{
  return {law, g, Shear::cosine(g), relative_rotation(g.relative)};
}

/** Change of the force of the axial spring on the first body. */
VARDEM_INLINE Vec3 axial_change(const Binder &law, const BondGeometry &g, const BondMotion &motion)
{
  return (law.axial * motion.stretch / (g.reference * g.reference)) * g.n +
      axial_tension(law, g) * motion.turn;
}

template <class Shear>
VARDEM_INLINE PairForce shear_change(const BinderTangent<Shear> &t, const BondMotion &motion,
                                     const Vec3 &th1, const Vec3 &th2)
{
  const ShearCosine &c = t.cosine;
  const Vec3 &n = t.g.n, &dn = motion.turn;
  const ShearCosineChange change = Shear::change(t.g, c, dn, th1, th2);
  const double k = shear_load(t.law, c), along = dot(c.by_n, n);
  const double dc = dot(c.by_n, dn) + dot(c.by_1, th1) + dot(c.by_2, th2);
  const double dk = -t.law.shear_quadratic * dc;
  const Vec3 across = c.by_n - along * n;
  const Vec3 turned = change.by_n - (dot(change.by_n, n) + dot(c.by_n, dn)) * n - along * dn;
  return {-t.g.turning * ((dk - k * t.g.turning * motion.stretch) * across + k * turned),
          dk * c.by_1 + k * change.by_1, dk * c.by_2 + k * change.by_2};
}

VARDEM_INLINE Vec3 bending_change(const Binder &law, const BondGeometry &g,
                                  const RelativeRotation &r, const Vec3 &th1, const Vec3 &th2)
{
  const Vec3 dtheta = L_times(r, th1) - LT_times(r, th2), da = cross(th1, g.a);
  const Vec3 axis = L_times(r, g.a);
  const double twist = dot(r.theta, g.a), dtwist = dot(axis, th1 - th2);
  const Vec3 daxis = change_of_L_times(r, g.a, dtheta, da);
  return -law.moment * dtheta - (law.torsion - law.moment) * (dtwist * axis + twist * daxis);
}

/** Change of force and moments with a small motion. */
template <class Shear>
VARDEM_INLINE PairForce operator*(const BinderTangent<Shear> &t, const PairDisplacement &a)
{
  const BondMotion motion = bond_motion(t.g, a.u2 - a.u1);
  const PairForce shear = shear_change(t, motion, a.th1, a.th2);
  const Vec3 bending = bending_change(t.law, t.g, t.r, a.th1, a.th2);
  return {axial_change(t.law, t.g, motion) + shear.F, shear.M1 + bending, shear.M2 - bending};
}

/** The derivative of the force of the dashpots by velocities and spins. Its blocks are symmetric
 *  and not negative. */
struct BinderDashpots {
  Binder law;
  BondGeometry g;
};

VARDEM_INLINE PairForce operator*(const BinderDashpots &d, const PairDisplacement &v)
{
  return dashpot_force(d.law, d.g, bond_rates(d.g, v));
}

}    // namespace VARDEM
#endif
