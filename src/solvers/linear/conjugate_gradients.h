// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONJUGATE_GRADIENTS_H
#define VARDEM_CONJUGATE_GRADIENTS_H

#include "kernels/symmetric_block.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/operator.h"

#include <cmath>

namespace VARDEM {

// --- the inverse of the diagonal blocks, a preconditioner for conjugate gradients ---
//
// The blocks are in float, which saves memory traffic. NoTensionNewton keeps their entries within
// the range of float by its choice of units (solvers/network/scale.h).

/** Inverts the diagonal blocks. The block of a body with one or two contacts may be nearly
 *  singular; the shift keeps its inverse within the accuracy of single precision. */
template <int DOF> struct InvertBlocks {
  static constexpr double SHIFT = 1e-3;    // relative to the largest diagonal entry of the block
  float *block;

  VARDEM_INLINE void operator()(int i) const
  {
    float *own = block + BLOCK_SIZE<DOF> * i;
    float largest = 0.0f, beside = 0.0f;
    for (int k = 0; k < DOF; k++) {
      const float entry = own[block_index(k, k)];
      if (entry > largest) largest = entry;
      for (int l = 0; l < k; l++) beside += std::fabs(own[block_index(k, l)]);
    }
    if (beside > 0.0f)
      invert_block<DOF>(own, SHIFT * largest);
    else
      invert_diagonal(own, largest);
  }

 private:
  /** Of a body without contacts. */
  VARDEM_INLINE static void invert_diagonal(float *own, float largest)
  {
    for (int k = 0; k < DOF; k++) {
      float &entry = own[block_index(k, k)];
      entry = largest > 0.0f ? static_cast<float>(1.0 / (entry + SHIFT * largest)) : 0.0f;
    }
  }
};

/** Sets z = P r in a row. */
template <int DOF> struct TimesBlock {
  const float *block;

  template <class Real> VARDEM_INLINE void operator()(int i, const Real *r, Real *z) const
  {
    block_times<DOF>(block + BLOCK_SIZE<DOF> * i, r, z);
  }
};

template <class Space, class Operator> class BlockJacobi {
 public:
  static constexpr int DOF = Operator::DOF;
  static constexpr bool BY_ROWS = true;

  void setup(Space &space, const Operator &K)
  {
    space.allocate(block, BLOCK_SIZE<DOF> * K.shape().nrows);
  }

  void refresh(Space &space, const Operator &K)
  {
    const int n = K.shape().nrows;
    space.for_each(n, K.diagonal(block.data()));
    space.for_each(n, InvertBlocks<DOF>{block.data()});
  }

  TimesBlock<DOF> row() const { return {block.data()}; }
  double bytes() const { return 0.0; }

 private:
  typename Space::template Array<float> block;
};

// --- conjugate gradients for K x = r, for any operator K (operator.h) and any preconditioner ---
//
// Source: Chronopoulos & Gear, J. Comput. Appl. Math. 25 (1989) 153. In this form all scalar
// products of an iteration are summed over the processes at once. An iteration takes one product
// with K, one pass over all vectors, one exchange of ghosts and one wait.
//
// A preconditioner P is symmetric and positive definite. It has
//   setup(space, K)     allocates memory, and finds the pattern
//   refresh(space, K)   computes P for the present numbers of K
//   bytes()             memory outside of the Space
//   BY_ROWS             whether a row of P r depends on the same row of r alone. If so, it has
//     row()               a struct with VARDEM_INLINE operator()(int i, const double *r, double *z)
//                         const, which sets z to row i of P r, for r of the row. The pass over all
//                         vectors calls it
//   and otherwise
//     apply(space, r, z)  sets z = P r. Both have rows

/** Sets x, p, s to zero in a row. */
template <int DOF, class Real = double> struct StartVectors {
  Real *x, *p, *s;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) x[k] = p[k] = s[k] = 0;
  }
};

