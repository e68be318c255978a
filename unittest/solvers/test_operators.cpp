// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Linear solvers over operators that are not the tangent of a network without friction: blocks of
// pairs that are no sums of squares, and the sum of such blocks and a tangent. All against dense
// matrices of Eigen.

#include "block_networks.h"
#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/sparse_direct.h"
#include "solvers/network/tangent.h"

#include "gtest/gtest.h"

using namespace VARDEM;
using namespace networks;

namespace {

constexpr double RESIDUAL = 1e-12;

/** Solves K x = right by one of the solvers, and compares with the dense matrix. */
template <template <class, class> class Linear, class Operator>
void expect_solution(const Operator &K, const MatrixXd &dense)
{
  SerialSpace space;
  Linear<SerialSpace, Operator> linear;
  linear.setup(space, K);
  const VectorXd right = Random(7).vector(dense.rows()), exact = dense.llt().solve(right);
  VectorXd r = right, x = VectorXd::Constant(Operator::DOF * K.shape().ncolumns, 7.0);
  int products = 0;
  const int all = refresh_and_solve(linear, space, K, r.data(), x.data(), RESIDUAL, [&](int n) {
    products = n;
    return true;
  });
  EXPECT_EQ(products, all);
  EXPECT_LE(r.norm(), RESIDUAL);
  EXPECT_LE((right - dense * x.head(right.size()) - r).norm(), 1e-11);
  EXPECT_LE((x.head(right.size()) - exact).norm(), 1e-10 * exact.norm());
}

template <class Operator> void expect_both_solve(const Operator &K, const MatrixXd &dense)
{
  expect_solution<ConjugateGradients>(K, dense);
  expect_solution<SparseDirect>(K, dense);
}

double least_eigenvalue(const MatrixXd &K)
{
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(K, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

/** Pairs with blocks of any numbers. Each row gets enough of its own to make the sum positive
 *  definite. */
template <int n> Pairs<n> any_pairs(unsigned seed, int bodies, int count)
{
  Random random(seed);
  Pairs<n> p(bodies - 1);
  for (int c = 0; c < count; c++) {
    const int a = random.any(bodies), b = (a + 1 + random.any(bodies - 1)) % bodies;
    const MatrixXd M = random.matrix(2 * n, 2 * n);
    p.pairs.push_back({a, b, M + M.transpose()});
    EXPECT_LT(least_eigenvalue(p.pairs.back().K), 0.0);    // no sum of squares
  }
  const double enough = 0.1 - least_eigenvalue(p.dense());
  for (auto &own : p.own) own = enough * MatrixXd::Identity(n, n);
  return p;
}

/** The pairs beside a tangent without contacts and without inertia. */
template <int n> void expect_solutions_beside_nothing(const Pairs<n> &pairs, bool full)
{
  const int bodies = pairs.nrows + 1;
  const BlockPacking<n> packing(1, bodies, 0);
  const BlockNetwork<n> none(packing, full);
  Tangent<SerialSpace, StoredGeometry<n>> tangent;
  SerialSpace space;
  tangent.setup(none.network);
  tangent.pack(space, none.network.stiffness.data());
  const auto blocks = pairs.blocks(bodies, full);
  expect_both_solve(SumOperator(tangent, blocks), pairs.dense());
}

/** Bonds of length 1 that are pressed by a part f of their stiffness: n n^T - f (1 - n n^T) for the
 *  difference of the motions. */
Pairs<3> pressed_bonds(const BlockPacking<3> &packing, double f)
{
  Pairs<3> p(packing.fixed.size() - 1);
  for (const auto &c : packing.contacts) {
    const VectorXd normal = c.A.transpose();
    const MatrixXd N = normal * normal.transpose(),
                   k = c.stiffness * ((1.0 + f) * N - f * MatrixXd::Identity(3, 3));
    MatrixXd K(6, 6);
    K << k, -k, -k, k;
    p.pairs.push_back({c.a, c.b, K});
  }
  return p;
}

}    // namespace

TEST(SymmetricBlocks, NeedNotBeSumsOfSquares)
{
  for (unsigned seed = 1; seed <= 10; seed++)
    for (bool full : {false, true}) {
      expect_solutions_beside_nothing(any_pairs<3>(seed, 12, 30), full);
      expect_solutions_beside_nothing(any_pairs<6>(seed, 8, 15), full);
    }
}

TEST(SymmetricBlocks, EnergyOfTheProduct)
{
  for (bool full : {false, true}) {
    const auto p = any_pairs<3>(3, 12, 30);
    const auto K = p.blocks(12, full);
    SerialSpace space;
    const VectorXd v = Random(1).vector(36), before = VectorXd::Constant(33, 7.0);
    VectorXd w = before;
    space.reduce<1>(11, K.add_product(v.data(), w.data()), 0);
    const VectorXd exact = p.dense() * v.head(33);
    EXPECT_LE((w - before - exact).norm(), 1e-13 * exact.norm());
    EXPECT_NEAR(space.fetch(1)[0], v.head(33).dot(exact), 1e-12 * exact.norm());
  }
}

/** Contacts, inertia, and the geometric stiffness of pressed bonds, which alone has negative
 *  eigenvalues. */
TEST(SumOperator, TangentAndGeometricStiffness)
{
  for (unsigned seed = 1; seed <= 10; seed++)
    for (bool full : {false, true}) {
      const BlockPacking<3> packing(seed, 15, 40);
      const BlockNetwork<3> s(packing, full);
      const Pairs<3> bonds = pressed_bonds(packing, 0.3);
      const MatrixXd geometric = bonds.dense();
      EXPECT_LT(least_eigenvalue(geometric), -0.1);

      const double D = 0.5 - least_eigenvalue(geometric);
      const std::vector<double> inertia(packing.free(), D);
      Tangent<SerialSpace, StoredGeometry<3>> tangent;
      SerialSpace space;
      tangent.setup(s.network);
      tangent.inertia = inertia.data();
      tangent.pack(space, s.network.stiffness.data());
      MatrixXd dense = geometric + D * MatrixXd::Identity(packing.free(), packing.free());
      for (std::size_t c = 0; c < packing.contacts.size(); c++)
        dense += packing.contacts[c].stiffness * packing.row(c).transpose() * packing.row(c);

      const auto blocks = bonds.blocks(s.network.ncolumns, full);
      expect_both_solve(SumOperator(tangent, blocks), dense);
    }
}
