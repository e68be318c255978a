// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Clumps of spheres that tumble freely, by the rotations of the kernels, and that collide, as under
// LAMMPS' fix rigid/small.

#include "../../soak.h"
#include "clumps/clumps.h"

#include "kernels/rotation/variational.h"
#include "utils.h"
#include "version.h"

#include <cmath>

using namespace scenario;
using VARDEM::at_size;

namespace {

const Vec3 SLOW = {0.001, -0.002, 0.0005};
const char *const SCHEMES[] = {"lgvi4", "lgvi6", "lgvi", "midpoint"};

std::string ours(const std::string &scheme)
{
  return OURS + " molecule reinit no scheme " + scheme;
}

std::string tumbling(const std::string &clump, const std::string &fix, double h)
{
  return box() + clump + moving(SLOW, OMEGA) + free_with(fix) + LISTED + "timestep " + number(h) +
      "\nrun 0\n";
}

}    // namespace

// What members have at output is of that step: omega = R I^-1 R^T L, v = V + omega x (x - X), and
// their momenta add up

TEST(FreeClump, MovesItsMembers)
{
  for (const auto &clump : {DUMBBELL, ANGLE})
    for (const char *scheme : SCHEMES) {
      Simulation sim(tumbling(clump, ours(scheme), 0.1));
      for (const char *steps : {"0", "1", "777"}) {
        sim.run("run " + std::string(steps) + " pre no");
        const Clump c = clumps_of(sim)[0];
        const Vec3 omega = body_to_space(c.q, VARDEM::angular_velocity(c.q, c.L, c.inertia));
        EXPECT_LE(norm(omega - c.omega), 1e-14 * norm(omega)) << steps;
        Vec3 P = {0, 0, 0}, L = {0, 0, 0};
        for (const Member &m : members_of(sim)) {
          EXPECT_LE(norm(m.v - (c.v + cross(c.omega, m.x - c.x))), 1e-13) << scheme << steps;
          EXPECT_EQ(different_bits({m.omega}, {c.omega}), 0) << scheme << steps;
          P = P + m.mass * m.v;
          L = L + m.mass * cross(m.x - c.x, m.v) + (0.4 * m.mass * m.radius * m.radius) * m.omega;
        }
        EXPECT_LE(norm(P - c.mass * c.v), 1e-13) << scheme << steps;
        EXPECT_LE(norm(L - c.L), 1e-13) << scheme << steps;
      }
    }
}

TEST(FreeClump, IsRigid)
{
  Simulation sim(tumbling(ANGLE, ours("lgvi4"), 0.1));
  const auto before = members_of(sim);
  sim.run("run " + std::to_string(at_size(20000, 100000)) + " pre no");
  const auto after = members_of(sim);
  for (std::size_t i = 0; i < 4; i++)
    for (std::size_t j = 0; j < i; j++)
      EXPECT_NEAR(norm(after[i].x - after[j].x), norm(before[i].x - before[j].x),
                  4e-16 * norm(after[i].x));    // round-off of coordinates far out
}

// Energies and orders of these rotations: kernels/test_variational.cpp

TEST(FreeClump, TurnsByTheRotationOfItsScheme)
{
  using namespace VARDEM;
  constexpr double H = 0.1;
  const auto expect = [](const std::string &scheme, const auto &rotate) {
    for (const auto &clump : {DUMBBELL, ANGLE}) {
      Simulation sim(tumbling(clump, ours(scheme), H));
      const Clump start = clumps_of(sim)[0];
      sim.run("run 200");
      const Clump end = clumps_of(sim)[0];
      Quat q = start.q;
      for (int n = 0; n < 200; n++) q = rotate(q, start.L, start.L, start.inertia, H);
      EXPECT_LE(angle_between(q, end.q), 1e-12) << scheme << clump;
      EXPECT_NEAR(norm2(end.q), 1.0, 1e-15) << scheme << clump;
      EXPECT_EQ(different_bits({start.L}, {end.L}), 0) << scheme << clump;
    }
  };
  expect("lgvi", VariationalRotation<Variational::LGVI>{2});
  expect("midpoint", VariationalRotation<Variational::MIDPOINT>{2});
  expect("lgvi4", VariationalRotation<Variational::LGVI4>{2});
  expect("lgvi6", VariationalRotation<Variational::LGVI6>{2});
}

// Spheres of atom style bpm/sphere have orientations: they turn like the clump. LAMMPS 4 Feb 2025
// does not turn them

TEST(FreeClump, TurnsTheOrientationsOfItsMembers)
{
  NEEDS_LAMMPS(20250722, "orientations of members of clumps");
  const std::string start = box("units lj", "bpm/sphere") + ANGLE +
      "set atom 2 quat 1 2 3 40\nset atom 4 quat 3 -2 1 160\n" + moving(SLOW, OMEGA);
  for (const char *scheme : SCHEMES) {
    Simulation sim(start + free_with(ours(scheme)) + LISTED + "timestep 0.1\nrun 0\n");
    const Quat before = clumps_of(sim)[0].q;
    const auto members = sim.state().q;
    sim.run("run 500");
    const Quat turn = clumps_of(sim)[0].q * conjugate(before);
    EXPECT_GT(angle_between(turn, {1, 0, 0, 0}), 0.1);
    for (std::size_t i = 0; i < 4; i++)
      EXPECT_LE(angle_between(sim.state().q[i], turn * members[i]), 1e-14) << scheme << i;
  }
}

