/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_SCHWARZ_CHOLESKY_H
#define VARDEM_SCHWARZ_CHOLESKY_H

#include "solvers/conjugate_gradients.h"
#include "solvers/incomplete_cholesky.h"
#include "solvers/operator.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace VARDEM {

// --- symmetric additive Schwarz with incomplete factors, as a preconditioner (conjugate_gradients.h), on the host ---
//
// The rows are cut into parts. A part is widened by `overlap` layers of rows that its rows are coupled to. Each part has incomplete
// factors of its rows of K, and P r is the sum of what all parts make of r. One part without layers is the incomplete factors of K.

template <class Space, class Operator> class SchwarzCholesky {
 public:
  static constexpr int DOF = Operator::DOF;
  static constexpr bool BY_ROWS = false;
  SchwarzOptions options;

  /** The order in which the rows are eliminated: by increasing key. Without keys it is that of their numbers. The rows at the top
   *  should come first, so that what they weigh on is eliminated after them. */
  void order_by(std::vector<double> key) { keys = std::move(key); }

  void setup(Space &, const Operator &K)
  {
    const int n = K.shape().nrows;
    order.resize(n);
    std::iota(order.begin(), order.end(), 0);
    if (static_cast<int>(keys.size()) >= n)
      std::stable_sort(order.begin(), order.end(), [this](int i, int j) {
        return keys[i] < keys[j];
      });
    parts.assign(std::max(1, std::min(options.parts, n)), Part());
    cut(K, n);
  }

  void refresh(Space &, const Operator &K)
  {
    for (Part &part : parts) {
      number(part);
      part.matrix.fill(K, place);
      part.factors.factorize(part.matrix, options);
      forget(part);
    }
  }

  void apply(Space &, const double *r, double *z)
  {
    std::fill_n(z, DOF * order.size(), 0.0);
    for (const Part &part : parts) {
      const int n = static_cast<int>(part.rows.size());
      for (int i = 0; i < n; i++)
        for (int k = 0; k < DOF; k++) work[DOF * i + k] = r[DOF * part.rows[i] + k];
      part.factors.solve(work.data());
      for (int i = 0; i < n; i++)
        for (int k = 0; k < DOF; k++) z[DOF * part.rows[i] + k] += work[DOF * i + k];
    }
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
    double sum = static_cast<double>(keys.capacity() + work.capacity()) * sizeof(double) +
        static_cast<double>(order.capacity() + place.capacity()) * sizeof(int);
    for (const Part &part : parts)
      sum += part.matrix.bytes() + part.factors.bytes() + part.rows.capacity() * sizeof(int);
    return sum;
  }

 private:
  struct Part {
    std::vector<int> rows;    // of K, in the order of their elimination
    BlockColumns<DOF> matrix;
    IncompleteCholesky<DOF> factors;
  };
  std::vector<Part> parts;
  std::vector<double> keys, work;    // of the rows of K; of a part
  std::vector<int> order, place;     // of each row of K: its place in the part in work, or -1

  /** Gives each part the same number of rows, as they follow each other in the operator, and adds layers to it. */
  void cut(const Operator &K, int n)
  {
    const int count = static_cast<int>(parts.size());
    std::vector<std::vector<char>> within(count, std::vector<char>(n, 0));
    for (int i = 0; i < n; i++) within[static_cast<long>(i) * count / n][i] = 1;
    for (int p = 0; p < count && count > 1; p++)
      for (int layer = 0; layer < options.overlap; layer++) widen(K, within[p]);
    place.assign(n, -1);
    std::size_t most = 0;
    for (int p = 0; p < count; p++) {
      for (int i : order)
        if (within[p][i]) parts[p].rows.push_back(i);
      most = std::max(most, parts[p].rows.size());
      number(parts[p]);
      parts[p].matrix.pattern(K, place, static_cast<int>(parts[p].rows.size()));
      forget(parts[p]);
    }
    work.assign(DOF * most, 0);
  }

  static void widen(const Operator &K, std::vector<char> &within)
  {
    const std::vector<char> before = within;
    K.pattern([&](int i, int j) {
      if (before[i]) within[j] = 1;
      if (before[j]) within[i] = 1;
    });
  }

  void number(const Part &part)
  {
    for (std::size_t i = 0; i < part.rows.size(); i++) place[part.rows[i]] = static_cast<int>(i);
  }
  void forget(const Part &part)
  {
    for (int i : part.rows) place[i] = -1;
  }
};

/** Conjugate gradients with incomplete factors. */
template <class Space, class Operator>
using IncompleteGradients =
    PreconditionedGradients<Space, Operator, SchwarzCholesky<Space, Operator>>;

}    // namespace VARDEM
#endif
