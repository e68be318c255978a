// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_SOLUTIONS_H
#define VARDEM_TEST_SOLUTIONS_H

// Solves packings by each of the solvers.

#include "networks.h"
#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/schwarz_cholesky.h"
#include "solvers/linear/sparse_direct.h"
#include "solvers/packing/interior_point.h"
#include "solvers/packing/no_tension_newton.h"

namespace networks {

using namespace VARDEM;

struct Solution {
  SolverReport report;
  std::vector<double> force;    // per contact of the packing
  std::vector<double> u;        // per column of the network
};

struct Start {
  bool full = false;                               // full rows, otherwise half rows
  const std::vector<double> *inertia = nullptr;    // per row
  const std::vector<double> *u = nullptr;          // per column
  const std::vector<double> *gap = nullptr;        // per contact of the packing
};

inline SolverOptions to(double tolerance)
{
  SolverOptions options;
  options.tolerance = tolerance;
  return options;
}

/** Method is NoTensionNewton or InteriorPoint. */
template <class Law, template <class, class, template <class, class> class> class Method,
          template <class, class> class Linear, class AnyPacking>
Solution solution_by(const AnyPacking &p, const SolverOptions &options, const Start &start = {})
{
  auto s = network_of(p, start.full);
  using Geometry = typename decltype(s)::Geometry;
  SerialSpace space;
  Method<SerialSpace, Geometry, Linear> solver;
  if (start.gap) {
    s.network.has_gaps = true;
    for (int c : s.contact) s.network.gap.push_back((*start.gap)[c]);
  }
  solver.setup(space, s.network);
  Solution result;
  result.u.assign(Geometry::DOF * s.network.ncolumns, 0.0);
  if (start.u) result.u = *start.u;
  result.report = solver.template solve<Law>(
      s.load.data(), start.inertia ? start.inertia->data() : nullptr, result.u.data(), options);
  result.force.assign(p.contacts.size(), 0.0);
  for (int c = 0; c < s.network.ncontacts; c++)
    result.force[s.contact[c]] = Law::force(s.network.stiffness[c], solver.overlap()[c]);
  return result;
}

template <class Law, template <class, class> class Linear, class AnyPacking>
Solution newton(const AnyPacking &p, const SolverOptions &options, const Start &start = {})
{
  return solution_by<Law, NoTensionNewton, Linear>(p, options, start);
}

/** By the interior-point method with incomplete factors, or with another linear solver. */
template <class Law, template <class, class> class Linear = IncompleteGradients, class AnyPacking>
Solution by_interior_point(const AnyPacking &p, double tolerance, const Start &start = {})
{
  return solution_by<Law, InteriorPoint, Linear>(p, to(tolerance), start);
}

template <class Law, class AnyPacking>
Solution by_gradients(const AnyPacking &p, double tolerance, const Start &start = {})
{
  return newton<Law, ConjugateGradients>(p, to(tolerance), start);
}

template <class Law, class AnyPacking>
Solution by_factors(const AnyPacking &p, double tolerance, const Start &start = {})
{
  return newton<Law, SparseDirect>(p, to(tolerance), start);
}

}    // namespace networks
#endif
