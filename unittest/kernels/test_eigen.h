// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_EIGEN_H
#define VARDEM_TEST_EIGEN_H

#include "kernels/quaternion.h"

#include <Eigen/Dense>

namespace VARDEM {

// The value types of the kernels as those of Eigen, which is the reference of their algebra

inline Eigen::Vector3d eigen(const Vec3 &a)
{
  return {a.x, a.y, a.z};
}

inline Eigen::Quaterniond eigen(const Quat &q)
{
  return {q.w, q.x, q.y, q.z};
}

/** S(a) with S(a) b = a x b. */
inline Eigen::Matrix3d cross_matrix(const Vec3 &a)
{
  Eigen::Matrix3d S;
  S << 0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0;
  return S;
}

}    // namespace VARDEM
#endif
