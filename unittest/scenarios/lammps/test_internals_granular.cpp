// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Access to package GRANULAR: one test for each entry of host/lammps/internals_granular.h, with the
// name of the entry. It fails when a version of LAMMPS changes what the entry relies on.

#include "contacts/soft_contact.h"
#include "fix_neigh_history.h"
#include "host/lammps/internals_springs.h"

#include "host/lammps/internals_granular.h"

#include "atom.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace scenario;

namespace {

/** A sphere of diameter 1 and mass 2 at this height, which nothing moves. */
std::string sphere(double z)
{
  return "units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\nboundary f f f\n"
         "region box block -20 20 -20 20 -20 20\ncreate_box 1 box\ncreate_atoms 1 single 0 0 " +
      std::to_string(z) + "\nset group all diameter 1 mass 2\n";
}

}    // namespace

// The coefficients are those of the command, with LAMMPS' rules for NULL: kt = 2/7 kn, gamma_t =
// gamma_n/2; without dampflag gamma_t = 0 (doc/src/pair_gran.rst of LAMMPS)

TEST(Internals, gran_coefficients)
{
  for (const std::string style : {"gran/hooke", "gran/hooke/history", "gran/hertz/history"}) {
    Simulation sim(sphere(0.0));
    const auto coefficients = [&](const std::string &values) {
      sim.run("pair_style " + style + " " + values + "\npair_coeff * *");
      return VARDEM_NS::gran_coefficients(sim.lammps()->force->pair);
    };
    const auto given = coefficients("700 30 5 4 0.5 1"),
               left = coefficients("700 NULL 5 NULL 0.5 1"),
               without = coefficients("700 30 5 4 0.5 0");
    const std::string relies =
        "gran_coefficients() relies on src/GRANULAR/pair_gran_hooke_history.h of "
        "LAMMPS, which has changed: " +
        style;
    EXPECT_EQ(given.kn, 700.0) << relies;
    EXPECT_EQ(given.kt, 30.0) << relies;
    EXPECT_EQ(given.gamman, 5.0) << relies;
    EXPECT_EQ(given.gammat, 4.0) << relies;
    EXPECT_DOUBLE_EQ(left.kt, 200.0) << relies;
    EXPECT_EQ(left.gammat, 2.5) << relies;
    EXPECT_EQ(without.gammat, 0.0) << relies;
  }
}

// Planes are where they push a sphere at rest: force kn overlap - gamma_n m v_n; both planes are
// beyond the reach of the other

TEST(Internals, gran_planes)
{
  const std::string relies =
      "gran_planes() relies on src/GRANULAR/fix_wall_gran.h and fix_wall_gran.cpp "
      "of LAMMPS, which have changed";
  const double kn = 100.0, gamma = 3.0, mass = 2.0, z = 0.3, R = 0.5;
  const std::string wall = "fix wall all wall/gran hooke 100 0 3 0 0 1 ";
  for (const bool above : {false, true}) {
    const std::string ends = above ? "zplane -9 0.7 " : "zplane -0.1 9 ";
    Simulation sim(sphere(z) + "timestep 0.1\n" + wall + ends + "wiggle z 0.05 4\n" +
                   "pair_style zero 1\npair_coeff * *\nrun 3\nrun 4");
    const auto planes = VARDEM_NS::gran_planes(sim.lammps()->modify->get_fix_by_id("wall"), 7);
    const double omega = 2.0 * M_PI / 4.0;
    EXPECT_EQ(planes.axis, 2) << relies;
    EXPECT_EQ(planes.lo, above ? -9.0 : -0.1) << relies;
    EXPECT_EQ(planes.hi, above ? 0.7 : 9.0) << relies;
    EXPECT_NEAR(planes.offset, 0.05 * (1.0 - std::cos(omega * 0.7)), 1e-15) << relies;
    EXPECT_NEAR(planes.speed, 0.05 * omega * std::sin(omega * 0.7), 1e-15) << relies;
    const double overlap = above ? z + R - planes.hi - planes.offset
                                 : planes.lo + planes.offset - (z - R);
    const double approach = above ? -planes.speed : planes.speed;
    EXPECT_GT(overlap, 0.0);
    EXPECT_NEAR(sim.value("fz[1]"), (above ? -1.0 : 1.0) * (kn * overlap + gamma * mass * approach),
                1e-12)
        << relies;
  }
  Simulation sim(sphere(0.0) + wall + "xplane 1 NULL");
  const auto planes = VARDEM_NS::gran_planes(sim.lammps()->modify->get_fix_by_id("wall"), 0);
  EXPECT_EQ(planes.axis, 0) << relies;
  EXPECT_EQ(planes.lo, 1.0) << relies;
  EXPECT_GT(planes.hi, 1e10) << relies;
  EXPECT_EQ(planes.offset, 0.0) << relies;
  EXPECT_EQ(planes.speed, 0.0) << relies;
}

