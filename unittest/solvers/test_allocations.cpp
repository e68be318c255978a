/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Solvers allocate in setup(), and not in their loops.

#include "solutions.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <new>

namespace {
long allocations = 0;
}

void *operator new(std::size_t n)
{
  allocations++;
  if (void *p = std::malloc(n)) return p;
  throw std::bad_alloc();
}
void operator delete(void *p) noexcept
{
  std::free(p);
}
void operator delete(void *p, std::size_t) noexcept
{
  std::free(p);
}

using namespace networks;

TEST(NoTensionNewton, AllocatesNothingInItsLoops)    // more steps, more iterations, no more memory
{
  const Packing p = pyramid(10, [](int a, int b) {
    return (a + b) % 2 ? 1.0 : 0.3;
  });
  const auto s = network_of(p, false);
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, ConjugateGradients> newton;
  newton.setup(space, s.network);
  std::vector<double> u(3 * s.network.ncolumns, 0.0);
  newton.solve<HookeLaw>(s.load.data(), nullptr, u.data(), to(1e-2));
  for (double tolerance : {1e-2, 1e-12}) {
    std::fill(u.begin(), u.end(), 0.0);
    const long before = allocations;
    const SolverReport report =
        newton.solve<HookeLaw>(s.load.data(), nullptr, u.data(), to(tolerance));
    EXPECT_GE(report.products, tolerance < 1e-6 ? 100 : 10);
    EXPECT_EQ(allocations, before);
  }
}
