// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger: each part by hand, the sum to round-off or to the order of the integrator,
// restart, and what the log says of parts that are missing.

#include "clumps/clumps.h"
#include "energy/ledger.h"
#include "refused.h"

#include "fix.h"
#include "modify.h"

#include <cmath>

using namespace scenario;

namespace {

/** Largest change of the sum, looked at ten times, relative to the largest part. */
double change_of_sum(Simulation &sim, int steps)
{
  sim.run("run 0");
  const double start = sum(sim);
  double change = 0.0, size = std::fabs(start);
  for (int i = 0; i < 10; i++) {
    sim.run("run " + std::to_string(steps));
    change = larger(change, std::fabs(sum(sim) - start));
    for (int k = TRANSLATION; k <= INSERTIONS; k++) size = std::max(size, std::fabs(part(sim, k)));
  }
  return change / size;
}

std::string gas(const std::string &style, const std::string &first = "units lj")
{
  return first + "\natom_style " + style + R"(
    atom_modify map array
    region box block 0 10 0 10 0 10
    create_box 2 box
    create_atoms 1 random 60 4711 box
    create_atoms 2 random 40 815 box
)" + (style == "atomic" ? "mass 1 2.0\nmass 2 0.7\n" : "") +
      R"(
    velocity all create 3.0 42 loop all
    neigh_modify every 1 delay 0 check yes
    pair_style zero 2.0
    pair_coeff * *
    timestep 0.01
    group some id 1:100:3
)";
}

const std::string SPHERES = gas("sphere") + R"(
    set type 1 diameter 1.0 density 2.0
    set type 2 diameter 0.7 density 3.0
    set group all omega 1.0 -2.0 0.5
)";
const std::string ELLIPSOIDS = gas("ellipsoid") + R"(
    set group all shape 1.0 0.8 0.6
    set group all density 2.0
    set group all quat/random 8723
    set group all angmom 0.1 0.2 -0.1
)";
const std::string POINTS = gas("atomic");

const std::string PULL = "fix g all gravity 9.8 vector 0.3 -0.2 -1\n";

/** All integrators of spheres that are a leapfrog: map euler kicks once in a step, and its balance
 *  is of first order. */
std::vector<std::string> leapfrogs()
{
  std::vector<std::string> fixes = {"nve/sphere"};
  for (const auto &integrator : SPHERE_INTEGRATORS)
    if (integrator.leapfrog) fixes.push_back(integrator.fix);
  return fixes;
}

}    // namespace

// z = v0 t - g t^2/2 across the periodic faces, J = .4 m R^2; the sum of all parts is that of the
// start

TEST(FreeFall, PartsAreThoseOfTheTextbook)
{
  for (const auto &fix : leapfrogs()) {
    Simulation sim(R"(
      units lj
      atom_style sphere
      region box block 0 4 0 4 0 4
      create_box 1 box
      create_atoms 1 single 1 2 3
      set atom 1 diameter 1.4
      set atom 1 mass 3.0
      set atom 1 omega 1.0 2.0 -2.0 vx 0.5 vz 4.0
      pair_style none
      comm_modify cutoff 1.0
      timestep 0.01
      fix led all energy/ledger
      fix g all gravity 9.8 vector 0 0 -1
      fix 1 all )" +
                   fix + "\nrun 200");
    const double t = 2.0, m = 3.0, g = 9.8, v = 4.0 - g * t, z = 4.0 * t - 0.5 * g * t * t;
    EXPECT_NEAR(part(sim, TRANSLATION), 0.5 * m * (v * v + 0.25), 1e-11) << fix;
    EXPECT_NEAR(part(sim, ROTATION), 0.5 * 0.4 * m * 0.49 * 9.0, 1e-13) << fix;
    EXPECT_NEAR(part(sim, GRAVITY_PART), m * g * z, 1e-11) << fix;
    EXPECT_NEAR(sum(sim), 0.5 * m * (16.0 + 0.25) + 0.5 * 0.4 * m * 0.49 * 9.0, 1e-11) << fix;
    for (int k : {ELASTIC, BOND, WALLS, CELL, DASHPOTS, FRICTION, DAMPED, IMPACTS, INSERTIONS})
      EXPECT_EQ(part(sim, k), 0.0) << fix;
  }
}

