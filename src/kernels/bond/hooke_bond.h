// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOOKE_BOND_H
#define VARDEM_HOOKE_BOND_H

#include "kernels/contact/contact_tangent.h"

namespace VARDEM {

// --- the two-sided Hookean bond ---
//
// Source: De Klerk et al., arXiv:2103.01757, 3.3. It is a soft contact of Hooke's law that never
// opens: its overlap is the rest length minus the distance, of either sign. It has dashpots as a
// contact, and no friction. Everything in soft_contact.h applies. See doc/notes/binder-bonds.md 8.

/** Two bonded spheres. Their lever arms add up to the distance, so that angular momentum is
 *  conserved. distance > 0. */
VARDEM_INLINE SphereContact bonded(const Vec3 &e, double distance, double R1, double R2,
                                   double rest_length)
{
  SphereContact c = touching(e, distance, R1, R2, 0.5);
  c.overlap = rest_length - distance;
  return c;
}

/** law: without tangential springs and with unlimited tangential forces (UNLIMITED). m: effective
 *  mass. */
template <bool SQRT_DASHPOT, class Velocity>
VARDEM_INLINE ContactForce hooke_bond_force(const ContactParameters &law, const SphereContact &c,
                                            const Velocity &v, double m)
{
  return contact_force<HookeForce, SQRT_DASHPOT>(law, c, v, m);
}

/** The tangent of the same. law.lever must be 1/2. */
template <bool SQRT_DASHPOT>
VARDEM_INLINE ContactTangents hooke_bond_tangents(const ContactParameters &law,
                                                  const SphereContact &c, const ContactVelocity &v,
                                                  double m)
{
  return contact_tangents<HookeForce, SQRT_DASHPOT>(law, c, v, m, SpringStep{}, true);
}

}    // namespace VARDEM
#endif
