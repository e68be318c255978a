/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Free ellipsoids: the attitude against the exact motion, in LAMMPS. The variational schemes: test_variational.cpp.

#include "free_ellipsoid.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

// Figures of the four tests: requirements

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

// Side by side: the stock style has the same order; doc/notes/leapfrog-cell-damping.md 2.3

TEST(FreeEllipsoid, HalfOrientIsCloserToTheTruthThanTheStockStyle)
{
  EXPECT_LT(attitude_error("nve/asphere/fincham", 0.01), attitude_error("nve/asphere", 0.01));
}

TEST(FreeEllipsoid, SymmetricTopPrecessesAtItsRate)
{
  // L/I1 = 2.0615528 and cos(theta) = 0.9701425 for I = (1,1,2), w = (.5,0,1): doc/notes/leapfrog-cell-damping.md 2.4.
  // 100 steps per turn.
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
  for (const auto &fix : ASPHERE_INTEGRATORS) {
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
            numbers(L) + "\nfix 1 all " + fix + "\ntimestep 0.1\nrun 200");
    const State alone = spun(diameters(INERTIA), L, fix, 0.1);
    EXPECT_EQ(different_bits(sim.state().q, std::vector<Quat>(33, alone.q[0])), 0) << fix;
  }
}
