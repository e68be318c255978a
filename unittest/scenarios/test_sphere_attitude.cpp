/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Attitudes of spheres: fix nve/sphere/leapfrog with keyword update quat.

#include "scenario.h"

#include "lammps.h"
#include "library.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

namespace {

const Quat IDENTITY = {1.0, 0.0, 0.0, 0.0};
const Vec3 OMEGA = {0.3, 1.0, 0.5};

/** One sphere with angular velocity OMEGA in a periodic box. */
std::string sphere(const std::string &atom_style = "sphere")
{
  return "units lj\natom_style " + atom_style + R"(
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    set atom 1 diameter 1.0
    set atom 1 density 1.0
    set atom 1 omega 0.3 1.0 0.5
    pair_style none
    comm_modify cutoff 2
    timestep 0.001
)";
}

/** Attitude of a body that turned by omega t from attitude q. */
Quat turned(const Quat &q, const Vec3 &omega, double t)
{
  const double w = norm(omega), s = std::sin(0.5 * w * t) / w;
  return Quat{std::cos(0.5 * w * t), s * omega.x, s * omega.y, s * omega.z} * q;
}

}    // namespace

// 2e-13 after 1e5 steps: issue "Foundation", numbers to reach; leapfrog notes, 2.3

TEST(SphereAttitude, SpinningSphereTurnsExactly)
{
  Simulation sim(sphere() + "fix 1 all nve/sphere/leapfrog update quat\nrun 100000");
  EXPECT_LE(angle_between(turned(IDENTITY, OMEGA, 100.0), sim.state("1").q[0]), 2e-13);
  EXPECT_EQ(different_bits(sim.state().omega, {OMEGA}), 0);
}

TEST(SphereAttitude, LivesInTheAtomStyleWhereThatHasOne)
{
  if (!lammps_config_has_package("BPM")) GTEST_SKIP() << "the host LAMMPS has no package BPM";
  Simulation sim(sphere("bpm/sphere") + "fix 1 all nve/sphere/leapfrog update quat\nrun 1000");
  Simulation own(sphere() + "fix 1 all nve/sphere/leapfrog update quat\nrun 1000");
  EXPECT_EQ(different_bits(sim.state().q, own.state("1").q), 0);
  EXPECT_LE(angle_between(turned(IDENTITY, OMEGA, 1.0), sim.state().q[0]), 1e-14);
}

TEST(SphereAttitude, IsAPerAtomArrayOfTheFix)
{
  Simulation sim(sphere() + R"(
    fix 1 all nve/sphere/leapfrog update quat
    compute w all reduce sum f_1[1]
    compute z all reduce sum f_1[4]
    thermo_style custom step c_w c_z
    run 100)");
  const Quat q = sim.state("1").q[0];
  EXPECT_DOUBLE_EQ(sim.value("c_w"), q.w);
  EXPECT_DOUBLE_EQ(sim.value("c_z"), q.z);
}

TEST(SphereAttitude, IsNotKeptWithoutUpdateQuat)
{
  Simulation sim(sphere() + "fix 1 all nve/sphere/leapfrog");
  EXPECT_TRUE(contains(sim.error_of("compute w all reduce sum f_1[1]"),
                       "fix 1 does not calculate per-atom values"));
}

TEST(SphereAttitude, StartsAtWhatInitNames)
{
  const std::string given = R"(
    fix prop all property/atom d2_start 4
    set atom 1 d2_start[1] 0.5 d2_start[2] 0.5 d2_start[3] 0.5 d2_start[4] 0.5
    fix 1 all nve/sphere/leapfrog update quat init d2_start
    run 0)";
  Simulation sim(sphere() + given);
  EXPECT_EQ(different_bits(sim.state("1").q, {{0.5, 0.5, 0.5, 0.5}}), 0);
  sim.run("run 1000");
  EXPECT_LE(angle_between(turned({0.5, 0.5, 0.5, 0.5}, OMEGA, 1.0), sim.state("1").q[0]), 1e-14);
}

TEST(SphereAttitude, InitIsNormalised)
{
  Simulation sim(sphere() + R"(
    fix prop all property/atom d2_start 4
    set atom 1 d2_start[1] 3 d2_start[2] 0 d2_start[3] 0 d2_start[4] 4
    fix 1 all nve/sphere/leapfrog update quat init d2_start)");
  EXPECT_LE(angle_between({0.6, 0.0, 0.0, 0.8}, sim.state("1").q[0]), 1e-15);
  EXPECT_LE(largest_norm_error(sim.state("1").q), 1e-15);
}

TEST(SphereAttitude, InsertedAtomsAreNotTurned)
{
  Simulation sim(sphere() + R"(
    fix 1 all nve/sphere/leapfrog update quat
    run 100
    create_atoms 1 single 5 5 5
    set atom 2 diameter 1.0
    run 0)");
  EXPECT_GT(angle_between(IDENTITY, sim.state("1").q[0]), 0.1);
  EXPECT_EQ(different_bits({sim.state("1").q[1]}, std::vector<Quat>{IDENTITY}), 0);
}

TEST(SphereAttitude, AtomsThatAreInsertedDuringARunAreNotTurned)
{
  Simulation sim(sphere() + R"(
    set atom 1 omega 0 0 0
    fix 1 all nve/sphere/leapfrog update quat
    region top block -9 9 -9 9 5 9
    fix in all deposit 5 1 10 3847 region top near 1.0 vz -0.1 -0.1
    run 60)");
  const State s = sim.state("1");
  ASSERT_EQ(s.q.size(), 6u);
  EXPECT_EQ(different_bits(s.q, std::vector<Quat>(6, IDENTITY)), 0);
}

TEST(SphereAttitude, StaysWithItsAtomWhenOthersAreDeletedAndAllAreSorted)
{
  // 4^3 spheres, each with another spin; half of them are deleted, the rest sorted every step
  Simulation sim(R"(
    units lj
    atom_style sphere
    lattice sc 1.0
    region box block 0 4 0 4 0 4
    create_box 1 box
    create_atoms 1 box
    set group all diameter 0.5
    variable wx atom 0.1*id
    variable wy atom 1-0.02*id
    set group all omega v_wx v_wy 0.3
    velocity all create 1.0 4711
    pair_style zero 1.0
    pair_coeff * *
    atom_modify sort 1 1.0
    timestep 0.01
    fix 1 all nve/sphere/leapfrog update quat
    run 50
    variable odd atom id%2
    variable odds atom v_odd==1
    group odds variable odds
    delete_atoms group odds compress no
    reset_atoms id
    run 50)");
  const State s = sim.state("1");
  ASSERT_EQ(s.q.size(), 32u);
  for (std::size_t i = 0; i < s.q.size(); i++)
    EXPECT_LE(angle_between(turned(IDENTITY, s.omega[i], 1.0), s.q[i]), 1e-13) << i;
}

TEST(SphereAttitude, OnlyTheGroupTurns)
{
  Simulation sim(sphere() + R"(
    create_atoms 1 single 5 5 5
    set atom 2 diameter 1.0
    set atom 2 omega 1 1 1
    group first id 1
    fix 1 first nve/sphere/leapfrog update quat
    run 100)");
  EXPECT_GT(angle_between(IDENTITY, sim.state("1").q[0]), 0.1);
  EXPECT_EQ(different_bits({sim.state("1").q[1]}, std::vector<Quat>{IDENTITY}), 0);
}
