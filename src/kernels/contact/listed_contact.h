// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LISTED_CONTACT_H
#define VARDEM_LISTED_CONTACT_H

#include "kernels/vector3.h"

namespace VARDEM {

/** One contact of two bodies in a list of contacts. */
struct ListedContact {
  Vec3 normal;    // unit vector from the first body to the second
  Vec3 point;     // in the middle of the gap or overlap
  double gap;     // < 0: overlap
  Vec3 force;     // on the first body
  // of rolling and twisting, on the first body
  Vec3 couple = {0.0, 0.0, 0.0};
};

/** x, R: centre and radius of the first sphere; n: unit normal to the second; F, couple: on the
 *  first. */
VARDEM_INLINE ListedContact listed_contact(const Vec3 &x, double R, const Vec3 &n, double gap,
                                           const Vec3 &F, const Vec3 &couple = {0.0, 0.0, 0.0})
{
  return {n, x + (R + 0.5 * gap) * n, gap, F, couple};
}

/** The same contact if the two bodies change places. */
VARDEM_INLINE ListedContact swapped(const ListedContact &c)
{
  return {-c.normal, c.point, c.gap, -c.force, -c.couple};
}

}    // namespace VARDEM
#endif