TEST(FreeFall, SumIsConstantToRoundOff)
{
  std::vector<std::pair<std::string, std::string>> cases = {
      {POINTS, "nve"}, {ELLIPSOIDS, "nve/asphere/variational"}};
  for (const auto &fix : leapfrogs()) cases.push_back({SPHERES, fix});
  for (const auto &[atoms, fix] : cases) {
    Simulation sim(atoms + LEDGER + PULL + "fix 1 all " + fix);
    EXPECT_LE(change_of_sum(sim, 30), 1e-13) << fix;
    EXPECT_LT(part(sim, GRAVITY_PART), -1000.0) << fix;
  }
}

// A fix gravity with variables finds its acceleration in its own setup

TEST(FreeFall, GravityMayComeAfterTheLedger)
{
  const std::string gravity = "variable a equal 9.8\nfix g all gravity v_a vector 0.3 -0.2 -1\n",
                    run = "fix 1 all nve/sphere\nrun 30";
  Simulation before(SPHERES + gravity + LEDGER + run), after(SPHERES + LEDGER + gravity + run);
  EXPECT_LT(part(before, GRAVITY_PART), -10.0);
  EXPECT_EQ(part(after, GRAVITY_PART), part(before, GRAVITY_PART));
}

// Fincham's rotation and LAMMPS' own do not keep the rotational energy of a free ellipsoid; the
// other parts balance

TEST(FreeFall, RotationOfEllipsoidsIsThatOfLammps)
{
  for (const std::string fix : {"nve/asphere", "nve/asphere/fincham", "nve/asphere/variational"}) {
    Simulation sim(ELLIPSOIDS + LEDGER + PULL + "fix 1 all " + fix +
                   "\ncompute e all erotate/asphere\nthermo_style custom step c_e\nrun 100");
    EXPECT_NEAR(part(sim, ROTATION), sim.value("c_e"), 1e-13 * sim.value("c_e")) << fix;
    const double rest = sum(sim) - part(sim, ROTATION);
    sim.run("run 500");
    EXPECT_NEAR(sum(sim) - part(sim, ROTATION), rest, 1e-13 * part(sim, TRANSLATION)) << fix;
  }
}

TEST(FreeFall, SuperellipsoidsHaveTheirOwnMoments)
{
  if (!HAS_SUPERELLIPSOIDS) GTEST_SKIP() << NO_SUPERELLIPSOIDS;
  Simulation sim(gas("ellipsoid superellipsoid") +
                 "set group all shape 1.0 0.8 0.6\nset group all block 4 4\nset group all density "
                 "2.0\nset group all angmom 0.1 0.2 -0.1\n" +
                 LEDGER + PULL +
                 "fix 1 all nve/asphere/variational\ncompute e all erotate/asphere\nthermo_style "
                 "custom step c_e\n");
  EXPECT_LE(change_of_sum(sim, 50), 1e-13);
  EXPECT_NEAR(part(sim, ROTATION), sim.value("c_e"), 1e-13 * sim.value("c_e"));
}

TEST(FreeFall, GravityThatChangesAndThatPullsAtGroups)
{
  Simulation sim(SPHERES + "variable a equal 9.8*cos(0.1*step)\n" +
                 "fix g all gravity v_a vector 0.3 0 -1\nfix g2 some gravity 3.0 vector 0 1 0\n" +
                 "fix 1 all nve/sphere\n" + LEDGER);
  EXPECT_LE(change_of_sum(sim, 100), 1e-13);
  EXPECT_LT(part(sim, GRAVITY_PART), -100.0);
}

