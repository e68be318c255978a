// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Rows of contacts: what a force does to two bodies, and what their motion does to the overlap, are
// the same row.

#include "kernels/rigid/contact_row.h"
#include "reference/stored_geometry.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

using namespace VARDEM;

namespace {

/** force . motion of both bodies under a contact force of 1. */
template <int n, class Row> double work(const Row &row, const double *a, const double *b)
{
  double on_a[n] = {}, on_b[n] = {}, sum = 0.0;
  add_to_first<n>(row, 1.0 / std::sqrt(row.square()), on_a);
  add_to_second<n>(row, 1.0 / std::sqrt(row.square()), on_b);
  for (int k = 0; k < n; k++) sum += on_a[k] * a[k] + on_b[k] * b[k];
  return sum;
}

struct Numbers {
  std::mt19937_64 random{1};
  std::uniform_real_distribution<double> uniform{-1.0, 1.0};
  template <int n> std::array<double, n> make()
  {
    std::array<double, n> a;
    for (double &k : a) k = uniform(random);
    return a;
  }
};

}    // namespace

/** Virtual work: force . motion = - f (change of the overlap), here f = 1. */
TEST(ContactRow, WorkOfSpheres)
{
  Numbers numbers;
  for (int trial = 0; trial < 20; trial++) {
    const auto x = numbers.make<6>(), u = numbers.make<6>();
    const CentralRow row = CentralGeometry{x.data()}.row(0, 1, 0);
    const double length = std::sqrt(row.square());
    EXPECT_NEAR(work<3>(row, u.data(), u.data() + 3),
                -row.approach(u.data(), u.data() + 3) / length, 1e-15);
    const double h = 1e-6;    // the distance shrinks as fast as the bodies approach each other
    double moved[6];
    for (int k = 0; k < 6; k++) moved[k] = x[k] + h * u[k];
    const double after = std::sqrt(CentralGeometry{moved}.row(0, 1, 0).square());
    EXPECT_NEAR((length - after) / h, row.approach(u.data(), u.data() + 3) / length, 1e-4);
  }
}

TEST(ContactRow, ForceOnSpheresPushesThemApart)
{
  const double x[6] = {0.0, 0.0, 0.0, 2.0, 0.0, 0.0};
  double a[3] = {}, b[3] = {};
  const CentralRow row = CentralGeometry{x}.row(0, 1, 0);
  add_to_first<3>(row, 3.0 / std::sqrt(row.square()), a);
  add_to_second<3>(row, 3.0 / std::sqrt(row.square()), b);
  EXPECT_EQ(a[0], -3.0);
  EXPECT_EQ(b[0], 3.0);
}
