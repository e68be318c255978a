// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "reference/no_squish.h"
#include "reference/spiral.h"
#include "test_motion.h"

#include <gtest/gtest.h>

using namespace VARDEM;

// The rotations of other codes that ours are compared with are those codes': figures of the table
// in doc/notes/rotations.md 4.6, free top unless said otherwise.

namespace {

template <class Step> SpiralState spin(Step step, SpiralState s, double h, double t)
{
  const int nsteps = static_cast<int>(std::lround(t / h));
  for (int n = 0; n < nsteps; n++) s = step(s, {0.0, 0.0, 0.0}, TOP, h);
  return s;
}

const SpiralState FULL_STEP = {{1.0, 0.0, 0.0, 0.0}, TOP_RATE};

SpiralState half_a_step_behind(double h)
{
  return {FULL_STEP.q, spiral_omega(FULL_STEP.omega, {0.0, 0.0, 0.0}, TOP, -0.5 * h)};
}

}    // namespace

TEST(NoSquish, HasTheOrientationErrorsOfTheTable)
{
  EXPECT_NEAR(FreeTop().error(0.1, NoSquish()), 9.8e-3, 0.02 * 9.8e-3);
  EXPECT_NEAR(FreeTop().error(0.01, NoSquish()), 9.8e-5, 0.02 * 9.8e-5);
}

// Largest error 1.3e-3 for T = 1e4, h = .1, no drift
TEST(NoSquish, EnergyOfAFreeBodyOscillates)
{
  const FreeTop top;
  Motion m = top.start();
  const double E0 = rotational_energy(m.q, m.L, top.I);
  double largest = 0.0;
  for (int n = 0; n < 100000; n++) {
    m.q = NoSquish()(m.q, m.L, m.L, top.I, 0.1);
    largest = std::max(largest, std::fabs(rotational_energy(m.q, m.L, top.I) / E0 - 1.0));
  }
  EXPECT_NEAR(largest, 1.3e-3, 0.05 * 1.3e-3);
}

TEST(Spiral, HasTheOrientationErrorsOfTheTable)
{
  const Quat exact = FreeTop().orientation_at_T();
  const auto synchronous = [&](double h) {
    return angle_between(exact, spin(spiral_synchronous, FULL_STEP, h, FreeTop::T).q);
  };
  const auto leapfrog = [&](double h) {
    return angle_between(exact, spin(spiral_leapfrog, half_a_step_behind(h), h, FreeTop::T).q);
  };
  EXPECT_NEAR(synchronous(0.1), 8.3e-3, 0.02 * 8.3e-3);
  EXPECT_NEAR(synchronous(0.01), 8.5e-5, 0.02 * 8.5e-5);
  EXPECT_NEAR(leapfrog(0.1), 1.4e-3, 0.04 * 1.4e-3);
  EXPECT_NEAR(leapfrog(0.01), 1.2e-5, 0.04 * 1.2e-5);
}

// Energy off by 2.4e-2 at T = 1e4, h = .1, and on with time; |L| by 1.1e-2. |q| is kept without
// normalisation
TEST(Spiral, EnergyAndMomentumOfAFreeBodyDriftTheNormOfTheQuaternionDoesNot)
{
  const auto energy = [](const SpiralState &s) {
    return 0.5 * dot(s.omega, body_angular_momentum(TOP, s.omega));
  };
  const auto momentum = [](const SpiralState &s) {
    return norm(body_angular_momentum(TOP, s.omega));
  };
  const SpiralState half = spin(spiral_synchronous, FULL_STEP, 0.1, 5e3);
  const SpiralState end = spin(spiral_synchronous, half, 0.1, 5e3);
  EXPECT_NEAR(std::fabs(energy(end) / energy(FULL_STEP) - 1.0), 2.4e-2, 0.02 * 2.4e-2);
  EXPECT_NEAR(std::fabs(momentum(end) / momentum(FULL_STEP) - 1.0), 1.1e-2, 0.02 * 1.1e-2);
  EXPECT_NEAR((energy(end) - energy(half)) / (energy(half) - energy(FULL_STEP)), 1.0, 0.1);
  EXPECT_NEAR(std::sqrt(norm2(end.q)), 1.0, 1e-13);
}
