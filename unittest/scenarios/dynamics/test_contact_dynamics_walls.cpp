// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/cd with walls and particles that others move: their work in the books of fix
// energy/ledger, the forces on walls, and walls that are fast.

#include "energy/ledger.h"
#include "packing/packing.h"

using namespace scenario;

namespace {

/** Grains above z = .5, a little apart; some are heavier, and some larger, than others. */
std::vector<Vec3> bed(int nx, int ny, int layers)
{
  std::vector<Vec3> x;
  for (int k = 0; k < layers; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        x.push_back({1.06 * i + 0.02 * ((i + 2 * k) % 3), 1.06 * j + 0.03 * ((j + k) % 2),
                     0.55 + 1.06 * k});
  return x;
}

const std::string SOME_ARE_HEAVY = "group heavy id 2 5 7 11 16 23\nset group heavy mass 3.5\n";

std::string ledger(const std::string &group = "all")
{
  return "fix led " + group + " energy/ledger\nthermo_modify norm no\n";
}

/** Runs, and expects that the sum of the ledger stays what it is. Its change is round-off of the
 *  work: v+ is found from the forces, so that the balance of a step holds for any forces. */
void expect_constant_sum(Simulation &sim, int times, double least_work)
{
  sim.run("run 0");
  const double start = sum(sim);
  double change = 0.0, work = 0.0;
  for (int k = 0; k < times; k++) {
    sim.run("run 10 post no");
    work = std::max(work, std::fabs(part(sim, WALLS)));
    change = larger(change, std::fabs(sum(sim) - start));
  }
  EXPECT_GT(work, least_work);
  EXPECT_GT(part(sim, IMPACTS), 1e-3 * work);
  EXPECT_LE(change, 1e-10 * work);
  EXPECT_EQ(sim.value("f_d"), part(sim, WALLS));
}

}    // namespace

TEST(ContactDynamicsLedger, PistonThatPushesABed)
{
  for (const std::string solver : {"auto", "apgd"}) {
    Simulation sim(box({}));
    create(sim, bed(4, 3, 2));
    sim.run(SOME_ARE_HEAVY + GRAVITY +
            "variable x equal 0.4*step*dt\nregion piston plane -0.6 0 0 1 0 0 move v_x NULL "
            "NULL\nfix p all wall/contact region piston stiffness 1 restitution 0.5\n"
            "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 restitution 0.5\n"
            "fix d all nve/sphere/cd solver " +
            solver + "\n" + ledger() + "timestep 0.01\n");
    expect_constant_sum(sim, 30, 2.0);
    EXPECT_LT(part(sim, GRAVITY_PART), -0.5);
  }
}

TEST(ContactDynamicsLedger, DrumThatTurns)
{
  Simulation sim(box({}));
  create(sim, bed(3, 2, 2));
  sim.run(SOME_ARE_HEAVY + GRAVITY +
          "variable t equal 1.5*step*dt\nregion drum block -0.6 2.8 -0.6 1.8 0 3.4 rotate v_t 1.1 "
          "0 1.7 0 1 0\nfix w all wall/contact region drum stiffness 1 restitution 0.3\n"
          "fix d all nve/sphere/cd\n" +
          ledger() + "timestep 0.005\n");
  expect_constant_sum(sim, 60, 5.0);
}

TEST(ContactDynamicsLedger, ParticlesThatOthersMove)
{
  for (const std::string motion : {"linear 0.1 0 0.5", "wiggle 0 0 0.1 0.8"}) {
    Simulation sim(box({}));
    std::vector<Vec3> x = bed(3, 3, 1);
    for (const Vec3 &a : bed(3, 3, 1)) x.push_back(a + Vec3{0.4, 0.3, 0.85});
    create(sim, x);
    sim.run(SOME_ARE_HEAVY + "group base id <= 9\ngroup free id > 9\n" + GRAVITY +
            "fix d free nve/sphere/cd restitution 0.4\nfix m base move " + motion + "\n" +
            ledger("free") + "timestep 0.01\n");
    expect_constant_sum(sim, 20, 1.0);
  }
}

TEST(ContactDynamicsLedger, FloorThatShakesWhileGravityChanges)
{
  Simulation sim(box({}));
  create(sim, bed(3, 3, 2));
  sim.run(SOME_ARE_HEAVY +
          "variable a equal 1+0.5*sin(20*step*dt)\nfix g all gravity v_a vector 0.2 0 -1\n"
          "variable z equal 0.1*(1-cos(9*step*dt))\nvariable x equal 0.3*sin(5*step*dt)\n"
          "region floor plane 0 0 0 0.1 0 1 move v_x NULL v_z\n"
          "fix w all wall/contact region floor stiffness 1 restitution 0.3\n"
          "fix d all nve/sphere/cd\n" +
          ledger() + "timestep 0.01\n");
  expect_constant_sum(sim, 30, 5.0);
}

TEST(ContactDynamicsLedger, FreeFlight)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 5}});
  sim.run(GRAVITY + "fix d all nve/sphere/cd\n" + ledger() + "timestep 0.01\nrun 50");
  // h sum of m g (v + v+)/2 = m v^2/2, with v = g t
  EXPECT_NEAR(part(sim, GRAVITY_PART), -0.5 * 0.5 * 0.5, 1e-15);
  EXPECT_NEAR(sum(sim), 0.0, 1e-15);
}

