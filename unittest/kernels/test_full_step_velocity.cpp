// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/contact/full_step_velocity.h"
#include "kernels/stable_step.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

using namespace VARDEM;

namespace {

// A body turns about z, and its angular velocity grows: w = w0 + a t. Its center has a constant
// acceleration

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
  return norm(full_step_velocity(half, change) - after);
}

}    // namespace

// A constant force changes velocities in both halves of a step by the same amount

TEST(FullStepVelocity, IsExactForConstantForce)
{
  const Vec3 before = {1.0, 2.0, 3.0}, half = before + 0.5 * G;
  const Vec3 after = full_step_velocity(half, half_step_change(half, before));
  EXPECT_LE(norm(after - (before + G)), 1e-15);
}

// Half of the step has a quarter of the error; without the product of the arm it would have half of
// it

TEST(FullStepVelocity, OfAMemberHasAnErrorOfSecondOrder)
{
  EXPECT_NEAR(member_error(1e-3) / member_error(5e-4), 4.0, 0.02);
  EXPECT_LE(member_error(1e-3), 2e-5);
}

// doc/notes/soft-contacts.md 6.2. A dashpot that counts g times at most max(g, 1/4): stable up to 2
// as those of stock styles are, where all of the change counts it is stable up to 1

TEST(FullStepVelocity, StrongDashpotsLeaveTheChangeOut)
{
  for (const double g : {0.0, 0.05, 0.125}) EXPECT_EQ(left_out(g), 0.0) << g;
  for (const double g : {0.1875, 0.5, 1.9, 1e6}) EXPECT_EQ(left_out(g), 1.0) << g;
  EXPECT_NEAR(left_out(0.15625), 0.5, 1e-15);    // linear in between, without a jump
  for (double g = 0.001; g < 4.0; g *= 1.01) {
    EXPECT_LE(full_step_count(g) * g, std::max(g, 0.25) * (1.0 + 1e-15)) << g;
    EXPECT_LE(full_step_count(1.01 * g), full_step_count(g)) << g;    // never more in a longer step
  }
}

// Its work is c v times the full-step velocity, (v_before + v)/2. Exact where all is left out;
// with the extrapolation it is of second order

TEST(FullStepVelocity, PowerIsThatOfTheVelocityAtTheStep)
{
  for (const double g : {0.1875, 0.5, 1.0, 1.9})
    EXPECT_NEAR(power_factor(left_out(g), g), 0.5 * (1.0 + (1.0 - g)), 1e-15) << g;
  EXPECT_EQ(power_factor(left_out(0.1), 0.1), 1.0);
}
