// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "../soak.h"
#include "random_networks.h"
#include "solutions.h"

#include "gtest/gtest.h"

#include <cstdio>

using namespace networks;

namespace {

/** By construction there are forces >= 0 that carry the load. Both linear solvers find the
 *  compatible ones. */
template <class Law, int n> void expect_agreement(unsigned first, unsigned last)
{
  long products = 0, steps = 0;
  for (unsigned seed = first; seed <= last; seed++) {
    const RandomNetwork<n> random(seed, 10.0);
    const Solution g = by_gradients<Law>(random.packing, 1e-12),
                   f = by_factors<Law>(random.packing, 1e-12);
    EXPECT_EQ(g.report.reason, SolverReport::CONVERGED) << seed;
    EXPECT_EQ(f.report.reason, SolverReport::CONVERGED) << seed;
    EXPECT_LE(difference(g.force, f.force), 1e-9) << seed;
    steps += g.report.steps;
    products += g.report.products;
  }
  std::printf("%.1f steps, %.0f products in the mean\n", 1.0 * steps / (last - first + 1),
              1.0 * products / (last - first + 1));
}

}    // namespace

// 200 networks

TEST(RandomNetworks, GradientsAndFactorsAgree)
{
  expect_agreement<HookeLaw, 3>(1, 60);
  expect_agreement<HertzLaw, 3>(61, 110);
  expect_agreement<HookeLaw, 6>(111, 160);
  expect_agreement<HertzLaw, 6>(161, 200);
}

/** The tolerance is larger here, because round-off is larger by the ratio 1e6 of the
 *  stiffnesses. */
TEST(RandomNetworks, StiffnessesOverSixOrdersOfMagnitude)
{
  const unsigned last = VARDEM::at_size(30u, 100u);    // a tenth of the networks is hard
  for (unsigned seed = 1; seed <= last; seed++) {
    const auto p = RandomNetwork<3>(seed, 1e6).packing;
    for (const auto &s : {by_gradients<HookeLaw>(p, 1e-9), by_gradients<HertzLaw>(p, 1e-9),
                          by_factors<HookeLaw>(p, 1e-9), by_factors<HertzLaw>(p, 1e-9)})
      EXPECT_EQ(s.report.reason, SolverReport::CONVERGED) << seed;
  }
}

TEST(RandomNetworks, LoadsThatCannotBeCarriedAreRecognised)
{
  int count = 0;
  const unsigned last = VARDEM::at_size(40u, 100u);
  for (unsigned seed = 1; seed <= last; seed++) {
    RandomNetwork<3> random(seed, 10.0);
    const RowPacking<3> &p = random.packing;
    if (!random.overload(seed, 0.01)) continue;    // all bodies are fixed
    count++;
    for (const auto &s : {by_gradients<HookeLaw>(p, 1e-8), by_gradients<HertzLaw>(p, 1e-8),
                          by_factors<HookeLaw>(p, 1e-8)})
      EXPECT_EQ(s.report.reason, SolverReport::INFEASIBLE) << seed;
  }
  EXPECT_GE(count, 0.9 * last);
}

