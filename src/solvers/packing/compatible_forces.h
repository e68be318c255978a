// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_COMPATIBLE_FORCES_H
#define VARDEM_COMPATIBLE_FORCES_H

#include "solvers/network/contact_dynamics_loops.h"
#include "solvers/packing/no_tension_solver.h"

namespace VARDEM {

// --- compatible contact forces, (36) of Olsen & Kamrin, arXiv:1805.07437, and how good they are
//
// With gaps (gap < 0: overlap) the dual energy of (36) has another term:
//   min over f >= 0   sum over contacts of w*(f) + f gap,   where load + B^T f = 0
// For w(c) + w*(f) = f c with c = -B u - gap and f = w'(c), so that the sum over contacts of w(c) +
// w*(f) + f gap is -f.B u, which is load.u if the forces balance the load. Any other f >= 0 that
// balances it has w(c) + w*(f) >= f c, and thus a larger sum.

/** Adds up: E(u) + load.u + sum (w*(f) + f gap), sum w*(f), number of contacts. gap may be null. */
template <class Law> struct EnergySums {
  const double *stiffness, *overlap, *gap;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<3> &sums) const
  {
    const double k = stiffness[c], force = Law::force(k, overlap[c]),
                 dual = Law::complementary_energy(k, force);
    sums.s[0] += share * (Law::energy(k, overlap[c]) + dual + (gap ? gap[c] * force : 0.0));
    sums.s[1] += share * dual;
    sums.s[2] += share;
  }
};

/** Counts the contacts with a larger force than the least one. */
template <class Law> struct CountLoaded {
  ForcesOfLaw<Law> force;
  double least;

  VARDEM_INLINE void operator()(int i, int c, double share, Sums<1> &sums) const
  {
    if (force(i, c) > least) sums.s[0] += share;
  }
};

template <class Space, class G> class CompatibleForces {
 public:
  static constexpr int DOF = G::DOF;
  ForceCertificate certificate;

  /** Finds the forces that balance `load`, which has DOF numbers per row. u has DOF numbers per
   *  column: it is the start of the iteration, and returns the motions that cause the forces. */
  SolverReport solve(Space &space, const ContactNetwork<Space, G> &network, LawKind law,
                     const double *load, double *u, const SolverOptions &options);

  const double *residual() const { return solver.residual(); }

  NoTensionSolver<Space, G> solver;    // with the choice of methods

 private:
  template <class Law>
  SolverReport solve(Space &space, const double *load, double *u, const SolverOptions &options)
  {
    const SolverReport report = solver.template minimize<Law>(load, nullptr, u, options);
    certify<Law>(space, u, options.tolerance);
    certificate.balance = report.residual;
    solver.restore_units(u);
    return report;
  }

  /** Fills the certificate, while the solver's results are in its own units
   *  (solvers/network/scale.h): in the units of the caller energies might overflow. */
  template <class Law> void certify(Space &space, const double *u, double tolerance)
  {
    const auto rows = solver.rows();
    const double force = power_of_two(solver.scale().force);

    const ForcesOfLaw<Law> of_contact{rows.stiffness, solver.overlap()};
    sum_over_contacts<3>(space, rows,
                         EnergySums<Law>{rows.stiffness, solver.overlap(), solver.gap()});
    space.template reduce<3>(rows.nrows, Products<DOF>{solver.load(), u}, 3);
    const double *sums = space.fetch(6);
    certificate.duality_gap = sums[1] > 0.0 ? std::fabs(sums[0] - sums[5]) / sums[1] : 0.0;
    certificate.energy = power_of_two(solver.scale().motion) * force * sums[1];
    certificate.closed = sums[2];

    const double largest = largest_of_contacts(space, rows, of_contact);
    const double least = tolerance * largest;
    sum_over_contacts<1>(space, rows, CountLoaded<Law>{of_contact, least});
    certificate.loaded = space.fetch(1)[0];
    certificate.largest = force * largest;
    certificate.least = force * least;
  }
};

// Outside of the class it can be compiled once for a Space (host/solve/host_solvers.h).
template <class Space, class G>
SolverReport CompatibleForces<Space, G>::solve(Space &space,
                                               const ContactNetwork<Space, G> &network, LawKind law,
                                               const double *load, double *u,
                                               const SolverOptions &options)
{
  solver.setup(space, network);
  return with_law(law, [&](auto kind) {
    return solve<decltype(kind)>(space, load, u, options);
  });
}

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

  VARDEM_INLINE bool operator()(int i, int c) const
  {
    return step.force[c] > 0.0 ||
        step.gap[c] + step.h * opening_of(rows, i, c, step.velocity) +
            opening_of(rows, i, c, step.motion) <=
        closed;
  }
};

/** Copies the contacts of A. The stiffness of the network has been multiplied by `factor`. */
template <class Geometry> struct CopyClosedAtEnd {
  ClosedAtEnd<Geometry> at_end;
  double factor;
  int *column, *contact;
  double *stiffness, *force;

  VARDEM_INLINE void operator()(int, int c, int n) const
  {
    column[n] = at_end.rows.column[c];
    contact[n] = c;
    stiffness[n] = at_end.rows.stiffness[c] / factor;
    force[n] = at_end.step.force[c];
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
    take_shape(of_step);
    const auto take_arrays = [&](int n) {
      for (auto *a : {&network.column, &contacts}) space->allocate(*a, n);
      for (auto *a : {&network.stiffness, &classics, &contact_forces}) space->allocate(*a, n);
      return CopyClosedAtEnd<G>{
          at_end,         factor, network.column.data(), contacts.data(), network.stiffness.data(),
          classics.data()};
    };
    network.ncontacts =
        choose_contacts(*space, of_step.rows(), at_end, network.first, network.middle, take_arrays);
    take_geometry(of_step.geometry);
  }

  /** Finds the compatible forces of A. u has DOF numbers per column: it is the start of the
   *  iteration, and returns the motions that cause the forces. They have the unit of the
   *  stiffnesses before the step. */
  SolverReport solve(LawKind law, double *u, const SolverOptions &options)
  {
    const auto rows = network.rows();
    space->allocate(load, DOF * network.nrows);
    push_rows(*space, rows, nullptr, classics.data(), -1.0, load.data());
    if (!(largest_of_contacts(*space, rows, NumberOfContact{classics.data()}) > 0.0))
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
  template <class Stored> void take_geometry(const Stored &geometry)
  {
    network.geometry = {pick<Stored::NUMBERS>(geometry.numbers)};
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
