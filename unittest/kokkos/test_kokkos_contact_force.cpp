// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute contact/force/kk of pair styles contact/.../kk against the host styles: the same rows, to
// round-off.

#include "contacts/soft_contact.h"
#include "packing/packing.h"
#include "simulation_with.h"

#include <memory>

using namespace scenario;

namespace {

struct Lists {
  const char *newton, *neigh;

  std::string args() const
  {
    return std::string("-k on t 2 -sf kk -pk kokkos newton ") + newton + " neigh " + neigh;
  }
};

std::unique_ptr<Simulation> kokkos(const std::string &script, const Lists &lists)
{
  return simulation_with(lists.args(), script);
}

/** Grains of two types and three sizes that overlap, move and spin, in a periodic box with a
 *  tilt. */
std::string gas(const std::string &style)
{
  return "units lj\natom_style sphere\natom_modify map array\n"
         "region box prism 0 6 0 6 0 6 1 0 0.5 units box\ncreate_box 2 box\n"
         "lattice sc 1\ncreate_atoms 1 box\n" +
      STIRRED + style +
      "\nfix i all nve/sphere\ngroup some id <= 100\n"
      "compute f all contact/force\ncompute some some contact/force\n";
}

void expect_same(const Simulation &host, const Simulation &device, const std::string &id)
{
  std::map<std::pair<int, int>, ContactForce> rows;
  for (const auto &c : contact_forces(device, id)) {
    const bool is_new = rows.emplace(std::make_pair(c.i, c.j), c).second;
    EXPECT_TRUE(is_new) << c.i << " " << c.j;
  }
  const auto expected = contact_forces(host, id);
  EXPECT_EQ(rows.size(), expected.size());
  EXPECT_GT(rows.size(), 50u);
  for (const auto &c : expected) {
    ASSERT_EQ(rows.count({c.i, c.j}), 1u) << c.i << " " << c.j;
    const auto &other = rows.at({c.i, c.j});
    EXPECT_LT(c.i, c.j);
    EXPECT_NEAR(c.gap, other.gap, 1e-12);
    EXPECT_LE(VARDEM::norm(c.normal - other.normal), 1e-12);
    EXPECT_LE(VARDEM::norm(c.force - other.force), 1e-9);    // 1000 and more
    EXPECT_LE(VARDEM::norm(c.couple - other.couple), 1e-9);
    EXPECT_EQ(other.kind, 0);
  }
}

const std::string SMOOTH[] = {
    "pair_style contact/hooke\npair_coeff * * k 1000 damping velocity 5 3 kt 0 mu 0.3",
    "pair_style contact/hertz\npair_coeff 1 1 k 1000 damping restitution 0.5 velocity mid\n"
    "pair_coeff 2 2 k 2000 damping restitution 0.8 velocity mid"};
const std::string SPRINGS[] = {
    "pair_style contact/hooke\npair_coeff * * k 1000 damping velocity 5 3 kt 300 mu 0.3",
    "pair_style contact/hertz\npair_coeff * * k 3000 damping mass_velocity 5 3 kt 900 mu 0.2 "
    "velocity mid",
    "pair_style contact/hooke\npair_coeff * * k 1000 kt 300 mu 0.3 rolling 30 0.1 twisting 20 "
    "0.1"};
const Lists NEWTON_OFF = {"off", "half"};

void compare(const std::string &style, const Lists &lists)
{
  SCOPED_TRACE(style + " " + lists.args());
  Simulation host("newton " + std::string(lists.newton) + "\n" + gas(style));
  const auto device = kokkos(gas(style), lists);
  for (const std::string steps : {"0", "20"}) {
    host.run("run " + steps);
    device->run("run " + steps);
    expect_same(host, *device, "f");
    expect_same(host, *device, "some");
  }
}

}    // namespace

TEST(KokkosContactForce, WithoutSpringsInAllNeighborLists)
{
  for (const auto &style : SMOOTH)
    for (const auto &lists : {Lists{"on", "half"}, NEWTON_OFF, Lists{"off", "full"}})
      compare(style, lists);
}

TEST(KokkosContactForce, WithSprings)
{
  for (const auto &style : SPRINGS) compare(style, NEWTON_OFF);
}

TEST(KokkosContactForce, BetweenRuns)
{
  const auto sim = kokkos(gas(SPRINGS[0]), NEWTON_OFF);
  sim->run("run 10");
  const auto forces = force_sizes(*sim);
  sim->run("displace_atoms all move 0.1 0.1 0.1\nset group all diameter 0.5\npair_coeff * * k 1");
  EXPECT_EQ(force_sizes(*sim), forces);
}
