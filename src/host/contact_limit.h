/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CONTACT_LIMIT_H
#define VARDEM_HOST_CONTACT_LIMIT_H

#include "host/contact_atoms.h"
#include "kernels/contact/no_tension.h"

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** A neighbor list of inum atoms ilist. */
  struct ListedContacts {
    int inum;
    const int *ilist;
    ContactList list;
  };

  /** The largest stable time step of two grains that touch only each other, without dashpots; infinite if nothing limits it. Grains in
   *  a packing need a smaller step (compute timestep/contact). Hooke: of the lightest grains of each two types, in contact or
   *  not. Hertz: of the present overlaps. All processes must call it, when the neighbor list is there. */
  double limit_of_two_grains(const LAMMPS *lmp, VARDEM::ContactLawKind kind,
                             const ContactAtoms &atoms, const ListedContacts &contacts);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
