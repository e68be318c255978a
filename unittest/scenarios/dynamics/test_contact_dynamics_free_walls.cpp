// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Contact dynamics with walls that move by forces: fix wall/contact with keywords stiffness and
// free.

#include "dynamics/dynamic_clumps.h"
#include "energy/ledger.h"

#include "../../meshes.h"

using namespace scenario;

namespace {

Vec3 of_wall(const Simulation &sim, int first, const std::string &wall = "w")
{
  const auto of = [&](int k) {
    return sim.value("f_" + wall + "[" + std::to_string(first + k) + "]");
  };
  return {of(0), of(1), of(2)};
}

// Outputs of a free wall
enum { FORCE = 1, TORQUE = 4, MOVED = 11, VELOCITY = 14, TURNED = 20, SPIN = 23 };

/** Rodrigues' formula. */
Vec3 turned(const Vec3 &by, const Vec3 &p)
{
  const double angle = norm(by);
  if (!(angle > 0.0)) return p;
  const Vec3 e = by / angle;
  return std::cos(angle) * p + std::sin(angle) * cross(e, p) +
      (1.0 - std::cos(angle)) * dot(e, p) * e;
}

/** Grains a little apart, whose lowest layer is at z = .55. */
std::vector<Vec3> bed(int n, int layers)
{
  std::vector<Vec3> x;
  for (int k = 0; k < n * n * layers; k++)
    x.push_back({1.06 * (k % n) + 0.02 * (k % 3), 1.06 * (k / n % n) + 0.03 * (k % 2),
                 0.55 + 1.06 * (k / n / n)});
  return x;
}

std::string small_box(bool clumps = false)
{
  const std::string region = "block -3.5 5 -3 5 -1 6";
  return box(clumps ? molecules("f f f", region) : Box{"", "f f f", region, "sphere"});
}

const std::string LAW = "stiffness 1 restitution 0.5 mu 0.4 ";
const std::string TRAY = "region tray block -0.6 1.75 -0.6 1.75 0 9 open 6\n"
                         "fix tray all wall/contact region tray " +
    LAW + "\n";

}    // namespace

// --- the impact of a grain of mass 1 and radius .5 on a wall at rest ---
//
// Reference: Newton's law for the masses that the contact feels: impulse (1 + e) u/(1/m + 1/M'),
// 1/M' = 1/M + (r x n).(r x n)/I. Without slip behind the impact the tangential impulse is
// u_t/(7/2 m + 1/M).

namespace {

constexpr double E = 0.6, H = 0.01;
const Vec3 START = {2, 0.3, 0.4}, SPEED = {0.2, -0.1, 1.0};

struct Target {
  std::string wall;
  double mobility;    // along z
  // velocity of its centre, unless it turns with a hinge, and angular velocity, by 1 along z
  std::array<Vec3, 2> of_impulse;
};

// the point of contact is (2, 0.3, 0.9)
const Target TARGETS[] = {
    {"free 8 axis 0.6 0 0.8", 0.64 / 8, {{{0.6 * 0.8 / 8, 0, 0.64 / 8}, {0, 0, 0}}}},
    {"free 8 translate", 1.0 / 8, {{{0, 0, 1.0 / 8}, {0, 0, 0}}}},
    {"free 8 rigid 7 7 7 com 1 0 1.2",
     1.0 / 8 + 0.09 / 7 + 1.0 / 7,
     {{{0, 0, 1.0 / 8}, {0.3 / 7, -1.0 / 7, 0}}}},
    {"free 40 hinge 0 0 1.2 0 1 0 com 1 0 1.2", 4.0 / 40, {{{0, 0, 0}, {0, -2.0 / 40, 0}}}}};

/** Behind the impact. */
void expect_impact(const Simulation &sim, const Target &target)
{
  const double impulse = (1.0 + E) * SPEED.z / (1.0 + target.mobility);
  EXPECT_NEAR(sim.state().v[0].z, SPEED.z - impulse, 1e-12) << target.wall;
  if (norm(target.of_impulse[0]) > 0.0)
    EXPECT_LT(norm(of_wall(sim, VELOCITY) - impulse * target.of_impulse[0]), 1e-12) << target.wall;
  EXPECT_LT(norm(of_wall(sim, SPIN) - impulse * target.of_impulse[1]), 1e-12) << target.wall;
}

std::string thrown(const std::string &wall, const std::string &mu = "0")
{
  return "set group all vx " + number(SPEED.x) + " vy " + number(SPEED.y) + " vz " +
      number(SPEED.z) + "\nfix w all wall/contact plane 0 0 0.905 0 0 -1 stiffness 1 restitution " +
      number(E) + " mu " + mu + " " + wall + "\ntimestep " + number(H) + "\n";
}

}    // namespace

