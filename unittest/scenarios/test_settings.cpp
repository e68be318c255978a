/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The integrators under LAMMPS' own settings: groups, types, changing radii and steps, r-RESPA, run 0, minimization.

#include "scenario.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string LEAPFROG = "fix 1 all nve/sphere/leapfrog";

/** 64 spheres of two types. The 1: their radii may change. */
const std::string SPHERES = R"(
    units lj
    atom_style sphere 1
    lattice sc 1.0 origin 0.5 0.5 0.5
    region box block 0 4 0 4 0 4
    create_box 2 box
    create_atoms 1 box
    group odd id 1:63:2
    set group odd type 2
    set type 1 diameter 1.02
    set type 2 diameter 0.99
    set type 1 density 1.0
    set type 2 density 3.0
    variable w atom 0.1*id
    set group all omega v_w 1.0 -2.0
    velocity all create 0.5 8472
    comm_modify vel yes
    timestep 0.001
)";

/** The same in contact, with dashpots and friction, and free. */
const std::string PACKING =
    SPHERES + "pair_style gran/hooke 1000 0.0 10 50 0.5 1\npair_coeff * *\n";
const std::string FREE = SPHERES + "pair_style zero 1.0\npair_coeff * *\n";

const std::string ELLIPSOIDS = R"(
    units lj
    atom_style ellipsoid
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 1.9 0.3 0.2
    set group all shape 3 1 1.5
    set group all mass 2.0
    set atom 1 quat 0 0 1 80
    set atom 2 quat 0 0.5 1 60
    set group all angmom 0.4 0.5 -0.3
    pair_style gayberne 1.0 1.0 1.0 5.0
    pair_coeff 1 1 1.0 1.0 1 1 0.2 1 1 0.2
)";

State after(const std::string &script, const std::string &attitude_fix = "")
{
  Simulation sim(script);
  return sim.state(attitude_fix);
}

/** x, v and omega of a script with fix nve/sphere/leapfrog are those with fix nve/sphere. */
void expect_bits_of_nve_sphere(const std::string &script)
{
  std::string stock = script;
  for (std::size_t at; (at = stock.find("/leapfrog update quat")) != std::string::npos;)
    stock.erase(at, 21);
  ASSERT_NE(stock, script);
  const State a = after(script), b = after(stock);
  EXPECT_EQ(different_bits(a.x, b.x), 0);
  EXPECT_EQ(different_bits(a.v, b.v), 0);
  EXPECT_EQ(different_bits(a.omega, b.omega), 0);
}

std::string numbered(double h)
{
  char text[40];
  snprintf(text, sizeof(text), "%.17g", h);
  return text;
}

}    // namespace

TEST(Settings, TypesGroupsAndWalls)
{
  expect_bits_of_nve_sphere(PACKING + "fix 1 odd nve/sphere/leapfrog update quat\nrun 200");
  expect_bits_of_nve_sphere(
      PACKING +
      "fix g all gravity 1 vector 0 0 -1\nfix 1 all nve/sphere/leapfrog update quat\nrun 200");
}

TEST(Settings, AtomsOutsideTheGroupRest)
{
  const State start = after(PACKING),
              end = after(PACKING + "fix 1 odd nve/sphere/leapfrog update quat\nrun 50");
  for (int i = 0; i < 64; i++)
    EXPECT_EQ(different_bits({start.x[i], start.v[i], start.omega[i]},
                             std::vector<Vec3>{end.x[i], end.v[i], end.omega[i]}) == 0,
              i % 2 == 1)
        << i + 1;
}

TEST(Settings, FirstGroup)
{
  expect_bits_of_nve_sphere(
      PACKING + "atom_modify first odd\nfix 1 odd nve/sphere/leapfrog update quat\nrun 200");
}

TEST(Settings, DiametersThatAGrowingFixAdapts)
{
  expect_bits_of_nve_sphere(PACKING + R"(
    variable d equal 1.0+0.00002*step
    fix grow all adapt 1 atom diameter v_d
    fix 1 all nve/sphere/leapfrog update quat
    run 200)");
}

TEST(Settings, TimeStepsThatChange)
{
  const std::string fix = "fix 1 all nve/sphere/leapfrog update quat\n";
  expect_bits_of_nve_sphere(PACKING + fix +
                            "run 50\ntimestep 0.002\nrun 50\ntimestep 0.0005\nrun 50");
  expect_bits_of_nve_sphere(PACKING + "fix dt all dt/reset 5 1e-5 0.01 0.0005 units box\n" + fix +
                            "run 100");

  // and the attitude follows: omega is constant here, the time is that of the run
  Simulation sim(FREE + fix + "fix dt all dt/reset 5 1e-5 0.01 0.001 units box\n" +
                 "thermo_style custom step time\nrun 100");
  const State s = sim.state("1");
  const double t = sim.value("time");
  EXPECT_GT(std::fabs(t - 0.1), 1e-3);    // the step did change
  for (int i = 0; i < 64; i++) {
    const double angle = norm(s.omega[i]) * t;
    EXPECT_NEAR(std::cos(0.5 * angle_between({1.0, 0.0, 0.0, 0.0}, s.q[i])),
                std::fabs(std::cos(0.5 * angle)), 1e-10)
        << i + 1;
  }
}