/** The fix tells the work on all of its particles. For a part of them the ledger takes the work of
 *  gravity with the velocity at the middle of the step, as for other integrators: v = g t + g
 *  h/2. */
TEST(ContactDynamicsLedger, OfSomeOfTheParticles)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 5}, {4, 0, 5}});
  const std::string text =
      sim.output_of("group one id 1\n" + GRAVITY + "fix d all nve/sphere/cd\n" + ledger("one") +
                    "timestep 0.01\nrun 50");
  EXPECT_NEAR(part(sim, GRAVITY_PART), -0.5 * 0.5 * 0.5, 0.01 * 0.5);
  EXPECT_FALSE(contains(text, "gravity) does not contain")) << text;
  EXPECT_TRUE(contains(text, "impacts")) << text;
}

TEST(ContactDynamicsLedger, WorkGoesOnAfterARestart)
{
  const std::string file = scratch_file("contact_dynamics_work.restart");
  const std::string fixes = GRAVITY +
      "variable z equal 0.1*(1-cos(9*step*dt))\nregion floor plane 0 0 0 0 0 1 move NULL NULL "
      "v_z\nfix w all wall/contact region floor stiffness 1 restitution 0.3\n"
      "fix d all nve/sphere/cd\n" +
      ledger() + "timestep 0.01\n";
  Simulation sim(box({}));
  create(sim, bed(2, 2, 1));
  sim.run(fixes + "run 60\nwrite_restart " + file);
  Simulation other("atom_modify map array\nread_restart " + file +
                   "\nneighbor 0.3 bin\npair_style contact/rigid\npair_coeff * * stiffness 1\n");
  other.run(fixes);
  for (auto *each : {&sim, &other}) each->run("run 60");
  EXPECT_EQ(other.value("f_d"), sim.value("f_d"));
  EXPECT_EQ(other.value("f_led"), sum(sim));
}

// Force and torque on rigid walls: what grains of mass 1 and moment of inertia 1/10 do not gain.

namespace {

Vec3 wall_vector(const Simulation &sim, const std::string &wall, int first)
{
  const auto of = [&](int k) {
    return sim.value("f_" + wall + "[" + std::to_string(first + k) + "]");
  };
  return {of(0), of(1), of(2)};
}

const std::string ROUGH = "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n";

/** A floor through the point (1, 2, 0), and a piston. */
std::string floor_and_piston(const std::string &law)
{
  return "variable x equal 0.4*step*dt\nregion piston plane -0.6 0 0 1 0 0.1 move v_x NULL "
         "NULL\nfix p all wall/contact region piston " +
      law + "\nfix w all wall/contact plane 1 2 0 0.1 0 1 " + law + "\n";
}

}    // namespace

