/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_SOFT_WALL_H
#define VARDEM_HOST_SOFT_WALL_H

#include "host/interfaces/interfaces.h"
#include "host/timestep/contact_springs.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A fix that offers WallContacts with forces of their own, as springs and dashpots. The functions are those of GranularWall. */
class SoftWall {
 public:
  explicit SoftWall(WallContacts *wall) : wall(wall) {}

  /** Must be called before for_each, once per step, by all processes. */
  void prepare();
  /** Calls f(contact, coefficients, arms) for every surface that atom i touches, or to which it has a gap of at most `reach`. mass: as
   *  for GranularWall. */
  template <class F> void for_each(LAMMPS *lmp, int i, double mass, double reach, const F &f)
  {
    const int n = near(lmp, i, reach);
    for (int k = 0; k < n; k++) {
      const Contact contact = contact_at(lmp, i, mass, touches[k]);
      f(contact, coefficients(contact, touches[k]), arms(contact));
    }
  }

 private:
  WallContacts *wall;
  VARDEM::WallMotion motion = {};
  std::vector<VARDEM::WallTouch> touches;

  int near(LAMMPS *lmp, int i, double reach);
  Contact contact_at(LAMMPS *lmp, int i, double mass, const VARDEM::WallTouch &touch) const;
  VARDEM::Coefficients coefficients(const Contact &contact, const VARDEM::WallTouch &touch) const;
  /** At the present overlap. */
  ContactLaw::Arms arms(const Contact &contact) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
