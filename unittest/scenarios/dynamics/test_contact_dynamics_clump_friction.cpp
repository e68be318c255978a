// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix rigid/small/cd with Coulomb friction. Spheres have diameter 1 and mass 1.

#include "dynamics/dynamic_clumps.h"
#include "energy/ledger.h"
#include "refused.h"

using namespace scenario;

namespace {

const std::vector<Vec3> CLUMP = {{0, 0, 0.5}, {0.9, 0, 0.5}, {0, 0.9, 0.5}, {0.3, 0.3, 1.1}};

/** A body of four spheres, three of which stand on a plane of the slope t with mu = .3. */
std::string on_slope(double t)
{
  return "pair_coeff * * stiffness 1 mu 0.3\nfix g all gravity 1 vector " + number(t) +
      " 0 -1\nfix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 mu 0.3\n" + CD +
      "tol 1e-11 maxiter 3000 reinit no\ntimestep 0.005\n";
}

/** Its state after 200 steps. */
State start_on_slope(Simulation &sim, double t)
{
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(t) + "run 200");
  return sim.state();
}

}    // namespace

// Without tangential springs it would creep by R_t g_t in each step.
TEST(ContactDynamicsClumpFriction, BodySticksBelowItsCriticalSlope)
{
  Simulation sim(box(molecules()));
  const State before = start_on_slope(sim, 0.29);
  sim.run("run 2000");
  EXPECT_LE(largest_difference(sim.state().x, before.x), 0.5e-9);
  EXPECT_EQ(result(sim, D_PUSHING), 3);
}

TEST(ContactDynamicsClumpFriction, BodySlidesAboveIt)
{
  Simulation sim(box(molecules()));
  const State before = start_on_slope(sim, 0.35);
  sim.run("run 200");
  const double a = (0.35 - 0.3) / std::sqrt(1.0 + 0.35 * 0.35);
  for (int k = 0; k < 4; k++) {
    EXPECT_NEAR((sim.state().v[k].x - before.v[k].x) / (200 * 0.005), a, 1e-9);
    EXPECT_NEAR(sim.state().x[k].z, before.x[k].z, 1e-9);    // it is not lifted
  }
}

namespace {

/** Two grains side by side on a plane of the slope 1 : n, which resists rolling, and a small heavy
 *  one between them that does not touch it: mass 5, moment of inertia .308 about their axis. */
State roll_down(Simulation &sim, double n)
{
  create(sim, {{0, -1, 0.5}, {0, 0, 0.5}, {0, 1, 0.5}}, {1, 1, 1});
  sim.run(rolling(ROUGH + FLOOR) + "set atom 2 diameter 0.6\nset atom 2 mass 3\n" +
          "fix g all gravity 1 vector 1 0 -" + number(n) + "\n" + CD + "tol 1e-11 reinit no\n" +
          STEP + "run 50");
  return sim.state();
}

}    // namespace

// The moments of both contacts are .1 of the radius times the weight.
TEST(ContactDynamicsClumpFriction, BodyThatResistsRolling)
{
  Simulation sim(box(molecules()));
  const State before = roll_down(sim, 2);
  sim.run("run 50");
  const double a = (0.5 - 0.1) / (1.0 + 0.308 / (5 * 0.25)) * 2.0 / std::sqrt(5.0), time = 0.5;
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR((sim.state().v[k].x - before.v[k].x) / time, a, 1e-9);
    EXPECT_NEAR((sim.state().omega[k].y - before.omega[k].y) / time, 2.0 * a, 2e-9);
  }
}

TEST(ContactDynamicsClumpFriction, BodyThatDoesNotRollRests)
{
  for (const double n : {10.5, 9.5}) {    // .95 and 1.05 of the critical slope
    Simulation sim(box(molecules()));
    const State before = roll_down(sim, n);
    sim.run("run 500");
    if (n > 10.0)
      EXPECT_LE(largest_difference(sim.state().x, before.x), 1e-9);
    else
      EXPECT_GT(sim.state().x[0].x, before.x[0].x + 0.03);
  }
}

// What turns together with the drum does not roll on it. Its speed is exact to second order in the
// time step.
TEST(ContactDynamicsClumpFriction, BodyThatTurnsWithADrumKeepsItsSpin)
{
  Simulation sim(box(molecules()));
  create(sim, {{0, -0.6, -2.5}, {0, 0.6, -2.5}}, {1, 1});
  sim.run("variable angle equal 0.2*step*dt\n"
          "region drum cylinder y 0 0 3 INF INF rotate v_angle 0 0 0 0 1 0\n"
          "fix w all wall/contact region drum stiffness 1 mu 0.4 rolling 0.3\n"
          "set group all vx -0.5 omega 0 0.2 0\n" +
          CD + "tol 1e-8\ntimestep 0.01\nrun 500");
  EXPECT_NEAR(norm(sim.state().v[0]), 0.5, 2e-7);
  EXPECT_NEAR(sim.state().omega[0].y, 0.2, 1e-9);
}

