// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SYMMETRIC3_H
#define VARDEM_SYMMETRIC3_H

#include "kernels/vector3.h"

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

}    // namespace VARDEM
#endif