/** Sets p = z + beta p, s = w + beta s (which is K p), x += alpha p, r -= alpha s in a row. */
template <int DOF, class Real = double> struct StepVectors {
  Real alpha, beta;
  const Real *w, *z;
  Real *x, *r, *p, *s;

  VARDEM_INLINE void operator()(int i) const
  {
    Real residual[DOF];
    step(i, residual);
  }
  /** Does the same, and returns r of the row. There is one loop for each vector, so that compilers
   *  can use vector registers. */
  VARDEM_INLINE void step(int i, Real *residual) const
  {
    const int a = DOF * i;
    Real next_p[DOF], next_s[DOF];
    for (int k = 0; k < DOF; k++) next_p[k] = z[a + k] + beta * p[a + k];
    for (int k = 0; k < DOF; k++) p[a + k] = next_p[k];
    for (int k = 0; k < DOF; k++) next_s[k] = w[a + k] + beta * s[a + k];
    for (int k = 0; k < DOF; k++) s[a + k] = next_s[k];
    for (int k = 0; k < DOF; k++) next_p[k] = x[a + k] + alpha * next_p[k];
    for (int k = 0; k < DOF; k++) x[a + k] = next_p[k];
    for (int k = 0; k < DOF; k++) residual[k] = r[a + k] - alpha * next_s[k];
    for (int k = 0; k < DOF; k++) r[a + k] = residual[k];
  }
};

/** Sums: r . z, r . r of one row. */
template <int DOF, class Real>
VARDEM_INLINE void add_gradient_sums(const Real *r, const Real *z, Sums<2> &sums)
{
  Real product = 0, square = 0;
  for (int k = 0; k < DOF; k++) product += r[k] * z[k];
  for (int k = 0; k < DOF; k++) square += r[k] * r[k];
  sums.s[0] += product;
  sums.s[1] += square;
}

/** Sets z = P r, and x, p, s to zero. Sums: r . z, r . r. */
template <int DOF, class Row, class Real = double> struct StartGradients {
  StartVectors<DOF, Real> vectors;
  Row P;
  const Real *r;
  Real *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    const int a = DOF * i;
    P(i, r + a, z + a);
    vectors(i);
    add_gradient_sums<DOF>(r + a, z + a, sums);
  }
};

/** Does StepVectors, and sets z = P r. Sums: r . z, r . r. */
template <int DOF, class Row, class Real = double> struct StepGradients {
  StepVectors<DOF, Real> vectors;
  Row P;
  Real *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    Real residual[DOF], out[DOF];
    vectors.step(i, residual);
    P(i, residual, out);
    for (int k = 0; k < DOF; k++) z[DOF * i + k] = out[k];
    add_gradient_sums<DOF>(residual, out, sums);
  }
};

/** Sums: r . z, r . r. */
template <int DOF> struct GradientSums {
  const double *r, *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    add_gradient_sums<DOF>(r + DOF * i, z + DOF * i, sums);
  }
};

/** The iteration, with vectors of DOF numbers per row, in double or single precision. Scalars and
 *  sums are in double precision. K and P take vectors of these numbers. */
