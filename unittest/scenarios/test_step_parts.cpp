/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Parts of compute and fix timestep/contact, without a run: contacts and ghosts are made by hand.

#include "scenario.h"

#include "host/timestep/stability_bound.h"

#include "atom.h"
#include "force.h"
#include "lammps.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::VARDEM_NS;
using scenario::Simulation;
using VARDEM::Coefficients;
using VARDEM::Vec3;

namespace {

const Vec3 X{1.0, 0.0, 0.0};

/** A contact of owned particles along x, or with a wall (j < 0), of springs kn and kt and lever arms R. */
StepContact contact(int i, int j, double kn, double kt = 0.0, double R = 0.5)
{
  return {i, j, true, X, R, R, VARDEM::constant(kn, kt, 0.0, 0.0)};
}

/** n spheres of diameter 1 and mass 1 in a row. */
std::string row_of_spheres(int n, const std::string &first = "")
{
  std::string script = first +
      "atom_style sphere\natom_modify map array\nboundary f f f\nregion box "
      "block -5 50 -5 5 -5 5\ncreate_box 1 box\n";
  for (int i = 0; i < n; i++) script += "create_atoms 1 single " + std::to_string(i) + " 0 0\n";
  return script + "set group all diameter 1 mass 1\n";
}

constexpr int ALL = 1;    // bit of group all

/** Steps of the particles with these contacts. */
std::vector<double> steps_of(Simulation &sim, const std::vector<StepContact> &contacts,
                             const StepSettings &settings)
{
  Movers movers(sim.lammps(), ALL);
  movers.init("test");
  AtomExchange alone(sim.lammps(), nullptr);    // without ghosts it sends nothing
  movers.find_members(alone);
  StabilityBound bound(sim.lammps(), movers, alone);
  bound.find(contacts, settings);
  return {bound.step.begin(), bound.step.begin() + sim.lammps()->atom->nlocal};
}

std::vector<StepContact> chain(int n)
{
  std::vector<StepContact> contacts;
  for (int i = 0; i + 1 < n; i++) contacts.push_back(contact(i, i + 1, 1.0));
  return contacts;
}

}    // namespace

TEST(StepParts, LookAheadOfPairs)
{
  const auto speeds = [](double v) {
    return [v] {
      return v;
    };
  };
  LookAhead ahead;    // all pairs in the list
  EXPECT_TRUE(ahead.counts_pair(100.0, true, speeds(0.0)));
  ahead.horizon = 2.0;
  EXPECT_TRUE(ahead.counts_pair(-0.1, true, speeds(0.0)));
  EXPECT_TRUE(ahead.counts_pair(1.99, true, speeds(0.5)));
  EXPECT_FALSE(ahead.counts_pair(2.01, true, speeds(0.5)));
  EXPECT_TRUE(ahead.counts_pair(2.01, false, speeds(0.5)));    // a ghost without its velocity
  ahead.reach = 0.1;                                           // has precedence
  EXPECT_TRUE(ahead.counts_pair(0.1, true, speeds(0.0)));
  EXPECT_FALSE(ahead.counts_pair(0.11, false, speeds(100.0)));
  EXPECT_TRUE(ahead.counts_pair(-0.1, true, speeds(0.0)));
}

TEST(StepParts, LookAheadOfWalls)
{
  LookAhead ahead;
  EXPECT_EQ(ahead.range_of_walls(0.3, 100.0), 0.3);    // all within the skin
  EXPECT_TRUE(ahead.counts_wall(0.3, 0.0, 0.0));
  ahead.horizon = 2.0;
  EXPECT_EQ(ahead.range_of_walls(0.3, 0.01), 0.3);
  EXPECT_EQ(ahead.range_of_walls(0.3, 1.0), 8.0);
  EXPECT_TRUE(ahead.counts_wall(3.9, 0.5, -0.5));    // a wall that leaves may come back
  EXPECT_FALSE(ahead.counts_wall(4.1, 0.5, -0.5));
  EXPECT_TRUE(ahead.counts_wall(0.0, 0.0, 0.0));
  ahead.reach = 0.1;
  EXPECT_EQ(ahead.range_of_walls(0.3, 100.0), 0.1);
  EXPECT_TRUE(ahead.counts_wall(5.0, 0.0, 0.0));    // the range has chosen
}

