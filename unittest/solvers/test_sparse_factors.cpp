// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Sparse factors by Eigen and by CHOLMOD: the same solutions, and the memory they need.

#include "random_networks.h"
#include "solutions.h"
#include "solvers/network/tangent.h"

#include "gtest/gtest.h"

#include <Eigen/Dense>
#include <cstdio>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace VARDEM;
using namespace networks;

namespace {

template <class Factors> struct Direct {
  template <class Space, class Operator> using Solver = SparseDirectBy<Space, Operator, Factors>;
};

template <class Factors> class Sparse : public testing::Test {
};
#ifdef VARDEM_HAS_CHOLMOD
using Backends = testing::Types<EigenFactors, CholmodFactors>;
#else
using Backends = testing::Types<EigenFactors>;
#endif

/** What malloc() has allocated; 0 where that is unknown, as with sanitizers, which have an
 *  allocator of their own. */
double in_use()
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
#else
  return 0.0;
#endif
}

Packing soft_pyramid(int n)
{
  return pyramid(n, [](int a, int b) {
    return (a + b) % 2 ? 1.0 : 0.01;
  });
}

/** K of a packing with what it points to. */
template <class AnyPacking> struct Matrix {
  using Topology = decltype(network_of(AnyPacking(), false));
  using Operator = Tangent<SerialSpace, typename Topology::Geometry>;
  Topology topology;
  SerialSpace space;
  Operator K;

  Matrix(const AnyPacking &p, double mu) : topology(network_of(p, false))
  {
    K.setup(topology.network);
    K.mu = mu;
    pack(1.0);
  }
  /** Multiplies the stiffness of every third contact by a factor. */
  void pack(double factor)
  {
    auto stiffness = topology.network.stiffness;
    for (std::size_t c = 0; c < stiffness.size(); c += 3) stiffness[c] *= factor;
    K.pack(space, stiffness.data());
  }
};

template <class Factors, class M>
Eigen::VectorXd solution(M &m, SparseDirectBy<SerialSpace, typename M::Operator, Factors> &direct,
                         Eigen::VectorXd &r)
{
  Eigen::VectorXd x(3 * m.topology.network.ncolumns);
  refresh_and_solve(direct, m.space, m.K, r.data(), x.data(), 0.0, [](int) {
  });
  return x.head(r.size());
}

}    // namespace

TYPED_TEST_SUITE(Sparse, Backends);

/** The first matrix and the last one are the same. The pattern is found only once. */
TYPED_TEST(Sparse, FollowsTheNumbersOfTheMatrix)
{
  Matrix m(soft_pyramid(8), 1e-6);
  SparseDirectBy<SerialSpace, decltype(m.K), TypeParam> direct;
  direct.setup(m.space, m.K);
  std::vector<Eigen::VectorXd> x;
  const Eigen::VectorXd right = Eigen::VectorXd::Random(3 * m.topology.network.nrows);
  for (double factor : {1.0, 5.0, 1.0}) {
    m.pack(factor);
    Eigen::VectorXd r = right;
    x.push_back(solution<TypeParam>(m, direct, r));
    EXPECT_LE(r.norm(), 1e-9 * right.norm());
  }
  EXPECT_EQ(x[0], x[2]);
  EXPECT_GE((x[0] - x[1]).norm(), 1e-2 * x[0].norm());
}

/** Floppy bodies are held by mu alone. A load that the contacts carry is balanced to round-off. */
TYPED_TEST(Sparse, NearlySingularMatrices)
{
  for (unsigned seed = 1; seed <= 50; seed++)
    for (double mu : {1e-8, 1e-12}) {
      Matrix m(RandomNetwork<3>(seed, 1e3).packing, mu);
      if (m.topology.network.nrows == 0) continue;
      SparseDirectBy<SerialSpace, decltype(m.K), TypeParam> direct;
      direct.setup(m.space, m.K);
      Eigen::VectorXd r = Eigen::VectorXd::Map(m.topology.load.data(), m.topology.load.size());
      const double load = r.norm();
      solution<TypeParam>(m, direct, r);
      EXPECT_LE(r.norm(), 1e-10 * load) << seed << " " << mu;
    }
}

/** Round-off makes such a matrix indefinite. It is dense, for which CHOLMOD computes blocks
 *  first. */
