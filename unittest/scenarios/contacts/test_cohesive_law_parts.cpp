// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// A law that can pull and is made of cohesive_law.h alone: pair style, wall, rows of compute
// contact/force. The reference is the formula of the law, written here anew: with d the overlap,
// N = K d^(3/2) - F for d >= 0 and N = -F up to the gap D. Cohesion jkr, in test_cohesion.cpp, has
// the same hooks in all other parts, and the solvers refuse both in the same place.

#include "contacts/cohesive_grains.h"
#include "contacts/cohesive_law.h"

#include <cmath>

using namespace scenario;

namespace {

constexpr double K = 1e4, F = 20.0, D = 0.02;
const std::string LAW = "k 1e4 pull 20 range 0.02", FRICTION = " kt 5e3 mu 0.3";
const std::string PAIR = "pair_style contact/cohesive\npair_coeff * * " + LAW;
const std::string WALL = "fix w all wall/contact/cohesive plane 0 0 0 1 0 0 " + LAW;
const std::string NO_PAIR = "pair_style zero 1.0\npair_coeff * *";

double force(double d)
{
  return K * std::pow(std::max(d, 0.0), 1.5) - F;
}

const std::string CONTACTS[] = {PAIR, PAIR + FRICTION, NO_PAIR + "\n" + WALL,
                                NO_PAIR + "\n" + WALL + FRICTION};

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
            const double gap = last(sim.lammps()->atom->x, sim).x - (wall ? 0.5 : 1.0);
            held = gap < (held ? D : 0.0);
            const double expected = held ? force(-gap) : 0.0;
            EXPECT_NEAR(last(sim.lammps()->atom->f, sim).x, expected, 1e-11 * K) << gap;
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
