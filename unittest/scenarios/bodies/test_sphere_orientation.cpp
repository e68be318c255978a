// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Orientations of spheres: fix nve/sphere/leapfrog with keyword update quat, and the maps of fix
// nve/sphere/rodrigues.

#include "../../soak.h"
#include "scenario.h"

#include "lammps.h"
#include "library.h"

#include <cmath>

using namespace scenario;

namespace {

const Quat IDENTITY = {1.0, 0.0, 0.0, 0.0};
const Vec3 OMEGA = {0.3, 1.0, 0.5};
constexpr double H = 0.001;

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

/** Orientation of a free body after n steps of length h from orientation q. */
Quat turned(const Quat &q, const Vec3 &omega, const SphereIntegrator &integrator, int n,
            double h = H)
{
  const double w = norm(omega), half = 0.5 * n * integrator.angle(h * w), s = std::sin(half) / w;
  return Quat{std::cos(half), s * omega.x, s * omega.y, s * omega.z} * q;
}

}    // namespace

// 2e-13 after 1e5 steps: doc/notes/leapfrog-cell-damping.md 1.2. Each map by its own angle per step

// With KOKKOS each step of the single sphere wakes up threads, which takes 50 times as long as the
// step: 10,000 steps show a wrong angle as well, and the styles without have 100,000.

TEST(SphereOrientation, SpinningSphereTurnsByTheAngleOfItsMap)
{
  const int steps = TEST_HOST_KOKKOS ? VARDEM::at_size(10000, 100000) : 100000;
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    Simulation sim(sphere() + "fix 1 all " + integrator.fix + "\nrun " + std::to_string(steps));
    EXPECT_LE(angle_between(turned(IDENTITY, OMEGA, integrator, steps), sim.state("1").q[0]), 2e-13)
        << integrator.fix;
    EXPECT_EQ(different_bits(sim.state().omega, {OMEGA}), 0);
  }
}

// no kk: KOKKOS has no atom style bpm/sphere
TEST(SphereOrientation, LivesInTheAtomStyleWhereThatHasOne)
{
  if (!lammps_config_has_package("BPM")) GTEST_SKIP() << "the host LAMMPS has no package BPM";
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    Simulation sim(sphere("bpm/sphere") + "fix 1 all " + integrator.fix + "\nrun 1000");
    Simulation own(sphere() + "fix 1 all " + integrator.fix + "\nrun 1000");
    EXPECT_EQ(different_bits(sim.state().q, own.state("1").q), 0) << integrator.fix;
    EXPECT_LE(angle_between(turned(IDENTITY, OMEGA, integrator, 1000), sim.state().q[0]), 1e-14)
        << integrator.fix;
  }
}

// LAMMPS' variables read array_atom as rows of four columns that follow each other, with `restart
// exact` as well

TEST(SphereOrientation, IsReadByVariables)
{
  for (const auto &integrator : SPHERE_INTEGRATORS)
    for (const char *exact : {"", " restart exact"}) {
      Simulation sim(sphere("sphere\natom_modify map array") + R"(
        create_atoms 1 single 5 5 5
        create_atoms 1 single -5 5 5
        set group all diameter 1.0 density 1.0
        variable w atom 0.1*id
        set group all omega v_w 2.0 -1.0
        variable z atom f_1[4]
        compute z all reduce sum v_z
        thermo_style custom step c_z
        fix 1 all )" +
                     integrator.fix + exact + "\nrun 500");
      const State s = sim.state("1");
      double sum = 0.0;
      for (int i = 0; i < 3; i++) {
        const std::string atom = "F_1[" + std::to_string(i + 1) + "]";
        EXPECT_DOUBLE_EQ(sim.value(atom + "[1]"), s.q[i].w) << integrator.fix << exact << i;
        EXPECT_DOUBLE_EQ(sim.value(atom + "[3]"), s.q[i].y) << integrator.fix << exact << i;
        sum += s.q[i].z;
      }
      EXPECT_NEAR(sim.value("c_z"), sum, 1e-15) << integrator.fix << exact;
      EXPECT_GT(std::fabs(sum), 0.1);
    }
}

