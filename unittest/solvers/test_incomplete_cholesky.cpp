// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Incomplete factors as a preconditioner, whole and in parts.

#include "cut_networks.h"
#include "random_networks.h"
#include "settled.h"
#include "solutions.h"

#include "gtest/gtest.h"

#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <limits>

using namespace networks;

namespace {

template <class G> using K = Tangent<SerialSpace, G>;

/** The preconditioner of all contacts of a packing. */
template <class AnyPacking> struct Preconditioner {
  decltype(network_of(std::declval<AnyPacking>(), false)) s;
  using Geometry = typename decltype(s)::Geometry;
  static constexpr int DOF = Geometry::DOF;
  SerialSpace space;
  K<Geometry> matrix;
  SchwarzCholesky<SerialSpace, K<Geometry>> P;

  Preconditioner(const AnyPacking &p, const SchwarzOptions &options, double mu = 1e-3) :
      s(network_of(p, false))
  {
    matrix.setup(s.network);
    matrix.mu = mu;
    matrix.pack(space, s.network.stiffness.data());
    P.options = options;
    P.setup(space, matrix);
    P.refresh(space, matrix);
  }

  int size() const { return DOF * s.network.nrows; }

  Eigen::VectorXd times(const Eigen::VectorXd &r)
  {
    Eigen::VectorXd z(size());
    P.apply(space, r.data(), z.data());
    return z;
  }

  /** Products to a residual of 1e-8. */
  int products()
  {
    IncompleteGradients<SerialSpace, K<Geometry>> gradients;
    gradients.preconditioner().options = P.options;
    gradients.setup(space, matrix);
    std::vector<double> r = s.load, x(DOF * s.network.ncolumns);
    const double norm = Eigen::Map<Eigen::VectorXd>(r.data(), size()).norm();
    return refresh_and_solve(gradients, space, matrix, r.data(), x.data(), 1e-8 * norm, [](int) {
      return true;
    });
  }
};

SchwarzOptions dropping(double drop, int fill, int parts = 1, int overlap = 1)
{
  SchwarzOptions options;
  options.drop = drop;
  options.fill = fill;
  options.parts = parts;
  options.overlap = overlap;
  return options;
}

template <class AnyPacking>
void expect_symmetric(const AnyPacking &p, const SchwarzOptions &options)
{
  Preconditioner<AnyPacking> P(p, options);
  for (int k = 0; k < 5; k++) {
    const Eigen::VectorXd a = Eigen::VectorXd::Random(P.size()),
                          b = Eigen::VectorXd::Random(P.size());
    const double ab = a.dot(P.times(b)), ba = b.dot(P.times(a));
    EXPECT_NEAR(ab, ba, 1e-12 * a.norm() * P.times(b).norm());    // round-off of the sums
    EXPECT_GT(a.dot(P.times(a)), 0.0);
  }
}

}    // namespace

namespace {

/** The matrix of a preconditioner's operator. */
template <class AnyPacking> Eigen::MatrixXd dense(Preconditioner<AnyPacking> &P)
{
  const int n = P.size();
  Eigen::MatrixXd K(n, n);
  for (int k = 0; k < n; k++) {
    Eigen::VectorXd columns = Eigen::VectorXd::Zero(P.DOF * P.s.network.ncolumns), w(n);
    columns[k] = 1.0;
    P.space.template reduce<1>(P.s.network.nrows, P.matrix.product(columns.data(), w.data()), 0);
    K.col(k) = w;
  }
  return K;
}

/** Adds to `within` what is coupled to it. */
template <int n> void widen(const Eigen::MatrixXd &K, std::vector<bool> &within)
{
  const std::vector<bool> before = within;
  for (std::size_t i = 0; i < within.size(); i++)
    for (std::size_t j = 0; j < within.size(); j++)
      if (before[j] && K.block<n, n>(n * i, n * j).norm() > 0.0) within[i] = true;
}

/** The sum of the inverses of the parts of K, each with its layers. */
template <int n> Eigen::MatrixXd schwarz(const Eigen::MatrixXd &K, int parts, int overlap)
{
  const int rows = static_cast<int>(K.rows()) / n;
  Eigen::MatrixXd P = Eigen::MatrixXd::Zero(K.rows(), K.rows());
  for (int p = 0; p < parts; p++) {
    std::vector<bool> within(rows);
    for (int i = 0; i < rows; i++) within[i] = i * parts / rows == p;
    for (int layer = 0; layer < overlap; layer++) widen<n>(K, within);
    std::vector<int> of;
    for (int i = 0; i < rows; i++)
      for (int k = 0; k < n && within[i]; k++) of.push_back(n * i + k);
    const Eigen::MatrixXd inverse = K(of, of).inverse();
    P(of, of) += inverse;
  }
  return P;
}

}    // namespace

/** If nothing is dropped P is the sum of the inverses of the parts. */
TEST(IncompleteCholesky, AddsUpItsParts)
{
  for (unsigned seed = 1; seed <= 10; seed++)
    for (int parts : {1, 2, 3, 5})
      for (int overlap : {0, 1, 2}) {
        Preconditioner<RowPacking<6>> P(RandomNetwork<6>(seed, 10.0).packing,
                                        dropping(0.0, 1000, parts, overlap), 0.1);
        if (P.size() < 6 * parts) continue;
        const Eigen::MatrixXd sum = schwarz<6>(dense(P), parts, overlap);
        const Eigen::VectorXd r = Eigen::VectorXd::Random(P.size()), z = sum * r;
        EXPECT_LE((P.times(r) - z).norm(), 1e-4 * z.norm())
            << seed << " " << parts << " " << overlap;
      }
}

