// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LARGEST_EIGENVALUE_H
#define VARDEM_LARGEST_EIGENVALUE_H

#include "kernels/stable_step.h"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

namespace VARDEM {

/** Of three translations, then three rotations. */
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// These functions are no kernels, because Eigen works on the host only.

/** K_ii of a particle as a matrix. */
inline Matrix6 matrix_of(const StiffnessBlock &K)
{
  const Symmetric &u = K.uu, &r = K.rr;
  const Vec3 &l = K.lever;
  Matrix6 A;
  A << u.xx, u.xy, u.xz, 0.0, l.z, -l.y,    //
      u.xy, u.yy, u.yz, -l.z, 0.0, l.x,     //
      u.xz, u.yz, u.zz, l.y, -l.x, 0.0,     //
      0.0, -l.z, l.y, r.xx, r.xy, r.xz,     //
      l.z, 0.0, -l.x, r.xy, r.yy, r.yz,     //
      -l.y, l.x, 0.0, r.xz, r.yz, r.zz;
  return A;
}

/** M^-1/2 of a particle, which is diagonal. */
inline Matrix6 root_of(const InverseInertia &inverse)
{
  Eigen::Matrix<double, 6, 1> s;
  s << inverse.mass.x, inverse.mass.y, inverse.mass.z, inverse.moment.x, inverse.moment.y,
      inverse.moment.z;
  return s.cwiseSqrt().asDiagonal();
}

/** M^-1/2 K_ii M^-1/2. */
inline Matrix6 scaled_matrix(const StiffnessBlock &K, const InverseInertia &inverse)
{
  const Matrix6 root = root_of(inverse);
  return root.diagonal().asDiagonal() * matrix_of(K) * root.diagonal().asDiagonal();
}

/** Largest eigenvalue of a symmetric matrix from above: it is never too small, and too large by
 *  1e-13 (relative) at most, which allows for round-off. */
inline double largest_eigenvalue(const Matrix6 &scaled)
{
  constexpr double ROUND_OFF = 1.0e-13;
  if (scaled.diagonal().sum() == 0.0) return 0.0;
  const Eigen::SelfAdjointEigenSolver<Matrix6> solver(scaled, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[5] * (1.0 + ROUND_OFF);
}

/** Largest eigenvalue [1/time^2, in units of K/M] of M^-1/2 K_ii M^-1/2, from above. */
inline double largest_eigenvalue(const StiffnessBlock &K, const InverseInertia &inverse)
{
  if (K.uu.xx + K.uu.yy + K.uu.zz + K.rr.xx + K.rr.yy + K.rr.zz == 0.0) return 0.0;
  return largest_eigenvalue(scaled_matrix(K, inverse));
}

// --- rigid bodies of several particles ---

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
  return P.transpose() * matrix_of(K) * P;
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
