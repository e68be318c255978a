// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Laws with cohesion: the pull in closed form, energy, tangent, friction, a common rotation. The
// pull-off of dmt is in scenarios/contacts/test_cohesion.

#include "kernels/contact/bridge.h"
#include "kernels/contact/jkr.h"
#include "kernels/contact/springs.h"
#include "soft_contacts.h"

#include <gtest/gtest.h>

using namespace VARDEM;

template <class Base> struct Cohesion : testing::Test {
};
using Bases = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(Cohesion, Bases);

template <class Law> struct CohesiveLaw : testing::Test {
};
using Laws = testing::Types<WithCohesion<HookeForce>, WithCohesion<HertzForce>, JKRForce,
                            WithBridge<HookeForce>, WithBridge<HertzForce>>;
TYPED_TEST_SUITE(CohesiveLaw, Laws);

namespace {

/** A law whose pull has both parts, with up to the size of the force at 20 % of overlap; of
 *  JKRForce all three, with a gap of up to 1/40 of the radius, and with a bridge. */
template <class Law> ContactParameters cohesive_law(Random &random, double lever = 0.5)
{
  ContactParameters law = elastic_law(random, lever);
  law.own[0] = random.between(10.0, 100.0);
  law.own[1] = random.between(100.0, 1000.0);
  if (std::is_base_of<BridgeLaw, Law>::value)
    law.bridge = {random.between(1.0, 10.0), random.between(1e-6, 1e-4), random.between(1.0, 1.7)};
  else if (beyond_touch<Law>()) {
    law.modulus += 2.0 * law.stiffness;
    law.stiffness = 0.0;
    law.own[2] = random.between(1e-5, 1e-3);
  }
  return law;
}

/** An overlap that holds, not near the end of the contact, where the tangent is infinite. */
template <class Law> double held_overlap(const ContactParameters &law, double R, Random &random)
{
  return random.between(beyond_touch<Law>() ? -0.9 * reach_of<Law>(law, R, true) : 0.01, 0.2);
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

TYPED_TEST(CohesiveLaw, ForceAndTangentAreDerivatives)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const ContactParameters law = cohesive_law<TypeParam>(random);
    const double R = random.between(0.2, 0.4), c = held_overlap<TypeParam>(law, R, random),
                 h = 1e-5 * std::fmin(std::fabs(c), 0.01);
    const auto at = [&](double overlap) {
      return elastic_force<TypeParam>(law, overlap, R);
    };
    const ElasticForce f = at(c);
    // what the pull is taken from
    const double push = std::fabs(f.force) + (law.own[0] + law.own[1] * std::fabs(c)) * R,
                 stiff = f.damped + law.own[1] * R;
    EXPECT_NEAR((at(c + h).energy - at(c - h).energy) / (2 * h), f.force, 1e-8 * push) << c;
    EXPECT_NEAR((at(c + h).force - at(c - h).force) / (2 * h), f.tangent, 1e-8 * stiff) << c;
    EXPECT_NEAR(at(0.0).energy, 0.0, 1e-14 * push);
    EXPECT_GE(coefficients<TypeParam>(law, c, R, 1.0).k.normal, 0.0);
  }
}

// Dashpots by_root belong to the stiffness of the power law

TYPED_TEST(Cohesion, DampedStiffness)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const ContactParameters law = cohesive_law<WithCohesion<TypeParam>>(random);
    const double c = random.between(0.01, 0.2);
    EXPECT_EQ(elastic_force<WithCohesion<TypeParam>>(law, c, 0.3).damped,
              elastic_force<TypeParam>(law, c, 0.3).tangent);
  }
}

// A pair of types without cohesion has the same first step as alone, although a contact with cohesion
// may begin across a gap

