// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// What happens to bonds between two runs. Their energy is a function of positions and orientations,
// so that a command that changes neither must not change it.

#include "bonds/bonded.h"

#include "atom.h"
#include "lammps.h"

#include <algorithm>
#include <cmath>

using namespace scenario;

namespace {

const std::string CONTACTS =
    "special_bonds lj/coul 0 1 1\npair_style contact/hooke\npair_coeff * * k 2e4\n";

/** Six grains in a line along x that turns about z, with some bending and torsion. */
std::string bar(const std::string &integrator, const std::string &before = "newton off\n",
                const std::string &atom_style = "hybrid sphere bond")
{
  std::string script = bonded_box(before, atom_style);
  for (int i = 0; i < 6; i++)
    script += "create_atoms 1 single " + std::to_string(i - 2.5) + " 0 0\n";
  return script + MASS_ONE + CONTACTS +
      "bond_style binder\n"
      "bond_coeff * axial 4e3 shear 1e3 moment 1e2 torsion 80 form N energy linear\nfix 1 all " +
      integrator +
      "\ncreate_bonds/gap all all 1 0.05\nvariable vy atom 1.57*x\nvelocity all set 0 v_vy 0\n"
      "variable w atom 0.2*sin(id)\nset group all omega v_w 0 1.57\n"
      "fix led all energy/ledger\nthermo_style custom step ebond f_led\nthermo_modify norm no\n";
}

const std::string EIGHTH_TURN = "run 1000\n";    // 0.5 x 1.57 radian

}    // namespace

// A strained bar turns by 45 degrees. With orientations 1 0 0 0 its bonds would have an energy of
// the order of KS (pi/4)^2 each, 3000 in all; here they have less than 1. Positions and
// orientations are the same before and after the command, so that the energy is, too: to round-off
// of the sum.

TEST(BondBetweenRuns, AnotherIntegratorGoesOnFromTheOrientations)
{
  const std::string first = "nve/sphere/rodrigues", other = "nve/sphere/implicit",
                    third = "nve/sphere/leapfrog update quat";
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const auto &[a, b] : {std::pair{first, "fix 1 all " + first},
                               {first, "unfix 1\nfix 1 all " + third},
                               {third, "unfix 1\nfix 2 all " + other},
                               {other, "unfix 1\nfix 2 all " + first}}) {
      Simulation sim(bar(a, newton) + EIGHTH_TURN);
      const double U = sim.value("ebond"), sum = sim.value("f_led");
      EXPECT_GT(U, 1e-3);
      EXPECT_LT(U, 1.0);
      sim.run(b + "\nrun 0\n");
      EXPECT_NEAR(sim.value("ebond"), U, 1e-12) << newton << a << " -> " << b;
      sim.run(EIGHTH_TURN);
      EXPECT_NEAR(sim.value("f_led"), sum, 1e-4 * sum) << "second order in the step";
    }
}

// Those that nothing moves any more keep the orientation that they had, as one of two integrators
// has it, or none of them

TEST(BondBetweenRuns, AtomsOfOtherGroups)
{
  Simulation sim(bar("nve/sphere/rodrigues") + EIGHTH_TURN);
  const double U = sim.value("ebond");
  const std::string end = "run 0\n";
  sim.run("group some id 1 2\ngroup more id 4\nunfix 1\nfix 2 some nve/sphere/rodrigues\n" + end);
  EXPECT_NEAR(sim.value("ebond"), U, 1e-12) << "one integrator";
  sim.run("fix 3 more nve/sphere/leapfrog update quat\n" + end);
  EXPECT_NEAR(sim.value("ebond"), U, 1e-12) << "two";
  sim.run("velocity all set 0 0 0\nset group all omega 0 0 0\nrun 50\n");
  const double bent = sim.value("ebond");
  EXPECT_GT(std::fabs(bent - U), 1e-6);
  sim.run("unfix 2\ngroup more id 2\n" + end);
  EXPECT_NEAR(sim.value("ebond"), bent, 1e-12) << "an atom that goes to another integrator";
}

