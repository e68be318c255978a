/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_INCOMPLETE_CHOLESKY_H
#define VARDEM_INCOMPLETE_CHOLESKY_H

#include "solvers/block_columns.h"
#include "solvers/method_choice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace VARDEM {

// --- incomplete factors L L^T of a symmetric positive definite matrix of n x n blocks, on the host ---
//
// L is found column by column from the left. A block is dropped if it is small beside the diagonal blocks of its row and column, and of the
// rest only the largest of a column are kept. The order of the rows is that of the matrix. Where a diagonal block is not positive
// definite any more, all is done once more with larger diagonal blocks.
//
// Source: Lin & More, SIAM J. Sci. Comput. 21 (1999) 24 (largest entries of a column, shift); Saad, Iterative Methods for Sparse Linear
// Systems, 2nd ed. (2003), section 10.4 (thresholds).
//
// The blocks of L are in float, which saves half of the memory and of its traffic. Sums are in double.

template <int n> class IncompleteCholesky {
 public:
  static constexpr int SIZE = n * n;

  void factorize(const BlockColumns<n> &K, const IncompleteOptions &o)
  {
    options = o;
    begin(K);
    for (shift = 0.0;; shift = shift > 0.0 ? 4.0 * shift : LEAST_SHIFT) {
      attempts++;
      if (columns(K) || !(shift < MOST_SHIFT)) return;
    }
  }

  /** Solves L L^T x = r in place. */
  void solve(double *x) const
  {
    const int rows = static_cast<int>(inverse.size() / SIZE);
    for (int j = 0; j < rows; j++) forward(j, x);
    for (int j = rows - 1; j >= 0; j--) backward(j, x);
  }

  /** What has been added to the diagonal, relative to its largest entry in each block. */
  double diagonal_shift() const { return shift; }
  /** Number of factorizations so far, with those that were given up. */
  int number_of_attempts() const { return attempts; }
  std::size_t blocks() const { return row.size(); }

  double bytes() const
  {
    return static_cast<double>((first.capacity() + row.capacity() + slot.capacity() +
                                touched.capacity() + head.capacity() + next_column.capacity() +
                                next_block.capacity()) *
                                   sizeof(int) +
                               (value.capacity() + inverse.capacity()) * sizeof(float) +
                               (norm.capacity() + sums.capacity()) * sizeof(double));
  }

 private:
  static constexpr double LEAST_SHIFT = 1e-6, MOST_SHIFT = 1.0, LEAST_PIVOT = 1e-7;

  IncompleteOptions options;
  std::vector<int> first, row;    // of each column of L: its blocks below the diagonal, by rows
  std::vector<float> value, inverse;    // of each block; the inverse of each diagonal block
  double shift = 0.0;
  int attempts = 0;

  std::vector<double> norm;    // of each diagonal block of the matrix: its largest entry
  std::vector<int> slot,
      touched;    // of each row: its place in `sums`, or -1; rows of the column in work
  std::vector<double> sums;    // the blocks of the column in work
  std::vector<int> head, next_column,
      next_block;    // lists of the columns that have a block in a row

  void begin(const BlockColumns<n> &K)
  {
    const int rows = K.size();
    norm.resize(rows);
    for (int j = 0; j < rows; j++) norm[j] = K.largest(j);
    slot.assign(rows, -1);
    for (auto *a : {&head, &next_column, &next_block}) a->resize(rows);
    inverse.resize(SIZE * static_cast<std::size_t>(rows));
    if (row.capacity() == 0) reserve(2 * K.row.size());
  }

  void reserve(std::size_t blocks)
  {
    row.reserve(blocks);
    value.reserve(SIZE * blocks);
  }

  /** Returns whether all diagonal blocks are positive definite. */
  bool columns(const BlockColumns<n> &K)
  {
    first.assign(1, 0);
    row.clear();
    value.clear();
    std::fill(head.begin(), head.end(), -1);
    for (int j = 0; j < K.size(); j++) {
      gather(K, j);
      subtract(j);
      const bool positive = invert(j);
      if (positive) keep(j);
      for (int i : touched) slot[i] = -1;
      if (!positive) return false;
    }
    return true;
  }

  double *block(int i)
  {
    if (slot[i] < 0) {
      slot[i] = static_cast<int>(touched.size());
      touched.push_back(i);
      if (sums.size() < SIZE * touched.size()) sums.resize(2 * SIZE * touched.size());
      std::fill_n(sums.begin() + SIZE * slot[i], SIZE, 0.0);
    }
    return sums.data() + SIZE * slot[i];
  }

  void gather(const BlockColumns<n> &K, int j)
  {
    touched.clear();
    for (int b = K.first[j]; b < K.first[j + 1]; b++)
      std::copy_n(K.value.data() + SIZE * static_cast<std::size_t>(b), SIZE, block(K.row[b]));
    for (int k = 0; k < n; k++) block(j)[(n + 1) * k] += shift * norm[j];
  }

  /** Subtracts what the columns before j contribute, and moves each of them on to its next row. */
  void subtract(int j)
  {
    for (int k = head[j], following; k >= 0; k = following) {
      following = next_column[k];
      const int b = next_block[k];
      const float *other = at(b);
      for (int c = b; c < first[k + 1]; c++) {
        double *sum = block(row[c]);
        const float *L = at(c);
        for (int p = 0; p < n; p++)
          for (int q = 0; q < n; q++)
            for (int m = 0; m < n; m++)
              sum[n * p + q] -= static_cast<double>(L[n * p + m]) * other[n * q + m];
      }
      wait(k, b + 1);
    }
  }

  const float *at(int b) const { return value.data() + SIZE * static_cast<std::size_t>(b); }

  /** Puts column k, from its block b on, into the list of that block's row. */
  void wait(int k, int b)
  {
    if (b == first[k + 1]) return;
    next_block[k] = b;
    next_column[k] = head[row[b]];
    head[row[b]] = k;
  }

  /** Computes the inverse of the Cholesky factor of the diagonal block. That of a block of zeros is zero. */
  bool invert(int j)
  {
    const double *A = block(j);
    double L[n][n], W[n][n];
    for (int p = 0; p < n; p++)
      for (int q = 0; q <= p; q++) {
        double sum = A[n * p + q];
        for (int m = 0; m < q; m++) sum -= L[p][m] * L[q][m];
        if (p != q)
          L[p][q] = sum * L[q][q];
        else if (sum > LEAST_PIVOT * norm[j])
          L[p][p] = 1.0 / std::sqrt(sum);    // the diagonal of L is kept inverted
        else if (norm[j] == 0.0 || !(shift < MOST_SHIFT))
          L[p][p] = 0.0;
        else
          return false;
      }
    float *inv = inverse.data() + SIZE * static_cast<std::size_t>(j);
    for (int q = 0; q < n; q++)
      for (int p = 0; p < n; p++) {
        double sum = p == q ? 1.0 : 0.0;
        for (int m = q; m < p; m++) sum -= L[p][m] * W[m][q];
        W[p][q] = p >= q ? sum * L[p][p] : 0.0;
        inv[n * p + q] = static_cast<float>(W[p][q]);
      }
    return true;
  }

  /** Stores the blocks below the diagonal that are large enough, times the inverse of the diagonal block. */
  void keep(int j)
  {
    std::vector<std::pair<double, int>> &found = candidates;
    found.clear();
    for (int i : touched) {
      if (i == j) continue;
      const double *A = block(i);
      double square = 0.0;
      for (int k = 0; k < SIZE; k++) square += A[k] * A[k];
      if (square > options.drop * options.drop * norm[i] * norm[j])
        found.emplace_back(-square / norm[i], i);
    }
    if (static_cast<int>(found.size()) > options.fill) {
      std::nth_element(found.begin(), found.begin() + options.fill, found.end());
      found.resize(options.fill);
    }
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
      return a.second < b.second;
    });
    for (const auto &entry : found) store(entry.second, j);
    first.push_back(static_cast<int>(row.size()));
    wait(j, first[j]);
  }

  std::vector<std::pair<double, int>>
      candidates;    // of keep(): what makes a block worth it, negative, and its row

  void store(int i, int j)
  {
    if (row.size() == row.capacity()) reserve(row.size() + row.size() / 4 + 64);
    const double *A = block(i);
    const float *inv = inverse.data() + SIZE * static_cast<std::size_t>(j);
    row.push_back(i);
    for (int p = 0; p < n; p++)
      for (int q = 0; q < n; q++) {
        double sum = 0.0;
        for (int m = 0; m <= q; m++) sum += A[n * p + m] * inv[n * q + m];
        value.push_back(static_cast<float>(sum));
      }
  }

  void forward(int j, double *x) const
  {
    const float *inv = inverse.data() + SIZE * static_cast<std::size_t>(j);
    double y[n];
    for (int p = 0; p < n; p++) {
      y[p] = 0;
      for (int q = 0; q <= p; q++) y[p] += inv[n * p + q] * x[n * j + q];
    }
    for (int p = 0; p < n; p++) x[n * j + p] = y[p];
    const int end = first[j + 1];
    const int *rows = row.data();
    const float *L = at(first[j]);
    for (int b = first[j]; b < end; b++, L += SIZE) {
      double *other = x + n * rows[b];
      for (int p = 0; p < n; p++) {
        double sum = 0;
        for (int q = 0; q < n; q++) sum += L[n * p + q] * y[q];
        other[p] -= sum;
      }
    }
  }

  void backward(int j, double *x) const
  {
    double y[n];
    for (int p = 0; p < n; p++) y[p] = x[n * j + p];
    const int begin = first[j];
    const int *rows = row.data();
    for (int b = first[j + 1] - 1; b >= begin; b--) {    // downwards, as the columns go
      const float *L = at(b);
      const double *other = x + n * rows[b];
      for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++) y[q] -= L[n * p + q] * other[p];
    }
    const float *inv = inverse.data() + SIZE * static_cast<std::size_t>(j);
    for (int q = 0; q < n; q++) {
      double sum = 0;
      for (int p = q; p < n; p++) sum += inv[n * p + q] * y[p];
      x[n * j + q] = sum;
    }
  }
};

}    // namespace VARDEM
#endif
