// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The solver of compatible forces alone, on one process. The pyramid of n x n spheres
// (unittest/solvers/networks.h) with Hooke's law: in double and in mixed precision, and
// beside one evaluation of the forces of pair style gran/hooke on the same contacts.
// Disordered heaps (unittest/solvers/heaps.h) with Hooke's and with Hertz' law: solver auto beside
// Newton's method.

#include "atom.h"
#include "force.h"
#include "lammps.h"
#include "library.h"
#include "pair.h"

#include "heaps.h"
#include "networks.h"
#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/mixed_gradients.h"
#include "solvers/linear/sparse_direct.h"
#include "solvers/packing/no_tension_newton.h"
#include "solvers/packing/no_tension_solver.h"

#include <benchmark/benchmark.h>

#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace VARDEM;

namespace {

networks::Packing pyramid(int n)
{
  return networks::pyramid(n, [](int, int) {
    return 1.0;
  });
}

using Network = networks::SphereNetwork<SerialSpace>;

template <class AnyPacking>
void report(benchmark::State &state, const SolverReport &solution, const AnyPacking &packing)
{
  state.counters["products"] = solution.products;
  state.counters["steps"] = solution.steps;
  state.counters["converged"] = solution.reason == SolverReport::CONVERGED;
  state.counters["contacts"] = packing.contacts.size();
}

template <template <class, class> class Linear>
void newton(benchmark::State &state, int n, double tolerance)
{
  const networks::Packing packing = pyramid(n);
  Network s(packing, false);
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, Linear> solver;
  SolverOptions options;
  options.tolerance = tolerance;
  SolverReport solution;
  for (auto _ : state) {
    std::vector<double> u(3 * s.network.ncolumns, 0.0);
    solver.setup(space, s.network);
    solution = solver.template solve<HookeLaw>(s.load.data(), nullptr, u.data(), options);
  }
  report(state, solution, packing);
}

// --- heaps ---

using Rows = StoredGeometry<3>;

template <class Space, class Operator>
using EigenDirect = SparseDirectBy<Space, Operator, EigenFactors>;

template <template <class, class> class Linear>
using HeapNewton = NoTensionNewton<SerialSpace, Rows, Linear>;

/** What keyword solver auto of fix compatible/cd does. */
struct HeapAuto : NoTensionSolver<SerialSpace, Rows> {
  HeapAuto()
  {
    choice.method = MethodChoice::AUTO;
    choice.linear.kind = LinearChoice::INCOMPLETE;
  }