// Two grains that touch each other twice in a thin box. The spins do not depend on when lists are
// built

TEST(Internals, SpringsByImage)
{
  const auto difference = [](const std::string &pair) {
    const auto spins = [&](const std::string &lists) {
      Simulation sim("units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
                     "region box block -5 5 0 1.2 -5 5\ncreate_box 1 box\n"
                     "create_atoms 1 single 0 0.3 0\ncreate_atoms 1 single 0.75 0.9 0\nset group "
                     "all diameter 1 mass 1\n"
                     "set atom 1 omega 3 1 5\nneighbor 0.3 bin\ntimestep 1e-4\npair_style " +
                     pair + "fix 1 all nve/sphere\nneigh_modify every 1 delay 0 " + lists +
                     "\nrun 60");
      return sim.state().omega;
    };
    return largest_difference(spins("check yes"), spins("check no"));
  };
  const std::string who = "entry SpringsByImage of host/lammps/internals_springs.h ";
  EXPECT_LE(difference("contact/hooke\npair_coeff * * k 2e4 kt 1e4 mu 0.5\n"), 1e-10)
      << who << "relies on src/fix_neigh_history.cpp of LAMMPS, which has changed";
  EXPECT_GE(difference("gran/hooke/history 2e4 1e4 0 0 0.5 0\npair_coeff * *\n"), 1e-3)
      << who << "may go: LAMMPS' fix NEIGH_HISTORY keeps the springs of images apart";
}

// Write_restart makes ghosts anew between the pieces of a run. The motion does not depend on it

TEST(Internals, SavedSprings)
{
  const auto difference = [](const std::string &pair) {
    const auto end = [&](const std::string &command) {
      Simulation sim(dense_grains() + "pair_style " + pair +
                     "fix 1 all nve/sphere\nrun 60 every 15 \"" + command + "\"");
      return sim.state().v;
    };
    return largest_difference(end("write_restart " + scratch_file("restart")), end("print done"));
  };
  const std::string who = "entry SavedSprings of host/lammps/internals_springs.h ";
  EXPECT_LE(difference("contact/hooke\npair_coeff * * k 5000 kt 4000 mu 0.4\n"), 1e-9)
      << who << "relies on src/fix_neigh_history.cpp of LAMMPS, which has changed";
  EXPECT_GE(difference("gran/hooke/history 5000 4000 0 0 0.4 0\npair_coeff * *\n"), 1e-3)
      << who << "may go: LAMMPS' fix NEIGH_HISTORY keeps the springs of such runs";
}

TEST(Internals, make_room_for_partners)
{
  Simulation sim("units lj\natom_style sphere\ncomm_modify vel yes\nregion box block -5 5 -5 5 -5 "
                 "5\ncreate_box 1 box\n"
                 "pair_style gran/hooke/history 2e4 1e4 0 0 0.5 0\npair_coeff * *\n"
                 "fix 1 all nve/sphere\nrun 0");
  auto fixes = sim.lammps()->modify->get_fix_by_style("^NEIGH_HISTORY");
  ASSERT_EQ(fixes.size(), 1u);
  auto *history = dynamic_cast<LAMMPS_NS::FixNeighHistory *>(fixes[0]);
  ASSERT_NE(history, nullptr);
  LAMMPS_NS::VARDEM_NS::make_room_for_partners(history, 24, sim.lammps()->atom->nmax);
  EXPECT_EQ(history->get_maxpartner(), 24)
      << "entry make_room_for_partners relies on maxpartner of src/fix_neigh_history.h";
}