TYPED_TEST(Sparse, FactorsOfAnIndefiniteMatrix)
{
  const int n = 300;
  const Eigen::MatrixXd B = Eigen::MatrixXd::Random(n, n - 10);
  const Eigen::MatrixXd K = B * B.transpose() - 1e-9 * Eigen::MatrixXd::Identity(n, n);
  const Eigen::SparseMatrix<double> lower =
      K.triangularView<Eigen::Lower>().toDenseMatrix().sparseView();
  TypeParam factors;
  factors.analyze(lower, available_memory());
  for (int repeat = 0; repeat < 2; repeat++) {
    ASSERT_TRUE(factors.factorize(lower));
    const Eigen::VectorXd right = B.col(0);
    Eigen::VectorXd x(n);
    factors.solve(right, x);
    EXPECT_LE((right - K * x).norm(), 1e-4 * right.norm());
  }
}

/** Without factors there is no solution, and the right-hand side stays. */
TYPED_TEST(Sparse, NoFactors)
{
  Matrix m(soft_pyramid(3), 1e-6);
  SparseDirectBy<SerialSpace, decltype(m.K), TypeParam> direct;
  direct.setup(m.space, m.K);
  m.K.mu = std::nan("");
  const Eigen::VectorXd right = Eigen::VectorXd::Random(3 * m.topology.network.nrows);
  Eigen::VectorXd r = right;
  EXPECT_EQ(solution<TypeParam>(m, direct, r).norm(), 0.0);
  EXPECT_EQ(r, right);
}

/** The message has what is needed and what there is. The limit is between half and twice of what is
 *  allocated in the end. */
TYPED_TEST(Sparse, TooLittleMemory)
{
  Matrix m(soft_pyramid(16), 1e-6);
  SparseDirectBy<SerialSpace, decltype(m.K), TypeParam> direct;
  direct.memory_limit = 3e4;
  try {
    direct.setup(m.space, m.K);
    FAIL();
  } catch (const NotEnoughMemory &e) {
    double needed = 0.0, available = 0.0;
    std::sscanf(e.what(), "it needs about %lf GB of memory, and %lf GB are available", &needed,
                &available);
    EXPECT_EQ(available, 3e-5);
    EXPECT_GE(needed, 1e-3);
  }
  direct.memory_limit = 0.0;
  EXPECT_NO_THROW(direct.setup(m.space, m.K));
  TypeParam factors;
  LowerTriangle<3> lower;
  factors.analyze(lower.pattern(m.K), HUGE_VAL);
  ASSERT_TRUE(factors.factorize(lower.fill(m.K)));
  EXPECT_THROW(factors.analyze(lower.fill(m.K), 0.5 * factors.bytes()), NotEnoughMemory);
  factors.analyze(lower.fill(m.K), HUGE_VAL);
  ASSERT_TRUE(factors.factorize(lower.fill(m.K)));
  EXPECT_NO_THROW(factors.analyze(lower.fill(m.K), 2.0 * factors.bytes()));
}

/** Neither library uses operator new. */
TYPED_TEST(Sparse, BytesAreWhatIsAllocated)
{
  Matrix m(soft_pyramid(14), 1e-6);
  Eigen::VectorXd r = Eigen::VectorXd::Random(3 * m.topology.network.nrows);
  const double before = in_use();
  if (before == 0.0) GTEST_SKIP() << "the allocator does not tell what it has allocated";
  SparseDirectBy<SerialSpace, decltype(m.K), TypeParam> direct;
  direct.setup(m.space, m.K);
  const Eigen::VectorXd x = solution<TypeParam>(m, direct, r);
  const double allocated = in_use() - before - sizeof(double) * static_cast<double>(x.size());
  std::printf("allocated: %.0f bytes, told: %.0f\n", allocated, direct.bytes());
  EXPECT_NEAR(direct.bytes(), allocated, 0.03 * allocated);
}

/** The pushing contacts are the same as those of conjugate gradients. */
TYPED_TEST(Sparse, ForcesAreThoseOfGradients)
{
  const Packing p = soft_pyramid(6);
  const auto forces = newton<HookeLaw, ConjugateGradients>(p, to(1e-12)).force;
  const Solution by_newton = newton<HookeLaw, Direct<TypeParam>::template Solver>(p, to(1e-12)),
                 inside = by_interior_point<HookeLaw, Direct<TypeParam>::template Solver>(p, 1e-12);
  EXPECT_LE(difference(by_newton.force, forces), 1e-10);
  EXPECT_LE(difference(inside.force, forces), 1e-10);
}

/** Linux tells it. */
TEST(AvailableMemory, IsKnown)
{
#ifdef __linux__
  EXPECT_GE(available_memory(), 1e7);
  EXPECT_LE(available_memory(), 1e15);
#else
  EXPECT_EQ(available_memory(), HUGE_VAL);
#endif
}
