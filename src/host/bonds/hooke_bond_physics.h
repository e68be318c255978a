// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_HOOKE_BOND_PHYSICS_H
#define VARDEM_HOST_HOOKE_BOND_PHYSICS_H

#include "host/bonds/bond_loop.h"
#include "kernels/bond/bond_springs.h"
#include "kernels/bond/trial_bond.h"
#include "kernels/contact/grain_forces.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The reference of a two-sided Hookean bond: its rest length. */
struct RestLength {
  static constexpr int SIZE = 1;

  template <class Bodies>
  VARDEM_INLINE static void take(const Bodies &, const VARDEM::Vec3 &e, int, int, double *to)
  {
    to[0] = norm(e);
  }
};

/** Bond style contact/hooke in the loop. Bodies has radius(i) and inverse_mass(i), and for dashpots
 *  v(i) and w(i). */
struct HookeBondPhysics {
  static constexpr bool IN_LANES = false;

  const VARDEM::ContactParameters *laws;    // by type
  bool damped;                              // do dashpots act now?

  VARDEM_INLINE bool has(int) const { return true; }

  template <class Bodies>
  VARDEM_INLINE VARDEM::SphereContact contact(const BondTable &table, const Bodies &bodies,
                                              const BondedPair &p) const
  {
    return VARDEM::bonded(p.e, norm(p.e), bodies.radius(p.i), bodies.radius(p.j),
                          table.component(0, p.k));
  }

  template <class Bodies>
  VARDEM_INLINE BondNow force(const BondTable &table, const Bodies &bodies,
                              const BondedPair &p) const
  {
    const VARDEM::SphereContact c = contact(table, bodies, p);
    VARDEM::FullStepContactVelocity v = {};
    if (damped) v = velocity(bodies, p, c);
    const VARDEM::ContactForce f =
        VARDEM::hooke_bond_force<true>(laws[p.type], c, v, effective_mass(bodies, p));
    const VARDEM::Vec3 M = moment_per_lever(c, f);
    return {{total_force(c, f), c.lever_1 * M, c.lever_2 * M}, f.energy, f.dashpot_power, {}};
  }

  template <class Bodies>
  BondDetails details(const BondTable &table, const Bodies &bodies, const BondedPair &p) const
  {
    const BondNow now = force(table, bodies, p);
    return {p.e,
            now,
            {now.energy, 0.0, 0.0, 0.0},
            {norm(p.e) / table.component(0, p.k) - 1.0, 0.0, 0.0}};
  }

  template <class Bodies>
  VARDEM::TrialBond trial(const BondTable &table, const Bodies &bodies, const BondedPair &p) const
  {
    VARDEM::TrialBond bond = {};
    bond.kind = VARDEM::BondKind::HOOKE;
    bond.reference.length = table.component(0, p.k);
    bond.law = laws[p.type];
    bond.R1 = bodies.radius(p.i);
    bond.R2 = bodies.radius(p.j);
    bond.mass = effective_mass(bodies, p);
    bond.damped = damped;
    return bond;
  }

  /** The law, without dashpots if they do not act now. */
  template <class Bodies>
  VARDEM::BondSprings springs(const BondTable &table, const Bodies &bodies,
                              const BondedPair &p) const
  {
    VARDEM::BondSprings found = VARDEM::springs_of_hooke_bond(
        laws[p.type], contact(table, bodies, p), effective_mass(bodies, p));
    if (!damped) found.of.c = {};
    return found;
  }

  template <class Bodies>
  VARDEM_INLINE static VARDEM::FullStepContactVelocity
  velocity(const Bodies &bodies, const BondedPair &p, const VARDEM::SphereContact &c)
  {
    const VARDEM::GrainVelocities now = {bodies.v(p.i) - bodies.v(p.j) - p.image_velocity,
                                         bodies.w(p.i), bodies.w(p.j)};
    VARDEM::GrainVelocities change = {};    // needed, and known, where dashpots may leave it out
    if (bodies.kick() != 0.0)
      change = {bodies.v_change(p.i) - bodies.v_change(p.j), bodies.w_change(p.i),
                bodies.w_change(p.j)};
    return VARDEM::velocity_full_step(
        c, now, change, bodies.kick() * (bodies.inverse_mass(p.i) + bodies.inverse_mass(p.j)));
  }

  VARDEM_INLINE bool breaks(const BondedPair &, const BondNow &) const { return false; }

  /** 0 if neither body can move. */
  template <class Bodies>
  VARDEM_INLINE static double effective_mass(const Bodies &bodies, const BondedPair &p)
  {
    const double inverse = bodies.inverse_mass(p.i) + bodies.inverse_mass(p.j);
    return inverse > 0.0 ? 1.0 / inverse : 0.0;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