TEST(ContactDynamicsWallForces, BalanceOfMomenta)
{
  const double h = 0.01;
  for (const std::string solver :
       {"tol 1e-3", "tol 1e-2", "solver apgd", "solver newton", "kappa 40"}) {
    Simulation sim(box({}));
    create(sim, bed(4, 3, 2));
    const bool rough = contains(solver, "tol");
    sim.run((rough ? ROUGH : "") + GRAVITY +
            floor_and_piston(solver == "tol 1e-2" ? "stiffness 1 mu 0.4 rolling 0.1"
                                 : rough          ? "stiffness 1 restitution 0.5 mu 0.4"
                                                  : "stiffness 1") +
            "fix d all nve/sphere/cd " + solver + "\ntimestep 0.01\nrun 150");
    for (int step = 0; step < 20; step++) {
      const State before = sim.state();
      const double work = sim.value("f_p");
      sim.run("run 1 post no");
      const State after = sim.state();
      const Vec3 point = {1, 2, 0}, weight = {0, 0, -1};
      Vec3 F = {0, 0, 0}, T = {0, 0, 0};
      for (std::size_t i = 0; i < before.x.size(); i++) {
        const Vec3 push = weight - (after.v[i] - before.v[i]) / h;
        F = F + push;
        T = T + cross(before.x[i], push) - 0.1 * (after.omega[i] - before.omega[i]) / h;
      }
      const Vec3 floor = wall_vector(sim, "w", 1), piston = wall_vector(sim, "p", 1);
      const Vec3 turns = wall_vector(sim, "w", 4) + cross(point, floor) + wall_vector(sim, "p", 4);
      EXPECT_LE(norm(floor + piston - F), 1e-11 * (norm(floor) + norm(piston))) << solver;
      EXPECT_LE(norm(turns - T), 1e-10 * (norm(floor) + norm(piston))) << solver;
      EXPECT_NEAR(sim.value("f_p") - work, -0.4 * h * piston.x, 1e-11) << solver;
    }
    EXPECT_GT(sim.value("f_p"), 0.1) << solver;
    EXPECT_EQ(sim.value("f_w"), 0.0);
    EXPECT_NEAR(sim.value("f_p"), sim.value("f_d"), 1e-12 * sim.value("f_d")) << solver;
    EXPECT_GT(sim.value("f_w[10]"), 3.0);
  }
}

TEST(ContactDynamicsWallForces, WeightOfAPile)
{
  Simulation sim(box({}));
  create(sim, bed(2, 2, 2));
  sim.run("pair_coeff * * stiffness 1 mu 0.5\n" + GRAVITY +
          "region tray block -0.55 1.7 -0.55 1.7 0 9 open 6\n"
          "fix w all wall/contact region tray stiffness 1 mu 0.5\n"
          "fix d all nve/sphere/cd tol 1e-12 maxiter 3000\ntimestep 0.02\nrun 2000");
  EXPECT_LE(sim.value("ke"), 1e-22);
  EXPECT_LE(norm(wall_vector(sim, "w", 1) + Vec3{0, 0, 8}), 1e-9);
  EXPECT_GE(sim.value("f_w[10]"), 4);
}

TEST(ContactDynamicsWallForces, GoOnAfterARestart)
{
  const std::string file = scratch_file("contact_dynamics_wall.restart");
  const std::string fixes =
      GRAVITY + floor_and_piston("stiffness 1 mu 0.4") + "fix d all nve/sphere/cd\ntimestep 0.01\n";
  Simulation sim(box({}));
  create(sim, bed(4, 3, 2));
  sim.run(ROUGH + fixes + "run 40\nwrite_restart " + file);
  Simulation other("atom_modify map array\nread_restart " + file +
                   "\nneighbor 0.3 bin\npair_style contact/rigid\n" + ROUGH);
  other.run(fixes + "run 0");
  for (const std::string wall : {"w", "p"})
    for (const int k : {1, 4})
      EXPECT_EQ(norm(wall_vector(other, wall, k) - wall_vector(sim, wall, k)), 0.0) << wall << k;
  EXPECT_EQ(other.value("f_p"), sim.value("f_p"));
  EXPECT_GT(norm(wall_vector(other, "w", 1)), 1.0);
  other.run("unfix d\nrun 0");
  EXPECT_EQ(norm(wall_vector(other, "w", 1)), 0.0);
}

