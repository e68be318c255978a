// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Friction of an implicit step with a held bound: load, potential, tangent, and the spring behind
// the step against that of the pair style.

#include "kernels/contact/trial_friction.h"
#include "soft_contacts.h"

#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

constexpr int DOF = 6, BOTH = 2 * DOF;
constexpr int CASES = 100;
/** Central differences over slips of the size 1: the third derivative leaves some 1e-12 of the
 *  slope over the slip squared, round-off 1e-9. */
constexpr double STEP = 1e-6, DIFFERENCED = 1e-8;

struct Case {
  TrialDashpot place;
  TrialFriction friction;
  double motion[BOTH];

  Vec3 slip() const { return slip_at(motion); }
  Vec3 slip_at(const double *v) const
  {
    return slip_of<DOF>(place.n, place.lever_1, place.lever_2, v, v + DOF);
  }
  TangentialTrial trial() const { return tangential_trial(friction, slip()); }
  double potential_at(const double *v) const
  {
    return tangential_trial(friction, slip_at(v)).potential;
  }
  /** The numbers of both spheres. */
  void push_at(const double *v, double *to) const
  {
    add_both(tangential_wrench(place.n, tangential_trial(friction, slip_at(v)).load), to);
  }
  void add_both(const ContactWrench &push, double *to) const
  {
    for (int k = 0; k < BOTH; k++) to[k] = 0.0;
    add_wrench<DOF>(push, 1.0, place.lever_1, to);
    add_wrench<DOF>(push, -1.0, place.lever_2, to + DOF);
  }
  FrictionBlock block() const
  {
    const TrialDashpot &p = place;
    const GrainBlock normal = {
        {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, p.n, 0.0, p.lever_1, p.lever_2, p.n, 0.0};
    return with_friction(normal, trial(), 1.0);
  }
};

/** A contact whose load without a bound is `part` of the bound. */
Case random_case(Random &random, double part)
{
  Case one;
  const Vec3 a = random.vector(), n = (1.0 / norm(a)) * a, s = random.vector();
  one.place = {n, 0.0, random.between(0.1, 2.0), random.between(0.5, 1.0),
               random.between(0.5, 1.0)};
  const double kt = random.between(100.0, 1000.0);
  one.friction = trial_friction({kt, kt, kt}, s - dot(s, n) * n, random.between(0.5, 1.0),
                                one.place.tangential, 0.01, 0.0);
  for (double &v : one.motion) v = random.number();
  one.friction.bound = norm(one.friction.start + one.friction.slope * one.slip()) / part;
  return one;
}

constexpr double STICKS = 0.5, SLIDES = 2.0;

class TrialFrictionOf : public testing::TestWithParam<double> {
 protected:
  Random random;
};

TEST_P(TrialFrictionOf, LoadIsTheDerivativeOfThePotential)
{
  for (int i = 0; i < CASES; i++) {
    Case one = random_case(random, GetParam());
    double push[BOTH];
    one.push_at(one.motion, push);
    for (int k = 0; k < BOTH; k++) {
      double high[BOTH], low[BOTH];
      for (int l = 0; l < BOTH; l++) high[l] = low[l] = one.motion[l];
      high[k] += STEP;
      low[k] -= STEP;
      const double found = (one.potential_at(high) - one.potential_at(low)) / (2.0 * STEP);
      ASSERT_NEAR(found, push[k], DIFFERENCED * one.friction.slope) << i << " " << k;
    }
  }
}

TEST_P(TrialFrictionOf, BlockIsTheDerivativeOfTheLoad)
{
  for (int i = 0; i < CASES; i++) {
    Case one = random_case(random, GetParam());
    const FrictionBlock K = one.block();
    for (int k = 0; k < BOTH; k++) {
      double way[BOTH] = {}, expected[BOTH], high[BOTH], low[BOTH], above[BOTH], below[BOTH];
      way[k] = 1.0;
      one.add_both(times<DOF>(K, way, way + DOF, true), expected);
      for (int l = 0; l < BOTH; l++) {
        high[l] = one.motion[l] + STEP * way[l];
        low[l] = one.motion[l] - STEP * way[l];
      }
      one.push_at(high, above);
      one.push_at(low, below);
      for (int l = 0; l < BOTH; l++)
        ASSERT_NEAR((above[l] - below[l]) / (2.0 * STEP), expected[l],
                    DIFFERENCED * one.friction.slope)
            << i << " " << k << " " << l;
    }
  }
}

/** Entries of the block are sums of few products: 1e-14 is round-off. */
TEST_P(TrialFrictionOf, BlockIsSymmetricWithoutNegativeEigenvalues)
{
  for (int i = 0; i < CASES; i++) {
    const Case one = random_case(random, GetParam());
    const FrictionBlock K = one.block();
    double v[BOTH], w[BOTH], Kv[BOTH], Kw[BOTH], vKw = 0.0, wKv = 0.0, vKv = 0.0, size = 0.0;
    for (int k = 0; k < BOTH; k++) {
      v[k] = random.number();
      w[k] = random.number();
    }
    one.add_both(times<DOF>(K, v, v + DOF, true), Kv);
    one.add_both(times<DOF>(K, w, w + DOF, true), Kw);
    for (int k = 0; k < BOTH; k++) {
      vKw += v[k] * Kw[k];
      wKv += w[k] * Kv[k];
      vKv += v[k] * Kv[k];
      size += std::fabs(v[k] * Kw[k]);
    }
    EXPECT_NEAR(vKw, wKv, 1e-14 * (size + K.drag));
    EXPECT_GE(vKv, -1e-14 * K.drag);
    EXPECT_NEAR(work_of<DOF>(K, times<DOF>(K, v, v + DOF, true), v, v + DOF), vKv,
                1e-13 * (vKv + K.drag));
  }
}

TEST_P(TrialFrictionOf, OwnBlocksAreThoseOfTheProduct)
{
  for (int i = 0; i < CASES; i++) {
    const Case one = random_case(random, GetParam());
    const FrictionBlock K = one.block();
    for (const int sphere : {1, 2}) {
      double own[BLOCK_SIZE<DOF>] = {};
      add_own_block<DOF>(K, sphere, own);
      for (int l = 0; l < DOF; l++) {
        double way[BOTH] = {}, product[BOTH];
        way[DOF * (sphere - 1) + l] = 1.0;
        one.add_both(times<DOF>(K, way, way + DOF, false), product);
        for (int k = 0; k < DOF; k++)
          ASSERT_NEAR(own[block_index(k, l)], product[DOF * (sphere - 1) + k], 1e-14 * 4.0 * K.drag)
              << sphere << " " << k << " " << l;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(States, TrialFrictionOf, testing::Values(STICKS, SLIDES));

/** A convex potential: the load does not fall along the slip, from inside of the bound to outside
 *  of it. */
TEST(TrialFriction, LoadIsMonotoneAndKeepsTheBound)
{
  Random random;
  for (int i = 0; i < CASES; i++) {
    const Case one = random_case(random, SLIDES);
    const Vec3 n = one.place.n, a = random.vector(), b = random.vector();
    const Vec3 from = a - dot(a, n) * n, to = b - dot(b, n) * n;
    const Vec3 L_from = tangential_trial(one.friction, from).load,
               L_to = tangential_trial(one.friction, to).load;
    EXPECT_GE(dot(L_to - L_from, to - from), 0.0);
    EXPECT_LE(norm(L_to), one.friction.bound * (1.0 + 1e-15));
  }
}

TEST(TrialFriction, ContactWithoutBoundHasNoLoadAndNoStiffness)
{
  Random random;
  Case one = random_case(random, STICKS);
  one.friction.bound = 0.0;
  const TangentialTrial none = one.trial();
  EXPECT_EQ(norm(none.load), 0.0);
  EXPECT_EQ(none.drag, 0.0);
  EXPECT_EQ(none.potential, 0.0);
  EXPECT_TRUE(one.block().is_zero());
}

// --- the spring behind the step ---

/** A sphere that slips on a plane at a constant speed. The pair style and the implicit step begin
 *  with the same spring. */
struct SlippingSphere {
  TwoBodies two;
  double slip, h;

  Vec3 by_pair() const
  {
    Motion way = {};
    way.u1 = {slip, 0.0, 0.0};
    TwoBodies start = two;
    start.v = (1.0 / h) * way;
    Vec3 spring;
    start.moved<HookeForce>(way, h).force<HookeForce>(spring);
    return spring;
  }

  /** By the theta scheme. */
  Vec3 by_step(double theta) const
  {
    const SphereContact c = two.contact();
    const ElasticForce elastic = elastic_force<HookeForce>(two.law, c.overlap, c.R);
    const TrialDashpot place =
        trial_dashpot<HookeForce>(two.law, c.n, c.overlap, two.R1, 0.0, c.R, two.m, true);
    const TangentialStiffness k =
        tangential_stiffness<HookeForce>(two.law, c.R, c.overlap, c.overlap);
    const TrialFriction f = trial_friction(k, two.spring, theta, place.tangential, h,
                                           friction_bound(two.law, elastic.force));
    return spring_behind(k, f, tangential_trial(f, {slip, 0.0, 0.0}));
  }
};

/** Overlap .01, N = 10, kt = 400. dashpot: ct/kt [time]. spring: before the step, along the
 *  slip. */
SlippingSphere slipping_sphere(double mu, double dashpot, double spring, double slip, double h)
{
  ContactParameters law = {};
  law.stiffness = 1000.0;
  law.tangential_stiffness = 400.0;
  law.tangential.constant = 400.0 * dashpot;
  law.friction = mu;
  law.lever = 0.5;
  TwoBodies two = {};
  two.law = law;
  two.R1 = 0.5;
  two.x2 = {0.0, 0.0, -0.49};
  two.m = 1.0;
  two.plane = true;
  two.spring = {spring, 0.0, 0.0};
  return {two, slip, h};
}

TEST(TrialFriction, SpringThatSticksIsThatOfThePair)
{
  for (const double theta : {0.5, 1.0}) {
    const SlippingSphere one = slipping_sphere(0.5, 0.01, 0.001, 0.002, 0.01);
    EXPECT_NEAR(one.by_step(theta).x, 0.003, 1e-16);
    EXPECT_NEAR(one.by_pair().x, 0.003, 1e-16);
  }
}

/** mu N/kt = .0125. */
TEST(TrialFriction, SpringThatSlidesWithoutDashpotIsThatOfThePair)
{
  const SlippingSphere one = slipping_sphere(0.5, 0.0, 0.01, 0.02, 0.01);
  EXPECT_NEAR(one.by_step(1.0).x, 0.0125, 1e-15);
  EXPECT_NEAR(one.by_pair().x, 0.0125, 1e-15);
}

/** With a dashpot the spring relaxes to mu N/kt, at the rate kt/ct: implicit Euler's step with
 *  theta = 1, of first order, against exp(-z) to second order. So the difference of one step is
 *  (z^2/2) of the distance to go, plus higher orders, and falls to a quarter with half of the
 *  step. */
TEST(TrialFriction, SpringThatSlidesWithDashpotDiffersInSecondOrder)
{
  double before = 0.0;
  for (const double z : {0.04, 0.02, 0.01}) {
    const double speed = 10.0, dashpot = 0.1, h = z * dashpot;
    const SlippingSphere one = slipping_sphere(0.5, dashpot, 0.01, speed * h, h);
    const double differs = std::fabs(one.by_step(1.0).x - one.by_pair().x);
    EXPECT_NEAR(differs, 0.5 * z * z * 0.0025, 2.0 * z * z * z * 0.0025);
    if (before > 0.0) { EXPECT_NEAR(before / differs, 4.0, 4.0 * 4.0 * z); }
    before = differs;
  }
}

}    // namespace
