/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_EIGENVALUE_H
#define LMP_VARDEM_EIGENVALUE_H

#include "kernels/stable_step.h"

#include <Eigen/Eigenvalues>

namespace VARDEM {

// No kernel, as Eigen is for the host

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/** M^-1/2 K_ii M^-1/2. */
inline Matrix6 scaled_matrix(const StiffnessBlock &K, const InverseInertia &inverse)
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
  Eigen::Matrix<double, 6, 1> s;
  s << inverse.mass.x, inverse.mass.y, inverse.mass.z, inverse.moment.x, inverse.moment.y,
      inverse.moment.z;
  s = s.cwiseSqrt();
  return s.asDiagonal() * A * s.asDiagonal();
}

/** Largest eigenvalue [1/time^2, in units of K/M] of M^-1/2 K_ii M^-1/2, from above: never less than it is, and more by
 *  1e-13 (relative) for round-off only. */
inline double largest_eigenvalue(const StiffnessBlock &K, const InverseInertia &inverse)
{
  constexpr double ROUND_OFF = 1.0e-13;
  if (K.uu.xx + K.uu.yy + K.uu.zz + K.rr.xx + K.rr.yy + K.rr.zz == 0.0) return 0.0;
  const Eigen::SelfAdjointEigenSolver<Matrix6> solver(scaled_matrix(K, inverse),
                                                      Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[5] * (1.0 + ROUND_OFF);
}

}    // namespace VARDEM
#endif
