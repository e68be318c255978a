// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix timestep/contact: the step that it sets, restart, and wrong input of it and of its compute.

#include "scenario.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

namespace {

const double STABLE = 2.0 / std::sqrt(7.0);    // of the pair: m = R/0.5 = kn = kt = 1

/** Two spheres of diameter and mass 1 at a distance along x, and one that touches nothing and
 *  flies. */
std::string pair(double distance, const std::string &style = "gran/hooke/history 1 1 0 0 1000 0")
{
  char text[40];
  snprintf(text, sizeof(text), "%.17g", distance);
  return R"(
    atom_style sphere
    atom_modify map array
    boundary f f f
    comm_modify vel yes
    newton off
    neighbor 0.1 bin
    neigh_modify delay 0 every 1 check yes
    region box block -20 20 -20 20 -20 20
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single )" +
      std::string(text) + R"( 0 0
    create_atoms 1 single -10 10 0
    set group all diameter 1
    set group all mass 1
    velocity all set 0 0 0
    set atom 3 vx 0.01
    fix nve all nve/sphere
    thermo_style custom step dt time
    pair_style )" +
      style + "\npair_coeff * *\n";
}

void expect_error(const std::string &setup, const std::string &command,
                  const std::vector<std::string> &parts)
{
  Simulation sim(setup);
  const std::string text = sim.error_of(command);
  EXPECT_TRUE(contains(text, "ERROR")) << command;
  const std::string message = text.substr(0, text.find("Last input line"));
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part)) << "no '" << part << "' in: " << text;
}

}    // namespace

// Before the first step: at once if the input has no timestep command, and if that has too long a
// step

TEST(TimestepFix, SetsTheStepBeforeTheFirstStep)
{
  for (const std::string given : {"", "timestep 10\n"}) {
    Simulation sim(pair(0.99) + given + "fix dt all timestep/contact 10\nrun 1");
    EXPECT_NEAR(sim.value("dt"), 0.9 * STABLE, 1e-12) << given;
    EXPECT_NEAR(sim.value("time"), 0.9 * STABLE, 1e-12);
    EXPECT_EQ(sim.value("f_dt"), sim.value("dt"));
    EXPECT_NEAR(sim.value("f_dt[1]"), STABLE, 1e-12);
    EXPECT_EQ(sim.value("f_dt[2]"), 0.0);
  }
  Simulation sim(pair(0.99) + "fix dt all timestep/contact 10 safety 0.5 max 0.2\nrun 1");
  EXPECT_EQ(sim.value("dt"), 0.2);
}

// Growth 1e-3 per step, whenever the step is set; the flying sphere has gone v times the sum of the
// steps

TEST(TimestepFix, GrowsByItsRateAndTellsTheIntegrators)
{
  Simulation sim(pair(0.99) +
                 "timestep 0.01\nfix dt all timestep/contact 10 growth 1e-3\nrun 0\nrun 100");
  EXPECT_NEAR(sim.value("dt"), 0.01 * std::pow(1.001, 100), 1e-12);
  EXPECT_EQ(sim.value("f_dt[3]"), 100.0);
  double time = 0.0;    // ten steps of each length
  for (int n = 0; n < 100; n++) time += 0.01 * std::pow(1.001, 10 * (n / 10));
  EXPECT_NEAR(sim.value("time"), time, 1e-12);
  EXPECT_NEAR(sim.value("x[3]") + 10.0, 0.01 * time, 1e-12);

  sim.run("unfix dt\nfix dt all timestep/contact 10 growth 10\nrun 20");
  EXPECT_NEAR(sim.value("dt"), 0.9 * STABLE, 1e-12);
}

// A soft pair limits the step, and falls from rest on a wall that is a million times as stiff and
// beyond the skin. The evaluation at the start has no speed to look ahead with; the first neighbor
// list after it has particles that move

TEST(TimestepFix, FallsBeforeParticlesFromRestReachAWall)
{
  Simulation sim(R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    newton off
    boundary p p f
    neighbor 0.1 bin
    region box block -5 5 -5 5 0 10
    create_box 1 box
    create_atoms 1 single 0 0 3
    create_atoms 1 single 0.99 0 3
    set group all diameter 1 mass 1
    pair_style gran/hooke 1 0 0 0 0 0
    pair_coeff * *
    fix floor all wall/gran hooke 1e6 0 1e-3 0 0 0 zplane 0 NULL
    fix g all gravity 1 vector 0 0 -1
    fix dt all timestep/contact 100 safety 0.1
    fix nve all nve/sphere
    thermo_modify lost error
)");
  sim.run("run 0");
  EXPECT_GT(sim.value("dt"), 0.1);
  while (sim.value("z[1]") > 0.5 && sim.value("time") < 5.0) sim.run("run 1 pre no post no");
  EXPECT_GT(sim.value("z[1]"), 0.499);    // impact at 2.2: overlap at most 2.2e-3
  EXPECT_LE(sim.value("dt"), 0.1 * 2.0 / 1000.0 * (1.0 + 1e-9));
  sim.run("run 100");
  // it leaves with the speed that it came with
  EXPECT_NEAR(sim.value("vz[1]"), std::sqrt(5.0), 0.05);
}

