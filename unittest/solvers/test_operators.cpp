// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Linear solvers over operators that are not the tangent of a network without friction: blocks of
// pairs that are no sums of squares, the sum of such blocks and a tangent, and tangents of contacts
// with three rows. All against dense matrices of Eigen.

#include "block_networks.h"
#include "solvers/conjugate_gradients.h"
#include "solvers/sparse_direct.h"
#include "solvers/tangent.h"

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

/** Bonds of length 1 that are pressed by a part f of their stiffness: n n^T - f (1 - n n^T) for the
 *  difference of the motions. */
Pairs<3> pressed_bonds(const BlockPacking<3, 1> &packing, double f)
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
      const auto three = any_pairs<3>(seed, 12, 30);
      const auto six = any_pairs<6>(seed, 8, 15);
      expect_both_solve(three.blocks(12, full), three.dense());
      expect_both_solve(six.blocks(8, full), six.dense());
    }
}

TEST(SymmetricBlocks, EnergyOfTheProduct)
{
  for (bool full : {false, true}) {
    const auto p = any_pairs<3>(3, 12, 30);
    const auto K = p.blocks(12, full);
    SerialSpace space;
    const VectorXd v = Random(1).vector(36);
    VectorXd w = VectorXd::Constant(33, 7.0);
    space.reduce<1>(11, K.product(v.data(), w.data()), 0);
    const VectorXd exact = p.dense() * v.head(33);
    EXPECT_LE((w - exact).norm(), 1e-13 * exact.norm());
    EXPECT_NEAR(space.fetch(1)[0], v.head(33).dot(exact), 1e-12 * exact.norm());
  }
}

/** Contacts, inertia, and the geometric stiffness of pressed bonds, which alone has negative
 *  eigenvalues. */
TEST(SumOperator, TangentAndGeometricStiffness)
{
  for (unsigned seed = 1; seed <= 10; seed++)
    for (bool full : {false, true}) {
      const BlockPacking<3, 1> packing(seed, 15, 40);
      const BlockNetwork<3, 1> s(packing, full);
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
        dense += packing.contacts[c].stiffness * packing.rows(c).transpose() * packing.rows(c);

      const auto blocks = bonds.blocks(s.network.ncolumns, full);
      expect_both_solve(SumOperator(tangent, blocks), dense);
    }
}

/** Contacts with three rows have tangents that are symmetric matrices. */
template <int n> void three_rows(unsigned seed, bool full)
{
  const BlockPacking<n, 3> packing(seed, 10, 25);
  const BlockNetwork<n, 3> s(packing, full);
  Random random(seed);
  const int size = packing.free();
  std::vector<double> tangents, inertia;
  MatrixXd dense = 0.01 * MatrixXd::Identity(size, size);
  for (std::size_t c = 0; c < packing.contacts.size(); c++) {
    const MatrixXd M = random.matrix(3, 2),
                   H = c % 5 ? MatrixXd(M * M.transpose()) : MatrixXd::Zero(3, 3);
    for (double h : {H(0, 0), H(1, 1), H(2, 2), H(1, 2), H(0, 2), H(0, 1)}) tangents.push_back(h);
    dense += packing.rows(c).transpose() * H * packing.rows(c);
  }
  for (int k = 0; k < size; k++) {
    inertia.push_back(random.uniform(0.0, 1.0));
    dense(k, k) += inertia.back();
  }
  SerialSpace space;
  Tangent<SerialSpace, StoredGeometry<n, 3>> K;
  K.setup(s.network);
  K.mu = 0.01;
  K.inertia = inertia.data();
  K.pack(space, s.sorted(tangents, 6).data());
  expect_both_solve(K, dense);
}

TEST(Tangent, ThreeRowsAndInertia)
{
  for (unsigned seed = 1; seed <= 10; seed++)
    for (bool full : {false, true}) {
      three_rows<3>(seed, full);
      three_rows<6>(seed, full);
    }
}
