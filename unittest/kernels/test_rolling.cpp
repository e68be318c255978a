// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Resistance against rolling and twisting: moment, energy and losses, common rotations. What a
// grain does that rolls, spins and stops is in scenarios/contacts/test_rolling.

#include "kernels/contact/rolling.h"
#include "soft_contacts.h"

#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

constexpr double FREE = 1e9;    // a bound that is never reached

/** The laws with both bounds `bound`, instead of mu_r N R and mu_t N R. */
TurningLaws laws_of(ContactParameters law, const SphereContact &c, double bound)
{
  law.rolling.friction = law.twisting.friction = 1.0 / c.R;
  return turning_laws(law, c, c.overlap, 0.0, 0.0, bound);
}

/** The springs of two bodies: one step from the positions at the half-step velocities. */
struct Rolling {
  TwoBodies two;    // with the laws
  Vec3 q;

  /** Moves the bodies as TwoBodies::moved(); the velocities are those of the motion over h. */
  TurningMoment move(const Motion &a, double h, double bound)
  {
    const TwoBodies next = two.moved<HookeForce>(a, h);
    const SphereContact c = next.contact();
    const Vec3 u = (1.0 / h) * (a.u1 - a.u2), w1 = (1.0 / h) * a.th1, w2 = (1.0 / h) * a.th2;
    const TurningLaws laws = laws_of(two.law, c, bound);
    const TurningMoment m =
        turning_moment(laws, laws, c.n, w1 - w2,
                       turning_step(q, c, u, w1, w2, two.law.lever, h, 1.0, c.overlap, laws, laws));
    two = next;
    q = m.spring;
    return m;
  }
};

Rolling rolling(Random &random, double dashpot = 0.0)
{
  Rolling r = {two_bodies(elastic_law(random, 0.5), random), 0.1 * random.vector()};
  r.two.law.rolling = {random.between(1.0, 10.0), 0.1, dashpot};
  r.two.law.twisting = {random.between(1.0, 10.0), 0.1, dashpot};
  return r;
}

/** Rotation by the vector a. */
Vec3 rotated(const Vec3 &a, const Vec3 &x)
{
  const double angle = norm(a);
  if (angle == 0.0) return x;
  const Vec3 n = (1.0 / angle) * a;
  return std::cos(angle) * x + std::sin(angle) * cross(n, x) +
      ((1.0 - std::cos(angle)) * dot(n, x)) * n;
}

}    // namespace

// At rest the moment is -dU/d(rotation) = -KR q - KT q; the second body has the opposite one, and a
// rotation of the other body has the opposite effect: central differences, relative 1e-8

TEST(Rolling, MomentIsTheDerivativeOfTheEnergy)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const Rolling r = rolling(random);
    const Vec3 a = random.vector(), still = {0.0, 0.0, 0.0};
    const double h = 1e-5;
    const auto energy = [&](double first, double second) {
      Rolling moved = r;
      return moved.move({still, first * a, still, second * a}, 1.0, FREE).energy;
    };
    Rolling now = r;
    const Vec3 M = now.move({still, still, still, still}, 1.0, FREE).moment;
    const double scale = norm(M) * norm(a);
    EXPECT_NEAR(dot(M, a), -(energy(h, 0.0) - energy(-h, 0.0)) / (2 * h), 1e-8 * scale);
    EXPECT_NEAR(-dot(M, a), -(energy(0.0, h) - energy(0.0, -h)) / (2 * h), 1e-8 * scale);
  }
}

// A common rotation of the pair, in 100 steps of a leapfrog: the length of the spring is the same to
// round-off, and its direction follows to second order in the step

TEST(Rolling, CommonRotation)
{
  Random random;
  for (int n = 0; n < 100; n++) {
    const Rolling start = rolling(random);
    const Vec3 angle = random.vector();    // of the whole motion
    const auto error = [&](int steps) {
      Rolling r = start;
      const double h = 1.0 / steps;
      for (int k = 0; k < steps; k++) {
        const Vec3 e = start.two.x2 - start.two.x1;
        const Vec3 u = rotated((k + 1) * h * angle, e) - rotated(k * h * angle, e);
        r.move({-u, h * angle, {0.0, 0.0, 0.0}, h * angle}, h, FREE);
      }
      EXPECT_NEAR(norm(r.q), norm(start.q), 1e-14 * steps * norm(start.q));
      return norm(r.q - rotated(angle, start.q));
    };
    const double coarse = error(100), fine = error(200);
    EXPECT_LT(coarse, 1e-3 * norm(start.q));
    EXPECT_NEAR(coarse / fine, 4.0, 0.2);
  }
}