TYPED_TEST(CohesiveLaw, FirstStepWithoutCohesion)
{
  typedef TypeParam Law;
  typedef std::conditional_t<Law::KIND == HOOKE, HookeForce, HertzForce> Base;
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, 0.5);
    add_dashpots(law, random);
    add_friction(law, random, 0.3);
    TwoBodies two = two_bodies(law, random, n % 3 == 0);
    two.spring = {0.0, 0.0, 0.0};
    const SphereContact c = two.contact();
    const Motion m = {tangent_to(c.n, 0.02 * random.vector()), 0.1 * random.vector(), {}, {}};
    two.x2 = two.x2 + (random.between(1.01, 1.5) * c.overlap) * c.n;    // a gap
    const Motion closing = {m.u1 + (1.5 * c.overlap) * c.n, m.th1, {}, {}};
    const TwoBodies plain = two.moved<Base>(closing, 0.01), same = two.moved<Law>(closing, 0.01);
    Vec3 s, t;
    const ContactForce f = plain.force<Base>(s), g = same.force<Law>(t);
    EXPECT_LT(plain.step.part, 1.0);
    EXPECT_NEAR(norm(g.tangential - f.tangential), 0.0, 1e-13 * norm(f.tangential));
    EXPECT_NEAR(norm(s - t), 0.0, 1e-13 * norm(s));
    EXPECT_NEAR(g.lost.dashpot + g.lost.friction, f.lost.dashpot + f.lost.friction,
                1e-12 * (norm(f.tangential) + 1.0) * norm(plain.step.slip));
    // with it, too, the contact begins at the touch
    two.law = cohesive_law<Law>(random);
    EXPECT_EQ(two.moved<Law>(closing, 0.01).step.part, plain.step.part);
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

// Two bodies that turn together: forces turn with them

TYPED_TEST(CohesiveLaw, CommonRotation)
{
  typedef TypeParam Law;
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = cohesive_law<Law>(random);
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
    // round-off of the rotated positions, of which the overlap is the small difference: 1.6e-15
    EXPECT_LE(largest(g - back, two.R1), 1e-14 * (two.law.stiffness + two.law.modulus));
    EXPECT_EQ(norm(f.F1 + f.F2), 0.0);
  }
}

// --- Johnson, Kendall & Roberts, by their formulas in the contact radius a with the work of
//     adhesion w = 2 gamma: c = a^2/R - sqrt(2 pi w a/E), force = 4/3 E a^3/R - sqrt(8 pi w E a^3)

namespace {

/** Two elastic spheres that stick together. */
struct Sticking {
  double E, gamma, R;
  ContactParameters law;

  explicit Sticking(Random &random, double weaker = 1.0) :
      E(random.between(500.0, 2000.0)), gamma(weaker * random.between(0.1, 10.0)),
      R(random.between(0.2, 0.4)), law(elastic_law(random, 0.5))
  {
    law.stiffness = 0.0;
    law.modulus = 4.0 / 3.0 * E;
    law.own[2] = M_PI * gamma / E;
  }
  /** a where a^3 is `part` of pi gamma R^2/E. */
  double radius(double part) const { return std::cbrt(part * M_PI * gamma * R * R / E); }
  double overlap(double a) const { return a * a / R - std::sqrt(4.0 * M_PI * gamma * a / E); }
  double force(double a) const
  {
    return 4.0 / 3.0 * E * a * a * a / R - std::sqrt(16.0 * M_PI * gamma * E * a * a * a);
  }
  double pull_off() const { return 3.0 * M_PI * gamma * R; }
  ElasticForce at(double c) const { return elastic_force<JKRForce>(law, c, R); }
};

}    // namespace

TEST(JKR, CubeRoot)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const double a = std::exp(random.between(-200.0, 200.0));
    EXPECT_NEAR(cube_root(a), std::cbrt(a), 1e-15 * std::cbrt(a)) << a;
  }
  EXPECT_LT(cube_root(0.0), 1e-100);
}

// From the end of the contact to circles whose cohesion is small, or not there: 1e-10 of the force

