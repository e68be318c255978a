// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_MIXED_GRADIENTS_H
#define VARDEM_MIXED_GRADIENTS_H

#include "kernels/float4.h"
#include "solvers/linear/conjugate_gradients.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/scale.h"
#include "solvers/network/tangent.h"

#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- an operator in single precision: a copy of another operator (operator.h), divided by a power
//     of two
//
// It has
//   WIDTH                numbers per row and column of its vectors, DOF of them and zeros; an even
//                        number, because floats travel in pairs
//   setup(space, K)      allocates memory
//   refresh(space, K)    copies the present numbers of K
//   unit()               K over this operator: a power of two that brings the largest numbers near
//                        one
//   shape(), product(v, w)    as in operator.h
// There is one for the tangent of spheres.

/** Returns the largest distance along an axis between column i and column 0. */
struct FarFromFirst {
  const double *x;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    for (int k = 0; k < 3; k++) {
      const double distance = std::fabs(x[3 * i + k] - x[k]);
      if (distance > largest) largest = distance;
    }
    return largest;
  }
};

/** Converts the positions to whole numbers of a unit of length, relative to column 0. */
struct WholePositions {
  double per_unit;
  const double *x;
  int *whole;    // 4 per column, the last one zero

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 0; k < 3; k++)
      whole[4 * i + k] = static_cast<int>(std::floor(per_unit * (x[3 * i + k] - x[k]) + 0.5));
    whole[4 * i + 3] = 0;
  }
};

struct TangentOfContact {
  ContactRows<CentralGeometry> rows;

  VARDEM_INLINE double operator()(int i, int c) const
  {
    return rows.stiffness[c] * rows.geometry.row(i, rows.column[c], c).square();
  }
};

/** Sets a = s b in a row. Rows of b have M numbers, rows of a N; further ones are set to zero. */
template <int M, int N, class From, class To> struct ConvertRow {
  double s;
  const From *b;
  To *a;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 0; k < N; k++) a[N * i + k] = k < M ? static_cast<To>(s * b[M * i + k]) : To(0);
  }
};

/** The product of TangentProduct (tangent.h) for spheres, in single precision. */
struct SingleProduct {
  ContactRows<CentralGeometry> rows;    // without its positions and coefficients
  const int *position;                  // 4 per column
  const float *coefficient;
  const float *inertia;    // 4 per row, or null
  float mu;
  const float *v;
  float *product;

  VARDEM_INLINE Float4 times_inertia(int i, const Float4 &vi) const
  {
    return inertia ? mu * vi + Float4::load(inertia + 4 * i) * vi : mu * vi;
  }

  /** Computes row i's part of product = K v. Sums: v . K v. */
  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    const Float4 vi = Float4::load(v + 4 * i);
    const int *at = position + 4 * i;
    Float4 sum = times_inertia(i, vi);
    float energy = dot(sum, vi);
    int c = rows.first[i];
    for (; c < rows.middle[i]; c++) {
      const int j = rows.column[c];
      const Float4 e = Float4::between(at, position + 4 * j);
      const float a = dot(e, vi - Float4::load(v + 4 * j)), s = coefficient[c] * a;
      const Float4 push = s * e;
      sum = sum + push;
      (Float4::load(product + 4 * j) - push).store(product + 4 * j);
      energy += s * a;
    }
    for (; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const Float4 e = Float4::between(at, position + 4 * j);
      const float a = dot(e, vi - Float4::load(v + 4 * j)), s = coefficient[c] * a;
      sum = sum + s * e;
      energy += static_cast<float>(rows.share(j)) * s * a;
    }
    sum.store(product + 4 * i);
    sums.s[0] += energy;
  }
};

