// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute contact/force of the contacts of grains with fix wall/contact.

#include "contacts/soft_contact.h"
#include "packing/packing.h"

#include "atom.h"

#include <fstream>

using namespace scenario;

namespace {

/** A grain of diameter 1 and mass 1 in x = (0, 0, 0.4), and the wall z = 0 with these
 *  coefficients. */
std::string on_a_plane(const std::string &coefficients,
                       const std::string &wall = "plane 0 0 0 0 0 1")
{
  return empty_box() + "create_atoms 1 single 0 0 0.4\n" + MASS_ONE + "fix i all nve/sphere\n" +
      "fix w all wall/contact " + wall + " " + coefficients + "\n" + FORCES;
}

/** Grains of three sizes that overlap, move and spin, in a drum that turns and sinks, above a
 *  plane. */
std::string drum(const std::string &law, const std::string &coefficients,
                 const std::string &pairs = "k 1000 damping velocity 5 3 kt 300 mu 0.3")
{
  return "units lj\natom_style sphere\natom_modify map array\nboundary f f f\n"
         "region box block -5 5 -5 5 -5 5\ncreate_box 2 box\nlattice sc 1\n"
         "region inside cylinder z 0 0 2.4 -2.2 2.2\ncreate_atoms 1 region inside\n" +
      STIRRED +
      "variable turn equal 30*step*dt\nvariable zero equal 0\n"
      "variable fall equal -2*step*dt\n"
      "region drum cylinder z 0 0 2.6 -2.6 INF side in move v_zero v_zero v_fall "
      "rotate v_turn 0 0 0 0 0.1 1\n"
      "pair_style contact/hooke\npair_coeff * * " +
      pairs + "\nfix i all nve/sphere\nfix w all wall/contact region drum law " + law + " " +
      coefficients + "\nfix v all wall/contact plane 0 0 -2.5 0.1 0 1 law " + law + " " +
      coefficients + "\n" + FORCES;
}

}    // namespace

// --- rows against contacts computed by hand ---

TEST(ContactForceWall, HeadOn)
{
  // overlap 0.1, closing speed 1, m_eff = m = 1: N = 1000 x 0.1 + 10 x 1 x 1 = 110
  Simulation sim(on_a_plane("k 1000 damping mass_velocity 10 0 velocity mid"));
  sim.run("set atom 1 vz -1\nrun 0");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 1u);
  const auto &c = contacts[0];
  EXPECT_EQ(c.i, 1);
  EXPECT_EQ(c.j, 0);
  EXPECT_EQ(c.kind, 1);
  EXPECT_NEAR(c.normal.z, -1.0, 1e-15);
  EXPECT_NEAR(c.point.z, -0.05, 1e-15);
  EXPECT_NEAR(c.gap, -0.1, 1e-15);
  EXPECT_NEAR(c.force.z, 110.0, 1e-12);
  for (double zero : {c.normal.x, c.normal.y, c.point.x, c.point.y, c.force.x, c.force.y})
    EXPECT_EQ(zero, 0.0);
  EXPECT_EQ(VARDEM::norm(c.classic), 0.0);
  EXPECT_EQ(VARDEM::norm(c.moment), 0.0);
}

// --- the rows are the forces that acted ---

TEST(ContactForceWall, SumsAreForcesAndTorques)
{
  // 20 steps with new neighbor lists, in a drum that moves
  for (const std::string law : {"hooke", "hertz"})
    for (const std::string velocity : {"mid", "onstep"})
      for (const std::string friction : {"", " kt 300 mu 0.3", " kt 0 mu 0.3"})
        for (const std::string lever : {"", " lever contact"}) {
          const std::string coefficients =
              "k 1000 damping velocity 5 3" + friction + " velocity " + velocity + lever;
          const double shorter = lever.empty() ? 0.0 : 0.5;
          Simulation sim(drum(law, coefficients));
          sim.run("run 0");
          EXPECT_LE(balance(sim, shorter).force, 1e-13) << law << coefficients;
          sim.run("run 20");
          EXPECT_GE(sim.value("nbuild"), 2.0);
          const Balance end = balance(sim, shorter);
          EXPECT_LE(end.force, 1e-13) << law << coefficients;
          EXPECT_LE(end.torque, 1e-13) << law << coefficients;
          EXPECT_GE(end.at_walls, 20) << law << coefficients;
        }
}

// The walls tell the force on them by their vectors, too

TEST(ContactForceWall, SumsAreForcesOnTheWalls)
{
  Simulation sim(drum("hertz", "k 1000 damping velocity 5 3 kt 300 mu 0.3"));
  sim.run("thermo_style custom step f_w[1] f_v[1]\nrun 20");
  Vec3 sum = {0, 0, 0};
  double number = 0.0;
  for (const auto &c : contact_forces(sim))
    if (c.kind == 1) {
      sum = sum + c.force;
      number++;
    }
  EXPECT_NEAR(sum.x, -sim.value("f_w[1]+f_v[1]"), 1e-11);
  EXPECT_NEAR(sum.y, -sim.value("f_w[2]+f_v[2]"), 1e-11);
  EXPECT_NEAR(sum.z, -sim.value("f_w[3]+f_v[3]"), 1e-11);
  EXPECT_EQ(number, sim.value("f_w[10]+f_v[10]"));
}