TEST(ContactDynamicsFreeWalls, ImpactIsThatOfTwoBodies)
{
  for (const Target &target : TARGETS) {
    Simulation sim(box({}));
    create(sim, {START});
    sim.run(thrown(target.wall) + "fix d all nve/sphere/cd tol 1e-12\nrun 1");
    expect_impact(sim, target);
    const Vec3 v = sim.state().v[0];
    const double gained = 0.5 * (dot(v, v) - dot(SPEED, SPEED));    // the wall has lost the rest
    EXPECT_NEAR(sim.value("f_w"), gained + sim.value("f_w[8]"), 1e-12) << target.wall;
  }
}

TEST(ContactDynamicsFreeWalls, ImpactOfAClump)
{
  for (const Target &target : TARGETS) {
    Simulation sim(box(molecules()));
    create(sim, {START - Vec3{0, 0, 0.9}, START}, {1, 1});
    sim.run(thrown(target.wall) + CD + "tol 1e-12\nrun 1");
    Target twice = target;    // the clump has the mass 2
    twice.mobility *= 2.0;
    for (Vec3 &of : twice.of_impulse) of = 2.0 * of;
    expect_impact(sim, twice);
  }
}

TEST(ContactDynamicsFreeWalls, FrictionOfAnImpact)
{
  for (const auto &[mu, along] : {std::pair(0.01, 0.01 * (1.0 + E) / (1.0 + 1.0 / 8)),
                                  std::pair(1.0, std::hypot(SPEED.x, SPEED.y) / (3.5 + 1.0 / 8))}) {
    Simulation sim(box({}));
    create(sim, {START});
    sim.run(thrown("free 8 translate", number(mu)) +
            "fix d all nve/sphere/cd tol 1e-12 maxiter 5000\nrun 1");
    EXPECT_NEAR(sim.state().v[0].z, SPEED.z - (1.0 + E) / (1.0 + 1.0 / 8), 2e-12) << mu;
    const Vec3 V = of_wall(sim, VELOCITY), slip = {SPEED.x, SPEED.y, 0};
    EXPECT_LT(norm(V - Vec3{0, 0, V.z} - along / 8.0 / norm(slip) * slip), 2e-12) << mu;
  }
}

// A wall of endless mass is one that stands, also where friction and rolling turn what hits it

TEST(ContactDynamicsFreeWalls, HeavyWallsStand)
{
  for (const std::string coefficients : {"0.4", "0.4 rolling 0.1"})
    for (const bool clumps : {false, true}) {
      std::vector<State> found;
      for (const std::string wall : {"", "free 1e14 translate"}) {
        Simulation sim(box(clumps ? molecules() : Box{}));
        if (clumps)
          create(sim, {START + Vec3{0.6, 0.2, -0.7}, START}, {1, 1});
        else
          create(sim, {START});
        sim.run(thrown(wall, coefficients) + (clumps ? CD : "fix d all nve/sphere/cd ") +
                "tol 1e-12 maxiter 9000\nrun 1");
        found.push_back(sim.state());
      }
      EXPECT_GT(norm(found[0].omega[0]), 0.05);
      EXPECT_LT(largest_difference(found[0].v, found[1].v), 1e-10) << coefficients << clumps;
      EXPECT_LT(largest_difference(found[0].omega, found[1].omega), 1e-10)
          << coefficients << clumps;
    }
}

// A light wall passes its load on, at the default tolerance, though its contact closes at a speed
// that is far above that of the floor

TEST(ContactDynamicsFreeWalls, LightLidBearsItsLoad)
{
  for (const std::string mass : {"1e-2", "1e-4", "1e-6"}) {
    Simulation sim(box(Box{}));
    create(sim, {{2, 0.3, 0.5}});
    sim.run("fix floor all wall/contact plane 0 0 0 0 0 1 stiffness 1 mu 0.5\n"
            "fix w all wall/contact plane 0 0 1 0 0 -1 stiffness 1 mu 0.5 free " +
            mass + " axis 0 0 1 load 0 0 -1\nfix d all nve/sphere/cd\ntimestep 0.01\n");
    for (int k = 0; k < 20; k++) {
      sim.run("run 5 post no");
      EXPECT_NEAR(sim.value("f_floor[3]"), -1.0, 0.03) << mass << ", " << k;
    }
  }
}

