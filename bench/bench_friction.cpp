// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The solver of contacts with friction alone, on one process: products in a step of spheres that
// fall into a box, while they collapse and when they rest. Counter products is the mean, most the
// largest number in a step; the time of a step contains a search of all pairs.

#include "frictional_world.h"

#include <benchmark/benchmark.h>

#include <random>

using namespace friction;

namespace {

/** Layers of 5 x 5 spheres above the floor of a box, with diameters from .9 to 1.1. */
World loose(int layers, double mu, double tolerance)
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
  for (const Vec3 &n : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
    w.planes.push_back({-3.3 * n, n});
  for (int k = 0; k < 25 * layers; k++)
    w.spheres.push_back({{1.2 * (k % 5 - 2) + 0.05 * uniform(random),
                          1.2 * (k / 5 % 5 - 2) + 0.05 * uniform(random), 0.7 + 1.2 * (k / 25)},
                         {},
                         {},
                         0.45 + 0.1 * uniform(random)});
  return w;
}

/** Steps from one time to another, in units of sqrt(diameter/gravity). */
void steps(benchmark::State &state, double mu, double tolerance, double from, double to,
           double rho = 0.0)
{
  World w = loose(10, mu, tolerance);
  w.rho = rho;
  w.steps(static_cast<int>(from / w.h));
  w.products = w.most_products = 0;
  const int n = static_cast<int>((to - from) / w.h);
  for (auto _ : state) w.steps(n);
  state.counters["products"] = static_cast<double>(w.products) / n;
  state.counters["most"] = w.most_products;
  state.counters["pushing"] = w.pushing;
  state.counters["us/grain"] = benchmark::Counter(
      1e-6 * n * w.spheres.size(), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

#define AT(name, mu, ...) \
  BENCHMARK_CAPTURE(steps, name, mu, __VA_ARGS__)->Iterations(1)->Unit(benchmark::kMillisecond)

AT(collapse_mu0, 0.0, 1e-2, 2.0, 6.0);
AT(collapse_mu01, 0.1, 1e-2, 2.0, 6.0);
AT(collapse_mu05, 0.5, 1e-2, 2.0, 6.0);
AT(collapse_mu1, 1.0, 1e-2, 2.0, 6.0);
AT(collapse_mu05_tol_1e1, 0.5, 1e-1, 2.0, 6.0);
AT(collapse_mu05_tol_1e3, 0.5, 1e-3, 2.0, 6.0);
AT(rest_mu05, 0.5, 1e-2, 15.0, 17.5);
AT(rest_mu05_tol_1e3, 0.5, 1e-3, 15.0, 17.5);
AT(collapse_rolling_01, 0.5, 1e-2, 2.0, 6.0, 0.1);
AT(rest_rolling_01, 0.5, 1e-2, 15.0, 17.5, 0.1);
AT(rest_rolling_01_tol_1e3, 0.5, 1e-3, 15.0, 17.5, 0.1);

}    // namespace

BENCHMARK_MAIN();
