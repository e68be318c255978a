// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BOND_SPRINGS_H
#define VARDEM_BOND_SPRINGS_H

#include "kernels/bond/binder_tangent.h"
#include "kernels/bond/hooke_bond.h"
#include "kernels/stable_step.h"

namespace VARDEM {

// --- bonds as linear springs and dashpots, for the stable time step ---

/** Linear springs and dashpots of a bond, all >= 0, for add_contact() of stable_step.h. */
struct BondSprings {
  Coefficients of;            // as of a contact
  double lever_1, lever_2;    // its lever arms
  Springs turning;            // as of a contact without lever arms, in addition: for what turns
};

/** The matrix of these springs bounds the symmetric part of the tangent from above at every state:
 *  doc/notes/binder-bonds.md 6.3. Both are equal at the reference, except for the printed form. The
 *  dashpots are equal everywhere. `of` alone is the elastic part of the tangent, symmetric and not
 *  negative, without what turns. */
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
  // the printed form has |slip of the centres - relative rotation|^2 <= 2 |the one|^2 + 2 |the
  // other|^2
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

/** Springs of a two-sided Hookean bond. They bound the symmetric part of its tangent from above,
 *  and are equal to it in tension. In compression the bond pushes across, which is left out. law, c
 *  and m as for hooke_bond_force(). */
VARDEM_INLINE BondSprings springs_of_hooke_bond(const ContactParameters &law,
                                                const SphereContact &c, double m)
{
  const ElasticForce elastic = elastic_force<HookeForce>(law, c.overlap, c.R);
  const double tension = elastic.force < 0.0 ? -elastic.force : 0.0;
  return {full_step(coefficients<HookeForce>(law, elastic, m), m),
          c.lever_1,
          c.lever_2,
          {0.0, tension / c.distance, 0.0, 0.0}};
}

/** Inverse mass and moment of inertia of a body that is the same in all directions. */
struct InverseMasses {
  double mass, moment;
};

/** Springs as one of their two bodies sees them. */
struct SideSprings {
  Springs k;
  double lever;
};

/** The coupling C of two bodies by springs, as one block of springs for each. For any w > 0 it is
 *  |2 x_1 C x_2| <= w x_1 P_1 x_1 + x_2 P_2 x_2/w. */
struct BondCoupling {
  SideSprings one, two;
};

/** Springs from a block of displacements u across the bond and rotations r about the third axis. */
VARDEM_INLINE SideSprings side_springs(double normal, double twist, double uu, double ur, double rr)
{
  const double lever = uu > 0.0 ? ur / uu : 0.0, roll = rr - lever * ur;
  return {{normal, uu, roll > 0.0 ? roll : 0.0, twist}, lever};
}

/** Derived in doc/notes/binder-bonds.md 6.4. The coupling of shear and bending springs together is
 *  less than the sum of their couplings. The masses say how displacements and rotations are
 *  compared. The inequality holds for any masses > 0. */
VARDEM_HOST_INLINE BondCoupling coupling(const Springs &k, double lever_1, double lever_2,
                                         const InverseMasses &one, const InverseMasses &two)
{
  const double u1 = std::sqrt(one.mass), u2 = std::sqrt(two.mass);
  const double r1 = std::sqrt(one.moment), r2 = std::sqrt(two.moment);
  const double f = u1 / u2, per_r1 = r1 > 0.0 ? 1.0 / r1 : 0.0, per_r2 = r2 > 0.0 ? 1.0 / r2 : 0.0;
  const double uu = -k.tangent * u1 * u2, ur = k.tangent * lever_2 * u1 * r2;
  const double ru = -k.tangent * lever_1 * r1 * u2;
  const double rr = (k.tangent * lever_1 * lever_2 - k.roll) * r1 * r2;
  const double det = std::fabs(uu * rr - ur * ru);
  const double size = std::sqrt(uu * uu + ur * ur + ru * ru + rr * rr + 2.0 * det);
  const double g = size > 0.0 ? 1.0 / size : 0.0;
  const double first[] = {g * (uu * uu + ur * ur + det), g * (uu * ru + ur * rr),
                          g * (ru * ru + rr * rr + det)};
  const double second[] = {g * (uu * uu + ru * ru + det), g * (uu * ur + ru * rr),
                           g * (ur * ur + rr * rr + det)};
  return {side_springs(k.normal, f * k.twist * r2 * per_r1, f * first[0] / (u1 * u1),
                       f * first[1] / u1 * per_r1, f * first[2] * per_r1 * per_r1),
          side_springs(k.normal, k.twist * r1 * per_r2 / f, second[0] / (f * u2 * u2),
                       -second[1] / (f * u2) * per_r2, second[2] / f * per_r2 * per_r2)};
}

/** Square of the largest frequency of two bodies that nothing but these springs holds. By hand: in
 *  each plane along the bond, the springs of shear s = (u_2 - u_1) - l_1 th_1 - l_2 th_2 and of
 *  bending th_1 - th_2 have the 2 x 2 matrix K^1/2 B M^-1 B^T K^1/2. */
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

/** The largest stable step of the two bodies with springs and dashpots, at most `longest`. */
VARDEM_HOST_INLINE double stable_step(const Coefficients &of, double lever_1, double lever_2,
                                      const InverseMasses &one, const InverseMasses &two,
                                      double longest)
{
  const auto is_stable = [&](double h) {
    const double count = of.rate > 0.0 ? full_step_count(h * of.rate) : 1.0;
    return fastest_square(h * h * of.k + 2.0 * h * count * of.c, lever_1, lever_2, one, two) <= 4.0;
  };
  if (is_stable(longest)) return longest;
  double low = 0.0, high = longest;
  for (int halving = 0; halving < 50; halving++) {
    const double h = 0.5 * (low + high);
    (is_stable(h) ? low : high) = h;
  }
  return low;
}

}    // namespace VARDEM
#endif