// Grains of radius .1 in front of walls that move by .2 in a step: beyond their centres. The gaps
// of contacts are up to 1.2.

namespace {

const std::string FAST = "neighbor 1.2 bin\nset group all diameter 0.2 mass 1\n";

/** A wall that comes along x, by .2 in a step of .01. Its front is at x = 0. */
std::string fast_wall(const std::string &region)
{
  return "variable x equal 20*step*dt\nregion fast " + region +
      " move v_x NULL NULL\nfix w all wall/contact region fast stiffness 1\n";
}

const std::string PLANE = "plane 0 0 0 1 0 0", BLOCK = "block -0.05 0 -1 1 -1 1 side out",
                  SPHERE = "sphere -0.3 0 0 0.3 side out",
                  CYLINDER = "cylinder z -0.3 0 0.3 -1 1 side out", BOX = "block 0 4 -2 2 -2 2",
                  BALL = "sphere 2 0 0 2", TUBE = "cylinder z 2 0 2 -2 2";

}    // namespace

/** A floor that moves along itself by d in a step, below a grain. */
std::string sliding(const std::string &region, double d)
{
  return "set group all diameter 1 mass 1\nvariable x equal " + number(d) + "*step\nregion floor " +
      region +
      " move v_x NULL NULL\nfix w all wall/contact region floor stiffness 1\n"
      "fix d all nve/sphere/cd\ntimestep 0.01\n";
}

TEST(ContactDynamicsFastWalls, FarAlongThemselvesAreNoError)
{
  for (const std::string region : {"plane 0 0 0 0 0 1", "block -9e4 9e4 -2 2 -1 0 side out"}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0.5}});
    sim.run(sliding(region, 2e4) + GRAVITY + "run 3");
    EXPECT_NEAR(sim.state().x[0].z, 0.5, 1e-4) << region;
  }
}

// Of a wall that is not convex the fix looks along the way whether it has passed a centre, and would
// do so for ever

TEST(ContactDynamicsFastWalls, FromInsideFarAlongThemselvesAreAnError)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0.5}});
  const std::string text = sim.error_of(sliding("block -9e4 9e4 -2 2 0 9", 2e4) + "run 3");
  EXPECT_TRUE(contains(text,
                       "Fix w: the wall moves by 2e+04 in one step, beyond the centre of "
                       "particle 1"))
      << text;
}

// the front is at .2 n after n steps

TEST(ContactDynamicsFastWalls, PushWhatTheyWouldPass)
{
  for (const auto &region : {PLANE, BLOCK, SPHERE, CYLINDER, BOX, BALL, TUBE})
    for (const double gap : {0.0, 0.05, 0.12}) {
      Simulation sim(box({}));
      create(sim, {{0.1 + gap, 0, 0}});
      sim.run(FAST + fast_wall(region) + "fix d all nve/sphere/cd tol 1e-10\ntimestep 0.01\n");
      for (int n = 1; n <= 3; n++) {
        sim.run("run 1 post no");
        EXPECT_NEAR(sim.state().x[0].x, 0.2 * n + 0.1, 1e-9) << region << " " << gap << " " << n;
      }
      EXPECT_NEAR(sim.state().v[0].x, 20.0, 1e-6) << region;
    }
}

TEST(ContactDynamicsFastWalls, NewtonsRestitution)
{
  for (const auto &region : {PLANE, BLOCK, SPHERE, CYLINDER, BOX, BALL, TUBE}) {
    Simulation sim(box({}));
    create(sim, {{0.13, 0, 0}});
    sim.run(FAST + fast_wall(region) +
            "fix d all nve/sphere/cd tol 1e-12 restitution 0.5\ntimestep 0.01\nrun 1");
    EXPECT_NEAR(sim.state().v[0].x, 1.5 * 20.0, 1e-9) << region;
  }
}

