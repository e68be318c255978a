// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The force of a soft contact: energy, symmetries, the path of its tangential spring, restitution,
// dissipation.

#include "kernels/contact/no_tension.h"
#include "soft_contacts.h"

#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

/** A power law of this test's own, p = 3: all that a law is (kernels/contact/normal_force.h). */
struct QuadraticForce {
  static constexpr double EXPONENT = 3.0;
  static constexpr bool CAN_PULL = false;
  static double force(double k, double c, double a) { return k * c * a; }
  static double tangent(double k, double a) { return 2.0 * k * a; }
  static double energy(double k, double c, double a) { return k * c * c * a / 3.0; }
  static double power_radius(double c) { return c; }
  static double mean_radius(double a, double b) { return 0.5 * (a + b); }
  static double size_factor(double /*R*/) { return 1.0; }
};

}    // namespace

template <class NormalForce> struct SoftContacts : testing::Test {
};
using Laws = testing::Types<HookeForce, HertzForce, QuadraticForce>;
TYPED_TEST_SUITE(SoftContacts, Laws);

namespace {

Vec3 rotated(const Quat &q, const Vec3 &a)
{
  return body_to_space(q, a);
}

Motion rotated(const Quat &q, const Motion &a)
{
  return {rotated(q, a.u1), rotated(q, a.th1), rotated(q, a.u2), rotated(q, a.th2)};
}

double size(const Motion &a)
{
  return norm(a.u1 - a.u2) + 0.5 * (norm(a.th1) + norm(a.th2));
}

double distance(const Vec3 &a, const Vec3 &b)
{
  return norm(a - b);
}

}    // namespace

// Requirement: force = -dU/dx at 1,000 states, relative 1e-8

TYPED_TEST(SoftContacts, ForceIsTheDerivativeOfTheEnergy)
{
  Random random;
  double worst = 0.0;
  for (int n = 0; n < STATES; n++) {
    const TwoBodies two = two_bodies(elastic_law(random, 0.5), random);
    const double h = 3e-5 * two.contact().overlap;
    const auto energy = [&](const Vec3 &u) {
      Vec3 spring;
      return two.moved<TypeParam>({u, {}, {}, {}}).template force<TypeParam>(spring).energy;
    };
    const Vec3 slope = {(energy({h, 0, 0}) - energy({-h, 0, 0})) / (2 * h),
                        (energy({0, h, 0}) - energy({0, -h, 0})) / (2 * h),
                        (energy({0, 0, h}) - energy({0, 0, -h})) / (2 * h)};
    TwoBodies still = two.now<TypeParam>();
    const Vec3 F = still.forces<TypeParam>().F1;
    worst = std::fmax(worst, norm(F + slope) / norm(F));
  }
  printf("worst %.1e\n", worst);
  EXPECT_LE(worst, 1e-8);
}

// With a spring the work of forces and moments is the energy that is stored, minus what Hertz'
// spring loses

TYPED_TEST(SoftContacts, WorkIsStoredOrLost)
{
  Random random;
  double worst = 0.0;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    law.tangential_modulus = law.tangential_stiffness = random.between(100.0, 500.0);
    TwoBodies two = two_bodies(law, random, n % 3 == 0);
    two.v = {};
    if (two.plane) two.law.lever = 0.0;
    const Motion way = random_motion(two, random);
    const TwoBodies still = two.now<TypeParam>();
    Vec3 spring;
    const double U = still.force<TypeParam>(spring).energy,
                 power = dot(still.forces<TypeParam>(), way);
    const auto rise = [&](double t) {
      const ContactForce f = two.moved<TypeParam>(t * way).template force<TypeParam>(spring);
      return f.energy + f.lost.friction + f.lost.dashpot - U;
    };
    const double h = 1e-4;
    const double slope = (18 * rise(h) - 9 * rise(2 * h) + 2 * rise(3 * h)) / (6 * h);
    worst = std::fmax(
        worst, std::fabs(power + slope) / (largest(still.forces<TypeParam>(), 0.5) * size(way)));
  }
  printf("worst %.1e\n", worst);
  EXPECT_LE(worst, 1e-8);
}

