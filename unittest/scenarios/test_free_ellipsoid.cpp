/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Free ellipsoids: the attitude against the exact motion, in LAMMPS.

#include "scenario.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdio>

using namespace scenario;

namespace {

const Vec3 INERTIA = {1.0, 1.6, 2.2};    // principal moments
const Vec3 OMEGA = {0.3, 1.0, 0.5};      // at t = 0, when body and space axes are the same
const Vec3 L = {0.3, 1.6, 1.1};          // INERTIA * OMEGA
const Quat IDENTITY = {1.0, 0.0, 0.0, 0.0};
constexpr double T = 20.0;

struct Motion {
  Vec3 w;    // body components of the angular velocity
  Quat q;
};

Motion operator+(const Motion &a, const Motion &b)
{
  return {a.w + b.w, a.q + b.q};
}
Motion operator*(double s, const Motion &a)
{
  return {s * a.w, s * a.q};
}

/** Euler's equations of a free body, and dq/dt = 1/2 q (0, w). */
Motion rate(const Motion &m, const Vec3 &I)
{
  const Vec3 &w = m.w;
  return {
      {(I.y - I.z) * w.y * w.z / I.x, (I.z - I.x) * w.z * w.x / I.y, (I.x - I.y) * w.x * w.y / I.z},
      0.5 * (m.q * Quat{0.0, w.x, w.y, w.z})};
}

/** Attitude at time t of a body that starts with w and body axes along the axes of space, by the classical
 *  Runge-Kutta method. At these steps it is exact to 1e-11. */
Quat exact_attitude(const Vec3 &I, const Vec3 &w, double t)
{
  const int n = 20000;
  const double h = t / n;
  Motion m = {w, IDENTITY};
  for (int i = 0; i < n; i++) {
    const Motion k1 = rate(m, I);
    const Motion k2 = rate(m + (0.5 * h) * k1, I);
    const Motion k3 = rate(m + (0.5 * h) * k2, I);
    const Motion k4 = rate(m + h * k3, I);
    m = m + (h / 6.0) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    m.q = normalized(m.q);
  }
  return m.q;
}

std::string numbers(const Vec3 &a)
{
  char text[100];
  snprintf(text, sizeof(text), "%.17g %.17g %.17g", a.x, a.y, a.z);
  return text;
}

/** Full axes of the solid ellipsoid of mass 1 with moments I = m/5 (b^2 + c^2, a^2 + c^2, a^2 + b^2). */
Vec3 diameters(const Vec3 &I)
{
  auto d = [](double s) {
    return 2.0 * std::sqrt(2.5 * s);
  };
  return {d(I.y + I.z - I.x), d(I.x + I.z - I.y), d(I.x + I.y - I.z)};
}

/** One ellipsoid of mass 1 with angular momentum L after time T in steps of h. */
State spun(const Vec3 &shape, const Vec3 &L, const std::string &fix, double h, double t = T)
{
  Simulation sim(R"(
    units lj
    atom_style ellipsoid
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    pair_style none
    comm_modify cutoff 1)");
  sim.run("set atom 1 shape " + numbers(shape) +
          "\nset atom 1 mass 1\nset atom 1 quat 1 0 0 0\nset atom 1 angmom " + numbers(L));
  sim.run("fix 1 all " + fix + "\ntimestep " + std::to_string(h) + "\nrun " +
          std::to_string(std::lround(t / h)));
  return sim.state();
}

double attitude_error(const std::string &fix, double h)
{
  const State s = spun(diameters(INERTIA), L, fix, h);
  EXPECT_LE(largest_norm_error(s.q), 1e-15);
  EXPECT_EQ(different_bits(s.angmom, {L}),
            0);    // nothing turns the space angular momentum of a free body
  return angle_between(exact_attitude(INERTIA, OMEGA, T), s.q[0]);
}

}    // namespace

// Figures of the four tests: issue "Foundation", numbers to reach

TEST(FreeEllipsoid, HalfOrientHasTheErrorOfFinchamsScheme)
{
  EXPECT_NEAR(attitude_error("nve/asphere/fincham", 0.1), 1.62e-2, 0.02 * 1.62e-2);
  EXPECT_NEAR(attitude_error("nve/asphere/fincham half orient", 0.01), 2.03e-4, 0.02 * 2.03e-4);
}