TEST(ContactDynamicsFastWalls, PushFromTheSide)
{
  for (const auto &region : {SPHERE, CYLINDER}) {
    Simulation sim(box({}));
    create(sim, {{0.1, 0.1, 0}});
    sim.run(FAST + fast_wall(region) + "fix d all nve/sphere/cd\ntimestep 0.01\n");
    for (int n = 1; n <= 6; n++) {
      sim.run("run 1 post no");
      const Vec3 x = sim.state().x[0] - Vec3{0.2 * n - 0.3, 0, 0};
      EXPECT_GE(norm(x), 0.4 - 1e-6) << region << " " << n;
    }
    EXPECT_GT(sim.state().x[0].y, 0.1) << region;
    EXPECT_GT(sim.state().v[0].y, 0.0) << region;
  }
}

// A thin paddle turns by .04 in a step; the grain is at a radius of 5. The acceleration a makes it
// sink in by about a h^2/kappa, which is 1e-10 here.

TEST(ContactDynamicsFastWalls, PaddleThatTurns)
{
  Simulation sim(box({}));
  create(sim, {{5.0, 0.15, 0}});
  sim.run(
      FAST +
      "variable t equal 4*step*dt\nregion paddle block -8 8 -0.01 0 -1 1 side out rotate v_t 0 0 0 "
      "0 0 1\nfix w all wall/contact region paddle stiffness 1\nfix d all nve/sphere/cd tol "
      "1e-9 kappa 1e8\ntimestep 0.01\n");
  for (int n = 1; n <= 8; n++) {
    sim.run("run 1 post no");
    const Vec3 x = sim.state().x[0];
    const double t = 0.04 * n;
    EXPECT_NEAR(-std::sin(t) * x.x + std::cos(t) * x.y, 0.1, 1e-8) << n;
    EXPECT_LT(norm(x), 8.0) << n;
  }
}

// a floor that moves sideways, by five diameters of its grain in a step, carries nothing, and is no
// error

/** The material of a drum moves along chords, which lead R angle^2/2 out of the circle in a step:
 *  here ten times as far as a step pushes out overlaps. The drum itself stays where it is, and so
 *  does a grain that rests in it without friction. */
TEST(ContactDynamicsFastWalls, DrumsStayWhereTheyAre)
{
  Simulation sim(box({"", "f f f", "block -6 6 -6 6 -6 6"}));
  create(sim, {{0.0, 0.0, -4.5}});
  sim.run(GRAVITY +
          "variable t equal 0.0632*step\nregion drum cylinder y 0 0 5 -8 8 rotate v_t 0 0 0 0 1 0\n"
          "fix w all wall/contact region drum stiffness 1\nfix d all nve/sphere/cd solver auto\n"
          "timestep 0.02\nrun 100");
  EXPECT_NEAR(sim.state().x[0].z, -4.5, 1e-6);
  EXPECT_LE(sim.value("f_d[8]"), 1e-6);
}

TEST(ContactDynamicsFastWalls, SlideUnderWhatRestsOnThem)
{
  for (const std::string region : {"plane 0 0 0 0 0 1", "block -9 9 -2 2 -0.5 0 side out"}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0.1}});
    sim.run(FAST + GRAVITY + "variable x equal 2*sin(50*step*dt)\nregion belt " + region +
            " move v_x NULL NULL\nfix w all wall/contact region belt stiffness 1\n"
            "fix d all nve/sphere/cd solver auto\ntimestep 0.01\nrun 50");
    EXPECT_NEAR(sim.state().x[0].z, 0.1, 1e-6) << region;
    EXPECT_NEAR(sim.state().x[0].x, 0.0, 1e-12) << region;
  }
}

TEST(ContactDynamicsFastWalls, TooFastIsAnError)
{
  for (const auto &region : {PLANE, BLOCK, SPHERE, CYLINDER, BALL}) {
    Simulation sim(box({}));
    create(sim, {{0.1, 0, 0}});
    const std::string text = sim.error_of(FAST + "neighbor 0.3 bin\n" + fast_wall(region) +
                                          "fix d all nve/sphere/cd\ntimestep 0.01\nrun 1");
    EXPECT_TRUE(contains(text,
                         "Fix w: the wall moves by 0.2 in one step, beyond the centre of "
                         "particle 1 with radius 0.1"))
        << region << ": " << text;
    EXPECT_TRUE(contains(text, "up to gaps of 0.3")) << text;
  }
}
