// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// What stands on the device stays there: Kokkos' profiling interface sees no copy of an array of
// atoms, and no new memory, in steps between two outputs.

#include "implicit_twins.h"
#include "profiled_loops.h"

#include "fix.h"
#include "modify.h"

#include "gtest/gtest.h"

#include <fstream>
#include <map>
#include <sstream>

using namespace scenario;

namespace {

const std::string QUIET = "thermo 0\natom_modify sort 0 1.0\nneigh_modify delay 1000 every 1000 "
                          "check no\n",
                  SPRINGS = "-pk kokkos neigh half newton off",
                  NEWTON_ON = "-pk kokkos neigh half newton on";

/** Grains in a box, on a floor that rises. law: coefficients of grains; `of_walls` comes before
 *  them for walls. */
std::string heap(const std::string &pair, const std::string &law, const std::string &fixes,
                 const std::string &of_walls = "")
{
  const std::string wall = " " + of_walls + law + "\n";
  return grain_box({"", "f f f", "block -2 9 -2 9 -2 9"}) +
      "lattice sc 1.0\nregion grains block -0.1 7.1 -0.1 7.1 -0.1 5.1\n"
      "create_atoms 1 region grains\nset group all diameter 1\nset group all mass 1\n"
      "pair_style " +
      pair + "\npair_coeff * * " + law +
      "\nfix g all gravity 1 vector 0 0 -1\n"
      "region sides block -0.5 7.5 -0.5 7.5 -2 9 open 5 open 6\nregion far sphere 30 0 0 1\n"
      "region r union 2 sides far\nfix r all wall/contact region r" +
      wall +
      "variable up equal vdisplace(0,0.005)\n"
      "region f plane 0 0 -0.5 0 0 1 move NULL NULL v_up\nfix f all wall/contact region f" +
      wall + "timestep 0.01\n" + fixes + "\n";
}

/** Grains that touch in a cell that deforms. */
const std::string SHEARED = grain_box({"", "p p p", "prism 0 6 0 6 0 6 0 0 0"}) +
    "lattice sc 1.0\ncreate_atoms 1 box\nset group all diameter 1.01\nset group all mass 1\n"
    "comm_modify vel yes\npair_style contact/hooke\npair_coeff * * k 1e4\ntimestep 1e-4\n"
    "fix cell all deform/gradv gradv 0.02 0 -0.02 0.1 0 0 kick yes\nfix i all "
    "nve/sphere/rodrigues\n";

/** A triangle above the grains. */
std::string lid(const std::string &law)
{
  const std::string file = scratch_file("lid.stl");
  std::ofstream(file) << "solid lid\nfacet normal 0 0 1\nouter loop\nvertex -9 -9 5.6\n"
                         "vertex 30 -9 5.6\nvertex -9 30 5.6\nendloop\nendfacet\nendsolid lid\n";
  return "fix t all wall/contact stl " + file + " " + law + "\n";
}

const std::string ROUGH = "k 1e4 damping mass_velocity 1 0.5 kt 3e3 mu 0.3",
                  CD = "fix d all nve/sphere/cd tol 1e-8 ", SHORT = "timestep 1e-4\n",
                  QUATS = "fix i all nve/sphere/leapfrog update quat\n",
                  BLOCK = "\ntimestep 1e-4\nfix i ",
                  SOLVED = "\ntimestep 1e-4\n" + IMPLICIT + "alpha 0.3 " + TOLERANCE + "\n";

/** Styles, and inputs that have them. */
std::map<std::string, std::string> inputs()
{
  return {
      {"pair contact/hooke with springs, fix wall/contact, damping/cundall/onstep, energy/ledger",
       heap("contact/hooke", ROUGH,
            SHORT + QUATS + lid(ROUGH) +
                "fix d all damping/cundall/onstep 0.1 0.1\nfix l all energy/ledger\n")},
      {"pair contact/hertz", heap("contact/hertz", "E 1e5 nu 0.3", SHORT + QUATS, "law hertz ")},
      {"fix nve/sphere/cd solver newton",
       heap("contact/rigid", "stiffness 1", CD + "solver newton")},
      {"fix nve/sphere/cd", heap("contact/rigid", "stiffness 1", CD)},
      {"fix nve/sphere/implicit alpha", heap("contact/hooke", "k 1e4", IMPLICIT + "alpha 0.3")},
      {"fix nve/sphere/implicit theta", heap("contact/hooke", "k 1e4", IMPLICIT + "theta 1")},
      {"fix nve/sphere/implicit with friction",
       heap("contact/hooke", ROUGH, IMPLICIT + "alpha 0.5 " + TRESCA)},
      {"fix nve/sphere/implicit with friction at walls",
       heap("contact/hooke", "k 1e4", IMPLICIT + "theta 1 " + TRESCA, "kt 3e3 mu 0.3 ")},
      {"fix nve/sphere/implicit, bond binder", bonded_block(BINDERS, SOLVED)},
      {"fix nve/sphere/implicit, bond contact/hooke", bonded_block(TWO_SIDED, SOLVED)},
      {"fix timestep/contact between two evaluations",
       heap("contact/hooke", "k 1e4", SHORT + QUATS + "fix dt all timestep/contact 1000\n")},
      {"fix deform/gradv", SHEARED},
      {"bond binder", bonded_block(BINDERS, BLOCK + "all nve/sphere/rodrigues\n")},
      {"bond contact/hooke", bonded_block(TWO_SIDED, BLOCK + "all nve/sphere/rodrigues\n")},
      {"bond binder, orientations of two fixes",
       bonded_block(BINDERS,
                    "\ngroup a id <= 20\ngroup b id > 20" + BLOCK +
                        "a nve/sphere/rodrigues\nfix j b nve/sphere/rodrigues\n")}};
}

}    // namespace

