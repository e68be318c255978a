// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FINCHAM_H
#define VARDEM_FINCHAM_H

#include "kernels/inertia.h"

namespace VARDEM {

// Fincham's leapfrog for the orientation of an aspherical body. Source: Woo, "Motion integration",
// (30), who cites Allen & Tildesley, fiche F.6.
//   q: unit quaternion at t.   L, L_half: space angular momentum at t and t + h/2.
//       I: principal moments.
//   Both return the unit quaternion at t + h. They are function objects, for the loops of
//   kernels/lanes.h.

/** Fincham's original step: the orientation at t + h/2, normalised, turns the angular momentum at t
 *  + h/2 into body components. Second order; the energy of a free body is accurate to third
 *  order. */
struct FinchamOrient {
  VARDEM_INLINE Quat operator()(const Quat &q, const Vec3 &L, const Vec3 &L_half, const Vec3 &I,
                                double h) const
  {
    // the auxiliary equation of the scheme, with the angular momentum at t
    const Quat q_half = normalized(q + (0.5 * h) * derivative(q, angular_velocity(q, L, I)));
    return normalized(q + h * derivative(q_half, angular_velocity(q_half, L_half, I)));
  }
};

/** The step as Woo's documentation prints it, and as Yade and LIGGGHTS run it: the orientation at t
 *  turns the angular momentum at t + h/2 into body components. First order, and a free body gains
 *  energy at the rate h/2 wdot.I.wdot. It is for comparison with those codes only. Like them it
 *  does not normalise the half-step quaternion. */
struct FinchamCurrent {
  VARDEM_INLINE Quat operator()(const Quat &q, const Vec3 &L, const Vec3 &L_half, const Vec3 &I,
                                double h) const
  {
    const Quat q_half = q + (0.5 * h) * derivative(q, angular_velocity(q, L, I));
    return normalized(q + h * derivative(q_half, angular_velocity(q, L_half, I)));
  }
};

}    // namespace VARDEM
#endif
