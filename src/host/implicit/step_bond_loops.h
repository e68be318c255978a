// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_BOND_LOOPS_H
#define VARDEM_HOST_STEP_BOND_LOOPS_H

#include "host/interfaces/soft_contacts.h"
#include "kernels/flow.h"
#include "solvers/implicit/step_bonds.h"
#include "solvers/network/space.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops that bring the bonds of an implicit step into the rows of a network, as
// solvers/implicit/step_bonds.h has them. Each struct is the body of one loop of a Space.

/** The bonds of atoms, and the columns of these. */
struct BondsOfColumns {
  const SoftBonds::Ends *bonds;
  const int *column;    // of atoms
  int nrows, first_fixed;

  VARDEM_INLINE bool exists(int k) const { return bonds[k].i >= 0; }
  VARDEM_INLINE int first(int k) const { return column[bonds[k].i]; }
  VARDEM_INLINE int second(int k) const { return column[bonds[k].j]; }
  VARDEM_INLINE bool is_free_ghost(int c) const { return c >= nrows && c < first_fixed; }
};

/** Are there bonds, bonds with ghosts that can move, and dashpots that act now? */
struct LookAtBonds {
  BondsOfColumns of;
  const VARDEM::TrialBond *laws;

  VARDEM_INLINE void operator()(int k, VARDEM::Maxima<3> &found) const
  {
    if (!of.exists(k)) return;
    found.take(0, 1.0);
    if (of.is_free_ghost(of.first(k)) || of.is_free_ghost(of.second(k))) found.take(1, 1.0);
    if (laws[k].damped) found.take(2, 1.0);
  }
};

/** The ends of bonds in rows: end 2 k is that of the first body of bond k, and 2 k + 1 that of its
 *  second one. Those of row i are head[i], next[head[i]], and so on to -1. full: each of two rows
 *  has their bond, as where threads make the rows; otherwise that with the higher number has it. */
struct EndsOfRows {
  BondsOfColumns of;
  int *head, *next;
  bool full;

  VARDEM_INLINE int other(int end) const
  {
    return end & 1 ? of.first(end / 2) : of.second(end / 2);
  }
  VARDEM_INLINE bool has(int row, int end) const
  {
    return full || other(end) >= of.nrows || other(end) < row;
  }
  /** Is it that of a bond that the other row does not have? */
  VARDEM_INLINE bool is_once(int end) const { return !full && other(end) < of.nrows; }
};

template <class Space> struct LinkEnds {
  EndsOfRows ends;

  VARDEM_INLINE void operator()(int k) const
  {
    if (!ends.of.exists(k)) return;
    link(ends.of.first(k), 2 * k);
    link(ends.of.second(k), 2 * k + 1);
  }

 private:
  VARDEM_INLINE void link(int row, int end) const
  {
    if (row < ends.of.nrows) ends.next[end] = Space::swap(ends.head + row, end);
  }
};

/** Counts the bonds of each row: all, and those that the other row does not have. */
struct CountEnds {
  EndsOfRows ends;
  int *count, *once;

  VARDEM_INLINE void operator()(int i) const
  {
    count[i] = once[i] = 0;
    for (int end = ends.head[i]; end >= 0; end = ends.next[end])
      if (ends.has(i, end)) {
        count[i]++;
        once[i] += ends.is_once(end);
      }
  }
};

/** Fills the rows from first[i] on: before the middle, bonds that the other row does not have, and
 *  both parts in the order of the bonds, whatever the threads did. middle: their number before. */
struct FillEnds {
  EndsOfRows ends;
  const int *first;
  int *middle, *column;
  VARDEM::BondEnd *end_of;

  VARDEM_INLINE void operator()(int i) const
  {
    middle[i] += first[i];
    int n = first[i];
    for (int end = ends.head[i]; end >= 0; end = ends.next[end]) {
      if (!ends.has(i, end)) continue;
      int p = n++;
      for (; p > first[i] && is_before(end, code(end_of[p - 1])); p--) end_of[p] = end_of[p - 1];
      end_of[p] = {end / 2, (end & 1) != 0};
    }
    for (int p = first[i]; p < n; p++) column[p] = ends.other(code(end_of[p]));
  }

 private:
  VARDEM_INLINE static int code(const VARDEM::BondEnd &end)
  {
    return 2 * end.bond + (end.flipped ? 1 : 0);
  }
  VARDEM_INLINE bool is_before(int a, int b) const
  {
    return ends.is_once(a) == ends.is_once(b) ? a < b : ends.is_once(a);
  }
};

/** What periodic boundaries add to the branch vectors of bonds, in a cell that the displacement
 *  gradient `flow` changes. */
struct FindShifts {
  BondsOfColumns of;
  const double *centres;    // of columns
  VARDEM::UpperTriangle flow;
  double *shift;

  VARDEM_INLINE void operator()(int k) const
  {
    if (!of.exists(k)) return;
    const VARDEM::Vec3 *x = VARDEM::vectors_at(centres);
    const VARDEM::Vec3 e = of.bonds[k].e - (x[of.second(k)] - x[of.first(k)]);
    VARDEM::vectors_at(shift)[k] = e + flow * e;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
