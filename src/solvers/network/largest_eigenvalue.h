// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LARGEST_EIGENVALUE_H
#define VARDEM_LARGEST_EIGENVALUE_H

#include "kernels/stable_step.h"

#include <Eigen/Core>

namespace VARDEM {

/** Of three translations, then three rotations. */
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// These functions are no kernels, because Eigen works on the host only.

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
