// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/rotation/fincham.h"
#include "kernels/rotation/variational.h"
#include "test_motion.h"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace VARDEM;

// Statements and figures: doc/notes/rotations.md 4, unless another source is named.

namespace {

constexpr double ROUND_OFF = 1e-14;

/** Newton steps after which the equation is solved to round-off for any h |omega| <= 1/2. */
constexpr int ENOUGH = 4;

/** The rotation and its parts, compiled once: the kernels themselves are inlined wherever they are
 *  called. */
template <Variational SCHEME> struct Compiled {
  int iterations;

  Quat operator()(const Quat &q, const Vec3 &L, const Vec3 &L_half, const Vec3 &I, double h) const
  {
    return VariationalRotation<SCHEME>{iterations}(q, L, L_half, I, h);
  }

  VariationalDefect defect(const Quat &q, const Vec3 &L, const Vec3 &I, double h) const
  {
    return VariationalRotation<SCHEME>{iterations}.defect(q, L, I, h);
  }

  /** A step of length h as it is after the Newton steps, and its residual [rad]. */
  VariationalStep solved(const Quat &q, const Vec3 &L, const Vec3 &I, double h) const
  {
    VariationalStep s = open_variational<SCHEME>(q, L, I, h);
    for (int n = 0; n < iterations; n++) newton<SCHEME>(s);
    return s;
  }

  static Vec3 residual(const VariationalStep &s) { return VARDEM::residual<SCHEME>(s); }

  VARDEM_CLONES static void rotate_all(RotorLanes &lanes, double h, int iterations)
  {
    rotate_lanes(lanes, h, VariationalRotation<SCHEME>{iterations});
  }
};

using Lgvi = Compiled<Variational::LGVI>;
using Lgvi4 = Compiled<Variational::LGVI4>;
using Lgvi6 = Compiled<Variational::LGVI6>;
using Midpoint = Compiled<Variational::MIDPOINT>;

/** Calls test(rotation) for all four schemes. */
template <class Test> void for_all_schemes(int iterations, const Test &test)
{
  const auto of = [&](const char *name, const auto &rotation) {
    SCOPED_TRACE(name);
    test(rotation);
  };
  of("lgvi", Lgvi{iterations});
  of("lgvi4", Lgvi4{iterations});
  of("lgvi6", Lgvi6{iterations});
  of("midpoint", Midpoint{iterations});
}

/** Body of random extents, in each direction between 1 and `ratio` times the least: needles, discs,
 *  and all between them. */
Vec3 random_moments(Random &random, double ratio)
{
  const auto extent = [&] {
    return std::pow(ratio, random.between(0.0, 1.0));
  };
  const double xx = extent(), yy = extent(), zz = extent();
  return {yy + zz, zz + xx, xx + yy};
}

/** A step of length 1 of a random body that turns by `angle`. */
struct RandomStep {
  Vec3 I, omega;
  Quat q;
  Vec3 L;

  RandomStep(Random &random, double ratio, double angle) :
      I(random_moments(random, ratio)), omega(random.vector()), q(random.orientation())
  {
    omega = (angle / norm(omega)) * omega;
    L = body_to_space(q, body_angular_momentum(I, omega));
  }
};

/** Residual in units of the angle of the step. */
template <class Rotation> double residual_after(const Rotation &rotation, const RandomStep &step)
{
  return norm(rotation.residual(rotation.solved(step.q, step.L, step.I, 1.0))) / norm(step.omega);
}

double largest(const Vec3 &a)
{
  return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
}

const Vec3 NEEDLE_BODY = {1e-4, 1.0, 1.00005};
const Vec3 DISC_BODY = {1.0, 0.2, 1.2};
const Vec3 SPHERE_BODY = {1.0, 1.0, 1.0};
const Vec3 SYMMETRIC_BODY = {1.0, 1.0, 1.7};

/** Step of the asymmetric top under its weight. */
template <class Rotation> struct HeavyStep {
  double h;
  Rotation rotate;
  Motion operator()(const Motion &m) const
  {
    return kick_rotate_kick(m, TOP, h, rotate, HEAVY_TOP);
  }
};

template <class Rotation> double heavy_defect(double h)
{
  return symplectic_defect(HeavyStep<Rotation>{h, {ENOUGH}}, heavy_top_start());
}

}    // namespace

