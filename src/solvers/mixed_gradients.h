// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_MIXED_GRADIENTS_H
#define VARDEM_MIXED_GRADIENTS_H

#include "solvers/conjugate_gradients.h"
#include "solvers/single_tangent.h"

#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- conjugate gradients in single precision, inside a refinement in double precision ---
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, chapter 12. A
// pass of conjugate gradients in single precision finds a part of x. Its residual is computed in
// double precision, and the next pass starts from there. A pass fails where soft motions are lost
// in the round-off of single precision, as in disordered packings. Then double precision does the
// rest, and also the next systems, so that this solver finds x wherever ConjugateGradients does.
// Numbers of a pass are in units near one: K is divided by a power of two, and so is the residual.
//
// Operators without a copy in single precision (single_tangent.h) and preconditioners that are not
// BY_ROWS have PreconditionedGradients instead.

/** Sets z = s P r in a row of `WIDTH` floats. A further number is set to zero. */
template <int DOF, int WIDTH, class Row> struct SingleRow {
  Row P;
  float s;

  VARDEM_INLINE void operator()(int i, const float *r, float *z) const
  {
    float out[DOF];
    P(i, r, out);
    for (int k = 0; k < DOF; k++) z[k] = s * out[k];
    for (int k = DOF; k < WIDTH; k++) z[k] = 0.0f;
  }
};

/** A preconditioner for the divided K, by one for K. */
template <int DOF, int WIDTH, class Preconditioner> struct SinglePreconditioner {
  static constexpr bool BY_ROWS = true;
  using Row = decltype(std::declval<const Preconditioner &>().row());
  const Preconditioner &P;
  float unit;    // K over the divided K

  SingleRow<DOF, WIDTH, Row> row() const { return {P.row(), unit}; }
};

/** Sets dx to s times a vector of floats, of WIDTH numbers per row. */
template <int DOF, int WIDTH> struct WidenRow {
  double s;
  const float *from;
  double *dx;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 0; k < DOF; k++) dx[DOF * i + k] = s * from[WIDTH * i + k];
  }
};

/** Sums: square of r - w. */
template <int DOF> struct RefinedSquare {
  const double *r, *w;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) sums.s[0] += (r[k] - w[k]) * (r[k] - w[k]);
  }
};

/** Sets x += dx, r -= w, number by number. */
struct Refine {
  const double *dx, *w;
  double *x, *r;

  VARDEM_INLINE void operator()(int k) const
  {
    x[k] += dx[k];
    r[k] -= w[k];
  }
};

