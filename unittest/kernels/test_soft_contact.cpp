/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The force of a soft contact: energy, symmetries, the path of its tangential spring, restitution, dissipation.

#include "kernels/contact/no_tension.h"
#include "soft_contacts.h"

#include <gtest/gtest.h>

using namespace VARDEM;

template <class NormalForce> struct SoftContacts : testing::Test {};
using Laws = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(SoftContacts, Laws);

namespace {

Vec3 rotated(const Quat &q, const Vec3 &a)
{
  return rotate(q, a);
}

Motion rotated(const Quat &q, const Motion &a)
{
  return {rotated(q, a.u1), rotated(q, a.th1), rotated(q, a.u2), rotated(q, a.th2)};
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
    TwoBodies still = two.at_rest<TypeParam>();
    const Vec3 F = still.forces<TypeParam>().F1;
    worst = std::fmax(worst, norm(F + slope) / norm(F));
  }
  printf("worst %.1e\n", worst);
  EXPECT_LE(worst, 1e-8);
}

// With a spring the work of forces and moments is the energy that is stored, minus what Hertz' spring loses

TYPED_TEST(SoftContacts, WorkIsStoredOrLost)
{
  Random random;
  double worst = 0.0;
  for (int n = 0; n < STATES; n++) {
    SoftContact law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    law.tangential_stiffness = random.between(200.0, 1000.0);
    TwoBodies two = two_bodies(law, random, n % 3 == 0);
    two.v = {};
    if (two.plane) two.law.lever = 0.0;
    const Motion way = random_motion(random);
    const TwoBodies still = two.at_rest<TypeParam>();
    Vec3 spring;
    const double U = still.force<TypeParam>(spring).energy,
                 power = dot(still.forces<TypeParam>(), two.plane ? Motion{way.u1, way.th1, {}, {}}
                                                                  : way);
    const auto rise = [&](double t) {
      const Motion part = two.plane ? Motion{t * way.u1, t * way.th1, {}, {}} : t * way;
      const ContactForce f = two.moved<TypeParam>(part).template force<TypeParam>(spring);
      return f.energy + f.lost.friction + f.lost.dashpot - U;
    };
    const double h = 1e-5 * two.contact().overlap;
    const double slope = (4 * rise(h) - rise(2 * h)) / (2 * h);
    worst = std::fmax(worst, std::fabs(power + slope) / largest(still.forces<TypeParam>(), 0.5));
  }
  printf("worst %.1e\n", worst);
  EXPECT_LE(worst, 1e-8);
}

// A pair that turns as one rigid body by any angle takes its spring along: the midpoint of the bodies' rotation is Cayley's map

TYPED_TEST(SoftContacts, SpringMovesWithARigidPair)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    SoftContact law = elastic_law(random, 0.5);
    law.tangential_stiffness = 100.0;
    const TwoBodies two = two_bodies(law, random);
    const Vec3 g = 0.3 * random.vector();    // tan(angle/2) times the axis
    const Quat q = normalized(Quat{1.0, g.x, g.y, g.z});
    const Vec3 shift = random.vector();
    const auto moved = [&](const Vec3 &x) {
      return rotated(q, x) + shift - x;
    };
    const TwoBodies next = two.moved<TypeParam>({moved(two.x1), 2.0 * g, moved(two.x2), 2.0 * g});
    EXPECT_LE(distance(next.spring, rotated(q, two.spring)), 2e-15);
    EXPECT_LE(norm(next.step.slip), 2e-15);
  }
}

// Two gears: the surfaces roll on each other, and the pair turns. The velocities are those of half a step

TYPED_TEST(SoftContacts, SpringKeepsItsLengthInRolling)
{
  SoftContact law = {};
  law.lever = 0.5;
  law.stiffness = law.tangential_stiffness = 1.0;
  TwoBodies two = {law, 0.5, 0.3, {0, 0, 0}, {0.75, 0, 0}, {}, {0.0, 0.03, 0.04}, 1.0, false};
  for (int n = 0; n < 100000; n++) {
    const Vec3 e = two.x2 - two.x1, turned = {e.x * 0.6 - e.y * 0.8, e.x * 0.8 + e.y * 0.6, e.z};
    const double t = 0.5;    // tan(angle/2) of cos = .6, sin = .8: the arms turn by 2 t, so that nothing slips
    const SphereContact c = two.contact();
    const double w1 = 1.7, w2 = (2.0 * t * c.distance - c.lever_1 * w1) / c.lever_2;
    two = two.moved<TypeParam>({e - turned, {0, 0, w1}, {}, {0, 0, w2}});
  }
  EXPECT_NEAR(norm(two.spring), 0.05, 1e-12);
}