// Two spheres at a gap of 0.05 within the skin of 0.1, and two that touch. At rest the gap does not
// count; if the spheres can close it at twice their speeds before the next evaluation, it does.
// `reach list` counts all pairs of the list. The set-up without a timestep command does so, too, as
// it has no step yet to look ahead with

TEST(TimestepFix, GapsCountIfTheyCanCloseBeforeTheNextEvaluation)
{
  const std::string script = pair(0.99, "gran/hooke 1 0 0 0 0 0") +
      "create_atoms 1 single 2.04 0 0\nset atom 4 diameter 1\nset atom 4 mass 1\nset atom 4 vx 0\n";
  const double two = std::sqrt(2.0), three = 2.0 / std::sqrt(3.0);    // stable steps of chains
  const std::string dt = "fix dt all timestep/contact 10 sweeps 20";
  const auto stable = [&](const std::string &lines) {
    Simulation sim(script + lines + "\nrun 0");
    return sim.value("f_dt[1]");
  };
  EXPECT_NEAR(stable("timestep 1e-3\n" + dt), two, 1e-9);
  EXPECT_NEAR(stable("timestep 1e-3\n" + dt + " reach list"), three, 1e-4);
  EXPECT_NEAR(stable("timestep 1e-3\n" + dt + " reach 0.06"), three, 1e-4);
  EXPECT_NEAR(stable("timestep 1e-3\n" + dt + " reach 0.04"), two, 1e-9);
  EXPECT_NEAR(stable(dt), three, 1e-4);
  // it goes 10 * 1e-3 * vx until the next evaluation
  const std::string moving = "set atom 4 vx -";
  EXPECT_NEAR(stable("timestep 1e-3\n" + moving + "2.4\n" + dt), two, 1e-9);
  EXPECT_NEAR(stable("timestep 1e-3\n" + moving + "2.6\n" + dt), three, 1e-4);
}

// The same for walls

TEST(TimestepFix, GapsToWallsCountIfTheyCanClose)
{
  const std::string script = pair(3.0, "gran/hooke 1 0 0 0 0 0") + R"(
    fix floor all wall/gran granular hooke 4 0 damping velocity tangential linear_nohistory 0 0 zplane -0.55 NULL
    timestep 1e-3
)";
  for (const double speed :
       {1.2, 1.3}) {    // both the speed and the closing speed are counted, twice
    Simulation sim(script + "set atom 1 vz " + std::to_string(-speed) +
                   "\nfix dt all timestep/contact 10\nrun 0");
    EXPECT_EQ(sim.value("f_dt[1]") < 1e20, speed > 1.25) << speed;
  }
}

TEST(TimestepFix, HandsKeywordsToItsCompute)
{
  Simulation sim(pair(0.99) +
                 "fix dt all timestep/contact 5 safety 1 method dyndt damping 0.44\nrun 1");
  EXPECT_NEAR(sim.value("dt"), 2.0 / std::sqrt(5.0) / 1.2, 1e-12);
  Simulation wave(pair(3.0) + "fix dt all timestep/contact 5 safety 1 pwave 100 0\nrun 1");
  EXPECT_NEAR(wave.value("dt"), 0.5 * std::sqrt(1.0 / (M_PI / 6.0) / 100), 1e-12);
}

// Run 40 is run 20, restart, run 20: the step grows on from that of the file, or from that of a
// timestep command

