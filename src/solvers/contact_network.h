/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_CONTACT_NETWORK_H
#define VARDEM_CONTACT_NETWORK_H

#include "kernels/contact_row.h"
#include "solvers/space.h"

namespace VARDEM {

// --- contacts of the bodies of one process ---
//
// Columns: the free bodies of this process (the rows), then those that stand for free bodies of other processes or across
// a periodic boundary (ghosts), then bodies of infinite mass, whose motion is zero. Contacts are kept row by row. One of two
// rows of this process is kept
//   half: once, in the row of the higher number, and these come first in their row: what a loop adds to the other row is
//         then added to a number that is there already, without a pass that clears it; or
//   full: in both rows, so that each row adds to itself alone (threads, GPU).
// Contacts with ghosts are kept by both of their processes. No result has to be sent back.

/** View of the contacts, for loops over rows. */
template <class Geometry> struct ContactRows {
  Geometry geometry;
  const int *first;    // nrows + 1
  const int
      *middle;    // of nrows: from here on the other body is no row that this contact has to act on
  const int *column;
  const double *stiffness;
  int nrows, first_fixed;

  /** Share of a contact in sums over all processes, from middle on; before, it is 1. */
  VARDEM_INLINE double share(int j) const { return j < first_fixed ? 0.5 : 1.0; }
  /** That of any contact c of row i. */
  VARDEM_INLINE double share(int i, int c) const { return c < middle[i] ? 1.0 : share(column[c]); }
};

/** Calls f(contact, column, share) for all contacts of row i. */
template <class Rows, class F> VARDEM_INLINE void for_contacts(const Rows &rows, int i, const F &f)
{
  for (int c = rows.first[i]; c < rows.middle[i]; c++) f(c, rows.column[c], 1.0);
  for (int c = rows.middle[i]; c < rows.first[i + 1]; c++)
    f(c, rows.column[c], rows.share(rows.column[c]));
}

/** The contacts, in memory of a Space. Whoever fills it keeps the geometry's arrays. */
template <class Space, class G> struct ContactNetwork {
  using Geometry = G;
  template <class T> using Array = typename Space::template Array<T>;

  Geometry geometry{};
  int nrows = 0, first_fixed = 0, ncolumns = 0, ncontacts = 0;
  long nbodies = 0;     // rows of all processes
  bool full = false;    // else half
  Array<int> first, middle, column;
  Array<int> owner;           // row of each ghost column, if this process has it; or empty
  Array<double> stiffness;    // > 0, force/length^(p - 1)

  ContactRows<Geometry> rows() const
  {
    return {geometry,      first.data(),     full ? first.data() : middle.data(),
            column.data(), stiffness.data(), nrows,
            first_fixed};
  }
};

}    // namespace VARDEM
#endif
