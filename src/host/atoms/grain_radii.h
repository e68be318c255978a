// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAIN_RADII_H
#define VARDEM_HOST_GRAIN_RADII_H

#include <algorithm>
#include <vector>

namespace LAMMPS_NS {

class LAMMPS;
class Modify;

namespace VARDEM_NS {

  /** Is there a fix that may change radii or coefficients during a run, as fix adapt does? */
  bool may_adapt(Modify *);
  /** The flag of neighbor lists for grains that act where they touch. Lists by size go by the radii
   *  of when they are built. Where a fix may let grains grow, lists go by the cutoffs of the pair
   *  styles. */
  int touch_list_flag(Modify *);

  /** The radii of each type on all processes, with the atoms that fix pour and fix deposit
   *  will insert. Atoms that fix freeze holds count apart: two of them need no list. */
  class GrainRadii {
   public:
    /** All processes must call it, in init_style(). */
    void find(const LAMMPS *lmp);
    /** The same of the owned and ghost atoms of this process now. */
    void find_here(const LAMMPS *lmp);
    /** Of the atoms of a type, and the largest one of those to be inserted; 0 if there are none.
     *  Point particles do not count. */
    double smallest(int type) const { return std::min(least[type], largest(type)); }
    double largest(int type) const { return std::max(moving[type], frozen[type]); }
    /** At most the effective radius of two grains of these types; 0 if there are none of one of
     *  them. Fix pour and fix deposit tell their largest radius only, and may insert grains smaller
     *  than those that are there: if find() has seen such a fix, the answer is a quarter. */
    double least_effective(int itype, int jtype) const;
    /** The largest distance at which two grains touch of which at least one can move. */
    double cutoff(int itype, int jtype) const;

   private:
    std::vector<double> moving, frozen;    // the largest ones
    std::vector<double> least;
    double to_come = 1.0;    // smallest radius of the grains to come, over that of those there

    void include_inserted(const LAMMPS *lmp);
    void begin_with_atoms(const LAMMPS *lmp, int natoms);
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
