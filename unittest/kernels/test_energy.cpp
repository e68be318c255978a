// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/energy.h"
#include "test_bodies.h"

#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

using Bodies = std::vector<TestBodies::Body>;

const UpperTriangle L = {0.3, -0.4, 0.2, 0.25, -0.2, 0.5};

}    // namespace

// Two accelerations act on bodies in steps of changing length: what the kinetic energy gains is the
// work of both, of each half kick taken with the sums of the full-step state before or behind it

TEST(Work, OfHalfKicksIsTheGainOfKineticEnergyForAnyStep)
{
  Random random;
  const Vec3 g = random.vector(), other = random.vector();
  for (const double first : {1e-3, 0.1, 2.0}) {
    Bodies body(5);
    const TestBodies b = {body};
    for (auto &one : body) {
      one.m = random.between(0.5, 2.0);
      one.v = random.vector();
      one.f = one.m * (g + other);
    }
    auto kinetic = [&] {
      double sum = 0.0;
      for (int i = 0; i < 5; i++) sum += translational_energy(FrameAtRest(), b, i);
      return sum;
    };
    auto sums = [&](const Vec3 &a) {
      KickSums all;
      for (int i = 0; i < 5; i++) all += kick_sums(FrameAtRest(), b, i, a);
      return all;
    };

    const double start = kinetic();
    KickWork of_g, of_other;
    of_g.last = sums(g);
    of_other.last = sums(other);
    for (int n = 0; n < 100; n++) {
      const double half_kick = 0.5 * first * (1.0 + 0.01 * n);
      for (int i = 0; i < 5; i++) kick(b, i, 2.0 * half_kick / body[i].m);
      of_g.close_step(sums(g), half_kick);
      of_other.close_step(sums(other), half_kick);
    }
    EXPECT_NEAR(of_g.work + of_other.work, kinetic() - start, 1e-13 * kinetic()) << first;
    EXPECT_GT(std::fabs(of_g.work), 0.01 * kinetic()) << first;
  }
}

TEST(Work, SumsBeforeAHalfKickAreThoseOfTheVelocitiesBefore)
{
  Random random;
  Bodies body(1);
  const TestBodies b = {body};
  body[0].m = 3.0;
  body[0].v = random.vector();
  body[0].f = random.vector();
  const Vec3 g = random.vector();
  const KickSums before = kick_sums(FrameAtRest(), b, 0, g);
  const double half_kick = 0.3, energy = translational_energy(FrameAtRest(), b, 0);
  kick(b, 0, half_kick / body[0].m);
  const KickSums behind = kick_sums(FrameAtRest(), b, 0, g);
  EXPECT_NEAR(before_kick(behind, half_kick).v, before.v, 1e-14);
  EXPECT_NEAR(opening_work(before, half_kick), closing_work(behind, half_kick), 1e-14);

  // of all of the force: the gain of energy
  const Vec3 all = (1.0 / body[0].m) * body[0].f;
  EXPECT_NEAR(closing_work(kick_sums(FrameAtRest(), b, 0, all), half_kick),
              translational_energy(FrameAtRest(), b, 0) - energy, 1e-14);
}

// a body that turns with the flow has none relative to it, and a body with equal moments has that
// of a sphere

TEST(Rotation, OfABodyIsRelativeToTheSpinOfTheFlow)
{
  Random random;
  const FrameOfFlow frame = {{L, {0, 0, 0}, {0, 0, 0}}, spin(L), 0.0};
  Bodies body(1);
  const TestBodies b = {body};
  auto &one = body[0];
  for (int n = 0; n < 100; n++) {
    one.q = random.orientation();
    one.I = {1.0, 2.0, 2.5};
    const Vec3 s = space_to_body(one.q, frame.spin);
    one.L = body_to_space(one.q, {one.I.x * s.x, one.I.y * s.y, one.I.z * s.z});
    EXPECT_NEAR(body_rotational_energy(frame, b, 0), 0.0, 1e-30);
    EXPECT_EQ(body_rotational_energy(FrameAtRest(), b, 0), rotational_energy(one.q, one.L, one.I));

    one.m = 2.0;
    one.R = 0.5;
    const double J = 0.4 * one.m * one.R * one.R;
    one.I = {J, J, J};
    one.omega = random.vector();
    one.L = J * one.omega;
    EXPECT_NEAR(body_rotational_energy(frame, b, 0), sphere_rotational_energy(frame, b, 0, 0.4),
                1e-14);
  }
}
