// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BOND_BATCHES_H
#define VARDEM_HOST_BOND_BATCHES_H

#include "host/bonds/bond_loop.h"
#include "kernels/bond/bond_lanes.h"

#include <algorithm>
#include <cstring>

namespace LAMMPS_NS::VARDEM_NS {

/** find_bond_forces() of kernels/bond/bond_lanes.h, compiled. */
void find_in_lanes(VARDEM::ShearB, VARDEM::BondLanes &lanes, bool damped, bool tally);
void find_in_lanes(VARDEM::ShearN, VARDEM::BondLanes &lanes, bool damped, bool tally);

/** The force loop of bond style binder on a CPU, for the forms B and N. It takes LANES rows of the
 *  table at a time and evaluates them in vector lanes. Its results are those of BondLoop to the
 *  last bit, since it adds the forces in the same order. */
template <class Physics, class Bodies, bool TALLY> class BondBatches {
  typedef BondLoop<Physics, Bodies, TALLY> Loop;

 public:
  /** damped: do dashpots of any bond act? */
  BondBatches(const Loop &loop, bool damped) :
      loop(loop), damped(damped), tally(TALLY || loop.can_break)
  {
  }

  void operator()(BondSums &sums)
  {
    for (int k = 0; k < loop.table.n; k += LANES) {
      const int rows = std::min(LANES, loop.table.n - k);
      if (!gather(k, rows)) continue;
      find_in_lanes(typename Physics::Form(), lanes, damped, tally);
      for (int l = 0; l < rows; l++)
        if (acts[l]) loop.take(pairs[l], now(l), sums);
    }
  }

 private:
  static constexpr int LANES = VARDEM::LANES, AHEAD = 4 * LANES;

  const Loop loop;
  const bool damped, tally;
  bool acts[LANES] = {};
  BondedPair pairs[LANES] = {};
  int types[LANES] = {};    // whose law is in the lanes; 0: none
  VARDEM::BondLanes lanes = {};

  /** Takes the rows from k0 on. Lanes of bonds that do not act keep earlier rows. Returns whether
   *  any bond acts. */
  VARDEM_NOINLINE bool gather(int k0, int rows)
  {
    const BondTable &table = loop.table;
    bool any = false;
    for (int l = 0; l < rows; l++) {
      const int type = table.type[k0 + l];
      acts[l] = type > 0 && loop.physics.has(type);
      any |= acts[l];
      if (acts[l]) set(l, k0 + l);
    }
    if (any) copy_references(k0, rows);
    return any;
  }

  /** Caches foresee few columns at a time, so this asks for the columns of the rows to come. */
  VARDEM_HOST_INLINE void copy_references(int k0, int rows)
  {
    for (int c = 0; c < VARDEM::STORED_BOND; c++) {
      const double *column = loop.table.reference + c * loop.table.stride + k0;
      VARDEM_PREFETCH(column + AHEAD);
      VARDEM_PREFETCH(column + AHEAD + LANES / 2);
      if (rows == LANES)    // a number that the compiler knows
        std::memcpy(lanes.reference[c], column, sizeof lanes.reference[c]);
      else
        std::copy_n(column, rows, lanes.reference[c]);
    }
  }

  VARDEM_HOST_INLINE void set(int l, int k)
  {
    const Bodies &bodies = loop.bodies;
    const BondedPair p = loop.pair(k);
    pairs[l] = p;
    VARDEM::Lanes::set(lanes.e, l, p.e);
    VARDEM::Lanes::set(lanes.q1, l, bodies.orientation(p.i));
    VARDEM::Lanes::set(lanes.q2, l, bodies.orientation(p.j));
    if (loop.physics.is_beam(p.type) || p.type != types[l]) {
      types[l] = p.type;
      lanes.set_law(l, loop.physics.binder(loop.table, p));
    }
    if (!damped) return;
    const auto damping = loop.physics.damping(loop.table, bodies, p, lanes.binder(l));
    const VARDEM::PairDisplacement v = velocities_of(bodies, p, damping.left_out);
    VARDEM::Lanes::set(lanes.u, l, v.u2 - v.u1);
    VARDEM::Lanes::set(lanes.w1, l, v.th1);
    VARDEM::Lanes::set(lanes.w2, l, v.th2);
    lanes.set_taken(l, damping.taken);
  }

  VARDEM_HOST_INLINE BondNow now(int l) const
  {
    BondNow now = {lanes.forces(l), 0.0, 0.0, {}};
    if (tally) now.energy = lanes.energy[l];
    if (tally) now.strain = lanes.bond_strain(l);
    if (tally && damped) now.dashpot_power = lanes.dashpot_power[l];
    return now;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
