// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger with bonds: their springs, their dashpots, and the energy of those that break.

#include "bonds/bonded.h"
#include "energy/ledger.h"

#include <cmath>

using namespace scenario;

namespace {

// thermo_style sets the settings of thermo_modify back
const std::string BOOKS =
    LEDGER + "thermo_style custom step f_led ebond pe\nthermo_modify norm no\n";

/** A ring of n grains in the plane z = 0 of diameter 1. */
std::string ring(int n, const std::string &before, const std::string &style)
{
  const double R = 0.5 / std::sin(M_PI / n);
  std::string script = bonded_box(before, "hybrid sphere bond", "block -9 9 -9 9 -9 9");
  for (int i = 0; i < n; i++)
    script += "create_atoms 1 single " + std::to_string(R * std::cos(2 * M_PI * i / n)) + " " +
        std::to_string(R * std::sin(2 * M_PI * i / n)) + " 0\n";
  script += MASS_ONE;
  for (int i = 1; i <= n; i++)
    script +=
        "create_bonds single/bond 1 " + std::to_string(i) + " " + std::to_string(i % n + 1) + "\n";
  return script + NO_CONTACTS + style + RODRIGUES;
}

/** Speeds that bend, stretch and twist a ring. */
const std::string SPEEDS = "variable vx atom 0.4*x-0.3*y\nvariable vy atom -0.4*y+0.2*x*y\n"
                           "variable vz atom 0.3*x*y-0.2*x\nvelocity all set v_vx v_vy v_vz\n"
                           "variable w atom sin(3*id)\nset group all omega v_w 0 v_w\n";

/** Largest change of the sum in a run until t = T. */
double change(const std::string &script, double h, double T)
{
  Simulation sim(script + BOOKS + "timestep " + std::to_string(h) + "\n");
  const int pieces = 10, steps = static_cast<int>(std::lround(T / h / pieces));
  sim.run("run 0");
  const double start = sum(sim);
  double most = 0.0;
  for (int k = 0; k < pieces; k++) {
    sim.run("run " + std::to_string(steps));
    most = larger(most, std::fabs(sum(sim) - start));
  }
  return most;
}

double slope(const std::string &script, double h, double T)
{
  const double coarse = change(script, h, T), fine = change(script, 0.5 * h, T);
  return std::log2(coarse / fine);
}

const std::string WITH_DASHPOTS =
    "bond_style binder\nbond_coeff * axial 200 shear 60 moment 10 torsion 6 form N energy linear "
    "damp 3 2 0.4";
const std::string BREAKING = "bond_style binder\nbond_coeff * axial 200 shear 60 moment 10 form N "
                             "energy linear ";

}    // namespace

// Parts 4 and 8 of a ring with dashpots. Second order with velocity onstep, first with mid.

TEST(BondLedger, DampedRingIsConstantToSecondOrder)
{
  const std::string script = ring(12, "", WITH_DASHPOTS + "\n") + SPEEDS;
  EXPECT_NEAR(slope(script, 0.004, 2.0), 2.0, 0.1);
  Simulation sim(script + BOOKS + "timestep 0.002\nrun 0\n");
  const double start = sum(sim);
  double taken = 0.0;
  for (int k = 0; k < 10; k++) {
    sim.run("run 100");
    const double now = part(sim, DASHPOTS);
    EXPECT_GE(now, taken);
    taken = now;
    EXPECT_EQ(part(sim, BOND), sim.value("ebond"));
    EXPECT_EQ(part(sim, ELASTIC), 0.0);
    EXPECT_EQ(part(sim, FRACTURE), 0.0);
  }
  EXPECT_GE(taken, 0.3 * start);
  const std::string mid = ring(12, "", WITH_DASHPOTS + " velocity mid\n") + SPEEDS;
  EXPECT_NEAR(slope(mid, 0.001, 2.0), 1.0, 0.1);
}

TEST(BondLedger, HookeanBondsWithDashpots)
{
  const std::string script =
      ring(12, "", "bond_style contact/hooke\nbond_coeff * k 200 damping velocity 3 2\n") + SPEEDS;
  EXPECT_NEAR(slope(script, 0.004, 1.0), 2.0, 0.1);
}

// What a bond that breaks has stored goes to part 13. It breaks at a time step, but has had its
// force until the middle of the step before, so the energy is that of the middle: the sum stays
// constant to second order. Without dashpots, and with.

