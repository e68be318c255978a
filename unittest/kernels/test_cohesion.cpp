// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Laws with cohesion: the pull in closed form, energy, tangent, friction, a common rotation.

#include "kernels/contact/cohesion.h"
#include "kernels/contact/springs.h"
#include "soft_contacts.h"

#include <gtest/gtest.h>

using namespace VARDEM;

template <class Base> struct Cohesion : testing::Test {
};
using Bases = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(Cohesion, Bases);

namespace {

/** A law whose pull has both parts, with up to the size of the force at 20 % of overlap. */
ContactParameters cohesive_law(Random &random, double lever = 0.5)
{
  ContactParameters law = elastic_law(random, lever);
  law.own[0] = random.between(10.0, 100.0);
  law.own[1] = random.between(100.0, 1000.0);
  return law;
}

/** The area of the circle in which two spheres intersect, whose centres have the distance r:
 *  Heron's formula for the triangle of the centres and a point of the circle. */
double area_of_intersection(double R1, double R2, double r)
{
  const double product = (r + R1 + R2) * (r + R1 - R2) * (r - R1 + R2) * (R1 + R2 - r);
  return M_PI * product / (4.0 * r * r);
}

}    // namespace

// Derivatives by central differences; requirement: relative 1e-8 at 1,000 states

TYPED_TEST(Cohesion, ForceAndTangentAreDerivatives)
{
  typedef WithCohesion<TypeParam> Law;
  Random random;
  for (int n = 0; n < STATES; n++) {
    const ContactParameters law = cohesive_law(random);
    const double R = random.between(0.2, 0.4), c = random.between(0.01, 0.2), h = 1e-5 * c;
    const ElasticForce f = elastic_force<Law>(law, c, R), less = elastic_force<Law>(law, c - h, R),
                       more = elastic_force<Law>(law, c + h, R),
                       plain = elastic_force<TypeParam>(law, c, R);
    EXPECT_NEAR((more.energy - less.energy) / (2 * h), f.force, 1e-8 * plain.force);
    EXPECT_NEAR((more.force - less.force) / (2 * h), f.tangent, 1e-8 * plain.tangent);
    EXPECT_EQ(elastic_force<Law>(law, 0.0, R).energy, 0.0);
    EXPECT_EQ(f.damped, plain.tangent);
    EXPECT_GE(coefficients<Law>(law, c, R, 1.0).k.normal, 0.0);
  }
}

// The force on the first body is -dU/dx of the energy of the contact, and moments vanish

TYPED_TEST(Cohesion, ForceOnABodyIsTheDerivativeOfTheEnergy)
{
  typedef WithCohesion<TypeParam> Law;
  Random random;
  for (int n = 0; n < STATES; n++) {
    const TwoBodies two = two_bodies(cohesive_law(random), random, n % 3 == 0);
    const double h = 3e-5 * two.contact().overlap;
    const auto energy = [&](const Vec3 &u) {
      Vec3 spring;
      return two.moved<Law>({u, {}, {}, {}}).template force<Law>(spring).energy;
    };
    const SphereContact c = two.contact();
    const double slope = (energy(h * c.n) - energy(-h * c.n)) / (2 * h);
    TwoBodies still = two.now<Law>();
    still.v = {};
    // round-off of the overlap, about 2e-16, counts by both parts of the force over the step h
    const double push = elastic_force<TypeParam>(two.law, c.overlap, c.R).force,
                 pull = push - elastic_force<Law>(two.law, c.overlap, c.R).force;
    EXPECT_NEAR(dot(still.forces<Law>().F1, c.n), -slope, 1e-8 * (push + pull));
  }
}

// DMT: the strongest pull is that at the touch, 4 pi gamma R, where own[0] is 4 pi gamma

TEST(Cohesion, PullOffOfDerjaguinMullerToporov)
{
  typedef WithCohesion<HertzForce> Law;
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, 0.5);
    const double gamma = random.between(0.1, 10.0), R = random.between(0.2, 0.4);
    law.own[0] = 4.0 * M_PI * gamma;
    EXPECT_NEAR(elastic_force<Law>(law, 0.0, R).force, -4.0 * M_PI * gamma * R, 1e-14 * law.own[0]);
    for (const double c : {1e-6, 1e-3, 0.1})
      EXPECT_GT(elastic_force<Law>(law, c, R).force, elastic_force<Law>(law, 0.0, R).force);
  }
}

// The linear part: K times the area of the circle of intersection, up to the overlap over the radii

