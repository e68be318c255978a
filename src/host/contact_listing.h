/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CONTACT_LISTING_H
#define VARDEM_HOST_CONTACT_LISTING_H

#include "host/closed_contacts.h"
#include "host/interfaces.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops that list contacts as rows of a table, each contact once over all processes

/** Decides which atom lists a contact of atoms in a group. */
template <class Contacts> struct ListedContacts {
  Contacts contacts;
  int groupbit, nlocal;

  /** Of two atoms of this process the first in a half list, or the one with the lower index; otherwise the one with the lower
   *  ID. */
  VARDEM_INLINE bool has(int i, int j) const
  {
    const auto &atoms = contacts.atoms;
    if (!(atoms.mask(i) & groupbit) || !(atoms.mask(j) & groupbit)) return false;
    return j < nlocal ? Contacts::HALF || i < j : atoms.tag(i) < atoms.tag(j);
  }
};

template <class Contacts> struct CountListed {
  ListedContacts<Contacts> listed;
  int *count;

  VARDEM_INLINE void operator()(int n) const
  {
    const int i = listed.contacts.atoms.atom(n);
    int found = 0;
    listed.contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double) {
      found += listed.has(i, j);
    });
    count[n] = found;
  }
};

/** Fills rows of ContactForces::COLUMNS numbers. u: 3 numbers of each column of the packing. */
template <class Law, class Contacts> struct FillListed {
  ListedContacts<Contacts> listed;
  const int *first, *column;
  const double *u;
  double *rows;

  VARDEM_INLINE void operator()(int n) const
  {
    using Row = ContactForces;
    const auto &atoms = listed.contacts.atoms;
    const int i = atoms.atom(n);
    double *row = rows + static_cast<bigint>(Row::COLUMNS) * first[n];
    listed.contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double k) {
      if (!listed.has(i, j)) return;
      const bool swap = atoms.tag(j) < atoms.tag(i);
      const int a = swap ? j : i, b = swap ? i : j;
      const VARDEM::Vec3 at = atoms.x(a);
      const double x[3] = {at.x, at.y, at.z};
      const double force = Law::force(k, touch.overlap(u + 3 * column[i], u + 3 * column[j]));
      VARDEM::contact_row(touch, swap, x, atoms.radius(a), force, row + Row::NORMAL);
      row[Row::TAG_1] = static_cast<double>(atoms.tag(a));
      row[Row::TAG_2] = static_cast<double>(atoms.tag(b));
      row[Row::KIND] = Row::PAIR;
      row += Row::COLUMNS;
    });
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
