/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_CONJUGATE_GRADIENTS_H
#define VARDEM_CONJUGATE_GRADIENTS_H

#include "kernels/symmetric_block.h"
#include "solvers/network_loops.h"
#include "solvers/operator.h"

#include <cmath>

namespace VARDEM {

// --- conjugate gradients for K x = r, for any operator K (operator.h) ---
//
// The preconditioner P is the inverse of K's diagonal blocks.
//
// Source: Chronopoulos & Gear, J. Comput. Appl. Math. 25 (1989) 153. In this form all scalar products
// of an iteration are summed over the processes at once. An iteration takes one product with K, one
// pass over all vectors, one exchange of ghosts and one wait.
//
// The blocks are in float, which saves memory traffic. NoTensionNewton keeps their entries within
// the range of float by its choice of units (solvers/scale.h).

/** Inverts the diagonal blocks. The block of a body with one or two contacts may be nearly singular;
 *  the shift keeps its inverse within the accuracy of single precision. */
template <int DOF> struct InvertBlocks {
  static constexpr double SHIFT = 1e-3;    // relative to the largest diagonal entry of the block
  float *block;

  VARDEM_INLINE void operator()(int i) const
  {
    float *own = block + BLOCK_SIZE<DOF> * i;
    float largest = 0.0f;
    for (int k = 0; k < DOF; k++)
      if (own[block_index(k, k)] > largest) largest = own[block_index(k, k)];
    invert_block<DOF>(own, SHIFT * largest);
  }
};

/** Sets z = P r, and x, p, s to zero. Sums: r . z, r . r. */
template <int DOF> struct StartGradients {
  const float *block;
  const double *r;
  double *x, *p, *s, *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    const int a = DOF * i;
    block_times<DOF>(block + BLOCK_SIZE<DOF> * i, r + a, z + a);
    for (int k = a; k < a + DOF; k++) {
      x[k] = p[k] = s[k] = 0.0;
      sums.s[0] += r[k] * z[k];
      sums.s[1] += r[k] * r[k];
    }
  }
};

/** Sets p = z + beta p, s = w + beta s (which is K p), x += alpha p, r -= alpha s, and z = P r.
 *  Sums: r . z, r . r. */
template <int DOF> struct StepGradients {
  const float *block;
  double alpha, beta;
  const double *w;
  double *x, *r, *p, *s, *z;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    const int a = DOF * i;
    double residual[DOF], out[DOF];
    for (int k = 0; k < DOF; k++) {
      const double pk = z[a + k] + beta * p[a + k], sk = w[a + k] + beta * s[a + k];
      p[a + k] = pk;
      s[a + k] = sk;
      x[a + k] += alpha * pk;
      r[a + k] = residual[k] = r[a + k] - alpha * sk;
    }
    block_times<DOF>(block + BLOCK_SIZE<DOF> * i, residual, out);
    for (int k = 0; k < DOF; k++) {
      z[a + k] = out[k];
      sums.s[0] += residual[k] * out[k];
      sums.s[1] += residual[k] * residual[k];
    }
  }
};

template <class Space, class Operator> class ConjugateGradients {
 public:
  static constexpr int DOF = Operator::DOF;

  void setup(Space &space, const Operator &K)
  {
    const OperatorShape shape = K.shape();
    const int n = shape.nrows;
    for (auto *a : {&p, &s, &w}) space.allocate(*a, DOF * n);
    allocate_columns<DOF>(space, n, shape.ncolumns, z);
    space.allocate(block, BLOCK_SIZE<DOF> * n);
    most = 1000 + 10 * DOF * shape.nbodies;
  }

  /** Finds x with |r - K x| <= residual, and replaces r by r - K x. Calls tick(products) after each
   *  iteration. Returns the number of products with K. */
  template <class Tick>
  int solve(Space &space, const Operator &K, double *r, double *x, double residual,
            const Tick &tick)
  {
    const int n = K.shape().nrows;
    space.for_each(n, K.diagonal(block.data()));
    space.for_each(n, InvertBlocks<DOF>{block.data()});
    space.template reduce<2>(
        n, StartGradients<DOF>{block.data(), r, x, p.data(), s.data(), z.data()}, 1);

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
      space.template reduce<2>(n,
                               StepGradients<DOF>{block.data(), alpha, beta, w.data(), x, r,
                                                  p.data(), s.data(), z.data()},
                               1);
      old_gamma = gamma;
      old_alpha = alpha;
      tick(products);
    }
    return products;
  }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  Array<double> p, s, z, w;
  Array<float> block;
  long most = 0;    // limit of products; more than a few times the number of unknowns never help
};

}    // namespace VARDEM
#endif