// A spring whose stiffness has become zero, as that of twisting marshall across the gap of a bridge,
// loses what it had stored, if the bodies do not turn

TEST(Rolling, SpringThatEndsIsLost)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const Rolling r = rolling(random, random.between(0.0, 1.0));
    const SphereContact c = r.two.contact();
    const Vec3 still = {0.0, 0.0, 0.0};
    const TurningLaws laws = laws_of(r.two.law, c, FREE), none = {};
    const auto step = turning_step(r.q, c, still, still, still, r.two.law.lever, 1e-3, 1.0,
                                   c.overlap, laws, none);
    const TurningMoment m = turning_moment(none, laws, c.n, still, step);
    const double twist = dot(r.q, c.n), roll = dot(r.q, r.q) - twist * twist,
                 stored = 0.5 *
        (laws.rolling.stiffness * roll + laws.twisting.stiffness * twist * twist);
    EXPECT_NEAR(m.lost.friction + m.lost.dashpot, stored, 1e-13 * stored);
    EXPECT_EQ(norm(m.moment) + norm(m.spring) + m.energy, 0.0);
  }
}

// The pair turns, and the bodies turn differently, also about the normal. Requirement: order 2.0 +-
// .05, from differences of three numbers of steps

TEST(Rolling, SpringIsOfSecondOrder)
{
  Random random;
  for (int n = 0; n < 20; n++) {
    const Rolling start = rolling(random);
    const Vec3 e = start.two.x2 - start.two.x1, pair = random.vector(), w1 = random.vector(),
               w2 = random.vector(), swing = random.vector();
    const auto spring_after = [&](int steps) {
      Rolling r = start;
      const double h = 1.0 / steps;
      for (int k = 0; k < steps; k++) {
        const Vec3 u = rotated((k + 1) * h * pair, e) - rotated(k * h * pair, e),
                   now = w1 + std::sin(3.0 * (k + 0.5) * h) * swing;
        r.move({-u, h * now, {0.0, 0.0, 0.0}, h * w2}, h, FREE);
      }
      return r.q;
    };
    const Vec3 coarse = spring_after(200), middle = spring_after(400), fine = spring_after(800);
    EXPECT_NEAR(std::log2(norm(coarse - middle) / norm(middle - fine)), 2.0, 0.05);
  }
}

// The work against the mean moment of both ends of a step is stored or lost, and what is lost is >=
// 0. Within the bound, without a dashpot, a motion to and fro about one axis loses nothing: an axis
// in the tangent plane, or the normal.

TEST(Rolling, WorkIsStoredOrLost)
{
  Random random;
  for (int n = 0; n < STATES; n++)
    for (const double dashpot : {0.0, 0.05}) {
      Rolling r = rolling(random, dashpot);
      r.q = {0.0, 0.0, 0.0};
      const bool bounded = n % 2 == 0, twists = n % 4 < 2;
      const Vec3 normal = r.two.contact().n, still = {0.0, 0.0, 0.0},
                 axis = twists ? normal : tangent_to(normal, random.vector());
      const double stiffness = (twists ? r.two.law.twisting : r.two.law.rolling).stiffness,
                   bound = bounded ? 0.02 * stiffness : FREE, h = 0.01;
      double work = 0.0, lost = 0.0, most = 0.0, energy = 0.0;
      for (int k = 0; k < 200; k++) {
        const Vec3 turn = (k < 50 || k >= 150 ? 1e-3 : -1e-3) / norm(axis) * axis;
        Vec3 before = stiffness * r.q + (dashpot / h) * turn;
        shorten(before, bound);
        const TurningMoment m = r.move({still, turn, still, still}, h, bound);
        work += 0.5 * dot(before - m.moment, turn);
        lost += m.lost.dashpot + m.lost.friction;
        energy = m.energy;
        most = std::fmax(most, norm(m.moment));
        EXPECT_GE(m.lost.friction, -1e-15);
        EXPECT_GE(m.lost.dashpot, -1e-15);
      }
      EXPECT_LE(most, bound * (1.0 + 1e-14));
      EXPECT_NEAR(work, energy + lost, 1e-13 * stiffness);
      EXPECT_EQ(bounded || dashpot > 0.0, lost > 1e-10) << lost;
      if (!bounded && dashpot == 0.0) {
        EXPECT_NEAR(lost, 0.0, 1e-13 * stiffness);
      }
    }
}