TEST(TimestepFix, RestartGoesOnWithTheStep)
{
  const std::string fixes = "fix nve all nve/sphere\nfix dt all timestep/contact 10 growth 1e-3\n"
                            "thermo_style custom step dt time\n";
  const std::string script =
      pair(0.99, "gran/hooke 1 0 0 0 0 0") + "unfix nve\ntimestep 0.01\n" + fixes;
  const std::string file = scratch_file("restart");
  Simulation whole(script + "run 20\nwrite_restart " + file + "\nrun 20 pre no");
  const std::string again = "newton off\nread_restart " + file +
      "\ncomm_modify vel yes\nneighbor 0.1 bin\n"
      "neigh_modify delay 0 every 1 check yes\npair_style gran/hooke 1 0 0 0 0 "
      "0\npair_coeff * *\n";
  Simulation half(again + fixes + "run 20");
  EXPECT_EQ(half.value("dt"), whole.value("dt"));
  EXPECT_EQ(half.value("time"), whole.value("time"));
  EXPECT_EQ(different_bits(half.state().x, whole.state().x), 0);
  EXPECT_EQ(different_bits(half.state().v, whole.state().v), 0);
  Simulation other(again + "timestep 0.001\n" + fixes + "run 10");
  EXPECT_NEAR(other.value("dt"), 0.001 * std::pow(1.001, 10), 1e-15);
}

// The state of another version: the three numbers without a header that the style once wrote

TEST(TimestepFix, RefusesTheRestartOfAnotherVersion)
{
  Simulation sim(pair(0.99) + "fix dt all timestep/contact 10\nrun 1");
  double old[] = {0.7559, 0.0, 0.0};
  std::string message;
  try {
    sim.lammps()->modify->get_fix_by_id("dt")->restart(reinterpret_cast<char *>(old));
  } catch (const std::exception &e) {
    message = e.what();
  }
  for (const std::string part : {"Fix timestep/contact dt", "restart file", "another ID"})
    EXPECT_TRUE(contains(message, part)) << message;
}

// Fixes that end the run with a message of their own as soon as the step changes

