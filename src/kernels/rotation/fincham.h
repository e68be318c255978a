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
//   Both return the unit quaternion at t + h.

/** Orientation at t + h/2 by the auxiliary equation of the scheme, from the angular momentum at t.
 *  Unit quaternion. */
VARDEM_INLINE Quat fincham_half(const Quat &q, const Vec3 &L, const Vec3 &I, double h)
{
  return normalized(q + (0.5 * h) * derivative(q, angular_velocity(q, L, I)));
}

/** Fincham's original step: the orientation at t + h/2, normalised, turns the angular momentum at t
 *  + h/2 into body components. Second order; the energy of a free body is accurate to third
 *  order. */
VARDEM_INLINE Quat fincham_orient(const Quat &q, const Vec3 &L, const Vec3 &L_half, const Vec3 &I,
                                  double h)
{
  const Quat q_half = fincham_half(q, L, I, h);
  return normalized(q + h * derivative(q_half, angular_velocity(q_half, L_half, I)));
}

/** The step as Woo's documentation prints it, and as Yade and LIGGGHTS run it: the orientation at t
 *  turns the angular momentum at t + h/2 into body components. First order, and a free body gains
 *  energy at the rate h/2 wdot.I.wdot. It is for comparison with those codes only. Like them it
 *  does not normalise the half-step quaternion. */
VARDEM_INLINE Quat fincham_current(const Quat &q, const Vec3 &L, const Vec3 &L_half, const Vec3 &I,
                                   double h)
{
  const Quat q_half = q + (0.5 * h) * derivative(q, angular_velocity(q, L, I));
  return normalized(q + h * derivative(q_half, angular_velocity(q, L_half, I)));
}

// The same as function objects, for the loops of kernels/lanes.h

struct FinchamOrient {
  VARDEM_INLINE Quat operator()(const Quat &q, const Vec3 &L, const Vec3 &L_half, const Vec3 &I,
                                double h) const
  {
    return fincham_orient(q, L, L_half, I, h);
  }
};

struct FinchamCurrent {
  VARDEM_INLINE Quat operator()(const Quat &q, const Vec3 &L, const Vec3 &L_half, const Vec3 &I,
                                double h) const
  {
    return fincham_current(q, L, L_half, I, h);
  }
};

}    // namespace VARDEM
#endif
