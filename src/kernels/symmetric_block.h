// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SYMMETRIC_BLOCK_H
#define VARDEM_SYMMETRIC_BLOCK_H

#include "kernels/macros.h"
#include "kernels/vector3.h"

#include <cmath>

namespace VARDEM {

/** Symmetric matrix of 3 x 3, in LAMMPS' order of the six components. */
struct Symmetric {
  double xx, yy, zz, yz, xz, xy;
};

/** a n n^T + b (1 - n n^T), added to S. */
VARDEM_INLINE void add_uniaxial(Symmetric &S, const Vec3 &n, double a, double b)
{
  const double d = a - b;
  S.xx += d * n.x * n.x + b;
  S.yy += d * n.y * n.y + b;
  S.zz += d * n.z * n.z + b;
  S.yz += d * n.y * n.z;
  S.xz += d * n.x * n.z;
  S.xy += d * n.x * n.y;
}

VARDEM_INLINE Vec3 operator*(const Symmetric &S, const Vec3 &a)
{
  return {S.xx * a.x + S.xy * a.y + S.xz * a.z, S.xy * a.x + S.yy * a.y + S.yz * a.z,
          S.xz * a.x + S.yz * a.y + S.zz * a.z};
}

/** A symmetric n x n matrix is stored by its lower triangle, row by row: 00 10 11 20 21 22 ... */
template <int n> constexpr int BLOCK_SIZE = n *(n + 1) / 2;

VARDEM_INLINE int block_index(int i, int j)
{
  return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

/** y = A x. */
template <int n, class Real, class Number>
VARDEM_INLINE void block_times(const Real *A, const Number *x, Number *y)
{
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++) y[i] += A[block_index(i, j)] * x[j];
  }
}

/** Replaces A by the inverse of A + shift I, by Cholesky factors. A + shift I must be positive
 *  definite, or zero: then the result is zero. */
template <int n, class Real> VARDEM_INLINE void invert_block(Real *A, double shift)
{
  double L[n][n], W[n][n];    // A + shift I = L L^T, W = L^-1
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = A[block_index(i, j)] + (i == j ? shift : 0.0);
      for (int k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
      if (i == j)
        L[i][i] = sum > 0.0 ? 1.0 / std::sqrt(sum) : 0.0;    // the diagonal of L is kept inverted
      else
        L[i][j] = sum * L[j][j];
    }
  for (int j = 0; j < n; j++)
    for (int i = j; i < n; i++) {
      double sum = i == j ? 1.0 : 0.0;
      for (int k = j; k < i; k++) sum -= L[i][k] * W[k][j];
      W[i][j] = sum * L[i][i];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0.0;
      for (int k = i; k < n; k++) sum += W[k][i] * W[k][j];
      A[block_index(i, j)] = static_cast<Real>(sum);
    }
}

/** The larger one of two numbers, and NaN if one of them is. */
VARDEM_INLINE double larger_or_nan(double a, double b)
{
  return b > a || b != b ? b : a;
}

/** Largest eigenvalue of a positive semidefinite matrix, which is overwritten; NaN if a number in
 *  it is. Householder's reflections make it tridiagonal (Golub & Van Loan, Matrix Computations,
 *  8.3.1). Newton's method for the characteristic polynomial comes from above. Parts that are not
 *  coupled have polynomials of their own, so all roots are single ones. */
template <int n> VARDEM_INLINE double largest_eigenvalue(double (&A)[n][n])
{
  constexpr double EPS = 2e-16;
  constexpr int PASSES = 100;
  for (int k = 0; k + 2 < n; k++) {
    double rest = 0.0, u[n] = {}, p[n] = {};
    for (int i = k + 2; i < n; i++) rest += A[i][k] * A[i][k];
    if (rest == 0.0) continue;
    const double size = std::sqrt(A[k + 1][k] * A[k + 1][k] + rest),
                 next = A[k + 1][k] > 0.0 ? -size : size;
    for (int i = k + 1; i < n; i++) u[i] = A[i][k];
    u[k + 1] -= next;
    const double scale = 2.0 / (rest + u[k + 1] * u[k + 1]);
    double half = 0.0;
    for (int i = k + 1; i < n; i++) {
      for (int j = k + 1; j < n; j++) p[i] += scale * A[i][j] * u[j];
      half += 0.5 * scale * p[i] * u[i];
    }
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= (p[i] - half * u[i]) * u[j] + u[i] * (p[j] - half * u[j]);
    A[k + 1][k] = next;
  }
  double x = 0.0;    // Gershgorin's bound
  for (int k = 0; k < n; k++) {
    const double sum = A[k][k] + (k ? std::fabs(A[k][k - 1]) : 0.0) +
        (k + 1 < n ? std::fabs(A[k + 1][k]) : 0.0);
    x = larger_or_nan(x, sum);
  }
  const double negligible = EPS * EPS * x * x;
  for (int pass = 0; pass < PASSES; pass++) {
    double d = 0.0, slope = 0.0, sum = 0.0, most = 0.0;    // of the ratios of the polynomials
    for (int k = 0; k < n; k++) {
      const double square = k ? A[k][k - 1] * A[k][k - 1] : 0.0;
      const bool coupled = square > negligible;
      slope = coupled ? slope * square / (d * d) + 1.0 : 1.0;
      d = x - A[k][k] - (coupled ? square / d : 0.0);
      if (!(d > 0.0)) return d <= 0.0 ? x : d;    // or not a number
      sum = (coupled ? sum : 0.0) + slope / d;
      if (sum > most) most = sum;
    }
    if (1.0 < EPS * x * most) return x;
    x -= 1.0 / most;
  }
  return x;
}

}    // namespace VARDEM
#endif