// --- the equation ---

// g = h l:  (1 + |f|^2/4) g = I f + 1/2 f x I f;  with F = R(f), Jd = tr(I)/2 - I:  h S(l) = F Jd -
// Jd F^T
TEST(Variational, ScaledEquationIsThatOfTheLieGroupIntegrator)
{
  Random random;
  for (int n = 0; n < 1000; n++) {
    const RandomStep step(random, 20.0, random.between(0.0, 0.5));
    const Vec3 f = Lgvi{ENOUGH}.solved(step.q, step.L, step.I, 1.0).f;
    const double unit = largest(step.I);

    const Vec3 If = body_angular_momentum(step.I, f), l = space_to_body(step.q, step.L);
    const Vec3 r = (1.0 + 0.25 * dot(f, f)) * l - If - 0.5 * cross(f, If);
    EXPECT_LE(norm(r), ROUND_OFF * unit);

    const Eigen::Matrix3d J = eigen(step.I).asDiagonal();
    const Eigen::Matrix3d Jd = 0.5 * J.trace() * Eigen::Matrix3d::Identity() - J;
    const Eigen::Matrix3d F = eigen(normalized(IncrementNewmark()(f))).matrix();
    EXPECT_LE((F * Jd - Jd * F.transpose() - cross_matrix(l)).norm(), ROUND_OFF * unit);
  }
}

// l' - l = h m x I^-1 m with m = (l + l')/2, seen from the body
TEST(Variational, MidpointIsTheImplicitMidpointRuleOfEulersEquations)
{
  Random random;
  for (int n = 0; n < 1000; n++) {
    const RandomStep step(random, 20.0, random.between(0.0, 0.5));
    const Quat q = Midpoint{ENOUGH}(step.q, step.L, step.L, step.I, 1.0);
    const Vec3 l = space_to_body(step.q, step.L), next = space_to_body(q, step.L);
    const Vec3 m = 0.5 * (l + next);
    const Vec3 omega = {m.x / step.I.x, m.y / step.I.y, m.z / step.I.z};
    EXPECT_LE(norm(next - l - cross(m, omega)), ROUND_OFF * largest(step.I));
  }
}

// The promise of SAFE_ANGLE
TEST(Variational, TwoNewtonStepsSolveEveryStepUpToTheSafeAngle)
{
  for_all_schemes(2, [](const auto &rotation) {
    Random random;
    double worst = 0.0;
    for (int n = 0; n < 20000; n++) {
      const RandomStep step(random, 1e4, random.between(0.0, SAFE_ANGLE));
      worst = std::max(worst, residual_after(rotation, step));
    }
    EXPECT_LE(worst, 1e-12);
  });
}

TEST(Variational, EveryStepUpToOneRadianHasASolution)
{
  for_all_schemes(8, [](const auto &rotation) {
    Random random;
    double worst = 0.0;
    for (int n = 0; n < 20000; n++) {
      const RandomStep step(random, 1e4, random.between(SAFE_ANGLE, 1.0));
      worst = std::max(worst, residual_after(rotation, step));
    }
    EXPECT_LE(worst, 1e-12);
  });
}

TEST(Variational, ASphereTurnsByTheMapsOfBakerAndGonzalez)    // (23) and (25)
{
  Random random;
  for (int n = 0; n < 1000; n++) {
    const double J = std::exp(random.number()), h = 0.3;
    const Quat q = random.orientation();
    const Vec3 L = J * random.vector(), I = {J, J, J}, w = (h / J) * L;
    if (norm(w) > 0.9) continue;
    const Quat lgvi = Lgvi{6}(q, L, L, I, h), midpoint = Midpoint{6}(q, L, L, I, h);
    EXPECT_LE(angle_between(lgvi, rotated(q, w, IncrementExact())), ROUND_OFF);
    EXPECT_LE(angle_between(midpoint, rotated(q, w, IncrementNewmark())), ROUND_OFF);
  }
}

