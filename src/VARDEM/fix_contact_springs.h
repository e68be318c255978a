/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_CONTACT_SPRINGS_H
#define LMP_FIX_CONTACT_SPRINGS_H

#include "fix_neigh_history.h"
#include "kernels/vector3.h"

namespace LAMMPS_NS {

class Modify;

/** The tangential springs of a pair style. Only pair styles create it (style CONTACT_SPRINGS). Its base finds the springs of a new
 *  neighbor list by the IDs of the two atoms, for pairs that overlap. This is not enough:
 *  - In a thin periodic box an atom touches several images of another one. So each spring is kept with its branch vector.
 *  - Commands between runs give new IDs to atoms (delete_atoms, reset_atoms id). So each atom keeps the ID by which its partners
 *    know it, as a partner of itself: the first one, with a branch of zero. Atoms that have come since have no partners.
 *  - The loss of energy of a contact is found when it has opened, so its spring is needed without overlap.
 *  - Command write_restart makes ghost atoms anew after a run, while the neighbor list of the run has the numbers of the old ones.
 *    So the springs are not read from that list again: they were saved at the end of the run. */
class FixContactSprings : public FixNeighHistory {
 public:
  FixContactSprings(class LAMMPS *, int, char **);
  /** Tells LAMMPS the style and returns its name. It is not among the styles of the fix command. */
  static const char *style_in(Modify *);

  void pre_exchange() override;
  void post_neighbor() override;
  void write_restart(FILE *) override;

 private:
  template <class F> void each_spring(const F &) const;
  void make_room(int natoms);
  void keep(int i, tagint other, const VARDEM::Vec3 &spring, const VARDEM::Vec3 &branch);
  int find(int i, tagint other, const VARDEM::Vec3 &branch) const;
};

}    // namespace LAMMPS_NS
#endif
