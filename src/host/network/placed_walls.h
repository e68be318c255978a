// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_PLACED_WALLS_H
#define VARDEM_HOST_PLACED_WALLS_H

#include "host/network/near_walls.h"

#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

class WallContacts;

/** The fixes wall/contact of the input, and what loops must know about them. */
class PlacedWalls : protected Pointers {
 public:
  using Pointers::Pointers;

  typedef std::vector<std::pair<std::string, WallContacts *>> Fixes;    // with their IDs

  /** Of the last place(). */
  Fixes fixes;
  std::vector<PlacedWall> walls;
  std::vector<VARDEM::ContactParameters> laws;    // number of types + 1 of each wall
  bool have_shapes = true;                        // do kernels have all of them?

  /** Brings all walls to their places at this step. All processes must call it. */
  void place();
  /** Tells whose shapes kernels do not have. */
  void warn_of_host() const;
  /** How many surfaces a wall can have near an atom. */
  int most_surfaces() const;
  /** Has the input other walls? */
  bool are_others() const { return all_fixes(modify) != fixes; }
  /** Must the arrays of atoms be up to date on the host, so that walls can be found? Fixes without
   *  Kokkos have them there in any case. */
  static bool need_host(const Modify *modify);

  /** Stops because a wall passes the centre of an atom on too long a way. atom: what TellOfAtom
   *  tells. */
  [[noreturn]] void stop_at(int number, const double *atom, double gap) const;

 private:
  static Fixes all_fixes(const Modify *modify);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