// Without any pair style of contacts, and without any pair style

TEST(ContactForceWall, OfWallsAlone)
{
  for (const std::string pair :
       {"", "pair_style none\n", "pair_style zero 1.2\npair_coeff * *\n"}) {
    for (const std::string source : {"", " source pair"}) {
      Simulation sim(on_a_plane("k 1000 kt 300 mu 0.3"));
      sim.run(pair + "uncompute f\ncompute f all contact/force" + source + "\nrun 0");
      EXPECT_NEAR(contact_forces(sim).at(0).force.z, 100.0, 1e-12) << pair;
      sim.run("set atom 1 vx 0.1\nrun 10\n" + dump_local());
      const auto c = contact_forces(sim).at(0);
      EXPECT_EQ(c.force.z, sim.lammps()->atom->f[0][2]) << pair;
      EXPECT_EQ(c.force.x, sim.lammps()->atom->f[0][0]) << pair;
      EXPECT_LT(c.force.x, 0.0) << pair;
    }
  }
}

// A grain in a corner has a row for each surface

TEST(ContactForceWall, OfACorner)
{
  Simulation sim(empty_box() + "create_atoms 1 single 0.45 0.4 0.3\n" + MASS_ONE +
                 "region b block 0 4 0 4 0 4\nfix w all wall/contact region b k 1000\n" + FORCES +
                 "run 0");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 3u);
  for (const auto &c : contacts)
    EXPECT_NEAR(c.size(), c.normal.x != 0.0 ? 50.0 : c.normal.y != 0.0 ? 100.0 : 200.0, 1e-12);
}

// --- which contacts, and when ---

// A wall acts on its group

TEST(ContactForceWall, OfTheGroupOfAWall)
{
  Simulation sim(drum("hooke", "k 1000"));
  sim.run("group some id <= 40\nunfix v\nunfix w\n"
          "fix w some wall/contact region drum k 1000\nrun 10");
  std::size_t at_walls = 0;
  for (const auto &c : contact_forces(sim)) {
    if (c.kind == 0) continue;
    at_walls++;
    EXPECT_LE(c.i, 40);
  }
  EXPECT_GT(at_walls, 5u);
  EXPECT_LE(balance(sim).force, 1e-13);
}

// Between runs the rows are those of the last step, whatever was changed since

TEST(ContactForceWall, BetweenRuns)
{
  for (const auto &later :
       {std::string(""), std::string("displace_atoms all move 0.1 0.1 0.1"),
        std::string("set group all diameter 0.5"), std::string("group some clear"),
        "write_data " + scratch_file("data"), "write_restart " + scratch_file("restart"),
        std::string("region drum delete\nregion drum sphere 0 0 0 3")}) {
    Simulation sim(drum("hooke", "k 1000 kt 300 mu 0.3"));
    sim.run("group some id <= 40\ncompute some some contact/force source pair\nrun 10");
    const auto forces = force_sizes(sim), some = force_sizes(sim, "some");
    sim.run(later);
    EXPECT_EQ(force_sizes(sim), forces) << later;
    EXPECT_EQ(force_sizes(sim, "some"), some) << later;
    sim.run(dump_local());
  }
}

// pair style and wall forget a compute that is gone, also in runs without init()

TEST(ContactForceWall, ComputeIsDeletedBetweenRuns)
{
  Simulation sim(drum("hooke", "k 1000") + "run 2\nuncompute f\nrun 5 pre no\n");
  EXPECT_GT(sim.value("f_w[10]"), 0.0);
}

TEST(ContactForceWall, NotBeforeForcesAreKnown)
{
  Simulation sim(on_a_plane("k 1000"));
  sim.run("run 0\nfix n all wall/contact plane 0 0 0.1 0 0 1 k 1000");
  expect_parts(sim.error_of(dump_local()),
               {"Compute contact/force: fix n wall/contact has computed no forces for it",
                "use the compute after a run 0"});
  sim.run("undump WRITE_DUMP\nrun 0\n" + dump_local());
  EXPECT_EQ(contact_forces(sim).size(), 2u);
  sim.run("unfix n\n" + dump_local());
  EXPECT_EQ(contact_forces(sim).size(), 1u);
}

// Walls do not act in a minimization

TEST(ContactForceWall, NotInAMinimization)
{
  Simulation sim(on_a_plane("k 1000"));
  sim.run("pair_style contact/hooke\npair_coeff * * k 1000\nrun 0\n" + dump_local());
  expect_parts(sim.error_of("thermo_modify norm no\nminimize 0 0 0 0\n" + dump_local()),
               {"Compute contact/force: fix w wall/contact has computed no forces"});
}

TEST(ContactForceWall, RigidWallsHaveNoForces)
{
  Simulation sim(on_a_plane("stiffness 1000"));
  expect_parts(sim.error_of("run 0"), {"Compute contact/force needs", "and there is none"});
  sim.run("pair_style contact/hooke\npair_coeff * * k 1000\nrun 0");
  EXPECT_EQ(contact_forces(sim).size(), 0u);
}
