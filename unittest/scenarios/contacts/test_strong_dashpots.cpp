// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Dashpots of velocity onstep that are strong in the time step, g = h c/m_eff > 1/8: they are
// stable where those of stock styles are, which is g < 2 for two bodies (doc/notes/soft-contacts.md
// 6).

#include "bonds/bonded.h"
#include "energy/ledger.h"
#include "timestep/timestep.h"

#include <cmath>

using namespace scenario;

namespace {

constexpr double H = 1e-3, V0 = 1.0;
const std::string NVE = "fix nve all nve/sphere/rodrigues\n", STEP = "timestep " + number(H) + "\n";

/** Two grains that overlap by .1 and move along the line of their centres. Springs are weak: h^2
 *  k/m is 1e-12. */
std::string two_in_line(const std::string &box)
{
  return box + "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9 0 0\n" + MASS_ONE +
      "set atom 1 vx " + number(V0) + "\n" + STEP + NVE;
}

struct Case {
  std::string name, script;
  std::string velocity;    // along the line, 1 V0 at first
};

/** A dashpot alone with g in each style; m_eff = 1/2, at the wall 1. */
std::vector<Case> cases(double g)
{
  const std::string c = number(0.5 * g / H), rate = number(g / H), pair = two_in_line(empty_box()),
                    bonded = two_in_line(bonded_box()) + NO_CONTACTS +
      "create_bonds single/bond 1 1 2\n",
                    between = "vx[1]-vx[2]";
  return {{"hooke",
           pair + "pair_style contact/hooke\npair_coeff * * k 1e-6 damping mass_velocity " + rate +
               " 0\n",
           between},
          {"hertz",
           pair + "pair_style contact/hertz\npair_coeff * * k 1e-6 damping velocity " + c + " 0\n",
           between},
          {"wall",
           empty_box() + "create_atoms 1 single 0.4 0 0\n" + MASS_ONE + "set atom 1 vx -" +
               number(V0) + "\n" + STEP + NVE + "pair_style zero 1.2\npair_coeff * *\n" +
               "fix w all wall/contact plane 0 0 0 1 0 0 k 1e-6 damping mass_velocity " + rate +
               " 0\n",
           "-vx[1]"},
          {"bond hooke",
           bonded + "bond_style contact/hooke\nbond_coeff * k 1e-6 damping velocity " + c + " 0\n",
           between},
          {"binder",
           bonded + "bond_style binder\nbond_coeff * axial 1e-6 shear 0 moment 0 damp " +
               number(0.81 * 0.5 * g / H) + " 0 0\n",
           between}};
}

}    // namespace

// With nothing left of the extrapolation v(n+1/2) = (1 - g) v(n-1/2). The first half step has v0 (1
// - g/2), and the velocity at a step is the mean of two half steps; so after n steps it is v0 (1 -
// g/2)^2 (1 - g)^(n-1). With all of the extrapolation g > 1 would grow

TEST(StrongDashpots, AreThoseOfTheVelocityOfTheHalfStep)
{
  for (const double g : {0.2, 0.5, 1.2, 1.5, 1.9})
    for (const Case &one : cases(g)) {
      Simulation sim(one.script + "run 5\n");
      const double expected = V0 * std::pow(1.0 - 0.5 * g, 2) * std::pow(1.0 - g, 4);
      EXPECT_NEAR(sim.value(one.velocity), expected, 1e-5 * V0) << one.name << " " << g;
    }
}

// When all motion has gone, the dashpot has taken its energy. The books of the first half step have
// the force at its start all along, c v0 on the mean velocity v0, and not v0 (1 - g/4): so g^2/8
// m_eff v0^2 more than the bodies had

TEST(StrongDashpots, TakeWhatTheBodiesLose)
{
  for (const double g : {0.2, 0.5, 1.5, 1.9})
    for (const Case &one : cases(g)) {
      Simulation sim(one.script + LEDGER + "run 0\n");
      const double sum = sim.value("f_led"), mass = one.name == "wall" ? 1.0 : 0.5;
      sim.run("run 200");
      EXPECT_NEAR(sim.value(one.velocity), 0.0, 1e-6 * V0);
      EXPECT_NEAR(sim.value("f_led") - sum, 0.125 * g * g * mass * V0 * V0, 1e-6) << one.name << g;
    }
}

// A face-centred lattice: each contact has 2 c/m of two grains, and the fastest motion, of
// neighboring planes against each other, 8 c/m. So it is stable for h c/m < 1/4, with velocity mid
// and onstep

