// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SOLVED_CONTACTS_H
#define VARDEM_HOST_SOLVED_CONTACTS_H

#include "host/network/closed_contacts.h"
#include "host/network/near_walls.h"
#include "solvers/space.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The contacts of atoms and the forces that a solve has found. u: 3 numbers of each column of the
 *  packing. */
template <class Law_, class Contacts_> struct SolvedContacts {
  using Law = Law_;
  using Contacts = Contacts_;
  Contacts contacts;
  const int *column;
  const double *u;

  /** Calls f(j, TouchingSpheres, force) for each contact of atom i that counts. Where overlaps are
   *  part of the law, spheres are where they are at rest, and those that are apart there do not
   *  count. */
  template <class F> VARDEM_INLINE void of_atom(int i, const F &f) const
  {
    const double *ui = u + 3 * column[i];
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double k) {
      const double *uj = u + 3 * column[j];
      if (!contacts.criteria.overlap) {
        f(j, touch, Law::force(k, touch.overlap(ui, uj)));
        return;
      }
      const VARDEM::TouchingSpheres now = VARDEM::moved(touch, ui, uj);
      if (contacts.lists(i, j, now.gap)) f(j, now, Law::force(k, -now.gap));
    });
  }

  /** Where the centre of atom i is then. */
  VARDEM_INLINE VARDEM::Vec3 centre(int i) const
  {
    const VARDEM::Vec3 x = contacts.atoms.x(i);
    const double *ui = u + 3 * column[i];
    return contacts.criteria.overlap ? x + VARDEM::Vec3{ui[0], ui[1], ui[2]} : x;
  }
};

/** The contacts of owned atoms with walls, and their forces. */
template <class Solved> struct SolvedWalls {
  Solved solved;
  WallsOfAtoms walls;
  int first_wall_point;    // column of the first wall

  /** Calls f(TouchingSpheres, force) for each contact of atom i with a wall that counts, as
   *  SolvedContacts does. */
  template <class F> VARDEM_INLINE void of_atom(int i, const F &f) const
  {
    const auto &criteria = solved.contacts.criteria;
    const double *ui = solved.u + 3 * solved.column[i];
    const double R = solved.contacts.atoms.radius(i);
    for (int k = walls.first[i]; k < walls.first[i + 1]; k++) {
      const NearWall &wall = walls.walls[k];
      const double *wall_point = solved.u + 3 * (first_wall_point + k);
      const VARDEM::TouchingSpheres touch = wall.touch(R);
      if (!criteria.overlap) {
        f(touch, Solved::Law::force(wall.stiffness, touch.overlap(ui, wall_point)));
        continue;
      }
      const VARDEM::TouchingSpheres now = VARDEM::moved(touch, ui, wall_point);
      if (now.gap <= criteria.listed.gap(R, R))
        f(now, Solved::Law::force(wall.stiffness, -now.gap));
    }
  }
};

/** Sums: contacts with walls. */
template <class Walls> struct CountSolvedWalls {
  Walls walls;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<1> &sums) const
  {
    walls.of_atom(i, [&](const VARDEM::TouchingSpheres &, double) {
      sums.s[0] += 1.0;
    });
  }
};

/** Sums: atoms of this process that the contacts of two atoms have, two for each over all
 *  processes. */
template <class Solved> struct CountEnds {
  Solved solved;
  int nlocal;

  VARDEM_INLINE void operator()(int n, VARDEM::Sums<1> &sums) const
  {
    solved.of_atom(solved.contacts.atoms.atom(n),
                   [&](int j, const VARDEM::TouchingSpheres &, double) {
                     sums.s[0] += Solved::Contacts::HALF && j < nlocal ? 2.0 : 1.0;
                   });
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
