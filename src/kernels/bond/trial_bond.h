// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TRIAL_BOND_H
#define VARDEM_TRIAL_BOND_H

#include "kernels/bond/binder_tangent.h"
#include "kernels/bond/bond_springs.h"
#include "kernels/bond/hooke_bond.h"
#include "kernels/rotation/exponential_map.h"
#include "kernels/symmetric_block.h"

namespace VARDEM {

// --- bonds at trial states of an implicit step ---
//
// The motion of a sphere in a step has six numbers: the displacement u of its centre, and R theta,
// a rotation vector in space times the radius; its trial orientation is exp(at theta) q. So a row
// of the balance has the unit of a force, and moments count as J^T M/R (exponential_map.h). Derived
// in doc/notes/implicit-steps.md 5.

/** Two bonded bodies at a trial state. */
struct BondState {
  Vec3 e;         // from the first centre to the second
  Quat q1, q2;    // orientations
};

enum class BondKind { SHEAR_B, SHEAR_N, SHEAR_PRINTED, HOOKE };

/** A bond: everything that its force depends on, apart from the state. */
struct TrialBond {
  BondKind kind;
  Binder binder;              // of HOOKE: not used
  BondReference reference;    // of HOOKE: only the length
  ContactParameters law;      // of HOOKE only
  double R1, R2, mass;        // of HOOKE: radii and effective mass
  bool damped;                // do dashpots act now?
};

/** Force and moments of the springs of a bond, and their energy. */
struct TrialBondForce {
  PairForce f;
  double energy;
};

/** The springs as a tangent, without terms of turning directions: symmetric and not negative. */
struct SpringTangent {
  SlipTangent slip;
  double roll, twist;
};

VARDEM_INLINE PairForce operator*(const SpringTangent &t, const PairDisplacement &a)
{
  PairForce f = t.slip * a;
  const Vec3 turned = a.th1 - a.th2;
  const double twisted = dot(turned, t.slip.n);
  const Vec3 moment = t.roll * turned + ((t.twist - t.roll) * twisted) * t.slip.n;
  f.M1 = f.M1 - moment;
  f.M2 = f.M2 + moment;
  return f;
}

VARDEM_INLINE SpringTangent tangent_of(const BondSprings &s, const Vec3 &n)
{
  const Springs &k = s.of.k;
  return {{n, s.lever_1, s.lever_2, 0.0, 0.0, k.normal, k.tangent}, k.roll, k.twist};
}

/** A particle-binder bond. Shear: a form of bond_shear.h. */
template <class Shear> struct TrialBinder {
  static constexpr bool HAS_MEAN = false;
  const TrialBond &bond;

  VARDEM_INLINE BondGeometry geometry(const BondState &s) const
  {
    return bond_geometry(bond.reference, s.e, s.q1, s.q2);
  }
  VARDEM_INLINE TrialBondForce force(const BondState &s) const
  {
    const BondForce found = binder_force<Shear>(bond.binder, geometry(s));
    return {found.f, total(found.energy)};
  }
  VARDEM_INLINE BinderTangent<Shear> tangent(const BondState &s) const
  {
    return binder_tangent<Shear>(bond.binder, geometry(s));
  }
  VARDEM_INLINE SpringTangent springs(const BondState &s) const
  {
    const auto t = tangent(s);
    return tangent_of(springs_of(t), t.g.n);
  }
  VARDEM_INLINE BinderDashpots dashpots(const BondState &s) const
  {
    return {bond.binder, geometry(s)};
  }
};

struct TrialHookeBond {
  static constexpr bool HAS_MEAN = true;
  const TrialBond &bond;

  VARDEM_INLINE SphereContact contact(const BondState &s) const
  {
    return bonded(s.e, norm(s.e), bond.R1, bond.R2, bond.reference.length);
  }
  VARDEM_INLINE HookeBondTangents tangents(const BondState &s) const
  {
    return hooke_bond_tangents(bond.law, contact(s), bond.mass);
  }
  VARDEM_INLINE TrialBondForce force(const BondState &s) const
  {
    const SphereContact c = contact(s);
    const ElasticForce elastic = elastic_force<HookeForce>(bond.law, c.overlap, c.R);
    const Vec3 none = {0.0, 0.0, 0.0};
    return {{-elastic.force * c.n, none, none}, elastic.energy};
  }
  VARDEM_INLINE SlipTangent tangent(const BondState &s) const { return tangents(s).springs; }
  VARDEM_INLINE SpringTangent springs(const BondState &s) const
  {
    const SphereContact c = contact(s);
    return tangent_of(springs_of_hooke_bond(bond.law, c, bond.mass), c.n);
  }
  VARDEM_INLINE SlipTangent dashpots(const BondState &s) const { return tangents(s).dashpots; }