// After a run that stops with an error, the same integrator goes on from where it stopped, and not
// from the end of the run before

TEST(BondBetweenRuns, AfterARunThatFailed)
{
  const std::string start = bar("nve/sphere/rodrigues") + "run 500\n";
  Simulation whole(start + "run 500\n");
  const double U = whole.value("ebond");
  Simulation sim(start + "variable now equal step\nfix stop all halt 1 v_now >= 1000 error hard\n");
  EXPECT_TRUE(contains(sim.error_of(EIGHTH_TURN), "halt"));
  sim.run("unfix stop\nrun 0\n");
  EXPECT_NEAR(sim.value("ebond"), U, 1e-12);
}

// A minimization that turns the atoms ends like a run: what follows does not change its energy

TEST(BondBetweenRuns, AfterAMinimization)
{
  Simulation sim(bar("nve/sphere/rodrigues") + EIGHTH_TURN +
                 "displace_atoms all random 0.02 0.02 0.02 71\n"
                 "min_style contact/newton\nminimize 0 1e-6 20 100\n");
  const double U = sim.value("ebond");
  sim.run("unfix 1\nfix 1 all nve/sphere/leapfrog update quat\nrun 0\n");
  EXPECT_NEAR(sim.value("ebond"), U, 1e-12);
}

// A restart file, written after a run or in its middle, and an integrator with another ID and style

TEST(BondBetweenRuns, RestartWithAnotherIntegrator)
{
  const std::string after = scratch_file("after"), during = scratch_file("during");
  Simulation sim(bar("nve/sphere/rodrigues") + "restart 600 " + during + " " + after +
                 "\nrun 600\n");
  const double U = sim.value("ebond");
  sim.run("restart 0\nrun 400\nwrite_restart " + after + "\n");
  for (const auto &[file, energy] : {std::pair{during, U}, {after, sim.value("ebond")}}) {
    Simulation next("read_restart " + file + "\n" + CONTACTS +
                    "fix other all nve/sphere/implicit\nthermo_style custom step ebond\n"
                    "thermo_modify norm no\nrun 0\n");
    EXPECT_NEAR(next.value("ebond"), energy, 1e-12) << file;
  }
}

// Bodies that are turned as a whole have the energy that they had, where the atom style has the
// orientations, and an error elsewhere

// no kk: KOKKOS has no atom style bpm/sphere
TEST(BondBetweenRuns, DisplaceAtomsTurnsOrientationsOfTheAtomStyle)
{
  Simulation sim(bar("nve/sphere/rodrigues", "newton off\n", "bpm/sphere") + EIGHTH_TURN);
  const double U = sim.value("ebond");
  EXPECT_GT(U, 1e-3);
  sim.run("displace_atoms all rotate 0 0 0 0 0 1 40\nrun 0\n");
  EXPECT_NEAR(sim.value("ebond"), U, 1e-11);
}

TEST(BondBetweenRuns, DisplaceAtomsRotateIsAnError)
{
  const std::string turn = "displace_atoms all rotate 0 0 0 0 0 1 40\n", end = "run 0\n";
  const std::vector<std::string> message = {"Bond style binder: the bond of atoms",
                                            "turned between two runs", "atom_style bpm/sphere"};
  const std::string file = scratch_file("turned");
  for (const std::string newton : {"newton on\n", "newton off\n"}) {
    Simulation sim(bar("nve/sphere/rodrigues", newton) + turn + EIGHTH_TURN);
    expect_parts(sim.error_of(turn + "write_restart " + file + "\n" + end), message);
    sim.run("clear\nread_restart " + file + "\n" + CONTACTS + "fix 2 all nve/sphere/implicit\n");
    expect_parts(sim.error_of(end), message);
    sim.run("bond_style binder\nbond_coeff * axial 200 shear 200 moment 10\n" + end);
  }
}