/** Bodies and single spheres that hit each other and the floor, with the gravity of particles or
 *  that of bodies. Then their contacts resist rolling, too. In the rigid limit without friction. */
TEST(ContactDynamicsClumpFriction, BooksOfBodiesAndSpheres)
{
  for (const bool on_bodies : {false, true})
    for (const bool rough : {true, false}) {
      Simulation sim(box(molecules("f f f", "block -9 9 -9 9 -1 9")));
      std::vector<Vec3> x = {{0, 0, 0.8}, {0.8, 0, 1.0}, {0.2, 0.1, 2.4}, {0.7, 0.5, 2.1}};
      for (const Vec3 &a : {Vec3{0.3, 0.9, 0.7}, {0.5, 0.2, 3.5}, {-0.9, 0.2, 0.6}}) x.push_back(a);
      create(sim, x, {1, 1, 2, 2, 0, 0, 0});
      sim.run(
          "group grains molecule 0\nset group all vx 0.2\nset atom 2 vy 1.5\nset atom 7 vx 0.9\n" +
          (rough ? ROUGH + FLOOR : smooth(ROUGH + FLOOR)) + "fix g all gravity 1 vector 0 0 -1" +
          (on_bodies ? " disable\n" : "\n") + CD + (on_bodies ? "gravity g " : "") +
          (rough ? "tol 1e-4" : "solver auto tol 1e-12") +
          " spheres all\nfix led all energy/ledger\nthermo_modify norm no\n"
          "timestep 1e-2\nrun 0");
      const double before = sum(sim);
      sim.run("run 300");
      EXPECT_EQ(part(sim, FRICTION) > 0.05, rough);
      EXPECT_GT(part(sim, IMPACTS), 0.1);
      if (rough) sim.run(rolling(ROUGH) + "run 100");
      EXPECT_NEAR(sum(sim), before, 1e-10) << on_bodies << rough;
      for (const Vec3 &a : sim.state().x) EXPECT_GT(a.z, 0.49);
    }
}

/** What three contacts with the floor do to a body that sticks: forces, torques, virial, and rows
 *  of compute contact/force. Friction, the loads and the couples of contacts balance. */
TEST(ContactDynamicsClumpFriction, ForcesOfMembersAreThoseOfRows)
{
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(0.29) + FORCES +
          "unfix w\nfix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 mu 0.3 rolling 0.2\nunfix "
          "g\nfix g all gravity 1 vector 0 0 -1\nfix p all addforce 0.2 0 0\n"
          "compute p all pressure NULL virial\nthermo_style custom step c_p[5]\nrun 300\n" +
          dump_local());
  const State s = sim.state();
  Vec3 couple = {0, 0, 0};
  std::vector<Vec3> f = forces_of_atoms(sim);
  EXPECT_LE(norm(sum(f)), 1e-9);    // the sum of loads and contacts
  for (const auto &c : contact_forces(sim)) {
    EXPECT_EQ(c.kind, 1);
    f[c.i - 1] = f[c.i - 1] - c.force;
    EXPECT_GT(norm(c.couple), 1e-4);
    couple = couple + c.couple;
    const Vec3 torque = 0.5 * cross(c.normal, c.force) + c.couple;
    const double *found = sim.lammps()->atom->torque[sim.lammps()->atom->map(c.i)];
    EXPECT_LE(norm(torque - Vec3{found[0], found[1], found[2]}), 1e-12);
  }
  for (const Vec3 &load : f) EXPECT_LE(norm(load - Vec3{0.2, 0, -1}), 1e-12);
  const double volume = 38.0 * 38.0 * 38.0, height = Body(s, 0, 4).x.z;
  EXPECT_NEAR(sim.value("c_p[5]") * volume, -0.8 * height - 0.5 * couple.y, 1e-5);
}

/** The sum of the ledger is constant, whatever the bodies, a wall that moves and a driven sphere
 *  do. Gravity acts on the particles, or on the bodies. Contacts resist rolling. */