template <class Space, int DOF, class Real> class GradientIteration {
 public:
  void setup(Space &space, const OperatorShape &shape)
  {
    for (auto *a : {&p, &s, &w}) space.allocate(*a, DOF * shape.nrows);
    allocate_columns<DOF>(space, shape.nrows, shape.ncolumns, z);
  }

  /** Finds x with |r - K x| <= residual, and replaces r by r - K x, by at most `most` products with
   *  K. It gives up where |r| is more than `growth` times that at the start. Calls tick(products)
   *  after each iteration. Returns the number of products. */
  template <class Operator, class Preconditioner, class Tick>
  int solve(Space &space, const Operator &K, Preconditioner &P, Real *r, Real *x, double residual,
            double growth, long most, const Tick &tick)
  {
    const int n = K.shape().nrows;
    start(space, n, P, r, x);
    double old_gamma = 0.0, old_alpha = 0.0, largest = HUGE_VAL;
    int products = 0;
    while (products < most) {
      if (space.immediate() && !(space.fetch(3)[2] > residual * residual)) break;
      space.forward(z.data(), DOF);
      space.template reduce<1>(n, K.product(z.data(), w.data()), 0);
      products++;
      const double *sums = space.fetch(3);
      const double delta = sums[0], gamma = sums[1];
      if (!(sums[2] > residual * residual && sums[2] < largest)) break;
      if (products == 1) largest = growth * growth * sums[2];
      const double beta = old_alpha > 0.0 ? gamma / old_gamma : 0.0;
      const double curvature = delta - (old_alpha > 0.0 ? beta * gamma / old_alpha : 0.0);
      if (!(curvature > 0.0)) break;    // only round-off is left
      const double alpha = gamma / curvature;
      step(space, n, P,
           {static_cast<Real>(alpha), static_cast<Real>(beta), w.data(), z.data(), x, r, p.data(),
            s.data()});
      old_gamma = gamma;
      old_alpha = alpha;
      if (!tick(products)) break;
    }
    return products;
  }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  Array<Real> p, s, z, w;

  template <class Preconditioner>
  void start(Space &space, int n, Preconditioner &P, const Real *r, Real *x)
  {
    const StartVectors<DOF, Real> vectors{x, p.data(), s.data()};
    if constexpr (Preconditioner::BY_ROWS) {
      using Row = decltype(P.row());
      space.template reduce<2>(n, StartGradients<DOF, Row, Real>{vectors, P.row(), r, z.data()}, 1);
    } else {
      space.for_each(n, vectors);
      precondition(space, n, P, r);
    }
  }

  template <class Preconditioner>
  void step(Space &space, int n, Preconditioner &P, const StepVectors<DOF, Real> &vectors)
  {
    if constexpr (Preconditioner::BY_ROWS) {
      using Row = decltype(P.row());
      space.template reduce<2>(n, StepGradients<DOF, Row, Real>{vectors, P.row(), z.data()}, 1);
    } else {
      space.for_each(n, vectors);
      precondition(space, n, P, vectors.r);
    }
  }

  template <class Preconditioner>
  void precondition(Space &space, int n, Preconditioner &P, const Real *r)
  {
    P.apply(space, r, z.data());
    space.template reduce<2>(n, GradientSums<DOF>{r, z.data()}, 1);
  }
};

/** More products than a few times the number of unknowns never help. */
inline long most_products(int dof, const OperatorShape &shape)
{
  return 1000 + 10 * dof * shape.nbodies;
}

template <class Space, class Operator, class Preconditioner> class PreconditionedGradients {
 public:
  static constexpr int DOF = Operator::DOF;

  void setup(Space &space, const Operator &K)
  {
    iteration.setup(space, K.shape());
    P.setup(space, K);
  }

  void refresh(Space &space, const Operator &K) { P.refresh(space, K); }

  /** Finds x with |r - K x| <= residual, and replaces r by r - K x, with the preconditioner of the
   *  last refresh(). K may also be of another type, near to the operator that the preconditioner
   *  belongs to. Calls tick(products) after each iteration, which tells whether there may be
   *  another one. Returns the number of products with K. */
  template <class AnyOperator, class Tick>
  int solve_again(Space &space, const AnyOperator &K, double *r, double *x, double residual,
                  const Tick &tick)
  {
    return iteration.solve(space, K, P, r, x, residual, HUGE_VAL, most_products(DOF, K.shape()),
                           tick);
  }

  /** Does a system with other numbers need no new refresh()? */
  bool may_keep() const { return true; }
  const Preconditioner &preconditioner() const { return P; }
  Preconditioner &preconditioner() { return P; }
  double bytes() const { return P.bytes(); }

 private:
  Preconditioner P;
  GradientIteration<Space, DOF, double> iteration;
};

/** Conjugate gradients with the inverse of the diagonal blocks. */
template <class Space, class Operator>
using ConjugateGradients = PreconditionedGradients<Space, Operator, BlockJacobi<Space, Operator>>;

}    // namespace VARDEM
#endif
