// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_STYLES_H
#define VARDEM_HOST_INTERNALS_STYLES_H

#include <string>

namespace LAMMPS_NS {

class Bond;
class Command;
class Compute;
class Fix;
class LAMMPS;
class Min;
class Pair;

namespace VARDEM_NS {

  // A part of the access to what LAMMPS does not publish (host/lammps/internals.h): the lists of
  // styles of one LAMMPS.

  /** Adds a style if this LAMMPS does not have one of this name. What LAMMPS does with a plugin
   *  adds it, too, but in 4 Feb 2025 not for min styles, and in the first LAMMPS of a process only.
   *  Relies on: Modify::fix_map and compute_map, src/modify.h; Force::pair_map and bond_map,
   *  src/force.h; Update::minimize_map, src/update.h; Input::command_map, src/input.h. */
  void add_style(LAMMPS *lmp, const std::string &name, Fix *(*creator)(LAMMPS *, int, char **) );
  void add_style(LAMMPS *lmp, const std::string &name,
                 Compute *(*creator)(LAMMPS *, int, char **) );
  void add_style(LAMMPS *lmp, const std::string &name, Pair *(*creator)(LAMMPS *) );
  void add_style(LAMMPS *lmp, const std::string &name, Bond *(*creator)(LAMMPS *) );
  void add_style(LAMMPS *lmp, const std::string &name, Min *(*creator)(LAMMPS *) );
  void add_style(LAMMPS *lmp, const std::string &name, Command *(*creator)(LAMMPS *) );

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