TEST(JKR, ForceOfTheContactRadius)
{
  Random random;
  for (const double weaker : {1.0, 1e-3, 1e-9})
    for (int n = 0; n < STATES; n++) {
      Sticking s(random, weaker);
      const double a = s.radius(0.25) + random.between(1e-3, 0.5) * s.R, c = s.overlap(a);
      const ElasticForce f = s.at(c);
      EXPECT_NEAR(f.force, s.force(a), 1e-12 * (std::fabs(s.force(a)) + s.pull_off())) << c;
      EXPECT_NEAR(f.a, a, 1e-12 * a);
      s.law.own[2] = 0.0;
      const ElasticForce weak = s.at(0.1), hertz = elastic_force<HertzForce>(s.law, 0.1, s.R);
      EXPECT_NEAR(weak.force, hertz.force, 1e-14 * hertz.force);
      EXPECT_NEAR(weak.energy, hertz.energy, 1e-14 * hertz.energy);
      EXPECT_NEAR(weak.tangent, hertz.tangent, 1e-14 * hertz.tangent);
      EXPECT_EQ(reach_of<JKRForce>(s.law, s.R, true), 0.0);
    }
}

// The strongest pull is 3 pi gamma R, where a^3 is 9/4 pi gamma R^2/E; the contact begins with the
// radius of 4 pi gamma R^2/E and ends with that of 1/4, where c has its minimum

TEST(JKR, PullOff)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const Sticking s(random);
    const double strongest = s.overlap(s.radius(2.25)), end = s.radius(0.25), h = 1e-3 * end;
    EXPECT_NEAR(s.at(strongest).force, -s.pull_off(), 1e-12 * s.pull_off());
    EXPECT_NEAR(s.at(strongest).tangent, 0.0, 1e-10 * s.at(strongest).damped);
    for (const double less : {0.99, 1.01}) EXPECT_GT(s.at(less * strongest).force, -s.pull_off());
    EXPECT_NEAR(s.at(0.0).a, s.radius(4.0), 1e-12 * s.R);
    EXPECT_NEAR(reach_of<JKRForce>(s.law, s.R, true), -s.overlap(end), 1e-12 * s.R);
    EXPECT_EQ(reach_of<JKRForce>(s.law, s.R, false), 0.0);
    EXPECT_GT(s.overlap(end + h), s.overlap(end));
    EXPECT_GT(s.overlap(end - h), s.overlap(end));
    // as before the first step of a contact; a double root, whose error is that of a square root
    EXPECT_NEAR(s.at(-s.R).a, end, 1e-6 * end);
  }
}

// A loop in and out, from the touch and to it, takes 6/5 pi gamma A^2 + 4/5 pi gamma a^2 with the
// radii A at the touch and a at the end. The work is Simpson's rule in t, where the overlap is
// t^2 - reach.

TEST(JKR, LossOfALoop)
{
  Random random;
  for (int n = 0; n < STATES / 10; n++) {
    const Sticking s(random);
    const double reach = reach_of<JKRForce>(s.law, s.R, true), A = s.radius(4.0),
                 a = s.radius(0.25), expected = M_PI * s.gamma * (1.2 * A * A + 0.8 * a * a);
    constexpr int PARTS = 4000;
    double work = 0.0;
    for (int k = 0; k <= PARTS; k++) {
      const double t = std::sqrt(reach) * k / PARTS, weight = k % 2 ? 4.0 : 2.0;
      work -= (k == 0 || k == PARTS ? 1.0 : weight) * s.at(t * t - reach).force * 2.0 * t;
    }
    work *= std::sqrt(reach) / (3.0 * PARTS);
    EXPECT_NEAR(work, expected, 1e-10 * expected);
    EXPECT_NEAR(energy_at_opening<JKRForce>(s.law, s.R), expected, 1e-12 * expected);
  }
}

// Friction mu (N + 2 times the pull-off force); tangential spring and resistance of Marshall by the
// radius of the circle of contact

