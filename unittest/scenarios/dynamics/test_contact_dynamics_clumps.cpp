// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix rigid/small/cd: steps of rigid bodies of several spheres. Spheres have diameter 1 unless set
// otherwise.

#include "dynamics/dynamic_clumps.h"

#include <array>
#include <fstream>
#include <functional>

using namespace scenario;

namespace {

const std::string RIGID = CD + "kappa rigid ";

}    // namespace

/** A dimer that lies flat comes to rest with half of its weight on each sphere. */
TEST(ContactDynamicsClumps, DimerDroppedFlat)
{
  Simulation sim(box(molecules()));
  create(sim, {{0, 0, 0.55}, {0.8, 0, 0.55}}, {1, 1});
  sim.run(GRAVITY + "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n" + RIGID +
          "tol 1e-9\n" + STEP + "run 100");
  for (int k : {0, 1}) {
    EXPECT_NEAR(sim.state().x[k].z, 0.5, 2e-7);
    EXPECT_NEAR(sim.state().v[k].z, 0.0, 1e-7);
    EXPECT_NEAR(forces_of_atoms(sim)[k].z, 0.0, 1e-5);    // weight 1 and contact
  }
  EXPECT_EQ(result(sim, D_CONTACTS), 2);
  EXPECT_EQ(result(sim, D_PUSHING), 2);
  EXPECT_EQ(result(sim, D_MISSED), 0);
}

/** A dimer of mass M = 2 whose line has the angle a to the plane falls with the velocity w on its
 *  lower sphere. The contact is at the distance l = .5 cos a from the centre of mass, measured
 *  along the plane, and I = 2 (.5^2 + .1), so the impulse is J = (1 + e) w / (1/M + l^2/I); then v
 *  = J/M - w, omega = J l/I, and the contact leaves with e w. */
TEST(ContactDynamicsClumps, DimerDroppedTilted)
{
  const double tilt = 0.5, w = 1.0, I = 2 * (0.25 + 0.1), l = 0.5 * std::cos(tilt);
  for (double e : {0.0, 0.5, 1.0})
    for (const std::string single : {"", "single 100 "}) {
      Simulation sim(box(molecules()));
      create(sim, {{0, 0, 0.5}, {std::cos(tilt), 0, 0.5 + std::sin(tilt)}}, {1, 1});
      sim.run("set group all vz " + number(-w) +
              "\nfix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n" + CD + single +
              "tol 1e-12 restitution " + number(e) + "\ntimestep 1e-6\nrun 1");
      const double J = (1.0 + e) * w / (0.5 + l * l / I);
      const State s = sim.state();
      EXPECT_NEAR(0.5 * (s.v[0].z + s.v[1].z), 0.5 * J - w, 1e-9);
      for (int k : {0, 1}) EXPECT_NEAR(s.omega[k].y, J * l / I, 2e-6);    // orientations have moved
      EXPECT_NEAR(result(sim, D_LOST), 0.5 * (1.0 - e * e) * w * w / (0.5 + l * l / I), 1e-8);
    }
}

// A beam of weight 10: eleven spheres of diameter .2 from -1 to 1, on supports at -1, 0, 1. It is
// made so that I = M/3, as that of a thin uniform rod: Gauss-Seidel depends on it.
// doc/notes/projected-solvers.md 3.1, compatible-forces.md 4.1.
namespace {

enum { LEFT, MIDDLE, RIGHT };
struct Beam {
  std::array<int, 3> order = {1, 2, 3};    // IDs of the supports
  std::string solver = "solver newton";
  std::string middle = "1";    // stiffness of the support in the middle
  double drop = 0.0;
  std::string steps = "1";
  std::string then = {};                                 // commands behind the fix
  std::function<void(const Simulation &)> check = {};    // behind the run
};

/** Returns what the supports carry. */
std::array<double, 3> carried(const Beam &beam)
{
  Simulation sim(box(molecules()));
  std::vector<Vec3> x(14);
  std::vector<int> molecule(14, 1);
  for (int k = 0; k < 3; k++) {
    x[beam.order[k] - 1] = {k - 1.0, 0.0, 0.0};
    molecule[k] = 0;
  }
  for (int k = 0; k < 11; k++) x[3 + k] = {0.2 * k - 1.0, 0.0, 0.6 + beam.drop};
  create(sim, x, molecule);
  const double light = (10.0 / 3.0 - 4.0 * 0.01) / 4.4;    // sum of x^2 + .4 r^2 over the spheres
  sim.run("group beam id > 3\nset group beam diameter 0.2\nset group beam mass " + number(light) +
          "\nset atom 9 mass " + number(10.0 - 10.0 * light) + "\nset atom " +
          std::to_string(beam.order[MIDDLE]) + " type 2\npair_coeff 1 2 stiffness " + beam.middle +
          "\n" + GRAVITY + CD + "tol 1e-10 " + beam.solver + "\n" + beam.then +
          "timestep 0.01\nrun " + beam.steps);
  if (beam.check) beam.check(sim);
  EXPECT_EQ(result(sim, D_MISSED), 0);
  const auto f = forces_of_atoms(sim);
  std::array<double, 3> sums;
  for (int k = 0; k < 3; k++) sums[k] = -f[beam.order[k] - 1].z - 1.0;    // its own weight is 1
  return sums;
}

void expect_carried(const Beam &beam, double left, double middle, double right, double accuracy)
{
  const auto f = carried(beam);
  EXPECT_NEAR(f[LEFT], left, accuracy) << beam.solver;
  EXPECT_NEAR(f[MIDDLE], middle, accuracy) << beam.solver;
  EXPECT_NEAR(f[RIGHT], right, accuracy) << beam.solver;
}

}    // namespace