TYPED_TEST(Cohesion, TensionOnTheCircleOfIntersection)
{
  typedef WithCohesion<TypeParam> Law;
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, 0.5);
    const double K = random.between(100.0, 1000.0), R1 = random.between(0.3, 0.7),
                 R2 = random.between(0.3, 0.7), c = 1e-6;
    law.own[1] = 2.0 * M_PI * K;
    const double R = effective_radius(R1, R2), area = area_of_intersection(R1, R2, R1 + R2 - c);
    const double pull =
        elastic_force<TypeParam>(law, c, R).force - elastic_force<Law>(law, c, R).force;
    EXPECT_NEAR(pull, K * area, 1e-5 * K * area);
  }
}

// A contact that slides has the friction mu (N + 2 P) of the first part and mu (N + P) of the second
// one, also where it pulls: mu (H + P_1) with the force H of the power law

TYPED_TEST(Cohesion, FrictionOfAContactThatPulls)
{
  typedef WithCohesion<TypeParam> Law;
  Random random;
  int pulling = 0;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = cohesive_law(random);
    law.own[0] *= 3.0;    // so that more of them pull
    add_friction(law, random, 0.3);
    TwoBodies two = two_bodies(law, random, n % 3 == 0);
    two.spring = 1e3 * two.spring;
    two.v = {};
    const SphereContact c = two.contact();
    Vec3 spring;
    const ContactForce f = two.now<Law>().template force<Law>(spring);
    const double plain = elastic_force<TypeParam>(law, c.overlap, c.R).force;
    EXPECT_NEAR(norm(f.tangential), 0.3 * (plain + law.own[0] * c.R), 1e-12 * plain);
    EXPECT_NEAR(f.normal, plain - (law.own[0] + law.own[1] * c.overlap) * c.R, 1e-12 * plain);
    pulling += f.normal < 0.0;
  }
  EXPECT_GT(pulling, 50);
}

// A contact has the energy of an impact at the speed v from the overlap d, whose turn is at c. Bodies
// that part come back. The accuracy of Newton's method is 1e-7.

TYPED_TEST(Cohesion, TurnOfAnImpact)
{
  typedef WithCohesion<TypeParam> Law;
  Random random;
  int turns = 0;
  for (int n = 0; n < STATES; n++) {
    const ContactParameters law = cohesive_law(random);
    const double R = random.between(0.2, 0.4), m = random.between(0.2, 2.0),
                 d = random.between(1e-4, 0.02), c = random.between(d, 0.2);
    const auto elastic = [&](double overlap) {
      return elastic_force<Law>(law, overlap, R);
    };
    const double kinetic = elastic(c).energy - elastic(d).energy, v = std::sqrt(2.0 * kinetic / m);
    if (!(kinetic > 0.0)) continue;
    for (const double sign : {1.0, -1.0})
      EXPECT_NEAR(turn_of_pull(elastic, d, sign * v, m), c, 2e-7 * c);
    turns++;
    // at rest, where it pushes, and where it pulls
    EXPECT_EQ(turn_of_pull(elastic, 0.5, 0.0, m), 0.5);
    if (elastic(d).force < 0.0) EXPECT_GE(elastic(turn_of_pull(elastic, d, 0.0, m)).force, 0.0);
  }
  EXPECT_GT(turns, STATES / 2);
}

// Two bodies that turn together: forces turn with them

TYPED_TEST(Cohesion, CommonRotation)
{
  typedef WithCohesion<TypeParam> Law;
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = cohesive_law(random);
    add_dashpots(law, random);
    add_friction(law, random, 0.3);
    const TwoBodies two = two_bodies(law, random).now<Law>();
    const Quat q = random.orientation();
    const auto turned = [&](const Vec3 &a) {
      return body_to_space(q, a);
    };
    TwoBodies other = two;
    other.x1 = turned(two.x1);
    other.x2 = turned(two.x2);
    other.v = {turned(two.v.u1), turned(two.v.th1), turned(two.v.u2), turned(two.v.th2)};
    other.spring = turned(two.spring);
    other = other.now<Law>();
    const Forces f = two.forces<Law>(), g = other.forces<Law>();
    const Forces back = {turned(f.F1), turned(f.M1), turned(f.F2), turned(f.M2)};
    EXPECT_LE(largest(g - back, two.R1), 2e-13 * (two.law.stiffness + two.law.modulus));
    EXPECT_EQ(norm(f.F1 + f.F2), 0.0);
  }
}