// --- orientation of free bodies ---

// LGVI4 with its correction multiplied by 1 - x, and not divided by 1 + x, has the errors 2.4e-4 and
// 2.4e-8: doc/notes/rotations.md 4.4. LGVI6 is beyond the reference at h = .01
TEST(VariationalOrientation, ErrorsAreThoseOfTheTable)
{
  const FreeTop top;
  const auto expect = [&](const auto &rotation, double coarse, double fine, double bound = 0.02) {
    EXPECT_NEAR(top.error(0.1, rotation), coarse, bound * coarse);
    EXPECT_NEAR(top.error(0.01, rotation), fine, bound * fine);
  };
  expect(Lgvi{2}, 5.8e-2, 5.7e-4);
  expect(Midpoint{2}, 3.1e-2, 3.1e-4);
  expect(Lgvi4{2}, 4.59e-5, 4.61e-9, 0.01);
  expect(FinchamOrient(), 1.62e-2, 2.03e-4);
  expect(FinchamCurrent(), 0.99, 0.38, 0.05);
  EXPECT_NEAR(top.error(0.1, Lgvi6{2}), 1.93e-8, 0.02 * 1.93e-8);
  EXPECT_LE(top.error(0.01, Lgvi6{2}), 1e-12);
}

TEST(VariationalOrientation, OrdersAreThoseOfEveryBody)
{
  const auto order = [](const FreeTop &top, double h, const auto &rotation) {
    return slope(top.error(h, rotation), top.error(0.5 * h, rotation), 2.0);
  };
  for (const Vec3 &I : {TOP, NEEDLE_BODY, DISC_BODY, SPHERE_BODY, SYMMETRIC_BODY}) {
    SCOPED_TRACE(testing::Message() << "I = " << I.x << " " << I.y << " " << I.z);
    const FreeTop top = {I};
    EXPECT_NEAR(order(top, 0.1, Lgvi{2}), 2.0, 0.05);
    EXPECT_NEAR(order(top, 0.1, Midpoint{2}), 2.0, 0.05);
    EXPECT_NEAR(order(top, 0.1, Lgvi4{2}), 4.0, 0.05);
    EXPECT_NEAR(order(top, 0.2, Lgvi6{2}), 6.0, 0.1);
  }
}

// h' = h (1 - h^2 (4 s2 H - s1 C)/(12 s3)), spin -h^3 (C - s1 H)/(6 s3) L, to the leading order,
// which is all of LGVI4
TEST(VariationalOrientation, CorrectionsAreTheInvariantsOfTheModifiedHamiltonian)
{
  Random random;
  for (int n = 0; n < 1000; n++) {
    const RandomStep step(random, 10.0, random.between(0.01, 0.4));
    const Vec3 &I = step.I, &w = step.omega;
    const Vec3 c = {(I.z - I.y) / I.x, (I.x - I.z) / I.y, (I.y - I.x) / I.z};
    const auto lgvi4 = variational_correction<Variational::LGVI4>(w, c, inverse_inertia(I));
    const auto lgvi6 = variational_correction<Variational::LGVI6>(w, c, inverse_inertia(I));

    const double s1 = I.x + I.y + I.z, s2 = I.x * I.y + I.y * I.z + I.z * I.x, s3 = I.x * I.y * I.z;
    const double H = rotational_energy(step.q, step.L, I), C = dot(step.L, step.L);
    const double step_part = (4.0 * s2 * H - s1 * C) / (12.0 * s3),
                 spin = (s1 * H - C) / (6.0 * s3);
    EXPECT_NEAR((1.0 / lgvi4.step - 1.0) / step_part, 1.0, 1e-11);
    EXPECT_NEAR(lgvi4.spin / spin, 1.0, 1e-11);

    const double higher = dot(w, w);    // the next terms are smaller by the angle squared
    EXPECT_NEAR((1.0 / lgvi6.step - 1.0) / step_part, 1.0, higher);
    EXPECT_NEAR(lgvi6.spin / spin, 1.0, higher);
  }
}