// Forces and moments are those of the turned contact, turned. Requirement: 1e-14, of stiffness times radius

TYPED_TEST(SoftContacts, RotationOfAllChangesNothingElse)
{
  Random random;
  double worst = 0.0;
  for (int n = 0; n < STATES; n++) {
    SoftContact law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    add_friction(law, random, n % 3 ? 0.3 : 30.0);
    add_dashpots(law, random);
    const TwoBodies two = two_bodies(law, random);
    const Motion way = 0.01 * random_motion(random);
    const Quat q = random.attitude();
    TwoBodies turned = two;
    turned.x1 = rotated(q, two.x1);
    turned.x2 = rotated(q, two.x2);
    turned.v = rotated(q, two.v);
    turned.spring = rotated(q, two.spring);
    const Forces f = two.moved<TypeParam>(way).template forces<TypeParam>(),
                 g = turned.moved<TypeParam>(rotated(q, way)).template forces<TypeParam>();
    const Forces expected = {rotated(q, f.F1), rotated(q, f.M1), rotated(q, f.F2),
                             rotated(q, f.M2)};
    worst = std::fmax(worst, largest(g - expected, 0.5) / (law.stiffness * 0.5));
  }
  printf("worst %.1e\n", worst);
  EXPECT_LE(worst, 1e-14);
}

// With lever contact both forces act at one point: the sum of all moments about any point is zero

TYPED_TEST(SoftContacts, AngularMomentumIsConserved)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    SoftContact law = elastic_law(random, 0.5);
    add_friction(law, random, 0.5);
    add_dashpots(law, random);
    const TwoBodies two = two_bodies(law, random).moved<TypeParam>(0.01 * random_motion(random));
    const Forces f = two.forces<TypeParam>();
    const Vec3 sum = cross(two.x1, f.F1) + cross(two.x2, f.F2) + f.M1 + f.M2;
    EXPECT_LE(norm(sum), 2e-15 * norm(f.F1) * (norm(two.x1) + norm(two.x2) + 1.0));
  }
}

// With newton off each process finds the force of a contact between two processes for its own atom: they must be opposite

TYPED_TEST(SoftContacts, SwappedBodiesHaveOppositeForcesBitByBit)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    SoftContact law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    add_friction(law, random, n % 3 ? 0.3 : 30.0);
    add_dashpots(law, random);
    const TwoBodies two = two_bodies(law, random);
    TwoBodies swapped = two;
    std::swap(swapped.x1, swapped.x2);
    std::swap(swapped.R1, swapped.R2);
    swapped.v = {two.v.u2, two.v.th2, two.v.u1, two.v.th1};
    swapped.spring = -two.spring;
    const Motion way = 0.01 * random_motion(random);
    TwoBodies a = two, b = swapped;    // at the positions after the step in both
    a.step = spring_step<TypeParam>(a.spring, a.contact(), way.u1 - way.u2, way.th1, way.th2,
                                    law.lever, 1.0);
    b.step = spring_step<TypeParam>(b.spring, b.contact(), way.u2 - way.u1, way.th2, way.th1,
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

// --- the path of the spring: bodies on a given smooth way, against the differential equation ------------

namespace {

/** Two bodies that roll, slide and spin. */
struct Path {
  double closing = 0.0;      // change of the overlap in the unit of time
  double R1 = 0.5, R2 = 0.3;
  bool plane = false;

  double gap(double t) const { return 0.72 - 0.03 * std::sin(2.0 * t) - closing * t; }
  Vec3 normal(double t) const
  {
    const double a = plane ? 0.3 : 0.4 * t + 0.2 * std::sin(3.0 * t), b = plane ? 1.2 : 1.2 + 0.3 * t;
    return {std::cos(a) * std::sin(b), std::sin(a) * std::sin(b), std::cos(b)};
  }
  /** Of the second body against the first. For a plane: of the plane's material. */
  Vec3 branch(double t) const { return gap(t) * normal(t); }
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
         32.0 * (moved(t + 3 * h) - moved(t - 3 * h)) - 3.0 * (moved(t + 4 * h) - moved(t - 4 * h)));
  }
  Vec3 w1(double t) const { return {0.3 * std::cos(t), -0.2 + t, 0.5 * std::sin(2.0 * t) + 0.8}; }
  Vec3 w2(double t) const
  {
    return plane ? Vec3{0.0, 0.0, 0.0} : Vec3{0.4, 0.3 * std::sin(3.0 * t), 0.6 - 0.5 * t};
  }
  SphereContact contact(double t, double lever) const
  {
    const Vec3 e = branch(t);
    return plane ? touching_plane(e, norm(e), R1, lever) : touching(e, norm(e), R1, R2, lever);
  }
};

