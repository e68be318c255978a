/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// What happens to bonds between two runs. Their energy is a function of positions and orientations, so that a command that changes neither
// must not change it.

#include "bonded.h"

#include "atom.h"
#include "lammps.h"

using namespace scenario;

namespace {

/** Six grains in a line along x that turns about z, with some bending and torsion. */
std::string bar(const std::string &integrator, const std::string &before = "newton off\n",
                const std::string &atom_style = "hybrid sphere bond")
{
  std::string script = bonded_box(before, atom_style);
  for (int i = 0; i < 6; i++)
    script += "create_atoms 1 single " + std::to_string(i - 2.5) + " 0 0\n";
  return script + MASS_ONE + NO_CONTACTS +
      "bond_style binder\n"
      "bond_coeff * axial 4e3 shear 1e3 moment 1e2 torsion 80 form N energy linear\nfix 1 all " +
      integrator +
      "\ncreate_bonds/gap all all 1 0.05\nvariable vy atom 1.57*x\nvelocity all set 0 v_vy 0\n"
      "variable w atom 0.2*sin(id)\nset group all omega v_w 0 1.57\n"
      "thermo_style custom step ebond ke f_led\nthermo_modify norm no\nfix led all energy/ledger\n";
}

const std::string EIGHTH_TURN = "run 1000\n";    // 0.5 x 1.57 radian

}    // namespace

// A strained bar turns by 45 degrees. With orientations 1 0 0 0 its bonds would have an energy of the order of KS (pi/4)^2 each, 3000 in
// all; here they have less than 1. Positions and orientations are the same before and after the command, so that the energy is, too: to
// round-off of the sum.

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

// Those that nothing moves any more keep the orientation that they had, as one of two integrators has it, or none of them

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

// A restart file, written after a run or in its middle, and an integrator with another ID and style

TEST(BondBetweenRuns, RestartWithAnotherIntegrator)
{
  const std::string after = scratch_file("after"), during = scratch_file("during");
  Simulation sim(bar("nve/sphere/rodrigues") + "restart 600 " + during + "\nrun 600\n");
  const double U = sim.value("ebond");
  sim.run("restart 0\nrun 400\nwrite_restart " + after + "\n");
  for (const auto &[file, energy] : {std::pair{during, U}, {after, sim.value("ebond")}}) {
    Simulation next("read_restart " + file + "\n" + NO_CONTACTS +
                    "fix other all nve/sphere/implicit\nthermo_style custom step ebond\nrun 0\n");
    EXPECT_NEAR(next.value("ebond"), energy, 1e-12) << file;
  }
}

// Bodies that are turned as a whole have the energy that they had, where the atom style has the orientations, and an error elsewhere

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
    sim.run("write_restart " + file + "\n");
    expect_error(sim, turn + end, message);
    sim.run("clear\nread_restart " + file + "\n" + NO_CONTACTS + "fix 2 all nve/sphere/implicit\n");
    expect_error(sim, turn + end, message);
    sim.run("bond_style binder\nbond_coeff * axial 200 shear 200 moment 10\n" + end);
  }
}

// What pulls bonds, moves or deforms the body without a turn is no error. A bond of half the box has two nearest images.

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

// Keyword init of a new integrator: an error where it would turn bonded atoms, and not elsewhere

TEST(BondBetweenRuns, InitOfANewIntegrator)
{
  const std::string given = "fix given all property/atom d2_q 4\nset group all d2_q[1] 1\n",
                    init = "fix 1 all nve/sphere/rodrigues init d2_q\n";
  Simulation sim(bar("nve/sphere/rodrigues") + given + EIGHTH_TURN);
  expect_error(sim, init + "run 0\n",
               {"Bond style binder: keyword init of fix 1 nve/sphere/rodrigues gives atom",
                "leave out init"});
  sim.run("group far empty\nunfix 1\nfix 1 all nve/sphere/rodrigues\nrun 10\n"
          "create_atoms 1 single 4 4 4\nset atom 7 mass 1 diameter 1\ngroup far id 7\n"
          "set atom 7 d2_q[1] 0 d2_q[4] 1\nfix 2 far nve/sphere/rodrigues init d2_q\nrun 0\n");
  EXPECT_EQ(sim.value("f_2[7][4]"), 1.0);
}

// bond_style again: LAMMPS deletes the old style, and the user hears what goes with it. Command clear deletes it without a word.

TEST(BondBetweenRuns, TheStyleIsGivenAgain)
{
  const std::string warning = "command bond_style deletes the lengths and orientations";
  Simulation sim(bar("nve/sphere/rodrigues"));
  EXPECT_FALSE(contains(sim.output_of(BINDER), warning)) << "no references yet";
  EXPECT_TRUE(contains(sim.output_of(EIGHTH_TURN + BINDER), warning));
  sim.run("run 0\n");
  EXPECT_NEAR(sim.value("ebond"), 0.0, 1e-20);
  EXPECT_FALSE(contains(sim.output_of("clear"), warning));
}
