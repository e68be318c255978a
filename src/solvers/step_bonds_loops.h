// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_BONDS_LOOPS_H
#define VARDEM_STEP_BONDS_LOOPS_H

#include "kernels/bond/trial_bond.h"
#include "solvers/space.h"
#include "solvers/step_form.h"
#include "solvers/symmetric_blocks.h"

#include <cmath>

namespace VARDEM {

// Loops over the bonds of an implicit step (step_bonds.h). Each struct is the body of one loop of a
// Space, over rows.

/** The rotation vector of a column at `part` of the motion u. */
VARDEM_INLINE Vec3 rotation_at(const double *u, const double *radii, double part, int c)
{
  return (radii[c] > 0.0 ? part / radii[c] : 0.0) * vectors_at(u)[2 * c + 1];
}

/** Turns the orientations of columns by `part` of their motions. */
struct TurnColumns {
  const double *u, *radii;
  double part;
  const double *orientation;
  double *turned;    // may be the same

  VARDEM_INLINE void operator()(int c) const
  {
    set_quat_at(
        turned + 4 * c,
        normalized(exponential(rotation_at(u, radii, part, c)) * quat_at(orientation + 4 * c)));
  }
};

/** A bond in a row of a network: it connects the body of the row with the body of a column.
 *  `flipped`: the row has the second body. */
struct BondEnd {
  int bond;
  bool flipped;
};

/** The bonds at a trial state. */
struct TrialBonds {
  const int *first, *middle, *column;    // of rows, as SymmetricBlocks has them
  int first_fixed;
  const BondEnd *end;
  const TrialBond *bonds;
  const Vec3 *shift;    // of bonds: what periodic boundaries add to the branch vector
  const double *centres, *displacement, *turned;    // of columns
  const double *radii, *u;
  double at;    // part of u at which the state is

  VARDEM_INLINE int column_of(int i, int p, int body) const
  {
    return (body == 0) == end[p].flipped ? column[p] : i;
  }
  VARDEM_INLINE const TrialBond &bond(int p) const { return bonds[end[p].bond]; }
  /** The place in the pair: is the row's body its first (0) or its second one (1)? */
  VARDEM_INLINE int mine(int p) const { return end[p].flipped ? 1 : 0; }
  VARDEM_INLINE BondState state(int i, int p) const { return state_of(i, p, 1.0); }
  /** The state where the step starts; orientations are those of the trial state. */
  VARDEM_INLINE BondState start(int i, int p) const { return state_of(i, p, 0.0); }
  VARDEM_INLINE BodyCoordinates coordinates(int i, int p, int body) const
  {
    const int c = column_of(i, p, body);
    return {radii[c], exponential_map(rotation_at(u, radii, at, c))};
  }
  /** Coordinates at the start of the step, where dashpots are counted. */
  VARDEM_INLINE BodyCoordinates at_start(int i, int p, int body) const
  {
    return {radii[column_of(i, p, body)], no_rotation()};
  }

 private:
  VARDEM_INLINE BondState state_of(int i, int p, double moved) const
  {
    const int a = column_of(i, p, 0), b = column_of(i, p, 1);
    const Vec3 *x = vectors_at(centres), *d = vectors_at(displacement);
    // the sum at the start is the same in all evaluations, so that its round-off does not matter
    return {x[b] - x[a] + shift[end[p].bond] + moved * (d[b] - d[a]), quat_at(turned + 4 * a),
            quat_at(turned + 4 * b)};
  }
};

/** Adds the forces of the springs, times a weight, to six numbers of each row, and finds the
 *  largest of each row. Sums: their energy. */
struct AddBondForces {
  TrialBonds at;
  double weight;
  bool curved;      // as rows of the balance; otherwise as moments in space
  bool discrete;    // means over the step
  double *to;
  double *largest;    // null: not needed

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    for (int p = at.first[i]; p < at.first[i + 1]; p++) {
      const bool once = p < at.middle[i];
      const int mine = at.mine(p), other = at.column[p];
      const BodyCoordinates one = coordinates(i, p, 0), two = coordinates(i, p, 1);
      const TrialBondForce found = with_bond_law(at.bond(p), [&](const auto &law) {
        return trial_force(law, at.start(i, p), at.state(i, p), discrete);
      });
      const BondWrench push = wrench_of(found.f, one, two);
      sums.s[0] += (once || other >= at.first_fixed ? 1.0 : 0.5) * found.energy;
      add(push.on[mine], to + 6 * i);
      if (once) add(push.on[1 - mine], to + 6 * other);
      if (largest) keep_largest(push.on[mine], largest[i]);
    }
  }

 private:
  VARDEM_INLINE BodyCoordinates coordinates(int i, int p, int body) const
  {
    return curved ? at.coordinates(i, p, body) : at.at_start(i, p, body);
  }
  VARDEM_INLINE void add(const double *push, double *sum) const
  {
    for (int k = 0; k < 6; k++) sum[k] += weight * push[k];
  }
  VARDEM_INLINE void keep_largest(const double *push, double &most) const
  {
    for (int k = 0; k < 6; k++) most = std::fmax(most, weight * std::fabs(push[k]));
  }
};

/** Which matrix of the bonds. */
enum class BondMatrix { TANGENT, SPRINGS, DASHPOTS };

/** Computes the blocks of a matrix: first the pairs and the own blocks of the rows, then, in the
 *  same loop, those of partners that are rows of a bond that is here once. Own blocks must be zero
 *  before. */
struct FindBondBlocks {
  TrialBonds at;
  BondMatrix which;
  double scale;
  bool discrete;
  double *own, *pair;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int p = at.first[i]; p < at.first[i + 1]; p++) {
      const BondBlocks K = blocks(i, p);
      const int mine = at.mine(p);
      add(K.own[mine], own + BLOCK_SIZE<6> * i);
      if (p < at.middle[i]) add(K.own[1 - mine], own + BLOCK_SIZE<6> * at.column[p]);
      double *to = pair + 36 * p;
      for (int k = 0; k < 6; k++)
        for (int l = 0; l < 6; l++)
          to[6 * k + l] = scale * (mine == 0 ? K.pair[k][l] : K.pair[l][k]);
    }
  }

 private:
  VARDEM_INLINE BondBlocks blocks(int i, int p) const
  {
    const BondState state = at.state(i, p);
    if (which == BondMatrix::DASHPOTS && !at.bond(p).damped) return BondBlocks{};
    return with_bond_law(at.bond(p), [&](const auto &law) {
      if (which == BondMatrix::DASHPOTS)
        return blocks_of(law.dashpots(state), PairForce{}, at.at_start(i, p, 0),
                         at.at_start(i, p, 1));
      const BodyCoordinates one = at.coordinates(i, p, 0), two = at.coordinates(i, p, 1);
      if (which == BondMatrix::SPRINGS) return blocks_of(law.springs(state), PairForce{}, one, two);
      return trial_blocks(law, at.start(i, p), state, discrete, one, two);
    });
  }
  VARDEM_INLINE void add(const double *block, double *to) const
  {
    for (int m = 0; m < BLOCK_SIZE<6>; m++) to[m] += scale * block[m];
  }
};

}    // namespace VARDEM
#endif
