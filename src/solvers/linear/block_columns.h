// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BLOCK_COLUMNS_H
#define VARDEM_BLOCK_COLUMNS_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace VARDEM {

// --- the question before much memory is allocated: an operating system that has promised too much
//     ends the process

/** Memory in bytes that new allocations can get without swapping. Infinite where the system does
 *  not tell: only Linux does. */
inline double available_memory()
{
  std::ifstream info("/proc/meminfo");
  for (std::string key, rest; info >> key && std::getline(info, rest);)
    if (key == "MemAvailable:") return 1024.0 * std::stod(rest);
  return HUGE_VAL;
}

/** Thrown before the allocation. what() has both numbers. */
class NotEnoughMemory : public std::runtime_error {
 public:
  const double needed;    // bytes

  NotEnoughMemory(double needed, double available) :
      std::runtime_error(text(needed, available)), needed(needed)
  {
  }

 private:
  static std::string text(double needed, double available)
  {
    char line[120];
    std::snprintf(line, sizeof(line), "it needs about %.3g GB of memory, and %.3g GB are available",
                  1e-9 * needed, 1e-9 * available);
    return line;
  }
};

/** limit: bytes that may be allocated now; 0: all memory of the machine. */
inline double memory_within(double limit)
{
  return limit > 0.0 ? limit : available_memory();
}

inline void require_memory(double needed, double available)
{
  if (needed > available) throw NotEnoughMemory(needed, available);
}

/** The lower triangle of a symmetric pattern: of each of the n columns its rows, from the diagonal
 *  on, in order. pairs(add) calls add(a, b) for the rows and columns of the blocks, in either
 *  order. */
template <class Pairs> std::vector<std::vector<int>> lower_pattern(int n, const Pairs &pairs)
{
  std::vector<std::vector<int>> rows_of(n);
  for (int i = 0; i < n; i++) rows_of[i].push_back(i);
  pairs([&rows_of](int a, int b) {
    rows_of[std::min(a, b)].push_back(std::max(a, b));
  });
  for (auto &list : rows_of) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return rows_of;
}

// --- the lower triangle of a symmetric matrix of n x n blocks, column by column, on the host ---
//
// It has the rows of a source in any order: place[row of the source] is the row here. The pattern
// is found only once.

template <int n> class BlockColumns {
 public:
  static constexpr int SIZE = n * n;
  std::vector<int> first{0}, row;    // of each column: its blocks, from the diagonal on, by rows
  std::vector<float> value;          // of each block, row by row

  int size() const { return static_cast<int>(first.size()) - 1; }

  /** source: has pattern(f), which calls f(i, j) for its rows in either order. */
  template <class Source>
  void pattern(const Source &source, const std::vector<int> &place, int rows)
  {
    const auto rows_of = lower_pattern(rows, [&](const auto &add) {
      source.pattern([&](int i, int j) {
        add(place[i], place[j]);
      });
    });
    first.assign(1, 0);
    row.clear();
    for (const auto &list : rows_of) {
      row.insert(row.end(), list.begin(), list.end());
      first.push_back(static_cast<int>(row.size()));
    }
    row.shrink_to_fit();
    value.resize(SIZE * row.size());
  }

  /** source: has blocks(f), which calls f(i, j, entry) once for each term of the block in rows i
   *  and columns j, or of its transpose. */
  template <class Source> void fill(const Source &source, const std::vector<int> &place)
  {
    std::fill(value.begin(), value.end(), 0.0f);
    source.blocks([&](int i, int j, const auto &entry) {
      const int a = place[i], b = place[j];
      float *to = block(a, b);
      for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
          to[n * k + l] += static_cast<float>(a >= b ? entry(k, l) : entry(l, k));
    });
  }

  /** Writes the block in rows a and columns b to `to`. */
  void get(int a, int b, double *to) const
  {
    const float *from = value.data() + SIZE * place_of(a, b);
    for (int k = 0; k < n; k++)
      for (int l = 0; l < n; l++) to[n * k + l] = a >= b ? from[n * k + l] : from[n * l + k];
  }

  /** Sets the block in rows a and columns b. */
  void set(int a, int b, const double *from)
  {
    float *to = block(a, b);
    for (int k = 0; k < n; k++)
      for (int l = 0; l < n; l++)
        to[n * k + l] = static_cast<float>(a >= b ? from[n * k + l] : from[n * l + k]);
  }

  /** Takes over the pattern of those columns of another matrix that have a place here. columns:
   *  their numbers there, which increase; place: the inverse, or -1. Returns of each block its
   *  number there. */
  std::vector<int> part_of(const BlockColumns &whole, const std::vector<int> &columns,
                           const std::vector<int> &place)
  {
    std::vector<int> from;
    first.assign(1, 0);
    row.clear();
    for (int column : columns) {
      for (int b = whole.first[column]; b < whole.first[column + 1]; b++) {
        if (place[whole.row[b]] < 0) continue;
        row.push_back(place[whole.row[b]]);
        from.push_back(b);
      }
      first.push_back(static_cast<int>(row.size()));
    }
    row.shrink_to_fit();
    from.shrink_to_fit();
    value.resize(SIZE * row.size());
    return from;
  }

  /** Copies the blocks with these numbers of another matrix. */
  void copy(const BlockColumns &whole, const std::vector<int> &from)
  {
    for (std::size_t b = 0; b < from.size(); b++)
      std::copy_n(whole.value.data() + SIZE * static_cast<std::size_t>(from[b]), SIZE,
                  value.data() + SIZE * b);
  }

  /** Largest diagonal entry of the diagonal block of a column. */
  double largest(int column) const
  {
    const float *block = value.data() + SIZE * static_cast<std::size_t>(first[column]);
    float most = 0.0f;
    for (int k = 0; k < n; k++) most = std::max(most, block[(n + 1) * k]);
    return most;
  }

  double bytes() const
  {
    return static_cast<double>((first.capacity() + row.capacity()) * sizeof(int) +
                               value.capacity() * sizeof(float));
  }

 private:
  std::size_t place_of(int a, int b) const
  {
    const int column = std::min(a, b);
    const auto begin = row.begin() + first[column], end = row.begin() + first[column + 1];
    return std::lower_bound(begin, end, std::max(a, b)) - row.begin();
  }
  float *block(int a, int b) { return value.data() + SIZE * place_of(a, b); }
};

}    // namespace VARDEM
#endif
