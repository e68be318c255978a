// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The augmented Lagrangian solves for forces, and Newton's method for motions. They share the
// network, but nothing of the method.

#include "random_networks.h"
#include "solutions.h"

#include "gtest/gtest.h"

using namespace networks;

namespace {

template <class Law, class AnyPacking> void expect_newton(const AnyPacking &p, double bound)
{
  const Solution al = by_augmented_lagrangian<Law>(p, 1e-10), g = by_gradients<Law>(p, 1e-12),
                 f = by_factors<Law>(p, 1e-11);
  EXPECT_EQ(al.report.reason, SolverReport::CONVERGED);
  EXPECT_LE(difference(al.force, g.force), bound);
  EXPECT_LE(difference(al.force, f.force), bound);
}

}    // namespace

TEST(AugmentedLagrangian, AgreesOnRandomNetworks)
{
  for (unsigned seed = 1; seed <= 8; seed++) {
    expect_newton<HookeLaw>(RandomNetwork<6>(seed, 10.0).packing, 1e-7);
    expect_newton<HertzLaw>(RandomNetwork<6>(seed, 10.0).packing, 1e-7);
  }
}
