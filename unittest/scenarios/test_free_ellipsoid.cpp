// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: time integration and contact forces of granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Free ellipsoids: the orientation against the exact motion, in LAMMPS. The variational schemes:
// test_variational.cpp.

#include "free_ellipsoid.h"

#include "gtest/gtest.h"

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
