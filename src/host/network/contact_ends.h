// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_ENDS_H
#define VARDEM_HOST_CONTACT_ENDS_H

#include "host/network/near_walls.h"
#include "solvers/contact_network.h"
#include "solvers/resting_spheres.h"

namespace LAMMPS_NS::VARDEM_NS {

// The spheres at the two ends of a contact of a network, as the loops of steps_loops.h see them. i
// is the row of the contact, c its number in the network of the step:
//   atoms                    has type(a), mask(a), tag(a) of atom a, owned or ghost
//                            (host/network/closed_contacts.h)
//   first(i, c)              the atom of the row, owned or ghost
//   second(i, c)             the other atom, or -1 at a wall
//   wall(i, c)               the wall, where there is one
//   touch(i, c)              TouchingSpheres of the two spheres at the start of the step, or of the
//                            first one and the wall point
//   centre(i, c), radius(i, c)    of the first sphere, at the start of the step

/** For networks whose rows are spheres. The columns behind the atoms are wall points. */
template <class Atoms> struct SphereEnds {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  Atoms atoms;
  const int *atom_of;
  const double *radii;
  const NearWall *walls;
  int natoms;

  VARDEM_INLINE int first(int i, int) const { return atom_of[i]; }
  VARDEM_INLINE int second(int, int c) const
  {
    const int j = rows.column[c];
    return j < natoms ? atom_of[j] : -1;
  }
  VARDEM_INLINE const NearWall &wall(int, int c) const { return walls[rows.column[c] - natoms]; }
  VARDEM_INLINE VARDEM::TouchingSpheres touch(int i, int c) const
  {
    const int j = rows.column[c];
    return VARDEM::touching_spheres(rows.geometry.row(i, j, c), radii[i], radii[j]);
  }
  VARDEM_INLINE VARDEM::Vec3 centre(int i, int) const
  {
    return VARDEM::vectors_at(rows.geometry.x)[i];
  }
  VARDEM_INLINE double radius(int i, int) const { return radii[i]; }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