// --- what is kept ---

TEST(VariationalInvariants, EnergyAndMomentumOfAFreeBodyAreExact)    // 1e5 steps of h = .1
{
  for_all_schemes(2, [](const auto &rotation) {
    for (const Vec3 &I : {TOP, NEEDLE_BODY, DISC_BODY, SYMMETRIC_BODY}) {
      SCOPED_TRACE(testing::Message() << "I = " << I.x << " " << I.y << " " << I.z);
      Motion m = FreeTop{I}.start();
      const double E0 = rotational_energy(m.q, m.L, I), L0 = norm(m.L);
      double energy = 0.0, momentum = 0.0;
      for (int n = 0; n < 100000; n++) {
        m.q = rotation(m.q, m.L, m.L, I, 0.1);
        energy = std::max(energy, std::fabs(rotational_energy(m.q, m.L, I) / E0 - 1.0));
        momentum = std::max(momentum, std::fabs(norm(space_to_body(m.q, m.L)) / L0 - 1.0));
      }
      EXPECT_LE(energy, 1e-12);
      EXPECT_LE(momentum, 1e-13);
    }
  });
}

// Up to one radian in a step with three Newton steps, as the page of the fix says. Two leave a
// drift above 1e-8 here

TEST(VariationalInvariants, ThreeNewtonStepsKeepTheEnergyUpToOneRadian)
{
  const VariationalRotation<Variational::LGVI4> rotation{3};
  for (const Vec3 &I : {TOP, NEEDLE_BODY, DISC_BODY}) {
    Motion m = FreeTop{I}.start();
    const double h = 0.999 / largest_free_rate(angular_velocity(m.q, m.L, I), I);
    const double E0 = rotational_energy(m.q, m.L, I);
    double energy = 0.0;
    for (int n = 0; n < 100000; n++) {
      m.q = rotation(m.q, m.L, m.L, I, h);
      energy = std::max(energy, std::fabs(rotational_energy(m.q, m.L, I) / E0 - 1.0));
    }
    EXPECT_LE(energy, 1e-11);
  }
}

// A step of many radians: in parts

TEST(VariationalInvariants, AFreeRotationMayBeLong)
{
  for (const Vec3 &I : {TOP, NEEDLE_BODY, DISC_BODY, SYMMETRIC_BODY}) {
    SCOPED_TRACE(testing::Message() << "I = " << I.x << " " << I.y << " " << I.z);
    const Motion m = FreeTop{I}.start();
    const double h = 20.0 / largest_free_rate(angular_velocity(m.q, m.L, I), I);
    const Quat q = free_rotation(m.q, m.L, I, h);
    EXPECT_NEAR(rotational_energy(q, m.L, I) / rotational_energy(m.q, m.L, I), 1.0, 1e-9);
    Quat fine = m.q;
    for (int n = 0; n < 1000; n++) fine = free_rotation(fine, m.L, I, 0.001 * h);
    EXPECT_LE(angle_between(q, fine), 1e-3);
    EXPECT_GE(angle_between(q, m.q), 0.01);
  }
}

// The bound holds over the whole motion, and the motion attains it

