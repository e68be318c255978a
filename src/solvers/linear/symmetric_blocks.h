// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SYMMETRIC_BLOCKS_H
#define VARDEM_SYMMETRIC_BLOCKS_H

#include "kernels/symmetric_block.h"
#include "solvers/network/operator.h"

namespace VARDEM {

// --- a symmetric matrix of n x n blocks that need be no sum of squares: bonds, geometric stiffness
//
// It is a further term of an operator (operator.h), beside the tangent of contacts. It has a
// symmetric block for each row, and a block of any n x n numbers for each pair of bodies that are
// coupled. Rows, columns, and the two ways to store a pair (half, full) are those of
// contact_network.h. A body that cannot move needs no pair: its effect on the partner is in the
// partner's own block.

/** A view of the blocks, for loops over rows. */
struct BlockRows {
  const int *first, *middle, *column;    // of pairs, like ContactRows
  const double *own;                     // BLOCK_SIZE<n> per row
  const double *pair;    // n x n per pair, row by row: the block in rows i and columns j
};

/** product += K v. Sums: v . K v. */
template <int n> struct BlocksProduct {
  BlockRows rows;
  const double *v;
  double *product;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    const double *vi = v + n * i;
    double sum[n], energy = 0.0;
    block_times<n>(rows.own + BLOCK_SIZE<n> * i, vi, sum);
    for (int k = 0; k < n; k++) energy += sum[k] * vi[k];
    for (int p = rows.first[i]; p < rows.first[i + 1]; p++) {
      const int j = rows.column[p];
      const double *K = rows.pair + n * n * p, *vj = v + n * j;
      const bool once = p < rows.middle[i];
      for (int k = 0; k < n; k++) {
        double force = 0.0;
        for (int l = 0; l < n; l++) force += K[n * k + l] * vj[l];
        sum[k] += force;
        energy += (once ? 2.0 : 1.0) * force * vi[k];
      }
      if (once)
        for (int k = 0; k < n; k++)
          for (int l = 0; l < n; l++) product[n * j + l] += K[n * k + l] * vi[k];
    }
    for (int k = 0; k < n; k++) product[n * i + k] += sum[k];
    sums.s[0] += energy;
  }
};

/** Adds the diagonal blocks. */
template <int n, class Real> struct OwnBlocks {
  const double *own;
  Real *block;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int m = BLOCK_SIZE<n> * i; m < BLOCK_SIZE<n> * (i + 1); m++)
      block[m] = static_cast<Real>(block[m] + own[m]);
  }
};

template <class Space, int n> class SymmetricBlocks {
 public:
  static constexpr int DOF = n;
  template <class T> using Array = typename Space::template Array<T>;

  int nrows = 0, first_fixed = 0, ncolumns = 0;
  Array<int> first, middle, column;
  Array<double> own, pair;

  BlocksProduct<n> add_product(const double *v, double *w) const { return {rows(), v, w}; }
  template <class Real> OwnBlocks<n, Real> add_diagonal(Real *block) const
  {
    return {own.data(), block};
  }

  template <class F> void pattern(const F &f) const
  {
    blocks([&](int i, int j, const auto &) {
      f(i, j);
    });
  }

  template <class F> void blocks(const F &f) const
  {
    for (int i = 0; i < nrows; i++) {
      f(i, i, [&](int k, int l) {
        return own[BLOCK_SIZE<n> * i + block_index(k, l)];
      });
      for (int p = first[i]; p < first[i + 1]; p++) {
        const int j = column[p];
        if (j >= first_fixed || (j > i && j < nrows))
          continue;    // the row of the higher number adds a pair
        f(i, j, [&](int k, int l) {
          return pair[n * n * p + n * k + l];
        });
      }
    }
  }

 private:
  BlockRows rows() const
  {
    return {first.data(), middle.data(), column.data(), own.data(), pair.data()};
  }
};

}    // namespace VARDEM
#endif
