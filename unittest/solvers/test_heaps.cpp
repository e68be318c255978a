// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Disordered heaps that are nearly isostatic: forces, numbers of products, and memory.

#include "../soak.h"
#include "heaps.h"
#include "solutions.h"

#include "gtest/gtest.h"

#include <Eigen/Dense>
#include <cstdio>
#include <numeric>

using namespace networks;

namespace {

using G = StoredGeometry<3>;

template <template <class, class> class Linear>
using Interior = InteriorPoint<SerialSpace, G, Linear>;

/** A heap and its solver: the interior point with incomplete factors, from the top. */
struct HeapSolver {
  const Heap &heap;
  RowNetwork<SerialSpace, 3> s;
  SerialSpace space;
  Interior<IncompleteGradients> solver;

  explicit HeapSolver(const Heap &h) : heap(h), s(network_of(h.packing, false))
  {
    solver.linear_solver().preconditioner().order_by(h.depth());
    solver.setup(space, s.network);
  }

  template <class Law> Solution solve(double tolerance, const std::vector<double> &start = {})
  {
    Solution result;
    result.u = start;
    result.u.resize(3 * s.network.ncolumns, 0.0);
    result.report = solver.solve<Law>(s.load.data(), nullptr, result.u.data(), to(tolerance));
    result.force.assign(heap.packing.contacts.size(), 0.0);
    for (int c = 0; c < s.network.ncontacts; c++)
      result.force[s.contact[c]] = Law::force(s.network.stiffness[c], solver.overlap()[c]);
    std::printf("%d steps, %ld products, %.0f bytes per contact\n", result.report.steps,
                result.report.products, bytes_per_contact());
    return result;
  }

  double bytes_per_contact() const
  {
    return (network_bytes(s.network) + space.bytes() + solver.linear_solver().bytes()) /
        s.network.ncontacts;
  }
};

/** Keeps those of the contacts with the largest forces whose rows are independent, and lets forces
 *  of 0.01 and more carry the load. */
Heap without_redundant_contacts(Heap heap)
{
  const auto all = heap.packing.contacts;
  const int n = 3 * heap.free;
  std::vector<int> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return heap.force[a] > heap.force[b];
  });
  Eigen::MatrixXd Q(n, n);    // orthonormal; Gram-Schmidt, twice
  int rank = 0;
  std::vector<double> force;
  heap.packing.contacts.clear();
  for (int c : order) {
    if (rank == n) break;
    Eigen::VectorXd v = Eigen::VectorXd::Zero(n);
    for (int k = 0; k < 3; k++) {
      if (all[c].a < heap.free) v[3 * all[c].a + k] += all[c].A[k];
      if (all[c].b < heap.free) v[3 * all[c].b + k] -= all[c].B[k];
    }
    for (int pass = 0; pass < 2; pass++)
      v -= Q.leftCols(rank) * (Q.leftCols(rank).transpose() * v).eval();
    if (v.norm() < 1e-5) continue;
    Q.col(rank++) = v.normalized();
    heap.packing.contacts.push_back(all[c]);
    force.push_back(std::max(heap.force[c], 0.01));
  }
  heap.force = force;
  heap.packing.load_by(force);
  return heap;
}

}    // namespace

/** The forces of the file were found by two methods, which agreed to 2e-13, and rounded to
 *  float. */
TEST(Heaps, AllMethodsFindTheForcesOfTheFile)
{
  const Heap heap = read_heap("heap_1e3");
  const Solution exact = newton<HookeLaw, SparseDirect>(heap.packing, to(1e-11)),
                 factors = by_interior_point<HookeLaw, SparseDirect>(heap.packing, 1e-11),
                 incomplete = HeapSolver(heap).solve<HookeLaw>(1e-11);
  for (const auto *s : {&exact, &factors, &incomplete}) {
    EXPECT_EQ(s->report.reason, SolverReport::CONVERGED);
    EXPECT_LE(difference(s->force, heap.force), 1e-6);
  }
  for (const auto *s : {&factors, &incomplete}) EXPECT_LE(difference(s->force, exact.force), 1e-8);
}