TEST(StrongDashpots, LatticeIsStableWhereThatOfStockIs)
{
  for (const std::string velocity : {"onstep", "mid"})
    for (const double factor : {0.96, 1.04}) {
      Simulation sim("units lj\natom_style sphere\ncomm_modify vel yes\nlattice fcc 1.5\n"
                     "region box block 0 4 0 4 0 4\ncreate_box 1 box\ncreate_atoms 1 box\n"
                     "set group all diameter 1.0\nset group all mass 1\nneighbor 0.2 bin\n"
                     "velocity all create 1e-12 8711\n" +
                     STEP + NVE +
                     "pair_style contact/hooke\npair_coeff * * k 1e-3 damping velocity " +
                     number(0.25 * factor / H) + " 0 velocity " + velocity + "\n");
      sim.run("run 100");
      const double middle = sim.value("ke");
      sim.run("run 50 pre no");
      EXPECT_EQ(sim.value("ke") > middle, factor > 1.0)
          << velocity << " " << factor << " " << middle << " " << sim.value("ke");
    }
}

// Tangential springs, friction and dashpots of both directions: forces do not depend on who
// communicates the velocities of ghosts, and those of compute contact/force are the ones that act

TEST(StrongDashpots, ForcesAreTheSameHoweverGhostsGetVelocities)
{
  for (const std::string law : {"hooke", "hertz"})
    for (const std::string friction : {"", " kt 2000 mu 0.5"}) {
      const std::string pair = "pair_style contact/" + law +
          "\npair_coeff * * k 3000 damping velocity 250 150" + friction + "\n";
      std::vector<State> found;
      for (const std::string vel : {"yes", "no"}) {
        Simulation sim(dense_grains() + pair + NVE + "comm_modify vel " + vel + "\nrun 5\n");
        found.push_back(sim.state());
      }
      EXPECT_LE(largest_difference(found[0].v, found[1].v), 1e-11) << law << friction;
      EXPECT_LE(largest_difference(found[0].omega, found[1].omega), 1e-11) << law << friction;
    }
}

TEST(StrongDashpots, ListedForcesAreThoseThatAct)
{
  for (const std::string law : {"hooke", "hertz"})
    for (const std::string friction : {"", " kt 2000 mu 0.5"}) {
      Simulation sim(
          two_grains() + "pair_style contact/" + law +
          "\npair_coeff * * k 3000 damping velocity 300 100" + friction + "\n" + NVE +
          "compute c all contact/force\ncompute r all reduce sum c_c[11] c_c[12] c_c[13] "
          "inputs local\nthermo_style custom step c_r[*]\nrun 3\n");
      const char *forces[] = {"fx[1]", "fy[1]", "fz[1]"};
      for (int k = 0; k < 3; k++) {
        const double acts = sim.value(forces[k]);
        EXPECT_GT(std::fabs(acts), 0.1);
        EXPECT_NEAR(sim.value("c_r[" + std::to_string(k + 1) + "]"), acts, 1e-12 * std::fabs(acts))
            << law << friction;
      }
    }
}

// What springs, dashpots and friction take of two grains that hit each other obliquely. With the
// same g in shorter steps the change of the sum falls like the step, because springs change the
// full-step velocity, too

TEST(StrongDashpots, BooksOfAnObliqueImpact)
{
  const auto change = [](const std::string &law, double h) {
    Simulation sim(
        two_grains() + "velocity all set 0 0 0\nset atom 1 vx 3 vy 0.5\npair_style contact/" + law +
        "\npair_coeff * * k 3000 damping velocity " + number(0.2 / h) + " " + number(0.06 / h) +
        " kt 2000 mu 0.5\n" + NVE + LEDGER + "timestep " + number(h) + "\nrun 0\n");
    const double sum = sim.value("f_led");
    sim.run("run " + number(0.04 / h));
    return std::fabs(sim.value("f_led") - sum) / sum;
  };
  for (const std::string law : {"hooke", "hertz"}) {
    const double coarse = change(law, 1e-3), fine = change(law, 1.25e-4);
    EXPECT_LT(coarse, 0.12) << law;
    EXPECT_NEAR(std::log(coarse / fine) / std::log(8.0), 1.0, 0.3) << law << coarse << " " << fine;
  }
}

// --- the check at the start of a run ---

// Springs are weak, so the limit is that of the dashpot, h c/m_eff = 2, whatever velocities it acts
// on

TEST(StrongDashpots, StepAboveTheLimitIsAWarning)
{
  for (const std::string velocity : {" velocity onstep\n", " velocity mid\n"})
    for (const double g : {1.99, 2.01})
      for (Case one : cases(g)) {
        one.script.pop_back();
        Simulation sim(one.script + velocity);
        const std::string text = sim.output_of("run 0");
        EXPECT_EQ(contains(text, "the time step 0.001 is above 0.000995") &&
                      contains(text, "a smaller step, which compute timestep/contact finds"),
                  g > 2.0)
            << one.name << velocity << text;
      }
}

// Compute timestep/contact counts each dashpot as often as it acts at the step that it finds

TEST(StrongDashpots, TimestepContactKnowsTheLimit)
{
  for (const Case &one : cases(1.0))
    EXPECT_NEAR(step_of(one.script), 2.0 * H, 1e-6 * H) << one.name;
}
