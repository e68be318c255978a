/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CONTACT_SPRINGS_H
#define VARDEM_HOST_CONTACT_SPRINGS_H

#include "host/lammps/internals.h"
#include "kernels/contact/springs.h"
#include "kernels/vector3.h"

#include <memory>

namespace LAMMPS_NS {

class Bond;
class LAMMPS;

namespace VARDEM_NS {

  /** Two particles that touch or may touch soon, or a particle and a wall. */
  struct Contact {
    int i, j;    // local index; j = -1 for a wall
    int itype, jtype;
    VARDEM::Vec3 n;     // unit normal out of i
    double distance;    // of the centres, or of the centre and the wall
    double Ri,
        Rj;    // radii. A wall has its radius of curvature: negative if it is concave, 0 if it is plane
    double closing;       // closing speed, > 0 if they approach
    double mass;          // effective mass
    double factor;        // LAMMPS' factor_lj
    double unit = 1.0;    // force times unit is mass times acceleration
  };

  /** Stiffness and dashpots of the contacts of a pair style. For particles that approach, they are those at the turn of the
   *  impact. */
  class ContactLaw {
   public:
    virtual ~ContactLaw() = default;
    virtual VARDEM::Coefficients coefficients(const Contact &) const = 0;
    /** Distance of the centres at first touch. */
    virtual double touch(const Contact &contact) const { return contact.Ri + contact.Rj; }
    struct Arms {
      double i, j;
    };
    /** Lever arms of the tangential springs: the radii, if they act at the surfaces of the particles. */
    virtual Arms arms(const Contact &contact) const { return {contact.Ri, contact.Rj}; }
  };

  /** Law of a pair style, or null if its stiffness cannot be found. A style that offers SoftContacts (interfaces.h) tells its law. The
   *  styles of package GRANULAR are known by name. Others are asked for single(). Interface StiffContacts is for contacts without a
   *  force, which limit no step. */
  std::unique_ptr<ContactLaw> pair_law(LAMMPS *lmp, const SubStyle &style);

  /** Stiffness along a bond by differences of its single(), and across it from its tension. */
  VARDEM::Coefficients bond_coefficients(Bond *bond, int type, int i, int j, double distance);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