TEST(FreeClump, OrientationsThatWouldStayAreAnError)
{
  if (LAMMPS_NS::utils::date2num(LAMMPS_VERSION) >= 20250722) return;
  Simulation sim(box("units lj", "bpm/sphere") + ANGLE + free_with(OURS + " molecule"));
  EXPECT_TRUE(
      contains(sim.error_of("run 0"),
               "does not turn the orientations of members, which atom style bpm/sphere has"));
}

// --- collisions ---

namespace {

std::string colliding(const std::string &fix, const std::string &pair, double h)
{
  return box() + COLLIDING + "comm_modify vel yes cutoff 4\n" + pair +
      "\nneigh_modify exclude molecule/intra all\nneighbor 0.5 bin\nfix 1 all " + fix +
      " molecule\nthermo_style custom step\n" + LISTED + "timestep " + number(h) + "\n";
}

const std::string SOFT = "pair_style soft 1.0\npair_coeff * * 20.0";
const std::string HERTZ = "pair_style gran/hertz/history 2000 NULL 10 NULL 0.5 1\npair_coeff * *";

std::vector<Member> after_collision(const std::string &fix, const std::string &pair, double h)
{
  Simulation sim(colliding(fix, pair, h) + "run " + steps(2.0, h));
  return members_of(sim);
}

double difference(const std::string &pair, double h)
{
  return largest_difference(places(after_collision(OURS, pair, h)),
                            places(after_collision(STOCK, pair, h)));
}

}    // namespace

// Another rotation and nothing else: the difference from fix rigid/small is an error of second
// order

TEST(CollidingClumps, ComeToTheTrajectoriesOfTheStockStyle)
{
  for (const auto &pair : {SOFT, HERTZ}) {
    const double coarse = difference(pair, 0.00025), fine = difference(pair, 0.000125);
    EXPECT_GT(fine, 1e-10) << pair;    // not the round-off of two equal runs
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1) << pair;
  }
  EXPECT_GT(norm(after_collision(OURS, SOFT, 0.002)[0].v - Vec3{1.0, 0.1, 0.2}),
            0.5);    // they did hit
}

// Momentum and angular momentum of both, spin of the clumps included, are constants of these
// forces; energy is up to an error of second order

namespace {

struct Constants {
  Vec3 P, L;
  double E;
};

Constants constants(Simulation &sim)
{
  Constants sum = {{0, 0, 0}, {0, 0, 0}, sim.value("pe+c_rotation+c_motion")};
  for (const Clump &c : clumps_of(sim)) {
    sum.P = sum.P + c.mass * c.v;
    sum.L = sum.L + c.L + c.mass * cross(c.x, c.v);
  }
  return sum;
}

/** Largest relative error of the energy; momenta stay. */
double largest_energy_error(double h)
{
  Simulation sim(colliding(OURS, SOFT, h) +
                 "compute rotation all erotate/rigid 1\ncompute motion all ke/rigid 1\n"
                 "thermo_style custom step pe c_rotation c_motion\nthermo_modify norm no\nrun 0");
  const Constants before = constants(sim);
  double largest = 0.0;
  for (int i = 0; i < 20; i++) {
    sim.run("run " + steps(0.1, h) + " pre no");
    const Constants now = constants(sim);
    EXPECT_LE(norm(now.P - before.P), 1e-13);
    EXPECT_LE(norm(now.L - before.L), 1e-12);
    largest = larger(largest, std::fabs(now.E / before.E - 1.0));
  }
  EXPECT_EQ(sim.value("pe"), 0.0);    // they are apart again
  return largest;
}

}    // namespace

TEST(CollidingClumps, KeepMomentumAngularMomentumAndEnergy)
{
  const double coarse = largest_energy_error(0.002), fine = largest_energy_error(0.001);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1);
  EXPECT_LE(fine, 1e-4);
}

// LAMMPS' own DEM test of a clump, a tetrahedron that drops on a floor, with dashpots, friction and
// rolling resistance: test_dem_10 has references of fix rigid/small at a step of 5e-4, where
// neither style has converged

TEST(CollidingClumps, TetrahedronOfTheDemSuiteComesToThatOfTheStockStyle)
{
  NEEDS_LAMMPS(20260704, "the clump of its granular tests");
  auto dropped = [](const std::string &fix, double h) {
    const std::string law =
        "hooke 1e4 0.5 tangential linear_history 8235 50 0.5 rolling sds 500 20 0.3 "
        "damping coeff_restitution";
    Simulation sim(
        "boundary f f f\n" + box("units lj", "hybrid sphere molecular", "block -4 4 -4 4 -0.5 8") +
        "molecule clump " LAMMPS_SOURCE_DIR "/unittest/granular/tests/clump_tetra.mol\n" +
        "create_atoms 0 single 0 0 1.8 mol clump 9183\ncomm_modify vel yes\n" +
        "pair_style granular\npair_coeff * * " + law +
        "\nfix g all gravity 10 vector 0 0 -1\nfix 1 all " + fix + " molecule\n" +
        "fix floor all wall/gran granular " + law + " zplane 0 NULL\n" +
        "thermo_style custom step\ntimestep " + number(h) + "\nrun " + steps(1.0, h));
    return places(members_of(sim));
  };
  auto difference = [&](double h) {
    return largest_difference(dropped(OURS, h), dropped(STOCK, h));
  };
  EXPECT_NEAR(std::log2(difference(1e-4) / difference(5e-5)), 2.0, 0.1);
}
