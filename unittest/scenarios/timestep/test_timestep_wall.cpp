// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute timestep/contact and fix timestep/contact with the walls of fix wall/contact: against
// limits by hand, against frozen grains, and against runs.

#include "timestep/timestep.h"

#include <algorithm>
#include <cmath>

using namespace scenario;

namespace {

std::string grain(double z)
{
  return spheres({{0.0, 0.0, z}});
}

std::string wall(const std::string &law, const std::string &place = "plane 0 0 0 0 0 1")
{
  return "fix w all wall/contact " + place + " " + law + "\n";
}

/** A grain of mass 1 and radius 1/2 that touches `walls` parallel walls: in the tangent plane it
 *  moves with kt (1 + a^2/.1), a the lever arm, if two of them do not couple both motions. */
double limit(double kn, double kt, double a = 0.5)
{
  return 2.0 / std::sqrt(std::max(kn, kt * (1.0 + 10.0 * a * a)));
}

}    // namespace

// --- between runs ---

TEST(TimestepWall, KnowsRegionsThatAreDefinedAnewBetweenRuns)
{
  const std::string region = "region r block -10 10 -10 10 0 10 move NULL NULL v_z\n";
  Simulation sim(grain(0.49) + "variable z equal 0\n" + region + wall("k 1", "region r") +
                 "compute t all timestep/contact\nrun 0\nregion r delete\n" + region);
  EXPECT_NEAR(sim.value("c_t"), limit(1.0, 0.0), 1e-12);
  sim.run("run 0\nregion r delete");
  EXPECT_NE(sim.error_of("print \"$(c_t)\"").find("keyword region: region r does not exist"),
            std::string::npos);
}

// Neighbor lists of the last run are not those of other atoms, and a wall may be gone

TEST(TimestepWall, AsksForANewRunWhereListsAreNotValid)
{
  const std::string file = scratch_file("restart");
  for (const std::string &change :
       {std::string("create_atoms 1 single 2 2 2"), std::string("delete_atoms group all"),
        std::string("unfix w"), std::string("fix v all wall/contact plane 0 0 5 0 0 -1 k 1"),
        std::string("pair_style none"), "write_restart " + file}) {
    Simulation sim(grain(0.49) + "pair_style contact/hooke\npair_coeff * * k 1\n" + wall("k 1") +
                   "compute t all timestep/contact\nrun 0\n" + change);
    EXPECT_NE(sim.error_of("print \"$(c_t)\"").find("use the compute after a run 0"),
              std::string::npos)
        << change;
    sim.run("run 0");
    EXPECT_GT(sim.value("c_t"), 0.0) << change;
  }
}

// Atoms that fixes insert in a run are in its lists

TEST(TimestepWall, NeedsNoNewRunBehindInsertions)
{
  Simulation sim(grain(0.49) + wall("k 1") +
                 "region up block -9 9 -9 9 5 15\nfix d all deposit 5 1 10 4711 region up near 1 "
                 "units box\ncompute t all timestep/contact\nrun 100");
  EXPECT_EQ(sim.value("atoms"), 6);
  EXPECT_NEAR(sim.value("c_t"), limit(1.0, 0.0), 1e-6);
}

// --- limits by hand ---

TEST(TimestepWall, OfOneGrainIsExact)
{
  const struct {
    std::string law;
    double kn, kt, arm;
  } cases[] = {{"k 3", 3.0, 0.0, 0.5},
               {"k 1 kt 1 mu 0.5", 1.0, 1.0, 0.5},
               {"k 1 kt 1 mu 0.5 lever contact", 1.0, 1.0, 0.495},
               {"k 1 kt 1 mu 0", 1.0, 0.0, 0.5},
               {"law hertz k 40", 1.5 * 40 * 0.1, 0.0, 0.5},
               {"law hertz k 40 kt 80 mu 0.5", 6.0, 8.0, 0.5},
               {"law hertz E 100 nu 0.3", 2.0 * 50.0 / 0.91 * std::sqrt(0.5) * 0.1, 0.0, 0.5}};
  for (const auto &c : cases)
    for (const std::string place : {"plane 0 0 0 0 0 1", "region half"})
      EXPECT_NEAR(
          step_of(grain(0.49) + "region half block INF INF INF INF 0 INF\n" + wall(c.law, place)),
          limit(c.kn, c.kt, c.arm), 1e-12)
          << c.law << " " << place;
}

// Between two walls the tangential springs act on translation and rotation without coupling: 2 kt/m
// and 2 kt R^2/I