  /** The discrete gradient, as mean_trial_force() for contacts: the mean of the force over the step
   *  along the mean of the branch vectors. The energy belongs to the end of the step. */
  VARDEM_INLINE TrialBondForce mean_force(const BondState &start, const BondState &end) const
  {
    const SlipTangent mean = mean_tangent(start, end);
    const Vec3 none = {0.0, 0.0, 0.0};
    return {{-mean.N * mean.n, none, none}, force(end).energy};
  }
  VARDEM_INLINE SlipTangent mean_tangent(const BondState &start, const BondState &end) const
  {
    const SphereContact c = contact(start), d = contact(end);
    const double both = c.distance + d.distance, k = bond.law.stiffness;
    return {(start.e + end.e) / both,
            c.lever_1,
            c.lever_2,
            1.0 / both,
            k * HookeForce::mean_force(c.overlap, d.overlap, 1.0, 1.0),
            k * HookeForce::mean_tangent(c.overlap, d.overlap, 1.0, 1.0),
            0.0};
  }
};

/** Returns f(law) for the law of a bond. The kinds are few, and a process has mostly one of
 *  them. */
template <class F> VARDEM_INLINE auto with_bond_law(const TrialBond &bond, const F &f)
{
  switch (bond.kind) {
    case BondKind::SHEAR_B:
      return f(TrialBinder<ShearB>{bond});
    case BondKind::SHEAR_N:
      return f(TrialBinder<ShearN>{bond});
    case BondKind::SHEAR_PRINTED:
      return f(TrialBinder<ShearPrinted>{bond});
    default:
      return f(TrialHookeBond{bond});
  }
}

/** How the coordinates of one body turn it: the radius, and the map at its present rotation. */
struct BodyCoordinates {
  double R;
  ExponentialMap map;
};

/** The six numbers of each body in the balance. */
struct BondWrench {
  double on[2][6];
};

VARDEM_INLINE BondWrench wrench_of(const PairForce &f, const BodyCoordinates &one,
                                   const BodyCoordinates &two)
{
  const Vec3 m1 = JT_times(one.map, f.M1) / one.R, m2 = JT_times(two.map, f.M2) / two.R;
  return {{{f.F.x, f.F.y, f.F.z, m1.x, m1.y, m1.z}, {-f.F.x, -f.F.y, -f.F.z, m2.x, m2.y, m2.z}}};
}

/** Blocks of minus the derivative of a BondWrench by the coordinates: one for each body, and one in
 *  the rows of the first and the columns of the second body. */
struct BondBlocks {
  double own[2][BLOCK_SIZE<6>], pair[6][6];
};

/** The change of a BondWrench with the coordinate k of body b, for a tangent in space. f: the force
 *  whose moments the coordinates turn. It is zero for dashpots, whose power is counted in the
 *  coordinates. */
template <class Tangent>
VARDEM_INLINE BondWrench wrench_rate(const Tangent &t, const PairForce &f,
                                     const BodyCoordinates &one, const BodyCoordinates &two, int b,
                                     int k)
{
  double unit[6] = {};
  unit[k] = 1.0;
  const BodyCoordinates &body = b == 0 ? one : two;
  const Vec3 u = {unit[0], unit[1], unit[2]},
             rotation = (1.0 / body.R) * Vec3{unit[3], unit[4], unit[5]},
             th = J_times(body.map, rotation), none = {0.0, 0.0, 0.0};
  const PairDisplacement motion = b == 0 ? PairDisplacement{u, th, none, none}
                                         : PairDisplacement{none, none, u, th};
  BondWrench push = wrench_of(t * motion, one, two);
  const Vec3 turned = change_of_JT_times(body.map, b == 0 ? f.M1 : f.M2, rotation) / body.R;
  push.on[b][3] += turned.x;
  push.on[b][4] += turned.y;
  push.on[b][5] += turned.z;
  return push;
}

/** The own blocks are symmetric but for round-off; the mean of both entries is taken. */
template <class Tangent>
VARDEM_INLINE BondBlocks blocks_of(const Tangent &t, const PairForce &f, const BodyCoordinates &one,
                                   const BodyCoordinates &two)
{
  double own[2][6][6];
  BondBlocks K;
  for (int b = 0; b < 2; b++)
    for (int l = 0; l < 6; l++) {
      const BondWrench rate = wrench_rate(t, f, one, two, b, l);
      for (int k = 0; k < 6; k++) own[b][k][l] = -rate.on[b][k];
      if (b == 1)
        for (int k = 0; k < 6; k++) K.pair[k][l] = -rate.on[0][k];
    }
  for (int b = 0; b < 2; b++)
    for (int k = 0, m = 0; k < 6; k++)
      for (int l = 0; l <= k; l++) K.own[b][m++] = 0.5 * (own[b][k][l] + own[b][l][k]);
  return K;
}

/** The force at the trial state; discrete: the mean over the step, where the law has one. */
template <class Law>
VARDEM_INLINE TrialBondForce trial_force(const Law &law, const BondState &start,
                                         const BondState &now, bool discrete)
{
  if constexpr (Law::HAS_MEAN)
    if (discrete) return law.mean_force(start, now);
  return law.force(now);
}

/** The blocks of the same. */
template <class Law>
VARDEM_INLINE BondBlocks trial_blocks(const Law &law, const BondState &start, const BondState &now,
                                      bool discrete, const BodyCoordinates &one,
                                      const BodyCoordinates &two)
{
  if constexpr (Law::HAS_MEAN)
    if (discrete) return blocks_of(law.mean_tangent(start, now), PairForce{}, one, two);
  return blocks_of(law.tangent(now), law.force(now).f, one, two);
}

}    // namespace VARDEM
#endif