constexpr double END = 1.0, MASS = 0.7;

/** The spring at the end, by n steps of the kernels, and what the contact has lost minus the work on it plus what it stores. */
struct End {
  Vec3 spring, load;
  double balance;
};

template <class NormalForce>
End by_steps(const Path &path, const SoftContact &law, const Vec3 &first, double start, int n)
{
  const double h = (END - start) / n;
  End end = {first, {}, 0.0};
  for (int k = 0; k < n; k++) {
    const double t = start + (k + 1) * h, half = t - 0.5 * h;
    const SphereContact c = path.contact(t, law.lever);
    if (!(c.overlap > 0.0)) continue;
    const SpringStep step = spring_step<NormalForce>(
        end.spring, c, (1.0 / h) * (path.moved(t) - path.moved(t - h)), path.w1(half),
        path.w2(half), law.lever, h);
    const ContactVelocity v = contact_velocity(c, path.velocity(t), path.w1(t), path.w2(t));
    const ContactForce f = contact_force<NormalForce, true>(law, c, v, MASS, step, end.spring);
    end.load = -f.tangential;
    end.balance += f.lost.dashpot + f.lost.friction;
  }
  return end;
}

/** The same by the differential equation of doc/notes/soft-contacts.md, with the method of Runge and Kutta of order 4. */
template <class NormalForce> struct SpringEquation {
  const Path &path;
  const SoftContact &law;

  struct State {
    double kt, rate, ct, bound;    // rate: of log kt
    Vec3 turn, slip;
  };
  State at(double t) const
  {
    const SphereContact c = path.contact(t, law.lever);
    const Vec3 v = path.velocity(t);
    const ContactVelocity contact = contact_velocity(c, v, path.w1(t), path.w2(t));
    const ElasticForce elastic = elastic_force<NormalForce>(law, c.overlap, c.R);
    const double kt = law.tangential_stiffness * elastic.a_power;
    const ContactDashpots dash = dashpots<true>(law, elastic, kt, MASS);
    const Vec3 dn = path.plane ? Vec3{0.0, 0.0, 0.0} : (-1.0 / c.distance) * tangent_to(c.n, v);
    const Vec3 spin = 0.5 * (path.w1(t) + path.w2(t));
    return {kt,
            (NormalForce::EXPONENT - 2.0) * contact.closing / c.overlap,
            dash.tangential,
            friction_bound(law, elastic.force + dash.normal * contact.closing),
            cross(c.n, dn) + dot(spin, c.n) * c.n,
            contact.sliding};
  }
  Vec3 load(const State &now, const Vec3 &s) const
  {
    Vec3 load = now.kt * s + now.ct * now.slip;
    shorten(load, now.bound);
    return load;
  }
  Vec3 slope(double t, const Vec3 &s) const
  {
    const State now = at(t);
    Vec3 F = now.kt * s + now.ct * now.slip, grown = now.slip;
    if (shorten(F, now.bound) < 1.0) grown = (1.0 / now.ct) * (F - now.kt * s);
    const double shorter = now.rate > 0.0 ? now.rate : 0.0;
    return cross(now.turn, s) + grown - shorter * s;
  }
  Vec3 operator()(Vec3 s, double start, int n) const
  {
    const double h = (END - start) / n;
    for (int k = 0; k < n; k++) {
      const double t = start + k * h;
      const Vec3 a = slope(t, s), b = slope(t + 0.5 * h, s + (0.5 * h) * a),
                 c = slope(t + 0.5 * h, s + (0.5 * h) * b), d = slope(t + h, s + h * c);
      s = s + (h / 6.0) * (a + 2.0 * b + 2.0 * c + d);
    }
    return s;
  }
};

