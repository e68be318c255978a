// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOOKE_BOND_H
#define VARDEM_HOOKE_BOND_H

#include "kernels/bond/bond_shear.h"
#include "kernels/contact/soft_contact.h"
#include "kernels/contact/springs.h"

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

/** The derivative of PairForce by PairDisplacement of a contact without a tangential force. */
struct SlipTangent {
  Vec3 n;                     // unit normal from the first to the second body
  double lever_1, lever_2;    // lever arms
  double turning;             // angle of n over the displacement across it
  double N;                   // force that turns with n
  double normal, tangent;     // stiffness against the overlap and against slip
};

/** Change of force and moments with a small motion, or velocities. */
VARDEM_INLINE PairForce operator*(const SlipTangent &t, const PairDisplacement &a)
{
  const Vec3 u = a.u1 - a.u2;
  const double closing = dot(u, t.n);
  const Vec3 across = u - closing * t.n;
  const Vec3 slip = across + cross(t.lever_1 * a.th1 + t.lever_2 * a.th2, t.n);
  const Vec3 dT = -t.tangent * slip, moment = cross(t.n, dT);
  return {dT - (t.normal * closing) * t.n - t.N * (-t.turning * across), t.lever_1 * moment,
          t.lever_2 * moment};
}

/** Tangents by displacements, with dashpots as they are, and by velocities. */
struct HookeBondTangents {
  SlipTangent springs, dashpots;
};

/** law.lever must be 1/2. */
VARDEM_INLINE HookeBondTangents hooke_bond_tangents(const ContactParameters &law,
                                                    const SphereContact &c, double m)
{
  const ElasticForce elastic = elastic_force<HookeForce>(law, c.overlap, c.R);
  const Coefficients of = coefficients<HookeForce>(law, elastic, m);
  return {{c.n, c.lever_1, c.lever_2, c.turning, elastic.force, of.k.normal, of.k.tangent},
          {c.n, c.lever_1, c.lever_2, 0.0, 0.0, of.c.normal, of.c.tangent}};
}

}    // namespace VARDEM
#endif
