// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix timestep/contact: the step that it sets, restart, and wrong input of it and of its compute.

#include "refused.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <cmath>

using namespace scenario;

namespace {

const double STABLE = 2.0 / std::sqrt(7.0);    // of the pair: m = R/0.5 = kn = kt = 1

/** Two spheres of diameter and mass 1 at a distance along x, and one that touches nothing and
 *  flies. */
std::string pair(double distance, const std::string &style = "gran/hooke/history 1 1 0 0 1000 0")
{
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
      number(distance) + R"( 0 0
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
  const std::string message = thrown_by([&] {
    sim.lammps()->modify->get_fix_by_id("dt")->restart(reinterpret_cast<char *>(old));
  });
  expect_parts(message, {"Fix timestep/contact dt", "restart file", "another ID"});
}

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

// Fixes that end the run with a message of their own as soon as the step changes

// no kk: KOKKOS has no fix pour
TEST(TimestepFix, FixesThatNeedAConstantStep)
{
  expect_refused({pair(0.99) +
                      "region top block -10 10 -10 10 5 15\ngroup one id 1\n"
                      "fix g all gravity 1 vector 0 0 -1\n",
                  "", "\nfix dt all timestep/contact 10\nrun 5"},
                 R"(
    fix p all pour 5 1 4767 region top diam one 1
      | Fix timestep/contact dt | fix pour p | fix deposit
    fix m one move linear 0 0 0 | Fix timestep/contact dt | fix move m | timestep command
    fix p all deposit 5 1 1 4767 region top near 1
  )");
  expect_warnings(
      {pair(0.99) +
           "change_box all triclinic boundary p p p\n"
           "fix flow all deform/gradv gradv 0.01 0 0 0 0 0\n",
       "fix dt all timestep/contact 10\n"},
      "Fix timestep/contact",
      "run 0 | Fix timestep/contact dt changes the time step, but fix deform/gradv flow");
}

// no kk: the LAMMPS of the mock device has no atom style charge
TEST(TimestepFix, WrongInput)
{
  const Input fix = {pair(0.99), "fix dt all timestep/contact 10"},
              compute = {pair(0.99), "compute s all timestep/contact"};
  expect_keywords(fix, "Fix timestep/contact",
                  "safety 0.5; damping 0.2; method bound; dashpots yes; sweeps 1; reach 0; "
                  "growth 1; min 1; max 1");
  expect_keywords(compute, "Compute timestep/contact",
                  "safety 0.5; damping 0.2; method bound; dashpots yes; sweeps 1; reach 0");
  const std::string of_both = R"(
    pwave 1e6 0.3 pwave 1e6 0.3 | keyword pwave | twice
    pwave 1e6 | timestep/contact keyword pwave needs 2 values
    pwave {0,abc,1e400} 0.3 | timestep/contact keyword pwave | {1}
    pwave 1e6 0.5 | pwave | 0.5
    safety {0,-1,1e308,2.01} | safety | <= 2 | : {1}
    {safety,damping,sweeps,reach} {abc,1e400} | timestep/contact keyword {1} | {2}
    damping {1,-0.1} | damping | : {1}
    method {exact,woo} | method | bound or dyndt | {1}
    dashpots maybe | dashpots | yes or no | maybe
    reach -1 | reach | list | -1
    sweeps -1 | sweeps | -1
  )";
  expect_refused(fix, of_both + R"(
    growth {-1,abc,1e400} | Fix timestep/contact keyword growth | {1}
    min -1 | Fix timestep/contact | min | -1
    max 0 | Fix timestep/contact | max | : 0
    min 1 max 0.5 | Fix timestep/contact | min | max | 0.5
    min 0.7;run 1 | Fix timestep/contact: the stable time step | is less than keyword min 0.7 | 0.755
    ;fix two all timestep/contact 5;run 1 | Fix timestep/contact | only
    ;fix two all dt/reset 5 NULL NULL 0.1;run 1 | Fix timestep/contact | only
    ;uncompute dt_stable;run 1 | timestep/contact | dt_stable
  )");
  expect_refused(compute, of_both);
  expect_refused({pair(0.99), "fix dt all timestep/contact"}, R"(
    | Fix timestep/contact needs a number of steps N
    {0,abc,1e400} | Fix timestep/contact needs a number of steps | {1}
  )");
  const std::string box = "\nregion box block -5 5 -5 5 -5 5\ncreate_box 1 box\n";
  expect_refused({"", "atom_style", box + "compute s all timestep/contact pwave 1e6 0.3"}, R"(
    ellipsoid | Compute timestep/contact | atom style ellipsoid
    atomic | Compute timestep/contact | pwave | radius
  )");
  expect_refused({"atom_style charge" + box +
                      "mass 1 1\ncreate_atoms 1 single 0 0 0\n"
                      "pair_style coul/wolf 0.2 2\npair_coeff * *\n",
                  "compute s all timestep/contact"},
                 ";thermo_style custom step c_s;run 0"
                 " | Compute timestep/contact | pair style coul/wolf | single()");
}

// Iterations of a minimization are no steps in which the time step may grow

// no kk: steps are counted by the style without /kk
TEST(TimestepFix, DoesNotGrowInAMinimization)
{
  Simulation sim(pair(0.99) +
                 "fix s all spring/self 1\nfix_modify s energy yes\ntimestep 0.01\n"
                 "fix dt all timestep/contact 10 growth 0.001\nrun 10");
  const double before = sim.value("dt");
  sim.run("minimize 0 1e-30 500 500\nrun 10");
  EXPECT_LT(sim.value("dt"), before * std::pow(1.001, 25));
}

TEST(TimestepFix, WarnsOfWallsThatMoveByTheStepNumber)
{
  for (const std::string time : {"step*dt", "time"}) {
    Simulation sim(pair(0.99) + "variable z equal -5+0.1*" + time +
                   "\nregion r plane 0 0 0 0 0 1 move NULL NULL v_z\n"
                   "fix w all wall/contact region r k 1\nfix dt all timestep/contact 10");
    EXPECT_EQ(
        contains(sim.output_of("run 0"), "variable z, which moves fix w, depends on the step"),
        time != "time");
  }
}

TEST(TimestepFix, IsTheOnlyOneThatSetsTheStep)
{
  Simulation sim(pair(0.99) +
                 "unfix nve\ntimestep 0.001\nfix dt all timestep/contact 10\n"
                 "fix i all nve/sphere/implicit adaptive yes 1e-3 1e-2");
  EXPECT_TRUE(contains(sim.error_of("run 1"), "fix nve/sphere/implicit also sets the time step"));
}
