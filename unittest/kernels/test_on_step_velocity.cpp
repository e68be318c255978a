/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "kernels/contact/on_step_velocity.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace VARDEM;

namespace {

// A body turns about z, and its angular velocity grows: w = w0 + a t. Its center has a constant acceleration

constexpr double W0 = 2.0, A = 3.0;
const Vec3 G = {0.5, -0.7, 0.2};

Vec3 spin(double t)
{
  return {0.0, 0.0, W0 + A * t};
}

Vec3 arm(double t)
{
  const double angle = W0 * t + 0.5 * A * t * t;
  return {0.8 * std::cos(angle), 0.8 * std::sin(angle), 0.3};
}

Vec3 center_velocity(double t)
{
  return t * G;
}

/** Error of the velocity of a member at the end of the step from 0 to h. */
double member_error(double h)
{
  const Vec3 before = center_velocity(0.0) + cross(spin(0.0), arm(0.0));
  const Vec3 half = center_velocity(0.5 * h) + cross(spin(0.5 * h), arm(h));
  const Vec3 after = center_velocity(h) + cross(spin(h), arm(h));
  const Vec3 change = half_step_change_of_member(half, before, arm(h), spin(0.5 * h), h);
  return norm(on_step_velocity(half, change) - after);
}

}    // namespace

// A constant force changes velocities in both halves of a step by the same amount

TEST(OnStepVelocity, IsExactForConstantForce)
{
  const Vec3 before = {1.0, 2.0, 3.0}, half = before + 0.5 * G;
  const Vec3 after = on_step_velocity(half, half_step_change(half, before));
  EXPECT_LE(norm(after - (before + G)), 1e-15);
}

// Half of the step has a quarter of the error; without the product of the arm it would have half of it

TEST(OnStepVelocity, OfAMemberHasAnErrorOfSecondOrder)
{
  EXPECT_NEAR(member_error(1e-3) / member_error(5e-4), 4.0, 0.02);
  EXPECT_LE(member_error(1e-3), 2e-5);
}
