// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BOND_PHYSICS_H
#define VARDEM_HOST_BOND_PHYSICS_H

#include "host/bonds/binder_coefficients.h"
#include "host/bonds/bond_loop.h"
#include "kernels/bond/bond_springs.h"
#include "kernels/bond/trial_bond.h"
#include "kernels/contact/grain_forces.h"

#include <type_traits>

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
  VARDEM_INLINE VARDEM::TrialBond trial(const BondTable &table, const Bodies &bodies,
                                        const BondedPair &p) const
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

/** The law of a type of particle-binder bonds, for loops. */
struct BinderLaw {
  VARDEM::Binder binder;
  VARDEM::BondLoad limit;    // where it breaks; infinite where there is no limit
  int form;                  // BinderCoefficients::Form
  bool beam;                 // the stiffnesses are those of each bond
  bool damped;               // do its dashpots act now?
  bool breaks;
};

/** The numbers of the reference of a bond. PRINTED: for the form of the energy of shear as
 *  printed. */
template <bool PRINTED> struct BinderReference {
  static constexpr int SIZE = PRINTED ? VARDEM::STORED_PRINTED_BOND : VARDEM::STORED_BOND;

  template <class Bodies>
  VARDEM_INLINE static void take(const Bodies &bodies, const VARDEM::Vec3 &e, int i, int j,
                                 double *to)
  {
    VARDEM::set_bond_reference_at<PRINTED>(
        to, VARDEM::bond_reference(e, bodies.orientation(i), bodies.orientation(j)));
  }

  VARDEM_INLINE static VARDEM::BondReference of(const BondTable &table, int k)
  {
    double numbers[SIZE];
    for (int c = 0; c < SIZE; c++) numbers[c] = table.component(c, k);
    return VARDEM::bond_reference_at<PRINTED>(numbers);
  }
};

/** Bond style binder in the loop. Shear: a form of kernels/bond/bond_shear.h. PRINTED: does the
 *  table have the numbers of the printed form? Bodies has orientation(i), and for dashpots v(i) and
 *  w(i). */