// What pulls bonds, moves or deforms the body without a turn is no error. A bond of half the box
// has two nearest images.

TEST(BondBetweenRuns, OtherDisplacements)
{
  Simulation sim(bar("nve/sphere/rodrigues") + "run 1\n");
  for (const std::string command :
       {"displace_atoms all move 3.3 0 4.2", "displace_atoms all random 0.01 0.01 0.01 71",
        "displace_atoms all ramp y 0 0.2 x -3 3", "change_box all x scale 1.1 remap",
        "group end id 6\ndisplace_atoms end move 0 1e-6 0", "set group end image 1 NULL NULL",
        "displace_atoms end move 0.1 0 0"})
    EXPECT_EQ(sim.error_of(command + "\nrun 1\n"), "") << command;
  Simulation thin(bonded_box("newton off\n", "hybrid sphere bond", "block 0 2 0 4 0 4") +
                  "create_atoms 1 single 0.25 1 1\ncreate_atoms 1 single 1.25 1 1\n" + MASS_ONE +
                  NO_CONTACTS + BINDER + RODRIGUES + "create_bonds/gap all all 1 0.05\nrun 1\n");
  EXPECT_EQ(thin.error_of("displace_atoms all move 1 0 0\nrun 1\n"), "");
}

// Keyword init of a new integrator has precedence, with a warning. If it turns the body as
// displace_atoms has, the energy stays.

TEST(BondBetweenRuns, InitOfANewIntegrator)
{
  constexpr double ANGLE = 40.0;
  const Quat Q = {std::cos(ANGLE * M_PI / 360), 0.0, 0.0, std::sin(ANGLE * M_PI / 360)};
  Simulation sim(bar("nve/sphere/rodrigues") + EIGHTH_TURN +
                 "fix given all property/atom d2_q 4\n");
  const double U = sim.value("ebond");
  const State end = sim.state("1");
  LAMMPS_NS::Atom *atom = sim.lammps()->atom;
  int flag, columns;
  double **given = atom->darray[atom->find_custom("q", flag, columns)];
  for (int i = 0; i < atom->nlocal; i++) {
    const Quat q = Q * end.q[atom->tag[i] - 1];
    std::copy_n(&q.w, 4, given[i]);
  }
  const std::string text =
      sim.output_of("displace_atoms all rotate 0 0 0 0 0 1 " + std::to_string(ANGLE) +
                    "\nunfix 1\nfix 1 all nve/sphere/leapfrog update quat init d2_q\nrun 0\n");
  expect_parts(text,
               {"WARNING: Bond style binder: keyword init of fix 1 nve/sphere/leapfrog",
                "gives 6 bonded atoms other orientations"});
  EXPECT_NEAR(sim.value("ebond"), U, 1e-11);
  sim.run("fix 1 all nve/sphere/leapfrog update quat init d2_q\nrun 100\n");
  EXPECT_FALSE(contains(sim.output_of("run 0\n"), "keyword init")) << "it counts once";
}

// bond_style again: LAMMPS deletes the old style, and the user hears what goes with it. Command
// clear deletes it without a word.

TEST(BondBetweenRuns, TheStyleIsGivenAgain)
{
  NEEDS_LAMMPS(20260704, "a command clear that keeps plugins");
  const std::string warning = "command bond_style deletes the lengths and orientations";
  Simulation sim(bonded_box() + BINDER);
  EXPECT_FALSE(contains(sim.output_of(BINDER), warning)) << "no references yet";
  sim.run("clear\n" + bar("nve/sphere/rodrigues"));
  EXPECT_TRUE(contains(sim.output_of(EIGHTH_TURN + BINDER), warning));
  sim.run("run 0\n");
  EXPECT_NEAR(sim.value("ebond"), 0.0, 1e-20);
  EXPECT_FALSE(contains(sim.output_of("clear"), warning));
}