template <class Space> class SingleTangent {
 public:
  static constexpr int WIDTH = 4;
  using Operator = Tangent<Space, CentralGeometry>;

  void setup(Space &space, const Operator &K)
  {
    size = K.shape();
    space.allocate(position, 4 * size.ncolumns);
  }

  /** The positions get the finest unit of length in which their distances fit into 31 bits. */
  void refresh(Space &space, const Operator &K)
  {
    size = K.shape();
    rows = K.pushing();
    const double *x = rows.geometry.x;
    const double extent = space.maximum(size.ncolumns, FarFromFirst{x});
    const int length = exponent_of(extent) + 1 - 30;
    space.for_each(size.ncolumns, WholePositions{power_of_two(-length), x, position.data()});
    const int tangent = exponent_of(largest_of_contacts(space, rows, TangentOfContact{rows}));
    of_unit = power_of_two(tangent);
    space.allocate(coefficient, K.nloaded());
    space.for_each(K.nloaded(),
                   ConvertRow<1, 1, double, float>{power_of_two(2 * length - tangent),
                                                   rows.stiffness, coefficient.data()});
    mu = static_cast<float>(K.mu / of_unit);
    has_inertia = static_cast<bool>(K.inertia);
    if (!has_inertia) return;
    space.allocate(inertia, 4 * size.nrows);
    space.for_each(
        size.nrows,
        ConvertRow<3, 4, double, float>{1.0 / of_unit, K.inertia.numbers, inertia.data()});
  }

  double unit() const { return of_unit; }
  OperatorShape shape() const { return size; }

  SingleProduct product(const float *v, float *w) const
  {
    return {
        rows, position.data(), coefficient.data(), has_inertia ? inertia.data() : nullptr, mu, v,
        w};
  }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  OperatorShape size{};
  ContactRows<CentralGeometry> rows{};
  Array<int> position;
  Array<float> coefficient, inertia;
  bool has_inertia = false;
  float mu = 0.0f;
  double of_unit = 1.0;
};

// --- conjugate gradients in single precision, inside a refinement in double precision ---
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, chapter 12. A
// pass of conjugate gradients in single precision finds a part of x. Its residual is computed in
// double precision, and the next pass starts from there. A pass fails where soft motions are lost
// in the round-off of single precision, as in disordered packings. Then double precision does the
// rest, and also the next systems, so that this solver finds x wherever ConjugateGradients does.
// Numbers of a pass are in units near one: K is divided by a power of two, and so is the residual.
//
// Only the tangent of spheres has a copy in single precision. For other operators MixedGradients
// are ConjugateGradients.

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

/** The preconditioner of the divided K, by that of K. */
template <class Preconditioner, int WIDTH> struct SinglePreconditioner {
  static constexpr int DOF = Preconditioner::DOF;
  static constexpr bool BY_ROWS = true;
  using Row = SingleRow<DOF, WIDTH, TimesBlock<DOF>>;
  const Preconditioner &P;
  float unit;    // K over the divided K

  Row row() const { return {P.row(), unit}; }
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

template <class Space> class RefinedGradients {
  using Single = SingleTangent<Space>;
  using Operator = typename Single::Operator;
  using Preconditioner = BlockJacobi<Space, Operator>;
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
    space.for_each(n, ConvertRow<DOF, WIDTH, double, float>{1.0 / one, r, single_r.data()});
    const SinglePreconditioner<Preconditioner, WIDTH> divided{P, static_cast<float>(unit)};
    const int products = iteration.solve(space, single, divided, single_r.data(), single_x.data(),
                                         aim / one, GROWTH, most, tick);
    space.for_each(n,
                   ConvertRow<WIDTH, DOF, float, double>{one / unit, single_x.data(), dx.data()});
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
    space.for_each(DOF * n, AddScaled{x, dx.data(), 1.0, x});
    return products;
  }
};

/** Conjugate gradients in single precision with the inverse of the diagonal blocks, where they can
 *  be had. */
template <class Space, class Operator>
using MixedGradients =
    std::conditional_t<std::is_same_v<Operator, Tangent<Space, CentralGeometry>>,
                       RefinedGradients<Space>, ConjugateGradients<Space, Operator>>;

}    // namespace VARDEM
#endif