// Mindlin, J. Appl. Mech. 16, 259 (1949): two equal spheres that are pressed together by Hertz' law
// resist slip with 8 G* a, where a is the radius of the contact, so that the stiffness across is 2
// (1 - nu)/(2 - nu) of that along the normal

TEST(ContactParameters, StiffnessAcrossIsThatOfMindlin)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const double E = random.between(1e3, 1e4), nu = random.between(-0.5, 0.5),
                 G = E / (2.0 * (1.0 + nu));
    ContactParameters law = {};
    law.modulus = 4.0 / 3.0 * E / (2.0 * (1.0 - nu * nu));
    law.tangential_modulus = 8.0 * G / (2.0 * (2.0 - nu));
    law.unlimited = UNLIMITED;
    TwoBodies two = two_bodies(law, random);
    two.spring = {};
    two.v = {};
    const SphereContact c = two.contact();
    Vec3 across = tangent_to(c.n, random.vector());
    across = (1.0 / norm(across)) * across;
    const auto force = [&](const Vec3 &u) {
      return two.moved<HertzForce>({u, {}, {}, {}}).forces<HertzForce>().F1;
    };
    const double h = 1e-5 * c.overlap;
    const auto stiffness = [&](const Vec3 &way) {
      return dot(force(-h * way) - force(h * way), way) / (2.0 * h);
    };
    const double a = std::sqrt(c.R * c.overlap), kt = 8.0 * G / (2.0 * (2.0 - nu)) * a;
    // what turns with the pair adds N/distance, the force along the normal
    const double turning = dot(force({}), c.n) / c.distance;
    EXPECT_NEAR((stiffness(across) - turning) / kt, 1.0, 1e-8);
    EXPECT_NEAR((stiffness(across) - turning) / stiffness(c.n), 2.0 * (1.0 - nu) / (2.0 - nu),
                1e-8);
  }
}

// A pair that turns as one rigid body by any angle takes its spring along: the midpoint of the
// bodies' rotation is Cayley's map

TYPED_TEST(SoftContacts, SpringMovesWithARigidPair)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, 0.5);
    law.tangential_stiffness = 100.0;
    const TwoBodies two = two_bodies(law, random);
    const Vec3 g = 0.3 * random.vector();    // tan(angle/2) times the axis
    const Quat q = normalized(Quat{1.0, g.x, g.y, g.z});
    const Vec3 shift = random.vector();
    const auto moved = [&](const Vec3 &x) {
      return rotated(q, x) + shift - x;
    };
    const TwoBodies next = two.moved<TypeParam>({moved(two.x1), 2.0 * g, moved(two.x2), 2.0 * g});
    EXPECT_LE(distance(next.spring, rotated(q, two.spring)), 1e-14);
    EXPECT_LE(norm(next.step.slip), 1e-14);
  }
}

// Two gears: the surfaces roll on each other, and the pair turns. The velocities are those of half
// a step

TYPED_TEST(SoftContacts, SpringKeepsItsLengthInRolling)
{
  ContactParameters law = {};
  law.lever = 0.5;
  law.stiffness = law.tangential_stiffness = 1.0;
  TwoBodies two = {law, 0.5, 0.3, {0, 0, 0}, {0.75, 0, 0}, {}, {0.0, 0.03, 0.04}, 1.0, false};
  for (int n = 0; n < 100000; n++) {
    const Vec3 e = two.x2 - two.x1, turned = {e.x * 0.6 - e.y * 0.8, e.x * 0.8 + e.y * 0.6, e.z};
    // tan(angle/2) of cos = .6, sin = .8: the arms turn by 2 t, so that nothing slips
    const double t = 0.5;
    const SphereContact c = two.contact();
    const double w1 = 1.7, w2 = (2.0 * t * c.distance - c.lever_1 * w1) / c.lever_2;
    two = two.moved<TypeParam>({e - turned, {0, 0, w1}, {}, {0, 0, w2}});
  }
  EXPECT_NEAR(norm(two.spring), 0.05, 5e-12);    // 100,000 times the round-off
}

// Forces and moments are those of the turned contact, turned. Requirement: 1e-14, of stiffness
// times radius

