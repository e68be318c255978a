// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "test_sphere_maps.h"

#include <gtest/gtest.h>

using namespace VARDEM;

// Statements and figures: doc/notes/rotations.md 1 and 2, unless another source is named.

namespace {

constexpr double ROUND_OFF = 1e-14;

/** The rotation matrix of a Rodrigues vector by its definition, alpha = 2 tan(theta/2) n. */
Eigen::Matrix3d matrix(const Vec3 &alpha)
{
  const double length = norm(alpha);
  return Eigen::AngleAxisd(2.0 * std::atan(0.5 * length), eigen(alpha) / length).matrix();
}

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

// --- parameters ---

TEST(RodriguesVector, IsTwiceTheTangentOfHalfTheAngleAboutTheAxis)
{
  Random random;
  for (int n = 0; n < 1000; n++) {
    const Vec3 alpha = 2.0 * random.vector(), v = random.vector();
    const Eigen::Vector3d turned = matrix(alpha) * eigen(v);
    EXPECT_LE((eigen(rodrigues_rotate(alpha, v)) - turned).norm(), ROUND_OFF);
    EXPECT_LE((eigen(body_to_space(rodrigues_to_quat(alpha), v)) - turned).norm(), ROUND_OFF);
    EXPECT_NEAR(norm2(rodrigues_to_quat(alpha)), 1.0, ROUND_OFF);
  }
}

// (5): R(a1 (+) a2) = R(a2) R(a1), not R(a1) R(a2)
TEST(RodriguesVector, SumIsTheFirstRotationAndThenTheSecond)
{
  Random random;
  double other_order = 0.0;
  for (int n = 0; n < 1000; n++) {
    const Vec3 a1 = random.vector(), a2 = random.vector();
    const Eigen::Matrix3d sum = matrix(rodrigues_sum(a1, a2));
    EXPECT_LE((sum - matrix(a2) * matrix(a1)).norm(), ROUND_OFF);
    other_order = std::max(other_order, (sum - matrix(a1) * matrix(a2)).norm());
  }
  EXPECT_GE(other_order, 1.0);
}

// alpha_k+1 = alpha_k (+) da <=> q_k+1 = q(da) q_k;   alpha_k+1 = f (+) alpha_k <=> q_k+1 = q_k
//                                                     q(f), f = R_k^T da
TEST(RodriguesVector, IncrementInSpaceGoesToTheRightOfTheSumAndInTheBodyToTheLeft)
{
  Random random;
  for (int n = 0; n < 1000; n++) {
    const Vec3 alpha = random.vector(), da = random.vector();
    const Quat q = rodrigues_to_quat(alpha);
    const Vec3 f = space_to_body(q, da);
    const Quat in_space = rodrigues_to_quat(da) * q, in_body = q * rodrigues_to_quat(f);
    EXPECT_LE(angle_between(rodrigues_to_quat(rodrigues_sum(alpha, da)), in_space), ROUND_OFF);
    EXPECT_LE(angle_between(rodrigues_to_quat(rodrigues_sum(f, alpha)), in_space), ROUND_OFF);
    EXPECT_LE(angle_between(in_body, in_space), ROUND_OFF);
  }
}

// alpha is a homogeneous coordinate: no digits are lost near pi, only at pi itself
TEST(RodriguesVector, SumIsExactNextToAHalfTurn)
{
  const Vec3 n = {0.6, 0.0, 0.8};
  for (double missing : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const Quat quarter = exponential(0.5 * M_PI * n),
               rest = exponential((0.5 * M_PI - missing) * n);
    const Vec3 sum = rodrigues_sum(rodrigues(quarter), rodrigues(rest));
    EXPECT_LE(angle_between(rodrigues_to_quat(sum), rest * quarter), ROUND_OFF) << missing;
  }
}

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
    EXPECT_LE(angle_between(rodrigues_to_quat(rodrigues(IncrementExact()(w))),
                            rodrigues_to_quat(rodrigues(IncrementNewmark()(w)))),
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

// 1.1e-12 after 200 steps in doc/notes/rotations.md 2.1
TEST(SphereMaps, BodyFormIsTheSpatialForm)
{
  const double h = 0.1;
  Motion body = START, space = START;
  for (int n = 0; n < 200; n++) {
    body = Map21{WEIGHT, h}(body);
    space = Map23{WEIGHT, h}(space);
  }
  EXPECT_LE(angle_between(body.q, space.q), 1e-12);
  EXPECT_LE(norm(body.L - space.L), 1e-12);
}

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
  EXPECT_LE(symplectic_defect(Map21{WEIGHT, H}, START), 1e-10);
  EXPECT_LE(symplectic_defect(Map23{WEIGHT, H}, START), 1e-10);
  EXPECT_LE(symplectic_defect(Map25{WEIGHT, H}, START), 1e-10);
  EXPECT_LE(symplectic_defect(MapExponential{WEIGHT, H}, START), 1e-10);
  EXPECT_LE(reversibility_defect(Map21{WEIGHT, H}, START), 1e-13);
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

TEST(SphereMaps, WeightedKickIsTheLeapfrogForAWeightOfOneAndNotSymplecticBelow)
{
  const Motion all = Map26{WEIGHT, H, 1.0}(START), leapfrog = Map27{WEIGHT, H}(START);
  EXPECT_LE(angle_between(all.q, leapfrog.q), ROUND_OFF);
  EXPECT_LE(norm(all.L - leapfrog.L), ROUND_OFF);
  EXPECT_GE(symplectic_defect(Map26{WEIGHT, H, 0.5}, START), 1e-2);
}

// Small oscillations about the lowest orientation, frequency 1. The area in the plane of angle and
// angular velocity that two motions span is multiplied by the square of the amplification in every
// step.
TEST(SphereMaps, WeightedKickDampsOscillations)
{
  const Weight hanging = {{0.0, 0.0, 1.0}};
  const double h = 0.1, size = 1e-5;
  const int nsteps = 100;
  const auto area = [](const Motion &a, const Motion &b) {
    return rodrigues(a.q).x * b.L.x - rodrigues(b.q).x * a.L.x;
  };
  for (double phi : {0.0, 0.5, 1.0}) {
    const Map26 map = {hanging, h, phi};
    Motion a = {rodrigues_to_quat({size, 0.0, 0.0}), {0.0, 0.0, 0.0}};
    Motion b = {{1.0, 0.0, 0.0, 0.0}, {size, 0.0, 0.0}};
    const double before = area(a, b);
    for (int n = 0; n < nsteps; n++) {
      a = map(a);
      b = map(b);
    }
    const double amplification = std::pow(area(a, b) / before, 0.5 / nsteps);
    EXPECT_NEAR(amplification, 1.0 / std::sqrt(1.0 + (1.0 - phi) * h * h), 1e-11) << "phi " << phi;
  }
}
