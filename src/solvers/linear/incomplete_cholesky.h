// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_INCOMPLETE_CHOLESKY_H
#define VARDEM_INCOMPLETE_CHOLESKY_H

#include "solvers/linear/block_columns.h"
#include "solvers/network/solver_options.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace VARDEM {

// --- incomplete factors L L^T of a symmetric positive definite matrix of n x n blocks, on the host
//
// L is found column by column from the left. A block is dropped if it is small beside the diagonal
// blocks of its row and column, and of the rest only the largest of a column are kept. The largest
// of the blocks that are dropped, R, still serve to find L:
//   K = L L^T + L R^T + R L^T + E
// This makes L much better without making it longer, and a breakdown rare: if a diagonal block is
// not positive definite any more, all is done once more with larger diagonal blocks. A column of R
// is forgotten as soon as the last of its rows has been passed. The order of the rows is that of
// the matrix.
//
// Source: Tismenetsky, Lin. Algebra Appl. 154 (1991) 331 (R); Scott & Tuma, ACM Trans. Math. Softw.
// 40 (2014) 24 (its limited size); Lin & More, SIAM J. Sci. Comput. 21 (1999) 24 (largest entries
// of a column, shift); Saad, Iterative Methods for Sparse Linear Systems, 2nd ed. (2003), section
// 10.4 (thresholds).
//
// The blocks are in float, which saves half of the memory and of its traffic. Sums are in double,
// so that L L^T is symmetric to round-off. Blocks of L and R are stored column by column.

