// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_OPERATOR_H
#define VARDEM_OPERATOR_H

#include "solvers/network/space.h"

#include <stdexcept>
#include <utility>
#include <vector>

namespace VARDEM {

// --- what linear solvers ask of a matrix K ---
//
// K is symmetric, positive definite, and has blocks of DOF x DOF numbers, a row of blocks for each
// free body. It need not be the tangent of a network of contacts, nor a sum of squares. An operator
// has
//   DOF                      numbers per row and column
//   shape()                  how many rows and columns there are
//   product(v, w)            the body of a loop over rows, with operator()(int i, Sums<1> &) const:
//                            w = K v, which is complete when the loop has passed all rows; the sum
//                            is v . K v. v has columns and its ghosts are up to date. Columns
//                            that follow from the rows are set before (step_walls.h)
//   diagonal(block)          the body of a loop over rows, which computes the diagonal blocks in
//                            the precision of `block` (lower triangles, kernels/symmetric_block.h)
// For factors, on the host, it also has
//   ghosts()                 which rows the ghost columns stand for
//   pattern(f)               calls f(i, j) for each row i and column j, of a row or a ghost, whose
//                            block may be non-zero at any time. It may call it more than once for a
//                            pair, and for i = j. Of two rows it may leave out one order
//   blocks(f)                calls f(i, j, entry), where j is a row <= i, or a ghost column; the
//                            sum of all entry(k, l) is the block in rows i and columns j
//   The pattern must not change between setup() of a solver and the last solve_again(); the numbers
//   may.
//
// A linear solver has
//   setup(space, K)          allocates memory, and finds the pattern
//   refresh(space, K)        computes what depends on the numbers of K alone, such as factors
//   solve_again(space, K, r, x, residual, tick)    finds x with |r - K x| <= residual, and replaces
//                                                  r by r - K x, with what the last
//                            refresh() has computed. It calls tick(products) after each product,
//                            stops if that returns false, and returns the number of products
// refresh_and_solve() calls both. Further systems with the same K need solve_again() only.
//
// An operator that is a sum has a first term, as above, and further terms (SumOperator). A further
// term has pattern(f), blocks(f), and
//   add_product(v, w), add_diagonal(block)    as product() and diagonal(), but they add to what is
//                                             there

/** The rows of K and the columns of the vectors that it is applied to. */
struct OperatorShape {
  int nrows, ncolumns;
  long nbodies;    // number of rows of all processes
};

/** The rows that ghost columns stand for: the process that has each, and its number there. On the
 *  host. */
struct GhostOwners {
  std::vector<int> process, row;

  void clear()
  {
    process.clear();
    row.clear();
  }
  double bytes() const
  {
    return static_cast<double>(process.capacity() + row.capacity()) * sizeof(int);
  }
};

/** The ghost columns are those from nrows to first_fixed. */
struct GhostColumns {
  int nrows, first_fixed;
  const GhostOwners *owners;

  /** The process, and the row there. */
  std::pair<int, int> row_of(int column) const
  {
    const std::size_t ghost = column - nrows;
    if (ghost >= owners->row.size()) throw std::logic_error("rows of ghost columns are unknown");
    return {owners->process[ghost], owners->row[ghost]};
  }
};

/** Solves the first system with the present numbers of K. */
template <class Solver, class Space, class Operator, class Tick>
int refresh_and_solve(Solver &solver, Space &space, const Operator &K, double *r, double *x,
                      double residual, const Tick &tick)
{
  solver.refresh(space, K);
  return solver.solve_again(space, K, r, x, residual, tick);
}

// Pattern and blocks where one process has all rows: f gets rows only, and blocks() calls it with j
// <= i

template <class Operator, class F> void pattern_of_rows(const Operator &K, const F &f)
{
  const GhostColumns ghosts = K.ghosts();
  K.pattern([&](int i, int j) {
    f(i, j < ghosts.nrows ? j : ghosts.row_of(j).second);
  });
}

template <class Operator, class F> void blocks_of_rows(const Operator &K, const F &f)
{
  const GhostColumns ghosts = K.ghosts();
  K.blocks([&](int i, int j, const auto &entry) {
    const int row = j < ghosts.nrows ? j : ghosts.row_of(j).second;
    if (row <= i) f(i, row, entry);    // the other row of two has the same block
  });
}

/** The body of a loop that runs two bodies one after the other, row by row. */
template <class First, class Second> struct BothBodies {
  First first;
  Second second;

  VARDEM_INLINE void operator()(int i) const
  {
    first(i);
    second(i);
  }
  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    first(i, sums);
    second(i, sums);
  }
};

/** The sum of two operators with the same rows and columns. */
template <class First, class Second> class SumOperator {
 public:
  static constexpr int DOF = First::DOF;
  static_assert(DOF == Second::DOF, "the terms must have the same numbers per row");

  SumOperator(const First &a, const Second &b) : a(a), b(b) {}

  OperatorShape shape() const { return a.shape(); }
  GhostColumns ghosts() const { return a.ghosts(); }
  auto product(double *v, double *w) const { return both(a.product(v, w), b.add_product(v, w)); }
  template <class Real> auto diagonal(Real *block) const
  {
    return both(a.diagonal(block), b.add_diagonal(block));
  }
  template <class F> void pattern(const F &f) const
  {
    a.pattern(f);
    b.pattern(f);
  }
  template <class F> void blocks(const F &f) const
  {
    a.blocks(f);
    b.blocks(f);
  }

 private:
  const First &a;
  const Second &b;

  template <class A, class B> static BothBodies<A, B> both(const A &first, const B &second)
  {
    return {first, second};
  }
};

}    // namespace VARDEM
#endif
