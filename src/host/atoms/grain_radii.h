// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAIN_RADII_H
#define VARDEM_HOST_GRAIN_RADII_H

#include "atom.h"
#include "fix.h"
#include "kernels/contact/sphere_contact.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The radii of each type on all processes, with the atoms that fix pour and fix deposit
 *  will insert. Atoms that fix freeze holds count apart: two of them need no list. */
class GrainRadii {
 public:
  /** All processes must call it, in init_style(). */
  void find(const LAMMPS *lmp)
  {
    begin_with_atoms(lmp, lmp->atom->nlocal);
    include_inserted(lmp);
    for (auto *radii : {&moving, &frozen})
      MPI_Allreduce(MPI_IN_PLACE, radii->data(), radii->size(), MPI_DOUBLE, MPI_MAX, lmp->world);
    MPI_Allreduce(MPI_IN_PLACE, least.data(), least.size(), MPI_DOUBLE, MPI_MIN, lmp->world);
  }
  /** The same of the owned and ghost atoms of this process now. */
  void find_here(const LAMMPS *lmp)
  {
    begin_with_atoms(lmp, lmp->atom->nlocal + lmp->atom->nghost);
  }
  /** Of the atoms of a type, and the largest one of those to be inserted; 0 if there are none.
   *  Point particles do not count. */
  double smallest(int type) const { return std::min(least[type], largest(type)); }
  double largest(int type) const { return std::max(moving[type], frozen[type]); }
  /** At most the effective radius of two grains of these types; 0 if there are none of one of
   *  them. Fix pour and fix deposit tell their largest radius only, and may insert grains smaller
   *  than those that are there: if find() has seen such a fix, the answer is a quarter. */
  double least_effective(int itype, int jtype) const
  {
    const double first = smallest(itype), second = smallest(jtype);
    return first > 0.0 && second > 0.0 ? to_come * VARDEM::effective_radius(first, second) : 0.0;
  }
  /** The largest distance at which two grains touch of which at least one can move. */
  double cutoff(int i, int j) const
  {
    return std::max({moving[i] + moving[j], moving[i] + frozen[j], frozen[i] + moving[j]});
  }

 private:
  std::vector<double> moving, frozen;    // the largest ones
  std::vector<double> least;
  double to_come = 1.0;    // smallest radius of the grains to come, over that of those there

  void include_inserted(const LAMMPS *lmp)
  {
    for (const char *style : {"^pour", "^deposit"})
      for (auto *fix : lmp->modify->get_fix_by_style(style))
        for (int type = 1; type <= lmp->atom->ntypes; type++) {
          int itype = type;
          const auto *radius = static_cast<double *>(fix->extract("radius", itype));
          if (!radius || !(*radius > 0.0)) continue;
          moving[type] = std::max(moving[type], *radius);
          to_come = 0.25;
        }
  }
  void begin_with_atoms(const LAMMPS *lmp, int natoms)
  {
    const Atom *atom = lmp->atom;
    moving.assign(atom->ntypes + 1, 0.0);
    frozen = moving;
    least.assign(moving.size(), std::numeric_limits<double>::max());
    to_come = 1.0;
    int frozenbits = 0;
    for (const auto *fix : lmp->modify->get_fix_by_style("^freeze")) frozenbits |= fix->groupbit;

    for (int i = 0; i < natoms; i++) {
      double &largest = (atom->mask[i] & frozenbits ? frozen : moving)[atom->type[i]];
      largest = std::max(largest, atom->radius[i]);
      double &smallest = least[atom->type[i]];
      if (atom->radius[i] > 0.0) smallest = std::min(smallest, atom->radius[i]);
    }
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
