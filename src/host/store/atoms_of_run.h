// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ATOMS_OF_RUN_H
#define VARDEM_HOST_ATOMS_OF_RUN_H

#include "host/store/atom_turnover.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Detects whether atoms were added, removed, moved or resized since the last run. The results of a
 *  fix of the last step of a run are valid for the same atoms only. */
class AtomsOfRun : protected Pointers {
 public:
  AtomsOfRun(LAMMPS *lmp) : Pointers(lmp) {}

  /** The post_run() of the fix calls this. All processes must call it. */
  void keep();
  /** The init() of the fix calls this, before atoms go to other processes. */
  void look() { moved = moved || have_moved(); }
  /** The set_arrays() of the fix calls this, and its copy_arrays() where an atom goes: LAMMPS must
   *  not read again what computes have read. */
  void come_or_go(bool has_come);
  /** Are there other atoms, or are they at other places or of another size? All processes must call
   *  it. */
  bool are_others() const;

 private:
  struct Place {
    tagint tag;
    double x[3], radius;
  };

  bool known = false;                       // has there been a run?
  bool have_come = false, moved = false;    // since then, on this process
  AtomSet kept = {};
  std::vector<Place> places;    // of owned atoms, in their order

  bool have_moved() const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