TEST(TimestepWall, BetweenTwoWalls)
{
  const std::string two = grain(0.0) + "region slit block INF INF INF INF -0.49 0.49\n";
  for (const auto &[kn, kt] : {std::pair{3.0, 0.0}, std::pair{3.0, 1.0}, std::pair{3.0, 0.2}}) {
    const double exact = 2.0 / std::sqrt(std::max({2.0 * kn, 2.0 * kt, 2.0 * kt * 2.5}));
    const std::string law = "k " + number(kn) + " kt " + number(kt) + " mu 0.5";
    EXPECT_NEAR(step_of(two + wall(law, "region slit")), exact, 1e-12) << kt;
    EXPECT_NEAR(step_of(two + wall(law, "plane 0 0 -0.49 0 0 1") +
                        "fix v all wall/contact plane 0 "
                        "0 0.49 0 0 -1 " +
                        law + "\n"),
                exact, 1e-12)
        << kt;
  }
}

// --- the same as frozen grains ---

// A frozen grain and a wall with the shape of it have the same effective radius, and m_eff = m

TEST(TimestepWall, IsThatOfAFrozenGrain)
{
  const std::string damped[] = {"k 3",
                                "k 3 damping restitution 0.5",
                                "k 1 kt 1 mu 0.5",
                                "k 1 kt 1 mu 0.5 damping mass_velocity 0.6 0.3",
                                "k 1 kt 1 mu 0.5 damping velocity 0.6 0.3 velocity mid",
                                "k 1 kt 0 mu 0.5 damping velocity 0.6 3"};
  for (const std::string style : {"hooke", "hertz"})
    for (const auto &law : damped)
      for (const double speed : {0.0, 0.3}) {
        const std::string one = grain(0.49) + "set atom 1 vz -" + number(speed) + "\n";
        const double at_wall = step_of(one + "region ball sphere 0 0 -10 10 side out\n" +
                                       wall("law " + style + " " + law, "region ball"));
        const double at_grain =
            step_of(one +
                    "create_atoms 2 single 0 0 -10\nset type 2 diameter 20\nset type 2 mass 1\n"
                    "group base type 2\nfix f base freeze\nunfix nve\ngroup grain type 1\n"
                    "fix nve grain nve/sphere\npair_style contact/" +
                    style + "\npair_coeff * * lever radius " + law + "\n");
        EXPECT_NEAR(at_wall, at_grain, 1e-12 * at_grain) << style << " " << law << " " << speed;
      }
}

// --- gaps ---

TEST(TimestepWall, WallsAboutToBeTouchedCount)
{
  for (const std::string place : {"plane 0 0 0 0 0 1", "region half"})
    for (const double z : {0.48, 0.55, 0.75, 0.85}) {    // skin 0.3
      const std::string script =
          grain(z) + "region half block INF INF INF INF 0 INF\n" + wall("k 4", place);
      EXPECT_NEAR(step_of(script), z < 0.8 ? 1.0 : 1e20, 1e-12) << place << z;
      EXPECT_NEAR(step_of(script, "reach 0"), z < 0.5 ? 1.0 : 1e20, 1e-12) << place << z;
      EXPECT_NEAR(step_of(script, "reach 0.3"), z < 0.8 ? 1.0 : 1e20, 1e-12) << place << z;
    }
}

/** LAMMPS had cylinders as walls of fix wall/gran until 2025. */
TEST(TimestepWall, CylindersOfFixWallGranAreLeftOut)
{
  Simulation sim(grain(0.0) +
                 "pair_style contact/hooke\npair_coeff * * k 1\ncompute t all timestep/contact\n");
  if (sim.error_of("fix w all wall/gran hooke 1000 NULL 0 NULL 0 0 zcylinder 4").empty()) {
    sim.run("run 0");
    EXPECT_EQ(sim.value("c_t"), 1e20);
  }
}

TEST(TimestepWall, OfItsGroupOnly)
{
  EXPECT_EQ(
      step_of(grain(0.48) + "group none empty\nfix w none wall/contact plane 0 0 0 0 0 1 k 4\n"),
      1e20);
}

// A rigid wall has no force

TEST(TimestepWall, RigidWallsDoNotCount)
{
  Simulation sim(grain(0.48) + wall("stiffness 4"));
  const std::string text =
      sim.output_of("compute s all timestep/contact\nthermo_style custom step c_s\nrun 0");
  EXPECT_EQ(sim.value("c_s"), 1e20);
  EXPECT_FALSE(contains(text, "does not count the stiffness")) << text;
}

// Hertz: a wall that comes counts at the turn of the impact, 2/5 K d^(5/2) = v^2/2, with the
// velocity that it has at the step. The six iterations begin at the least overlap that counts,
// 5e-5, and end at .11: log(.11/5e-5)/4^5 is left, and 1/4 of this in the step

