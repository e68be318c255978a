// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/cd with friction where something else changes the system: coefficients, grains that
// come and go, grains that other fixes move, data files, several walls. Grains have diameter 1 and
// mass 1.

#include "energy/ledger.h"
#include "force.h"
#include "packing/packing.h"
#include "pair.h"
#include "refused.h"

#include <fstream>
#include <sstream>

using namespace scenario;

namespace {

const std::string CD = "fix d all nve/sphere/cd tol 1e-11 maxiter 2000\n";
const std::string STEP = "timestep 0.01\n";
const Box OPEN = {"", "f f f", "block -9 9 -9 9 -1 12", "sphere"};

/** Grain 2 hits grain 1 and flies past it, so fast that the contact slides: the ratio of the
 *  tangential to the normal impulse, J. The spin of grain 1 is R J_t/I. */
double ratio_of_impulses(Simulation &sim, const std::string &before)
{
  sim.run("set atom 1 x 0 y 0 z 0 vx 0 vy 0 vz 0\nset atom 2 x 1 y 0 z 0 vx -1 vy 10 vz 0\n"
          "set group all omega 0 0 0\n" +
          before + "\nrun 1");
  const State s = sim.state();
  const double across = 0.1 * norm(s.omega[0]) / 0.5;
  return across / std::sqrt(dot(s.v[0], s.v[0]) - across * across);
}

std::string text_of(const std::string &file, const std::string &from)
{
  std::ifstream in(file);
  std::stringstream all;
  all << in.rdbuf();
  const std::string text = all.str();
  const auto at = text.find(from);
  return at == std::string::npos ? "" : text.substr(at, text.find("Atoms") - at);
}

double mu_of(const Simulation &sim, int i, int j)
{
  int dim = 0;
  return static_cast<double **>(sim.lammps()->force->pair->extract("mu", dim))[i][j];
}

}    // namespace

TEST(ContactDynamicsEvents, FixAdaptChangesMuBetweenRuns)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {1, 1, 1}});
  sim.run("pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\nfix a all adapt 1 pair contact/rigid "
          "mu * * v_mu\n" +
          CD + STEP);
  for (const double mu : {0.4, 0.1, 0.25})
    EXPECT_NEAR(ratio_of_impulses(sim, "variable mu equal " + number(mu)), mu, 1e-9);
  EXPECT_TRUE(contains(without_suffix(sim.error_of("variable mu equal -0.1\nrun 3")),
                       "and mu -0.1 and rolling 0, which must be >= 0; check fix adapt"));
}

// The sum of the ledger contains what grains bring that come, and what those take that go.
TEST(ContactDynamicsEvents, GrainsComeAndGo)
{
  Simulation sim(box({"", "p p f", "block -3 3 -3 3 -1 12", "sphere"}));
  create(sim, {{0, 0, 0}});
  sim.run("pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n"
          "fix w all wall/contact plane 0 0 -0.5 0 0 1 stiffness 1 mu 0.4\n"
          "region up block -2 2 -2 2 6 11\nfix p all deposit 60 1 5 4711 region up near 1.05 units "
          "box\n" +
          GRAVITY + "fix d all nve/sphere/cd\n" + LEDGER + STEP + "run 0");
  const double before = sum(sim);
  sim.run("run 500");
  EXPECT_GT(sim.value("atoms"), 40);
  sim.run(
      "unfix p\ncreate_atoms 1 single 0 0 8\ncreate_atoms 1 single 2 2 8\nset group all mass 1\n"
      "run 100\ngroup gone id 3 5 7 11\ndelete_atoms group gone compress no\nrun 200");
  EXPECT_NEAR(sum(sim), before, 1e-9);
  EXPECT_EQ(result(sim, D_MISSED), 0);
  EXPECT_GT(result(sim, D_PUSHING), 20);
  EXPECT_GT(part(sim, FRICTION), 0.1);
  EXPECT_GT(sim.value("bound(all,zmin)"), -0.01);
}

// A grain in the seat of three that fix move moves goes with them, and does not turn.
// no kk: KOKKOS has no fix pour
TEST(ContactDynamicsEvents, GrainsThatArePoured)
{
  Simulation sim(box(OPEN));
  sim.run("pair_coeff * * stiffness 1 restitution 0.3 mu 0.4 rolling 0.05\n" + GRAVITY +
          "region tray block -1.5 1.5 -1.5 1.5 0 20 open 6\n"
          "fix w all wall/contact region tray stiffness 1 mu 0.4 rolling 0.05\n"
          "fix d all nve/sphere/cd impact poisson tol 1e-6\n"
          "region top block -1 1 -1 1 6 10\n"
          "fix p all pour 24 1 4711 region top diam one 1 dens 1.9098593 1.9098594\n"
          "timestep 0.02\nrun 2500");
  EXPECT_EQ(sim.value("atoms"), 24);
  for (const Vec3 &x : sim.state().x) EXPECT_GT(x.z, 0.499);
  EXPECT_NEAR(sim.value("f_w[3]"), -24.0, 1e-3);
  EXPECT_EQ(result(sim, D_MISSED), 0);
}

