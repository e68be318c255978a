// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_RIGID_STEPS_H
#define VARDEM_TEST_RIGID_STEPS_H

// Time steps of rigid contacts without friction, solved by the solvers of solvers/dynamics/rigid_contacts.h.

#include "networks.h"
#include "solvers/dynamics/apgd.h"
#include "solvers/dynamics/projected_gauss_seidel.h"

#include <limits>
#include <numeric>

namespace networks {

using namespace VARDEM;

/** One step of a packing. Motions are relative to free flight. */
template <class AnyPacking> struct RigidStep {
  AnyPacking packing;
  std::vector<double> inertia;    // D, DOF per body
  std::vector<double> gap;        // per contact of the packing

  /** The largest -gap, or 0. */
  double scale() const
  {
    double most = 0.0;
    for (double g : gap) most = std::max(most, -g);
    return most;
  }
};

/** How much the motions v, which have DOF numbers per body, bring the bodies of a contact
 *  together. */
inline double approach(const Packing &p, const Packing::Contact &c, const std::vector<double> &v)
{
  const Vec3 d = p.x[c.b] - p.x[c.a];
  double sum = 0.0;
  for (int k = 0; k < 3; k++) sum += (&d.x)[k] * (v[3 * c.a + k] - v[3 * c.b + k]);
  return sum / norm(d);
}

template <int n>
double approach(const RowPacking<n> &, const typename RowPacking<n>::Contact &c,
                const std::vector<double> &v)
{
  double sum = 0.0;
  for (int k = 0; k < n; k++) sum += c.A[k] * v[n * c.a + k] - c.B[k] * v[n * c.b + k];
  return sum;
}

/** A step where free flight is `flight`, and the gaps at its start are `gap`. */
template <class AnyPacking>
RigidStep<AnyPacking> step_of(const AnyPacking &p, const std::vector<double> &inertia,
                              const std::vector<double> &flight, std::vector<double> gap)
{
  for (std::size_t c = 0; c < gap.size(); c++) gap[c] -= approach(p, p.contacts[c], flight);
  return {p, inertia, gap};
}

/** A step from rest under the load of the packing, without gaps. */
template <class AnyPacking>
RigidStep<AnyPacking> step_from_rest(const AnyPacking &p, const std::vector<double> &inertia)
{
  std::vector<double> flight(p.load);
  for (std::size_t k = 0; k < flight.size(); k++) flight[k] /= inertia[k];
  return step_of(p, inertia, flight, std::vector<double>(p.contacts.size(), 0.0));
}

struct RigidSolution {
  SolverReport report;
  std::vector<double> force;    // per contact of the packing
  std::vector<double> u;        // per column of the network
};

struct RigidStart {
  bool full = false;                             // full rows, otherwise half rows
  const std::vector<double> *force = nullptr;    // per contact of the packing
  // contacts of the packing; as they are numbered, if not given
  const std::vector<int> *order = nullptr;
};

inline SolverOptions within(double tolerance, int most_steps = 1000000)
{
  SolverOptions options;
  options.tolerance = tolerance;
  options.most_steps = most_steps;
  return options;
}

/** Contacts of a network in the order of the packing, one copy of each. `contact` has their numbers
 *  in the packing. */
inline std::vector<int> order_in(const std::vector<int> &contact, const std::vector<int> &order)
{
  std::vector<int> place(order.size(), -1), result;
  for (std::size_t c = 0; c < contact.size(); c++) place[contact[c]] = static_cast<int>(c);
  for (int c : order)
    if (place[c] >= 0) result.push_back(place[c]);
  return result;
}

inline std::vector<int> as_numbered(std::size_t contacts)
{
  std::vector<int> order(contacts);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/** Gives the solver the order of contacts, if it has one. */
template <class Space, class G>
void take_order(ProjectedGaussSeidel<Space, G> &solver, const std::vector<int> &contact,
                const std::vector<int> &order)
{
  solver.order = order_in(contact, order);
}
template <class Solver>
void take_order(Solver &, const std::vector<int> &, const std::vector<int> &)
{
}

/** `s` has a network, the inertia of its rows, and the number of each of its contacts in the
 *  packing. */
template <template <class, class> class Solver, class Space, class G, class AnyPacking>
RigidSolution solve_in(Space &space, ContactNetwork<Space, G> &network,
                       const std::vector<int> &contact, const std::vector<double> &inertia,
                       const RigidStep<AnyPacking> &step, const SolverOptions &options,
                       const RigidStart &start)
{
  const std::size_t contacts = step.gap.size();
  Solver<Space, G> solver;
  take_order(solver, contact, start.order ? *start.order : as_numbered(contacts));
  network.has_gaps = true;
  std::vector<double> f(contact.size(), 0.0);
  for (std::size_t c = 0; c < contact.size(); c++) {
    network.gap.push_back(step.gap[contact[c]]);
    if (start.force) f[c] = (*start.force)[contact[c]];
  }
  RigidSolution result;
  result.u.assign(G::DOF * network.ncolumns, 0.0);
  RigidContacts<Space, G> problem;
  problem.setup(space, network, DiagonalInertia<G::DOF>(inertia.data()), result.u.data());
  problem.take_scale(step.scale());
  result.report = solver.solve(space, network, problem, f.data(), options);
  result.force.assign(contacts, 0.0);
  for (std::size_t c = 0; c < contact.size(); c++) result.force[contact[c]] = f[c];
  return result;
}

template <template <class, class> class Solver, class AnyPacking>
RigidSolution rigid(const RigidStep<AnyPacking> &step, const SolverOptions &options,
                    const RigidStart &start = {})
{
  auto s = network_of(step.packing, start.full);
  using Geometry = typename decltype(s)::Geometry;
  SerialSpace space;
  std::vector<double> inertia(Geometry::DOF * s.network.nrows);
  for (std::size_t i = 0; i < step.packing.fixed.size(); i++)
    for (int k = 0; k < Geometry::DOF; k++)
      if (!step.packing.fixed[i])
        inertia[Geometry::DOF * s.column[i] + k] = step.inertia[Geometry::DOF * i + k];
  return solve_in<Solver>(space, s.network, s.contact, inertia, step, options, start);
}

template <class AnyPacking>
RigidSolution by_apgd(const RigidStep<AnyPacking> &step, const SolverOptions &options,
                      const RigidStart &start = {})
{
  return rigid<ProjectedGradients>(step, options, start);
}

template <class AnyPacking>
RigidSolution by_pgs(const RigidStep<AnyPacking> &step, const SolverOptions &options,
                     const RigidStart &start = {})
{
  return rigid<ProjectedGaussSeidel>(step, options, start);
}

}    // namespace networks
#endif
