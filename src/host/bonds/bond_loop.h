// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BOND_LOOP_H
#define VARDEM_HOST_BOND_LOOP_H

#include "host/bonds/table_of_bonds.h"
#include "kernels/bond/binder.h"
#include "kernels/bond/trial_bond.h"
#include "kernels/inertia.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Sums over the bonds of this process. Each bond counts once over all processes. */
struct BondSums {
  double energy = 0.0;           // of the springs
  double dashpot_power = 0.0;    // what dashpots take
  double released = 0.0;         // energy of the bonds that have broken now
  double broken = 0.0;           // their number
  double virial[6] = {};

  VARDEM_INLINE BondSums &operator+=(const BondSums &b)
  {
    energy += b.energy;
    dashpot_power += b.dashpot_power;
    released += b.released;
    broken += b.broken;
    for (int d = 0; d < 6; d++) virial[d] += b.virial[d];
    return *this;
  }
};

/** Two bonded atoms at the time of the forces. */
struct BondedPair {
  int k;                          // number of the bond in the table
  int type;                       // of the bond
  int i, j;                       // atoms
  VARDEM::Vec3 e;                 // from i to j
  VARDEM::Vec3 image_velocity;    // by which the image of j that is bonded moves faster than j
};

/** Bond k of a table. image_rate: as for BondLoop. */
template <class Bodies>
VARDEM_INLINE BondedPair bonded_pair(const BondTable &table, const Bodies &bodies,
                                     const BondCell &cell, const VARDEM::UpperTriangle &image_rate,
                                     int k)
{
  const int i = table.first[k], j = table.second[k], steps = table.steps[k];
  BondedPair pair = {k, table.type[k], i, j, bodies.x(j) - bodies.x(i), {0.0, 0.0, 0.0}};
  if (steps != BoxSteps::SAME) {
    const VARDEM::Vec3 s = BoxSteps::vector(steps);
    pair.e = pair.e + cell.H * s;
    pair.image_velocity = image_rate * s;
  }
  return pair;
}

/** Finds bond k of a table for trial states; Ends is SoftBonds::Ends. */
template <class Physics, class Bodies, class Ends> struct FindTrial {
  Physics physics;
  Bodies bodies;
  BondTable table;
  BondCell cell;
  Ends *ends;
  VARDEM::TrialBond *laws;

  VARDEM_INLINE void operator()(int k) const
  {
    if (table.type[k] <= 0) {
      ends[k].i = -1;
      return;
    }
    if (!physics.has(table.type[k])) return;
    const BondedPair p = bonded_pair(table, bodies, cell, {}, k);
    ends[k] = {p.i, p.j, p.e};
    laws[k] = physics.trial(table, bodies, p);
  }
};

/** Velocities and spins of the two bodies, without this part of their change in the half step. */
template <class Bodies>
VARDEM_INLINE VARDEM::PairDisplacement velocities_of(const Bodies &bodies, const BondedPair &p,
                                                     double part)
{
  VARDEM::PairDisplacement v = {bodies.v(p.i), bodies.w(p.i), bodies.v(p.j) + p.image_velocity,
                                bodies.w(p.j)};
  if (part == 0.0) return v;
  return {v.u1 - part * bodies.v_change(p.i), v.th1 - part * bodies.w_change(p.i),
          v.u2 - part * bodies.v_change(p.j), v.th2 - part * bodies.w_change(p.j)};
}

/** Inverse moments of inertia of the two, of spheres. */
template <class Bodies>
VARDEM_INLINE double inverse_moment(const Bodies &bodies, const BondedPair &p)
{
  double sum = 0.0;
  for (const int i : {p.i, p.j}) {
    const double R = bodies.radius(i);
    if (R > 0.0) sum += bodies.inverse_mass(i) / (VARDEM::INERTIA_BALL * R * R);
  }
  return sum;
}

/** Forces and moments on the two atoms of a bond. */
struct BondNow {
  VARDEM::PairForce f;
  double energy, dashpot_power;
  VARDEM::BondStrain strain;    // of particle-binder bonds
};

