// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_EIGEN_FACTORS_H
#define VARDEM_EIGEN_FACTORS_H

#include "solvers/available_memory.h"

#include <Eigen/SparseCholesky>
#include <limits>
#include <memory>
#include <new>

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

}    // namespace VARDEM
#endif