TEST(ContactDynamicsClumps, BeamByGaussSeidelFollowsTheIDsOfTheSupports)
{
  const double third = 10.0 / 3.0;
  for (const auto &order : {std::array{1, 2, 3}, {3, 2, 1}})
    expect_carried(Beam{order, "solver pgs"}, 5.0 / 3.0, 20.0 / 3.0, 5.0 / 3.0, 1e-6);
  for (const auto &order : {std::array{1, 3, 2}, {2, 3, 1}})
    expect_carried(Beam{order, "solver pgs"}, third, third, third, 1e-6);
  for (const auto &order : {std::array{2, 1, 3}, {3, 1, 2}})
    expect_carried(Beam{order, "solver pgs"}, 0.0, 10.0, 0.0, 1e-6);
}

/** Whatever the step has found, fix compatible/cd finds the compatible forces of its contacts;
 *  compute contact/force has both. */
TEST(ContactDynamicsClumps, BeamHasCompatibleForces)
{
  const double third = 10.0 / 3.0;
  for (const auto &order : {std::array{1, 2, 3}, {2, 1, 3}}) {
    Beam b = {order, "solver pgs"};
    b.then = "fix c all compatible/cd 1 tol 1e-10\ncompute f all contact/force\n";
    b.check = [&](const Simulation &sim) {
      const auto contacts = contact_forces(sim);
      ASSERT_EQ(contacts.size(), 3u);
      double classic = 0.0;
      for (const auto &c : contacts) {
        EXPECT_NEAR(c.size(), third, 1e-7);
        EXPECT_LE(std::min(c.i, c.j), 3);
        classic += norm(c.classic);
      }
      EXPECT_NEAR(classic, 10.0, 1e-6);
      EXPECT_GT(std::fabs(norm(contacts[0].classic) - third), 1.0);
    };
    carried(b);
    b.middle = "3";
    b.check = [&](const Simulation &sim) {
      for (const auto &c : contact_forces(sim))
        EXPECT_NEAR(c.size(), std::min(c.i, c.j) == order[MIDDLE] ? 6.0 : 2.0, 1e-7);
    };
    carried(b);
  }
}

/** Dropped from 1 % of a radius: at rest after twelve milliseconds. */
TEST(ContactDynamicsClumps, BeamAfterADrop)
{
  const double third = 10.0 / 3.0;
  Beam dropped;
  dropped.drop = 1e-3;
  dropped.steps = "40";
  expect_carried(dropped, third, third, third, 1e-2);
}

TEST(ContactDynamicsClumps, RunsInPiecesAndForcesOfTheLastStep)
{
  const auto ends = [](const std::string &runs) {
    Simulation sim(box(molecules()));
    two_bodies(sim, {0, 0, 0});
    sim.run(CD + "restitution 0.5 reinit no\n" + STEP +
            "neigh_modify every 1 delay 0 check no\natom_modify sort 0 0\n" + runs);
    return sim.state();
  };
  const State whole = ends("run 160"), pieces = ends("run 70\nrun 90");
  EXPECT_LE(largest_difference(whole.x, pieces.x), 1e-13);
  EXPECT_LE(largest_difference(whole.v, pieces.v), 1e-13);
  Simulation sim(box(molecules()));
  create(sim, {{0, 0, 0.5}, {0.8, 0, 0.5}, {0, 0.2, 1.4}, {0.8, 0.2, 1.4}}, {1, 1, 2, 2});
  sim.run(GRAVITY + "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n" + CD + "\n" + STEP +
          "run 20");
  const auto f = forces_of_atoms(sim), v = sim.state().v;
  sim.run("run 0");
  EXPECT_LE(largest_difference(forces_of_atoms(sim), f), 1e-14);
  EXPECT_LE(largest_difference(sim.state().v, v), 1e-14);
}

