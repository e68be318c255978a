// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_UPPER_H
#define VARDEM_TEST_UPPER_H

#include "kernels/flow.h"
#include "test_eigen.h"

#include <random>

namespace VARDEM {

inline Eigen::Matrix3d eigen(const UpperTriangle &a)
{
  Eigen::Matrix3d A;
  A << a.xx, a.xy, a.xz, 0.0, a.yy, a.yz, 0.0, 0.0, a.zz;
  return A;
}

inline double largest(const Eigen::Matrix3d &A)
{
  return A.cwiseAbs().maxCoeff();
}

inline Vec3 random_vector(std::mt19937_64 &random)
{
  std::uniform_real_distribution<double> between(-1.0, 1.0);
  const double x = between(random), y = between(random);
  return {x, y, between(random)};
}

/** Components between -1 and 1; the diagonal is shifted. */
inline UpperTriangle random_upper(std::mt19937_64 &random, double shift)
{
  const Vec3 on = random_vector(random), off = random_vector(random);
  return {shift + on.x, shift + on.y, shift + on.z, off.x, off.y, off.z};
}

}    // namespace VARDEM
#endif