TEST(VariationalInvariants, TheLargestRateOfAFreeBodyIsAttained)
{
  const VariationalRotation<Variational::LGVI6> rotation{3};
  for (const Vec3 &I : {TOP, NEEDLE_BODY, DISC_BODY, SYMMETRIC_BODY, Vec3{1.0, 1.0, 1.0}}) {
    SCOPED_TRACE(testing::Message() << "I = " << I.x << " " << I.y << " " << I.z);
    Motion m = FreeTop{I}.start();
    const double bound = largest_free_rate(angular_velocity(m.q, m.L, I), I);
    double largest = 0.0;
    for (int n = 0; n < 100000; n++) {
      m.q = rotation(m.q, m.L, m.L, I, 0.01 / bound);
      largest = std::max(largest, norm(angular_velocity(m.q, m.L, I)));
    }
    EXPECT_NEAR(largest / bound, 1.0, 1e-4);
  }
  const Vec3 about_one_axis = {0.0, 0.0, 2.0};
  EXPECT_DOUBLE_EQ(largest_free_rate(about_one_axis, {1.0, 1.6, 2.2}), 2.0);
  EXPECT_DOUBLE_EQ(largest_free_rate(about_one_axis, {1.0, 1.0, 0.0}), 2.0);

  // a body with two equal moments, long or flat, keeps |omega| = sqrt(.3^2 + .4^2 + 1.2^2) = 1.3:
  // Euler's equations
  const Vec3 w = {0.3, 0.4, 1.2};
  for (const Vec3 &I : {Vec3{2, 2, 1}, Vec3{2, 1, 2}, Vec3{1, 2, 2}, Vec3{2, 2, 3}, Vec3{3, 2, 2}})
    EXPECT_DOUBLE_EQ(largest_free_rate(w, I), 1.3);
}

TEST(VariationalInvariants, AllSchemesAreReversible)
{
  for_all_schemes(ENOUGH, [](const auto &rotation) {
    EXPECT_LE(reversibility_defect(HeavyStep<std::decay_t<decltype(rotation)>>{0.3, rotation},
                                   heavy_top_start()),
              ROUND_OFF);
  });
}

TEST(VariationalInvariants, LgviIsSymplectic)
{
  EXPECT_LE(heavy_defect<Lgvi>(0.3), 1e-10);
}

// The bounds at h = .3 are measured. The defects are of the order of the scheme, per step: O(h^5),
// O(h^7), O(h^3)
TEST(VariationalInvariants, TheOthersAreSymplecticToTheirOrder)
{
  EXPECT_LE(heavy_defect<Lgvi4>(0.3), 7e-5);
  EXPECT_LE(heavy_defect<Lgvi6>(0.3), 5e-7);
  EXPECT_LE(heavy_defect<Midpoint>(0.3), 2e-3);
  EXPECT_NEAR(slope(heavy_defect<Lgvi4>(0.3), heavy_defect<Lgvi4>(0.15), 2.0), 5.0, 0.1);
  EXPECT_NEAR(slope(heavy_defect<Lgvi6>(0.3), heavy_defect<Lgvi6>(0.15), 2.0), 7.0, 0.1);
  EXPECT_NEAR(slope(heavy_defect<Midpoint>(0.3), heavy_defect<Midpoint>(0.15), 2.0), 3.0, 0.1);
}

// --- any body ---

// Moments of 8e-31 and 7e19, scaled by powers of 2, so that the digits are the same
TEST(VariationalBodies, OfAnyMassRotateTheSame)
{
  for_all_schemes(2, [](const auto &rotation) {
    for (const Vec3 &I : {TOP, NEEDLE_BODY, DISC_BODY})
      for (double scale : {std::ldexp(1.0, -100), std::ldexp(1.0, 66)}) {
        const Motion start = FreeTop{I}.start();
        Quat q = start.q, scaled = start.q;
        for (int n = 0; n < 100; n++) {
          q = rotation(q, start.L, start.L, I, 0.1);
          scaled = rotation(scaled, scale * start.L, scale * start.L, scale * I, 0.1);
        }
        EXPECT_EQ(std::memcmp(&q, &scaled, sizeof(Quat)), 0) << "scale " << scale;
      }
  });
}

// The corrections are ratios of terms that vanish with the rotation
TEST(VariationalBodies, AtRestStayAsTheyAre)
{
  for_all_schemes(2, [](const auto &rotation) {
    const Quat q = heavy_top_start().q;
    for (double slow : {0.0, 1e-300, 1e-160, 1e-80, 1e-20})
      for (double scale : {1e-30, 1.0, 1e20}) {
        const Vec3 L = (slow * scale) * body_angular_momentum(TOP, TOP_RATE);
        EXPECT_LE(angle_between(q, rotation(q, L, L, scale * TOP, 0.1)), 1e-15) << slow;
      }
  });
}