// Moments of inertia are those of the integrator: 1/2 m R^2 of discs, F m R^2 with `inertia F`

TEST(FreeFall, TwoDimensionsAndMomentsOfInertia)
{
  for (const auto &[fix, c] : {std::pair{"nve/sphere disc", 0.5}, std::pair{"nve/sphere", 0.4},
                               std::pair{"nve/sphere/leapfrog disc", 0.5},
                               std::pair{"nve/sphere/rodrigues inertia 0.3", 0.3}}) {
    Simulation sim(R"(
      units lj
      dimension 2
      atom_style sphere
      region box block 0 10 0 10 -0.5 0.5
      create_box 1 box
      create_atoms 1 random 50 4711 box
      set group all diameter 1.0
      set group all mass 2.0
      set group all omega 0 0 3.0
      velocity all create 3.0 42 loop all
      pair_style zero 2.0
      pair_coeff * *
      timestep 0.01
      fix g all gravity 9.8 vector 0.3 -1 0
      fix 2 all enforce2d
      neigh_modify every 1 delay 0 check yes
      fix 1 all )" +
                   std::string(fix) + "\n" + LEDGER);
    EXPECT_LE(change_of_sum(sim, 100), 1e-13) << fix;
    EXPECT_NEAR(part(sim, ROTATION), 50 * 0.5 * c * 2.0 * 0.25 * 9.0, 1e-11) << fix;
  }
}

// Of several integrators the one defined last: 66 of 100 spheres with 0.3, "some" with the 0.4 of
// LAMMPS' own

TEST(FreeFall, MomentOfInertiaOfTheLastIntegrator)
{
  const std::string all = "fix 1 all nve/sphere/leapfrog inertia 0.3\n";
  const std::string some = "fix 2 some nve/sphere\n";
  const std::string alike = "set group all diameter 1.0\nset group all mass 2.0\n"
                            "set group all omega 0 0 3.0\n";
  const double unit = 0.5 * 2.0 * 0.25 * 9.0;
  Simulation last_some(SPHERES + alike + all + some + LEDGER + "run 0");
  EXPECT_NEAR(part(last_some, ROTATION), (66 * 0.3 + 34 * 0.4) * unit, 1e-10);
  Simulation last_all(SPHERES + alike + some + all + LEDGER + "run 0");
  EXPECT_NEAR(part(last_all, ROTATION), 100 * 0.3 * unit, 1e-10);
}

// --- atoms that come and go ---

const std::string TEN_ATOMS = R"(
    units lj
    atom_style atomic
    region box block 0 10 0 10 0 10
    create_box 1 box
    create_atoms 1 random 10 4711 box
    mass 1 2.0
    pair_style zero 1.0
    pair_coeff * *
    timestep 0.01
    fix 1 all nve
)";

// A sphere of mass 2 that comes with v = 1 brings 1/2 m v^2 = 1, wherever and whenever

TEST(Atoms, ThatAreInsertedBringTheirKineticEnergy)
{
  Simulation sim(TEN_ATOMS + R"(
    region above block 0 10 0 10 5 10
    fix in all deposit 20 1 7 12345 region above near 0.01 vz -1 -1
    neigh_modify every 1 delay 0 check yes
)" + LEDGER + PULL +
                 "run 0");
  const double start = sum(sim);
  sim.run("run 200");
  ASSERT_EQ(sim.value("atoms"), 30.0);
  EXPECT_NEAR(part(sim, INSERTIONS), 20.0, 1e-13 * part(sim, TRANSLATION));
  EXPECT_NEAR(sum(sim), start, 1e-13 * part(sim, TRANSLATION));
}

// One atom comes and one goes in the same steps, so that their number stays the same