// --- stops: reached in the step of the impact, and two steps later ---

TEST(ContactDynamicsFreeWalls, LimitsHoldWithinTheStep)
{
  for (const auto &[wall, coordinate, stop] :
       {std::tuple("free 8 axis 0 0 1 limit -0.1 0.004", 13, 0.004),
        std::tuple("free 40 hinge 0 0 1.2 0 1 0 com 1 0 1.2 limit -0.0005 0.1", 21, -0.0005)}) {
    Simulation sim(box({}));
    create(sim, {START});
    sim.run(thrown(wall) + "fix d all nve/sphere/cd tol 1e-12\nfix led all energy/ledger\n" +
            "thermo_modify norm no\nrun 0");
    const double start = sum(sim);
    for (int k = 0; k < 5; k++) {
      sim.run("run 1 pre no post no");
      EXPECT_LE(sim.value("f_w[" + std::to_string(coordinate) + "]") / stop, 1.0 + 1e-14) << wall;
    }
    EXPECT_NEAR(sim.value("f_w[" + std::to_string(coordinate) + "]"), stop, 1e-16) << wall;
    EXPECT_GT(sim.value("f_w[19]"), 1e-3) << wall;    // lost at the stop
    EXPECT_LT(norm(of_wall(sim, VELOCITY)), 1e-14) << wall;
    EXPECT_NEAR(sum(sim), start, 1e-14) << wall;
  }
}

// --- momentum, energy ---

namespace {

const std::string ROUGH_BED = "pair_coeff * * stiffness 1 restitution 0.7 mu 0.3 rolling 0.05\n"
                              "variable vx atom 0.5*sin(7*id)\n"
                              "variable vz atom 0.5+0.5*cos(3*id)\n"
                              "set group all vx v_vx vz v_vz\n";

/** A body that flies into the grains. */
const std::string FLYING =
    "region fly block -0.5 2.5 -0.5 2.6 2.2 3.2 side out\n"
    "fix w all wall/contact region fly stiffness 1 restitution 0.7 mu 0.3 rolling 0.05 ";

}    // namespace

// Momentum of all bodies, and angular momentum about the origin

TEST(ContactDynamicsFreeWalls, MomentaStay)
{
  const Vec3 I = {6, 8, 11}, centre = {0.9, 1.1, 2.7};
  for (const bool clumps : {false, true}) {
    Simulation sim(small_box(clumps));
    const std::vector<Vec3> x = bed(3, 2);
    const std::vector<int> molecule = {1, 1, 0, 2, 2, 2, 3, 3, 3, 1, 1, 1, 2, 2, 4, 4, 3, 3};
    if (clumps)
      create(sim, x, molecule);
    else
      create(sim, x);
    sim.run(
        "comm_modify cutoff 5\n" + ROUGH_BED + FLYING + "free 9 rigid 6 8 11 com 0.9 1.1 2.7\n" +
        (clumps ? "group one molecule 0\n" + CD + "spheres one\n" : "fix d all nve/sphere/cd\n") +
        "timestep 0.01\nrun 10");
    const auto momenta = [&] {
      const State s = sim.state();
      const Vec3 at = centre + of_wall(sim, MOVED), V = of_wall(sim, VELOCITY),
                 w = of_wall(sim, SPIN), by = of_wall(sim, TURNED);
      const Vec3 in_body = turned(-by, w);
      std::array<Vec3, 2> sums = {
          9.0 * V,
          9.0 * cross(at, V) + turned(by, {I.x * in_body.x, I.y * in_body.y, I.z * in_body.z})};
      for (std::size_t i = 0; i < s.x.size(); i++) {
        sums[0] = sums[0] + s.v[i];
        sums[1] = sums[1] + cross(s.x[i], s.v[i]) + 0.1 * s.omega[i];
      }
      return sums;
    };
    const auto start = momenta();
    const Vec3 V = of_wall(sim, VELOCITY), w = of_wall(sim, SPIN);
    sim.run("run 140");
    const auto end = momenta();
    EXPECT_LT(norm(end[0] - start[0]), 1e-11) << clumps;
    EXPECT_LT(norm(end[1] - start[1]), 1e-11) << clumps;
    EXPECT_GT(norm(of_wall(sim, VELOCITY) - V), 1e-2);
    EXPECT_GT(norm(of_wall(sim, SPIN) - w), 1e-3);
  }
}

// A periodic bed between a floor and a lid, which are both free

