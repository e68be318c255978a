// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// A law that can pull and is made of cohesive_law.h alone: pair style, wall, rows of compute
// contact/force, fix energy/ledger; and those that refuse it. The reference is the formula of the
// law, written here anew: with d the overlap, N = K d^(3/2) - F for d >= 0 and N = -F up to the gap
// D. Cohesion jkr, in test_cohesion.cpp, has the same hooks in all other parts.

#include "contacts/cohesive_law.h"
#include "contacts/soft_contact.h"
#include "packing/packing.h"

#include "atom.h"

#include <cmath>

using namespace scenario;

namespace {

constexpr double K = 1e4, F = 20.0, D = 0.02;
const std::string LAW = "k 1e4 pull 20 range 0.02", FRICTION = " kt 5e3 mu 0.3";
const std::string PAIR = "pair_style contact/cohesive\npair_coeff * * " + LAW;
const std::string WALL = "fix w all wall/contact/cohesive plane 0 0 0 1 0 0 " + LAW;
const std::string NO_PAIR = "pair_style zero 1.0\npair_coeff * *";
const std::string LEDGER = "fix led all energy/ledger\nthermo_modify norm no\n";

double force(double d)
{
  return K * std::pow(std::max(d, 0.0), 1.5) - F;
}

/** One or two grains along x: the second one, or the only one with a plane at 0, has this gap. */
std::string grains(double gap, const std::string &contacts, const std::string &before = "")
{
  const bool wall = contains(contacts, "wall/contact");
  const double x = wall ? 0.5 + gap : 1.0 + gap;
  return empty_box(before) + (wall ? "" : "create_atoms 1 single 0 0 0\n") +
      "create_atoms 1 single " + number(x) + " 0 0\n" + MASS_ONE + contacts + "\n" + FORCES;
}

const std::string CONTACTS[] = {PAIR, PAIR + FRICTION, NO_PAIR + "\n" + WALL,
                                NO_PAIR + "\n" + WALL + FRICTION};

double *last(double **of, const Simulation &sim)
{
  return of[sim.lammps()->atom->map(sim.lammps()->atom->natoms)];
}

/** Grains that fly apart have lost this energy, also for the ledger. In the step in which a
 *  contact begins or ends, the force acts for up to a step too long or too short. */
void expect_loss(const std::string &script, double lost)
{
  constexpr double h = 4e-5, FASTEST = 3.0, BOUND = 2.0 * F * FASTEST * h;
  CohesiveSimulation sim(script + LEDGER + "timestep " + number(h) +
                         "\nfix nve all nve/sphere\nrun 0");
  const auto kinetic = [&] {
    double sum = 0.0;
    for (const Vec3 &v : sim.state().v) sum += 0.5 * dot(v, v);
    return sum;
  };
  const double start = kinetic(), balance = sim.value("f_led");
  sim.run("run 4000");
  EXPECT_NEAR(start - kinetic(), lost, BOUND) << script;
  EXPECT_NEAR(sim.value("f_led"), balance, BOUND) << script;
}

}    // namespace

// The contact begins at the touch and ends at the gap D; rows of compute contact/force are there as
// long as it holds.

TEST(CohesiveLaw, PullsUntilTheGapIsWide)
{
  for (const std::string skin : {"neighbor 0.3 bin\n", "neighbor 0.004 bin\n"})
    for (const std::string newton : {"newton on\n", "newton off\n"})
      for (const std::string &contacts : CONTACTS) {
        CohesiveSimulation sim(grains(0.031, contacts, newton) + skin +
                               "timestep 0.001\n"
                               "group moved id $(atoms)\nrun 0 post no");
        bool held = false;
        double strongest = 0.0, widest = 0.0;
        for (const std::string v : {"-2", "2"}) {
          sim.run("fix m moved move linear " + v + " 0 0");
          for (int k = 0; k < 33; k++) {
            sim.run("run 1 post no");
            const bool wall = contains(contacts, "wall/contact");
            const double gap = last(sim.lammps()->atom->x, sim)[0] - (wall ? 0.5 : 1.0);
            held = gap < (held ? D : 0.0);
            const double expected = held ? force(-gap) : 0.0;
            EXPECT_NEAR(last(sim.lammps()->atom->f, sim)[0], expected, 1e-11 * K) << gap;
            const auto rows = contact_forces(sim);
            ASSERT_EQ(rows.size(), held ? 1u : 0u) << gap << " " << contacts;
            if (!held) continue;
            EXPECT_NEAR(rows[0].gap, gap, 1e-14);
            EXPECT_NEAR(rows[0].force.x, (wall ? 1.0 : -1.0) * expected, 1e-11 * K);
            strongest = std::max(strongest, -expected);
            widest = std::max(widest, gap);
          }
          sim.run("unfix m");
        }
        EXPECT_NEAR(strongest, F, 1e-11 * F);
        EXPECT_NEAR(widest, D, 2e-3) << "the gap grows by 0.002 in a step";
      }
}

// Grains that fly apart have lost the energy of the gap

TEST(CohesiveLaw, EnergyOfAnImpact)
{
  for (const std::string &contacts : CONTACTS)
    expect_loss(grains(0.01, contacts) + "set atom $(atoms) vx -2\n", F * D);
}

// All that solve for forces >= 0 refuse the law, of the pair style and of walls. (Fix nve/sphere/cd
// refuses all soft contacts.)

TEST(CohesiveLaw, SolversRefuseIt)
{
  const std::string solvers[] = {"fix s all compatible/cd 1\nrun 0",
                                 "fix s all nve/sphere/implicit\nrun 0",
                                 "min_style contact/newton\nminimize 0 1e-6 10 10"};
  for (const std::string &solver : solvers) {
    const std::string rigid = "pair_style contact/hooke\npair_coeff * * k 1000\n";
    for (const std::string &contacts : {PAIR, rigid + WALL}) {
      CohesiveSimulation sim(grains(-0.01, contacts));
      const std::string owner = contacts == PAIR ? "pair style contact/cohesive"
                                                 : "fix wall/contact/cohesive w";
      expect_parts(sim.error_of(solver),
                   {"solves for contact forces that only push", "cohesive of " + owner});
    }
  }
}