TEST(StepParts, RulesOfTheStep)
{
  StepRules rules;
  rules.growth = 0.5;
  EXPECT_DOUBLE_EQ(rules.goal(2.0, 1.0, false), 1.8);
  EXPECT_EQ(rules.goal(NO_STEP_LIMIT, 0.7, false), 0.7);
  EXPECT_EQ(rules.goal(NO_STEP_LIMIT, 0.7, true), 0.7);
  EXPECT_EQ(rules.next(0.2, 1.0, 10.0, false), 0.2);            // it falls at once
  EXPECT_DOUBLE_EQ(rules.next(9.0, 1.0, 3.0, false), 3.375);    // it grows by (1 + growth)^steps
  EXPECT_EQ(rules.next(9.0, 1.0, 0.0, false), 1.0);
  EXPECT_EQ(rules.next(9.0, 1.0, 0.0, true), 9.0);
  rules.most = 2.0;
  EXPECT_EQ(rules.next(9.0, 1.0, 3.0, false), 2.0);
  EXPECT_EQ(rules.goal(NO_STEP_LIMIT, 0.7, true), 2.0);
  EXPECT_EQ(rules.goal(NO_STEP_LIMIT, 0.7, false), 0.7);
}

// Two owned particles, which are each other's neighbor also across the boundary. With newton on the pair with the ghost is there
// once, with newton off twice: the blocks are the same

TEST(StepParts, BlocksAreTheSameWithNewtonOnAndOff)
{
  const Coefficients law = {{3.0, 1.0, 0.25, 0.125}, {0.5, 0.25, 0.0, 0.0}};
  const Vec3 n{0.6, 0.0, 0.8};
  const StepContact inside = {0, 1, true, n, 0.5, 0.4, law};
  auto on = sum_contacts({inside, {1, 2, true, X, 0.4, 0.5, law}}, 2, 4, nullptr);
  const auto off = sum_contacts(
      {inside, {1, 2, false, X, 0.4, 0.5, law}, {0, 3, false, -1.0 * X, 0.5, 0.4, law}}, 2, 4,
      nullptr);
  for (const int i : {0, 1}) {
    auto *a = reinterpret_cast<double *>(&on[i]);
    const auto *ghost = reinterpret_cast<const double *>(&on[i + 2]);
    const auto *b = reinterpret_cast<const double *>(&off[i]);
    for (int k = 0; k < ParticleBlocks::WIDTH; k++) {
      a[k] += ghost[k];
      EXPECT_DOUBLE_EQ(a[k], b[k]) << i << ' ' << k;
    }
    EXPECT_GT(on[i].stiffness.uu.xx, 3.0);
  }
}

// A particle without a potential has no block, and Young's weights are 1 + t_j/t_i

TEST(StepParts, BlocksWithWeights)
{
  const double potential[] = {2.0, 6.0, 0.0};
  const auto blocks = sum_contacts({contact(0, 1, 1.0), contact(1, 2, 1.0)}, 3, 3, potential);
  EXPECT_DOUBLE_EQ(blocks[0].stiffness.uu.xx, 4.0);
  EXPECT_DOUBLE_EQ(blocks[1].stiffness.uu.xx, 4.0 / 3.0 + 1.0);
  EXPECT_EQ(blocks[2].stiffness.uu.xx, 0.0);
}

// Chain of n masses 1 and springs 1 with free ends: lambda = 2 + 2 cos(pi/n). The bound is the least step; those of the ends may
// be longer. Without sweeps it is the sum of the blocks of two particles, 2 + 2; DynDt is sqrt(2 m/K) = 1

