// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NETWORK_ROWS_H
#define VARDEM_HOST_NETWORK_ROWS_H

#include "host/network/solved_contacts.h"
#include "host/tables/contact_table.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops that list contacts as rows of a table, each contact once over all processes

/** Decides which atom lists a contact of atoms in a group. */
template <class Atoms> struct ListedInGroup {
  Atoms atoms;
  int groupbit, nlocal;

  /** Of two atoms of this process the first in a half list, or the one with the lower index;
   *  otherwise the one with the lower ID. */
  VARDEM_INLINE bool has(int i, int j) const
  {
    if (!(atoms.mask(i) & groupbit) || !(atoms.mask(j) & groupbit)) return false;
    return j < nlocal ? Atoms::HALF || i < j : atoms.tag(i) < atoms.tag(j);
  }
};

/** x, R: centre and radius of the first sphere. */
VARDEM_INLINE VARDEM::ListedContact contact_of(const VARDEM::TouchingSpheres &touch,
                                               const VARDEM::Vec3 &x, double R, double force)
{
  const double *e = touch.branch.e, d = touch.distance;
  const VARDEM::Vec3 n = {e[0] / d, e[1] / d, e[2] / d};
  return VARDEM::listed_contact(x, R, n, touch.gap, -force * n);
}

/** The contacts of two atoms after a solve, for RowLoops. */
template <class Solved, class Atoms> struct SolvedRows {
  Solved solved;
  ListedInGroup<Atoms> listed;

  struct Contact {
    int i, j;
    VARDEM::TouchingSpheres touch;
    double force;
  };

  template <class F> VARDEM_INLINE void each(int n, const F &f) const
  {
    const int i = listed.atoms.atom(n);
    solved.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double force) {
      if (listed.has(i, j)) f(Contact{i, j, touch, force});
    });
  }
  VARDEM_INLINE void fill(const Contact &c, double *row) const
  {
    const Atoms &atoms = listed.atoms;
    fill_row(atoms.tag(c.i), atoms.tag(c.j), ContactForces::PAIR,
             contact_of(c.touch, solved.centre(c.i), atoms.radius(c.i), c.force), row);
  }
};

/** The same for contacts with walls, by owned atom. */
template <class Walls, class Atoms> struct SolvedWallRows {
  Walls walls;
  ListedInGroup<Atoms> listed;

  struct Contact {
    int i;
    VARDEM::TouchingSpheres touch;
    double force;
  };

  template <class F> VARDEM_INLINE void each(int i, const F &f) const
  {
    if (!(listed.atoms.mask(i) & listed.groupbit)) return;
    walls.of_atom(i, [&](const VARDEM::TouchingSpheres &touch, double force) {
      f(Contact{i, touch, force});
    });
  }
  VARDEM_INLINE void fill(const Contact &c, double *row) const
  {
    const Atoms &atoms = listed.atoms;
    fill_row(atoms.tag(c.i), 0, ContactForces::WALL,
             contact_of(c.touch, walls.solved.centre(c.i), atoms.radius(c.i), c.force), row);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