TYPED_TEST(SoftContacts, RotationOfAllChangesNothingElse)
{
  Random random;
  double worst = 0.0;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    add_friction(law, random, n % 3 ? 0.3 : 30.0);
    add_dashpots(law, random);
    const TwoBodies two = two_bodies(law, random);
    const Motion way = random_motion(two, random);
    const Quat q = random.orientation();
    TwoBodies turned = two;
    turned.x1 = rotated(q, two.x1);
    turned.x2 = rotated(q, two.x2);
    turned.v = rotated(q, two.v);
    turned.spring = rotated(q, two.spring);
    const Forces f = two.moved<TypeParam>(way).template forces<TypeParam>(),
                 g = turned.moved<TypeParam>(rotated(q, way)).template forces<TypeParam>();
    const Forces expected = {rotated(q, f.F1), rotated(q, f.M1), rotated(q, f.F2),
                             rotated(q, f.M2)};
    const double error = largest(g - expected, 0.5) / (law.stiffness * 0.5);
    EXPECT_LE(error, 1e-14);
    worst = std::fmax(worst, error);
  }
  printf("worst %.1e\n", worst);
}

// With lever contact both forces act at one point: the sum of all moments about any point is zero

TYPED_TEST(SoftContacts, AngularMomentumIsConserved)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, 0.5);
    add_friction(law, random, 0.5);
    add_dashpots(law, random);
    const TwoBodies first = two_bodies(law, random),
                    two = first.moved<TypeParam>(random_motion(first, random));
    const Forces f = two.forces<TypeParam>();
    const Vec3 sum = cross(two.x1, f.F1) + cross(two.x2, f.F2) + f.M1 + f.M2;
    EXPECT_LE(norm(sum), 2e-15 * norm(f.F1) * (norm(two.x1) + norm(two.x2) + 1.0));
  }
}

// With newton off each process finds the force of a contact between two processes for its own atom:
// they must be opposite

TYPED_TEST(SoftContacts, SwappedBodiesHaveOppositeForcesBitByBit)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    add_friction(law, random, n % 3 ? 0.3 : 30.0);
    add_dashpots(law, random);
    const TwoBodies two = two_bodies(law, random);
    TwoBodies swapped = two;
    std::swap(swapped.x1, swapped.x2);
    std::swap(swapped.R1, swapped.R2);
    swapped.v = {two.v.u2, two.v.th2, two.v.u1, two.v.th1};
    swapped.spring = -two.spring;
    const Motion way = random_motion(two, random);
    TwoBodies a = two, b = swapped;    // at the positions after the step in both
    a.step = spring_step<TypeParam>(law, a.spring, a.contact(), way.u1 - way.u2, way.th1, way.th2,
                                    law.lever, 1.0);
    b.step = spring_step<TypeParam>(law, b.spring, b.contact(), way.u2 - way.u1, way.th2, way.th1,
                                    law.lever, 1.0);
    const Forces f = a.forces<TypeParam>(), g = b.forces<TypeParam>();
    Vec3 s, t;
    const ContactForce here = a.force<TypeParam>(s), there = b.force<TypeParam>(t);
    for (const Vec3 &zero : {f.F1 + g.F1, f.F1 - g.F2, f.M1 - g.M2, f.M2 - g.M1, s + t})
      EXPECT_EQ(norm(zero), 0.0);
    EXPECT_EQ(here.energy, there.energy);
    EXPECT_EQ(here.lost.friction, there.lost.friction);
  }
}

// --- the path of the spring: bodies on a given smooth way, against the differential equation ---

namespace {

/** Two bodies that roll, slide and spin. */
struct Path {
  double closing = 0.0;    // change of the overlap in the unit of time
  double R1 = 0.5, R2 = 0.3;
  bool plane = false;