/** A dimer flat on a plane, its weight 2: the virial along z is weight times the height of the
 *  centre, and nothing else. */
TEST(ContactDynamicsClumps, VirialIsThatOfBodies)
{
  Simulation sim(box(molecules()));
  create(sim, {{0, 0, 0.5}, {0.8, 0, 0.5}}, {1, 1});
  sim.run(GRAVITY + "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n" + CD +
          "tol 1e-9\ncompute p all pressure NULL virial\n" + STEP +
          "thermo_style custom step c_p[1] c_p[2] c_p[3] c_p[5]\nrun 20");
  const double volume = 38.0 * 38.0 * 38.0;
  EXPECT_NEAR(sim.value("c_p[3]") * volume, 2.0 * 0.5, 1e-5);
  EXPECT_NEAR(sim.value("c_p[1]") * volume, 0.0, 1e-5);
  EXPECT_NEAR(sim.value("c_p[5]") * volume, 0.0, 1e-5);
}

TEST(ContactDynamicsClumps, AcrossPeriodicBoundaries)
{
  const auto moved = [](const std::string &region, const Vec3 &shift, const std::string &newton) {
    Simulation sim(box(molecules("p p p", region, "newton " + newton)));
    two_bodies(sim, shift);
    sim.run(CD + "restitution 0.5 tol 1e-9 solver newton\n" + STEP + "run 150");
    EXPECT_GT(result(sim, D_LOST), 0.1);
    return sim.state().v;
  };
  expect_alike_across_boundaries(moved);
}

