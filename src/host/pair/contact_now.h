/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CONTACT_NOW_H
#define VARDEM_HOST_CONTACT_NOW_H

#include "host/pair/contact_atoms.h"
#include "kernels/contact/grain_forces.h"
#include "kernels/contact/no_tension.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The contact of atoms i and j with the tangential spring of i at the time step; the spring does not move. With law() of types without a
 *  spring, give zero. */
inline VARDEM::GrainContact contact_now(VARDEM::ContactLawKind kind, const ContactAtoms &atoms,
                                        int i, int j, const VARDEM::Vec3 &spring)
{
  using VARDEM::SpringMotion;
  const VARDEM::SoftContact &law = atoms.law(i, j);
  const VARDEM::Vec3 e = atoms.x(j) - atoms.x(i);
  const VARDEM::SphereContact c =
      VARDEM::touching(e, norm(e), atoms.radius(i), atoms.radius(j), law.lever);
  const VARDEM::ContactState state = {atoms.inverse_mass(i) + atoms.inverse_mass(j),
                                      {atoms.v(i) - atoms.v(j), atoms.w(i), atoms.w(j)},
                                      {},
                                      spring};
  return VARDEM::with_law(kind, [&](auto normal) {
    using NormalForce = typename decltype(normal)::Force;
    if (!VARDEM::has_spring(law))
      return VARDEM::grain_contact<NormalForce, true, SpringMotion::NONE>(law, c, state, 0.0);
    return VARDEM::grain_contact<NormalForce, true, SpringMotion::HALF_STEP>(law, c, state, 0.0);
  });
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
