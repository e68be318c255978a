// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "test_sphere_maps.h"

#include <gtest/gtest.h>

using namespace VARDEM;

// Statements and figures: doc/notes/rotations.md 1 and 2, unless another source is named.

namespace {

constexpr double ROUND_OFF = 1e-14;

/** The Rodrigues vector of a quaternion. */
Vec3 rodrigues(const Quat &q)
{
  return (2.0 / q.w) * Vec3{q.x, q.y, q.z};
}

double angle_of(const Quat &increment)
{
  return angle_between({1.0, 0.0, 0.0, 0.0}, increment);
}

const Weight WEIGHT = {{std::sqrt(0.5), 0.0, -std::sqrt(0.5)}};
const Motion START = {normalized(Quat{0.9, 0.2, -0.3, 0.4}), {0.3, 1.0, 0.5}};
constexpr double H = 0.3;

}    // namespace

// --- increments ---

TEST(Increments, TurnByTheAnglesOfTheirMaps)
{
  Random random;
  for (double x : {1e-6, 0.01, 0.3, 0.99}) {
    const Vec3 a = random.vector();
    const Vec3 n = (1.0 / norm(a)) * a, w = x * n;
    EXPECT_NEAR(angle_of(IncrementNewmark()(w)), 2.0 * std::atan(0.5 * x), ROUND_OFF);
    EXPECT_NEAR(angle_of(IncrementExact()(w)), std::asin(x), ROUND_OFF);
    EXPECT_NEAR(angle_of(IncrementExponential()(w)), x, ROUND_OFF);
    for (const Quat &dq : {IncrementNewmark()(w), IncrementExact()(w), IncrementExponential()(w)})
      EXPECT_LE(norm(rodrigues(dq) - norm(rodrigues(dq)) * n), ROUND_OFF);    // about w
  }
}

// The printed condition h^2 |w| < 1 of the paper admits steps without a solution; the right one is
// h |w| <= 1
TEST(Increments, ExactHasASolutionUpToAQuarterTurnAndIsNewmarkBeyond)
{
  EXPECT_TRUE(IncrementExact::has_solution({0.0, 1.0, 0.0}));
  EXPECT_NEAR(angle_of(IncrementExact()({0.0, 1.0, 0.0})), 0.5 * M_PI, ROUND_OFF);
  for (const Vec3 &w : {Vec3{0.0, 1.0 + 1e-12, 0.0}, Vec3{1.5, 0.0, 0.0}, Vec3{0.0, 3.0, 40.0}}) {
    EXPECT_FALSE(IncrementExact::has_solution(w));
    EXPECT_LE(angle_between(normalized(IncrementExact()(w)), normalized(IncrementNewmark()(w))),
              ROUND_OFF);
  }
}

// The increments are not normalised, the product is
TEST(Increments, OrientationStaysUnitOverAMillionSteps)
{
  const Vec3 w = {0.03, -0.07, 0.05};
  Quat newmark = {1.0, 0.0, 0.0, 0.0}, exact = newmark;
  for (int n = 0; n < 1000000; n++) {
    newmark = rotated(newmark, w, IncrementNewmark());
    exact = rotated(exact, w, IncrementExact());
  }
  EXPECT_LE(std::fabs(std::sqrt(norm2(newmark)) - 1.0), 1e-13);
  EXPECT_LE(std::fabs(std::sqrt(norm2(exact)) - 1.0), 1e-13);
}

// --- maps ---

// (27) is the leapfrog form of (25): with Omega stepped back to -h/2 the orientations are the same
// (doc/notes/rotations.md 2.1)
TEST(SphereMaps, LeapfrogVisitsTheOrientationsOfNewmark)
{
  const double h = 0.1;
  Motion newmark = START, leapfrog = {START.q, START.L - (0.5 * h) * WEIGHT(START.q)};
  for (int n = 0; n < 200; n++) {
    newmark = Map25{WEIGHT, h}(newmark);
    leapfrog = Map27{WEIGHT, h}(leapfrog);
    EXPECT_LE(angle_between(newmark.q, leapfrog.q), 1e-13) << "step " << n;
  }
}

TEST(SphereMaps, AreSymplecticAndReversible)
{
  EXPECT_LE(symplectic_defect(Map23{WEIGHT, H}, START), 1e-10);
  EXPECT_LE(symplectic_defect(Map25{WEIGHT, H}, START), 1e-10);
  EXPECT_LE(symplectic_defect(MapExponential{WEIGHT, H}, START), 1e-10);
  EXPECT_LE(reversibility_defect(Map23{WEIGHT, H}, START), 1e-13);
  EXPECT_LE(reversibility_defect(Map25{WEIGHT, H}, START), 1e-13);
  EXPECT_LE(reversibility_defect(MapExponential{WEIGHT, H}, START), 1e-13);
}

// One kick per step: what is left of a step forth and back is the difference of the moments at both
// ends, O(h^2)
TEST(SphereMaps, LeapfrogIsSymplecticButNotReversible)
{
  EXPECT_LE(symplectic_defect(Map27{WEIGHT, H}, START), 1e-10);
  EXPECT_NEAR(slope(reversibility_defect(Map27{WEIGHT, 0.02}, START),
                    reversibility_defect(Map27{WEIGHT, 0.01}, START), 2.0),
              2.0, 0.05);
}