TEST(BondLedger, BreakingKeepsTheSum)
{
  for (const std::string damp : {"", "damp 3 2 0.4 "}) {
    const std::string script =
        ring(12, "newton on off\n", BREAKING + damp + "break axial 0.02 break bend 0.2\n") + SPEEDS;
    EXPECT_GE(slope(script, 0.002, 2.0), 1.8) << damp;
    Simulation sim(script + BOOKS + "timestep 0.001\nrun 0\n");
    const double start = sum(sim);
    sim.run("run 2000\n");
    EXPECT_GE(part(sim, FRACTURE), 0.05 * start);
    sim.run("compute n all count/type bond\nthermo_style custom step c_n[1]\nrun 0");
    const double bonds = sim.value("c_n[1]");
    EXPECT_LE(bonds, 10.0);
    EXPECT_GE(bonds, 1.0);
  }
}

// One bond, by hand. Two heavy bodies move apart at constant speed, so that l/l0 - 1 = 0.002 n at
// step n. The bond breaks at the first step above 0.02: 11, or by round-off 10. Its energy is 100
// (l/l0 - 1)^2 half a step earlier, to second order, 100 x 0.001^2.

TEST(BondLedger, EnergyOfABrokenBondByHand)
{
  Simulation sim(bonded_box("newton on off\n") +
                 "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\n"
                 "set group all diameter 1\nset group all mass 1e12\n"
                 "create_bonds single/bond 1 1 2\n" +
                 BREAKING + "break axial 0.02\n" + NO_CONTACTS + RODRIGUES +
                 "set atom 1 vx -0.1\nset atom 2 vx 0.1\ntimestep 0.01\n" + BOOKS + "run 20\n");
  const double U = part(sim, FRACTURE);
  const double first = 100 * 0.019 * 0.019, second = 100 * 0.021 * 0.021;
  EXPECT_LE(std::min(std::fabs(U - first), std::fabs(U - second)), 1.01e-4);
  EXPECT_EQ(part(sim, BOND), 0.0);
}

// The same in a cell that is sheared, whose flow is in the velocities of periodic images: a block
// of bonds in all directions. The work of the cell is part 7.

TEST(BondLedger, ShearedBlock)
{
  const auto block = [](const std::string &coefficients) {
    return bonded_box("newton on off\n", "hybrid sphere bond", "prism 0 4 0 4 0 4 0.3 0 0") +
        "lattice sc 1\ncreate_atoms 1 box\ndisplace_atoms all random 0.03 0.03 0.03 71\n" +
        MASS_ONE + NO_CONTACTS + coefficients + "\n" + RODRIGUES +
        "create_bonds/gap all all 1 0.3\nvelocity all create 0.01 3718\n"
        "fix cell all deform/gradv gradv 0 0 0 0.2 0 0 kick yes\n";
  };
  EXPECT_GE(slope(block(WITH_DASHPOTS), 0.004, 0.4), 1.9);
  const std::string breaking =
      block(BREAKING + "damp 3 2 0.4 break axial 0.04 break bend 0.1 break shear 0.06");
  EXPECT_GE(slope(breaking, 0.004, 0.8), 1.8);
  Simulation sim(breaking + BOOKS + "timestep 0.002\nrun 400\n");
  EXPECT_GE(part(sim, FRACTURE), 0.1 * std::fabs(part(sim, CELL)));
}

// Restart files have part 13, and the log names what a ledger of a group does not have

TEST(BondLedger, RestartAndMessages)
{
  const std::string file = scratch_file("bonds");
  const std::string script =
      ring(12, "newton on off\n", BREAKING + "break axial 0.02 break bend 0.2\n") + SPEEDS;
  Simulation sim(script + BOOKS + "timestep 0.001\nrun 2000\nwrite_restart " + file + "\n");
  const double released = part(sim, FRACTURE);
  EXPECT_GT(released, 0.0);
  sim.run("clear\nread_restart " + file + "\n" + NO_CONTACTS + RODRIGUES + BOOKS + "run 0\n");
  EXPECT_EQ(part(sim, FRACTURE), released);
  sim.run("clear\n" + script + "group some id 1:3\nfix led some energy/ledger\n");
  const std::string text = sim.output_of("run 0");
  for (const std::string line :
       {"part 4 (bond) does not contain the energy of bond style binder",
        "part 8 (dashpots) does not contain the dissipation by bond style "
        "binder",
        "part 13 (fracture) does not contain the energy of broken bonds of "
        "bond style binder"})
    EXPECT_TRUE(contains(text, line)) << text;
  sim.run("bond_coeff * axial 200 shear 60 moment 10\n");
  EXPECT_FALSE(contains(sim.output_of("run 0"), "part 13"));
}
