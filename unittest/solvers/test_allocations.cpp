// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Solvers allocate in setup(), and not in their loops; and how much.

#include "solutions.h"
#include "solvers/linear/mixed_gradients.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <cstdlib>
#include <new>

namespace {
long allocations = 0, allocated = 0;    // number of calls, and of bytes
}

void *operator new(std::size_t n)
{
  allocations++;
  allocated += n;
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

namespace {

template <template <class, class> class Linear> void expect_no_allocations()
{
  const Packing p = pyramid(10, [](int a, int b) {
    return (a + b) % 2 ? 1.0 : 0.3;
  });
  const auto s = network_of(p, false);
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, Linear> newton;
  newton.setup(space, s.network);
  std::vector<double> u(3 * s.network.ncolumns, 0.0);
  newton.template solve<HookeLaw>(s.load.data(), nullptr, u.data(), to(1e-2));
  for (double tolerance : {1e-2, 1e-12}) {
    std::fill(u.begin(), u.end(), 0.0);
    const long before = allocations;
    const SolverReport report =
        newton.template solve<HookeLaw>(s.load.data(), nullptr, u.data(), to(tolerance));
    EXPECT_GE(report.products, tolerance < 1e-6 ? 100 : 10);
    EXPECT_EQ(allocations, before);
  }
}

/** Returns the bytes per contact of a pyramid's network and its solver, with positions, motions and
 *  loads. None of this memory is freed before the end, so what is allocated is also what is used at
 *  most. */
template <template <class, class> class Linear> double bytes_per_contact()
{
  const Packing p = pyramid(20);
  const auto s = network_of(p, false);
  const auto &n = s.network;
  const double contacts = n.ncontacts, grains = n.nrows;
  const double network = contacts * (sizeof(n.column[0]) + sizeof(n.stiffness[0])) +
      grains * (sizeof(n.first[0]) + sizeof(n.middle[0])) +
      sizeof(double) * (s.x.size() + s.load.size());
  const long before = allocated;
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, Linear> newton;
  newton.setup(space, s.network);
  std::vector<double> u(3 * n.ncolumns, 0.0);
  const SolverReport report =
      newton.template solve<HookeLaw>(s.load.data(), nullptr, u.data(), to(1e-8));
  EXPECT_EQ(report.reason, SolverReport::CONVERGED);
  const double bytes = network + static_cast<double>(allocated - before);
  std::printf("%.0f bytes per contact, of them %.0f by the network\n", bytes / contacts,
              network / contacts);
  return bytes / contacts;
}

}    // namespace

/** More steps and more iterations take no more memory. */
TEST(NoTensionNewton, AllocatesNothingInItsLoops)
{
  expect_no_allocations<ConjugateGradients>();
  expect_no_allocations<MixedGradients>();
}

/** The limit is 350 bytes per contact (a requirement). */
TEST(NoTensionNewton, MemoryPerContact)
{
  const double bytes = bytes_per_contact<ConjugateGradients>();
  EXPECT_LE(bytes, 350.0);
  EXPECT_GE(bytes, 48.0);    // what is kept per contact: Developer_vardem.rst
}

/** Coefficients and vectors in single precision come on top, and so do two vectors in double
 *  precision. Those of conjugate gradients in double precision are not allocated. */
TEST(MixedGradients, MemoryPerContact)
{
  EXPECT_LE(bytes_per_contact<MixedGradients>(), bytes_per_contact<ConjugateGradients>() + 24.0);
}