/** A contact that slides without a dashpot: the direction alone changes. */
template <class NormalForce> struct SlidingEquation {
  SpringEquation<NormalForce> spring;

  Vec3 slope(double t, const Vec3 &s) const
  {
    const auto now = spring.at(t);
    const double length = now.bound / now.kt;
    return cross(now.turn, s) + now.slip - (dot(now.slip, s) / (length * length)) * s;
  }
  Vec3 operator()(Vec3 s, double start, int n) const
  {
    const double h = (END - start) / n;
    const auto scaled = [&](double t, const Vec3 &a) {
      const auto now = spring.at(t);
      return (now.bound / now.kt / norm(a)) * a;
    };
    for (int k = 0; k < n; k++) {
      const double t = start + k * h, half = t + 0.5 * h;
      const Vec3 a = slope(t, s), b = slope(half, scaled(half, s + (0.5 * h) * a)),
                 c = slope(half, scaled(half, s + (0.5 * h) * b)),
                 d = slope(t + h, scaled(t + h, s + h * c));
      s = scaled(t + h, s + (h / 6.0) * (a + 2.0 * b + 2.0 * c + d));
    }
    return s;
  }
};

SoftContact law_of_path(double mu, double ct, double lever)
{
  SoftContact law = {};
  law.stiffness = 1000.0;
  law.tangential_stiffness = 300.0;
  law.normal.constant = 0.5 * ct;
  law.tangential.constant = ct;
  law.friction = mu;
  law.unlimited = mu > 0.0 ? 0.0 : UNLIMITED;
  law.lever = lever;
  return law;
}

/** Steps from 64 to 512: error of the spring against a reference, the orders between them are printed. Returns the last. */
template <class NormalForce, class Reference>
double order(const char *name, const Path &path, const SoftContact &law, const Vec3 &first,
             double start, const Reference &reference, double bound_of_error)
{
  const Vec3 exact = reference(first, start, 20000);
  double order = 0.0, before = 0.0, error = 0.0;
  printf("%-24s |s| %.4f", name, norm(exact));
  for (int n = 64; n <= 1024; n *= 2) {
    error = distance(by_steps<NormalForce>(path, law, first, start, n).spring, exact);
    order = std::log2(before / error);
    before = error;
    printf("  %.2e (%.3f)", error, order);
  }
  printf("\n");
  EXPECT_LE(error, bound_of_error) << name;
  return order;
}

}    // namespace

// Requirement: order 2.0 +- .05

TYPED_TEST(SoftContacts, SpringIsOfSecondOrder)
{
  for (const bool plane : {false, true})
    for (const double closing : {0.2, -0.02}) {
      Path path;
      path.plane = plane;
      path.closing = closing;
      if (plane) path.R1 = 0.8;
      const Vec3 n = path.contact(0.0, 0.5).n, first = tangent_to(n, {0.03, 0.02, -0.04});
      for (const double ct : {0.0, 20.0}) {
        const SoftContact law = law_of_path(0.0, ct, plane ? 0.0 : 0.5);
        const SpringEquation<TypeParam> equation = {path, law};
        EXPECT_NEAR(order<TypeParam>("sticking", path, law, first, 0.0, equation, 1e-5), 2.0, 0.05);
      }
      const SoftContact slow = law_of_path(0.02, 20.0, plane ? 0.0 : 0.5),
                        law = law_of_path(0.02, 0.0, plane ? 0.0 : 0.5);
      const SpringEquation<TypeParam> damped = {path, slow};
      EXPECT_NEAR(order<TypeParam>("sliding with a dashpot", path, slow, first, 0.0, damped, 1e-4),
                  2.0, 0.05);
      const SlidingEquation<TypeParam> sliding = {{path, law}};
      const auto now = sliding.spring.at(0.0);
      EXPECT_NEAR(order<TypeParam>("sliding", path, law,
                                   (now.bound / now.kt / norm(first)) * first, 0.0, sliding, 1e-4),
                  2.0, 0.05);
    }
}
