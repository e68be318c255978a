// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NO_SQUISH_H
#define VARDEM_NO_SQUISH_H

#include "kernels/inertia.h"

namespace VARDEM {

// For comparison in tests and benchmarks only.

/** NO_SQUISH, as LAMMPS rotates the bodies of fix rigid/nve. Source: Miller et al., J. Chem. Phys.
 *  116 (2002) 8649; the space angular momentum is constant over the drift, so that turning the body
 *  about its axes 3, 2, 1, 2, 3 is all there is to do. Symplectic, reversible, order 2; the energy
 *  of a free body oscillates. */
struct NoSquish {
  VARDEM_INLINE Quat operator()(const Quat &q, const Vec3 & /*L*/, const Vec3 &L_half,
                                const Vec3 &I, double h) const
  {
    const Vec3 e1 = {1.0, 0.0, 0.0}, e2 = {0.0, 1.0, 0.0}, e3 = {0.0, 0.0, 1.0};
    Quat p = turn(q, L_half, I, e3, 0.5 * h);
    p = turn(p, L_half, I, e2, 0.5 * h);
    p = turn(p, L_half, I, e1, h);
    p = turn(p, L_half, I, e2, 0.5 * h);
    return normalized(turn(p, L_half, I, e3, 0.5 * h));
  }

 private:
  /** Free motion for a time h of a body that can turn about one of its axes only. */
  VARDEM_INLINE static Quat turn(const Quat &q, const Vec3 &L, const Vec3 &I, const Vec3 &axis,
                                 double h)
  {
    return q * exponential((h * dot(axis, angular_velocity(q, L, I))) * axis);
  }
};

}    // namespace VARDEM
#endif
