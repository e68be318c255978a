// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/rotation/variational.h"
#include "test_motion.h"

#include <gtest/gtest.h>

using namespace VARDEM;

// The heavy asymmetric top, m g = 1, h = .05, T = 2000. Figures: doc/notes/rotations.md 4.7.

namespace {

/** E - E0 in a tenth of the run: largest and mean. */
struct Window {
  double largest = 0.0, mean = 0.0;
};

template <class Rotation> std::vector<Window> energy_errors(const Rotation &rotate)
{
  constexpr double H = 0.05;
  constexpr int TENTH = 4000;
  std::vector<Window> windows(10);
  Motion m = heavy_top_start();
  const double E0 = total_energy(m, TOP, HEAVY_TOP);
  for (Window &window : windows)
    for (int n = 0; n < TENTH; n++) {
      m = kick_rotate_kick(m, TOP, H, rotate, HEAVY_TOP);
      const double dE = total_energy(m, TOP, HEAVY_TOP) - E0;
      window.largest = std::max(window.largest, std::fabs(dE));
      window.mean += dE / TENTH;
    }
  return windows;
}

double largest(const std::vector<Window> &windows)
{
  double all = 0.0;
  for (const Window &window : windows) all = std::max(all, window.largest);
  return all;
}

/** The largest error is that of the figure, and the energy oscillates in the last tenth as it does
 *  in the first. */
void expect_no_drift(const std::vector<Window> &windows, double figure)
{
  const Window &first = windows.front(), &last = windows.back();
  EXPECT_NEAR(largest(windows), figure, 0.02 * figure);
  EXPECT_LE(last.largest, 1.02 * first.largest);
  EXPECT_NEAR(last.mean, first.mean, 0.02 * first.mean);
}

}    // namespace

TEST(HeavyTop, EnergyOfLgviDoesNotDrift)
{
  expect_no_drift(energy_errors(VariationalRotation<Variational::LGVI>{2}), 5.1e-4);
}

// LGVI4 and LGVI6 are not exactly symplectic. Their energy does not drift nevertheless
TEST(HeavyTop, EnergyOfLgvi4AndLgvi6DoesNotDrift)
{
  expect_no_drift(energy_errors(VariationalRotation<Variational::LGVI4>{2}), 2.9e-4);
  expect_no_drift(energy_errors(VariationalRotation<Variational::LGVI6>{2}), 2.9e-4);
}

// Largest error 2.9e-4 as well, but the mean goes slowly from +6e-5 to -9e-5
TEST(HeavyTop, EnergyOfMidpointDriftsSlowly)
{
  const std::vector<Window> windows = energy_errors(VariationalRotation<Variational::MIDPOINT>{2});
  EXPECT_NEAR(largest(windows), 2.9e-4, 0.02 * 2.9e-4);
  EXPECT_GE(windows.front().mean, 6e-5);
  EXPECT_LE(windows.back().mean, -9e-5);
}