TEST(ContactDynamicsEvents, MovedGrainsTakeAnotherAlong)
{
  Simulation sim(box(OPEN));
  create(sim, {{0, 0, 0}, {1, 0, 0}, {0.5, std::sqrt(0.75), 0}, {0.5, 0.289, 0.8165}});
  sim.run("group base id 1 2 3\ngroup free id 4\npair_coeff * * stiffness 1 mu 0.6\n"
          "velocity all set 0.2 -0.1 0.3\n" +
          GRAVITY +
          "fix d free nve/sphere/cd tol 1e-11 maxiter 2000\nfix m base move linear 0.2 -0.1 0.3\n" +
          STEP + "run 100");
  const State before = sim.state();
  sim.run("run 200");
  const State after = sim.state();
  EXPECT_LE(norm(after.x[3] - before.x[3] - 2.0 * Vec3{0.2, -0.1, 0.3}), 1e-9);
  EXPECT_LE(norm(after.omega[3]), 1e-9);
}

// Grain 2 hits grain 1, which fix move turns: its impulse is mu along the motion of that surface.
TEST(ContactDynamicsEvents, GrainThatAnotherFixTurns)
{
  Simulation sim(box(OPEN));
  create(sim, {{0, 0, 0}, {1, 0, 0}});
  sim.run(
      "group one id 1\ngroup two id 2\nset atom 2 vx -1\nset atom 1 omega 0 0 62.83185307179586\n"
      "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n"
      "fix d two nve/sphere/cd tol 1e-11 maxiter 2000\n"
      "fix m one move rotate 0 0 0 0 0 1 0.1\n" +
      STEP + "run 1");
  const State s = sim.state();
  EXPECT_NEAR(s.v[1].x, 0.5, 1e-9);
  EXPECT_NEAR(s.v[1].y, 0.4 * 1.5, 1e-9);
  EXPECT_NEAR(s.omega[1].z, -2.5 * 0.4 * 1.5 / 0.5, 1e-8);
}

// Forces of contacts are stored by grain and wall. The grain rolls in the edge of both walls, about
// the line through both contacts: a = g/(1 + 2/5 * 2), since that line is R/sqrt(2) from its center.
TEST(ContactDynamicsEvents, GrainRollsAlongTheEdgeOfTwoWalls)
{
  const std::string law = " stiffness 1 mu 0.4\n";
  const std::string planes = "fix w all wall/contact plane 0 0 0 0 0 1" + law +
      "fix v all wall/contact plane 0 0 0 1 0 0" + law;
  const std::string one = "region corner block 0 8 -8 8 0 8 units box\n"
                          "fix w all wall/contact region corner" +
      law;
  for (const auto &walls : {planes, one}) {
    Simulation sim(box(OPEN));
    create(sim, {{0.5, 0, 0.5}});
    sim.run(walls + "fix g all gravity 1 vector -1 0.4 -1\n" + CD + STEP + "run 20");
    const double before = sim.state().v[0].y;
    sim.run("run 50");
    const double g = 0.4 / std::sqrt(2.16);
    EXPECT_NEAR((sim.state().v[0].y - before) / 0.5, g / 1.8, 1e-9);
    EXPECT_EQ(result(sim, D_PUSHING), 2);
  }
}

// A grain that resists rolling rests on a slope by the springs of its contact. It stays there when a
// wall goes that it does not touch.
TEST(ContactDynamicsEvents, WallsAreKnownByTheirIDs)
{
  Simulation sim(box(OPEN));
  create(sim, {{0, 0, 0.5}});
  sim.run("pair_coeff * * stiffness 1\nfix far all wall/contact plane 0 0 -0.9 0 0 1 stiffness 1\n"
          "fix slope all wall/contact plane 0 0 0 0 0 1 stiffness 1 mu 0.5 rolling 0.5\n"
          "fix g all gravity 1 vector 0.1 0 -1\n" +
          CD + STEP + "run 300\nunfix far");
  const State before = sim.state();
  sim.run("run 10");
  EXPECT_LE(norm(sim.state().x[0] - before.x[0]), 1e-12);
}

