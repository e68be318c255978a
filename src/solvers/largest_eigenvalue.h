// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LARGEST_EIGENVALUE_H
#define VARDEM_LARGEST_EIGENVALUE_H

#include "kernels/stable_step.h"

#include <Eigen/Core>

#include <cmath>

namespace VARDEM {

/** Of three translations, then three rotations. */
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// These functions are no kernels, because Eigen works on the host only.

/** Largest eigenvalue of a positive semidefinite matrix, which is overwritten. Householder's
 *  reflections make it tridiagonal (Golub & Van Loan, Matrix Computations, 8.3.1). Newton's method
 *  for the characteristic polynomial comes from above. Parts that are not coupled have polynomials
 *  of their own, so all roots are single ones. */
template <int n> inline double largest_eigenvalue(double (&A)[n][n])
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
    const double sum =
        A[k][k] + (k ? std::fabs(A[k][k - 1]) : 0.0) + (k + 1 < n ? std::fabs(A[k + 1][k]) : 0.0);
    if (sum > x) x = sum;
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

/** For round-off in largest eigenvalues, which must not be too small. */
constexpr double EIGENVALUE_MARGIN = 1.0e-13;    // relative

/** K_ii as a matrix. */
struct BlockMatrix {
  double rows[6][6];

  explicit BlockMatrix(const StiffnessBlock &K) :
      rows{{K.uu.xx, K.uu.xy, K.uu.xz, 0.0, K.lever.z, -K.lever.y},
           {K.uu.xy, K.uu.yy, K.uu.yz, -K.lever.z, 0.0, K.lever.x},
           {K.uu.xz, K.uu.yz, K.uu.zz, K.lever.y, -K.lever.x, 0.0},
           {0.0, -K.lever.z, K.lever.y, K.rr.xx, K.rr.xy, K.rr.xz},
           {K.lever.z, 0.0, -K.lever.x, K.rr.xy, K.rr.yy, K.rr.yz},
           {-K.lever.y, K.lever.x, 0.0, K.rr.xz, K.rr.yz, K.rr.zz}}
  {
  }
};

/** Largest eigenvalue [1/time^2, in units of K/M] of M^-1/2 K_ii M^-1/2, from above. */
inline double largest_eigenvalue(const StiffnessBlock &K, const InverseInertia &inverse)
{
  const Vec3 &w = inverse.mass, &t = inverse.moment;
  const double s[] = {std::sqrt(w.x), std::sqrt(w.y), std::sqrt(w.z),
                      std::sqrt(t.x), std::sqrt(t.y), std::sqrt(t.z)};
  BlockMatrix A(K);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) A.rows[i][j] *= s[i] * s[j];
  return (1.0 + EIGENVALUE_MARGIN) * largest_eigenvalue(A.rows);
}

/** Largest eigenvalue of a positive semidefinite matrix from above. */
inline double largest_eigenvalue(const Matrix6 &scaled)
{
  double A[6][6];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) A[i][j] = scaled(i, j);
  return (1.0 + EIGENVALUE_MARGIN) * largest_eigenvalue(A);
}

/** What a member adds to the block of its body, P^T K_ii P. The member moves by P = [1, -[r]x; 0,
 *  1] times the motion of the body, where r points from the center of mass of the body to the
 *  center of the member. */
inline Matrix6 block_of_member(const StiffnessBlock &K, const Vec3 &r)
{
  Matrix6 P = Matrix6::Identity();
  P(0, 4) = r.z;
  P(0, 5) = -r.y;
  P(1, 3) = -r.z;
  P(1, 5) = r.x;
  P(2, 3) = r.y;
  P(2, 4) = -r.x;
  const BlockMatrix A(K);
  return P.transpose() * Eigen::Map<const Matrix6>(A.rows[0]) * P;
}

/** M^-1/2 of a body with its principal axes in space. A mass or a moment of 0 stands for what does
 *  not move. */
inline Matrix6 root_of(double inverse_mass, const Vec3 &inverse_moments, const Vec3 &ex,
                       const Vec3 &ey, const Vec3 &ez)
{
  Eigen::Matrix3d R;
  R << ex.x, ey.x, ez.x, ex.y, ey.y, ez.y, ex.z, ey.z, ez.z;
  const Eigen::Vector3d moments(inverse_moments.x, inverse_moments.y, inverse_moments.z);
  Matrix6 root = Matrix6::Zero();
  root.topLeftCorner<3, 3>().diagonal().setConstant(std::sqrt(inverse_mass));
  root.bottomRightCorner<3, 3>() = R * moments.cwiseSqrt().asDiagonal() * R.transpose();
  return root;
}

/** M^-1/2 in 2d: there is motion in the plane and rotation about its normal only. */
inline Matrix6 in_plane(Matrix6 root)
{
  for (const int k : {2, 3, 4}) {
    root.row(k).setZero();
    root.col(k).setZero();
  }
  return root;
}

}    // namespace VARDEM
#endif