TEST(Atoms, ThatComeAndGoInTheSameStep)
{
  Simulation sim(TEN_ATOMS + R"(
    velocity all set 0 0 2
    region above block 0 10 0 10 5 10
    region everywhere block INF INF INF INF INF INF
    fix in all deposit 1000 1 10 12345 region above near 0.01 vz -1 -1
    fix out all evaporate 10 1 everywhere 9876
    neigh_modify every 1 delay 0 check yes
)" + LEDGER + "run 0");
  const double start = sum(sim);
  sim.run("run 95");
  EXPECT_NEAR(sum(sim), start, 1e-12);
  EXPECT_LT(part(sim, INSERTIONS), -10.0);
}

// Atoms of mass 2 with v = 3 fly out of the box

TEST(Atoms, ThatAreLostTakeTheirKineticEnergyAlong)
{
  Simulation sim(TEN_ATOMS +
                 "change_box all boundary p p f\nvelocity all set 0 0 3\n"
                 "thermo_modify lost ignore\n" +
                 LEDGER + "run 0");
  sim.run("run 500");
  const double left = sim.value("atoms");
  ASSERT_LT(left, 10.0);
  EXPECT_NEAR(part(sim, INSERTIONS), -9.0 * (10.0 - left), 1e-12);
  EXPECT_NEAR(sum(sim), 90.0, 1e-12);
}

// Between runs the energy of pairs counts, too: a sphere of mass 2 with v = 1 that overlaps another
// one

TEST(Atoms, ThatComeAndGoBetweenRuns)
{
  Simulation sim(SPHERES + "pair_style soft 1.5\npair_coeff * * 10.0\nfix 1 all nve/sphere\n" +
                 LEDGER + "timestep 1e-4\nrun 10");
  const double start = sum(sim);
  sim.run("group gone id 1:40\ndelete_atoms group gone compress no\nrun 0");
  EXPECT_NEAR(sum(sim), start, 1e-12 * start);
  EXPECT_LT(part(sim, INSERTIONS), -10.0);
  const double before = part(sim, INSERTIONS), elastic = part(sim, ELASTIC);
  sim.run("create_atoms 1 single 5 5 5\ngroup new id > 100\nset group new diameter 1.0\n"
          "set group new mass 2.0 vx 1.0\nrun 0");
  EXPECT_NEAR(part(sim, INSERTIONS) - before, 1.0 + part(sim, ELASTIC) - elastic, 1e-11);
  EXPECT_NEAR(sum(sim), start, 1e-12 * start);
  sim.run("velocity all scale 2.0\nrun 0");    // the same atoms: the energy is not of insertions
  EXPECT_GT(std::fabs(sum(sim) - start), 1.0);
}

// --- clumps ---

TEST(Clumps, AreBodiesNotMembers)
{
  for (const auto &fix : {OURS + " molecule", OURS + " molecule scheme lgvi", STOCK + " molecule",
                          std::string("rigid/nve/small molecule"), std::string("rigid molecule")}) {
    Simulation sim(box() + DUMBBELL + moving({1.0, -2.0, 0.5}, {0.6, 1.0, 0.8}) + LEDGER + PULL +
                   free_with(fix) +
                   "timestep 0.01\ncompute e all erotate/rigid 1\ncompute k all ke/rigid 1\n"
                   "thermo_style custom step c_e c_k\nrun 0");
    const double start = sum(sim);
    EXPECT_GT(part(sim, ROTATION), 0.1) << fix;
    sim.run("run 300");
    EXPECT_NEAR(part(sim, TRANSLATION), sim.value("c_k"), 1e-13 * sim.value("c_k")) << fix;
    EXPECT_NEAR(part(sim, ROTATION), sim.value("c_e"), 1e-13 * sim.value("c_e")) << fix;
    const double bound = contains(fix, OURS) ? 1e-13 : 1e-4;    // the stock rotation loses energy
    EXPECT_NEAR(sum(sim), start, bound * part(sim, TRANSLATION)) << fix;
    EXPECT_NEAR(part(sim, GRAVITY_PART) + part(sim, TRANSLATION) + part(sim, ROTATION), sum(sim),
                1e-11)
        << fix;
  }
}