TEST(SphereOrientation, IsNotKeptWithoutUpdateQuat)
{
  Simulation sim(sphere() + "fix 1 all nve/sphere/leapfrog");
  EXPECT_TRUE(contains(sim.error_of("compute w all reduce sum f_1[1]"),
                       "fix 1 does not calculate per-atom values"));
}

TEST(SphereOrientation, StartsAtWhatInitNames)
{
  const Quat start = {0.5, 0.5, 0.5, 0.5};
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    Simulation sim(sphere() + R"(
      fix prop all property/atom d2_start 4
      set atom 1 d2_start[1] 0.5 d2_start[2] 0.5 d2_start[3] 0.5 d2_start[4] 0.5
      fix 1 all )" +
                   integrator.fix + " init d2_start\nrun 0");
    EXPECT_EQ(different_bits(sim.state("1").q, {start}), 0) << integrator.fix;
    sim.run("run 1000");
    EXPECT_LE(angle_between(turned(start, OMEGA, integrator, 1000), sim.state("1").q[0]), 1e-14)
        << integrator.fix;
  }
}

TEST(SphereOrientation, InitIsNormalised)
{
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    Simulation sim(sphere() + R"(
      fix prop all property/atom d2_start 4
      set atom 1 d2_start[1] 3 d2_start[2] 0 d2_start[3] 0 d2_start[4] 4
      fix 1 all )" +
                   integrator.fix + " init d2_start");
    EXPECT_LE(angle_between({0.6, 0.0, 0.0, 0.8}, sim.state("1").q[0]), 1e-15);
    EXPECT_LE(largest_norm_error(sim.state("1").q), 1e-15);
  }
}

TEST(SphereOrientation, AtomsThatAreInsertedDuringARunAreNotTurned)
{
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    Simulation sim(sphere() + "set atom 1 omega 0 0 0\nfix 1 all " + integrator.fix + R"(
      region top block -9 9 -9 9 5 9
      fix in all deposit 5 1 10 3847 region top near 1.0 vz -0.1 -0.1
      run 60)");
    const State s = sim.state("1");
    ASSERT_EQ(s.q.size(), 6u);
    EXPECT_EQ(different_bits(s.q, std::vector<Quat>(6, IDENTITY)), 0) << integrator.fix;
  }
}

TEST(SphereOrientation, StaysWithItsAtomWhenOthersAreDeletedAndAllAreSorted)
{
  // 4^3 spheres, each with another spin; half of them are deleted, the rest sorted every step
  for (const auto &integrator : SPHERE_INTEGRATORS) {
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
      fix 1 all )" +
                   integrator.fix +
                   R"(
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
      EXPECT_LE(angle_between(turned(IDENTITY, s.omega[i], integrator, 100, 0.01), s.q[i]), 1e-13)
          << integrator.fix << " " << i;
  }
}

// Map euler is a scheme for translation and rotation, (27): v' = v + h g, x' = x + h v', and so for
// the spin, that is x_n = x + n h v + n (n + 1)/2 h^2 g. All numbers here are sums of powers of 2,
// and so is the result.

