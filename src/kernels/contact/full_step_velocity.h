// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FULL_STEP_VELOCITY_H
#define VARDEM_FULL_STEP_VELOCITY_H

#include "kernels/vector3.h"

namespace VARDEM {

// --- full-step velocities, before its force is known ---
//
// Forces of step n+1 are found between the half kicks, where LAMMPS has the half-step velocities
// v(n+1/2). A dashpot that acts on them is half a step late, which makes the method first order.
// Extrapolation gives v(n+1) = v(n+1/2) + [v(n+1/2) - v(n)] + O(h^2). The difference in brackets is
// the change in the half step. For a constant step it is half of v(n+1/2) - v(n-1/2), since v(n) =
// [v(n-1/2) + v(n+1/2)] / 2.

/** Full-step velocity. change: in the half step before. Angular velocities likewise. */
VARDEM_INLINE Vec3 full_step_velocity(const Vec3 &half, const Vec3 &change)
{
  return half + change;
}

/** Strong dashpots are unstable with the extrapolation, so they leave out this part of the change
 *  in the half step: they act on velocity - part * change. g = h c/m of the dashpots of a contact,
 *  as if its two bodies had no other. Below g = 1/8 they are of second order, and from 3/16 on they
 *  act on the half-step velocities, like those of stock styles. For stability they count
 *  full_step_count(g) times (stable_step.h). Derived in doc/notes/soft-contacts.md 6. */
VARDEM_INLINE double left_out(double g)
{
  const double part = 16.0 * g - 2.0;
  return part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
}

/** Power of a dashpot over c v^2, where v is the velocity that it acts on. Its force does work on
 *  the full-step velocity, which is v - g v/2 if v is that of the half step and nothing else
 *  acts. part: left_out() of its contact; g = h c/m of this dashpot. */
VARDEM_INLINE double power_factor(double part, double g)
{
  return 1.0 - 0.5 * part * g;
}

/** Change of the velocity of a particle. */
VARDEM_INLINE Vec3 half_step_change(const Vec3 &half, const Vec3 &before)
{
  return half - before;
}

/** Change of the velocity of a member of a rigid body. r: from the centre of the body to the
 *  member; w: angular velocity of the body; h: time step. Its velocities are U(n) = V(n) + w(n) x
 *  r(n), and U(n+1/2) = V(n+1/2) + w(n+1/2) x r(n+1): LAMMPS gives the latter with the arm of the
 *  next step. So 2 U(n+1/2) - U(n) is V(n+1) + w(n+1) x r(n+1) + w(n) x [r(n+1) - r(n)] + O(h^2),
 *  where the last product is h w x (w x r). */
VARDEM_INLINE Vec3 half_step_change_of_member(const Vec3 &half, const Vec3 &before, const Vec3 &r,
                                              const Vec3 &w, double h)
{
  return half - before - h * cross(w, cross(w, r));
}

}    // namespace VARDEM
#endif
