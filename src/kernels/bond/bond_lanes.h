// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BOND_LANES_H
#define VARDEM_BOND_LANES_H

#include "kernels/bond/binder.h"
#include "kernels/lanes.h"

namespace VARDEM {

/** A transposed copy of LANES particle-binder bonds of the forms B or N, before and after. */
struct BondLanes {
  double e[3][LANES], reference[STORED_BOND][LANES], law[8][LANES];
  double q1[4][LANES], q2[4][LANES];
  double u[3][LANES], w1[3][LANES], w2[3][LANES];    // rate of e, spins, on which dashpots act
  double taken[3][LANES];                            // the dashpots of law_of_power()

  double force[3][LANES], moment_1[3][LANES], moment_2[3][LANES];
  double energy[LANES], dashpot_power[LANES], strain[3][LANES];

  VARDEM_INLINE void set_law(int l, const Binder &b)
  {
    const double numbers[] = {b.axial,   b.shear_linear, b.shear_quadratic, b.moment,
                              b.torsion, b.damp_axial,   b.damp_shear,      b.damp_moment};
    for (int k = 0; k < 8; k++) law[k][l] = numbers[k];
  }

  VARDEM_INLINE Binder binder(int l) const
  {
    return {law[0][l], law[1][l], law[2][l], law[3][l], law[4][l], law[5][l], law[6][l], law[7][l]};
  }

  VARDEM_INLINE void set_taken(int l, const Binder &b)
  {
    Lanes::set(taken, l, {b.damp_axial, b.damp_shear, b.damp_moment});
  }

  /** The law of dashpot_power(). */
  VARDEM_INLINE Binder taken_by(int l) const
  {
    return {0.0, 0.0, 0.0, 0.0, 0.0, taken[0][l], taken[1][l], taken[2][l]};
  }

  VARDEM_INLINE BondGeometry geometry(int l) const
  {
    const BondReference r = {reference[0][l],
                             {reference[1][l], reference[2][l], reference[3][l]},
                             {reference[4][l], reference[5][l], reference[6][l], reference[7][l]},
                             {1.0, 0.0, 0.0, 0.0}};
    return bond_geometry(r, Lanes::get(e, l), Lanes::get(q1, l), Lanes::get(q2, l));
  }

  VARDEM_INLINE BondStrain bond_strain(int l) const
  {
    return {strain[0][l], strain[1][l], strain[2][l]};
  }

  VARDEM_INLINE void set_strain(int l, const BondStrain &a)
  {
    strain[0][l] = a.stretch;
    strain[1][l] = a.shear;
    strain[2][l] = a.square;
  }

  VARDEM_INLINE PairForce forces(int l) const
  {
    return {Lanes::get(force, l), Lanes::get(moment_1, l), Lanes::get(moment_2, l)};
  }

  VARDEM_INLINE void set_forces(int l, const PairForce &f)
  {
    Lanes::set(force, l, f.F);
    Lanes::set(moment_1, l, f.M1);
    Lanes::set(moment_2, l, f.M2);
  }
};

// find_bond_forces() finds the forces of all lanes. As for find_forces() of contact_lanes.h, a
// function with VARDEM_CLONES must call it.

template <class Shear, bool DAMPED, bool TALLY>
VARDEM_HOST_INLINE void find_bond_forces(BondLanes &lanes)
{
  for (int l = 0; l < LANES; l++) {
    Binder law = lanes.binder(l);
    BondGeometry g = lanes.geometry(l);
    BondForce springs = binder_force<Shear>(law, g);
    if constexpr (DAMPED) {
      BondRates rates = bond_rates(g,
                                   {{0.0, 0.0, 0.0},
                                    Lanes::get(lanes.w1, l),
                                    Lanes::get(lanes.u, l),
                                    Lanes::get(lanes.w2, l)});
      springs.f = springs.f + dashpot_force(law, g, rates);
      if constexpr (TALLY) lanes.dashpot_power[l] = dashpot_power(lanes.taken_by(l), rates);
    }
    lanes.set_forces(l, springs.f);
    if constexpr (TALLY) {
      lanes.energy[l] = total(springs.energy);
      lanes.set_strain(l, springs.strain);
    }
  }
}

/** damped: has any lane dashpots? tally: with energies, power and strains? */
template <class Shear>
VARDEM_HOST_INLINE void find_bond_forces(BondLanes &lanes, bool damped, bool tally)
{
  if (damped && tally)
    find_bond_forces<Shear, true, true>(lanes);
  else if (damped)
    find_bond_forces<Shear, true, false>(lanes);
  else if (tally)
    find_bond_forces<Shear, false, true>(lanes);
  else
    find_bond_forces<Shear, false, false>(lanes);
}

}    // namespace VARDEM
#endif