TEST(ContactDynamicsFreeWalls, MomentumOfTwoWallsAndAPeriodicBed)
{
  Simulation sim(box({"", "p p f", "block 0 4.24 0 4.24 -4 8", "sphere"}));
  create(sim, bed(4, 2));
  sim.run(ROUGH_BED + "variable vz atom cos(3*id)\nset group all vz v_vz\n" +
          "fix w all wall/contact plane 0 0 2.2 0 0 -1 " + LAW +
          "free 3 translate\nfix floor all wall/contact plane 0 0 0 0 0 1 " + LAW +
          "free 5 translate\nfix d all nve/sphere/cd\nfix led all energy/ledger\n"
          "thermo_modify norm no\ntimestep 0.01\nrun 0");
  const auto momentum = [&] {
    Vec3 sum = 3.0 * of_wall(sim, VELOCITY) + 5.0 * of_wall(sim, VELOCITY, "floor");
    for (const Vec3 &v : sim.state().v) sum = sum + v;
    return sum;
  };
  const Vec3 start = momentum();
  const double energy = sum(sim);
  sim.run("run 150");
  // pairs across a face are stored twice, and their impulses are equal but for round-off of the
  // solver's steps: 1e-11 to 2e-10 here, and below 1e-11 without periodic faces
  EXPECT_LT(norm(momentum() - start), 1e-9);
  EXPECT_NEAR(sum(sim), energy, 1e-9);
  for (const std::string wall : {"w", "floor"}) {
    EXPECT_GT(std::fabs(of_wall(sim, VELOCITY, wall).x), 1e-2) << wall;
    EXPECT_GT(std::fabs(of_wall(sim, VELOCITY, wall).z), 1e-2) << wall;
  }
}

// A free block of triangles moves as the region does

TEST(ContactDynamicsFreeWalls, TrianglesMoveAsARegion)
{
  const std::string file = scratch_file("block.stl");
  using namespace VARDEM;
  write_file(file, stl_text(block_of_triangles({-0.5, -0.5, 2.2}, {2.5, 2.6, 3.2}, 3)));
  std::vector<double> motions[2];
  for (const bool mesh : {false, true}) {
    Simulation sim(small_box());
    create(sim, bed(3, 2));
    sim.run(ROUGH_BED + "region fly block -0.5 2.5 -0.5 2.6 2.2 3.2 side out\n" +
            "fix w all wall/contact " + (mesh ? "stl " + file : "region fly") + " " + LAW +
            "free 9 rigid 6 8 11 com 0.9 1.1 2.7\nfix d all nve/sphere/cd tol 1e-12 maxiter 9000\n"
            "timestep 0.01\nrun 60");
    for (int k = 11; k <= 25; k++)
      motions[mesh].push_back(sim.value("f_w[" + std::to_string(k) + "]"));
    EXPECT_GT(norm(of_wall(sim, SPIN)), 1e-2);
  }
  for (int k = 0; k < 15; k++) EXPECT_NEAR(motions[0][k], motions[1][k], 1e-9) << k;
}

namespace {

const std::string LOADED_WALLS[] = {
    "plane 0 0 2.2 0 0 -1 " + LAW + "free 3 axis 0.1 0 1 load v_s 1 v_f damping 2",
    "plane 0 0 2.2 0 0 -1 " + LAW + "free 4 translate pressure v_p 5",
    "region plate " + LAW + "free 5 rigid 3 4 5 com 0.6 0.6 2.5 load v_s 0 v_f damping 1",
    "plane 0 0 2.2 0 0 -1 " + LAW + "free 3 axis 0 0 1 load 0 0 v_f limit -0.3 0.1",
    "region plate " + LAW +
        "free 9 hinge -1 0 2.5 0 1 0 com 0.6 0 2.5 load 0 0 v_f damping 3 limit -0.1 0.5"};

std::string loaded(const std::string &wall)
{
  return "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n" + GRAVITY + TRAY +
      "variable s equal 2*sin(3*step*dt)\nvariable f equal -12-6*sin(2*step*dt)\n"
      "variable p equal 2+sin(3*step*dt)\n"
      "region plate block -9 9 -9 9 2.2 2.8 side out\nfix w all wall/contact " +
      wall + "\nfix led all energy/ledger\nthermo_modify norm no\ntimestep 0.01\n";
}

}    // namespace

// Requirement: the sum of the ledger is constant to round-off of the work, whatever the residual

