// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Conjugate gradients in single precision with a refinement in double precision find what those in
// double precision find.

#include "settled.h"
#include "solutions.h"
#include "solvers/linear/mixed_gradients.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>

using namespace networks;

namespace {

double mixed_stiffness(int a, int b)
{
  return (a + b) % 2 ? 1.0 : 0.3;
}
double unit_stiffness(int, int)
{
  return 1.0;
}

template <class Law> Solution by_mixed(const Packing &p, double tolerance, const Start &start = {})
{
  return newton<Law, MixedGradients>(p, to(tolerance), start);
}

void expect_same(const Solution &mixed, const Solution &exact, double error)
{
  EXPECT_EQ(mixed.report.reason, SolverReport::CONVERGED);
  EXPECT_LE(difference(mixed.force, exact.force), error);
}

/** A pyramid that has been shaken, with some of its contacts missing. Chance decides whether its
 *  load can be carried. */
Packing random_spheres(unsigned seed)
{
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Packing p = pyramid(5, [&](int, int) {
    return std::exp2(3.0 * uniform(random));
  });
  for (auto &x : p.x) x = x + 0.1 * VARDEM::Vec3{uniform(random), uniform(random), uniform(random)};
  for (std::size_t i = 0; i < p.fixed.size(); i++)
    if (!p.fixed[i])
      for (int k = 0; k < 2; k++) p.load[3 * i + k] += 0.1 * uniform(random);
  std::shuffle(p.contacts.begin(), p.contacts.end(), random);
  p.contacts.resize(p.contacts.size() - seed % 8);
  return p;
}

}    // namespace

TEST(MixedGradients, FindTheForcesOfPyramids)
{
  for (bool full : {false, true})
    for (const auto &stiffness : {mixed_stiffness, unit_stiffness}) {
      const Packing p = pyramid(12, stiffness);
      const Start start{full};
      expect_same(by_mixed<HookeLaw>(p, 1e-11, start), by_factors<HookeLaw>(p, 1e-11), 1e-9);
      expect_same(by_mixed<HertzLaw>(p, 1e-11, start), by_factors<HertzLaw>(p, 1e-11), 1e-9);
    }
}

/** Soft modes are below the round-off of single precision; then double precision takes over. */
TEST(MixedGradients, FindTheForcesOfASettledPacking)
{
  const Packing p = Settled(100, 1).packing;
  const auto hooke = by_mixed<HookeLaw>(p, 1e-11), hertz = by_mixed<HertzLaw>(p, 1e-11);
  expect_same(hooke, by_gradients<HookeLaw>(p, 1e-11), 1e-8);
  expect_same(hertz, by_gradients<HertzLaw>(p, 1e-11), 1e-8);
}

TEST(MixedGradients, AgreeOnRandomNetworks)
{
  int carried = 0, refused = 0;
  for (unsigned seed = 1; seed <= 150; seed++) {
    const Packing p = random_spheres(seed);
    const auto exact = by_factors<HookeLaw>(p, 1e-10), mixed = by_mixed<HookeLaw>(p, 1e-10);
    EXPECT_EQ(mixed.report.reason, exact.report.reason) << seed;
    if (exact.report.reason == SolverReport::CONVERGED) {
      carried++;
      EXPECT_LE(difference(mixed.force, exact.force), 1e-7) << seed;
    } else
      refused++;
  }
  std::printf("%d loads are carried, %d are not\n", carried, refused);
  EXPECT_GE(carried, 10);
  EXPECT_GE(refused, 10);
}

/** Positions count relative to each other: nothing is lost far from the origin but what their own
 *  round-off costs. */
TEST(MixedGradients, KeepTheirDigitsFarFromTheOrigin)
{
  Packing p = pyramid(10, mixed_stiffness);
  for (auto &x : p.x) x = x + VARDEM::Vec3{1e7, -1e7, 1e7};
  const auto exact = by_gradients<HookeLaw>(p, 1e-10), mixed = by_mixed<HookeLaw>(p, 1e-10);
  expect_same(mixed, exact, 1e-8);
  EXPECT_LE(mixed.report.products, 1.1 * exact.report.products);
}

TEST(MixedGradients, WorkInAnyUnits)
{
  for (double unit : {1e-120, 1e-15, 1e15, 1e120}) {
    const Packing one = pyramid(8, mixed_stiffness), other = pyramid(8, [&](int a, int b) {
                                                       return unit * mixed_stiffness(a, b);
                                                     });
    expect_same(by_mixed<HookeLaw>(other, 1e-10), by_factors<HookeLaw>(one, 1e-10), 1e-8);
    Packing loaded = one;
    for (double &f : loaded.load) f *= unit;
    auto scaled = by_mixed<HookeLaw>(loaded, 1e-10);
    for (double &f : scaled.force) f /= unit;
    expect_same(scaled, by_factors<HookeLaw>(one, 1e-10), 1e-8);
  }
}

TEST(MixedGradients, TakeInertia)
{
  const Packing p = pyramid(8, mixed_stiffness);
  const std::vector<double> inertia(p.load.size(), 0.3);
  const Start start{false, &inertia};
  expect_same(by_mixed<HookeLaw>(p, 1e-11, start), by_factors<HookeLaw>(p, 1e-11, start), 1e-9);
}

/** The residual that comes back is that of x in double precision, also where the solve ends
 *  early. */
TEST(MixedGradients, ReturnTheResidual)
{
  const Packing p = pyramid(8, mixed_stiffness);
  const auto s = network_of(p, false);
  SerialSpace space;
  Tangent<SerialSpace, CentralGeometry> K;
  K.setup(s.network);
  K.mu = 1e-6;
  K.pack(space, s.network.stiffness.data());
  MixedGradients<SerialSpace, decltype(K)> linear;
  linear.setup(space, K);
  for (int most : {5, 1000}) {
    std::vector<double> r = s.load, x(3 * s.network.ncolumns, 0.0), Kx(3 * s.network.nrows);
    const int products = refresh_and_solve(linear, space, K, r.data(), x.data(), 1e-9, [&](int k) {
      return k < most;
    });
    space.reduce<1>(s.network.nrows, K.product(x.data(), Kx.data()), 0);
    for (std::size_t k = 0; k < r.size(); k++) EXPECT_NEAR(s.load[k] - Kx[k], r[k], 1e-10);
    if (most == 5)
      EXPECT_LE(products, most + 1);    // the last one finds the residual
    else
      EXPECT_LE(std::sqrt(std::inner_product(r.begin(), r.end(), r.begin(), 0.0)), 1e-9);
  }
}

/** Other geometries have no copy in single precision: their systems are solved in double
 *  precision. */
TEST(MixedGradients, AreConjugateGradientsForStoredRows)
{
  using Rows = Tangent<SerialSpace, StoredGeometry<6>>;
  const bool same =
      std::is_same_v<MixedGradients<SerialSpace, Rows>, ConjugateGradients<SerialSpace, Rows>>;
  EXPECT_TRUE(same);
}

namespace {

/** An exchange that counts the words of eight bytes it has to move for each column. */
struct CountedWords {
  int *words;
  bool alone() const { return true; }
  void forward(double *, int width) { *words = width; }
  void sum(double *, int) {}
  void max(double *, int) {}
};

}    // namespace

/** A column of an iteration is two words, and not three. */
TEST(MixedGradients, ExchangeTwoWordsPerColumn)
{
  int words = 0;
  HostSpace<CountedWords> space(CountedWords{&words});
  std::vector<float> v(4);
  space.forward(v.data(), 4);
  EXPECT_EQ(words, 2);
}
