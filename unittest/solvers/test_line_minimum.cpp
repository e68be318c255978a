// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "solvers/network/newton_progress.h"

#include "gtest/gtest.h"

#include <cmath>
#include <random>
#include <vector>

using namespace VARDEM;

namespace {

/** The energy a t + sum of k/2 [t - t0]_+^2 of springs that are met one after the other. */
struct Springs {
  double a;
  std::vector<double> at, k;
  mutable double derivative[2] = {};

  const double *operator()(double t) const
  {
    derivative[0] = a;
    derivative[1] = 0.0;
    for (std::size_t i = 0; i < at.size(); i++)
      if (t > at[i]) {
        derivative[0] += k[i] * (t - at[i]);
        derivative[1] += k[i];
      }
    return derivative;
  }
};

}    // namespace

/** Newton's method is exact for a parabola. */
TEST(LineMinimum, OfAParabolaInTwoEvaluations)
{
  const Springs spring{-6.0, {0.0}, {2.0}};
  const LineMinimum minimum = line_minimum(spring, -6.0, 1e-12);
  EXPECT_DOUBLE_EQ(minimum.t, 3.0);
  EXPECT_EQ(minimum.evaluations, 2);
}

/** Stiffnesses extend over 6 orders of magnitude, places over 9. */
TEST(LineMinimum, OfPiecesOfParabolas)
{
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform;
  for (int trial = 0; trial < 500; trial++) {
    Springs springs{-std::pow(10.0, 4.0 * uniform(random) - 2.0), {}, {}};
    const int n = 1 + static_cast<int>(30.0 * uniform(random));
    for (int i = 0; i < n; i++) {
      springs.at.push_back(std::pow(10.0, 9.0 * uniform(random) - 6.0));
      springs.k.push_back(std::pow(10.0, 6.0 * uniform(random) - 3.0));
    }
    const LineMinimum minimum = line_minimum(springs, springs.a, 1e-3);
    EXPECT_TRUE(minimum.bounded);
    EXPECT_LE(std::fabs(springs(minimum.t)[0]), 1e-3 * std::fabs(springs.a));
    EXPECT_LE(minimum.evaluations, 60);
  }
}

TEST(LineMinimum, StaysWithinItsBound)
{
  const Springs spring{-6.0, {0.0}, {2.0}};
  EXPECT_EQ(line_minimum(spring, -6.0, 1e-12, 1.0).t, 1.0);
  EXPECT_EQ(line_minimum(spring, -6.0, 1e-12, 2.5).t, 2.5);
  EXPECT_DOUBLE_EQ(line_minimum(spring, -6.0, 1e-12, 3.5).t, 3.0);
}

TEST(LineMinimum, ThatIsNotThere)
{
  const LineMinimum minimum = line_minimum(Springs{-1.0, {}, {}}, -1.0, 1e-3);
  EXPECT_FALSE(minimum.bounded);
  EXPECT_LE(minimum.evaluations, 60);
}

TEST(LineMinimum, EndsWhereSlopesAreNotNumbers)
{
  EXPECT_LE(line_minimum(Springs{std::nan(""), {0.0}, {1.0}}, std::nan(""), 1e-3).evaluations, 200);
}