TEST(ContactDynamicsClumps, Discs)
{
  Simulation sim(
      box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5", "hybrid sphere molecular"}));
  create(sim, {{-1, 0, 0}, {1, 0, 0}, {-0.3, 1.2, 0}, {0.5, 1.3, 0}}, {0, 0, 1, 1});
  sim.run("fix g all gravity 1 vector 0 -1 0\nfix e all enforce2d\n" + RIGID + "\n" + STEP +
          "run 100");
  const State s = sim.state();
  for (int k : {2, 3}) {
    EXPECT_EQ(s.x[k].z, 0.0);
    EXPECT_EQ(s.v[k].z, 0.0);
    EXPECT_EQ(s.omega[k].x, 0.0);
  }
  EXPECT_GT(norm(s.x[2] - s.x[0]), 1.0 - 1e-6);
  EXPECT_GT(norm(s.x[3] - s.x[1]), 1.0 - 1e-6);
  EXPECT_NEAR(norm(s.x[3] - s.x[2]), norm(Vec3{0.8, 0.1, 0}), 1e-12);
  EXPECT_GT(result(sim, D_PUSHING), 0);
}

TEST(ContactDynamicsClumps, OnABaseOfFixMove)
{
  Simulation sim(box(molecules()));
  create(sim, {{0, 0, 0}, {1.2, 0, 0}, {0, 0, 1}, {1.2, 0, 1}}, {0, 0, 1, 1});
  sim.run("group base id 1 2\nset group all vz 0.7\n" + RIGID +
          "\nfix m base move linear 0 0 0.7\n" + STEP + "run 50");
  EXPECT_NEAR(sim.state().v[2].z, 0.7, 1e-7);
  EXPECT_NEAR(sim.state().x[2].z - sim.state().x[0].z, 1.0, 1e-6);
}

TEST(ContactDynamicsClumps, OnAWallThatMovesUp)
{
  Simulation sim(box(molecules()));
  create(sim, {{0, 0, 0.5}, {0.8, 0, 0.5}}, {1, 1});
  sim.run("variable up equal vdisplace(0,0.7)\nregion f plane 0 0 0 0 0 1 move NULL NULL v_up\n"
          "fix w all wall/contact region f stiffness 1\n" +
          RIGID + "\n" + STEP + "run 1");
  for (int k : {0, 1}) EXPECT_NEAR(sim.state().v[k].z, 0.7, 1e-9);
  sim.run("run 20");
  EXPECT_LE(result(sim, D_OVERLAP), 1e-7);
}

/** Forces of the last step are a start: the second step from rest needs no further one. */
TEST(ContactDynamicsClumps, WarmStart)
{
  const auto products = [](const std::string &warm) {
    Simulation sim(box(molecules()));
    create(sim, {{0, 0, 0.5}, {0.8, 0, 0.5}, {0.1, 0.2, 1.5}, {0.9, 0.2, 1.5}}, {1, 1, 2, 2});
    sim.run("group base id <= 2\n" + GRAVITY +
            "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1\n" + CD + "solver apgd warm " +
            warm + "\n" + STEP + "run 40");
    return output(sim, 2, "d");
  };
  EXPECT_LT(products("yes"), products("no"));
}

TEST(ContactDynamicsClumps, BodiesThatArePoured)
{
  const std::string file = scratch_file("dimer.mol");
  FILE *const out = fopen(file.c_str(), "w");
  fputs("dimer\n\n2 atoms\n\nCoords\n\n1 -0.3 0 0\n2 0.3 0 0\n\nTypes\n\n1 1\n2 "
        "1\n\nDiameters\n\n1 1\n2 "
        "1\n\nMasses\n\n1 1\n2 1\n",
        out);
  fclose(out);
  Simulation sim(box(molecules("p p f", "block -4 4 -4 4 -1 12")));
  sim.run("molecule m " + file +
          "\nregion up block -3 3 -3 3 5 10\ngroup bodies empty\n"
          "fix w all wall/contact plane 0 0 -0.5 0 0 1 stiffness 1\n" +
          GRAVITY +
          "fix d all rigid/small/cd molecule mol m noconverge warn\n"
          "fix p all deposit 20 0 10 4711 region up near 1.7 mol m rigid d units box\n" +
          STEP + "run 600");
  EXPECT_EQ(sim.value("atoms"), 40);
  double least = HUGE_VAL;
  for (const Vec3 &a : sim.state().x) least = std::min(least, a.z);
  EXPECT_GT(least, -1e-4);
  EXPECT_EQ(result(sim, D_MISSED), 0);
}

namespace {

Input bodies(const std::string &before, const std::string &after = "",
             const std::string &boundary = "f f f",
             const std::string &region = "block -19 19 -19 19 -19 19")
{
  return {box(molecules(boundary, region)) +
              "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.8 0 0\n"
              "create_atoms 1 single 0 0 1\ncreate_atoms 1 single 0.8 0 1\n"
              "set group all mass 1\nset atom 1*2 mol 1\nset atom 3*4 mol 2\n"
              "group bodies molecule > 0\nthermo_style custom step\ntimestep 0.01\n",
          before, after + "\nrun 1"};
}

}    // namespace

TEST(ContactDynamicsClumpsInput, Commands)
{
  expect_refused(bodies("fix d bodies rigid/small/cd"), R"(
    molecule tol 0 | ix rigid/small/cd keyword tol | at least 1e-12
    molecule tol 1e-6 tol 1e-6 | is given twice
    molecule stiffness 3 | Unknown fix rigid/small/cd keyword stiffness
    molecule;timestep 0 | Fix rigid/small/cd: the time step is 0
    custom i_a | molecules only
    molecule langevin 1 1 1 48 | keyword langevin | remove it
    molecule temp 1 1 1 | temp
    molecule;fix_modify d bodyforces early | bodyforces | remove
    molecule;fix n all nve/sphere | both move the same atoms
  )");
  expect_refused(bodies("", "\nfix d bodies rigid/small/cd molecule"), R"(
    set atom 4 mol 0;group bodies clear;group bodies molecule > 0
      | clump of molecule 2 is a single particle
    fix z bodies freeze | particle 1 of a body | is held by fix | bodies cannot be held
    group one molecule 1;group two molecule 2;group bodies clear;group bodies union two;
      fix a one nve/sphere/cd | the contacts of all grains must be found together
    pair_style contact/hooke;pair_coeff * * k 1e4 | contact/rigid
    set atom 3 x 0 y 0 z 0 | at the same place | 1 and 3
  )");
  expect_refused(bodies(CD, "", "p p p", "block 0 2.05 -5 5 -5 5"),
                 ";set atom 2 x 1.1 | to its own periodic image | larger box");
}

// The rotation of a body needs moments that a body can have

TEST(ContactDynamicsClumpsInput, MomentsOfNoBody)
{
  for (const auto &[moments, parts] :
       {std::pair<std::string, std::string>{"0.9 0.2 0.3", "0.2 0.3 0.9 | larger than the sum"},
        {"-1 2 2", ">= 0"},
        {"0 0 0", "vanish"},
        {"0 1 1", ""}}) {
    const std::string name = scratch_file("infile");
    std::ofstream(name) << "1\n2 2 0.4 0 1 " + moments + " 0 0 0 0 0 0 0 0 0 0 0 0\n";
    const std::string who = "| ix rigid/small/cd | the clump of molecule 2 |";
    expect_refused(bodies(CD), "infile " + name + (parts.empty() ? "" : who + parts));
  }
}
