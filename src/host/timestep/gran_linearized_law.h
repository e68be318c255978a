// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAN_LINEARIZED_LAW_H
#define VARDEM_HOST_GRAN_LINEARIZED_LAW_H

#include "host/timestep/linearized_law.h"

#include <vector>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  // Springs of the contact laws of LAMMPS' package GRANULAR

  /** Of pair style gran/hooke, gran/hooke/history or gran/hertz/history; name: the style without a
   *  suffix. */
  SpringsOfPairs gran_springs(const Pair *pair, const std::string &name);

  /** Of pair style granular, or an empty function if the stiffness of one of its models is no
   *  function of the overlap. */
  SpringsOfPairs granular_springs(Pair *pair);

  /** Is it a fix wall/gran or wall/gran/region whose stiffness is a function of the overlap? */
  bool is_granular_wall(const Fix *fix);

  /** Brings such a wall to its place. Must be called before the next function, once per step. */
  void place_granular_wall(Fix *wall);

  /** Adds the surfaces of such a wall that atom i touches, or to which it has a gap of at most
   *  `reach`, without the effective mass. */
  void find_granular_surfaces(LAMMPS *lmp, Fix *wall, int i, double reach,
                              std::vector<Contact> &found);

  /** Springs of such a wall. */
  ContactSprings springs_of_granular_wall(Fix *wall, const Contact &contact);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
