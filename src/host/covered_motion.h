/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_COVERED_MOTION_H
#define VARDEM_HOST_COVERED_MOTION_H

#include "pointers.h"

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  /** Makes sure that no contact is missing. A neighbor list has the pairs with gaps up to the skin when it was made, so two particles
   *  that it lacks may come into contact if they have moved by half the skin since. A contact of a step must be in the list at its
   *  start, and the network has the pairs with gaps up to `gap`. LAMMPS' own criterion looks at particles behind a step, and by default
   *  not at each step. */
  class CoveredMotion : protected Pointers {
   public:
    CoveredMotion(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

    /** A run starts; LAMMPS has just made its lists. */
    void start();
    /** A step starts. */
    void start_step();
    /** The farthest motion of an atom in this step, and what the next step may have. Stops if it is too long. Returns whether lists must
     *  be made anew before the next step. gap: of the network. */
    bool needs_lists(double motion, double next, double gap);

   private:
    Fix *fix;
    bigint built = -1;     // step of the lists
    double moved = 0.0;    // farthest motion since
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
