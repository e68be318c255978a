// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CHOLMOD_FACTORS_H
#define VARDEM_CHOLMOD_FACTORS_H

#ifdef VARDEM_HAS_CHOLMOD

#include "solvers/available_memory.h"

#include <Eigen/SparseCore>
#include <algorithm>
#include <cholmod.h>
#include <new>
#include <stdexcept>

namespace VARDEM {

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

}    // namespace VARDEM
#endif
#endif
