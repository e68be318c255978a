// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The hard case: a disordered packing has hardly more contacts than it needs, and soft modes that
// extend over many particles.

#include "../soak.h"
#include "settled.h"
#include "solutions.h"

#include "gtest/gtest.h"

#include <cstdio>

using namespace networks;

/** A packing with as many contacts as equations: doc/notes/compatible-forces.md 4.4. */
TEST(Disordered, GradientsAndFactorsAgree)
{
  for (unsigned seed : VARDEM::at_size<std::vector<unsigned>>({1}, {1, 2, 3, 4})) {
    const Packing p = Settled(200, seed).packing;
    for (const auto &[g, d] :
         {std::make_pair(by_gradients<HookeLaw>(p, 1e-11), by_factors<HookeLaw>(p, 1e-11)),
          std::make_pair(by_gradients<HertzLaw>(p, 1e-11), by_factors<HertzLaw>(p, 1e-11))}) {
      std::printf("%zu contacts; gradients: %d steps, %ld products, residual %.1e; factors: %d "
                  "steps, %.1e; difference %.1e\n",
                  p.contacts.size(), g.report.steps, g.report.products, g.report.residual,
                  d.report.steps, d.report.residual, difference(g.force, d.force));
      EXPECT_EQ(g.report.reason, SolverReport::CONVERGED);
      EXPECT_EQ(d.report.reason, SolverReport::CONVERGED);
      EXPECT_LE(difference(g.force, d.force), 1e-8);
    }
    std::printf("to 1e-9: %ld products\n", by_gradients<HookeLaw>(p, 1e-9).report.products);
  }
}