TEST(StepParts, BoundOfAChain)
{
  for (const int n : {2, 3, 5}) {
    Simulation sim(row_of_spheres(n));
    StepSettings settings;
    settings.sweeps = 1000;
    const double exact = 2.0 / std::sqrt(2.0 + 2.0 * std::cos(M_PI / n));
    const auto steps = steps_of(sim, chain(n), settings);
    const double least = *std::min_element(steps.begin(), steps.end());
    EXPECT_LE(least, exact * (1.0 + 1e-12)) << n;
    EXPECT_GE(least, exact * (1.0 - 1e-3)) << n;
    settings.sweeps = 0;
    const auto unswept = steps_of(sim, chain(n), settings);
    const double of_two = n == 2 ? std::sqrt(2.0) : n == 3 ? 2.0 / std::sqrt(3.0) : 1.0;
    EXPECT_NEAR(unswept[n / 2], of_two, 1e-12) << n;
    settings.dyndt = true;
    EXPECT_NEAR(steps_of(sim, chain(n), settings)[n / 2], n == 2 ? std::sqrt(2.0) : 1.0, 1e-12);
  }
}

// A wall of kn alone: 2 sqrt(m/kn); with a dashpot c: h^2 k + 2 h c = 4 m. What touches nothing has no limit

TEST(StepParts, BoundOfAWall)
{
  Simulation sim(row_of_spheres(2));
  EXPECT_NEAR(steps_of(sim, {contact(0, -1, 4.0)}, {})[0], 1.0, 1e-12);
  EXPECT_EQ(steps_of(sim, {contact(0, -1, 4.0)}, {})[1], NO_STEP_LIMIT);
  StepContact damped = contact(0, -1, 2.0);
  damped.law.c.normal = 1.0;
  EXPECT_NEAR(steps_of(sim, {damped}, {})[0], 1.0, 1e-12);    // 2 + 2 = 4
}

// Spheres turn with 2/5 m R^2, disks in the plane only about its normal; frozen particles do not move, and are walls in m_eff

TEST(StepParts, MoversHaveMassAndInertia)
{
  Simulation sim(row_of_spheres(3) + "group two id 2\nfix ice two freeze\nset atom 3 mass 3\n");
  Movers movers(sim.lammps(), ALL);
  movers.init("test");
  AtomExchange alone(sim.lammps(), nullptr);    // without ghosts it sends nothing
  movers.find_members(alone);
  EXPECT_FALSE(movers.has_bodies());
  EXPECT_FALSE(movers.is_member(0));
  EXPECT_TRUE(movers.moves(0));
  EXPECT_FALSE(movers.moves(1));
  EXPECT_EQ(movers.effective_mass(0, 1), 1.0);
  EXPECT_EQ(movers.effective_mass(0, 2), 0.75);
  EXPECT_EQ(movers.inverse_inertia(1).mass.x, 0.0);
  EXPECT_DOUBLE_EQ(movers.inverse_inertia(0).mass.z, 1.0);
  EXPECT_DOUBLE_EQ(movers.inverse_inertia(0).moment.x, 10.0);    // 1/(0.4 m R^2)

  Simulation flat(
      "dimension 2\nboundary f f p\natom_style sphere\nregion box block -5 5 -5 5 -0.5 0.5\n"
      "create_box 1 box\ncreate_atoms 1 single 0 0 0\nset group all diameter 1 mass 1\n");
  Movers plane(flat.lammps(), ALL);
  plane.init("test");
  EXPECT_EQ(plane.inverse_inertia(0).mass.z, 0.0);
  EXPECT_EQ(plane.inverse_inertia(0).moment.x, 0.0);
  EXPECT_DOUBLE_EQ(plane.inverse_inertia(0).moment.z, 10.0);
}