// About any axis across it, at the rate L/I. The spin of the needle about itself is none
TEST(VariationalBodies, AnExactNeedleTurnsEvenly)
{
  const Vec3 I = {0.0, 1.0, 1.0}, L = {0.0, 1.0, 0.5};
  const auto error = [&](double h, const auto &rotation) {
    Quat q = {1.0, 0.0, 0.0, 0.0};
    for (int n = 0; n < std::lround(20.0 / h); n++) q = rotation(q, L, L, I, h);
    return angle_between(exponential(20.0 * L), q);
  };
  EXPECT_NEAR(slope(error(0.1, Lgvi{2}), error(0.05, Lgvi{2}), 2.0), 2.0, 0.05);
  EXPECT_NEAR(slope(error(0.1, Midpoint{2}), error(0.05, Midpoint{2}), 2.0), 2.0, 0.05);
  EXPECT_NEAR(slope(error(0.1, Lgvi4{2}), error(0.05, Lgvi4{2}), 2.0), 4.0, 0.05);
  EXPECT_NEAR(slope(error(0.2, Lgvi6{2}), error(0.1, Lgvi6{2}), 2.0), 6.0, 0.1);
}

// The thinner it is, the more of its spin about itself is round-off of L, and of no consequence for
// the axis
TEST(VariationalBodies, TheAxisOfAThinRodIsThatOfANeedle)
{
  const Vec3 needle = {0.0, 1.0, 1.0}, axis = {1.0, 0.0, 0.0};
  const Quat start = heavy_top_start().q;
  const Vec3 L = body_to_space(start, {0.0, 1.0, 0.5});
  for_all_schemes(2, [&](const auto &rotation) {
    for (double thin : {1e-4, 1e-6, 1e-8, 0.5 * NEEDLE}) {
      Quat q = start, rod = q;
      for (int n = 0; n < 1000; n++) {
        q = rotation(q, L, L, needle, 0.1);
        rod = rotation(rod, L, L, {thin, 1.0, 1.0}, 0.1);
      }
      EXPECT_LE(norm(body_to_space(rod, axis) - body_to_space(q, axis)), 1e-12) << thin;
    }
  });
}

TEST(VariationalBodies, FaultsOfTheMomentsAreNamed)
{
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = INFINITY;
  for (const Vec3 &I : {TOP, Vec3{0.0, 1.0, 1.0}, Vec3{1.0, 1.0, 2.0}, Vec3{1.0, 1.0, 2.000001},
                        Vec3{1e-30, 1.6e-30, 2.2e-30}})
    EXPECT_EQ(inertia_fault(I), InertiaFault::NONE) << I.x << " " << I.y << " " << I.z;
  for (const Vec3 &I :
       {Vec3{-1e-9, 1.0, 1.0}, Vec3{1.0, -1.0, 1.0}, Vec3{1.0, 1.0, -1.0}, Vec3{nan, 1.0, 1.0},
        Vec3{1.0, nan, 1.0}, Vec3{1.0, 1.0, nan}, Vec3{inf, inf, 1.0}})
    EXPECT_EQ(inertia_fault(I), InertiaFault::NEGATIVE) << I.x << " " << I.y << " " << I.z;
  for (const Vec3 &I : {Vec3{0.0, 0.0, 0.0}, Vec3{0.0, 0.0, 1.0}, Vec3{1.0, 1e-15, 1e-15}})
    EXPECT_EQ(inertia_fault(I), InertiaFault::ZERO) << I.x << " " << I.y << " " << I.z;
  for (const Vec3 &I : {Vec3{1.0, 1.0, 2.0001}, Vec3{3.0, 1.0, 1.0}, Vec3{1.0, 3.0, 1.0}})
    EXPECT_EQ(inertia_fault(I), InertiaFault::TRIANGLE) << I.x << " " << I.y << " " << I.z;
}

// --- defect() ---

