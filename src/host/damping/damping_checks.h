/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_DAMPING_CHECKS_H
#define VARDEM_HOST_DAMPING_CHECKS_H

#include "pointers.h"

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  /** Checks of a damping against the other fixes of the input. Messages name the damping by style
   *  and ID. Call all functions on all processes. */
  class DampingChecks : protected Pointers {
   public:
    /** skipbit: bits of groups whose atoms the damping leaves out. */
    DampingChecks(LAMMPS *lmp, const Fix *damping, int skipbit) :
        Pointers(lmp), damping(damping), skipbit(skipbit)
    {
    }

    /** Warns of forces that come after the damping, and of corrections of the flow that come before it. */
    void order() const;
    /** Warns of atoms that another fix damps, too. Of two fixes of this style the later one warns. A stock damping does not warn,
     *  so this one does it in either order. */
    void other_dampings() const;
    /** Stops if a rigid fix of LAMMPS has atoms of the damping: it sums the forces on its members, where nobody can damp the
     *  sum. */
    void stock_bodies() const;
    /** In the set-up of a run LAMMPS has full-step velocities, but an integrator with keyword
     *  restart exact has set its atoms back to half-step velocities. Returns true if atoms of the
     *  damping have such an integrator, and warns if only some have. */
    bool velocities_at_half_step() const;

   private:
    const Fix *damping;
    int skipbit;

    bool shares_atoms_with(int bit, int except = 0) const;
    bool shares_members(const int *body) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
