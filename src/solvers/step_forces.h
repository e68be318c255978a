// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_FORCES_H
#define VARDEM_STEP_FORCES_H

#include "kernels/contact/body_row.h"
#include "solvers/compatible_forces.h"
#include "solvers/contact_dynamics_loops.h"

namespace VARDEM {

// --- the compatible forces of a time step ---
//
// The forces f of a step (contact_dynamics.h) are one of many answers where contacts are redundant.
// The compatible ones have the same resultants B^T f on the bodies; they are found for the load
// -B^T f on the contacts that are closed at the end of the step:
//   A = { gap + h B v+ <= closed }  and  { f > 0 }
// Source: Olsen & Kamrin, arXiv:1805.07437, (36) and (37), restricted to A: on all contacts of a
// network, forces might act across gaps. As f itself carries the load on A, there is always a
// solution, whatever the tolerance of the step was.

/** Results of a step of length h, for the contacts and columns of its network. */
struct StepResult {
  double h;
  const double *velocity, *motion;    // per column: v and h (v+ - v)
  const double *gap, *force;          // per contact: the gap at the start of the step, and f
};

/** Tells which contacts are in A. */
template <class Geometry> struct ClosedAtEnd {
  ContactRows<Geometry> rows;
  StepResult step;
  double closed;

  VARDEM_INLINE bool has(int i, int c) const
  {
    return step.force[c] > 0.0 ||
        step.gap[c] + step.h * opening_of(rows, i, c, step.velocity) +
            opening_of(rows, i, c, step.motion) <=
        closed;
  }
};

/** Counts the contacts of A of each row: all of them, and those before the middle. */
template <class Geometry> struct CountClosedAtEnd {
  ClosedAtEnd<Geometry> at_end;
  int *count, *before_middle;    // null in full rows

  VARDEM_INLINE void operator()(int i) const
  {
    const auto &rows = at_end.rows;
    int found = 0, before = 0;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      if (!at_end.has(i, c)) continue;
      found++;
      before += c < rows.middle[i];
    }
    count[i] = found;
    if (before_middle) before_middle[i] = before;
  }
};

/** Copies the contacts of A. The stiffness of the network has been multiplied by `factor`. */
template <class Geometry> struct CopyClosedAtEnd {
  ClosedAtEnd<Geometry> at_end;
  double factor;
  const int *first;
  int *middle;    // in: how many are before it; null in full rows
  int *column, *contact;
  double *stiffness, *force;

  VARDEM_INLINE void operator()(int i) const
  {
    const auto &rows = at_end.rows;
    int k = first[i];
    if (middle) middle[i] += k;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      if (!at_end.has(i, c)) continue;
      column[k] = rows.column[c];
      contact[k] = c;
      stiffness[k] = rows.stiffness[c] / factor;
      force[k++] = at_end.step.force[c];
    }
  }
};

/** Copies rows of n numbers: a[k] = b[which[k]]. */
template <int n> struct PickStoredRows {
  const int *which;
  const double *b;
  double *a;

  VARDEM_INLINE void operator()(int k) const
  {
    for (int m = 0; m < n; m++) a[n * k + m] = b[n * which[k] + m];
  }
};

template <class Space, class G> class StepForces {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;

  Network network;    // of the contacts of A, with the rows and columns of the step
  CompatibleForces<Space, G> forces;    // with the choice of methods

  /** Finds A. factor: by how much the step has multiplied the stiffnesses of its network. */
  void select(Space &s, const Network &of_step, const StepResult &step, double factor,
              double closed)
  {
    space = &s;
    const ClosedAtEnd<G> at_end = {of_step.rows(), step, closed};
    const int n = of_step.nrows;
    take_shape(of_step);
    space->allocate(network.first, n + 1);
    if (!network.full) space->allocate(network.middle, n);
    int *middle = network.full ? nullptr : network.middle.data();
    space->for_each(n, CountClosedAtEnd<G>{at_end, network.first.data(), middle});
    const int number = network.ncontacts = space->scan(n, network.first.data());
    for (auto *a : {&network.column, &contacts}) space->allocate(*a, number);
    for (auto *a : {&network.stiffness, &classics, &contact_forces}) space->allocate(*a, number);
    space->for_each(n,
                    CopyClosedAtEnd<G>{at_end, factor, network.first.data(), middle,
                                       network.column.data(), contacts.data(),
                                       network.stiffness.data(), classics.data()});
    take_geometry(of_step.geometry);
  }

  /** Finds the compatible forces of A. u has DOF numbers per column: it is the start of the
   *  iteration, and returns the motions that cause the forces. They have the unit of the
   *  stiffnesses before the step. */
  SolverReport solve(LawKind law, double *u, const SolverOptions &options)
  {
    const auto rows = network.rows();
    space->allocate(load, DOF * network.nrows);
    space->for_each(network.nrows, Push<G>{rows, nullptr, classics.data(), -1.0, load.data()});
    if (!(space->maximum(rows.nrows, LargestOfRow<G>{rows, classics.data()}) > 0.0))
      space->for_each(DOF * network.nrows, SetZero{u});
    const SolverReport report = forces.solve(*space, network, law, load.data(), u, options);
    with_law(law, [&](auto kind) {
      space->for_each(network.ncontacts,
                      ForcesOfOverlaps<decltype(kind)>{forces.solver.overlap(),
                                                       network.stiffness.data(),
                                                       contact_forces.data()});
    });
    return report;
  }

  // --- of each contact of A ---

  /** Its number in the network of the step. */
  const int *contact() const { return contacts.data(); }
  /** The force that the step has found. */
  const double *classic() const { return classics.data(); }
  /** The compatible force of the last solve(). */
  const double *compatible() const { return contact_forces.data(); }

 private:
  Space *space = nullptr;
  Array<int> contacts;
  Array<double> classics, contact_forces, load, stored;

  void take_shape(const Network &of_step)
  {
    network.nrows = of_step.nrows;
    network.first_fixed = of_step.first_fixed;
    network.ncolumns = of_step.ncolumns;
    network.nbodies = of_step.nbodies;
    network.full = of_step.full;
    network.owners = of_step.owners;
    network.has_gaps = false;
  }

  void take_geometry(const CentralGeometry &geometry) { network.geometry = geometry; }
  template <int n> void take_geometry(const StoredGeometry<n> &geometry)
  {
    network.geometry = {pick<2 * n>(geometry.rows)};
  }
  void take_geometry(const BodyGeometry &geometry)
  {
    network.geometry = {pick<BODY_ROW_NUMBERS>(geometry.numbers)};
  }

  template <int numbers> const double *pick(const double *rows)
  {
    space->allocate(stored, static_cast<std::size_t>(numbers) * network.ncontacts);
    space->for_each(network.ncontacts,
                    PickStoredRows<numbers>{contacts.data(), rows, stored.data()});
    return stored.data();
  }
};

}    // namespace VARDEM
#endif
