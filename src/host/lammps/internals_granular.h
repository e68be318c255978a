// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_GRANULAR_H
#define VARDEM_HOST_INTERNALS_GRANULAR_H

#include "lmptype.h"

namespace LAMMPS_NS {

class Fix;
class Pair;

namespace VARDEM_NS {

  // The part of host/lammps/internals.h that reads protected members of package GRANULAR. It needs
  // only the layouts of its classes, so it compiles and links if LAMMPS has been built without this
  // package. unittest/scenarios/lammps/test_internals_granular.cpp has a test of each entry.

  /** The coefficients of a pair style gran/hooke, gran/hooke/history or gran/hertz/history, as its
   *  force has them. */
  struct GranCoefficients {
    double kn, kt, gamman, gammat;
  };

  /** pair: one of these styles, or a style derived from it.
   *  Relies on: PairGranHookeHistory, src/GRANULAR/pair_gran_hooke_history.h. */
  GranCoefficients gran_coefficients(const Pair *pair);

  /** The plane or the two planes of a fix wall/gran: lo <= x[axis] - offset <= hi, and their
   *  velocity along the axis. A plane that is not there is very far away. */
  struct GranPlanes {
    int axis;
    double lo, hi, offset, speed;
  };

  /** fix: a fix wall/gran whose wall is a plane. step: the time step whose positions are wanted,
   *  for keyword wiggle. Relies on: FixWallGran, src/GRANULAR/fix_wall_gran.h, and the motion in
   *  its post_force(), src/GRANULAR/fix_wall_gran.cpp. */
  GranPlanes gran_planes(const Fix *fix, bigint step);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
