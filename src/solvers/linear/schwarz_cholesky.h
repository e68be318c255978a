// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCHWARZ_CHOLESKY_H
#define VARDEM_SCHWARZ_CHOLESKY_H

#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/incomplete_cholesky.h"
#include "solvers/linear/overlapping_rows.h"
#include "solvers/network/operator.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <vector>

namespace VARDEM {

// --- symmetric additive Schwarz with incomplete factors, as a preconditioner
//     (conjugate_gradients.h), on the host
//
// The rows of each process are cut into parts. A part is widened by `overlap` layers of rows that
// its rows are coupled to, also those of other processes. Each part has incomplete factors of its
// rows of K, and P r is the sum of the solves of all parts. One part without layers is plain
// incomplete Cholesky of K. Threads share the parts, so that the result depends on their number
// alone.

template <int DOF> struct SchwarzPart {
  std::vector<int> rows;       // in the order of their elimination
  std::size_t first = 0;       // where its vectors begin in the vectors of all parts
  std::vector<int> from;       // of each block of the matrix: its number in the matrix of all rows
  BlockColumns<DOF> matrix;    // empty if there is only one part, which has all rows
  IncompleteCholesky<DOF> factors;
};

/** Computes the factors of a part. If there is not enough memory, it returns how many bytes are
 *  needed. */
template <int DOF> struct FactorizePart {
  SchwarzPart<DOF> *parts;
  const BlockColumns<DOF> *all;
  const IncompleteOptions *options;

  double operator()(int p) const
  {
    SchwarzPart<DOF> &part = parts[p];
    try {
      const bool whole = part.matrix.size() == 0;
      if (!whole) part.matrix.copy(*all, part.from);
      part.factors.factorize(whole ? *all : part.matrix, *options);
    } catch (const NotEnoughMemory &e) {
      return e.needed;
    } catch (const std::bad_alloc &) {
      return part.factors.bytes();
    }
    return 0.0;
  }
};

/** Solves for the vectors of a part. */
template <int DOF, class Real> struct SolvePart {
  const SchwarzPart<DOF> *parts;
  int own;                 // number of own rows
  const Real *r;           // of own rows
  const double *others;    // of the rows of other processes
  double *work;            // of the parts
  static constexpr int STRIDE = IncompleteCholesky<DOF>::STRIDE;

  void operator()(int p) const
  {
    const SchwarzPart<DOF> &part = parts[p];
    double *const own_work = work + STRIDE * part.first, *x = own_work;
    for (int row : part.rows) {
      for (int k = 0; k < DOF; k++)
        x[k] = row < own ? r[DOF * row + k] : others[DOF * (row - own) + k];
      x += STRIDE;
    }
    part.factors.solve(own_work);
  }
};

/** Adds up what the parts make of a row, in their order. */
template <int DOF, class Real> struct AddParts {
  int own;
  const int *first,
      *place;    // of each row: its places in `work`; first is null if there is one place
  const double *work;
  Real *z;
  double *others;
  static constexpr int STRIDE = IncompleteCholesky<DOF>::STRIDE;

  VARDEM_INLINE void operator()(int i) const
  {
    double sum[DOF];
    const int begin = first ? first[i] : i, end = first ? first[i + 1] : i + 1;
    for (int k = 0; k < DOF; k++) sum[k] = work[STRIDE * place[begin] + k];
    for (int a = begin + 1; a < end; a++)
      for (int k = 0; k < DOF; k++) sum[k] += work[STRIDE * place[a] + k];
    for (int k = 0; k < DOF; k++)
      if (i < own)
        z[DOF * i + k] = static_cast<Real>(sum[k]);
      else
        others[DOF * (i - own) + k] = sum[k];
  }
};

template <class Space, class Operator> class SchwarzCholesky {
  static_assert(Space::ON_HOST, "incomplete factors are computed on the host");

 public:
  static constexpr int DOF = Operator::DOF;
  static constexpr bool BY_ROWS = false;
  SchwarzOptions options;

  /** The order in which the rows are eliminated: by increasing key. Without keys the rows keep the
   *  order of their numbers. The rows at the top should come first, so that the rows below them,
   *  which carry them, are eliminated later. All processes with rows give keys, or none does. */
  void order_by(std::vector<double> key) { keys = std::move(key); }

  void setup(Space &space, const Operator &K)
  {
    space.wait();
    rows.setup(space, K, options.overlap);
    find_order(space);
    matrix.pattern(rows.of(K), place, rows.all());
    parts.assign(std::max(1, std::min(options.parts, rows.own())), Part());
    if (parts.size() == 1)
      parts[0].rows = order;
    else
      for (std::size_t p = 0; p < parts.size(); p++) cut(static_cast<int>(p));
    find_places();
    others.resize(DOF * (rows.all() - rows.own()));
  }

  void refresh(Space &space, const Operator &K)
  {
    space.wait();
    matrix.fill(rows.of(K), place);
    rows.trade_blocks(
        space, DOF * DOF,
        [this](int i, int j, double *block) {
          matrix.get(place[i], place[j], block);
        },
        [this](int i, int j, const double *block) {
          matrix.set(place[i], place[j], block);
        });
    const IncompleteOptions &incomplete = options;
    const FactorizePart<DOF> factorize{parts.data(), &matrix, &incomplete};
    const double needed = space.maximum(static_cast<int>(parts.size()), factorize);
    if (needed > 0.0) throw NotEnoughMemory(needed, memory_within(options.memory_limit));
  }

  template <class Real> void apply(Space &space, const Real *r, Real *z)
  {
    const int own = rows.own(), count = static_cast<int>(parts.size());
    const bool one = count == 1;
    rows.bring(space, DOF, r, others.data());
    space.for_each(count, SolvePart<DOF, Real>{parts.data(), own, r, others.data(), work.data()});
    space.for_each(rows.all(),
                   AddParts<DOF, Real>{own, one ? nullptr : first_place.data(),
                                       one ? place.data() : places.data(), work.data(), z,
                                       others.data()});
    rows.give_back(space, DOF, others.data(), z);
  }

  /** The largest shift of the diagonal in any part. */
  double diagonal_shift() const
  {
    double most = 0.0;
    for (const Part &part : parts) most = std::max(most, part.factors.diagonal_shift());
    return most;
  }

  /** Number of blocks of the factors, without those on the diagonal. */
  std::size_t blocks() const
  {
    std::size_t sum = 0;
    for (const Part &part : parts) sum += part.factors.blocks();
    return sum;
  }

  double bytes() const
  {
    double sum = matrix.bytes() + rows.bytes();
    for (const auto *a : {&keys, &work, &others}) sum += a->capacity() * sizeof(double);
    for (const auto *a : {&order, &place, &first_place, &places})
      sum += a->capacity() * sizeof(int);
    for (const Part &part : parts)
      sum += part.matrix.bytes() + part.factors.bytes() +
          (part.rows.capacity() + part.from.capacity()) * sizeof(int);
    return sum;
  }

 private:
  using Part = SchwarzPart<DOF>;
  OverlappingRows<Space> rows;
  BlockColumns<DOF> matrix;    // of all these rows, in the order of their elimination
  std::vector<Part> parts;
  std::vector<double> keys, work,
      others;                       // of own rows; of the parts; of rows of other processes
  std::vector<int> order, place;    // of all rows: as they are eliminated; the inverse of this
  std::vector<int> first_place,
      places;    // of each row: its places in `work`, unless there is one part

  void find_order(Space &space)
  {
    order.resize(rows.all());
    std::iota(order.begin(), order.end(), 0);
    if (static_cast<int>(keys.size()) >= rows.own()) {
      std::vector<double> key(rows.all());
      std::copy_n(keys.begin(), rows.own(), key.begin());
      rows.bring(space, 1, keys.data(), key.data() + rows.own());
      std::stable_sort(order.begin(), order.end(), [&key](int i, int j) {
        return key[i] < key[j];
      });
    }
    place.resize(rows.all());
    for (int i = 0; i < rows.all(); i++) place[order[i]] = i;
  }

  /** Gives each part the same number of own rows, as they are eliminated one after the other, and
   *  adds layers to it. So parts are slabs across the load, whatever the numbers of the rows. */
  void cut(int p)
  {
    const long n = rows.own(), count = parts.size();
    std::vector<char> within(rows.all(), 0);
    long i = 0;
    for (int row = 0; row < rows.all(); row++)
      if (order[row] < n) within[row] = i++ * count / n == p;
    for (int layer = 0; layer < options.overlap; layer++) widen(within);
    Part &part = parts[p];
    std::vector<int> columns, place_in_part(rows.all(), -1);
    for (int i = 0; i < rows.all(); i++) {
      if (!within[i]) continue;
      place_in_part[i] = static_cast<int>(columns.size());
      columns.push_back(i);
      part.rows.push_back(order[i]);
    }
    part.from = part.matrix.part_of(matrix, columns, place_in_part);
  }

  void widen(std::vector<char> &within) const
  {
    const std::vector<char> before = within;
    for (int j = 0; j < matrix.size(); j++)
      for (int b = matrix.first[j]; b < matrix.first[j + 1]; b++) {
        if (before[j]) within[matrix.row[b]] = 1;
        if (before[matrix.row[b]]) within[j] = 1;
      }
  }

  void find_places()
  {
    std::size_t size = 0;
    for (Part &part : parts) {
      part.first = size;
      size += part.rows.size();
    }
    work.assign(IncompleteCholesky<DOF>::STRIDE * size, 0.0);
    if (parts.size() == 1) return;
    first_place.assign(rows.all() + 1, 0);
    for (const Part &part : parts)
      for (int row : part.rows) first_place[row + 1]++;
    std::partial_sum(first_place.begin(), first_place.end(), first_place.begin());
    std::vector<int> next(first_place.begin(), first_place.end() - 1);
    places.resize(size);
    for (const Part &part : parts)
      for (std::size_t i = 0; i < part.rows.size(); i++)
        places[next[part.rows[i]]++] = static_cast<int>(part.first + i);
  }
};

/** Conjugate gradients with incomplete factors. */
template <class Space, class Operator>
using IncompleteGradients =
    PreconditionedGradients<Space, Operator, SchwarzCholesky<Space, Operator>>;

}    // namespace VARDEM
#endif