TEST(Settings, RunZeroMovesNothing)
{
  const State start = after(PACKING), end = after(PACKING + LEAPFROG + " update quat\nrun 0", "1");
  EXPECT_EQ(different_bits(start.x, end.x), 0);
  EXPECT_EQ(different_bits(start.v, end.v), 0);
  EXPECT_EQ(different_bits(start.omega, end.omega), 0);
  EXPECT_EQ(different_bits(end.q, std::vector<Quat>(64, {1.0, 0.0, 0.0, 0.0})), 0);
  const State before = after(ELLIPSOIDS),
              then = after(ELLIPSOIDS + "fix 1 all nve/asphere/fincham\nrun 0");
  EXPECT_EQ(different_bits(before.x, then.x), 0);
  EXPECT_EQ(different_bits(before.q, then.q), 0);
  EXPECT_EQ(different_bits(before.angmom, then.angmom), 0);
}

TEST(Settings, MinimizationBeforeARun)
{
  const std::string minimize = "\nmin_style fire\nminimize 0 1e-8 20 20\n";
  expect_bits_of_nve_sphere(PACKING + "fix 1 all nve/sphere/leapfrog update quat" + minimize +
                            "run 50");
  const State start = after(ELLIPSOIDS),
              end = after(ELLIPSOIDS + "fix 1 all nve/asphere/fincham" + minimize);
  EXPECT_EQ(different_bits(start.q, end.q), 0);    // LAMMPS' minimizers do not turn
  EXPECT_LE(largest_norm_error(
                after(ELLIPSOIDS + "fix 1 all nve/asphere/fincham" + minimize + "run 50").q),
            1e-15);
}

// Spheres and ellipsoids in one system, each kind with its integrator

TEST(Settings, BothStylesSideBySide)
{
  const std::string mixed = R"(
    units lj
    atom_style hybrid sphere ellipsoid
    region box block -10 10 -10 10 -10 10
    create_box 2 box
    create_atoms 1 single 0 0 0
    create_atoms 2 single 3 3 3
    create_atoms 1 single -3 3 3
    set type 1 diameter 1.0
    set type 2 shape 3 1 1.5
    set group all mass 1.0
    set type 2 quat 0 0 1 30
    set type 2 angmom 0.3 0.2 0.5
    set type 1 omega 1 2 3
    group balls type 1
    group ellipsoids type 2
    velocity all set 0.1 0.2 0.3
    pair_style zero 2.0
    pair_coeff * *
)";
  const State s = after(
      mixed +
      "fix 1 balls nve/sphere/leapfrog update quat\nfix 2 ellipsoids nve/asphere/fincham\nrun 100");
  EXPECT_NEAR(s.x[0].x, 0.1 * 100 * 0.005, 1e-12);
  EXPECT_NEAR(s.x[1].z, 3.0 + 0.3 * 100 * 0.005, 1e-12);
  const State alone = after(mixed + "fix 2 ellipsoids nve/asphere/fincham\nrun 100");
  EXPECT_EQ(different_bits({s.q[1]}, std::vector<Quat>{alone.q[1]}), 0);
}

// r-RESPA with one inner step and all forces at the outer level: two half steps of a free body are one step of half
// the size

TEST(Settings, RespaTurnsFreeBodiesInItsInnerSteps)
{
  const std::string respa = "\nrun_style respa 2 2 bond 1 pair 2\n";
  for (const std::string &fix : {LEAPFROG + " update quat\n", LEAPFROG + "\n"}) {
    const State a = after(FREE + fix + "timestep 0.002\n" + respa + "run 50", "1"),
                b = after(FREE + fix + "timestep 0.001\nrun 100", "1");
    EXPECT_EQ(different_bits(a.x, b.x), 0);
    EXPECT_EQ(different_bits(a.omega, b.omega), 0);
    if (!a.q.empty()) { EXPECT_EQ(different_bits(a.q, b.q), 0); }
  }
}

// and interacting bodies are integrated to second order

TEST(Settings, RespaIsOfSecondOrderForEllipsoids)
{
  auto run = [](double h, const std::string &style) {
    return after(ELLIPSOIDS + "fix 1 all nve/asphere/fincham\ntimestep " + numbered(h) +
                 "\nrun_style " + style + "\nrun " + std::to_string(std::lround(1.0 / h)));
  };
  const std::string respa = "respa 2 2 bond 1 pair 2";
  const State reference = run(0.0001, "verlet");
  const double coarse = largest_angle(run(0.008, respa).q, reference.q),
               fine = largest_angle(run(0.004, respa).q, reference.q);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1);
}

TEST(Settings, RespaGivesTheTrajectoryOfNveSphere)
{
  expect_bits_of_nve_sphere(
      PACKING +
      "fix 1 all nve/sphere/leapfrog update quat\nrun_style respa 2 2 bond 1 pair 2\nrun 100");
}
