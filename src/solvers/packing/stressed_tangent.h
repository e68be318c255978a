// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STRESSED_TANGENT_H
#define VARDEM_STRESSED_TANGENT_H

#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/schwarz_cholesky.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/solver_options.h"
#include "solvers/network/tangent.h"

#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

namespace VARDEM {

// --- the stiffness K + G of spheres that press on each other, and Newton's motion from it ---
//
// K is the tangent of the contacts (tangent.h). G is the geometric stiffness: if two spheres with
// the force f at the distance r move across their normal n, the normal turns, and with it the
// force. A contact adds -f/r (1 - n n^T) to the block of each of its spheres, and the opposite to
// that of the pair. So G has no positive eigenvalue, and K + G may have negative ones, where the
// packing is unstable. A contact with a wall point (resting_spheres.h) adds nothing, which is exact
// if the wall is flat.

/** Computes h, the tangent of each contact at its gap, and f/r. */
template <class Law> struct StressOfSpheres {
  ContactRows<CentralGeometry> rows;
  const double *gap;
  int first_wall_point;
  double *tangent, *across;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const double k = rows.stiffness[c];
      tangent[c] = Law::tangent(k, -gap[c]);
      across[c] = j < first_wall_point
          ? Law::force(k, -gap[c]) / std::sqrt(rows.geometry.row(i, j, c).square())
          : 0.0;
    }
  }
};

/** Computes row i's part of product = (K + G) v. Sums: v . (K + G) v. */
template <class ProductWithK> struct StressedProduct {
  ProductWithK K;
  ContactRows<CentralGeometry> rows;    // all contacts
  const double *across;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    K(i, sums);
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
      if (across[c] > 0.0) add(i, c, sums);
  }

  VARDEM_INLINE void add(int i, int c, Sums<1> &sums) const
  {
    const int j = rows.column[c];
    const double *vi = K.v + 3 * i, *vj = K.v + 3 * j;
    const CentralRow row = rows.geometry.row(i, j, c);
    const double along = row.approach(vi, vj) / row.square();
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
      const double rate = vi[k] - vj[k] - along * row.e[k], push = across[c] * rate;
      square += rate * push;
      K.product[3 * i + k] -= push;
      if (c < rows.middle[i]) K.product[3 * j + k] += push;
    }
    sums.s[0] -= rows.share(i, c) * square;
  }
};

/** K + G as conjugate gradients need it. Preconditioners are made from K, which is positive
 *  definite. */
template <class Space> struct StressedTangent {
  const Tangent<Space, CentralGeometry> *K;
  ContactRows<CentralGeometry> rows;
  const double *across;

  OperatorShape shape() const { return K->shape(); }
  auto product(const double *v, double *w) const
  {
    const auto first = K->product(v, w);
    return StressedProduct<std::decay_t<decltype(first)>>{first, rows, across};
  }
};

/** Finds d with (K + G) d = r, by conjugate gradients with diagonal blocks if the choice is BLOCK,
 *  and otherwise with incomplete factors where the Space can have them. Conjugate gradients stop
 *  before a motion along which K + G is not positive. */
template <class Space> class StressedMotion {
 public:
  using Network = ContactNetwork<Space, CentralGeometry>;

  /** The network must stay where it is. keys: the order of elimination (schwarz_cholesky.h), may be
   *  empty. */
  void setup(Space &s, const Network &n, const LinearChoice &choice, std::vector<double> keys)
  {
    space = &s;
    network = &n;
    for (auto *a : {&tangent, &across}) space->allocate(*a, n.ncontacts);
    space->allocate(r, 3 * n.nrows);
    K.setup(n);
    has_factors = Space::ON_HOST && choice.kind != LinearChoice::BLOCK;
    if constexpr (Space::ON_HOST)
      if (has_factors) {
        factors.preconditioner().options = choice.incomplete;
        factors.preconditioner().order_by(std::move(keys));
      }
    with_chosen([&](auto &linear) {
      linear.setup(*space, K);
    });
  }

  /** residual: of rows; r - (K + G) d is at most `part` of it. d: of columns. Returns the number of
   *  products. */
  template <class Law, class Tick>
  int solve(int first_wall_point, const double *residual, double part, double *d, const Tick &tick)
  {
    const auto rows = network->rows();
    space->for_each(rows.nrows,
                    StressOfSpheres<Law>{rows, network->gap.data(), first_wall_point,
                                         tangent.data(), across.data()});
    sum_over_contacts<3>(*space, rows, TangentSums{tangent.data()});
    const double *sums = space->fetch(3);
    K.mu = sums[1] > 0.0 ? LEAST_DAMPING * sums[0] / sums[1] : 0.0;
    K.pack(*space, tangent.data());
    space->for_each(3 * rows.nrows, Copy{residual, r.data()});
    const double norm = norm_of_rows<3>(*space, rows.nrows, residual);
    const StressedTangent<Space> stressed{&K, rows, across.data()};
    int products = 0;
    with_chosen([&](auto &linear) {
      linear.refresh(*space, K);
      products = linear.solve_again(*space, stressed, r.data(), d, part * norm, tick);
    });
    return products;
  }

  double bytes() const { return gradients.bytes() + factors.bytes(); }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  using Operator = Tangent<Space, CentralGeometry>;
  static constexpr double LEAST_DAMPING = 1e-8;    // as NoTensionNewton has it with gaps

  Space *space = nullptr;
  const Network *network = nullptr;
  Array<double> tangent, across, r;
  Operator K;
  bool has_factors = false;
  ConjugateGradients<Space, Operator> gradients;
  std::conditional_t<Space::ON_HOST, IncompleteGradients<Space, Operator>,
                     ConjugateGradients<Space, Operator>>
      factors;

  template <class F> void with_chosen(const F &f)
  {
    if (has_factors)
      f(factors);
    else
      f(gradients);
  }
};

}    // namespace VARDEM
#endif