  double distance(double t) const
  {
    return (closing > 0.0 ? 0.72 : 0.55) - 0.03 * std::sin(2.0 * t) - closing * t;
  }
  Vec3 normal(double t) const
  {
    const double a = plane ? 0.3 : 0.4 * t + 0.2 * std::sin(3.0 * t),
                 b = plane ? 1.2 : 1.2 + 0.3 * t;
    return {std::cos(a) * std::sin(b), std::sin(a) * std::sin(b), std::cos(b)};
  }
  /** Of the second body against the first. For a plane: of the plane's material. */
  Vec3 branch(double t) const { return distance(t) * normal(t); }
  Vec3 along(double t) const    // of the first body along a plane
  {
    const Vec3 n = normal(t);
    return plane ? tangent_to(n, {0.02 * t * t, 0.05 * std::sin(2.0 * t), 0.1 * t})
                 : Vec3{0.0, 0.0, 0.0};
  }
  Vec3 moved(double t) const { return along(t) - branch(t); }    // of the first against the second
  Vec3 velocity(double t) const
  {
    const double h = 1e-3;    // error 1e-13
    return (1.0 / (840.0 * h)) *
        (672.0 * (moved(t + h) - moved(t - h)) - 168.0 * (moved(t + 2 * h) - moved(t - 2 * h)) +
         32.0 * (moved(t + 3 * h) - moved(t - 3 * h)) -
         3.0 * (moved(t + 4 * h) - moved(t - 4 * h)));
  }
  Vec3 w1(double t) const { return {0.3 * std::cos(t), -0.2 + t, 0.5 * std::sin(2.0 * t) + 0.8}; }
  Vec3 w2(double t) const
  {
    return plane ? Vec3{0.0, 0.0, 0.0} : Vec3{0.4, 0.3 * std::sin(3.0 * t), 0.6 - 0.5 * t};
  }
  SphereContact contact(double t, double lever) const
  {
    const Vec3 e = branch(t);
    return plane ? touching_plane(e, R1, lever) : touching(e, norm(e), R1, R2, lever);
  }
};

constexpr double END = 1.0, MASS = 0.7;

/** The spring at the end, and the work on the slip. */
struct End {
  Vec3 spring;
  double work;
};

End operator+(const End &a, const End &b)
{
  return {a.spring + b.spring, a.work + b.work};
}

End operator*(double s, const End &a)
{
  return {s * a.spring, s * a.work};
}

double elastic_energy(double kt, const Vec3 &s)
{
  return 0.5 * kt * dot(s, s);
}

/** By n steps of the kernels, the first of which ends at start + phase h. The work is the sum of
 *  what is lost and what is stored. */
template <class NormalForce>
End by_steps(const Path &path, const ContactParameters &law, const Vec3 &first, double start, int n,
             double phase = 1.0)
{
  const double h = (END - start) / n;
  End end = {first, 0.0};
  const auto stored = [&](double t) {
    const SphereContact c = path.contact(t, law.lever);
    return c.overlap > 0.0
        ? elastic_energy(elastic_force<NormalForce>(law, c.overlap, c.R).kt, end.spring)
        : 0.0;
  };
  end.work = -stored(start);
  for (int k = 0; k < n; k++) {
    const double t = start + (k + phase) * h, half = t - 0.5 * h;
    const SphereContact c = path.contact(t, law.lever);
    const Vec3 u = (1.0 / h) * (path.moved(t) - path.moved(t - h)), w1 = path.w1(half),
               w2 = path.w2(half);
    const ContactVelocity v = contact_velocity(c, path.velocity(t), path.w1(t), path.w2(t));
    TangentialLoss lost;
    if (c.overlap > 0.0) {
      const SpringStep step = spring_step<NormalForce>(law, end.spring, c, u, w1, w2, law.lever, h);
      lost = contact_force<NormalForce, true>(law, c, v, MASS, step, end.spring).lost;
    } else {
      lost = opening_loss<NormalForce, true>(law, c, v, MASS,
                                             opening_step(end.spring, c, u, w1, w2, law.lever, h));
      end.spring = {0.0, 0.0, 0.0};
    }
    // each part is taken, and none is given back; of a sticking spring round-off is left, 1e-15 of
    // what it stores
    EXPECT_GE(lost.dashpot, -1e-13);
    EXPECT_GE(lost.friction, -1e-13);
    end.work += lost.dashpot + lost.friction;
  }
  end.work += stored(END);
  return end;
}

/** What the equations of doc/notes/soft-contacts.md need at a time. */
struct Now {
  double kt, rate, ct, bound;    // rate: of log kt
  Vec3 turn, slip;               // angular velocity of the spring, sliding velocity
};

template <class NormalForce> Now at(const Path &path, const ContactParameters &law, double t)
{
  const SphereContact c = path.contact(t, law.lever);
  const Vec3 v = path.velocity(t);
  const ContactVelocity contact = contact_velocity(c, v, path.w1(t), path.w2(t));
  const ElasticForce elastic = elastic_force<NormalForce>(law, c.overlap, c.R);
  const double kt = elastic.kt;
  const ContactDashpots dash = dashpots<NormalForce, true>(law, elastic, kt, MASS);
  const Vec3 dn = path.plane ? Vec3{0.0, 0.0, 0.0} : (-1.0 / c.distance) * tangent_to(c.n, v);
  const Vec3 spin = 0.5 * (path.w1(t) + path.w2(t));
  return {kt,
          (NormalForce::EXPONENT - 2.0) * contact.closing / c.overlap,
          dash.tangential,
          friction_bound(law, elastic.force + dash.normal * contact.closing),
          cross(c.n, dn) + dot(spin, c.n) * c.n,
          contact.sliding};
}

/** The same by the differential equations, with the method of Runge and Kutta of order 4. */
template <class Slope>
End by_equation(const Slope &slope, const Vec3 &first, double start, double end = END)
{
  constexpr int STEPS = 5000;
  const double h = (end - start) / STEPS;
  End s = {first, 0.0};
  for (int k = 0; k < STEPS; k++) {
    const double t = start + k * h;
    const End a = slope(t, s), b = slope(t + 0.5 * h, s + (0.5 * h) * a),
              c = slope(t + 0.5 * h, s + (0.5 * h) * b), d = slope(t + h, s + h * c);
    s = s + (h / 6.0) * (a + 2.0 * b + 2.0 * c + d);
  }
  return s;
}

/** Spring and dashpot, with the slider in series. Without a dashpot it must stick. */
template <class NormalForce> auto spring_equation(const Path &path, const ContactParameters &law)
{
  return [&path, &law](double t, const End &end) -> End {
    const Now now = at<NormalForce>(path, law, t);
    const Vec3 &s = end.spring;
    Vec3 F = now.kt * s + now.ct * now.slip, grown = now.slip;
    if (shorten(F, now.bound) < 1.0) grown = (1.0 / now.ct) * (F - now.kt * s);
    const double shorter = now.rate > 0.0 ? now.rate : 0.0;
    return {cross(now.turn, s) + grown - shorter * s, dot(F, now.slip)};
  };
}

/** A contact that slides without a dashpot: only the direction of s is free. */
template <class NormalForce> auto sliding_equation(const Path &path, const ContactParameters &law)
{
  return [&path, &law](double t, const End &end) -> End {
    const Now now = at<NormalForce>(path, law, t);
    const double length = now.bound / now.kt, h = 1e-5;
    const auto log_length = [&](double at_t) {
      const Now then = at<NormalForce>(path, law, at_t);
      return std::log(then.bound / then.kt);
    };
    const double rate = (8.0 * (log_length(t + h) - log_length(t - h)) - log_length(t + 2 * h) +
                         log_length(t - 2 * h)) /
        (12.0 * h);
    const Vec3 s = (length / norm(end.spring)) * end.spring;
    return {cross(now.turn, s) + now.slip - (dot(now.slip, s) / (length * length) - rate) * s,
            now.kt * dot(s, now.slip)};
  };
}

ContactParameters law_of_path(double mu, double ct, double lever)
{
  ContactParameters law = {};
  law.stiffness = 1000.0;
  law.tangential_stiffness = 300.0;
  law.normal.constant = 0.5 * ct;
  law.tangential.constant = ct;
  law.friction = mu;
  law.unlimited = mu > 0.0 ? 0.0 : UNLIMITED;
  law.lever = lever;
  return law;
}

/** Errors of spring and work against a reference; the order from the last two numbers of steps is
 *  expected to be 2.0 +- .05. */
template <class NormalForce, class Equation>
void expect_second_order(const char *name, const Path &path, const ContactParameters &law,
                         const Vec3 &first, const Equation &equation, double start = 0.0)
{
  const End exact = by_equation(equation, first, start);
  double error[2], before[2] = {};
  printf("%-22s |s| %.4f, work %.4f:", name, norm(exact.spring), exact.work);
  for (int n = 512; n <= 8192; n *= 4) {
    const End end = by_steps<NormalForce>(path, law, first, start, n);
    error[0] = distance(end.spring, exact.spring) / norm(exact.spring);
    error[1] = std::fabs(end.work - exact.work) / std::fabs(exact.work);
    for (double &e : error) {
      double &b = before[&e - error];
      const double order = 0.5 * std::log2(b / e);
      printf("  %.1e (%.3f)", e, order);
      b = e;
      if (n < 8192) continue;
      EXPECT_NEAR(order, 2.0, 0.05) << name;
    }
  }
  printf("\n");
}

}    // namespace

