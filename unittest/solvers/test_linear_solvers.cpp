// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Newton's steps: conjugate gradients and sparse factors against dense matrices of Eigen.

#include "cut_networks.h"
#include "random_networks.h"
#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/schwarz_cholesky.h"
#include "solvers/linear/sparse_direct.h"
#include "solvers/network/tangent.h"

#include "gtest/gtest.h"

#include <Eigen/Dense>

using namespace VARDEM;
using namespace networks;

namespace {

template <int n> using Rows = RowNetwork<SerialSpace, n>;

/** K as a dense matrix, made from the stored rows. Bodies that cannot move have no columns. */
template <int n> Eigen::MatrixXd dense(const Rows<n> &s, const Eigen::VectorXd &diagonal)
{
  Eigen::MatrixXd K = diagonal.asDiagonal();
  for (int i = 0; i < s.network.nrows; i++)
    for (int c = s.network.first[i]; c < s.network.first[i + 1]; c++) {
      const int j = s.network.column[c];
      if (s.network.full && j < i) continue;    // row j has this contact, too
      Eigen::VectorXd b = Eigen::VectorXd::Zero(K.rows());
      for (int k = 0; k < n; k++) {
        b[n * i + k] += s.ab[2 * n * c + k];
        if (j < s.network.nrows) b[n * j + k] -= s.ab[2 * n * c + n + k];
      }
      K += s.network.stiffness[c] * b * b.transpose();
    }
  return K;
}

template <template <class, class> class Linear, int n>
double error_of(unsigned seed, bool full, double residual)
{
  const RandomNetwork<n> random(seed, 10.0);
  const Rows<n> s(random.packing, full);
  const int size = n * s.network.nrows;
  SerialSpace space;
  Tangent<SerialSpace, StoredGeometry<n>> K;
  const Eigen::VectorXd inertia = 0.1 * Eigen::VectorXd::Random(size).cwiseAbs();
  K.setup(s.network);
  K.mu = 0.01;
  K.inertia = inertia.data();
  K.pack(space, s.network.stiffness.data());
  Linear<SerialSpace, decltype(K)> linear;
  linear.setup(space, K);
  const Eigen::VectorXd right = Eigen::VectorXd::Random(size);
  Eigen::VectorXd r = right, x = Eigen::VectorXd::Constant(n * s.network.ncolumns, 7.0);
  refresh_and_solve(linear, space, K, r.data(), x.data(), residual, [](int) {
    return true;
  });
  const Eigen::MatrixXd matrix = dense<n>(s, inertia + Eigen::VectorXd::Constant(size, K.mu));
  const Eigen::VectorXd y = matrix.llt().solve(right), head = x.head(size);
  EXPECT_LE(r.norm(), residual);
  EXPECT_LE((right - matrix * head - r).norm(), 1e-10);    // the solver returns r - K x in r
  return (head - y).norm() / y.norm();
}

}    // namespace

TEST(LinearSolvers, SolveAsEigenDoes)
{
  for (unsigned seed = 1; seed <= 20; seed++)
    for (bool full : {false, true}) {
      SCOPED_TRACE(seed);
      EXPECT_LE((error_of<ConjugateGradients, 3>(seed, full, 1e-12)), 1e-10);
      EXPECT_LE((error_of<ConjugateGradients, 6>(seed, full, 1e-12)), 1e-10);
      EXPECT_LE((error_of<IncompleteGradients, 3>(seed, full, 1e-12)), 1e-10);
      EXPECT_LE((error_of<IncompleteGradients, 6>(seed, full, 1e-12)), 1e-10);
      EXPECT_LE((error_of<SparseDirect, 3>(seed, full, 1e-12)), 1e-11);
      EXPECT_LE((error_of<SparseDirect, 6>(seed, full, 1e-12)), 1e-11);
    }
}

/** A ring of three spheres across a periodic boundary: columns 3 and 4 are images of rows 2 and
 *  0. */
TEST(SparseDirect, KnowsPeriodicImages)
{
  using Space = HostSpace<Images>;
  const double x[] = {0.0, 0.1, 0.0, 1.0, 0.0, 0.2, 2.0, 0.3, 0.0, -1.0, 0.3, 0.0, 3.0, 0.1, 0.0};
  ContactNetwork<Space, CentralGeometry> network;
  network.geometry = {x};
  network.nrows = network.nbodies = 3;
  network.first_fixed = network.ncolumns = 5;
  network.owners = {{0, 0}, {2, 0}};
  network.first = {0, 1, 2, 4};
  network.middle = {0, 2, 3};
  network.column = {3, 0, 1, 4};
  network.stiffness = {1.0, 2.0, 3.0, 1.0};
  network.ncontacts = 4;

  Images images;
  images.nrows = 3;
  images.owner = &network.owners.row;
  Space space(images);
  Tangent<Space, CentralGeometry> K;
  K.setup(network);
  K.mu = 0.01;
  K.pack(space, network.stiffness.data());
  const Eigen::VectorXd right = Eigen::VectorXd::Random(9);
  Eigen::VectorXd r[2] = {right, right},
                  u[2] = {Eigen::VectorXd::Zero(15), Eigen::VectorXd::Zero(15)};
  SparseDirect<Space, decltype(K)> factors;
  ConjugateGradients<Space, decltype(K)> gradients;
  factors.setup(space, K);
  gradients.setup(space, K);
  refresh_and_solve(factors, space, K, r[0].data(), u[0].data(), 1e-13, [](int) {
    return true;
  });
  refresh_and_solve(gradients, space, K, r[1].data(), u[1].data(), 1e-13, [](int) {
    return true;
  });
  EXPECT_LE(r[0].norm(), 1e-12);
  EXPECT_LE((u[0] - u[1]).head(9).norm(), 1e-10 * u[0].norm());
}
