// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Time of one step of an integrator: both half steps of a fix, all that it reads and writes,
// nothing else of LAMMPS. Each benchmark has its own instance of LAMMPS with the same bodies,
// 32,000 (in the cache of a machine) or a million (in its memory), that turn by 0.01 (spheres) and
// 0.1 rad (ellipsoids) per step; the ratio to the stock style is made by bench/run.py. Arguments
// behind "--" go to LAMMPS (-k on t 2 -sf kk for the Kokkos styles).

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "fix.h"
#include "force.h"
#include "input.h"
#include "lammps.h"
#include "library.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include "host/atoms/atom_accessors.h"
#include "kernels/lanes.h"
#include "kernels/rotation/fincham.h"
#include "kernels/rotation/variational.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

std::vector<std::string> lammps_args = {"bench", "-log", "none", "-screen", "none", "-nocite"};

/** Bodies on a lattice, in motion, without forces; one integrator. */
class System {
 public:
  System(const std::string &atoms, const std::string &fix)
  {
    std::vector<char *> argv;
    for (auto &a : lammps_args) argv.push_back(const_cast<char *>(a.c_str()));
    argv.push_back(nullptr);    // LAMMPS and MPI expect it
    lmp = (LAMMPS *) lammps_open(argv.size() - 1, argv.data(), MPI_COMM_WORLD, nullptr);
    commands("units lj\nboundary p p p\n" + atoms + "\nvelocity all create 1.0 4711\nfix 1 all " +
             fix + "\ntimestep 0.003\nrun 0 post no");
  }
  ~System() { lammps_close(lmp); }
  System(const System &) = delete;
  System &operator=(const System &) = delete;

  /** A step that builds no neighbor lists and has no output, as most. */
  void step()
  {
    lmp->update->ntimestep++;
    lmp->neighbor->ago++;
    lmp->modify->initial_integrate(0);
    lmp->modify->final_integrate();
  }

  LAMMPS *lmp;

 private:
  void commands(const std::string &text)
  {
    lammps_commands_string(lmp, text.c_str());
    if (lammps_has_error(lmp)) {
      char message[512];
      lammps_get_last_error_message(lmp, message, sizeof(message));
      throw std::runtime_error(message);
    }
  }
};

std::string lattice(const std::string &region)
{
  return "lattice sc 0.5\nregion box block " + region + "\ncreate_box 1 box\ncreate_atoms 1 box\n";
}

const std::string MANY = lattice("0 40 0 40 0 20");    // 32,000
const std::string MILLION = lattice("0 100 0 100 0 100");

std::string spheres(const std::string &atoms)
{
  return "atom_style sphere\n" + atoms +
      "set group all diameter 1.0 density 1.0\nset group all omega 1.0 2.0 3.0";
}

std::string ellipsoids(const std::string &atoms)
{
  return "atom_style ellipsoid\n" + atoms +
      "set group all shape 1.0 0.8 0.6\nset group all density 1.0\nset group all quat/random "
      "1234\nset group all angmom 0.1 0.2 0.3";
}

void report(benchmark::State &state, const System &system)
{
  state.counters["ns_per_body_step"] =
      benchmark::Counter(state.iterations() * system.lmp->atom->natoms * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void whole_fix(benchmark::State &state, const std::string &atoms, const std::string &fix)
{
  System system(atoms, fix);
  for (auto _ : state) system.step();
  report(state, system);
}

/** The same kernels in a loop over single bodies. */
template <class Rotation> void scalar_loop(benchmark::State &state, const Rotation &rotation)
{
  System system(ellipsoids(MANY), "nve/asphere/fincham");
  Atom *atom = system.lmp->atom;
  auto *avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  const double dt = system.lmp->update->dt;
  const VARDEM::Step step = {dt, 0.5 * dt * system.lmp->force->ftm2v};
  for (auto _ : state) {
    const Ellipsoids bodies(atom, 1, avec->bonus, false);
    for (int i = 0; i < atom->nlocal; i++)
      if (bodies.selects(i)) open_step(bodies, i, step, rotation);
    for (int i = 0; i < atom->nlocal; i++)
      if (bodies.selects(i)) close_step(bodies, i, step);
  }
  report(state, system);
}

void add(const std::string &name, const std::string &atoms, const std::string &fix)
{
  benchmark::RegisterBenchmark(name.c_str(), whole_fix, atoms, fix)->UseRealTime();
}

}    // namespace

int main(int argc, char **argv)
{
  int n = 0;
  while (n < argc && strcmp(argv[n], "--") != 0) n++;
  for (int k = n + 1; k < argc; k++) lammps_args.emplace_back(argv[k]);
  MPI_Init(&argc, &argv);

  for (const std::string fix :
       {"nve/sphere", "nve/sphere/leapfrog", "nve/sphere/leapfrog update quat",
        "nve/sphere/rodrigues", "nve/sphere/rodrigues map exact",
        "nve/sphere/rodrigues map exponential"})
    add(fix, spheres(MANY), fix);
  for (const std::string fix :
       {"nve/asphere", "nve/asphere/fincham", "nve/asphere/fincham half current",
        "nve/asphere/variational", "nve/asphere/variational scheme lgvi6",
        "nve/asphere/variational scheme lgvi", "nve/asphere/variational scheme midpoint"})
    add(fix, ellipsoids(MANY), fix);
  for (const std::string fix : {"nve/asphere", "nve/asphere/fincham", "nve/asphere/variational",
                                "nve/asphere/variational scheme lgvi6"})
    add(fix + " (1e6)", ellipsoids(MILLION), fix);
  if (n == argc) {
    using Lgvi4 = VARDEM::VariationalRotation<VARDEM::Variational::LGVI4>;
    benchmark::RegisterBenchmark("nve/asphere/fincham (scalar loop)",
                                 scalar_loop<VARDEM::FinchamOrient>, VARDEM::FinchamOrient())
        ->UseRealTime();
    benchmark::RegisterBenchmark("nve/asphere/variational (scalar loop)", scalar_loop<Lgvi4>,
                                 Lgvi4{2})
        ->UseRealTime();
  }

  benchmark::Initialize(&n, argv);
  benchmark::RunSpecifiedBenchmarks();
  lammps_kokkos_finalize();
  // LAMMPS 4 Feb 2025 does not have it
  auto *const finalize =
      reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "lammps_plugin_finalize"));
  if (finalize) finalize();
  MPI_Finalize();
  return 0;
}