TEST(TimestepFix, TakesUpReachAndNOfTheCommandAfterARestart)
{
  const std::string script = pair(0.99, "gran/hooke 1 0 0 0 0 0") +
      "create_atoms 1 single 2.04 0 0\nset atom 4 diameter 1\nset atom 4 mass 1\nset atom 4 vx 0\n"
      "timestep 1e-3\n";
  const auto after_restart = [&](const std::string &reach) {
    Simulation first(script + "fix dt all timestep/contact 10 sweeps 20\nrun 10");
    first.run("write_restart reach.restart");
    Simulation second(
        "newton off\nread_restart reach.restart\ncomm_modify vel yes\nneighbor 0.1 bin\n"
        "pair_style gran/hooke 1 0 0 0 0 0\npair_coeff * *\nfix nve all nve/sphere\n"
        "fix dt all timestep/contact 10 sweeps 20 " +
        reach + "\nrun 0");
    return second.value("f_dt[1]");
  };
  EXPECT_NEAR(after_restart(""), std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(after_restart("reach list"), 2.0 / std::sqrt(3.0), 1e-4);
}

TEST(TimestepFix, FixesThatNeedAConstantStep)
{
  const std::string dt = "fix dt all timestep/contact 10\n";
  expect_error(pair(0.99) +
                   "region top block -10 10 -10 10 5 15\nfix g all gravity 1 vector 0 0 -1\n"
                   "fix p all pour 5 1 4767 region top diam one 1\n" +
                   dt,
               "run 1", {"Fix timestep/contact dt", "fix pour p", "fix deposit"});
  expect_error(pair(0.99) + "group one id 1\nfix m one move linear 0 0 0\n" + dt, "run 1",
               {"Fix timestep/contact dt", "fix move m", "timestep command"});
  EXPECT_EQ(Simulation(pair(0.99) +
                       "region top block -10 10 -10 10 5 15\n"
                       "fix p all deposit 5 1 1 4767 region top near 1\n" +
                       dt)
                .error_of("run 5"),
            "");
}

TEST(TimestepFix, WarnsOfAFlowThatNeedsAConstantStep)
{
  Simulation sim(R"(
    atom_style sphere
    comm_modify vel yes
    region box block -5 5 -5 5 -5 5
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.99 0 0
    set group all diameter 1
    set group all mass 1
    pair_style gran/hooke 1 0 0 0 0 0
    pair_coeff * *
    fix flow all deform/gradv gradv 0.01 0 0 0 0 0
    fix nve all nve/sphere
)");
  const std::string text = sim.output_of("fix dt all timestep/contact 10\nrun 0");
  EXPECT_EQ(count(text, "Fix timestep/contact dt changes the time step, but fix deform/gradv flow"),
            1)
      << text;
}

// The second value of a keyword would be ignored, or the first one

TEST(TimestepFix, KeywordsThatAreGivenTwice)
{
  const char *values[] = {"safety 0.5", "damping 0.2", "method bound", "dashpots yes",
                          "sweeps 1",   "reach 0",     "pwave 1e6 0.3"};
  for (const std::string keyword : values) {
    const std::string name = keyword.substr(0, keyword.find(' ')), twice = keyword + " " + keyword;
    for (const std::string style :
         {"fix s all timestep/contact 5 ", "compute s all timestep/contact "})
      expect_error(pair(0.99), style + twice, {"timestep/contact keyword " + name, "twice"});
  }
  for (const std::string keyword : {"growth", "min", "max"})
    expect_error(pair(0.99), "fix s all timestep/contact 5 " + keyword + " 1 " + keyword + " 1",
                 {"Fix timestep/contact keyword " + keyword, "twice"});
}

TEST(TimestepFix, WrongInput)
{
  const std::string fix = "fix dt all timestep/contact", me = "Fix timestep/contact";
  expect_error(pair(0.99), fix, {"timestep/contact", "missing"});
  expect_error(pair(0.99), fix + " 0", {me, "N > 0", "0"});
  expect_error(pair(0.99), fix + " 10 speed 1", {me, "keyword", "speed"});
  for (const std::string keyword :
       {"safety", "growth", "min", "max", "damping", "method", "dashpots", "reach", "sweeps"})
    expect_error(pair(0.99), fix + " 10 " + keyword, {me + " " + keyword, "missing"});
  for (const std::string safety : {"0", "-1", "1e308", "2.01"})
    expect_error(pair(0.99), fix + " 10 safety " + safety, {me, "safety", "<= 2", ": " + safety});
  expect_error(pair(0.99), fix + " 10 growth -1", {me, "growth", "-1"});
  expect_error(pair(0.99), fix + " 10 min -1", {me, "min", "-1"});
  expect_error(pair(0.99), fix + " 10 max 0", {me, "max", ": 0"});
  expect_error(pair(0.99), fix + " 10 min 1 max 0.5", {me, "min", "max", "0.5"});
  expect_error(pair(0.99), fix + " 10 damping 1", {me, "damping", ": 1"});
  expect_error(pair(0.99), fix + " 10 method exact", {me, "method", "exact"});
  expect_error(pair(0.99), fix + " 10 min 0.7\nrun 1", {me, "keyword min", "0.7", "0.755"});
  expect_error(pair(0.99), fix + " 10\nfix two all timestep/contact 5\nrun 1", {me, "only"});
  expect_error(pair(0.99), fix + " 10\nfix two all dt/reset 5 NULL NULL 0.1\nrun 1", {me, "only"});
  expect_error(pair(0.99), fix + " 10\nuncompute dt_stable\nrun 1",
               {"timestep/contact", "dt_stable"});
}

TEST(TimestepFix, WrongInputOfTheCompute)
{
  const std::string compute = "compute s all timestep/contact", me = "Compute timestep/contact";
  expect_error(pair(0.99), compute + " speed 1", {me, "keyword", "speed"});
  for (const std::string keyword : {"safety", "damping", "method", "dashpots", "reach", "sweeps"})
    expect_error(pair(0.99), compute + " " + keyword, {me + " " + keyword, "missing"});
  expect_error(pair(0.99), compute + " pwave 1e6", {me + " pwave", "missing"});
  expect_error(pair(0.99), compute + " pwave 0 0.3", {me, "pwave", ": 0"});
  expect_error(pair(0.99), compute + " pwave 1e6 0.5", {me, "pwave", "0.5"});
  for (const std::string safety : {"0", "1e308"})
    expect_error(pair(0.99), compute + " safety " + safety, {me, "safety", "<= 2", ": " + safety});
  expect_error(pair(0.99), compute + " damping -0.1", {me, "damping", "-0.1"});
  expect_error(pair(0.99), compute + " method woo", {me, "method", "bound or dyndt", "woo"});
  expect_error(pair(0.99), compute + " dashpots maybe", {me, "dashpots", "yes or no", "maybe"});
  expect_error(pair(0.99), compute + " reach -1", {me, "reach", "list", "-1"});
  expect_error(pair(0.99), compute + " sweeps -1", {me, "sweeps", "-1"});

  const std::string box = "region box block -5 5 -5 5 -5 5\ncreate_box 1 box\n";
  expect_error("atom_style ellipsoid\n" + box, compute, {me, "atom style ellipsoid"});
  expect_error("atom_style atomic\n" + box, compute + " pwave 1e6 0.3", {me, "pwave", "radius"});
  expect_error(
      "atom_style charge\n" + box +
          "mass 1 1\ncreate_atoms 1 single 0 0 0\npair_style coul/wolf 0.2 2\npair_coeff * *\n",
      compute + "\nthermo_style custom step c_s\nrun 0", {me, "pair style coul/wolf", "single()"});
}
