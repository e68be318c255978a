/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STIFF_STYLES_H
#define VARDEM_HOST_STIFF_STYLES_H

#include "host/interfaces/interfaces.h"
#include "host/timestep/granular_wall.h"
#include "host/timestep/soft_wall.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Compute;
class NeighList;

namespace VARDEM_NS {

  /** The pair, wall and bond styles of the present run that are known to be stiff, and where their pairs are listed. */
  class StiffStyles : protected Pointers {
   public:
    /** A pair style with its law and its neighbor list. */
    class Interaction {
     public:
      std::unique_ptr<ContactLaw> law;
      Interaction(const SubStyle &style, std::unique_ptr<ContactLaw> law);
      bool on_device() const { return device; }
      /** Its neighbor list, or null. own: the list of the compute, which takes its place if it is on the device. */
      NeighList *list(NeighList *own) const;

     private:
      Pair *pair;
      bool device;
    };

    std::vector<Interaction> interactions;
    std::vector<GranularWall> walls;
    std::vector<SoftWall> soft_walls;
    std::vector<StiffBonds *> stiff_bonds;    // bond styles that tell their stiffness
    std::vector<Bond *> bonds;                // others that count
    NeighList *own_list = nullptr;    // of the compute; kept, as LAMMPS hands it over only once

    StiffStyles(LAMMPS *lmp, Compute *compute) : Pointers(lmp), compute(compute) {}

    /** Finds them in init() of the compute, and asks LAMMPS for own_list if a pair style needs it. What may be stiff and does not
     *  count is named in a warning, once. It is an error if the stiffness of a pair style cannot be found. who: the command in
     *  messages. */
    void init(const std::string &who);

   private:
    Compute *compute;
    std::vector<std::string> named;    // what has been named in the log

    void init_pairs(const std::string &who);
    void init_walls(const std::string &who);
    void init_bonds(const std::string &who);
    void name_missing(const std::string &who, const std::string &what);
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