TEST(ContactDynamicsEvents, DataFilesHaveFriction)
{
  const std::string file = scratch_file("contact_dynamics_events.data"), again = file + "2";
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {1.015, 0, 0}});
  sim.run("pair_coeff 1 1 stiffness 1 restitution 0.5 mu 0.4\npair_coeff 1 2 stiffness 2 mu 0.3\n"
          "pair_coeff 2 2 stiffness 3 mu 0.1\nset atom 2 vx -1 vy 10\n" +
          CD + STEP + "run 3\nwrite_data " + file + " pair ij");
  Simulation other("units lj\natom_style sphere\natom_modify map array\nneighbor 0.3 bin\n"
                   "pair_style contact/rigid\nread_data " +
                   file);
  other.run("write_data " + again + " pair ij");
  EXPECT_EQ(mu_of(other, 1, 1), 0.4);
  EXPECT_EQ(mu_of(other, 1, 2), 0.3);
  EXPECT_EQ(mu_of(other, 2, 2), 0.1);
  EXPECT_EQ(text_of(file, "PairIJ"), text_of(again, "PairIJ"));
  std::remove(again.c_str());
}

TEST(ContactDynamicsEvents, TimeStepOfZero)
{
  for (const std::string mu : {"0", "0.4"}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0}, {1, 0, 0}});
    const std::string fix = "pair_coeff * * stiffness 1 mu " + mu + "\nfix d all nve/sphere/cd\n";
    EXPECT_TRUE(contains(sim.error_of(fix + "timestep 0\nrun 0\nrun 1"),
                         "the time step is 0, and must be a number > 0"));
  }
}

// Delete_atoms gives the grains new IDs, by which contacts are known: forces that belong to others
// would change the balance of a grain on three others that is pushed sideways

TEST(ContactDynamicsEvents, NewIdsLeaveContactsWithoutForces)
{
  for (const std::string compress : {"no", "yes"}) {
    Simulation sim(box(OPEN));
    create(sim,
           {{4, 4, 4}, {0, 0, 0}, {1, 0, 0}, {0.5, 0.8660254, 0}, {0.5, 0.28867513, 0.8164966}});
    sim.run(
        "pair_coeff * * stiffness 1 mu 0.5\ngroup base id 2 3 4\ngroup far id 1\n"
        "group top id 5\n" +
        STEP +
        "fix g top gravity 1 vector 0 0 -1\n"
        "fix p top addforce 0.25 0.1 0\nfix d top nve/sphere/cd tol 1e-10 maxiter 10000\nrun 50\n"
        "delete_atoms group far compress " +
        compress);
    const bool told = contains(sim.output_of("run 1"), "the IDs of particles have changed");
    EXPECT_EQ(told, compress == "yes");
    sim.run("delete_atoms group far compress " + compress);
    EXPECT_FALSE(contains(sim.output_of("run 1"), "the IDs of particles have changed"));
  }
}

// A run without friction has another solver, and lists have no pairs for grains that outgrow them

TEST(ContactDynamicsEvents, WhatAdaptCannotChangeIsRefused)
{
  for (const std::string word : {"mu", "rolling"}) {
    Simulation sim(box(OPEN));
    create(sim, {{0, 0, 0}, {1, 0, 0}});
    sim.run(
        "pair_coeff * * stiffness 1\nvariable m equal 0.5\nfix a all adapt 1 pair contact/rigid " +
        word + " * * v_m\n" + CD + STEP);
    EXPECT_TRUE(contains(sim.error_of("run 3"), "fix adapt cannot change " + word + " from 0"));
  }
  Box growing = OPEN;
  growing.style = "sphere 1";
  Simulation sim(box(growing));
  create(sim, {{0, 0, 0}, {1.3, 0, 0}});
  sim.run("variable d equal 1+0.002*step\nfix a all adapt 1 atom diameter v_d\n" + CD + STEP);
  EXPECT_TRUE(contains(sim.error_of("run 300"), "grains of types 1 and 1 have grown"));
}

// Grains that do not move grow until they push each other, while no new neighbor list is due
TEST(ContactDynamicsEvents, GrainsGrowIntoContact)
{
  Box growing = OPEN;
  growing.style = "sphere 1";
  Simulation sim(box(growing));
  create(sim, {{0, 0, 0}, {1.3, 0, 0}});
  sim.run("pair_style hybrid/overlay contact/rigid zero 1.6\n"
          "pair_coeff * * contact/rigid stiffness 1\npair_coeff * * zero\nneighbor 0.1 bin\n"
          "variable d equal 1+0.0005*step\nfix a all adapt 1 atom diameter v_d\n" +
          CD + STEP + "run 1100");
  EXPECT_NEAR(sim.value("x[2]") - sim.value("x[1]"), 1.55, 0.01);
}