TEST(Clumps, OfAGroupAndAmongSpheres)
{
  Simulation sim(box() + ANGLE + moving({1.0, -2.0, 0.5}, {0.6, 1.0, 0.8}) +
                 "group body id 1 2 3 4\ncreate_atoms 1 single 5 5 5\n"
                 "set atom 5 diameter 1.0 density 2.0\nset atom 5 omega 1 2 3 vx 3.0\n" +
                 "group single id 5\npair_style zero 3.0\npair_coeff * *\n"
                 "neigh_modify exclude molecule/intra all\n"
                 "fix 1 body " +
                 OURS + " molecule\nfix 2 single nve/sphere\n" + LEDGER +
                 "fix a body energy/ledger\nfix b single energy/ledger\n" + PULL +
                 "thermo_style custom step\ntimestep 0.01\nrun 100");
  for (const std::string k : {"f_led", "f_led[1]", "f_led[2]", "f_led[5]"}) {
    std::string a = k, b = k;
    a.replace(2, 3, "a");
    b.replace(2, 3, "b");
    EXPECT_NEAR(sim.value(a) + sim.value(b), sim.value(k), 1e-11) << k;
    EXPECT_NE(sim.value(a), 0.0) << k;
    EXPECT_NE(sim.value(b), 0.0) << k;
  }
}

// --- energy of positions: the sum changes by h^2 ---

namespace {

/** Change of the sum after t = 1 at step h. */
double drift(const std::string &script, double h)
{
  Simulation sim(script + LEDGER + "timestep " + number(h) + "\nrun 0");
  const double start = sum(sim);
  sim.run("run " + steps(1.0, h));
  return sum(sim) - start;
}

void expect_second_order(const std::string &script, double h)
{
  const double slope = std::log2(drift(script, h) / drift(script, 0.5 * h));
  EXPECT_NEAR(slope, 2.0, 0.03) << script;
}

}    // namespace

TEST(Elastic, WallsWithAnEnergyAndFixesThatTheUserCounts)
{
  const std::string script = R"(
    units lj
    atom_style sphere
    boundary p p f
    region box block 0 10 0 10 0 10
    create_box 1 box
    create_atoms 1 single 5 5 1.5
    set atom 1 diameter 1.0
    set atom 1 mass 2.0
    set atom 1 vz 0.5
    pair_style none
    comm_modify cutoff 2
    fix 1 all nve/sphere
    fix wall all wall/harmonic zlo 0.0 5.0 1.0 4.0
    fix g all gravity 9.8 vector 0 0 -1
    fix spring all spring/self 3.0
)";
  expect_second_order(script + "fix_modify spring energy yes\n", 0.002);

  Simulation sim(script + LEDGER);
  const std::string log = sim.output_of("timestep 0.001\nrun 350");
  EXPECT_TRUE(contains(log,
                       "Fix energy/ledger: may change the energy, and no part contains it: fix "
                       "spring/self spring\n"))
      << log;
  EXPECT_FALSE(contains(log, "does not contain")) << log;
  EXPECT_GT(part(sim, ELASTIC), 1.0);
  EXPECT_NEAR(part(sim, ELASTIC), sim.value("f_wall"), 1e-13);
}

// --- a cell that is sheared: particles that move with the flow have no energy ---