TEST(ContactDynamicsClumpFriction, BooksAreClosed)
{
  for (const bool on_bodies : {false, true}) {
    Simulation sim(box(molecules("f f f", "block -9 9 -9 9 -1 9")));
    create(sim,
           {{0, 0, 0.8},
            {0.8, 0, 1.0},
            {0.1, 0.7, 0.9},
            {0.2, 0.1, 2.4},
            {0.7, 0.5, 2.1},
            {1.9, 0.4, 0.6}},
           {1, 1, 1, 2, 2, 0});
    sim.run("group driven id 6\nset group bodies vx 0.2\nset atom 2 vy 1.5\nset atom 4 vz -0.7\n"
            "set group driven vx -0.1\nset group driven omega 0.3 1 0.5\n" +
            rolling(ROUGH + FLOOR) +
            (on_bodies ? "fix g all gravity 1 vector 0 0 -1 disable\n"
                       : "fix g bodies gravity 1 vector 0 0 -1\n") +
            "variable x equal 0.3*sin(2*step*dt)\n"
            "region side plane -1.2 0 0 1 0 0 move v_x NULL NULL\n"
            "fix s all wall/contact region side stiffness 1 mu 0.4\n" +
            CD + (on_bodies ? "gravity g " : "") +
            "tol 1e-4\nfix m driven nve/sphere\nfix led bodies energy/ledger\n"
            "thermo_modify norm no\ntimestep 1e-2\nrun 0");
    const double before = sum(sim);
    sim.run("run 300");
    EXPECT_GT(part(sim, FRICTION), 0.05);
    EXPECT_GT(part(sim, IMPACTS), 0.1);
    EXPECT_NE(part(sim, WALLS), 0.0);
    EXPECT_NEAR(sum(sim), before, 1e-10) << on_bodies;
    EXPECT_EQ(result(sim, D_MISSED), 0);
  }
}

TEST(ContactDynamicsClumpFriction, AcrossPeriodicBoundaries)
{
  const auto moved = [](const std::string &region, const Vec3 &shift, const std::string &newton,
                        const std::string &solver) {
    Simulation sim(box(molecules("p p p", region, "newton " + newton)));
    two_bodies(sim, shift);
    sim.run(ROUGH + CD + "maxiter 9999 tol 1e-11 solver " + solver + "\n" + STEP + "run 150");
    EXPECT_GT(result(sim, D_FRICTION), 1e-3);
    return sim.state().v;
  };
  const auto reference = expect_alike_across_boundaries([&](auto... of) {
    return moved(of..., "compliant");
  });
  EXPECT_LE(largest_difference(moved("block 0 9 0 9 0 9", {5.2, 4.8, 4.9}, "on", "pgs"), reference),
            1e-6);
}

TEST(ContactDynamicsClumpFriction, DiscsStayInTheirPlane)
{
  Simulation sim(
      box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5", "hybrid sphere molecular"}));
  create(sim, {{-0.3, 0.6, 0}, {0.5, 0.7, 0}, {-0.1, 1.7, 0}, {0.6, 2.1, 0}}, {1, 1, 2, 2});
  sim.run(rolling(ROUGH) +
          "set group all vx 0.4\nfix g all gravity 1 vector 0 -1 0\nfix e all enforce2d\n"
          "fix w all wall/contact plane 0 0 0 0 1 0 stiffness 1 mu 0.4 rolling 0.2\n" +
          CD + "tol 1e-4\n" + LEDGER + STEP + "run 0");
  const double before = sum(sim);
  sim.run("run 300");
  for (const Vec3 &omega : sim.state().omega) {
    EXPECT_EQ(omega.x, 0.0);
    EXPECT_EQ(omega.y, 0.0);
  }
  for (const Vec3 &v : sim.state().v) EXPECT_EQ(v.z, 0.0);
  EXPECT_GT(part(sim, FRICTION), 0.01);
  EXPECT_NEAR(sum(sim), before, 1e-10);
}

// The springs of contacts are in the file: a body that sticks goes on as if nothing had happened.
TEST(ContactDynamicsClumpFriction, SpringsOfARestartFile)
{
  const std::string file = scratch_file("contact_dynamics_clump_friction.restart");
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(0.29) + "run 200\nwrite_restart " + file);
  const State before = sim.state();
  const double lost = result(sim, D_FRICTION);
  Simulation other("atom_modify map array\nread_restart " + file +
                   "\nneighbor 0.3 bin\npair_style contact/rigid\n");
  other.run("thermo_style custom step\ngroup bodies molecule > 0\n" + on_slope(0.29) + "run 1");
  EXPECT_LE(largest_difference(other.state().x, before.x), 1e-12);
  EXPECT_LE(largest(other.state().v), 1e-10);
  EXPECT_NEAR(result(other, D_FRICTION), lost, 1e-12);
  other.run("run 200");
  EXPECT_LE(largest_difference(other.state().x, before.x), 1e-10);
}

// What longer springs held goes slowly, as of spheres.
TEST(ContactDynamicsClumpFriction, BodiesStayAtRestInShorterSteps)
{
  Simulation sim(box(molecules()));
  create(sim, CLUMP, {1, 1, 1, 1});
  sim.run(on_slope(0.29) + "run 200\n");
  const Vec3 before = sum(forces_of_atoms(sim));
  for (const std::string h : {"1e-4", "1e-5"}) {
    sim.run("timestep " + h + "\n");
    for (int k = 0; k < 10; k++) {
      sim.run("run 1 post no");
      EXPECT_LE(norm(sum(forces_of_atoms(sim)) - before), 1e-2) << h << " " << k;
    }
  }
  EXPECT_LE(largest(sim.state().v), 1e-6);
}