TEST(SphereOrientation, MapEulerIsSymplecticEulerForTranslationAndRotation)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  constexpr int N = 64;
  constexpr double h = 0.015625, g = 0.125, v = 0.5, w = 0.25, alpha = 0.5;    // torque 1, J = 2
  Simulation sim(sphere() + R"(
    set atom 1 diameter 2 mass 4
    set atom 1 omega 0 0 0.25
    velocity all set 0 0 0.5
    fix pull all gravity 0.125 vector 0 0 -1
    fix twist all addtorque/atom 0 0 1
    timestep 0.015625)");
  const std::string said = sim.output_of("fix 1 all nve/sphere/rodrigues map euler inertia 0.5");
  EXPECT_TRUE(contains(said, "nve/sphere/rodrigues map euler")) << said;
  EXPECT_TRUE(contains(said, "first order")) << said;

  sim.run("run " + std::to_string(N));
  const State s = sim.state("1");
  EXPECT_EQ(s.v[0].z, v - N * h * g);
  EXPECT_EQ(s.x[0].z, N * h * v - N * (N + 1) / 2 * h * h * g);
  EXPECT_EQ(s.omega[0].z, w + N * h * alpha);
  double angle = 0.0;
  for (int n = 1; n <= N; n++) angle += 2.0 * std::atan(0.5 * h * (w + n * h * alpha));
  EXPECT_NEAR(2.0 * std::atan2(s.q[0].z, s.q[0].w), angle, 1e-14);
}

// Beyond h |omega| = 1 map exact has no solution. What happens then: keyword bound

namespace {

/** Four spheres: h |omega| of the first three is 1.1, 1.5 and 1.2, the fourth does not turn. */
const std::string TOO_FAST = sphere() + R"(
    create_atoms 1 single 5 5 5
    create_atoms 1 single -5 -5 -5
    create_atoms 1 single -5 5 5
    set atom 2*4 diameter 1.0
    set atom 1 omega 0 0 11
    set atom 2 omega 0 9 12
    set atom 3 omega 12 0 0
    timestep 0.1
    thermo 1
)";

}    // namespace

TEST(SphereOrientation, BoundErrorNamesTheAtomTheStepAndTheLargestStep)
{
  for (const char *bound : {"", " bound error"}) {
    Simulation sim(TOO_FAST + "fix 1 all nve/sphere/rodrigues map exact" + bound);
    const std::string text = sim.error_of("run 10");
    EXPECT_TRUE(contains(text,
                         "h |omega| of atom 2 is 1.5 > 1 at step 1, the largest admissible "
                         "step for it is 0.0666667"))
        << text;
  }
}

TEST(SphereOrientation, BoundErrorComesInTheStepThatPassesIt)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  // omega = T/J t with T/J = 1: h omega(t + h/2) = 0.01 (n - 1/2) is above 1 from the step that
  // leads to n = 101 on
  Simulation sim(sphere() + R"(
    set atom 1 diameter 2 mass 1 omega 0 0 0
    fix 1 all nve/sphere/rodrigues map exact inertia 1
    fix twist all addtorque/atom 0 0 1
    timestep 0.1)");
  sim.run("thermo 0\nrun 90");
  EXPECT_NEAR(sim.state().omega[0].z, 9.0, 1e-12);
  const std::string text = sim.error_of("run 100");
  EXPECT_TRUE(contains(text, "atom 1 is 1.005 > 1 at step 101")) << text;
  EXPECT_TRUE(contains(text, "step for it is 0.0995025")) << text;    // 1/10.05
}

TEST(SphereOrientation, BoundWarnAndNewmarkGoOnAsNewmark)
{
  Simulation newmark(TOO_FAST + "fix 1 all nve/sphere/rodrigues\nrun 20");
  for (const auto &[bound, warnings] : {std::pair{"warn", 1}, {"newmark", 0}}) {
    Simulation sim(TOO_FAST + "fix 1 all nve/sphere/rodrigues map exact bound " + bound);
    for (int run = 0; run < 2; run++) {
      const std::string text = sim.output_of("run 10");
      EXPECT_EQ(count(text, "WARNING: Fix nve/sphere/rodrigues"), warnings) << text;
      EXPECT_EQ(count(text, "h |omega| of atom 2 is 1.5 > 1"), warnings) << text;
      EXPECT_EQ(contains(text, "newmark"), warnings > 0) << text;
    }
    EXPECT_EQ(different_bits(sim.state("1").q, newmark.state("1").q), 0) << bound;
  }
}
