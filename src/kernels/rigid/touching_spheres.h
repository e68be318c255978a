// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TOUCHING_SPHERES_H
#define VARDEM_TOUCHING_SPHERES_H

#include "kernels/rigid/contact_row.h"
#include "kernels/vector3.h"

namespace VARDEM {

/** Two spheres are in contact (the contact is closed) if their gap is at most `length` + `part` of
 *  the smaller diameter. */
struct ClosedRule {
  double length, part;

  VARDEM_INLINE double gap(double Ri, double Rj) const
  {
    return length + 2.0 * part * (Ri < Rj ? Ri : Rj);
  }
};

/** Two spheres in contact: the branch vector points from the first centre to the second, and
 *  `distance` is its length. */
struct TouchingSpheres {
  CentralRow branch;
  double distance, gap;    // gap < 0: overlap

  /** How far the motions a and b bring the spheres together. */
  VARDEM_INLINE double overlap(const double *a, const double *b) const
  {
    return branch.approach(a, b) / distance;
  }
};

VARDEM_INLINE TouchingSpheres touching_spheres(const CentralRow &branch, double Ri, double Rj)
{
  const double distance = std::sqrt(branch.square());
  return {branch, distance, distance - (Ri + Rj)};
}

VARDEM_INLINE TouchingSpheres touching_spheres(const double *xi, double Ri, const double *xj,
                                               double Rj)
{
  return touching_spheres(CentralRow{{xj[0] - xi[0], xj[1] - xi[1], xj[2] - xi[2]}}, Ri, Rj);
}

/** The spheres after the motions a and b. The change of the gap is computed from the motions,
 *  because they may be smaller than the round-off of the distance. */
VARDEM_INLINE TouchingSpheres moved(const TouchingSpheres &touch, const double *a, const double *b)
{
  const double *e = touch.branch.e;
  const CentralRow d = {{b[0] - a[0], b[1] - a[1], b[2] - a[2]}};
  const CentralRow branch = {{e[0] + d.e[0], e[1] + d.e[1], e[2] + d.e[2]}};
  const double distance = std::sqrt(branch.square());
  const double twice = touch.branch.approach(b, a) + branch.approach(b, a);
  return {branch, distance, touch.gap + twice / (touch.distance + distance)};
}

/** Are two spheres in contact? Only then `touch` is set. */
VARDEM_INLINE bool are_closed(const double *xi, double Ri, const double *xj, double Rj,
                              const ClosedRule &rule, TouchingSpheres &touch)
{
  const CentralRow e = {{xj[0] - xi[0], xj[1] - xi[1], xj[2] - xi[2]}};
  const double reach = Ri + Rj + rule.gap(Ri, Rj), square = e.square();
  if (!(square <= reach * reach)) return false;
  touch = touching_spheres(e, Ri, Rj);
  return true;
}

/** Adds the part of one contact force to the stress times volume of a sphere. Like compute
 *  stress/atom it gives each of the two spheres one half, in the order xx yy zz xy xz yz, and
 *  tension is positive. */
VARDEM_INLINE void add_half_stress(const TouchingSpheres &touch, double force, double *stress)
{
  const double s = -0.5 * force / touch.distance, *e = touch.branch.e;
  stress[0] += s * e[0] * e[0];
  stress[1] += s * e[1] * e[1];
  stress[2] += s * e[2] * e[2];
  stress[3] += s * e[0] * e[1];
  stress[4] += s * e[0] * e[2];
  stress[5] += s * e[1] * e[2];
}

}    // namespace VARDEM
#endif
