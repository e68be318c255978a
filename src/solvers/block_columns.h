/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_BLOCK_COLUMNS_H
#define VARDEM_BLOCK_COLUMNS_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace VARDEM {

// --- the lower triangle of a symmetric matrix of n x n blocks, column by column, on the host ---
//
// Its rows are some or all rows of an operator (operator.h), in any order: place[row of the operator] is the row here, or -1. The
// pattern is found only once.

template <int n> class BlockColumns {
 public:
  static constexpr int SIZE = n * n;
  std::vector<int> first, row;    // of each column: its blocks, from the diagonal on, by rows
  std::vector<double> value;      // of each block, row by row

  int size() const { return static_cast<int>(first.size()) - 1; }

  template <class Operator> void pattern(const Operator &K, const std::vector<int> &place, int rows)
  {
    std::vector<std::vector<int>> rows_of(rows);
    for (int i = 0; i < rows; i++) rows_of[i].push_back(i);
    K.pattern([&](int i, int j) {
      const int a = place[i], b = place[j];
      if (a >= 0 && b >= 0) rows_of[std::min(a, b)].push_back(std::max(a, b));
    });
    first.assign(1, 0);
    row.clear();
    for (auto &list : rows_of) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      row.insert(row.end(), list.begin(), list.end());
      first.push_back(static_cast<int>(row.size()));
    }
    row.shrink_to_fit();
    value.resize(SIZE * row.size());
  }

  template <class Operator> void fill(const Operator &K, const std::vector<int> &place)
  {
    std::fill(value.begin(), value.end(), 0.0);
    K.blocks([&](int i, int j, const auto &entry) {
      const int a = place[i], b = place[j];
      if (a >= 0 && b >= 0) add(a, b, entry);
    });
  }

  /** Largest diagonal entry of the diagonal block of a column. */
  double largest(int column) const
  {
    const double *block = value.data() + SIZE * static_cast<std::size_t>(first[column]);
    double most = 0.0;
    for (int k = 0; k < n; k++) most = std::max(most, block[(n + 1) * k]);
    return most;
  }

  double bytes() const
  {
    return static_cast<double>((first.capacity() + row.capacity()) * sizeof(int) +
                               value.capacity() * sizeof(double));
  }

 private:
  /** Adds entry(k, l) to the block in rows a and columns b, or to its transpose if that is below the diagonal. */
  template <class Entry> void add(int a, int b, const Entry &entry)
  {
    const int column = std::min(a, b), at = std::max(a, b);
    const auto begin = row.begin() + first[column], end = row.begin() + first[column + 1];
    double *block = value.data() + SIZE * (std::lower_bound(begin, end, at) - row.begin());
    for (int k = 0; k < n; k++)
      for (int l = 0; l < n; l++) block[n * k + l] += a >= b ? entry(k, l) : entry(l, k);
  }
};

}    // namespace VARDEM
#endif
