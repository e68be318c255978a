/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_OPERATOR_H
#define VARDEM_OPERATOR_H

#include "solvers/space.h"

namespace VARDEM {

// --- what linear solvers ask of a matrix K ---
//
// K is symmetric, positive definite, and has blocks of DOF x DOF numbers, a row of blocks for each free body. It need not be the
// tangent of a network of contacts, nor a sum of squares. An operator has
//   DOF                      numbers per row and column
//   shape()                  how many rows and columns there are
//   product(v, w)            the body of a loop over rows, with operator()(int i, Sums<1> &) const: w = K v, which is complete when
//                            the loop has passed all rows; the sum is v . K v. v has columns and its ghosts are up to date
//   diagonal(block)          the body of a loop over rows, which computes the diagonal blocks in the precision of `block` (lower
//                            triangles, kernels/symmetric_block.h)
// For factors, on the host and on one process, it also has
//   pattern(f)               calls f(i, j) for rows i and j whose block may be non-zero at any time. It may call it more than once
//                            for a pair, for either order, and for i = j
//   blocks(f)                calls f(i, j, entry) with j <= i; the sum of all entry(k, l) is the block in rows i and columns j
//   The pattern must not change between setup() of a solver and the last solve(); the numbers may.
//
// A linear solver has
//   setup(space, K)          allocates memory, and finds the pattern
//   solve(space, K, r, x, residual, tick)    finds x with |r - K x| <= residual, and replaces r by r - K x. It calls tick(products)
//                            after each product, stops if that returns false, and returns the number of products
//   refresh(space, K), solve_again(...)      the two halves of solve(): what depends on K alone, and the rest. Another solve_again()
//                            with the same K saves the first half
//
// An operator that is a sum has a first term, as above, and further terms (SumOperator). A further term has pattern(f), blocks(f), and
//   add_product(v, w), add_diagonal(block)    as product() and diagonal(), but they add to what is there

/** The rows of K and the columns of the vectors that it is applied to. */
struct OperatorShape {
  int nrows, ncolumns;
  long nbodies;    // number of rows of all processes
};

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
  auto product(const double *v, double *w) const
  {
    return both(a.product(v, w), b.add_product(v, w));
  }
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