template <int n> class IncompleteCholesky {
 public:
  static constexpr int SIZE = n * n;
  // numbers per row in solve(): whole vector registers
  static constexpr int STRIDE = (n + 3) / 4 * 4;

  /** Throws NotEnoughMemory or bad_alloc. */
  void factorize(const BlockColumns<n> &K, const IncompleteOptions &o)
  {
    options = o;
    options.fill = std::min(options.fill, K.size());
    begin(K);
    shift = 0.0;
    while (!columns(K) && shift < MOST_SHIFT) shift = shift > 0.0 ? 4.0 * shift : LEAST_SHIFT;
  }

  /** Solves L L^T x = r in place. x has STRIDE numbers per row, of which the first n count. */
  void solve(double *x) const
  {
    const int rows = static_cast<int>(inverse.size() / SIZE);
    for (int j = 0; j < rows; j++) forward(j, x);
    for (int j = rows - 1; j >= 0; j--) backward(j, x);
  }

  /** What has been added to the diagonal, relative to its largest entry in each block. */
  double diagonal_shift() const { return shift; }
  /** Number of blocks below the diagonal. */
  std::size_t blocks() const { return row.size(); }

  double bytes() const
  {
    std::size_t ints = 0;
    for (const auto *a : {&first, &row, &slot, &touched, &head, &next_column, &next_block,
                          &next_rest, &rest_of, &unused})
      ints += a->capacity();
    double sum = static_cast<double>(ints * sizeof(int) +
                                     (value.capacity() + inverse.capacity()) * sizeof(float) +
                                     (norm.capacity() + sums.capacity()) * sizeof(double) +
                                     candidates.capacity() * sizeof(Candidate));
    for (const Rest &rest : rests)
      sum += static_cast<double>(rest.row.capacity() * sizeof(int) +
                                 rest.value.capacity() * sizeof(float));
    return sum;
  }

 private:
  static constexpr double LEAST_SHIFT = 1e-6, MOST_SHIFT = 1.0, LEAST_PIVOT = 1e-7;

  static constexpr int WIDE = n * STRIDE;    // numbers of a block in `sums`

  /** A column of R. */
  struct Rest {
    std::vector<int> row;
    std::vector<float> value;
  };

  IncompleteOptions options;
  std::vector<int> first, row;    // of each column of L: its blocks below the diagonal, by rows
  std::vector<float> value, inverse;    // of each block; the inverse of each diagonal block
  double shift = 0.0;

  std::vector<double> norm;    // of each diagonal block of the matrix: its largest entry
  std::vector<int> slot,
      touched;    // of each row: its place in `sums`, or -1; rows of the column in work
  std::vector<double> sums;                  // the blocks of the column in work
  std::vector<int> head, next_column;        // lists of the columns whose next block is in a row
  std::vector<int> next_block, next_rest;    // of each column: the next of its blocks in L and R
  std::vector<Rest> rests;
  std::vector<int> rest_of, unused;    // of each column: its place in `rests`; places that are free

  void begin(const BlockColumns<n> &K)
  {
    const int rows = K.size();
    norm.resize(rows);
    for (int j = 0; j < rows; j++) norm[j] = K.largest(j);
    slot.assign(rows, -1);
    for (auto *a : {&head, &next_column, &next_block, &next_rest, &rest_of}) a->resize(rows);
    inverse.resize(SIZE * static_cast<std::size_t>(rows));
    if (row.capacity() == 0) reserve_L(2 * K.row.size());
  }

  void reserve_L(std::size_t blocks)
  {
    require_memory((SIZE * sizeof(float) + sizeof(int)) * static_cast<double>(blocks),
                   memory_within(options.memory_limit));
    reserve(blocks, row, value);
  }

  static void reserve(std::size_t blocks, std::vector<int> &rows, std::vector<float> &values)
  {
    rows.reserve(blocks);
    values.reserve(SIZE * blocks + STRIDE);
  }

  /** Returns whether all diagonal blocks are positive definite. */
  bool columns(const BlockColumns<n> &K)
  {
    first.assign(1, 0);
    row.clear();
    value.resize(STRIDE);
    unused.resize(rests.size());
    std::iota(unused.begin(), unused.end(), 0);
    std::fill(head.begin(), head.end(), -1);
    for (int j = 0; j < K.size(); j++) {
      gather(K, j);
      for (int k = head[j], following; k >= 0; k = following) {
        following = next_column[k];
        subtract(k, j);
        wait(k);
      }
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
      if (sums.size() < WIDE * touched.size()) sums.resize(2 * WIDE * touched.size());
      std::fill_n(sums.begin() + WIDE * slot[i], WIDE, 0.0);
    }
    return sums.data() + WIDE * slot[i];
  }

  void gather(const BlockColumns<n> &K, int j)
  {
    touched.clear();
    for (int b = K.first[j]; b < K.first[j + 1]; b++) {
      const float *from = K.value.data() + SIZE * static_cast<std::size_t>(b);
      double *to = block(K.row[b]);
      for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++) to[STRIDE * q + p] = from[n * p + q];
    }
    for (int k = 0; k < n; k++) block(j)[(STRIDE + 1) * k] += shift * norm[j];
  }

  const float *at(int b) const { return value.data() + SIZE * static_cast<std::size_t>(b); }

  /** Subtracts what column k, whose next block is in row j, contributes to column j. A block of R
   *  meets those of L only. */
  void subtract(int k, int j)
  {
    const Rest &rest = rests[rest_of[k]];
    const int begin = next_block[k], end = first[k + 1];
    const bool in_L = begin < end && row[begin] == j;
    const float *next = in_L ? at(begin) : rest.value.data() + SIZE * next_rest[k];
    double other[SIZE];
    std::copy_n(next, SIZE, other);
    for (int b = begin; b < end; b++) subtract(at(b), other, block(row[b]));
    if (in_L)
      for (int b = next_rest[k]; b < static_cast<int>(rest.row.size()); b++)
        subtract(rest.value.data() + SIZE * b, other, block(rest.row[b]));
    (in_L ? next_block : next_rest)[k]++;
  }

  /** sum -= A B^T. The numbers of sum from n on in each column mean nothing. */
  static void subtract(const float *A, const double *B, double *sum)
  {
    for (int q = 0; q < n; q++)
      for (int m = 0; m < n; m++)
        for (int p = 0; p < STRIDE; p++) sum[STRIDE * q + p] -= A[n * m + p] * B[n * m + q];
  }

  /** Puts column k into the list of the row of its next block, or forgets its blocks of R if there
   *  is none. */
  void wait(int k)
  {
    const Rest &rest = rests[rest_of[k]];
    const int b = next_block[k], e = next_rest[k];
    const int next = std::min(b < first[k + 1] ? row[b] : INT_MAX,
                              e < static_cast<int>(rest.row.size()) ? rest.row[e] : INT_MAX);
    if (next == INT_MAX) {
      unused.push_back(rest_of[k]);
    } else {
      next_column[k] = head[next];
      head[next] = k;
    }
  }

  /** Computes the inverse of the Cholesky factor of the diagonal block. The inverse of a block of
   *  zeros is set to zero. */
  bool invert(int j)
  {
    const double *A = block(j);
    double L[n][n], W[n][n];
    for (int p = 0; p < n; p++)
      for (int q = 0; q <= p; q++) {
        double sum = A[STRIDE * q + p];
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

  /** Stores the blocks below the diagonal that are large enough, times the inverse of the diagonal
   *  block, in L or R. */
  void keep(int j)
  {
    find_candidates(j);
    Rest &rest = new_rest(j);
    const double least = -options.drop * options.drop * norm[j];
    int left = options.fill;
    for (auto &entry : candidates) entry.in_L = left-- > 0 && entry.worth < least;
    std::sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) {
      return a.row < b.row;
    });
    for (const auto &entry : candidates)
      if (entry.in_L) {
        if (row.size() == row.capacity()) reserve_L(row.size() + row.size() / 4 + 8);
        store(entry.row, j, row, value);
      } else
        store(entry.row, j, rest.row, rest.value);
    first.push_back(static_cast<int>(row.size()));
    wait(j);
  }

  struct Candidate {
    double worth;    // the square of its norm over the diagonal block of its row, negative
    int row;
    bool in_L;

    bool operator<(const Candidate &b) const
    {
      return worth != b.worth ? worth < b.worth : row < b.row;
    }
  };
  std::vector<Candidate> candidates;    // the blocks that keep() may store

  /** Collects the largest blocks of column j. Those for L come first. */
  void find_candidates(int j)
  {
    const double least = options.drop * options.drop;
    candidates.clear();
    for (int i : touched) {
      if (i == j) continue;
      const double *A = block(i);
      double square = 0.0;
      for (int q = 0; q < n; q++)
        for (int p = 0; p < n; p++) square += A[STRIDE * q + p] * A[STRIDE * q + p];
      if (square > least * least * norm[i] * norm[j])
        candidates.push_back({-square / norm[i], i, false});
    }
    for (int most : {2 * options.fill, options.fill}) {
      if (static_cast<int>(candidates.size()) <= most) continue;
      std::nth_element(candidates.begin(), candidates.begin() + most, candidates.end());
      if (most > options.fill) candidates.resize(most);
    }
  }

  /** Returns an empty column of R for column j. */
  Rest &new_rest(int j)
  {
    if (unused.empty()) {
      unused.push_back(static_cast<int>(rests.size()));
      rests.emplace_back();
    }
    rest_of[j] = unused.back();
    unused.pop_back();
    next_block[j] = first[j];
    next_rest[j] = 0;
    Rest &rest = rests[rest_of[j]];
    rest.row.clear();
    rest.value.resize(STRIDE);
    return rest;
  }

  /** Appends block i times the inverse of diagonal block j, transposed. After the last block there
   *  are STRIDE numbers more, because loops read whole registers. */
  void store(int i, int j, std::vector<int> &rows, std::vector<float> &values)
  {
    if (rows.size() == rows.capacity()) reserve(rows.size() + rows.size() / 4 + 8, rows, values);
    const float *inv = inverse.data() + SIZE * static_cast<std::size_t>(j);
    const double *A = block(i);
    values.resize(values.size() + SIZE);
    float *to = values.data() + SIZE * rows.size();
    rows.push_back(i);
    for (int q = 0; q < n; q++)
      for (int p = 0; p < n; p++) {
        double sum = 0.0;
        for (int m = 0; m <= q; m++) sum += A[STRIDE * m + p] * inv[n * q + m];
        to[n * q + p] = static_cast<float>(sum);
      }
  }

  void forward(int j, double *x) const
  {
    const float *inv = inverse.data() + SIZE * static_cast<std::size_t>(j);
    double y[n], *own = x + STRIDE * j;
    for (int p = 0; p < n; p++) {
      y[p] = 0;
      for (int q = 0; q <= p; q++) y[p] += inv[n * p + q] * own[q];
    }
    std::copy_n(y, n, own);
    const int end = first[j + 1];
    const int *rows = row.data();
    const float *L = at(first[j]);
    for (int b = first[j]; b < end; b++, L += SIZE) {
      double *other = x + STRIDE * rows[b], sum[STRIDE];
      std::copy_n(other, STRIDE, sum);
      for (int q = 0; q < n; q++)
        for (int p = 0; p < STRIDE; p++)    // numbers from n on mean nothing
          sum[p] -= L[n * q + p] * y[q];
      std::copy_n(sum, STRIDE, other);
    }
  }

  void backward(int j, double *x) const
  {
    double y[n], *own = x + STRIDE * j;
    std::copy_n(own, n, y);
    const int end = first[j + 1];
    const int *rows = row.data();
    const float *L = at(first[j]);
    for (int b = first[j]; b < end; b++, L += SIZE) {
      const double *other = x + STRIDE * rows[b];
      for (int q = 0; q < n; q++)
        for (int p = 0; p < n; p++) y[q] -= L[n * q + p] * other[p];
    }
    const float *inv = inverse.data() + SIZE * static_cast<std::size_t>(j);
    for (int q = 0; q < n; q++) {
      own[q] = 0;
      for (int p = q; p < n; p++) own[q] += inv[n * p + q] * y[p];
    }
  }
};

}    // namespace VARDEM
#endif