TEST(Cell, ParticlesAtRestInTheFlowHaveNoKineticEnergy)
{
  NEEDS_LAMMPS(20260704, "rates of fix deform in a run of no steps");
  const std::string cell = R"(
    units lj
    atom_style sphere
    atom_modify map array
    region box prism 0 10 0 10 0 10 0 0 0
    create_box 2 box
    create_atoms 1 random 60 4711 box
    set group all diameter 1.0 density 2.0
    pair_style zero 2.0
    pair_coeff * *
    comm_modify vel yes
    neigh_modify every 1 delay 0 check yes
    timestep 0.01
    variable u atom 0.3*y
    velocity all set v_u 0 0
    set group all omega 0 0 -0.15
    fix 1 all nve/sphere
    fix cell all deform 1 xy erate 0.3 remap v
)";
  Simulation sim(cell + LEDGER);
  const std::string log = sim.output_of("run 500");    // the box flips once
  EXPECT_TRUE(contains(
      log, "Fix energy/ledger: part 7 (cell) does not contain the work of fix deform cell\n"))
      << log;
  sim.run("compute t all temp\nthermo_style custom step c_t\nrun 0");
  EXPECT_GT(sim.value("c_t"), 0.1);
  EXPECT_LE(part(sim, TRANSLATION), 1e-24);
  EXPECT_LE(part(sim, ROTATION), 1e-30);
}

// --- restart ---

namespace {

const std::string RUN_ON = R"(
    pair_style lj/cut 2.5
    pair_coeff * * 0.1 0.5
    timestep 0.002
    fix g all gravity 9.8 vector 0.3 -0.2 -1
    fix 1 all nve/sphere
    thermo_modify norm no
)";

}    // namespace

TEST(Restart, GravityMayChangeBetweenRuns)
{
  Simulation sim(SPHERES + PULL + "fix 1 all nve/sphere\n" + LEDGER + "run 50");
  const double start = sum(sim), before = part(sim, GRAVITY_PART);
  sim.run("unfix g\nrun 10");
  EXPECT_EQ(part(sim, GRAVITY_PART), before);
  sim.run(
      "fix g some gravity 5.0 vector 1 0 0\nrun 50\nfix more all gravity 1 vector 0 1 0\nrun 50");
  EXPECT_NEAR(sum(sim), start, 1e-13 * part(sim, TRANSLATION));
}

// An integrator that goes on exactly has half-step velocities when a ledger that was defined before
// it is set up

TEST(Restart, ExactBehindTheLedger)
{
  const std::string file = scratch_file("restart"), pair = "pair_style zero 2.0\npair_coeff * *\n",
                    fixes = PULL + LEDGER + "fix 1 all nve/sphere/leapfrog restart exact\n";
  Simulation sim(SPHERES + fixes + "run 25\nwrite_restart " + file);
  Simulation again("read_restart " + file + "\n" + pair + "timestep 0.01\n" + fixes + "run 65");
  EXPECT_NEAR(sum(again), sum(sim), 1e-12 * part(sim, TRANSLATION));
}

// --- when it is read ---

TEST(Output, AveragesAreOfTheirStepsWhateverTheOrderOfTheFixes)
{
  const std::string average = "variable a equal f_led[1]\nvariable b equal f_led[5]\nvariable c "
                              "equal f_led\nfix ave all ave/time 5 1 5 v_a v_b v_c\n";
  for (const auto &fixes : {LEDGER + average, average + LEDGER}) {
    Simulation sim(SPHERES + RUN_ON + fixes + "run 100");
    EXPECT_EQ(sim.value("f_ave[1]"), part(sim, TRANSLATION));
    EXPECT_NEAR(sim.value("f_ave[2]"), part(sim, GRAVITY_PART), 1e-13 * part(sim, TRANSLATION));
    EXPECT_NEAR(sim.value("f_ave[3]"), sum(sim), 1e-13 * part(sim, TRANSLATION));
  }
}

// A variable that is asked for while forces are computed sees velocities of mid-step. Those at the
// end are not them

TEST(Output, OfAStepIsNotThatOfItsMiddle)
{
  Simulation sim(SPHERES + R"(
    fix led some energy/ledger
    variable early equal 0*f_led[1]
    variable late equal f_led[1]
    fix push all addforce 5.0 v_early 0
    fix 1 all nve/sphere
    fix ave all ave/time 1 1 1 v_late
    run 10)");
  EXPECT_EQ(sim.value("f_ave"), part(sim, TRANSLATION));
}

// The state of another version: the parts without a header that the style once wrote

