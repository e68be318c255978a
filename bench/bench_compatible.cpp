/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Compatible forces of the pyramid of n x n spheres (unittest/solvers/networks.h), Hooke: the solver alone, on one process,
// beside the augmented Lagrangian, and beside one evaluation of the forces of pair style gran/hooke on the same contacts.

#include "atom.h"
#include "force.h"
#include "lammps.h"
#include "library.h"
#include "pair.h"

#include "networks.h"
#include "solvers/augmented_lagrangian.h"
#include "solvers/conjugate_gradients.h"
#include "solvers/no_tension_newton.h"

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

void report(benchmark::State &state, const SolverReport &solution, const networks::Packing &packing)
{
  state.counters["products"] = solution.products;
  state.counters["converged"] = solution.reason == SolverReport::CONVERGED;
  state.counters["contacts"] = packing.contacts.size();
}

void newton(benchmark::State &state, int n, double tolerance)
{
  const networks::Packing packing = pyramid(n);
  Network s(packing, false);
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, ConjugateGradients> solver;
  SolverOptions options;
  options.tolerance = tolerance;
  SolverReport solution;
  for (auto _ : state) {
    std::vector<double> u(3 * s.network.ncolumns, 0.0);
    solver.setup(space, s.network);
    solution = solver.solve<HookeLaw>(s.load.data(), nullptr, u.data(), options);
  }
  report(state, solution, packing);
}

void augmented_lagrangian(benchmark::State &state, int n, double tolerance)
{
  const networks::Packing packing = pyramid(n);
  Network s(packing, false);
  SerialSpace space;
  AugmentedLagrangian<SerialSpace, CentralGeometry> solver;
  SolverOptions options;
  options.tolerance = tolerance;
  SolverReport solution;
  for (auto _ : state) {
    std::vector<double> u(3 * s.network.ncolumns, 0.0), f(s.network.ncontacts, 0.0);
    solver.setup(space, s.network);
    solution = solver.solve<HookeLaw>(s.load.data(), u.data(), f.data(), options);
  }
  report(state, solution, packing);
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
  benchmark::RegisterBenchmark("newton n=20", newton, 20, 1e-8)->UseRealTime();
  benchmark::RegisterBenchmark("augmented Lagrangian n=20", augmented_lagrangian, 20, 1e-8)
      ->UseRealTime();
  for (int n : {10, 15, 30, 40, 60})
    benchmark::RegisterBenchmark(("newton n=" + std::to_string(n)).c_str(), newton, n, 1e-8)
        ->UseRealTime();
  for (int n : {20, 60})
    benchmark::RegisterBenchmark(("gran/hooke n=" + std::to_string(n)).c_str(), gran_hooke, n)
        ->UseRealTime();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  MPI_Finalize();
  return 0;
}