template <class Shear, bool PRINTED> struct BinderPhysics {
  typedef Shear Form;
  static constexpr bool IN_LANES = !Shear::PRINTED;

  const BinderLaw *laws;    // by type
  int form;                 // that of Shear

  VARDEM_INLINE bool has(int type) const { return laws[type].form == form; }

  VARDEM_INLINE bool is_beam(int type) const { return laws[type].beam; }

  VARDEM_INLINE VARDEM::Binder binder(const BondTable &table, const BondedPair &p) const
  {
    VARDEM::Binder b = laws[p.type].binder;
    if (laws[p.type].beam) {
      b.axial = table.stiffness[p.k];
      b.shear_linear = table.stiffness[table.stride + p.k];
      b.moment = table.stiffness[2 * table.stride + p.k];
      b.torsion = table.stiffness[3 * table.stride + p.k];
    }
    return b;
  }

  template <class Bodies>
  VARDEM_INLINE VARDEM::BondGeometry geometry(const BondTable &table, const Bodies &bodies,
                                              const BondedPair &p) const
  {
    return VARDEM::bond_geometry(BinderReference<PRINTED>::of(table, p.k), p.e,
                                 bodies.orientation(p.i), bodies.orientation(p.j));
  }

  /** The part of the change of velocities that dashpots leave out, and the law of their power. */
  struct Damping {
    double left_out;
    VARDEM::Binder taken;
  };
  template <class Bodies>
  VARDEM_INLINE Damping damping(const BondTable &table, const Bodies &bodies, const BondedPair &p,
                                const VARDEM::Binder &law) const
  {
    if (bodies.kick() == 0.0) return {0.0, law};
    const VARDEM::BondDamping g = damping_in(bodies.kick(), table, bodies, p, law);
    const double part = VARDEM::left_out(fastest(g));
    return {part, law_of_power(law, g, part)};
  }

  template <class Bodies>
  VARDEM_INLINE BondNow force(const BondTable &table, const Bodies &bodies,
                              const BondedPair &p) const
  {
    const VARDEM::Binder law = binder(table, p);
    const VARDEM::BondGeometry g = geometry(table, bodies, p);
    const VARDEM::BondForce springs = VARDEM::binder_force<Shear>(law, g);
    BondNow now = {springs.f, total(springs.energy), 0.0, springs.strain};
    if (laws[p.type].damped) {
      const Damping damping = this->damping(table, bodies, p, law);
      const VARDEM::BondRates rates =
          VARDEM::bond_rates(g, velocities_of(bodies, p, damping.left_out));
      now.f = now.f + VARDEM::dashpot_force(law, g, rates);
      now.dashpot_power = VARDEM::dashpot_power(damping.taken, rates);
    }
    return now;
  }

  template <class Bodies>
  BondDetails details(const BondTable &table, const Bodies &bodies, const BondedPair &p) const
  {
    const VARDEM::BondGeometry g = geometry(table, bodies, p);
    const VARDEM::BondEnergy U = VARDEM::binder_force<Shear>(binder(table, p), g).energy;
    const VARDEM::BondLoad load = VARDEM::bond_load<Shear>(g, U);
    return {p.e,
            force(table, bodies, p),
            {U.axial, U.shear, U.bending, U.torsion},
            {load.stretch, load.shear, load.bending}};
  }

  template <class Bodies>
  VARDEM_INLINE VARDEM::TrialBond trial(const BondTable &table, const Bodies &,
                                        const BondedPair &p) const
  {
    VARDEM::TrialBond bond = {};
    bond.kind = std::is_same<Shear, VARDEM::ShearB>::value ? VARDEM::BondKind::SHEAR_B
        : std::is_same<Shear, VARDEM::ShearN>::value       ? VARDEM::BondKind::SHEAR_N
                                                           : VARDEM::BondKind::SHEAR_PRINTED;
    bond.binder = binder(table, p);
    bond.reference = BinderReference<PRINTED>::of(table, p.k);
    bond.damped = laws[p.type].damped;
    return bond;
  }

  /** The law, without dashpots if they do not act now. */
  template <class Bodies>
  VARDEM::BondSprings springs(const BondTable &table, const Bodies &bodies,
                              const BondedPair &p) const
  {
    VARDEM::BondSprings found = VARDEM::springs_of(
        VARDEM::binder_tangent<Shear>(binder(table, p), geometry(table, bodies, p)));
    if (!laws[p.type].damped) found.of.c = {};
    found.of.rate = fastest(damping_in(1.0, table, bodies, p, binder(table, p)));
    return found;
  }

  VARDEM_INLINE bool breaks(const BondedPair &p, const BondNow &now) const
  {
    return laws[p.type].breaks &&
        VARDEM::breaks(VARDEM::bond_load(now.strain, now.energy), laws[p.type].limit);
  }

 private:
  template <class Bodies>
  VARDEM_INLINE static VARDEM::BondDamping damping_in(double kick, const BondTable &table,
                                                      const Bodies &bodies, const BondedPair &p,
                                                      const VARDEM::Binder &law)
  {
    return VARDEM::bond_damping(law, table.component(0, p.k), kick,
                                bodies.inverse_mass(p.i) + bodies.inverse_mass(p.j),
                                inverse_moment(bodies, p));
  }
};

/** Finds the stiffnesses of bonds that are beams, as BondTable has them. The radius of a beam comes
 *  from the smaller sphere. */
template <class Bodies> struct FindBeams {
  const BinderCoefficients *coefficients;    // by type
  Bodies bodies;
  BondTable table;
  double *stiffness;

  VARDEM_INLINE void operator()(int k) const
  {
    const BinderCoefficients &c = coefficients[table.type[k]];
    if (c.stiffness != BinderCoefficients::BEAM) return;
    const double R1 = bodies.radius(table.first[k]), R2 = bodies.radius(table.second[k]);
    const VARDEM::Binder b = c.law(table.component(0, k), R1 < R2 ? R1 : R2);
    stiffness[k] = b.axial;
    stiffness[table.stride + k] = b.shear_linear;
    stiffness[2 * table.stride + k] = b.moment;
    stiffness[3 * table.stride + k] = b.torsion;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
