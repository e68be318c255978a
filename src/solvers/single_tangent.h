// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SINGLE_TANGENT_H
#define VARDEM_SINGLE_TANGENT_H

#include "kernels/float4.h"
#include "solvers/network_loops.h"
#include "solvers/scale.h"
#include "solvers/tangent.h"

#include <cmath>

namespace VARDEM {

// --- an operator in single precision: a copy of another operator (operator.h), divided by a power
//     of two
//
// SinglePrecision<Space, Operator> says whether there is such a copy (AVAILABLE). If so, it has
//   WIDTH                numbers per row and column of its vectors, DOF of them and zeros; an even
//                        number, because floats travel in pairs
//   setup(space, K)      allocates memory
//   refresh(space, K)    copies the present numbers of K
//   unit()               K over this operator: a power of two that brings the largest numbers near
//                        one
//   shape(), product(v, w)    as in operator.h
// There is one for the tangent of spheres.

template <class Space, class Operator> struct SinglePrecision {
  static constexpr bool AVAILABLE = false;
};

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

/** Returns the largest tangent of the contacts of a row. */
struct LargestTangent {
  ContactRows<CentralGeometry> rows;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double h = rows.stiffness[c] * rows.geometry.row(i, rows.column[c], c).square();
      if (h > largest) largest = h;
    }
    return largest;
  }
};

/** Sets a = s b, number by number, in single precision. */
struct RoundNumbers {
  double s;
  const double *b;
  float *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = static_cast<float>(s * b[k]); }
};

/** Sets a = s b in a row, in single precision. Rows of b have DOF numbers, rows of a WIDTH. */
template <int DOF, int WIDTH> struct RoundRow {
  double s;
  const double *b;
  float *a;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 0; k < DOF; k++) a[WIDTH * i + k] = static_cast<float>(s * b[DOF * i + k]);
    for (int k = DOF; k < WIDTH; k++) a[WIDTH * i + k] = 0.0f;
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

template <class Space>
class SinglePrecision<Space, Tangent<Space, CentralGeometry, DiagonalInertia<3>>> {
 public:
  static constexpr bool AVAILABLE = true;
  static constexpr int WIDTH = 4;
  using Operator = Tangent<Space, CentralGeometry, DiagonalInertia<3>>;

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
    const int tangent = exponent_of(space.maximum(size.nrows, LargestTangent{rows}));
    of_unit = power_of_two(tangent);
    space.allocate(coefficient, K.nloaded());
    space.for_each(
        K.nloaded(),
        RoundNumbers{power_of_two(2 * length - tangent), rows.stiffness, coefficient.data()});
    mu = static_cast<float>(K.mu / of_unit);
    has_inertia = static_cast<bool>(K.inertia);
    if (!has_inertia) return;
    space.allocate(inertia, 4 * size.nrows);
    space.for_each(size.nrows, RoundRow<3, 4>{1.0 / of_unit, K.inertia.numbers, inertia.data()});
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

}    // namespace VARDEM
#endif