// Requirement: order 2.0 +- .05. Overlaps grow or become smaller, contacts stick or slide, all the
// way

TYPED_TEST(SoftContacts, SpringIsOfSecondOrder)
{
  for (const bool plane : {false, true})
    for (const double closing : {0.2, -0.2}) {
      Path path;
      path.plane = plane;
      path.closing = closing;
      if (plane) path.R1 = 0.8;
      const double lever = plane ? 0.0 : 0.5;
      for (const double ct : {0.0, 20.0}) {
        const ContactParameters sticky = law_of_path(0.0, ct, lever),
                                law = law_of_path(0.05, ct, lever);
        const Vec3 first = tangent_to(path.normal(0.0), {0.03, 0.02, -0.04});
        expect_second_order<TypeParam>(ct > 0.0 ? "sticks, with dashpot" : "sticks", path, sticky,
                                       first, spring_equation<TypeParam>(path, sticky));
        const Now now = at<TypeParam>(path, law, 0.0);
        const Vec3 loaded = (now.bound / now.kt / norm(now.slip)) * now.slip;
        if (ct > 0.0)
          expect_second_order<TypeParam>("slides, with dashpot", path, law, loaded,
                                         spring_equation<TypeParam>(path, law));
        else
          expect_second_order<TypeParam>("slides", path, law, loaded,
                                         sliding_equation<TypeParam>(path, law));
      }
    }
}