TEST(FreeEllipsoid, HalfCurrentHasTheErrorOfThePrintedScheme)
{
  EXPECT_NEAR(attitude_error("nve/asphere/fincham half current", 0.1), 0.99, 0.05 * 0.99);
  EXPECT_NEAR(attitude_error("nve/asphere/fincham half current", 0.01), 0.38, 0.05 * 0.38);
}

TEST(FreeEllipsoid, HalfOrientIsOfSecondOrder)
{
  const double slope = std::log2(attitude_error("nve/asphere/fincham", 0.005) /
                                 attitude_error("nve/asphere/fincham", 0.0025));
  EXPECT_NEAR(slope, 2.0, 0.03);
}

TEST(FreeEllipsoid, HalfCurrentIsOfFirstOrder)
{
  const char *fix = "nve/asphere/fincham half current";
  EXPECT_NEAR(std::log2(attitude_error(fix, 0.0005) / attitude_error(fix, 0.00025)), 1.0, 0.03);
}

// Side by side: the stock style has the same order; leapfrog notes, 2.1

TEST(FreeEllipsoid, HalfOrientIsCloserToTheTruthThanTheStockStyle)
{
  EXPECT_LT(attitude_error("nve/asphere/fincham", 0.01), attitude_error("nve/asphere", 0.01));
}

TEST(FreeEllipsoid, SymmetricTopPrecessesAtItsRate)
{
  // L/I1 = 2.0615528 and cos(theta) = 0.9701425 for I = (1,1,2), w = (.5,0,1): leapfrog notes, 2.2. 100 steps per turn.
  const Vec3 momentum = {0.5, 0.0, 2.0};
  const double turn = 2.0 * M_PI / 2.0615528;
  const State s = spun(diameters({1.0, 1.0, 1.99999999}), momentum, "nve/asphere/fincham",
                       turn / 100, 10 * turn);
  const Vec3 axis = body_to_space(s.q[0], {0.0, 0.0, 1.0});
  EXPECT_NEAR(dot(axis, momentum) / norm(momentum), 0.9701425, 1e-4);
  EXPECT_LE(angle_between(exact_attitude({1.0, 1.0, 2.0}, {0.5, 0.0, 1.0}, 10 * turn), s.q[0]),
            0.1);
}

// A needle and a disc, aspect 1000: nothing overflows, the attitude stays a rotation

TEST(FreeEllipsoid, NeedleAndDiscStayFinite)
{
  for (const Vec3 &shape : {Vec3{0.001, 0.001, 1.0}, Vec3{1.0, 1.0, 0.001}, Vec3{1.0, 0.001, 0.5}})
    for (const char *fix : {"nve/asphere/fincham", "nve/asphere/fincham half current"}) {
      const State s = spun(shape, {0.02, 0.01, 0.005}, fix, 0.01, 10.0);
      EXPECT_LE(largest_norm_error(s.q), 1e-15) << numbers(shape) << " " << fix;
      EXPECT_EQ(different_bits(s.angmom, {{0.02, 0.01, 0.005}}), 0);
    }
}

// Blocks of lanes (kernels/lanes.h) are 16 bodies: one body alone, and in the midst of 33, turn to the same bit

TEST(FreeEllipsoid, TurnsTheSameAloneAndAmongMany)
{
  Simulation sim(R"(
    units lj
    atom_style ellipsoid
    lattice sc 1.0
    region box block 0 33 0 1 0 1
    create_box 1 box
    create_atoms 1 box
    pair_style none
    comm_modify cutoff 1)");
  sim.run("set group all shape " + numbers(diameters(INERTIA)) +
          "\nset group all mass 1\nset group all quat 1 0 0 0\n" + "set group all angmom " +
          numbers(L) + "\nfix 1 all nve/asphere/fincham\ntimestep 0.1\nrun 200");
  const State alone = spun(diameters(INERTIA), L, "nve/asphere/fincham", 0.1);
  EXPECT_EQ(different_bits(sim.state().q, std::vector<Quat>(33, alone.q[0])), 0);
}