TEST(JKR, FrictionAndTwisting)
{
  typedef WithRolling<JKRForce> Law;
  Random random;
  for (int n = 0; n < STATES; n++) {
    Sticking s(random);
    add_friction(s.law, random, 0.3);
    s.law.tangential_stiffness = 0.0;
    s.law.marshall = 1.0;
    const double a = random.between(s.radius(0.3), 0.4 * s.R), c = s.overlap(a), N = s.force(a);
    const double critical = critical_force<Law>(s.law, N, c, s.R), kt = s.at(c).kt;
    EXPECT_NEAR(critical, N + 2.0 * s.pull_off(), 1e-12 * (std::fabs(N) + s.pull_off()));
    EXPECT_NEAR(kt, s.law.tangential_modulus * a, 1e-10 * kt);
    SphereContact contact = {};
    contact.R = s.R;
    const TurningLaw twist =
        turning_laws(s.law, contact, circle_at<Law>(s.law, c, s.R), kt, 0.0, critical).twisting;
    EXPECT_NEAR(twist.stiffness, 0.5 * kt * a * a, 1e-10 * twist.stiffness);
    EXPECT_NEAR(twist.bound, 2.0 / 3.0 * a * 0.3 * critical, 1e-10 * twist.bound);
  }
}

// --- a bridge of liquid, by the formulas of Willett et al. in the half separation S of two equal
//     spheres of radius D = 2 R: F = 2 pi gamma D cos(theta)/(1 + 2.1 S+ + 10 S+^2), S+ = S sqrt(D/V),
//     up to 2 S/D = (1 + theta/2) (V*^(1/3) + V*^(2/3)/10), V* = V/D^3. What it takes is the integral of
//     F, and friction is that of the spheres without it: neither it nor dashpots act across a gap.

TEST(Bridge, ForceReachAndLoss)
{
  typedef WithBridge<HertzForce> Law;
  Random random;
  for (int n = 0; n < STATES / 10; n++) {
    ContactParameters law = elastic_law(random, 0.5);
    add_friction(law, random, 0.3);
    const double gamma = random.between(0.1, 2.0), theta = random.between(0.0, 1.57),
                 V = random.between(1e-7, 1e-4), R = random.between(0.2, 0.4), D = 2.0 * R;
    law.bridge = {4.0 * M_PI * gamma * std::cos(theta), V, 1.0 + 0.5 * theta};
    law.own[0] = random.between(1.0, 10.0);
    law.normal.constant = law.tangential.constant = 1.0;
    const double at_touch = 2.0 * M_PI * gamma * D * std::cos(theta), part = V / (D * D * D),
                 end = D * (1.0 + 0.5 * theta) * (std::cbrt(part) + 0.1 * std::cbrt(part * part));
    const auto pull = [&](double gap) {
      const double S = 0.5 * gap * std::sqrt(D / V);
      return at_touch / (1.0 + 2.1 * S + 10.0 * S * S);
    };
    EXPECT_NEAR(reach_of<Law>(law, R, true), end, 1e-12 * end);
    EXPECT_EQ(reach_of<Law>(law, R, false), 0.0);
    constexpr int PARTS = 4000;
    double work = 0.0;
    for (int k = 0; k <= PARTS; k++) {
      const double gap = end * k / PARTS, weight = k % 2 ? 4.0 : 2.0;
      if (k > 0) {
        const ElasticForce f = elastic_force<Law>(law, -gap, R);
        const ContactDashpots dash = dashpots<Law, true>(law, f, f.kt, 1.0);
        EXPECT_NEAR(f.force, -pull(gap), 1e-12 * at_touch);
        EXPECT_NEAR(critical_force<Law>(law, f.force, -gap, R), 0.0, 1e-12 * at_touch);
        EXPECT_EQ(f.kt + f.damped + dash.normal + dash.tangential, 0.0);
      }
      work += (k == 0 || k == PARTS ? 1.0 : weight) * pull(gap);
    }
    work *= end / (3.0 * PARTS);
    EXPECT_NEAR(energy_at_opening<Law>(law, R), work, 1e-10 * work);
    const ElasticForce f = elastic_force<Law>(law, 0.1, R),
                       dry = elastic_force<HertzForce>(law, 0.1, R);
    EXPECT_NEAR(f.force, dry.force - at_touch - law.own[0] * R, 1e-12 * dry.force);
    EXPECT_NEAR(critical_force<Law>(law, f.force, 0.1, R), dry.force + law.own[0] * R,
                1e-12 * dry.force);
  }
}