  template <class Law>
  SolverReport solve(const double *load, DiagonalInertia<3> inertia, double *u,
                     const SolverOptions &options)
  {
    const SolverReport report = minimize<Law>(load, inertia, u, options);
    restore_units(u);
    return report;
  }
};

/** Spheres know their places, and packings of rows do not. */
void order(HeapAuto &solver, const networks::Heap &heap)
{
  solver.linear_solver().order_by(heap.depth());
}
template <class Solver> void order(Solver &, const networks::Heap &) {}

template <class Law, class Solver>
void solve_heap(benchmark::State &state, const char *name, double tolerance)
{
  const networks::Heap heap = networks::read_heap(name);
  networks::RowNetwork<SerialSpace, 3> s = networks::network_of(heap.packing, false);
  SerialSpace space;
  Solver solver;
  SolverOptions options;
  options.tolerance = tolerance;
  SolverReport solution;
  for (auto _ : state) {
    std::vector<double> u(3 * s.network.ncolumns, 0.0);
    order(solver, heap);
    solver.setup(space, s.network);
    solution = solver.template solve<Law>(s.load.data(), nullptr, u.data(), options);
  }
  report(state, solution, heap.packing);
  state.counters["bytes_per_contact"] =
      (networks::network_bytes(s.network) + space.bytes() + solver.linear_solver().bytes()) /
      s.network.ncontacts;
}

template <class Law, class Solver>
benchmark::internal::Benchmark *register_heap(const std::string &name, const char *heap)
{
  auto *one = benchmark::RegisterBenchmark(name.c_str(), solve_heap<Law, Solver>, heap, 1e-8);
  return one->UseRealTime()->Repetitions(3);    // they take seconds
}

template <class Solver> void register_heap_1e3(const std::string &solver)
{
  register_heap<HookeLaw, Solver>("heap_1e3 Hooke " + solver, "heap_1e3");
  register_heap<HertzLaw, Solver>("heap_1e3 Hertz " + solver, "heap_1e3");
}

/** Newton's method with Eigen's factors would take an hour for ten thousand grains, and does not
 *  end with diagonal blocks. */
void register_heaps()
{
  register_heap_1e3<HeapAuto>("auto");
  register_heap_1e3<HeapNewton<ConjugateGradients>>("newton");
  register_heap_1e3<HeapNewton<EigenDirect>>("newton Eigen");
  register_heap<HookeLaw, HeapAuto>("heap_1e4 Hooke auto", "heap_1e4");
  register_heap<HertzLaw, HeapAuto>("heap_1e4 Hertz auto", "heap_1e4");
#ifdef VARDEM_HAS_CHOLMOD
  register_heap_1e3<HeapNewton<SparseDirect>>("newton CHOLMOD");
  register_heap<HookeLaw, HeapNewton<SparseDirect>>("heap_1e4 Hooke newton CHOLMOD", "heap_1e4")
      ->Iterations(1)
      ->Repetitions(1);
#endif
}

/** All contacts of the pyramid overlap a little. */
void gran_hooke(benchmark::State &state, int n)
{
  const networks::Packing packing = pyramid(n);
  const char *args[] = {"bench", "-log", "none", "-screen", "none", "-nocite", nullptr};
  auto *lmp = static_cast<LAMMPS_NS::LAMMPS *>(
      lammps_open(6, const_cast<char **>(args), MPI_COMM_WORLD, nullptr));
  const std::string size = std::to_string(n + 1);
  lammps_commands_string(lmp,
                         ("units lj\natom_style sphere\nboundary f f f\nnewton on\ncomm_modify vel "
                          "yes\nregion box block -1 " +
                          size + " -1 " + size + " -1 " + size + "\ncreate_box 1 box\n")
                             .c_str());
  std::vector<int> type(packing.x.size(), 1);
  std::vector<double> x;
  for (const Vec3 &p : packing.x)
    for (double coordinate : {p.x, p.y, p.z}) x.push_back((1.0 - 1e-6) * coordinate);
  lammps_create_atoms(lmp, type.size(), nullptr, type.data(), x.data(), nullptr, nullptr, 0);
  lammps_commands_string(
      lmp,
      "set group all diameter 1 density 1.9098593171\npair_style gran/hooke 1e6 NULL 50 NULL 0 0\n"
      "pair_coeff * *\nneighbor 0.1 bin\nrun 0 post no\n");
  if (lammps_has_error(lmp)) throw std::runtime_error("the pyramid of gran/hooke");
  for (auto _ : state) lmp->force->pair->compute(0, 0);
  state.counters["contacts"] = packing.contacts.size();
  lammps_close(lmp);
}

}    // namespace

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  const auto exact = newton<ConjugateGradients>;
  benchmark::RegisterBenchmark("newton n=20", exact, 20, 1e-8)->UseRealTime();
  for (int n : {10, 15, 30, 40, 60})
    benchmark::RegisterBenchmark(("newton n=" + std::to_string(n)).c_str(), exact, n, 1e-8)
        ->UseRealTime();
  benchmark::RegisterBenchmark("newton mixed n=60", newton<MixedGradients>, 60, 1e-8)
      ->UseRealTime();
  register_heaps();
  for (int n : {20, 60})
    benchmark::RegisterBenchmark(("gran/hooke n=" + std::to_string(n)).c_str(), gran_hooke, n)
        ->UseRealTime();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  MPI_Finalize();
  return 0;
}