TEST(ContactDynamicsClumpFriction, RestartOfBodiesAndSpheres)
{
  const std::string file = scratch_file("contact_dynamics_mixed.restart"),
                    fixes = GRAVITY + rolling(ROUGH) + FLOOR + CD +
      "spheres grains tol 1e-10 maxiter 3000\nneigh_modify exclude molecule/intra bodies\n" + STEP;
  Simulation whole(box(molecules()));
  std::vector<Vec3> x = {{0, 0, 0.6}, {0.8, 0, 0.6}, {0.2, 0.1, 1.7}, {0.7, 0.5, 1.9}};
  for (const Vec3 &a : {Vec3{0.4, 0.8, 0.5}, {0.4, -0.8, 0.55}, {0.5, 0.2, 2.9}}) x.push_back(a);
  create(whole, x, {1, 1, 2, 2, 0, 0, 0});
  whole.run("group grains molecule 0\nset atom 5 vx 0.3\n" + fixes + "run 300\nwrite_restart " +
            file);
  const auto f = forces_of_atoms(whole);
  Simulation other("atom_modify map array\nread_restart " + file +
                   "\nneighbor 0.3 bin\npair_style contact/rigid\nthermo_style custom step\n");
  other.run(fixes + "run 0");
  EXPECT_LE(largest_difference(forces_of_atoms(other), f), 1e-14);
  EXPECT_GT(result(other, D_LOST), 0.0);
  for (auto *each : {&whole, &other}) each->run("run 20");
  EXPECT_GE(result(whole, D_PUSHING), 5);
  EXPECT_LE(largest_difference(whole.state().x, other.state().x), 1e-7);
  EXPECT_LE(largest_difference(whole.state().omega, other.state().omega), 1e-6);
  EXPECT_NEAR(result(whole, D_FRICTION), result(other, D_FRICTION), 1e-7);
}

TEST(ContactDynamicsClumpFriction, StepsThatMissTheToleranceAreCounted)
{
  Simulation sim(box(molecules()));
  two_bodies(sim, {-4, -4, -4});
  const std::string text =
      sim.output_of(ROUGH + CD + "tol 1e-12 maxiter 2 noconverge ignore\n" + STEP + "run 150");
  EXPECT_GT(result(sim, D_MISSED), 0);
  EXPECT_TRUE(contains(text, "Fix rigid/small/cd: ")) << text;
  EXPECT_TRUE(contains(text, "steps of this run have missed tol")) << text;
  EXPECT_FALSE(contains(sim.output_of("minimize 0 0 1 1"), "missed tol"));
}

// Ten times tol is the bound, for any tol.
TEST(ContactDynamicsClumpFriction, NonConvergenceIsAnErrorAlsoWithASmallTolerance)
{
  Simulation sim(box(molecules()));
  two_bodies(sim, {-4, -4, -4});
  const std::string text = sim.error_of(ROUGH + CD + "tol 1e-9 maxiter 2\n" + STEP + "run 150");
  expect_parts(text, {"Fix rigid/small/cd: the residual is", "but tol is 1e-09; increase maxiter"});
}

TEST(ContactDynamicsClumpFriction, BadInput)
{
  const std::string setup = box(molecules()) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.8 0 0\nset group all mass 1\n"
      "set group all mol 1\ngroup bodies molecule > 0\nthermo_style custom step\n";
  expect_refused({setup}, R"(
    fix d bodies rigid/small/cd molecule {kappa,sigma} {0,-1}
      | Fix rigid/small/cd keyword {1} must be > 0
  )");
  expect_refused({setup, "", "\nrun 0"}, R"(
    fix d bodies rigid/small/cd molecule spheres grains
      | keyword spheres must be the name of a group
    create_atoms 1 single 0 0 5;set atom 3 mass 1;neigh_modify exclude molecule/intra all;
      fix d bodies rigid/small/cd molecule spheres all
      | give it the group of the bodies, bodies
    create_atoms 1 single 0 0 5;set atom 3 mass 1;group grains id 3;
      fix d bodies rigid/small/cd molecule spheres grains;fix n grains nve/sphere
      | both move the same atoms
  )");
  expect_refused({setup + ROUGH, "", "\nrun 0"}, R"(
    fix d bodies rigid/small/cd molecule {solver newton,solver apgd,single 10,warm yes}
      | chooses a solver of contacts without friction
    fix d bodies rigid/small/cd molecule;fix c all compatible/cd 1 load cd
      | Fix compatible/cd keyword load: cd finds normal forces
  )");
}
