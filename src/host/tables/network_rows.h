// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NETWORK_ROWS_H
#define VARDEM_HOST_NETWORK_ROWS_H

#include "host/network/solved_contacts.h"
#include "host/tables/contact_table.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops that list contacts as rows of a table, each contact once over all processes

/** Decides which atom lists a contact of atoms in a group. */
template <class Atoms> struct ListedContacts {
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

template <class Solved, class Atoms> struct CountListed {
  Solved solved;
  ListedContacts<Atoms> listed;
  int *count;

  VARDEM_INLINE void operator()(int n) const
  {
    const int i = listed.atoms.atom(n);
    int found = 0;
    solved.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double) {
      found += listed.has(i, j);
    });
    count[n] = found;
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

/** Fills rows of ContactForces::COLUMNS numbers. */
template <class Solved, class Atoms> struct FillListed {
  Solved solved;
  ListedContacts<Atoms> listed;
  const int *first;
  double *rows;

  VARDEM_INLINE void operator()(int n) const
  {
    using Row = ContactForces;
    const Atoms &atoms = listed.atoms;
    const int i = atoms.atom(n);
    double *row = rows + static_cast<bigint>(Row::COLUMNS) * first[n];
    solved.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double force) {
      if (!listed.has(i, j)) return;
      fill_row(atoms.tag(i), atoms.tag(j), Row::PAIR,
               contact_of(touch, solved.centre(i), atoms.radius(i), force), row);
      row += Row::COLUMNS;
    });
  }
};

// The same for contacts with walls, by owned atom

template <class Walls, class Atoms> struct CountListedWalls {
  Walls walls;
  ListedContacts<Atoms> listed;
  int *count;

  VARDEM_INLINE void operator()(int i) const
  {
    int found = 0;
    if (listed.atoms.mask(i) & listed.groupbit)
      walls.of_atom(i, [&](const VARDEM::TouchingSpheres &, double) {
        found++;
      });
    count[i] = found;
  }
};

template <class Walls, class Atoms> struct FillListedWalls {
  Walls walls;
  ListedContacts<Atoms> listed;
  const int *first;
  double *rows;

  VARDEM_INLINE void operator()(int i) const
  {
    using Row = ContactForces;
    const Atoms &atoms = listed.atoms;
    if (!(atoms.mask(i) & listed.groupbit)) return;
    double *row = rows + static_cast<bigint>(Row::COLUMNS) * first[i];
    walls.of_atom(i, [&](const VARDEM::TouchingSpheres &touch, double force) {
      fill_row(atoms.tag(i), 0, Row::WALL,
               contact_of(touch, walls.solved.centre(i), atoms.radius(i), force), row);
      row += Row::COLUMNS;
    });
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