template <class Space, class Operator, class Preconditioner> class RefinedGradients {
  using Single = SinglePrecision<Space, Operator>;
  static constexpr int DOF = Operator::DOF, WIDTH = Single::WIDTH;

 public:
  void setup(Space &space, const Operator &K)
  {
    const OperatorShape shape = K.shape();
    P.setup(space, K);
    single.setup(space, K);
    iteration.setup(space, {shape.nrows, shape.ncolumns, shape.nbodies});
    for (auto *a : {&single_r, &single_x}) space.allocate(*a, WIDTH * shape.nrows);
    allocate_columns<DOF>(space, shape.nrows, shape.ncolumns, dx);
    space.allocate(w, DOF * shape.nrows);
    pause = 0;
    next_pause = LEAST_PAUSE;
  }

  /** Computes the preconditioner and the copy in single precision for the present numbers of K. */
  void refresh(Space &space, const Operator &K)
  {
    P.refresh(space, K);
    single.refresh(space, K);
  }

  /** Finds x with |r - K x| <= residual, and replaces r by r - K x, with what the last refresh()
   *  has computed. Calls tick(products) after each iteration, which tells whether there may be
   *  another one. Returns the number of products with K, in either precision. */
  template <class Tick>
  int solve_again(Space &space, const Operator &K, double *r, double *x, double residual,
                  const Tick &tick)
  {
    const int n = K.shape().nrows;
    const long most = most_products(DOF, K.shape());
    space.for_each(DOF * n, SetZero{x});
    double norm = norm_of_rows<DOF>(space, n, r);
    int products = 0;
    bool more = true;    // until tick() says that it was enough
    while (norm > residual && products < most && more) {
      const auto count = [&](int k) {
        return more = tick(products + k);
      };
      if (pause > 0) {
        pause--;
        return products + finish(space, K, r, x, residual, most - products, count);
      }
      const double aim = std::max(AIM * residual, LEAST * norm);
      products += pass(space, K, r, norm, aim, most - products, count);
      const double refined = refined_norm(space, n, r), norm_before = norm;
      if (refined < norm) {
        space.for_each(DOF * n, Refine{dx.data(), w.data(), x, r});
        norm = refined;
      }
      if (more) judge(refined < norm_before && refined <= TRUST * aim);
    }
    return products;
  }

  const Preconditioner &preconditioner() const { return P; }
  Preconditioner &preconditioner() { return P; }
  /** Memory outside of the Space. */
  double bytes() const { return P.bytes(); }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  // a pass aims below the residual asked for, to leave room for its round-off
  static constexpr double AIM = 0.95;
  static constexpr double LEAST = 1e-4;    // a pass aims at no less than this part of the residual
  // a pass ends if its residual grows that much: round-off drives floppy motions
  static constexpr double GROWTH = 10.0;
  // a pass is good if it leaves no more than this times what it aimed at
  static constexpr double TRUST = 1.5;
  static constexpr int LEAST_PAUSE = 8, LONGEST_PAUSE = 64;    // solves

  Preconditioner P;
  Single single;
  GradientIteration<Space, WIDTH, float> iteration;
  GradientIteration<Space, DOF, double> slow;    // without memory until it is needed
  Array<float> single_r, single_x;
  Array<double> dx, w;
  int pause = 0;                   // how many solves are left to double precision
  int next_pause = LEAST_PAUSE;    // the same after the next pass that fails

  /** After a pass that failed, the rest of this solve and the next ones are left to double
   *  precision: four times as many each time. */
  void judge(bool good)
  {
    pause = good ? 0 : next_pause;
    next_pause = good ? LEAST_PAUSE : std::min(LONGEST_PAUSE, 4 * next_pause);
  }

  /** Finds dx = K^-1 r to |r - K dx| <= aim in single precision, and w = K dx. Returns the number
   *  of products. */
  template <class Tick>
  int pass(Space &space, const Operator &K, const double *r, double norm, double aim, long most,
           const Tick &tick)
  {
    const int n = K.shape().nrows;
    const double one = power_of_two(exponent_of(norm)), unit = single.unit();
    space.for_each(n, RoundRow<DOF, WIDTH>{1.0 / one, r, single_r.data()});
    const SinglePreconditioner<DOF, WIDTH, Preconditioner> divided{P, static_cast<float>(unit)};
    const int products = iteration.solve(space, single, divided, single_r.data(), single_x.data(),
                                         aim / one, GROWTH, most, tick);
    space.for_each(n, WidenRow<DOF, WIDTH>{one / unit, single_x.data(), dx.data()});
    space.forward(dx.data(), DOF);
    space.template reduce<1>(n, K.product(dx.data(), w.data()), 0);
    tick(products + 1);
    return products + 1;
  }

  double refined_norm(Space &space, int n, const double *r)
  {
    return root_of_sum(space, n, RefinedSquare<DOF>{r, w.data()});
  }

  /** Goes on in double precision from x and r. Returns the number of products. */
  template <class Tick>
  int finish(Space &space, const Operator &K, double *r, double *x, double residual, long most,
             const Tick &tick)
  {
    const int n = K.shape().nrows;
    slow.setup(space, K.shape());
    const int products = slow.solve(space, K, P, r, dx.data(), residual, HUGE_VAL, most, tick);
    space.for_each(DOF * n, Advance<1>{1.0, dx.data(), x});
    return products;
  }
};

/** RefinedGradients where they can be had, otherwise PreconditionedGradients. */
template <class Space, class Operator, class Preconditioner>
using MixedGradientsWith =
    std::conditional_t<SinglePrecision<Space, Operator>::AVAILABLE && Preconditioner::BY_ROWS,
                       RefinedGradients<Space, Operator, Preconditioner>,
                       PreconditionedGradients<Space, Operator, Preconditioner>>;

/** Conjugate gradients in single precision with the inverse of the diagonal blocks. */
template <class Space, class Operator>
using MixedGradients = MixedGradientsWith<Space, Operator, BlockJacobi<Space, Operator>>;

}    // namespace VARDEM
#endif