TEST(ContactDynamicsFreeWalls, BooksBalance)
{
  for (const std::string &wall : LOADED_WALLS)
    for (const bool clumps : {false, true}) {
      Simulation sim(small_box(clumps));
      if (clumps)
        create(sim, bed(2, 2), {1, 1, 2, 2, 3, 3, 4, 4});
      else
        create(sim, bed(2, 2));
      sim.run((clumps ? CD : "fix d all nve/sphere/cd") + "\n" + loaded(wall) + "run 0");
      const double start = sum(sim);
      double work = 0.0, change = 0.0;
      for (int k = 0; k < 30; k++) {
        sim.run("run 10 pre no post no");
        work = std::max({work, std::fabs(part(sim, WALLS)), std::fabs(part(sim, GRAVITY_PART))});
        change = larger(change, std::fabs(sum(sim) - start));
      }
      EXPECT_GT(work, 1.0) << wall;
      EXPECT_GT(part(sim, IMPACTS), 1e-2) << wall;
      EXPECT_LT(change, 1e-10 * work) << wall;
      EXPECT_GT(sim.value("f_w[10]"), 0.0) << wall;
    }
}

// Where restitution is reduced because it would create energy, the motion of a wall at its stop is
// not between both solutions, and the wall must have the one that the books have

TEST(ContactDynamicsFreeWalls, BooksBalanceAtAStopWithLessRestitution)
{
  for (const double stop : {1e-4, 3e-4, 1e-3, 3e-3}) {
    Simulation sim(box(molecules()));
    cluster_of_dimers(sim);
    sim.run(
        "fix w all wall/contact plane 0 0 2.497 0 0 -1 stiffness 1 restitution 1 free 5 axis 0 0 1 "
        "limit -9 " +
        number(stop) + "\n" + CD +
        "restitution 1 kappa 40 tol 1e-6 maxiter 3000\nfix led all energy/ledger\n"
        "thermo_modify norm no\ntimestep 0.01\nrun 0");
    const double start = sum(sim);
    sim.run("run 1");
    EXPECT_NEAR(sum(sim), start, 1e-12 * start) << stop;
  }
}

// --- at rest ---

// Requirement: the lid carries its load and the floor the weight as well, and the torque about a
// hinge is that of its load

TEST(ContactDynamicsFreeWalls, CarriesItsLoadAtRest)
{
  Simulation sim(small_box());
  create(sim, bed(2, 2));
  sim.run("pair_coeff * * stiffness 1 mu 0.4\n" + GRAVITY + TRAY +
          "fix w all wall/contact plane 0 0 2.2 0 0 -1 stiffness 1 mu 0.4 free 3 axis 0 0 1 "
          "load 0 0 -7\nregion gate block -9 9 -9 9 2.6 9 side out\n"
          "fix d all nve/sphere/cd tol 1e-12 maxiter 5000\ntimestep 0.02\nrun 2000");
  EXPECT_LT(sim.value("ke"), 1e-20);
  EXPECT_NEAR(of_wall(sim, FORCE).z, 7.0, 1e-9);
  EXPECT_NEAR(of_wall(sim, FORCE, "tray").z, -15.0, 1e-9);
  sim.run("unfix w\nfix w all wall/contact region gate stiffness 1 mu 0.4 free 9 hinge -3 0 3 0 1 "
          "0 com 1 0 3 load 0 0 -2\nrun 3000");
  EXPECT_LT(sim.value("ke"), 1e-20);
  const Vec3 F = of_wall(sim, FORCE), T = of_wall(sim, TORQUE) - cross({-3, 0, 3}, F),
             at = Vec3{1, 0, 3} + of_wall(sim, MOVED);
  EXPECT_NEAR(T.y, -2.0 * (at.x + 3.0), 1e-9);
  EXPECT_NEAR(of_wall(sim, FORCE, "tray").z + F.z, -8.0, 1e-9);
}

// The momentum of a wall is that of its load and of its contacts; so a light one carries its load
// in each step

TEST(ContactDynamicsFreeWalls, LightWallsHoldThePressure)
{
  Simulation sim(box({}));
  create(sim, bed(2, 2));
  sim.run("pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n" + GRAVITY + TRAY +
          "fix w all wall/contact plane 0 0 2.2 0 0 -1 " + LAW +
          "free 0.01 axis 0 0 1 pressure 5 1.4\nfix d all nve/sphere/cd\ntimestep 0.01\nrun 300");
  double missing = 0.0;
  for (int k = 0; k < 100; k++) {
    const double before = of_wall(sim, VELOCITY).z;
    sim.run("run 1 pre no post no");
    const double force = of_wall(sim, FORCE).z;
    EXPECT_NEAR(0.01 * (of_wall(sim, VELOCITY).z - before), 0.01 * (force - 7.0), 1e-12);
    missing = larger(missing, std::fabs(force / 7.0 - 1.0));
  }
  EXPECT_LT(missing, 1e-2);
}