TEST(VariationalDefect, IsTheResidualInUnitsOfTheAngle)
{
  Random random;
  const RandomStep step(random, 10.0, 0.7);
  for (int iterations : {1, 2, 3}) {
    for_all_schemes(iterations, [&](const auto &rotation) {
      const VariationalDefect d = rotation.defect(step.q, step.L, step.I, 1.0);
      EXPECT_NEAR(d.angle, 0.7, ROUND_OFF);
      EXPECT_NEAR(d.residual, residual_after(rotation, step), ROUND_OFF);
    });
  }
  EXPECT_GT(Lgvi4{1}.defect(step.q, step.L, step.I, 1.0).residual, 1e-9);    // not round-off
}

TEST(VariationalDefect, IsNoneWhereTwoNewtonStepsAreKnownToDo)
{
  Random random;
  const RandomStep step(random, 10.0, 0.999 * SAFE_ANGLE);
  for_all_schemes(2, [&](const auto &rotation) {
    EXPECT_EQ(rotation.defect(step.q, step.L, step.I, 1.0).residual, 0.0);
    EXPECT_EQ(rotation.defect(step.q, {0.0, 0.0, 0.0}, step.I, 1.0).residual, 0.0);
  });
  for_all_schemes(1, [&](const auto &rotation) {
    EXPECT_GT(rotation.defect(step.q, step.L, step.I, 1.0).residual, 1e-13);
    EXPECT_EQ(rotation.defect(step.q, {0.0, 0.0, 0.0}, step.I, 1.0).residual, 0.0);
  });
}

TEST(VariationalDefect, IsInfiniteBeyondOneRadianWhereLgviHasNoSolution)
{
  Random random;
  const RandomStep step(random, 10.0, 1.001);
  for (const auto &residual : {Lgvi{50}.defect(step.q, step.L, step.I, 1.0).residual,
                               Lgvi4{50}.defect(step.q, step.L, step.I, 1.0).residual,
                               Lgvi6{50}.defect(step.q, step.L, step.I, 1.0).residual})
    EXPECT_EQ(residual, INFINITY);
  EXPECT_LE(Midpoint{50}.defect(step.q, step.L, step.I, 1.0).residual, 1e-12);
}

TEST(VariationalDefect, IsInfiniteForWhatIsNoNumber)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Quat q = {1.0, 0.0, 0.0, 0.0};
  const Vec3 L = {0.1, 0.2, 0.3}, no_vector = {0.1, nan, 0.3};
  for_all_schemes(2, [&](const auto &rotation) {
    EXPECT_EQ(rotation.defect(q, no_vector, TOP, 1.0).residual, INFINITY);
    EXPECT_EQ(rotation.defect({nan, 0.0, 0.0, 0.0}, L, TOP, 1.0).residual, INFINITY);
    EXPECT_EQ(rotation.defect(q, L, TOP, nan).residual, INFINITY);
    EXPECT_EQ(rotation.defect(q, L, TOP, INFINITY).residual, INFINITY);
  });
}

// --- lanes ---

TEST(VariationalLanes, GiveTheBitsOfTheScalarRotation)
{
  for (int iterations : {1, 2, 3}) {
    for_all_schemes(iterations, [&](const auto &rotation) {
      Random random;
      RotorLanes lanes;
      Quat one_by_one[LANES];
      for (int l = 0; l < LANES; l++) {
        const RandomStep step(random, 1e4, 0.3);
        lanes.set_orientation(l, step.q);
        const Vec3 L = random.vector();
        RotorLanes::set(lanes.L, l, L);
        RotorLanes::set(lanes.L_half, l, step.L);
        RotorLanes::set(lanes.I, l, step.I);
        one_by_one[l] = rotation(step.q, L, step.L, step.I, 1.0);
      }
      rotation.rotate_all(lanes, 1.0, iterations);
      for (int l = 0; l < LANES; l++) {
        const Quat q = lanes.orientation(l);
        EXPECT_EQ(std::memcmp(&q, &one_by_one[l], sizeof(Quat)), 0) << "lane " << l;
      }
    });
  }
}