/** When the contact of a path begins or ends, from 0 to END. */
double time_of_touch(const Path &path)
{
  const bool first = path.contact(0.0, 0.5).overlap > 0.0;
  double early = 0.0, late = END;
  while (late - early > 1e-15) {
    const double t = 0.5 * (early + late);
    ((path.contact(t, 0.5).overlap > 0.0) == first ? early : late) = t;
  }
  return early;
}

// A contact that begins: the spring counts the slip since the touch, so its error is of second
// order as well, whatever part of the step that is. The reference begins at the touch. Hertz'
// stiffness grows from zero, and the bound with it

TYPED_TEST(SoftContacts, SpringOfANewContactIsOfSecondOrder)
{
  Path path;
  path.closing = 0.2;
  path.R1 = 0.36;    // they touch at about .27
  const ContactParameters law = law_of_path(0.0, 0.0, 0.5);
  const double touch = time_of_touch(path);
  const End exact = by_equation(spring_equation<TypeParam>(path, law), {0, 0, 0}, touch + 1e-9);
  double worst[2] = {};
  for (const int n : {128, 512})
    for (int phase = 0; phase < 16; phase++) {
      const double start = touch - 0.1 - phase / (16.0 * n);
      const End end = by_steps<TypeParam>(path, law, {0, 0, 0}, start, n);
      double &most = worst[n == 512];
      most = std::fmax(most, distance(end.spring, exact.spring) / norm(exact.spring));
    }
  printf("touch at %.3f, |s| %.3f: %.1e, %.1e\n", touch, norm(exact.spring), worst[0], worst[1]);
  EXPECT_GE(0.5 * std::log2(worst[0] / worst[1]), 1.9);
}

// A contact that ends: friction takes what the spring still has

