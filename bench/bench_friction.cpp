// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The solver of contacts with friction alone, on one process. In steps of spheres that fall into a
// box, while they collapse and when they rest, counter products is the mean and most the largest
// number in a step, and bytes the memory of the solver for each contact of the list; the time of a
// step contains the search of pairs. Of one step from impulses of zero, in a pile and where it
// flows out when a wall has gone, counters tell the products to each residual (-1: not reached), or
// the sweeps of Gauss-Seidel.

#include "frictional_world.h"

#include <benchmark/benchmark.h>

#include <map>
#include <random>
#include <string>

using namespace friction;

namespace {

/** Layers of n x n spheres above the floor of a box, with diameters from .9 to 1.1. */
World loose(int n, int layers, double mu, double tolerance)
{
  World w;
  w.mu = mu;
  w.h = 5e-3;
  w.gravity = {0, 0, -1};
  w.reach = 0.1;
  w.push_out = 1e-3 / w.h;
  w.options.tolerance = tolerance;
  w.options.most_products = 300;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  w.planes.push_back({{0, 0, 0}, {0, 0, 1}});
  for (const Vec3 &side : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
    w.planes.push_back({-(0.6 * n + 0.3) * side, side});
  const double first = -0.6 * (n - 1);
  for (int k = 0; k < n * n * layers; k++)
    w.spheres.push_back(
        {{first + 1.2 * (k % n) + 0.05 * uniform(random),
          first + 1.2 * (k / n % n) + 0.05 * uniform(random), 0.7 + 1.2 * (k / (n * n))},
         {},
         {},
         0.45 + 0.1 * uniform(random)});
  return w;
}

/** Steps from one time to another, in units of sqrt(diameter/gravity). */
void steps(benchmark::State &state, double mu, double tolerance, double from, double to)
{
  World w = loose(5, 10, mu, tolerance);
  w.steps(static_cast<int>(from / w.h));
  w.products = w.most_products = 0;
  const int n = static_cast<int>((to - from) / w.h);
  for (auto _ : state) w.steps(n);
  state.counters["products"] = static_cast<double>(w.products) / n;
  state.counters["most"] = w.most_products;
  state.counters["pushing"] = w.pushing;
  state.counters["bytes"] = w.bytes_per_contact();
  state.counters["us/grain"] = benchmark::Counter(
      1e-6 * n * w.spheres.size(), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

#define AT(name, mu, tolerance, from, to)                 \
  BENCHMARK_CAPTURE(steps, name, mu, tolerance, from, to) \
      ->Iterations(1)                                     \
      ->Unit(benchmark::kMillisecond)

AT(collapse_mu0, 0.0, 1e-2, 2.0, 6.0);
AT(collapse_mu01, 0.1, 1e-2, 2.0, 6.0);
AT(collapse_mu05, 0.5, 1e-2, 2.0, 6.0);
AT(collapse_mu1, 1.0, 1e-2, 2.0, 6.0);
AT(collapse_mu05_tol_1e1, 0.5, 1e-1, 2.0, 6.0);
AT(collapse_mu05_tol_1e3, 0.5, 1e-3, 2.0, 6.0);
AT(rest_mu05, 0.5, 1e-2, 15.0, 17.5);
AT(rest_mu05_tol_1e3, 0.5, 1e-3, 15.0, 17.5);

/** Where about 2 n^3 spheres with mu = .5 have come to rest. */
World pile(int n)
{
  World w = loose(n, 2 * n, 0.5, 1e-1);
  w.h = 0.02;
  w.steps(static_cast<int>(40.0 * std::sqrt(20.0 * n)));
  w.options.tolerance = 1e-2;
  w.steps(100);
  return w;
}

/** A pile that flows, since a wall has gone. */
World flow(World w)
{
  w.planes.erase(w.planes.begin() + 1);
  w.h = 5e-3;
  w.steps(400);
  return w;
}

/** States are made once. */
const World &state_of(const std::string &kind, long n)
{
  static std::map<std::pair<std::string, long>, World> known;
  const auto found = known.find({kind, n});
  if (found != known.end()) return found->second;
  World made = kind == "pile" ? pile(static_cast<int>(n)) : flow(state_of("pile", n));
  return known.emplace(std::make_pair(kind, n), made).first->second;
}

void from_zero(benchmark::State &state, const std::string &kind, const std::string &method)
{
  World w = state_of(kind, state.range(0));
  w.sweeps = method == "sweeps";
  w.options.most_products = w.sweeps ? 500 : 2000;
  const std::map<std::string, double> tolerances = {{"1e-2", 1e-2}, {"1e-4", 1e-4}, {"1e-6", 1e-6}};
  for (auto _ : state)
    for (const auto &[name, tolerance] : tolerances) {
      w.options.tolerance = tolerance;
      const SolverReport report = w.solve_from_zero(method == "one_scale");
      const bool reached = report.reason == SolverReport::CONVERGED;
      state.counters[name] = reached ? static_cast<double>(report.products) : -1.0;
    }
  state.counters["pushing"] = w.pushing;
}

// about 250, 1,000, 4,000 grains; 35,000 in a pile alone
#define FROM_ZERO(kind, method)                                 \
  BENCHMARK_CAPTURE(from_zero, kind##_##method, #kind, #method) \
      ->Arg(5)                                                  \
      ->Arg(8)                                                  \
      ->Arg(13)                                                 \
      ->Iterations(1)                                           \
      ->Unit(benchmark::kMillisecond)

FROM_ZERO(pile, gradients)->Arg(26);
FROM_ZERO(pile, one_scale);
FROM_ZERO(pile, sweeps);
FROM_ZERO(flow, gradients);
FROM_ZERO(flow, one_scale);
FROM_ZERO(flow, sweeps);

}    // namespace

BENCHMARK_MAIN();
