// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Free ellipsoids: the orientation against the exact motion, in LAMMPS. The variational schemes:
// test_variational.cpp.

#include "free_ellipsoid.h"

#include <cmath>

using namespace scenario;

// Figures of the four tests: requirements

TEST(FreeEllipsoid, HalfOrientHasTheErrorOfFinchamsScheme)
{
  EXPECT_NEAR(orientation_error("nve/asphere/fincham", 0.1), 1.62e-2, 0.02 * 1.62e-2);
  EXPECT_NEAR(orientation_error("nve/asphere/fincham half orient", 0.01), 2.03e-4, 0.02 * 2.03e-4);
}

TEST(FreeEllipsoid, HalfCurrentHasTheErrorOfThePrintedScheme)
{
  EXPECT_NEAR(orientation_error("nve/asphere/fincham half current", 0.1), 0.99, 0.05 * 0.99);
  EXPECT_NEAR(orientation_error("nve/asphere/fincham half current", 0.01), 0.38, 0.05 * 0.38);
}

// Side by side: the stock style has the same order; doc/notes/leapfrog-cell-damping.md 2.3

TEST(FreeEllipsoid, HalfOrientIsCloserToTheTruthThanTheStockStyle)
{
  EXPECT_LT(orientation_error("nve/asphere/fincham", 0.01), orientation_error("nve/asphere", 0.01));
}

TEST(FreeEllipsoid, SymmetricTopPrecessesAtItsRate)
{
  // L/I1 = 2.0615528 and cos(theta) = 0.9701425 for I = (1,1,2), w = (.5,0,1):
  // doc/notes/leapfrog-cell-damping.md 2.4. 100 steps per turn.
  const Vec3 momentum = {0.5, 0.0, 2.0};
  const double turn = 2.0 * M_PI / 2.0615528;
  const State s = spun(diameters({1.0, 1.0, 1.99999999}), momentum, "nve/asphere/fincham",
                       turn / 100, 10 * turn);
  const Vec3 axis = body_to_space(s.q[0], {0.0, 0.0, 1.0});
  EXPECT_NEAR(dot(axis, momentum) / norm(momentum), 0.9701425, 1e-4);
  EXPECT_LE(angle_between(exact_orientation({1.0, 1.0, 2.0}, {0.5, 0.0, 1.0}, 10 * turn), s.q[0]),
            0.1);
}
