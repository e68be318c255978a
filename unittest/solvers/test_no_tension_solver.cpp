// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The solver that chooses between Newton's method and the interior point.

#include "settled.h"
#include "solutions.h"
#include "solvers/packing/no_tension_solver.h"

#include "gtest/gtest.h"

#include <limits>
#include <set>
#include <utility>

using namespace networks;

namespace {

struct Result : Solution {
  MethodTaken taken;
};

template <class Law>
Result solve(const Packing &p, MethodChoice::Method method, LinearChoice::Kind kind,
             const SolverOptions &options)
{
  auto s = network_of(p, false);
  SerialSpace space;
  NoTensionSolver<SerialSpace, CentralGeometry> solver;
  solver.choice.method = method;
  solver.choice.linear.kind = kind;
  solver.setup(space, s.network);
  Result result;
  result.u.assign(3 * s.network.ncolumns, 0.0);
  result.report = solver.minimize<Law>(s.load.data(), nullptr, result.u.data(), options);
  result.taken = solver.method_taken();
  result.force.assign(p.contacts.size(), 0.0);
  for (int c = 0; c < s.network.ncontacts; c++)
    result.force[s.contact[c]] = Law::force(s.network.stiffness[c], solver.overlap()[c]);
  return result;
}

template <class Law> Result by_auto(const Packing &p, const SolverOptions &options)
{
  return solve<Law>(p, MethodChoice::AUTO, LinearChoice::INCOMPLETE, options);
}

}    // namespace

TEST(NoTensionSolver, AutoTakesNewtonForRegularPackings)
{
  const Result r = by_auto<HookeLaw>(pyramid(10), to(1e-8));
  EXPECT_EQ(r.taken.why, MethodTaken::REDUNDANT);
  EXPECT_EQ(r.taken.method, MethodChoice::NEWTON);
  EXPECT_EQ(r.report.products, by_gradients<HookeLaw>(pyramid(10), 1e-8).report.products);
}

TEST(NoTensionSolver, AutoTakesTheInteriorPointForDisorderedPackings)
{
  const Packing p = Settled(200, 1).packing;
  const Result r = by_auto<HookeLaw>(p, to(1e-10));
  EXPECT_EQ(r.report.reason, SolverReport::CONVERGED);
  EXPECT_EQ(r.taken.why, MethodTaken::ISOSTATIC);
  EXPECT_EQ(r.taken.method, MethodChoice::INTERIOR_POINT);
  EXPECT_EQ(r.taken.linear, LinearChoice::INCOMPLETE);
  EXPECT_LE(difference(r.force, by_factors<HookeLaw>(p, 1e-11).force), 1e-7);
}

/** Wherever the cap falls, also in the start of Hertz' law by that of Hooke: a solve that says that
 *  it has converged has. */
TEST(NoTensionSolver, CapsOnProductsTellTheTruth)
{
  const Packing p = pyramid(4);
  const Solution exact = by_factors<HertzLaw>(p, 1e-12);
  int capped = 0;
  for (auto method : {MethodChoice::AUTO, MethodChoice::NEWTON, MethodChoice::INTERIOR_POINT})
    for (auto kind : {LinearChoice::BLOCK, LinearChoice::INCOMPLETE, LinearChoice::DIRECT})
      for (int most = 1; most <= 20; most++) {
        SolverOptions options = to(1e-6);
        options.most_products = most;
        const Result r = solve<HertzLaw>(p, method, kind, options);
        if (r.report.reason == SolverReport::CONVERGED)
          EXPECT_LE(difference(r.force, exact.force), 1e-4) << method << kind << most;
        else
          capped++;
      }
  EXPECT_GE(capped, 20);
}

TEST(NoTensionSolver, LoadsThatAreNotNumbersHaveNoSolution)
{
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity()})
    for (bool by_grain : {false, true})
      for (bool all : {false, true})
        for (auto method :
             {MethodChoice::AUTO, MethodChoice::NEWTON, MethodChoice::INTERIOR_POINT}) {
          Packing p = pyramid(4);
          if (all)
            std::fill(p.load.begin(), p.load.end(), bad);
          else
            p.load.back() = bad;
          SolverOptions options = to(1e-8);
          options.by_grain = by_grain;
          for (const auto &r : {solve<HookeLaw>(p, method, LinearChoice::INCOMPLETE, options),
                                solve<HertzLaw>(p, method, LinearChoice::DIRECT, options)}) {
            EXPECT_EQ(r.report.reason, SolverReport::STALLED) << by_grain << all << method;
            EXPECT_FALSE(std::isfinite(r.report.residual));
          }
        }
}

/** A simulation keeps its solver. These solves take more steps together than the interior-point
 *  method may take in one. */
TEST(NoTensionSolver, EverySolveTakesTheSameSteps)
{
  const Packing p = pyramid(6);
  auto s = network_of(p, false);
  SerialSpace space;
  NoTensionSolver<SerialSpace, CentralGeometry> solver;
  solver.choice.method = MethodChoice::INTERIOR_POINT;
  solver.choice.linear.kind = LinearChoice::INCOMPLETE;
  std::set<std::pair<int, long>> counts;
  for (int solve = 0; solve < 10; solve++) {
    solver.setup(space, s.network);
    std::vector<double> u(3 * s.network.ncolumns, 0.0);
    const SolverReport report =
        solver.minimize<HertzLaw>(s.load.data(), nullptr, u.data(), to(1e-9));
    EXPECT_EQ(report.reason, SolverReport::CONVERGED);
    EXPECT_GE(report.steps, 7);
    counts.insert({report.steps, report.products});
  }
  EXPECT_EQ(counts.size(), 1u);
}

TEST(NoTensionSolver, FillWithoutLimit)
{
  const Packing p = pyramid(6);
  auto s = network_of(p, false);
  SerialSpace space;
  NoTensionSolver<SerialSpace, CentralGeometry> solver;
  solver.choice.linear.kind = LinearChoice::INCOMPLETE;
  solver.choice.linear.incomplete.fill = std::numeric_limits<int>::max();
  solver.choice.linear.incomplete.drop = 0.0;
  solver.setup(space, s.network);
  std::vector<double> u(3 * s.network.ncolumns, 0.0);
  const SolverReport report =
      solver.minimize<HookeLaw>(s.load.data(), nullptr, u.data(), to(1e-10));
  EXPECT_EQ(report.reason, SolverReport::CONVERGED);
  EXPECT_LE(report.products,
            4 * report.steps);    // the factors are those of the matrix, in single precision
}