TEST(Restart, OfAnotherVersionIsRefused)
{
  Simulation sim(SPHERES + RUN_ON + LEDGER + "run 0");
  double old[11] = {};
  const std::string message = thrown_by([&] {
    sim.lammps()->modify->get_fix_by_id("led")->restart(reinterpret_cast<char *>(old));
  });
  expect_parts(message, {"Fix energy/ledger led", "restart file", "another ID"});
}

// --- what is missing ---

TEST(Missing, StockStylesAreNamedPartByPart)
{
  Simulation sim(R"(
    units lj
    atom_style sphere
    comm_modify vel yes
    boundary p p f
    region box block 0 10 0 10 0 10
    create_box 1 box
    create_atoms 1 single 5 5 5
    set group all diameter 1.0 density 2.0
    pair_style gran/hooke/history 1000 NULL 20 10 0.3 1
    pair_coeff * *
    fix g all gravity 9.8 vector 0 0 -1
    fix rest all gravity 9.8 vector 0 0 -1 disable
    fix floor all wall/gran hooke/history 1000 NULL 20 10 0.3 1 zplane 0 NULL
    fix drag all viscous 0.1
    fix push all addforce 0 0 1
    fix cool all temp/rescale 10 1 1 1 1
    fix 1 all nve/sphere
    fix mean all ave/time 1 1 1 c_thermo_temp
    timestep 0.001
)" + LEDGER);
  const std::string log = sim.output_of("run 1");
  const std::string fix = "Fix energy/ledger: part ", none = " does not contain the ",
                    gran = "pair style gran/hooke/history, fix wall/gran floor\n",
                    dissipation = none + "dissipation by ";
  for (const std::string &line :
       {fix + "3 (elastic)" + none + "energy of " + gran, fix + "8 (dashpots)" + dissipation + gran,
        fix + "9 (friction)" + dissipation + gran,
        fix + "6 (walls)" + none + "work of fix wall/gran floor\n",
        fix + "5 (gravity)" + none + "work of fix gravity rest (keyword disable)\n",
        fix + "10 (damping)" + dissipation + "fix viscous drag\n",
        std::string(
            "Fix energy/ledger: may change the energy, and no part contains it: fix addforce "
            "push, fix temp/rescale cool\n"),
        std::string("Fix energy/ledger: therefore the sum changes during the run\n")})
    EXPECT_EQ(count(log, line), 1) << line << log;
  EXPECT_EQ(count(log, "Fix energy/ledger:"), 8) << log;
}

// Fixes with hooks in every step that change no energy: of LAMMPS, and of this package

TEST(Missing, NothingOfFixesThatKeepTheEnergy)
{
  Simulation sim(SPHERES + RUN_ON + LEDGER + R"(
    group none empty
    variable never equal 0
    fix other1 all store/force
    fix other2 all store/state 1 x y z
    fix other3 all property/atom i_n
    fix other4 none freeze
    fix other5 none setforce 0 0 0
    fix other6 all ave/time 1 1 1 c_thermo_temp
    fix other7 all energy/ledger
    fix other8 all halt 100 v_never > 1 error hard
)");
  EXPECT_FALSE(contains(sim.output_of("run 1"), "may change the energy"));

  Simulation rigid(SPHERES + LEDGER + R"(
    pair_style contact/rigid
    pair_coeff * * stiffness 1
    fix weight all gravity 1 vector 0 0 -1
    fix other all compatible/cd 1 noconverge ignore
)");
  EXPECT_FALSE(contains(rigid.output_of("run 0"), "may change the energy"));
}