TEST(TimestepWall, MovingWallsCountAtTheTurn)
{
  const double K = 40.0, v = 0.3;
  Simulation sim(grain(0.5) +
                 "timestep 1e-5\nvariable z equal 0.3*step*dt\nvariable o equal 0\n"
                 "region half block INF INF INF INF 0 INF move v_o v_o v_z\n"
                 "fix w all wall/contact region half law hertz k 40\n"
                 "compute s all timestep/contact\nthermo_style custom step c_s\nrun 3");
  const double d = std::pow(2.5 / K * 0.5 * v * v, 0.4);
  const double exact = limit(1.5 * K * std::sqrt(d), 0.0);
  EXPECT_LE(sim.value("c_s"), exact);
  EXPECT_GE(sim.value("c_s"), (1.0 - 2e-3) * exact);
}

// --- runs at 0.99 and 1.01 of the step ---

namespace {

/** Does the grain leave its place, where it is at rest, after a push of 1e-6? Unstable motions
 *  change their sign in each step, and between two walls they do not grow for ever. h: time
 *  step. */
bool is_unstable(const std::string &script, const std::string &push, double h)
{
  Simulation sim(script + push);
  const Vec3 start = sim.state().x[0];
  const std::string lost = sim.error_of("timestep " + number(h) + "\nrun 3000");
  double away = lost.empty() ? 0.0 : INFINITY;
  for (int k = 0; k < 20 && lost.empty(); k++) {
    sim.run("run 1 pre no post no");
    away = larger(away, VARDEM::norm(sim.state().x[0] - start));
  }
  return !(away <= 1e-3);
}

}    // namespace

// Tangential pushes spin the grain so that its centre of mass comes back: it does not roll away

TEST(TimestepWall, StableBelowAndUnstableAbove)
{
  // the force of the wall at the overlap .01
  const std::string rest = "fix g all addforce 0 0 -";
  const struct {
    std::string law, weight, push;
  } cases[] = {
      {"k 4", "0.04", "velocity all set 0 0 1e-6\n"},
      {"k 4 damping mass_velocity 0.6 0", "0.04", "velocity all set 0 0 1e-6\n"},
      {"k 4 damping mass_velocity 0.6 0 velocity mid", "0.04", "velocity all set 0 0 1e-6\n"},
      {"k 1 kt 4 mu 1000", "0.01", "velocity all set 1e-6 0 0\nset group all omega 0 -5e-6 0\n"},
      {"k 1 kt 4 mu 1000 damping mass_velocity 0 0.6", "0.01",
       "velocity all set 1e-6 0 0\nset group all omega 0 -5e-6 0\n"},
      {"law hertz k 40", "0.04", "velocity all set 0 0 1e-7\n"},
      {"law hertz k 40 kt 40 mu 1000", "0.04",
       "velocity all set 1e-7 0 0\nset group all omega 0 -5e-7 0\n"}};
  for (const auto &c : cases)
    for (const std::string place : {"plane 0 0 0 0 0 1", "region half"}) {
      const std::string script = grain(0.49) + "region half block INF INF INF INF 0 INF\n" +
          wall(c.law, place) + rest + c.weight + "\n";
      const double h = step_of(script);
      EXPECT_FALSE(is_unstable(script, c.push, 0.99 * h)) << c.law << " " << place;
      EXPECT_TRUE(is_unstable(script, c.push, 1.01 * h)) << c.law << " " << place;
    }
}

// --- fix timestep/contact ---

// The thermo output may ask for the step in the middle of other computes

TEST(TimestepWall, AskedBetweenOtherComputes)
{
  Simulation sim(grain(0.49) +
                 "variable z equal 0.001*step*dt\nvariable o equal 0\n"
                 "region half block INF INF INF INF 0 INF move v_o v_o v_z\n"
                 "pair_style contact/hooke\npair_coeff * * k 1\n" +
                 wall("k 4", "region half") +
                 "timestep 1e-3\ncompute s all timestep/contact\n"
                 "thermo 2\nthermo_style custom step pe c_s press\nrun 10");
  EXPECT_NEAR(sim.value("c_s"), 1.0, 1e-12);
}

// A wall that comes fast from far beyond the skin, as a grain that comes fast

TEST(TimestepFix, SeesAFastWall)
{
  Simulation sim(grain(0.0) +
                 "variable z equal -14+10*time\n"
                 "region r plane 0 0 0 0 0 1 move NULL NULL v_z\n" +
                 wall("k 5e6", "region r") +
                 "timestep 0.02\nfix dt all timestep/contact 50 growth 0 max 0.02\nrun 51");
  EXPECT_LE(sim.value("dt"), limit(5e6, 0.0));
}
