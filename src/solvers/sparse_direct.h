// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SPARSE_DIRECT_H
#define VARDEM_SPARSE_DIRECT_H

#include "solvers/block_columns.h"
#include "solvers/cholmod_factors.h"
#include "solvers/eigen_factors.h"
#include "solvers/operator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace VARDEM {

// --- K x = r solved by sparse factors, for any operator K (operator.h), on the host and on one
//     process
//
// Factors have
//   analyze(lower, available)    finds the order of the rows, and throws NotEnoughMemory if the
//                                factors need more than `available`
//   factorize(lower)             computes them; returns false if there are none
//   solve(right, x)
//   bytes()                      memory that is allocated now

/** The lower triangle of K, column by column. Its pattern is found only once. */
template <int DOF> class LowerTriangle {
 public:
  template <class Operator> const Eigen::SparseMatrix<double> &pattern(const Operator &K)
  {
    const int n = K.shape().nrows;
    rows_of = lower_pattern(n, [&](const auto &add) {
      pattern_of_rows(K, add);
    });
    number(n);
    return matrix;
  }

  double bytes() const
  {
    double sum = sparse_bytes(matrix) + rows_of.capacity() * sizeof(rows_of[0]);
    for (const auto &list : rows_of) sum += list.capacity() * sizeof(list[0]);
    return sum;
  }

  template <class Operator> const Eigen::SparseMatrix<double> &fill(const Operator &K)
  {
    std::fill_n(matrix.valuePtr(), matrix.nonZeros(), 0.0);
    blocks_of_rows(K, [&](int i, int j, const auto &entry) {
      block(i, j, entry);
    });
    return matrix;
  }

 private:
  std::vector<std::vector<int>>
      rows_of;    // of each column: rows of its blocks from the diagonal on
  Eigen::SparseMatrix<double> matrix;

  void number(int n)
  {
    std::vector<int> count(DOF * n);
    for (int j = 0; j < n; j++)
      for (int l = 0; l < DOF; l++) count[DOF * j + l] = DOF * rows_of[j].size() - l;
    matrix.resize(DOF * n, DOF * n);
    matrix.reserve(count);
    for (int j = 0; j < n; j++)
      for (int l = 0; l < DOF; l++)
        for (int i : rows_of[j])
          for (int k = i == j ? l : 0; k < DOF; k++) matrix.insert(DOF * i + k, DOF * j + l) = 0.0;
    matrix.makeCompressed();
  }

  /** Adds entry(k, l) to the block in rows i and columns j <= i. Only the lower triangle of a
   *  diagonal block is stored. */
  template <class Entry> void block(int i, int j, const Entry &entry)
  {
    const auto &list = rows_of[j];
    const int place = std::lower_bound(list.begin(), list.end(), i) - list.begin();
    for (int l = 0; l < DOF; l++) {
      double *column = matrix.valuePtr() + matrix.outerIndexPtr()[DOF * j + l] + DOF * place - l;
      for (int k = i == j ? l : 0; k < DOF; k++) column[k] += entry(k, l);
    }
  }
};

template <class Space, class Operator, class Factors> class SparseDirectBy {
 public:
  static constexpr int DOF = Operator::DOF;

  void setup(Space &space, const Operator &K)
  {
    if (space.processes() > 1) throw std::logic_error("SparseDirect needs all rows on one process");
    const OperatorShape shape = K.shape();
    const int n = DOF * shape.nrows;
    columns.assign(DOF * shape.ncolumns, 0.0);
    for (auto *a : {&product, &step}) a->resize(n);
    factorized = false;
    if (n == 0) return;
    factors.analyze(lower.pattern(K), memory_within(memory_limit));
  }

  /** Does a system with other numbers need no new refresh()? */
  bool may_keep() const { return false; }
  /** Computes the factors for the present numbers of K. */
  void refresh(Space &, const Operator &K)
  {
    if (K.shape().nrows == 0) return;
    factorized = factors.factorize(lower.fill(K));
  }

  /** Finds x with r - K x as small as round-off allows, and replaces r by r - K x, with the factors
   *  of the last refresh(). Returns 1 as the number of products, although factors cost much more
   *  than a product. */
  template <class Tick>
  int solve_again(Space &space, const Operator &K, double *r, double *x, double residual,
                  const Tick &tick)
  {
    const int n = DOF * K.shape().nrows;
    std::fill_n(x, n, 0.0);
    if (n == 0 || !factorized) return 0;
    Eigen::Map<Eigen::VectorXd> rest(r, n), sum(x, n);
    double before = rest.norm();
    for (int refinement = 0; refinement <= REFINEMENTS; refinement++) {
      factors.solve(rest, step);
      if (!step.allFinite()) break;
      multiply(space, K);
      const double after = (rest - product).norm();
      if (!(after < before)) break;
      sum += step;
      rest -= product;
      if (after <= 1e-3 * residual || after > 0.5 * before) break;
      before = after;
    }
    tick(1);
    return 1;
  }

  /** Memory of the matrix, its factors and the vectors, outside of the Space. */
  double bytes() const
  {
    return lower.bytes() + factors.bytes() +
        static_cast<double>(product.size() + step.size() + columns.capacity()) * sizeof(double);
  }

  /** Largest memory of the factors in bytes; 0: all memory of the machine. */
  double memory_limit = 0.0;

 private:
  // round-off spoils the factors of nearly singular matrices
  static constexpr int REFINEMENTS = 3;
  LowerTriangle<DOF> lower;
  Factors factors;
  Eigen::VectorXd product, step;
  std::vector<double> columns;
  bool factorized = false;

  void multiply(Space &space, const Operator &K)
  {
    std::copy(step.data(), step.data() + step.size(), columns.begin());
    space.forward(columns.data(), DOF);
    space.template reduce<1>(K.shape().nrows, K.product(columns.data(), product.data()), 0);
  }
};

#ifdef VARDEM_HAS_CHOLMOD
using SparseFactors = CholmodFactors;
#else
using SparseFactors = EigenFactors;
#endif

template <class Space, class Operator>
using SparseDirect = SparseDirectBy<Space, Operator, SparseFactors>;

/** Which factors SparseDirect has, for the log. */
inline const char *name_of_sparse_factors()
{
#ifdef VARDEM_HAS_CHOLMOD
  return "sparse factors by CHOLMOD";
#else
  return "sparse factors by Eigen; VARDEM was built without CHOLMOD, which is faster for large "
         "packings: install libsuitesparse-dev and build VARDEM anew";
#endif
}

}    // namespace VARDEM
#endif
