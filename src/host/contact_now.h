/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CONTACT_NOW_H
#define VARDEM_HOST_CONTACT_NOW_H

#include "host/contact_atoms.h"
#include "kernels/contact/no_tension.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A contact of two atoms and its force on the first. */
struct ContactNow {
  VARDEM::SphereContact contact;
  VARDEM::ContactVelocity velocity;
  VARDEM::ContactForce force;
};

/** The contact of atoms i and j with the tangential spring of i at the time step; the spring does not move. With law() of types without a
 *  spring, give zero. */
inline ContactNow contact_now(VARDEM::ContactLawKind kind, const ContactAtoms &atoms, int i, int j,
                              const VARDEM::Vec3 &spring)
{
  const VARDEM::SoftContact &law = atoms.law(i, j);
  const VARDEM::Vec3 e = atoms.x(j) - atoms.x(i);
  ContactNow now;
  now.contact = VARDEM::touching(e, norm(e), atoms.radius(i), atoms.radius(j), law.lever);
  now.velocity = contact_velocity(now.contact, atoms.v(i) - atoms.v(j), atoms.w(i), atoms.w(j));
  const double w = atoms.inverse_mass(i) + atoms.inverse_mass(j), m = w > 0.0 ? 1.0 / w : 0.0;
  now.force = VARDEM::with_law(kind, [&](auto normal) {
    using NormalForce = typename decltype(normal)::Force;
    if (!VARDEM::has_spring(law))
      return VARDEM::contact_force<NormalForce, true>(law, now.contact, now.velocity, m);
    const VARDEM::Vec3 zero = {0.0, 0.0, 0.0};
    const VARDEM::SpringStep still =
        VARDEM::spring_step<NormalForce>(spring, now.contact, zero, zero, zero, law.lever, 0.0);
    VARDEM::Vec3 bounded;
    return VARDEM::contact_force<NormalForce, true>(law, now.contact, now.velocity, m, still,
                                                    bounded);
  });
  return now;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
