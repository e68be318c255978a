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
