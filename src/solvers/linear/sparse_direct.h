// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SPARSE_DIRECT_H
#define VARDEM_SPARSE_DIRECT_H

#include "solvers/linear/block_columns.h"
#include "solvers/network/operator.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#ifdef VARDEM_HAS_CHOLMOD
#include <cholmod.h>
#endif

namespace VARDEM {

/** Memory of a compressed matrix. */
inline double sparse_bytes(const Eigen::SparseMatrix<double> &matrix)
{
  return static_cast<double>(matrix.data().allocatedSize()) * (sizeof(double) + sizeof(int)) +
      static_cast<double>(matrix.outerSize() + 1) * sizeof(int);
}

/** L D L^T of a symmetric matrix by Eigen, column by column, with the order of minimum degree. */
class EigenFactors {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  /** Finds the order of the rows and the memory of the factors, for the pattern of a lower
   *  triangle. Throws NotEnoughMemory. */
  void analyze(const Matrix &lower, double available)
  {
    ldlt.reset();
    auto next = std::make_unique<Counted>();
    try {
      next->analyzePattern(lower);    // allocates the factors, but writes nothing to them
    } catch (const std::bad_alloc &) {
      require_memory(next->needed(), available);
      throw;
    }
    require_memory(next->needed() + sparse_bytes(lower), available);
    if (next->entries() > std::numeric_limits<int>::max())
      throw std::runtime_error(
          "its factors have more than 2^31 numbers, which is the limit of Eigen");
    ldlt = std::move(next);
  }

  /** Returns false if there are no factors. */
  bool factorize(const Matrix &lower)
  {
    ldlt->factorize(lower);
    return ldlt->info() == Eigen::Success;
  }

  void solve(const Eigen::VectorXd &right, Eigen::VectorXd &x) { x = ldlt->solve(right); }

  /** How many of the pivots are negative: as many as the matrix has negative eigenvalues
   *  (Sylvester's law of inertia). */
  int negative_pivots() const { return static_cast<int>((ldlt->vectorD().array() < 0.0).count()); }

  /** What is allocated now. */
  double bytes() const { return ldlt ? ldlt->allocated() : 0.0; }

 private:
  class Counted : public Eigen::SimplicialLDLT<Matrix> {
   public:
    /** Numbers in the columns of L. Their sum may overflow in Eigen, but the difference of two
     *  neighbors does not. */
    double entries() const
    {
      const auto *first = m_matrix.outerIndexPtr();
      double sum = 0.0;
      for (Eigen::Index k = 0; k < m_matrix.outerSize(); k++)
        sum += static_cast<unsigned>(first[k + 1]) - static_cast<unsigned>(first[k]);
      return sum;
    }
    double needed() const { return (sizeof(double) + sizeof(int)) * entries() + of_rows(); }
    double allocated() const { return sparse_bytes(m_matrix) + of_rows(); }

   private:
    /** The diagonal, and four lists of integers: the order of the rows, its inverse, and the
     *  elimination tree. */
    double of_rows() const
    {
      return static_cast<double>(m_parent.size()) * (sizeof(double) + 4 * sizeof(int));
    }
  };
  std::unique_ptr<Counted> ldlt;
};

#ifdef VARDEM_HAS_CHOLMOD

/** Factors of a symmetric matrix by CHOLMOD (Chen, Davis, Hager & Rajamanickam, ACM Trans. Math.
 *  Softw. 35 (2008) 22). It chooses the order of the rows, minimum degree or nested dissection
 *  (METIS), and the form of the factors: L L^T in dense blocks, or L D L^T column by column where
 *  the factors have few numbers. */
class CholmodFactors {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  CholmodFactors()
  {
    cholmod_start(&common);
    common.print = 0;    // failures are reported by exceptions
    common.grow2 = 0;    // the pattern stays, so that columns of factors need no room to grow
    common.quick_return_if_not_posdef = 1;
  }
  ~CholmodFactors()
  {
    release();
    cholmod_finish(&common);
  }
  CholmodFactors(const CholmodFactors &) = delete;
  CholmodFactors &operator=(const CholmodFactors &) = delete;

  /** As EigenFactors has it. */
  void analyze(const Matrix &lower, double available)
  {
    release();
    cholmod_sparse view = view_of(lower);
    factor = cholmod_analyze(&view, &common);
    require_success();
    require_memory(needed(lower), available);
  }

  bool factorize(const Matrix &lower)
  {
    cholmod_sparse view = view_of(lower);
    cholmod_factorize(&view, factor, &common);
    require_success();
    if (common.status == CHOLMOD_NOT_POSDEF && factor->is_super) return factorize_by_columns(view);
    return factor->minor == factor->n;
  }

  void solve(const Eigen::VectorXd &right, Eigen::VectorXd &x)
  {
    cholmod_dense view = {};
    view.nrow = view.nzmax = view.d = right.size();
    view.ncol = 1;
    view.x = const_cast<double *>(right.data());    // it is only read
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    cholmod_solve2(CHOLMOD_A, factor, &view, nullptr, &solution, nullptr, &work[0], &work[1],
                   &common);
    require_success();
    std::copy_n(static_cast<const double *>(solution->x), right.size(), x.data());
  }

  /** What is allocated now. */
  double bytes() const { return static_cast<double>(common.memory_inuse); }

 private:
  cholmod_common common;
  cholmod_factor *factor = nullptr;
  cholmod_dense *solution = nullptr, *work[2] = {};

  void release()
  {
    cholmod_free_factor(&factor, &common);
    for (cholmod_dense **a : {&solution, &work[0], &work[1]}) cholmod_free_dense(a, &common);
  }

  static cholmod_sparse view_of(const Matrix &lower)
  {
    cholmod_sparse view = {};
    view.nrow = view.ncol = lower.rows();
    view.nzmax = lower.nonZeros();
    view.p = const_cast<int *>(lower.outerIndexPtr());    // all three are only read
    view.i = const_cast<int *>(lower.innerIndexPtr());
    view.x = const_cast<double *>(lower.valuePtr());
    view.stype = -1;
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = view.packed = 1;
    return view;
  }

  void require_success() const
  {
    if (common.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    if (common.status == CHOLMOD_TOO_LARGE)
      throw std::runtime_error(
          "its factors have more than 2^31 numbers, which is the limit of CHOLMOD");
    if (common.status < CHOLMOD_OK) throw std::runtime_error("CHOLMOD reports an error");
  }

  /** The factors, the sum of dense blocks that are on their way, and two copies of the matrix. */
  double needed(const Matrix &lower) const
  {
    const double copies = 2.0 * lower.nonZeros() * (sizeof(double) + sizeof(int));
    if (factor->is_super)
      return copies + sizeof(double) * (double(factor->xsize) + double(factor->maxcsize));
    return copies + (sizeof(double) + sizeof(int)) * common.lnz;
  }

  /** L D L^T goes through where round-off has made a nearly singular matrix indefinite. It stays
   *  until the next analyze(). */
  bool factorize_by_columns(cholmod_sparse &view)
  {
    cholmod_change_factor(CHOLMOD_PATTERN, 0, 0, 1, 1, factor, &common);
    cholmod_factorize(&view, factor, &common);
    require_success();
    return factor->minor == factor->n;
  }
};

#endif

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