/** Without the rows that ghosts stand for there would be wrong factors. */
TEST(IncompleteCholesky, AsksForTheRowsOfGhosts)
{
  const RowPacking<3> p = with_rows(pyramid(3));
  Cut cut(p, 1);
  cut.is_image.assign(p.contacts.size(), true);
  CutNetwork<SerialSpace, 3> images(p, cut, 0);
  images.network.owners.clear();
  SerialSpace space;
  K<StoredGeometry<3>> matrix;
  matrix.setup(images.network);
  matrix.pack(space, images.network.stiffness.data());
  SchwarzCholesky<SerialSpace, K<StoredGeometry<3>>> P;
  EXPECT_THROW(P.setup(space, matrix), std::logic_error);
}

TEST(IncompleteCholesky, IsSymmetricAndPositive)
{
  const Packing p = pyramid(8);
  for (int parts : {1, 3})
    for (int overlap : {0, 1, 2}) expect_symmetric(p, dropping(1e-2, 20, parts, overlap));
  expect_symmetric(p, dropping(0.3, 2));
  expect_symmetric(RandomNetwork<6>(3, 10.0).packing, dropping(1e-2, 5));
}

/** Two computations have the same bits, whatever was computed before. */
TEST(IncompleteCholesky, IsDeterministic)
{
  const Packing p = pyramid(10);
  Preconditioner<Packing> a(p, dropping(1e-2, 5)), b(p, dropping(1e-2, 5));
  const Eigen::VectorXd r = Eigen::VectorXd::Random(a.size()), first = a.times(r);
  b.matrix.mu = 1.0;
  b.P.refresh(b.space, b.matrix);
  EXPECT_NE(b.times(r), first);
  b.matrix.mu = 1e-3;
  b.P.refresh(b.space, b.matrix);
  EXPECT_EQ(b.times(r), first);
}

/** Block Jacobi takes 167 products for the contacts of this pyramid that push, incomplete factors
 *  without the blocks R 31 (a trial of the method, with the same thresholds), with them 18. All
 *  contacts together are easier. */
TEST(IncompleteCholesky, SavesProducts)
{
  const Packing p = pyramid(20);
  const int one = Preconditioner<Packing>(p, dropping(1e-2, 20), 1e-12).products(),
            loose = Preconditioner<Packing>(p, dropping(1e-1, 20), 1e-12).products(),
            apart = Preconditioner<Packing>(p, dropping(1e-2, 20, 8, 0), 1e-12).products(),
            lapping = Preconditioner<Packing>(p, dropping(1e-2, 20, 8, 1), 1e-12).products();
  std::printf("%d products; drop 0.1: %d; 8 parts: %d, with overlap: %d\n", one, loose, apart,
              lapping);
  EXPECT_LE(one, 20);
  EXPECT_LT(one, loose);
  EXPECT_LT(one, lapping);
  EXPECT_LT(lapping, apart);
}

TEST(IncompleteCholesky, KeepsNoMoreThanTheLimit)
{
  const Packing p = pyramid(12);
  Preconditioner<Packing> few(p, dropping(1e-3, 3)), many(p, dropping(1e-3, 40));
  EXPECT_LE(few.P.blocks(), 3u * few.s.network.nrows);
  EXPECT_GT(many.P.blocks(), 6u * few.s.network.nrows);
  EXPECT_LT(few.P.bytes(), many.P.bytes());
}

TEST(IncompleteCholesky, SaysHowMuchMemoryIsMissing)
{
  const Packing p = pyramid(8);
  for (int parts : {1, 3}) {
    SchwarzOptions options;
    options.parts = parts;
    options.memory_limit = 1000.0;
    try {
      const Preconditioner<Packing> P(p, options);
      ADD_FAILURE() << "a kilobyte is not enough";
    } catch (const NotEnoughMemory &e) {
      EXPECT_GT(e.needed, options.memory_limit);
    }
  }
}

/** Dropping may make factors impossible: then the diagonal is raised until they are not. */
TEST(IncompleteCholesky, RaisesTheDiagonalWhereItMust)
{
  const Packing p = Settled(200, 1).packing;
  Preconditioner<Packing> P(p, dropping(1e-2, 2), 1e-12);
  std::printf("shift %.1e\n", P.P.diagonal_shift());
  EXPECT_GT(P.P.diagonal_shift(), 0.0);
  EXPECT_LT(P.P.diagonal_shift(), 0.1);
  expect_symmetric(p, dropping(1e-2, 2));
}

/** A row without contacts and without inertia stays zero; a matrix that is not a number ends,
 *  too. */
TEST(IncompleteCholesky, EndsOnAnyMatrix)
{
  Packing p = pyramid(3);
  p.x.push_back({9.0, 9.0, 9.0});
  p.fixed.push_back(false);
  p.load.insert(p.load.end(), 3, 0.0);
  Preconditioner<Packing> P(p, dropping(1e-2, 20), 0.0);
  const Eigen::VectorXd z = P.times(Eigen::VectorXd::Ones(P.size()));
  EXPECT_TRUE(z.allFinite());
  EXPECT_EQ(z.tail(3).norm(), 0.0);
  P.matrix.mu = std::numeric_limits<double>::quiet_NaN();
  P.P.refresh(P.space, P.matrix);
}