// --- runs, restart, refusals ---

TEST(ContactDynamicsFreeWalls, RestartIsExact)
{
  for (const std::string &wall : LOADED_WALLS) {
    const std::string file = scratch_file("wall"),
                      fixes = loaded(wall) + "fix d all nve/sphere/cd\n";
    Simulation unbroken(small_box());
    create(unbroken, bed(2, 2));
    unbroken.run(fixes + "run 60\nwrite_restart " + file + "\nrun 60");
    Simulation sim("atom_modify map array\nread_restart " + file +
                   "\nneighbor 0.3 bin\npair_style contact/rigid\npair_coeff * * stiffness 1\n");
    sim.run(fixes + "run 60");
    expect_same_bits(unbroken.state(), sim.state(), wall);
    for (int k = 1; k <= 25; k++) {
      const std::string number_of = "f_w[" + std::to_string(k) + "]";
      EXPECT_EQ(unbroken.value(number_of), sim.value(number_of)) << wall << number_of;
    }
    EXPECT_NEAR(unbroken.value("f_w"), sim.value("f_w"), 1e-12);    // a sum of two runs
  }
}

TEST(ContactDynamicsFreeWalls, Moves2dInThePlane)
{
  Simulation sim(box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5", "sphere"}));
  create(sim, {{0, 0.55, 0}, {1.02, 0.55, 0}, {0.5, 1.5, 0}});
  sim.run("fix 2 all enforce2d\nregion bar block -2 3 2.1 2.5 -1 1 side out\n"
          "pair_coeff * * stiffness 1 mu 0.4\n"
          "fix floor all wall/contact plane 0 0 0 0 1 0 " +
          LAW + "\nfix w all wall/contact region bar " + LAW +
          "free 5 rigid 1 1 2 com 0.7 2.3 0.2 load 0 -1 0\nfix d all nve/sphere/cd\n"
          "timestep 0.01\nrun 200");
  EXPECT_GT(std::fabs(of_wall(sim, SPIN).z), 1e-3);
  for (const double a : {of_wall(sim, SPIN).x, of_wall(sim, SPIN).y, of_wall(sim, VELOCITY).z,
                         of_wall(sim, MOVED).z})
    EXPECT_EQ(a, 0.0);
}

TEST(ContactDynamicsFreeWalls, BadInput)
{
  const std::string start = box({}) + "create_atoms 1 single 0 0 0.6\nset group all mass 1\n",
                    wall = "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 ";
  expect_refused({start, wall}, R"(
    free 1 axis 0 0 1 servo 1 1 | Fix wall/contact w keyword servo is for a wall with a law of soft
  )");
  expect_refused({start + wall + "free 1 axis 0 0 1 load 0 0 1\ntimestep 0.01\n", "", "\nrun 1"},
                 R"(
    fix d all nve/sphere/cd solver {auto,newton,apgd,pgs}
      | Fix nve/sphere/cd keyword solver: only solver compliant finds the motion of a wall by forces
    fix d all nve/sphere/cd single 5 | Fix nve/sphere/cd keyword single: only solver compliant finds
    fix d all nve/sphere/cd;timestep 1;run 9
      | while the free wall of fix w moves by up to
  )");
}

// A wall with a law makes its own steps, also beside grains of contact dynamics

TEST(ContactDynamicsFreeWalls, SoftWallsMakeTheirOwnSteps)
{
  Simulation sim(R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -9 9 -9 9 -9 9
    create_box 2 box
    create_atoms 1 single -3 0 3
    create_atoms 2 single 3 0 -8
    set group all diameter 1
    set group all mass 1
    group a type 1
    group b type 2
    neighbor 0.3 bin
    timestep 0.01
    pair_style contact/rigid
    pair_coeff * * stiffness 1
    fix w b wall/contact plane 0 0 5 0 0 -1 k 500 free 1 axis 0 0 1 load 0 0 -1
    fix 1 a nve/sphere/cd
    fix 2 b nve/sphere
    run 100
  )");
  EXPECT_NEAR(of_wall(sim, MOVED).z, -0.5, 0.01);
  EXPECT_NEAR(of_wall(sim, VELOCITY).z, -1.0, 0.01);
}