/** The system of all contacts of a heap of ten thousand: 2,540 products with diagonal blocks. */
TEST(Heaps, OneLinearSystemOfTenThousandGrains)
{
  const Heap heap = read_heap("heap_1e4");
  RowNetwork<SerialSpace, 3> s = network_of(heap.packing, false);
  SerialSpace space;
  Tangent<SerialSpace, G> K;
  K.setup(s.network);
  K.mu = 1e-12;
  K.pack(space, s.network.stiffness.data());
  IncompleteGradients<SerialSpace, Tangent<SerialSpace, G>> gradients;
  gradients.preconditioner().order_by(heap.depth());
  gradients.setup(space, K);
  std::vector<double> r = s.load, x(3 * s.network.ncolumns);
  double square = 0.0;
  for (double load : s.load) square += load * load;
  const int products =
      refresh_and_solve(gradients, space, K, r.data(), x.data(), 1e-8 * std::sqrt(square), [](int) {
        return true;
      });
  const double bytes = gradients.bytes() / s.network.ncontacts;
  std::printf("%d products, factors take %.0f bytes per contact\n", products, bytes);
  EXPECT_LE(products, 200);
  EXPECT_LE(bytes, 350.0);
  EXPECT_EQ(gradients.preconditioner().diagonal_shift(), 0.0);
}

/** 25 s and 15,000 products at most are the requirement, and 600 bytes per contact. */
TEST(Heaps, TenThousandGrains)
{
  if (!VARDEM::at_size(false, true)) GTEST_SKIP() << "takes half a minute";
  const Heap heap = read_heap("heap_1e4");
  HeapSolver solver(heap);
  const Solution s = solver.solve<HookeLaw>(1e-8);
  EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
  EXPECT_LE(s.report.products, 8000);
  EXPECT_LE(solver.bytes_per_contact(), 600.0);
  EXPECT_LE(difference(s.force, heap.force), 1e-5);    // at this residual
}

/** Newton's method with diagonal blocks takes 147,602 products (Hooke) and 117,804 (Hertz). 6,500
 *  and 4,000 are the requirement. Then the stiffness of a tenth of the contacts is changed by 5 %:
 *  half of the steps of a cold start, and fewer products. */
TEST(Heaps, FewProductsAndFewerFromTheLastMotion)
{
  const Heap heap = read_heap("heap_1e3");
  Heap next = heap;
  for (std::size_t c = 0; c < next.packing.contacts.size(); c += 10)
    next.packing.contacts[c].stiffness = 1.05;
  HeapSolver solver(heap);
  const Solution last = solver.solve<HookeLaw>(1e-8), hertz = solver.solve<HertzLaw>(1e-8),
                 cold = HeapSolver(next).solve<HookeLaw>(1e-8),
                 warm = HeapSolver(next).solve<HookeLaw>(1e-8, last.u);
  for (const auto *s : {&last, &hertz, &warm}) EXPECT_EQ(s->report.reason, SolverReport::CONVERGED);
  EXPECT_LE(last.report.products, 3500);
  EXPECT_LE(hertz.report.products, 1500);
  EXPECT_LE(difference(warm.force, cold.force), 1e-5);    // at this residual
  EXPECT_LE(warm.report.steps, 10);
  EXPECT_LT(warm.report.steps, cold.report.steps);
  EXPECT_LE(4 * warm.report.products, 3 * cold.report.products);
}

/** Without redundant contacts the first system has the solution: 276 products for 2,916 contacts.
 *  Newton's method takes 69,516, because systems that are solved loosely open contacts that should
 *  stay closed. */
TEST(Heaps, IsostaticHeapsAreOneLinearSystem)
{
  if (!VARDEM::at_size(false, true)) GTEST_SKIP() << "to find the redundant contacts takes long";
  const Heap heap = without_redundant_contacts(read_heap("heap_1e3"));
  EXPECT_EQ(heap.packing.contacts.size(), 3u * heap.free);
  const Solution s = HeapSolver(heap).solve<HookeLaw>(1e-8);
  EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
  EXPECT_EQ(s.report.steps, 0);
  EXPECT_LE(s.report.products, 350);
  EXPECT_LE(difference(s.force, heap.force), 1e-6);
}
