// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_BONDS_H
#define VARDEM_STEP_BONDS_H

#include "kernels/bond/trial_bond.h"
#include "solvers/implicit/step_form.h"
#include "solvers/linear/symmetric_blocks.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/space.h"

#include <cmath>
#include <cstddef>

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

constexpr std::size_t PAIR_NUMBERS = 36;    // of the block of a bond

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
      double *to = pair + PAIR_NUMBERS * p;
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

// --- the bonds of an implicit step (implicit_step.h) ---
//
// Motions have six numbers per column. The orientation of a column is exp(theta) q, where R theta
// are the last three numbers of its motion. The force of a bond and its tangent are derivatives by
// the coordinates theta, so that the balance is where an incremental potential has its minimum; the
// new angular momenta get the moments in space. See doc/notes/implicit-steps.md 5. Dashpots are
// held while a step is solved: their blocks are a matrix that does not change.

template <class Space> struct NoStepBonds {
  static constexpr bool EXIST = false;
  template <class Tangent> using Operator = Tangent;

  template <class Tangent> const Tangent &plus_bonds(const Tangent &contacts) const
  {
    return contacts;
  }
};

template <class Space> class StepBonds {
 public:
  static constexpr bool EXIST = true;
  using Matrix = SymmetricBlocks<Space, 6>;
  template <class Tangent> using Operator = SumOperator<Tangent, Matrix>;
  template <class T> using Array = typename Space::template Array<T>;

  template <class Tangent> Operator<Tangent> plus_bonds(const Tangent &contacts) const
  {
    return {contacts, tangent};
  }

  // --- the caller sets these. The bonds have the rows of `tangent` ---
  int npairs = 0;    // in the rows
  int natoms = 0;    // columns that have orientations
  Matrix tangent;    // with nrows, first_fixed, ncolumns; first, middle and column
  Array<BondEnd> end;
  Array<TrialBond> bonds;
  Array<double> shift;          // of bonds, 3 numbers
  Array<double> orientation;    // of columns, w x y z, where the step starts
  bool damped = false;          // has any bond of any process a dashpot that acts?

  /** Allocates memory. centres, radii: of columns, where the step starts. */
  void setup(Space &s, const double *centres, const double *radii)
  {
    space = &s;
    const int n = tangent.nrows;
    s.allocate(turned, 4 * natoms);
    s.allocate(moved, 6 * tangent.ncolumns);
    s.allocate(tangent.own, BLOCK_SIZE<6> * n);
    s.allocate(tangent.pair, PAIR_NUMBERS * npairs);
    state = {tangent.first.data(),
             tangent.middle.data(),
             tangent.column.data(),
             tangent.first_fixed,
             end.data(),
             bonds.data(),
             vectors_at(shift.data()),
             centres,
             nullptr,
             turned.data(),
             radii,
             nullptr,
             0.0};
    if (!damped) return;
    s.allocate(own_dashpots, BLOCK_SIZE<6> * n);
    s.allocate(pair_dashpots, PAIR_NUMBERS * npairs);
  }

  /** Brings the bonds to the state at `part` of the motion u. displacement: of the columns there, 3
   *  numbers. */
  void place(const double *u, double part, const double *displacement)
  {
    state.u = u;
    state.displacement = displacement;
    state.at = part;
    space->for_each(natoms, TurnColumns{u, state.radii, part, orientation.data(), turned.data()});
  }

  void find_dashpots()
  {
    if (damped)
      find_blocks(BondMatrix::DASHPOTS, 1.0, false, own_dashpots.data(), pair_dashpots.data());
  }

  /** Adds the springs to the balance, and what dashpots take from it; `largest`: of rows. drag: of
   *  the velocity u/h. */
  void add_to_balance(const StepForm &form, double h, double *r, double *largest)
  {
    add_springs(form.weight, true, form.discrete, r, largest);
    add_dashpots(form.drag / h, r);
  }

  /** Adds the forces of the springs in space, and `drag` times the dashpots. */
  void add_contact_forces(const StepForm &form, double drag_over_h, bool elastic,
                          double *contact_forces)
  {
    add_dashpots(drag_over_h, contact_forces);
    if (elastic) add_springs(1.0, false, form.discrete, contact_forces, nullptr);
  }

  /** Finds the tangent at the present state; exact: otherwise springs in its place, which have no
   *  negative eigenvalues. */
  void find_tangent(const StepForm &form, double h, bool exact)
  {
    find_blocks(exact ? BondMatrix::TANGENT : BondMatrix::SPRINGS, form.weight * form.at,
                form.discrete, tangent.own.data(), tangent.pair.data());
    if (!damped || form.drag == 0.0) return;
    const double drag = form.drag / h;
    add_scaled(drag, own_dashpots, BLOCK_SIZE<6> * tangent.nrows, tangent.own.data());
    add_scaled(drag, pair_dashpots, PAIR_NUMBERS * npairs, tangent.pair.data());
  }

  /** The incremental potential of the bonds at the present state: elastic, and of dashpots. */
  double potential(const StepForm &form, double h)
  {
    space->for_each(6 * tangent.ncolumns, SetZero{moved.data()});
    const double elastic = add_springs(0.0, false, false, moved.data(), nullptr);
    return form.weight / form.at * elastic + 0.5 * form.drag / h * power();
  }

  /** What dashpots with the velocities u/h take from the motions `way` of rows. */
  double work_of_dashpots(double drag_over_h, const double *u, const double *way)
  {
    if (!damped || drag_over_h == 0.0) return 0.0;
    space->for_each(6 * tangent.ncolumns, SetZero{moved.data()});
    space->template reduce<1>(tangent.nrows, dashpot_product(u, moved.data()), 0);
    space->template reduce<1>(tangent.nrows, DotProduct<6>{moved.data(), way}, 0);
    return drag_over_h * space->fetch(1)[0];
  }

  /** Turns the orientations where the step starts by the motion u. */
  void turn(const double *u)
  {
    space->for_each(natoms,
                    TurnColumns{u, state.radii, 1.0, orientation.data(), orientation.data()});
  }

 private:
  Space *space = nullptr;
  TrialBonds state = {};
  Array<double> turned, moved;
  Array<double> own_dashpots, pair_dashpots;

  void add_scaled(double scale, const Array<double> &a, int n, double *to)
  {
    space->for_each(n, AddScaled{to, a.data(), scale, to});
  }

  double add_springs(double weight, bool curved, bool discrete, double *to, double *largest);
  void find_blocks(BondMatrix which, double scale, bool discrete, double *own, double *pair);

  BlocksProduct<6> dashpot_product(const double *v, double *w) const
  {
    return {{tangent.first.data(), tangent.middle.data(), tangent.column.data(),
             own_dashpots.data(), pair_dashpots.data()},
            v,
            w};
  }

  /** Adds -drag C u. */
  void add_dashpots(double drag, double *to)
  {
    if (!damped || drag == 0.0) return;
    space->for_each(6 * tangent.ncolumns, Multiply{-drag, state.u, moved.data()});
    space->template reduce<1>(tangent.nrows, dashpot_product(moved.data(), to), 0);
  }

  /** u . C u. */
  double power()
  {
    if (!damped) return 0.0;
    space->template reduce<1>(tangent.nrows, dashpot_product(state.u, moved.data()), 0);
    return space->fetch(1)[0];
  }
};

// Outside of the class the laws of the bonds can be compiled once for a Space
// (host/solve/host_solvers.h).
template <class Space>
double StepBonds<Space>::add_springs(double weight, bool curved, bool discrete, double *to,
                                     double *largest)
{
  space->template reduce<1>(tangent.nrows,
                            AddBondForces{state, weight, curved, discrete, to, largest}, 0);
  return space->fetch(1)[0];
}

template <class Space>
void StepBonds<Space>::find_blocks(BondMatrix which, double scale, bool discrete, double *own,
                                   double *pair)
{
  space->for_each(BLOCK_SIZE<6> * tangent.nrows, SetZero{own});
  space->for_each(tangent.nrows, FindBondBlocks{state, which, scale, discrete, own, pair});
}

}    // namespace VARDEM
#endif