/** Results of a bond style for one bond: force and moment on the atom with the lower ID, and the
 *  moment on the other one. */
struct BondDetails {
  VARDEM::Vec3 e;
  BondNow now;
  double energy[4];    // axial, shear, bending, torsion
  double strain[3];    // l/l0 - 1, angle of shear, angle of the relative rotation
};

/** The force loop of a bond style. Physics has has(type): does it act on bonds of this type,
 *  force(table, bodies, pair) for the BondNow, and breaks(pair, now). Bodies has x(i), as its owner
 *  has it, kick() (StepTime), and where it is not 0 inverse_mass(i) and the changes v_change(i),
 *  w_change(i) of velocities in the half step, add(i, F, M), which leaves out atoms that get no
 *  forces, tally(i, j, energy, virial), and for released energies power(i, F, M, v): of force and
 *  moment on atom i, which moves faster by v than LAMMPS has it; 0 of ghosts. TALLY: are sums
 *  needed? */
template <class Physics, class Bodies, bool TALLY> struct BondLoop {
  Physics physics;
  Bodies bodies;
  BondTable table;
  BondCell cell;
  VARDEM::UpperTriangle image_rate;    // velocity of an image over the number of boxes
  bool can_break;                      // may bonds break now?
  double half_step;       // half of the time step; 0 if released energies are not needed
  ListedBond *listing;    // null: no list is needed

  VARDEM_INLINE void operator()(int k, BondSums &sums) const
  {
    if (table.type[k] <= 0 || !physics.has(table.type[k])) return;
    const BondedPair p = pair(k);
    take(p, physics.force(table, bodies, p), sums);
  }

  VARDEM_INLINE BondedPair pair(int k) const
  {
    return bonded_pair(table, bodies, cell, image_rate, k);
  }

  /** Adds forces and moments to two atoms, or breaks their bond. */
  VARDEM_INLINE void take(const BondedPair &pair, const BondNow &now, BondSums &sums) const
  {
    if (can_break && physics.breaks(pair, now)) {
      const double share = table.share(pair.k);
      sums.broken += share;
      sums.released += share * now.energy - half_step * spring_rate(pair, now);
      table.type[pair.k] = -table.type[pair.k];
      if (listing) list(pair, BondNow());
      return;
    }
    bodies.add(pair.i, now.f.F, now.f.M1);
    bodies.add(pair.j, -now.f.F, now.f.M2);
    if constexpr (TALLY) tally(pair, now, sums);
    if (listing) list(pair, now);
  }

 private:
  /** Rate of the energy of the springs, without the part of another process. The bond has no force
   *  in this step. Until the middle of the step its energy went to the bodies, and it releases the
   *  energy that it had there. */
  VARDEM_INLINE double spring_rate(const BondedPair &p, const BondNow &now) const
  {
    if (half_step == 0.0) return 0.0;
    return -bodies.power(p.i, now.f.F, now.f.M1, {0.0, 0.0, 0.0}) -
        bodies.power(p.j, -now.f.F, now.f.M2, p.image_velocity) -
        table.share(p.k) * now.dashpot_power;
  }

  VARDEM_INLINE void tally(const BondedPair &p, const BondNow &now, BondSums &sums) const
  {
    const double share = table.share(p.k);
    double virial[6];
    symmetric_part(-p.e, now.f.F, virial);
    sums.energy += share * now.energy;
    sums.dashpot_power += share * now.dashpot_power;
    for (int d = 0; d < 6; d++) sums.virial[d] += share * virial[d];
    bodies.tally(p.i, p.j, now.energy, virial);
  }

  VARDEM_INLINE void list(const BondedPair &p, const BondNow &now) const
  {
    listing[p.k] = {bodies.x(p.i), p.e, now.f.F, now.f.M1,
                    norm(p.e) - bodies.radius(p.i) - bodies.radius(p.j)};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
