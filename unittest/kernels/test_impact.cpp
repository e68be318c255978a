// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Targets of rigid contacts (doc/notes/contact-dynamics.md 2).

#include "kernels/rigid/impact.h"

#include "gtest/gtest.h"

using namespace VARDEM;

namespace {

const double H = 0.1, FASTEST = 0.5;

GapTarget target(double gap, double rate, double free_rate, double e)
{
  return target_of({gap, rate, free_rate}, e, H, FASTEST);
}

}    // namespace

TEST(Impact, GapsMayClose)
{
  EXPECT_EQ(target(0.2, -1.0, -1.0, 0.8).rate, -2.0);    // they do not close in this step
  EXPECT_FALSE(target(0.2, -1.0, -1.0, 0.8).hit);
  EXPECT_EQ(target(0.05, -1.0, -1.0, 0.0).rate, -0.5);
  EXPECT_TRUE(target(0.05, -1.0, -1.0, 0.0).hit);
}

TEST(Impact, OverlapsOpenSlowly)
{
  EXPECT_DOUBLE_EQ(target(-0.01, 0.0, 0.0, 0.0).rate, 0.1);
  EXPECT_EQ(target(-0.2, 0.0, 0.0, 0.0).rate, FASTEST);
}

TEST(Impact, NewtonsRule)
{
  EXPECT_DOUBLE_EQ(target(0.0, -2.0, -2.0, 0.8).rate, 1.6);
  EXPECT_DOUBLE_EQ(target(0.1, -2.0, -2.0, 0.8).rate, 1.6);      // taken at once
  EXPECT_DOUBLE_EQ(target(-0.02, -0.1, -0.1, 0.8).rate, 0.2);    // the overlap asks for more
}

// u < -2 |u* - u|
TEST(Impact, LoadsOfOneStepAreNoImpact)
{
  for (double gain : {-0.4, 0.4}) {
    EXPECT_FALSE(target(0.0, -0.79, -0.79 + gain, 0.8).hit) << gain;
    EXPECT_TRUE(target(0.0, -0.81, -0.81 + gain, 0.8).hit) << gain;
  }
  EXPECT_FALSE(target(0.0, 0.5, 0.5, 0.8).hit);
}

// Both copies of a contact across a periodic boundary decide a tie alike.
TEST(Impact, TiesAreHitsWhateverRoundOffSays)
{
  for (double off : {-1e-14, 0.0, 1e-14}) {
    EXPECT_TRUE(target(0.2 + off, -2.0, -2.0, 0.8).hit) << off;
    EXPECT_TRUE(target(0.0, -0.8 + off, -0.4, 0.8).hit) << off;
  }
  EXPECT_FALSE(target(0.200001, -2.0, -2.0, 0.8).hit);
}

// Masses 1 and 3 from the rate -2 to 1.6 in the time 0.1: the impulse is 3.6 / (1 + 1/3).
TEST(Impact, ForceOfTwoBodies)
{
  const double inverse_effective_mass = H * H * (1.0 + 1.0 / 3.0);
  EXPECT_NEAR(H * lone_force(1.6, -2.0, inverse_effective_mass, H), 2.7, 1e-15);
  EXPECT_EQ(lone_force(1.6, 2.0, inverse_effective_mass, H), 0.0);
}
