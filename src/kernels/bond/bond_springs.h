/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_BOND_SPRINGS_H
#define VARDEM_BOND_SPRINGS_H

#include "kernels/bond/binder_tangent.h"
#include "kernels/bond/hooke_bond.h"
#include "kernels/contact/springs.h"

namespace VARDEM {

// --- bonds as linear springs and dashpots, for the stable time step ---

/** Linear springs and dashpots of a bond, all >= 0, for add_contact() of stiffness_block.h. */
struct BondSprings {
  Coefficients of;            // as of a contact
  double lever_1, lever_2;    // its lever arms
  Springs turning;            // as of a contact without lever arms, in addition: for what turns
};

/** The symmetric part of the tangent is at most that of the springs, at every state: doc/notes/binder-bonds.md 6.3. It is equal at the
 *  reference, except for the printed form. The dashpots are equal everywhere. `of` alone is the elastic part of the tangent, symmetric and
 *  not negative, without what turns. */
template <class Shear> VARDEM_INLINE BondSprings springs_of(const BinderTangent<Shear> &t)
{
  const Binder &law = t.law;
  const double l0 = t.g.reference, turning = t.g.turning, squared = turning * turning;
  const ShearDeviation e = Shear::deviation(t.g, t.cosine);
  const double shear = shear_load(law, t.cosine) + law.shear_quadratic * e.square;

  // bending and torsion
  const double angle = std::sqrt(t.r.square), unlike = law.torsion - law.moment;
  const double other = std::fabs(unlike), twist = std::fabs(dot(t.r.theta, t.g.a));
  const double off = norm(L_times(t.r, t.g.a) - t.g.n), roll = other * off * (2.0 + off);
  const double turned = 0.5 * (law.moment * angle + other * twist * (1.0 + angle * (3.0 + angle)));

  const double tension = axial_tension(law, t.g);
  const double moved = shear * e.displacement * squared;
  const double rotated = shear * e.rotation + turned;
  // the printed form has |slip of the centres - relative rotation|^2 <= 2 |the one|^2 + 2 |the other|^2
  const double slip = Shear::PRINTED ? 0.0 : shear * squared,
               apart = Shear::PRINTED ? 2.0 * shear : 0.0;
  return {
      {{law.axial / (l0 * l0), slip, law.moment + roll + Shear::BENDING * shear + apart,
        law.torsion + roll + apart},
       {law.damp_axial / (l0 * l0), law.damp_shear * squared, law.damp_moment, law.damp_moment}},
      0.5 * t.g.length,
      0.5 * t.g.length,
      {moved, moved + apart * squared + (tension > 0.0 ? tension * turning : 0.0), rotated,
       rotated}};
}

/** The same of a two-sided Hookean bond. The symmetric part of the tangent of its spring is at most that of these springs, and equal in
 *  tension; in compression the bond pushes across, which is left out. law, c and m as for hooke_bond_force(). */
VARDEM_INLINE BondSprings springs_of_hooke_bond(const SoftContact &law, const SphereContact &c,
                                                double m)
{
  const ElasticForce elastic = elastic_force<HookeForce>(law, c.overlap, c.R);
  const double tension = elastic.force < 0.0 ? -elastic.force : 0.0;
  return {coefficients<HookeForce>(law, elastic, m),
          c.lever_1,
          c.lever_2,
          {0.0, tension / c.distance, 0.0, 0.0}};
}

/** Inverse mass and moment of inertia of a body that is the same in all directions. */
struct InverseMasses {
  double mass, moment;
};

/** Square of the largest frequency of two bodies that nothing but these springs holds. By hand: in each plane along the bond, the springs of
 *  shear s = (u_2 - u_1) - l_1 th_1 - l_2 th_2 and of bending th_1 - th_2 have the 2 x 2 matrix K^1/2 B M^-1 B^T K^1/2. */
VARDEM_HOST_INLINE double fastest_square(const Springs &k, double lever_1, double lever_2,
                                         const InverseMasses &one, const InverseMasses &two)
{
  const double mass = one.mass + two.mass, moment = one.moment + two.moment;
  const double arms = lever_1 * lever_1 * one.moment + lever_2 * lever_2 * two.moment;
  const double unlike = lever_2 * two.moment - lever_1 * one.moment;
  const double shear = k.tangent * (mass + arms), bending = k.roll * moment;
  const double across = 0.5 * (shear + bending) +
      std::sqrt(0.25 * (shear - bending) * (shear - bending) +
                k.tangent * k.roll * unlike * unlike);
  const double along = k.normal * mass, twisting = k.twist * moment;
  const double most = along > twisting ? along : twisting;
  return most > across ? most : across;
}

}    // namespace VARDEM
#endif
