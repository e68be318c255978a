/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_GRANULAR_WALL_H
#define VARDEM_HOST_GRANULAR_WALL_H

#include "host/timestep/contact_springs.h"

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  /** A fix wall/gran or wall/gran/region. */
  class GranularWall {
   public:
    /** Does this class support that fix? */
    static bool knows(const Fix *fix);
    explicit GranularWall(Fix *fix) : fix(fix) {}

    /** Must be called before for_each, once per step. */
    void prepare() const;
    /** Calls f(contact, coefficients, arms) for every wall that atom i touches, or to which it has a gap of at most `reach`. mass: of
     *  the atom or, for the member of a rigid body, of the body. */
    template <class F>
    void for_each(LAMMPS *lmp, int i, double mass, double reach, const F &f) const
    {
      Contact walls[MAXWALLS];
      const int n = contacts(lmp, i, reach, walls);
      for (int k = 0; k < n; k++) {
        walls[k].mass = mass;
        f(walls[k], coefficients(walls[k]), ContactLaw::Arms{walls[k].Ri, 0.0});
      }
    }

   private:
    static constexpr int MAXWALLS = 64;
    Fix *fix;

    int contacts(LAMMPS *lmp, int i, double reach, Contact *walls) const;
    int planes(LAMMPS *lmp, int i, double reach, Contact *walls) const;
    int surfaces(LAMMPS *lmp, int i, double reach, Contact *walls) const;
    VARDEM::Coefficients coefficients(const Contact &wall) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
