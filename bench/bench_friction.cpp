// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The solver of contacts with friction alone, on one process. In steps of spheres that fall into a
// box, while they collapse and when they rest, counter products is the mean and most the largest
// number in a step, and bytes the memory of the solver for each contact of the list; the time of a
// step contains the search of pairs. Of one step from impulses of zero, in a pile and where it
// flows out when a wall has gone, counters tell the products to each residual (-1: not reached), or
// the sweeps of Gauss-Seidel. Heaps show how the products grow with their size.

#include "frictional_world.h"
#include "heaps.h"

#include <benchmark/benchmark.h>

#include <map>
#include <random>
#include <string>
#include <vector>

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
void steps(benchmark::State &state, double mu, double tolerance, double from, double to,
           double rho = 0.0)
{
  World w = loose(5, 10, mu, tolerance);
  w.rho = rho;
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

const std::map<std::string, double> RESIDUALS = {{"1e-2", 1e-2}, {"1e-4", 1e-4}, {"1e-6", 1e-6}};

double reached(const SolverReport &report)
{
  return report.reason == SolverReport::CONVERGED ? static_cast<double>(report.products) : -1.0;
}

void from_zero(benchmark::State &state, const std::string &kind, const std::string &method)
{
  World w = state_of(kind, state.range(0));
  w.sweeps = method == "sweeps";
  w.options.most_products = w.sweeps ? 500 : 2000;
  for (auto _ : state)
    for (const auto &[name, tolerance] : RESIDUALS) {
      w.options.tolerance = tolerance;
      state.counters[name] = reached(w.solve_from_zero(method == "one_scale"));
    }
  state.counters["pushing"] = w.pushing;
}

/** A step of grains at rest under their weight, whose contacts are closed and have mu = .5. */
class HeapStep {
 public:
  explicit HeapStep(const networks::Heap &heap) : topology(heap.packing, false)
  {
    auto &network = topology.network;
    std::vector<double> radius(network.ncolumns, 0.45);    // of the floor
    inverse.assign(network.ncolumns, {0.0, 0.0});
    still.assign(6 * network.ncolumns, 0.0);
    falling = still;
    for (int i = 0; i < network.nrows; i++) {
      const double mass = -heap.packing.load[3 * i + 2];
      radius[i] = 0.5 * std::cbrt(mass);
      inverse[i] = {1.0 / mass, 1.0 / (INERTIA_BALL * mass * radius[i] * radius[i])};
      falling[6 * i + 2] = -H;
    }
    for (int c = 0; c < network.ncontacts; c++) {
      const auto &contact = heap.packing.contacts[topology.contact[c]];
      const Vec3 n = {contact.A[0], contact.A[1], contact.A[2]};
      const bool swapped = topology.swapped[c];
      levers.push_back({swapped ? -n : n, radius[swapped ? contact.b : contact.a],
                        radius[swapped ? contact.a : contact.b]});
    }
    network.geometry.levers = levers.data();
    gap.assign(levers.size(), 0.0);
    mu.assign(levers.size(), 0.5);
  }

  SolverReport solve(double tolerance)
  {
    SolverOptions options;
    options.tolerance = tolerance;
    options.most_products = options.most_steps = 2000;
    const auto &network = topology.network;
    return dynamics.solve(space, {network.rows(), gap.data(), network.ncontacts, network.ncolumns},
                          {H, still.data(), falling.data(), mu.data(), nullptr, nullptr, 1.0, 1e-15,
                           ContactCompliance()},
                          inverse.data(), options);
  }
  double bytes_per_contact() const { return space.bytes() / topology.network.ncontacts; }

 private:
  static constexpr double H = 5e-3;
  using Geometry = LeverGeometry<SphereLevers>;
  SerialSpace space;
  networks::Topology<SerialSpace, Geometry> topology;
  FrictionalDynamics<SerialSpace, Geometry, InverseSphere> dynamics;
  std::vector<InverseSphere> inverse;    // of columns
  std::vector<SphereLevers> levers;
  std::vector<double> gap, mu, still, falling;
};

void heap(benchmark::State &state, const std::string &name)
{
  HeapStep step(networks::read_heap(name));
  for (auto _ : state)
    for (const auto &[residual, tolerance] : RESIDUALS)
      state.counters[residual] = reached(step.solve(tolerance));
  state.counters["bytes"] = step.bytes_per_contact();
}

BENCHMARK_CAPTURE(heap, 3e3_contacts, "heap_1e3")->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(heap, 3e4_contacts, "heap_1e4")->Iterations(1)->Unit(benchmark::kMillisecond);

// about 250, 1,000, 4,000 grains
#define FROM_ZERO(kind, method)                                 \
  BENCHMARK_CAPTURE(from_zero, kind##_##method, #kind, #method) \
      ->Arg(5)                                                  \
      ->Arg(8)                                                  \
      ->Arg(13)                                                 \
      ->Iterations(1)                                           \
      ->Unit(benchmark::kMillisecond)

FROM_ZERO(pile, gradients);
FROM_ZERO(pile, one_scale);
FROM_ZERO(pile, sweeps);
FROM_ZERO(flow, gradients);
FROM_ZERO(flow, one_scale);
FROM_ZERO(flow, sweeps);

}    // namespace

BENCHMARK_MAIN();