TYPED_TEST(SoftContacts, EnergyOfAContactThatOpensIsNotForgotten)
{
  Path path;
  path.closing = -0.2;
  path.R1 = 0.36;    // they part at about .6
  const ContactParameters law = law_of_path(0.0, 0.0, 0.5);
  const Vec3 first = tangent_to(path.normal(0.0), {0.03, 0.02, -0.04});
  const End exact =
      by_equation(spring_equation<TypeParam>(path, law), first, 0.0, time_of_touch(path) - 1e-9);
  // the last step is not divided, in which springs of constant stiffness lose the most
  const bool is_hooke = std::is_same_v<TypeParam, HookeForce>;
  const int steps = is_hooke ? 16000 : 1000;
  EXPECT_NEAR(by_steps<TypeParam>(path, law, first, 0.0, steps).work, exact.work,
              is_hooke ? 5e-4 : 1e-5);
  EXPECT_LE(path.contact(END, 0.5).overlap, 0.0);
}

// --- restitution ---

// Requirement: 1e-6, for every power law (doc/notes/soft-contacts.md 1.3). Two bodies meet and part at zero overlap; the steps are small
// against the overlap

TYPED_TEST(SoftContacts, RestitutionIsExact)
{
  for (double E = 0.1; E < 1.05; E += 0.1) {
    const double m = 0.4, R = 0.5;
    ContactParameters law = {};
    law.stiffness = 700.0;
    law.unlimited = UNLIMITED;
    law.normal.by_root = root_of_restitution<TypeParam>(E);
    struct State {
      double d, u;
    };
    const auto slope = [&](const State &s) -> State {
      SphereContact c = {};
      c.overlap = s.d > 0.0 ? s.d : 0.0;
      c.R = R;
      ContactVelocity v = {};
      v.closing = s.u;
      return {s.u, -contact_force<TypeParam, true>(law, c, v, m).normal / m};
    };
    const auto moved = [](const State &s, double h, const State &k) -> State {
      return {s.d + h * k.d, s.u + h * k.u};
    };
    constexpr double TINY = 1e-14;
    State s = {TINY, 1.0};
    for (int n = 0; s.d > TINY || s.u > 0.0; n++) {
      ASSERT_LT(n, 1000000);
      const double h = std::fmin(1e-5, 0.003 * s.d / std::fabs(s.u));
      const State a = slope(s), b = slope(moved(s, 0.5 * h, a)), c = slope(moved(s, 0.5 * h, b)),
                  d = slope(moved(s, h, c));
      s = moved(moved(moved(moved(s, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
    }
    EXPECT_NEAR(-s.u, E, 1e-6 * E);
  }
}

// --- dissipation and Coulomb's bound ---

TYPED_TEST(SoftContacts, ForceKeepsWithinCoulombsBoundAndTakesEnergy)
{
  Random random;
  int sliding = 0, pulls = 0;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    add_friction(law, random, random.between(0.0, 0.6));
    add_dashpots(law, random);
    if (n % 5 == 0) law.normal.constant = 200.0;    // pulls in many states
    const TwoBodies two = two_bodies(law, random, n % 3 == 0);
    const SphereContact c = two.contact();
    const ContactForce plain = contact_force<TypeParam, true>(law, c, two.velocity(c), two.m);
    EXPECT_LE(norm(plain.tangential), law.friction * std::fmax(plain.normal, 0.0) * (1 + 4e-16));
    EXPECT_GE(plain.dashpot_power, 0.0);
    EXPECT_GE(plain.friction_power, 0.0);

    Vec3 spring;
    const ContactForce still = two.now<TypeParam>().template force<TypeParam>(spring);
    EXPECT_LE(norm(still.tangential), law.friction * std::fmax(still.normal, 0.0) * (1 + 4e-16));
    EXPECT_TRUE(std::isfinite(norm(spring)));
    pulls += still.normal < 0.0;
    const TwoBodies next = two.moved<TypeParam>(random_motion(two, random));
    const ContactForce f = next.force<TypeParam>(spring);
    EXPECT_LE(norm(f.tangential), law.friction * std::fmax(f.normal, 0.0) * (1 + 4e-16));
    EXPECT_GE(f.dashpot_power, 0.0);
    sliding += distance(spring, next.spring) > 0.0;
  }
  EXPECT_GT(pulls, STATES / 20);
  EXPECT_GT(sliding, STATES / 10);
  EXPECT_LT(sliding, 9 * STATES / 10);
}