namespace {

/** Row by row: |residual at u - that of more digits at motions that round to u|, over its bound. */
template <class Law> std::vector<double> parts_of_round_off(unsigned seed, bool full)
{
  const RandomNetwork<3> random(seed, 10.0);
  const auto s = network_of(random.packing, full);
  const auto u = by_interior_point<Law>(random.packing, 1e-11).u;
  const auto rows = s.network.rows();
  const int n = 3 * s.network.nrows;
  std::vector<double> overlap(s.network.ncontacts), tangent(overlap), r(n), bound(n);
  using G = StoredGeometry<3>;
  const Residual<Law, NoGaps, G> residual{
      rows, {}, nullptr, s.load.data(), u.data(), overlap.data(), tangent.data(), r.data()};
  for (int i = 0; i < rows.nrows; i++) residual(i);
  const RoundOffOfResidual<Law, G> round_off{rows,     nullptr,        nullptr,     s.load.data(),
                                             u.data(), overlap.data(), bound.data()};
  for (int i = 0; i < rows.nrows; i++) round_off(i);
  std::mt19937_64 generator(seed);
  std::vector<long double> exact_u(u.begin(), u.end()), exact(s.load.begin(), s.load.end());
  for (auto &k : exact_u)
    k *= 1.0L + std::uniform_real_distribution<double>(-1.0, 1.0)(generator) * 0x1p-53L;
  for (const auto &c : random.packing.contacts) {
    const int a = 3 * s.column[c.a], b = 3 * s.column[c.b];
    long double o = 0.0L;
    for (int k = 0; k < 3; k++) o += c.A[k] * exact_u[a + k] - c.B[k] * exact_u[b + k];
    const long double f = o > 0.0L ? c.stiffness * std::pow(o, Law::EXPONENT - 1.0L) : 0.0L;
    for (int k = 0; k < 3; k++) {
      if (a < n) exact[a + k] -= f * c.A[k];
      if (b < n) exact[b + k] += f * c.B[k];
    }
  }
  std::vector<double> parts;
  for (int k = 0; k < n; k++)
    if (r[k] != 0.0 || bound[k] > 0.0) parts.push_back(std::fabs(r[k] - exact[k]) / bound[k]);
  return parts;
}

}    // namespace

/** The bound of round-off holds in each row, and is not far above what there is. */
TEST(RandomNetworks, RoundOffOfTheResidual)
{
  double largest = 0.0, sum = 0.0;
  long count = 0;
  for (unsigned seed = 1; seed <= VARDEM::at_size(100u, 1000u); seed++)
    for (const auto &parts :
         {parts_of_round_off<HookeLaw>(seed, false), parts_of_round_off<HookeLaw>(seed, true),
          parts_of_round_off<HertzLaw>(seed, false)})
      for (double part : parts) {
        largest = std::max(largest, part);
        sum += part;
        count++;
      }
  std::printf("%ld rows: at most %.2f of the bound, %.2f in the mean\n", count, largest,
              sum / count);
  EXPECT_LE(largest, 1.0);
  EXPECT_GE(sum / count, 0.02);
}

/** Rattlers are bodies without load. Their contact forces are exactly 0 and not only small. */
TEST(RandomNetworks, RattlersCarryNothing)
{
  Packing p = pyramid(5, [](int a, int) {
    return a % 3 ? 1.0 : 0.2;
  });
  const int grains = p.x.size();
  const auto add = [&](const VARDEM::Vec3 &x, bool fixed) {
    p.x.push_back(x);
    p.fixed.push_back(fixed);
    p.load.insert(p.load.end(), 3, 0.0);
  };
  for (int k = 0; k < 3; k++) {    // a column of two beside the heap, on a fixed particle
    add({-3.0, 0.0, 1.0 * k}, k == 0);
    if (k) p.contacts.push_back({grains + k - 1, grains + k, 1.0});
  }
  add({9.0, 9.0, 9.0}, false);                           // touches no other particle
  add({2.0, 2.0, 1.0 + 4.0 * std::sqrt(0.5)}, false);    // on the top of the heap
  p.contacts.push_back({grains - 1, grains + 4, 1.0});
  int count = 0;
  for (const auto &s : {by_gradients<HookeLaw>(p, 1e-12), by_factors<HookeLaw>(p, 1e-12),
                        by_gradients<HertzLaw>(p, 1e-12), by_factors<HertzLaw>(p, 1e-12)}) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    for (std::size_t c = 0; c < s.force.size(); c++)
      if (p.contacts[c].b >= grains) {
        EXPECT_EQ(s.force[c], 0.0) << p.contacts[c].a << " " << p.contacts[c].b;
        count++;
      }
  }
  EXPECT_EQ(count, 4 * 3);
}
