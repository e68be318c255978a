/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_SOLVED_CONTACTS_H
#define VARDEM_HOST_SOLVED_CONTACTS_H

#include "host/closed_contacts.h"
#include "solvers/space.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The contacts of atoms and the forces that a solve has found. u: 3 numbers of each column of the packing. */
template <class Law_, class Contacts_> struct SolvedContacts {
  using Law = Law_;
  using Contacts = Contacts_;
  Contacts contacts;
  const int *column;
  const double *u;

  /** Calls f(j, TouchingSpheres, force) for each contact of atom i that counts. Where overlaps are part of the law, spheres are where
   *  they are at rest, and those that are apart there do not count. */
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

/** Sums: atoms of this process that the contacts have, two for each contact over all processes. */
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
