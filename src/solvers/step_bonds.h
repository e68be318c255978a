// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_BONDS_H
#define VARDEM_STEP_BONDS_H

#include "solvers/network_loops.h"
#include "solvers/step_bonds_loops.h"

namespace VARDEM {

// --- the bonds of an implicit step (implicit_step.h) ---
//
// Motions have six numbers per column. The orientation of a column is exp(theta) q, where R theta
// are the last three numbers of its motion. The force of a bond and its tangent are derivatives by
// the coordinates theta, so that the balance is where an incremental potential has its minimum; the
// new angular momenta get the moments in space. See doc/notes/implicit-steps.md 5. Dashpots are
// held while a step is solved: their blocks are a matrix that does not change.

/** A step without bonds. */
template <class Space> struct NoStepBonds {
  static constexpr bool EXIST = false;
  template <class Tangent> using Operator = Tangent;

  template <class Tangent> struct With {
    const Tangent &K;

    With(const Tangent &contacts, const NoStepBonds &) : K(contacts) {}
    const Tangent &matrix() const { return K; }
  };
};

template <class Space> class StepBonds {
 public:
  static constexpr bool EXIST = true;
  using Matrix = SymmetricBlocks<Space, 6>;
  template <class Tangent> using Operator = SumOperator<Tangent, Matrix>;
  template <class T> using Array = typename Space::template Array<T>;

  /** The tangent of contacts plus the tangent of bonds. */
  template <class Tangent> struct With {
    Operator<Tangent> sum;

    With(const Tangent &contacts, const StepBonds &bonds) : sum(contacts, bonds.tangent) {}
    const Operator<Tangent> &matrix() const { return sum; }
  };

  // --- the caller sets these. The bonds have the rows of `tangent` ---
  int npairs = 0;    // in the rows
  int natoms = 0;    // columns that have orientations
  Matrix tangent;    // with nrows, first_fixed, ncolumns, nbodies, owners; first, middle and column
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
    s.allocate(tangent.pair, 36 * npairs);
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
    s.allocate(pair_dashpots, 36 * npairs);
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

  /** Finds the dashpots at the present state. */
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

  /** Adds the forces of the springs in space, and returns their energy; then `drag` times the
   *  dashpots. */
  double add_contact_forces(const StepForm &form, double drag_over_h, bool elastic,
                            double *contact_forces)
  {
    add_dashpots(drag_over_h, contact_forces);
    return elastic ? add_springs(1.0, false, form.discrete, contact_forces, nullptr) : 0.0;
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
    add_scaled(drag, pair_dashpots, 36 * npairs, tangent.pair.data());
  }

  /** The incremental potential of the bonds at the present state: elastic, and of dashpots. */
  double potential(const StepForm &form, double h)
  {
    space->for_each(6 * tangent.ncolumns, SetZero{moved.data()});
    const double elastic = add_springs(0.0, false, false, moved.data(), nullptr);
    return form.weight / form.at * elastic + 0.5 * form.drag / h * power();
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

  BlocksProduct<6, true> dashpot_product(const double *v, double *w) const
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
