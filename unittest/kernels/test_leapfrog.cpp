// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "test_bodies.h"

#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

using Bodies = std::vector<TestBodies::Body>;

}    // namespace

TEST(Leapfrog,
     // (28): v+ = v- + h a, u(t+h) = u + h v+, harmonic force, v(0) on step
     OnStepFormIsTheLeapfrogOfThePage)
{
  Bodies body(1);
  body[0].x = {1.0, 0.5, -0.3};
  body[0].v = {0.2, -0.1, 0.4};
  body[0].f = -1.0 * body[0].x;
  const TestBodies b = {body};
  const double h = 0.1;
  const Step step = {h, 0.5 * h};

  Vec3 u = body[0].x, v_minus = body[0].v + 0.5 * h * u;    // back-step of the full-step start
  for (int n = 0; n < 100; n++) {
    const Vec3 v_plus = v_minus - h * u;
    EXPECT_NEAR(body[0].v.x, 0.5 * (v_minus.x + v_plus.x), 1e-13);
    u = u + h * v_plus;
    v_minus = v_plus;

    kick_drift(b, 0, step);
    body[0].f = -1.0 * body[0].x;
    kick(b, 0, step);
    EXPECT_NEAR(body[0].x.x, u.x, 1e-13);
    EXPECT_NEAR(body[0].x.y, u.y, 1e-13);
    EXPECT_NEAR(body[0].x.z, u.z, 1e-13);
  }
}

TEST(Leapfrog, ConstantTorqueSpinsABallUp)    // omega = T t / (c m R^2)
{
  for (double c : {INERTIA_BALL, INERTIA_DISC, 0.1}) {
    Bodies body(1);
    body[0].m = 3.0;
    body[0].R = 0.5;
    body[0].torque = {0.0, 0.6, -1.2};
    const TestBodies b = {body};
    const Step step = {0.01, 0.005};
    for (int n = 0; n < 100; n++) {
      open_sphere(b, 0, step, c);
      close_sphere(b, 0, step, c);
    }
    EXPECT_NEAR(body[0].omega.y, 0.6 / (c * 3.0 * 0.25), 1e-12);
    EXPECT_NEAR(body[0].omega.z, -1.2 / (c * 3.0 * 0.25), 1e-12);
  }
}
