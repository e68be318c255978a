/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_CONJUGATE_GRADIENTS_H
#define VARDEM_CONJUGATE_GRADIENTS_H

#include "solvers/block_jacobi.h"
#include "solvers/network_loops.h"
#include "solvers/operator.h"

#include <cmath>

namespace VARDEM {

// --- conjugate gradients for K x = r, for any operator K (operator.h) and any preconditioner ---
//
// Source: Chronopoulos & Gear, J. Comput. Appl. Math. 25 (1989) 153. In this form all scalar products
// of an iteration are summed over the processes at once. An iteration takes one product with K, one
// pass over all vectors, one exchange of ghosts and one wait.
//
// A preconditioner P is symmetric and positive definite. It has
//   setup(space, K)     allocates memory, and finds the pattern
//   refresh(space, K)   computes P for the present numbers of K
//   bytes()             memory that is not that of the Space
//   BY_ROWS             whether a row of P r depends on the same row of r alone. If so, it has
//     row()               a struct with VARDEM_INLINE operator()(int i, const double *r, double *z) const, which sets z to row i of
//                         P r, for r of the row. The pass over all vectors calls it
//   and otherwise
//     apply(space, r, z)  sets z = P r. Both have rows

/** Sets x, p, s to zero in a row. */
template <int DOF> struct StartVectors {
  double *x, *p, *s;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) x[k] = p[k] = s[k] = 0.0;
  }
};

/** Sets p = z + beta p, s = w + beta s (which is K p), x += alpha p, r -= alpha s in a row. */
template <int DOF> struct StepVectors {
  double alpha, beta;
  const double *w, *z;
  double *x, *r, *p, *s;

  VARDEM_INLINE void operator()(int i) const
  {
    double residual[DOF];
    step(i, residual);
  }
  /** Does the same, and returns r of the row. */
  VARDEM_INLINE void step(int i, double *residual) const
  {
    const int a = DOF * i;
    for (int k = 0; k < DOF; k++) {
      const double pk = z[a + k] + beta * p[a + k], sk = w[a + k] + beta * s[a + k];
      p[a + k] = pk;
      s[a + k] = sk;
      x[a + k] += alpha * pk;
      r[a + k] = residual[k] = r[a + k] - alpha * sk;
    }
  }
};

/** Sets z = P r, and x, p, s to zero. Sums: r . z, r . r. */
template <int DOF, class Row> struct StartGradients {
  StartVectors<DOF> vectors;
  Row P;
  const double *r;
  double *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    const int a = DOF * i;
    P(i, r + a, z + a);
    vectors(i);
    for (int k = a; k < a + DOF; k++) {
      sums.s[0] += r[k] * z[k];
      sums.s[1] += r[k] * r[k];
    }
  }
};

/** Does StepVectors, and sets z = P r. Sums: r . z, r . r. */
template <int DOF, class Row> struct StepGradients {
  StepVectors<DOF> vectors;
  Row P;
  double *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    double residual[DOF], out[DOF];
    vectors.step(i, residual);
    P(i, residual, out);
    for (int k = 0; k < DOF; k++) {
      z[DOF * i + k] = out[k];
      sums.s[0] += residual[k] * out[k];
      sums.s[1] += residual[k] * residual[k];
    }
  }
};

/** Sums: r . z, r . r. */
template <int DOF> struct GradientSums {
  const double *r, *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) {
      sums.s[0] += r[k] * z[k];
      sums.s[1] += r[k] * r[k];
    }
  }
};

template <class Space, class Operator, class Preconditioner> class PreconditionedGradients {
 public:
  static constexpr int DOF = Operator::DOF;

  void setup(Space &space, const Operator &K)
  {
    const OperatorShape shape = K.shape();
    const int n = shape.nrows;
    for (auto *a : {&p, &s, &w}) space.allocate(*a, DOF * n);
    allocate_columns<DOF>(space, n, shape.ncolumns, z);
    P.setup(space, K);
    most = 1000 + 10 * DOF * shape.nbodies;
  }

  /** Computes the preconditioner for the present numbers of K. */
  void refresh(Space &space, const Operator &K) { P.refresh(space, K); }

  /** Finds x with |r - K x| <= residual, and replaces r by r - K x. Calls tick(products) after each
   *  iteration, which tells whether there may be another one. Returns the number of products with K. */
  template <class Tick>
  int solve(Space &space, const Operator &K, double *r, double *x, double residual,
            const Tick &tick)
  {
    refresh(space, K);
    return solve_again(space, K, r, x, residual, tick);
  }

  /** Does the same with the preconditioner of the last refresh() or solve(). */
  template <class Tick>
  int solve_again(Space &space, const Operator &K, double *r, double *x, double residual,
                  const Tick &tick)
  {
    const int n = K.shape().nrows;
    start(space, n, r, x);
    double old_gamma = 0.0, old_alpha = 0.0;
    int products = 0;
    while (products < most) {
      if (space.immediate() && !(space.fetch(3)[2] > residual * residual)) break;
      space.forward(z.data(), DOF);
      space.template reduce<1>(n, K.product(z.data(), w.data()), 0);
      products++;
      const double *sums = space.fetch(3);
      const double delta = sums[0], gamma = sums[1];
      if (!(sums[2] > residual * residual)) break;
      const double beta = old_alpha > 0.0 ? gamma / old_gamma : 0.0;
      const double curvature = delta - (old_alpha > 0.0 ? beta * gamma / old_alpha : 0.0);
      if (!(curvature > 0.0)) break;    // only round-off is left
      const double alpha = gamma / curvature;
      step(space, n, {alpha, beta, w.data(), z.data(), x, r, p.data(), s.data()});
      old_gamma = gamma;
      old_alpha = alpha;
      if (!tick(products)) break;
    }
    return products;
  }

  const Preconditioner &preconditioner() const { return P; }
  Preconditioner &preconditioner() { return P; }
  /** Memory that is not that of the Space. */
  double bytes() const { return P.bytes(); }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  Preconditioner P;
  Array<double> p, s, z, w;
  long most = 0;    // limit of products; more than a few times the number of unknowns never help

  void start(Space &space, int n, const double *r, double *x)
  {
    const StartVectors<DOF> vectors{x, p.data(), s.data()};
    if constexpr (Preconditioner::BY_ROWS) {
      using Row = decltype(P.row());
      space.template reduce<2>(n, StartGradients<DOF, Row>{vectors, P.row(), r, z.data()}, 1);
    } else {
      space.for_each(n, vectors);
      precondition(space, n, r);
    }
  }

  void step(Space &space, int n, const StepVectors<DOF> &vectors)
  {
    if constexpr (Preconditioner::BY_ROWS) {
      using Row = decltype(P.row());
      space.template reduce<2>(n, StepGradients<DOF, Row>{vectors, P.row(), z.data()}, 1);
    } else {
      space.for_each(n, vectors);
      precondition(space, n, vectors.r);
    }
  }

  void precondition(Space &space, int n, const double *r)
  {
    P.apply(space, r, z.data());
    space.template reduce<2>(n, GradientSums<DOF>{r, z.data()}, 1);
  }
};

/** Conjugate gradients with the inverse of the diagonal blocks. */
template <class Space, class Operator>
using ConjugateGradients = PreconditionedGradients<Space, Operator, BlockJacobi<Space, Operator>>;

}    // namespace VARDEM
#endif
