// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_NETWORK_H
#define VARDEM_CONTACT_NETWORK_H

#include "kernels/contact/contact_row.h"
#include "solvers/operator.h"

namespace VARDEM {

// --- the contacts of the bodies of one process ---
//
// A row is a free body of this process. Columns are, in this order: the rows; ghosts, which stand
// for free bodies of other processes or across a periodic boundary; and bodies that cannot move.
// Contacts are stored row by row. There are two ways to store a contact between two rows of this
// process:
//   half: Once, in the row of the higher number, before the other contacts of that row. A loop then
//         adds to the other row, whose number was set earlier; no extra pass has to clear it.
//   full: In both rows. Each row then adds to itself alone, as threads and GPUs need it.
// A contact with a ghost is stored by both processes, so no result has to be sent back.
//
// The geometry says how many numbers a motion has (DOF), and how many rows of B a contact has
// (ROWS): one, or three with friction.

/** A view of the contacts, for loops over rows. */
template <class Geometry> struct ContactRows {
  Geometry geometry;
  const int *first;     // nrows + 1
  const int *middle;    // nrows; from here on the loop must not add to the row of the other body
  const int *column;
  const double *stiffness;    // ROWS (ROWS + 1)/2 numbers per contact in the tangent, otherwise one
  int nrows, first_fixed;

  /** How much a contact from middle on, with column j, counts in sums over all processes. */
  VARDEM_INLINE double share(int j) const { return j < first_fixed ? 0.5 : 1.0; }
  /** How much any contact c of row i counts. Contacts before middle are stored once and count
   *  fully. */
  VARDEM_INLINE double share(int i, int c) const { return c < middle[i] ? 1.0 : share(column[c]); }
};

/** Calls f(contact, column, share) for each contact of row i. */
template <class Rows, class F> VARDEM_INLINE void for_contacts(const Rows &rows, int i, const F &f)
{
  for (int c = rows.first[i]; c < rows.middle[i]; c++) f(c, rows.column[c], 1.0);
  for (int c = rows.middle[i]; c < rows.first[i + 1]; c++)
    f(c, rows.column[c], rows.share(rows.column[c]));
}

/** The contacts, in memory of a Space. The arrays of the geometry belong to the code that fills
 *  it. */
template <class Space, class G> struct ContactNetwork {
  using Geometry = G;
  template <class T> using Array = typename Space::template Array<T>;

  Geometry geometry{};
  int nrows = 0, first_fixed = 0, ncolumns = 0, ncontacts = 0;
  long nbodies = 0;     // number of rows of all processes
  bool full = false;    // full rows, otherwise half rows
  Array<int> first, middle, column;
  // of the ghost columns (operator.h); empty unless a linear solver asks for them
  GhostOwners owners;
  Array<double> stiffness;    // > 0; units of force/length^(p - 1)
  bool has_gaps = false;      // otherwise all contacts are closed where the motions are zero
  Array<double> gap;          // ROWS per contact: what the motions must close first

  ContactRows<Geometry> rows() const
  {
    return {geometry,      first.data(),     full ? first.data() : middle.data(),
            column.data(), stiffness.data(), nrows,
            first_fixed};
  }
};

}    // namespace VARDEM
#endif
