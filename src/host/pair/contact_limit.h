// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_LIMIT_H
#define VARDEM_HOST_CONTACT_LIMIT_H

#include "host/pair/contact_atoms.h"
#include "kernels/contact/normal_law.h"

#include <string>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  class WallContacts;

  /** A neighbor list of inum atoms ilist. */
  struct ListedContacts {
    int inum;
    const int *ilist;
    ContactList list;
  };

  /** The largest stable time step of two grains that touch only each other; infinite if nothing
   *  limits it. Grains in a packing need a smaller step (compute timestep/contact). Hooke: of the
   *  lightest grains of each two types, in contact or not. Hertz: of the present overlaps.
   *  full_step: do dashpots act on the full-step velocities? All processes must call it, when the
   *  neighbor list is there. */
  double limit_of_two_grains(const LAMMPS *lmp, const VARDEM::NormalLaw &kind, bool full_step,
                             const ContactAtoms &atoms, const ListedContacts &contacts);

  /** The same of one grain at a wall, which is where the forces of now are. Hooke: of all grains of
   *  its group. */
  double limit_at_wall(LAMMPS *lmp, WallContacts *wall);

  /** The same of a free wall, on the grains that it touches, which do not move. */
  double limit_of_wall(LAMMPS *lmp, WallContacts *wall);

  /** Whose limit of stability it is. */
  enum class LimitOf { TWO_GRAINS, GRAIN_AT_WALL, FREE_WALL, ONE_BOND };

  /** Warns if the time step is above the limit. style_name: the style; warned: the last step that
   *  was said to be too large. */
  void warn_about_step(LAMMPS *lmp, const std::string &style_name, LimitOf of, double limit,
                       double &warned);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
