// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger beside the fixes that tell what they dissipate and what work they do: damping
// and the deforming cell.

#include "clumps/clumps.h"
#include "energy/ledger.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string PULL = "variable a equal 9.8*cos(0.05*step)\n"
                         "fix g all gravity v_a vector 0 0.3 -1\n";
const std::string SPHERES = R"(
    units lj
    atom_style sphere
    atom_modify map array
    region box block 0 10 0 10 0 10
    create_box 1 box
    create_atoms 1 random 100 4711 box
    set group all diameter 1.0 density 2.0
    set group all omega 1.0 -2.0 0.5
    velocity all create 2.0 42 loop all
    pair_style zero 2.0
    pair_coeff * *
    neigh_modify every 1 delay 0 check yes
    timestep 0.01
)";
const std::string DAMPING = "fix d all damping/cundall/onstep 0.3 0.2";

}    // namespace

// Requirement: dissipated energy equals the loss of the ledger, to 1e-10; measured 1e-14

TEST(Damping, TakesWhatTheBooksLose)
{
  for (const std::string form :
       {"", " form regular", " form midstep", " gravity no", " form regular gravity no"}) {
    Simulation sim(SPHERES + PULL + DAMPING + form + "\nfix 1 all nve/sphere\n" + LEDGER + "run 0");
    const double start = sum(sim);
    sim.run("run 500");
    EXPECT_NEAR(sum(sim), start, 1e-13 * start) << form;
    EXPECT_EQ(part(sim, DAMPED), sim.value("f_d")) << form;
    if (!contains(form, "gravity no")) { EXPECT_GT(part(sim, DAMPED), 2.0) << form; }
  }
}

TEST(Damping, OfClumpsAndSpheres)
{
  Simulation sim(box() + ANGLE + moving({1.0, -2.0, 0.5}, {0.6, 1.0, 0.8}) +
                 "group body id 1 2 3 4\ncreate_atoms 1 single 5 5 5\n"
                 "set atom 5 diameter 1.0 density 2.0\nset atom 5 omega 1 2 3 vx 3.0\n"
                 "group single id 5\npair_style zero 3.0\npair_coeff * *\n"
                 "neigh_modify exclude molecule/intra all\nthermo_style custom step\n" +
                 PULL + DAMPING + "\nfix 1 body " + OURS +
                 " molecule\nfix 2 single nve/sphere\nfix led all energy/ledger\n"
                 "timestep 0.01\nrun 0");
  const double start = sum(sim);
  sim.run("run 300");
  EXPECT_NEAR(sum(sim), start, 1e-12 * start);
  EXPECT_GT(part(sim, DAMPED), 0.1);
}

TEST(Damping, IsNotTakenBackByAMinimization)
{
  Simulation sim(SPHERES + PULL + DAMPING + "\nfix 1 all nve/sphere\n" + LEDGER + "run 100");
  const double taken = part(sim, DAMPED);
  EXPECT_GT(taken, 0.1);
  sim.run("unfix d\nunfix 1\n" + DAMPING + "\nfix 1 all nve/sphere\nminimize 0 0 1 1\nrun 0");
  EXPECT_EQ(part(sim, DAMPED), taken);
}

TEST(Damping, ComesAndGoesBetweenRuns)
{
  Simulation sim(SPHERES + PULL + DAMPING + "\nfix 1 all nve/sphere\nrun 50\n" + LEDGER + "run 0");
  EXPECT_EQ(part(sim, DAMPED), 0.0);    // what was dissipated before does not count
  const double start = sum(sim);
  sim.run("run 100");
  const double first = part(sim, DAMPED);
  EXPECT_GT(first, 0.1);
  sim.run("unfix d\nrun 50");
  EXPECT_EQ(part(sim, DAMPED), first);
  sim.run("unfix 1\n" + DAMPING + "\nfix 1 all nve/sphere\nrun 100\nrun 50 pre no\nrun 50");
  EXPECT_GT(part(sim, DAMPED), first);
  EXPECT_NEAR(sum(sim), start, 1e-13 * start);
}

TEST(Damping, GoesThroughARestart)
{
  const std::string file = scratch_file("restart"),
                    fixes = PULL + DAMPING + "\nfix 1 all nve/sphere\ntimestep 0.01\n" + LEDGER;
  Simulation unbroken(SPHERES + fixes + "run 100\nwrite_restart " + file + "\nrun 100");
  Simulation restarted("read_restart " + file + "\npair_style zero 2.0\npair_coeff * *\n" + fixes +
                       "run 100");
  for (int k = 1; k <= 12; k++)
    EXPECT_NEAR(part(restarted, k), part(unbroken, k), 1e-12 * part(unbroken, TRANSLATION)) << k;
}

// Gravity does its work on the velocity relative to the flow: along a shear of particles that
// touch, and along a stretch of particles that do not, in two runs

namespace {

/** Grains of mass 1 on a lattice, in a cell that can be sheared. */
const std::string GRAINS = R"(
    units lj
    atom_style sphere
    atom_modify map array
    region box prism 0 6 0 6 0 6 0 0 0
    create_box 1 box
    lattice sc 1.0
    create_atoms 1 box
    set group all diameter 1.0
    set group all mass 1.0
    velocity all create 0.2 4711 loop all
    comm_modify vel yes
)";

double change_in_a_cell_with_gravity(const std::string &pair, const std::string &flow,
                                     const std::string &along, double h)
{
  Simulation sim(GRAINS + R"(
    neigh_modify every 1 delay 0 check yes
    thermo_modify norm no
    pair_style )" +
                 pair + "\ntimestep " + number(h) + "\nfix g all gravity 2.0 vector " + along +
                 "\nfix cell all deform/gradv gradv " + flow +
                 " kick yes\nfix 1 all nve/sphere\nfix led all energy/ledger\nrun 0");
  const double start = sum(sim);
  sim.run("run " + steps(0.25, h));
  sim.run("run " + steps(0.25, h));
  EXPECT_GT(std::fabs(part(sim, GRAVITY_PART)), 10.0);
  return sum(sim) - start;
}

}    // namespace

TEST(Cell, GravityWorksOnTheVelocityRelativeToTheFlow)
{
  const char *const cases[][3] = {{"soft 1.5\npair_coeff * * 10.0", "0 0 0 0.4 0 0", "1 0 0"},
                                  {"zero 1.5\npair_coeff * *", "0 0 -0.3 0 0 0", "0 0 -1"}};
  for (const auto &[pair, flow, along] : cases) {
    const double slope = std::log2(change_in_a_cell_with_gravity(pair, flow, along, 0.0025) /
                                   change_in_a_cell_with_gravity(pair, flow, along, 0.00125));
    EXPECT_NEAR(slope, 2.0, 0.1) << flow;
  }
}

// A rerun makes no steps, so gravity does no work in it

TEST(Ledger, RerunHasNoWork)
{
  const std::string file = scratch_file("dump");
  Simulation sim(SPHERES + PULL + "fix 1 all nve/sphere\ndump d all custom 50 " + file +
                 " id type x y z vx vy vz\nrun 100\nundump d\n" + LEDGER + "rerun " + file +
                 " dump x y z vx vy vz");
  EXPECT_EQ(part(sim, GRAVITY_PART), 0.0);
  remove(file.c_str());
}