TEST(Missing, NothingOfFixesThatHaveNoAtomsOfTheLedger)
{
  Simulation sim(SPHERES + R"(
    pair_style zero 1.0
    pair_coeff * *
    timestep 0.002
    group some id 1:3
    group others subtract all some
    group both id 3:4
    fix books some energy/ledger
    fix 1 some nve/sphere
    fix m others move linear 0.1 0 0
    fix drag others viscous 0.1
    fix ties others spring/self 1
    fix_modify ties energy yes
    fix rest others gravity 1 vector 0 0 -1 disable
    fix damp others damping/cundall/onstep 0.1 0.1
  )");
  EXPECT_FALSE(contains(sim.output_of("run 0"), "Fix energy/ledger:"));
  const std::string log = sim.output_of("fix push both addforce 0 0 1\nrun 0");
  EXPECT_TRUE(contains(log, "no part contains it: fix addforce push\n")) << log;
  EXPECT_FALSE(contains(log, "fix viscous")) << log;
}

TEST(Missing, NothingOfPairStylesWithoutAnEnergy)
{
  for (const char *pair : {"zero 1.2\npair_coeff * *\n",
                           "contact/rigid\npair_coeff * * stiffness 1\nfix 2 all nve/sphere/cd\n"}) {
    Simulation sim(SPHERES + "comm_modify vel yes\npair_style " + pair +
                   "group some id 1\nfix books some energy/ledger\n");
    EXPECT_FALSE(contains(sim.output_of("run 0"), "part 3 (elastic)")) << pair;
  }
}

TEST(Missing, WorkOfAtomsThatAreHeldInMotion)
{
  Simulation sim(SPHERES + RUN_ON + LEDGER + "group held id 1\n");
  for (const std::string hold : {"freeze", "setforce 0 0 0"}) {
    sim.run("velocity all set 0 0 0\nset group all omega 0 0 0\nfix hold held " + hold);
    EXPECT_FALSE(contains(sim.output_of("run 0"), "part 6"));
    EXPECT_TRUE(contains(sim.output_of("velocity held set 1 0 0\nrun 0"),
                         "part 6 (walls) does not contain the work of fix " +
                             hold.substr(0, hold.find(' ')) + " hold on atoms that move\n"));
    sim.run("unfix hold");
  }
}

TEST(Missing, HybridStylesAreNamedOneByOne)
{
  Simulation sim(
      SPHERES + LEDGER +
      "comm_modify vel yes\npair_style hybrid/overlay lj/cut 2.5 gran/hooke 1000 NULL 20 "
      "10 0.3 1\npair_coeff * * lj/cut 0.1 0.5\npair_coeff * * gran/hooke\n"
      "fix 1 all nve/sphere\n");
  const std::string log = sim.output_of("timestep 1e-5\nrun 1");
  EXPECT_TRUE(
      contains(log, "part 3 (elastic) does not contain the energy of pair style gran/hooke\n"))
      << log;
  EXPECT_FALSE(contains(log, "energy of pair style lj/cut")) << log;
  EXPECT_NE(part(sim, ELASTIC), 0.0);
}

TEST(BadInput, Ledger)
{
  expect_refused({SPHERES, LEDGER.substr(0, LEDGER.find('\n')), "\nrun 1"}, R"(
    all | Fix energy/ledger has no keyword all, and no others
    ;fix 1 all nve;run_style respa 2 2 pair 1 | Fix energy/ledger does not support run_style respa
  )");
  expect_warnings({SPHERES + RUN_ON + LEDGER}, "Fix energy/ledger",
                  "minimize 0 0 1 1 | does not count what a minimization takes");
  expect_refused({box() + DUMBBELL +
                      "create_atoms 1 single 5 5 5\nset atom 3 diameter 1 density 1 mol 0\n"
                      "group one id 1\ngroup two id 1 2\ngroup other id 3\ntimestep 0.001\n"
                      "pair_style zero 3.0\npair_coeff * *\n",
                  "fix 1 two", "\nrun 1"},
                 R"(
    rigid/small molecule;fix led one energy/ledger
      | Fix energy/ledger group one contains 1 of 2 atoms in bodies of fix rigid/small
      | it must contain all of them or none
    rigid molecule;fix led other energy/ledger
      | Fix energy/ledger requires group all if there is a fix rigid
  )");
}