/** With half lists and, where no law of pairs has a memory, with those that LAMMPS takes by itself,
 *  and with newton on. */
TEST(Copies, NoneBetweenTwoOutputs)
{
  if (!TEST_DEVICE) GTEST_SKIP() << "host and device have the same memory";
  for (const auto &[styles, input] : inputs())
    for (const std::string &lists : {SPRINGS, std::string(), NEWTON_ON}) {
      if (lists != SPRINGS && contains(input, "pair_coeff * * " + ROUGH)) continue;
      SCOPED_TRACE(styles + " " + lists);
      const ProfiledLoops steps = profile_steps(*kokkos(input + QUIET, lists), 5, 40);
      EXPECT_EQ(steps.arrays, (std::map<std::string, int>()));
      EXPECT_EQ(steps.allocations, 0);
    }
}

namespace {

const LAMMPS_NS::Fix *observed;
int nloops, nfresh;

/** Before how many loops of implicit steps the host has orientations, in percent. */
int percent_on_host(const std::string &script)
{
  const auto sim = kokkos(script + QUIET + "run 1\n", SPRINGS);
  observed = sim->lammps()->modify->get_fix_by_id("i");
  nloops = nfresh = 0;
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(
      [](const char *name, uint32_t, uint64_t *) {
        if (!contains(name, "vardem/nve/sphere/implicit")) return;
        nloops++;
        if (observed->peratom_freq == 1) nfresh++;
      });
  sim->run("run 20");
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
  EXPECT_EQ(observed->peratom_freq, 1);    // after the run
  return 100 * nfresh / nloops;
}

const std::string TURNS =
    bonded_block(BINDERS, "\ntimestep 0.01\n" + IMPLICIT + "alpha 0.3 " + TOLERANCE + "\n");

}    // namespace

/** Implicit steps give orientations to the host in the first step and at output, or always. */
TEST(Copies, OrientationsOfImplicitStepsStayOnTheDeviceWithoutReaders)
{
  if (!TEST_DEVICE) GTEST_SKIP() << "host and device have the same memory";
  EXPECT_LT(percent_on_host(TURNS), 20);
  EXPECT_EQ(percent_on_host(TURNS + "fix a all ave/atom 1 2 2 f_i[2]\n"), 100);
}

/** Thermo, a dump and a fix on the host get new ones. */
TEST(Copies, ReadersGetTheOrientationsThatTheHostStyleHas)
{
  const auto written = [](Simulation &sim) {
    const std::string dump = scratch_file("turns.dump");
    sim.run("dump d all custom 8 " + dump +
            " id f_i[1] f_i[2] f_i[3] f_i[4]\ndump_modify d sort id format float %.5f\nrun 20\n"
            "undump d\n");
    std::stringstream text;
    text << std::ifstream(dump).rdbuf();
    return text.str();
  };
  for (const std::string fix : {"", "fix a all ave/atom 1 5 5 f_i[2]\n"}) {
    const std::string input = TURNS + fix + "compute r all reduce sum f_i[1] f_i[2] f_i[3] f_i[4]" +
        (fix.empty() ? "" : " f_a") + "\nthermo_style custom step c_r[*]\nthermo 5\nrun 20";
    Simulation host(input);
    const auto device = kokkos(input, SPRINGS);
    for (int k = 1; k <= (fix.empty() ? 4 : 5); k++) {
      const std::string sum = "c_r[" + std::to_string(k) + "]";
      EXPECT_NEAR(host.value(sum), device->value(sum), 1e-7) << fix << sum;
    }
    EXPECT_EQ(written(host), written(*device)) << fix;
  }
}

/** The host looks for surfaces of regions that kernels lack. */
TEST(Copies, WallsThatKernelsLackNeedTheHost)
{
  if (!TEST_DEVICE) GTEST_SKIP() << "host and device have the same memory";
  const std::string other = "region s prism 30 31 0 1 0 1 0 0 0\nregion u union 2 r s\n"
                            "fix u all wall/contact region u stiffness 1\n";
  EXPECT_FALSE(
      profile_steps(*kokkos(heap("contact/rigid", "stiffness 1", other + CD) + QUIET), 5, 20)
          .arrays.empty());
}
