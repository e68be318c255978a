// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NETWORK_BUILDER_LOOPS_H
#define VARDEM_HOST_NETWORK_BUILDER_LOOPS_H

#include "host/network/closed_contacts.h"
#include "host/network/near_walls.h"
#include "solvers/network/space.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops that make a network of contacts (host/network/network_builder.h). Each struct is the body
// of one loop of a Space (space.h).

/** Sets a = value, number by number. */
template <class T> struct SetTo {
  T value, *a;

  VARDEM_INLINE void operator()(int i) const { a[i] = value; }
};

/** Numbers the atoms from `from` on: only the fixed ones, or only the others. */
template <class Contacts> struct NumberColumns {
  Contacts contacts;
  int from, next;
  bool fixed;
  int *column, *atom_of;

  VARDEM_INLINE bool operator()(int i) const { return contacts.is_fixed(from + i) == fixed; }
  VARDEM_INLINE void take(int i, int n) const
  {
    column[from + i] = next + n;
    atom_of[next + n] = from + i;
  }
};

/** Copies what changes() compares, from atoms to columns. */
template <class Contacts> struct KeepAtoms {
  Contacts contacts;
  const int *atom_of;
  double *centres, *radii;
  int *types;

  VARDEM_INLINE void operator()(int c) const
  {
    const int i = atom_of[c];
    VARDEM::vectors_at(centres)[c] = contacts.atoms.x(i);
    radii[c] = contacts.atoms.radius(i);
    types[c] = contacts.atoms.type(i);
  }
};

/** Counts what has changed about the atoms. Sums: moved, of another radius, of another type, no
 *  longer fixed or free. */
template <class Contacts> struct CountChanges {
  Contacts contacts;
  const int *column;
  int first_fixed;
  const double *centres, *radii;
  const int *types;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<4> &sums) const
  {
    const int c = column[i];
    const double *kept = centres + 3 * c;
    const VARDEM::Vec3 x = contacts.atoms.x(i);
    sums.s[0] += x.x != kept[0] || x.y != kept[1] || x.z != kept[2];
    sums.s[1] += contacts.atoms.radius(i) != radii[c];
    sums.s[2] += contacts.atoms.type(i) != types[c];
    sums.s[3] += contacts.is_fixed(i) != (c >= first_fixed);
  }
};

/** Where a contact is kept if the list has it once: the half rows of contact_network.h. */
struct HalfRow {
  int row, other;
  bool both;    // are the atoms rows of this process?

  VARDEM_INLINE HalfRow(int a, int b, int nrows)
  {
    const int low = a < b ? a : b;
    both = a < nrows && b < nrows;
    row = both ? a + b - low : low;
    other = a + b - row;
  }
};

/** Counts the contacts of each row: all of them, and those that half rows keep before the others.
 *  Sums: contacts with ghosts that can move, contacts without distance. Fixed atoms count, too,
 *  because their per-atom results are computed here. */
template <class Contacts> struct CountClosed {
  Contacts contacts;
  const int *column;
  int nrows, first_fixed;
  int *count, *count_both;

  VARDEM_INLINE bool is_free_ghost(int c) const { return c >= nrows && c < first_fixed; }

  VARDEM_INLINE void operator()(int n, VARDEM::Sums<2> &sums) const
  {
    const int i = contacts.atoms.atom(n), a = column[i];
    int found = 0;
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double) {
      const int b = column[j];
      sums.s[0] += is_free_ghost(b);
      sums.s[1] += !(touch.distance > 0.0);
      found++;
      if constexpr (Contacts::HALF) {
        const HalfRow half(a, b, nrows);
        if (half.row >= nrows) return;    // another process has the row
        count[half.row]++;
        count_both[half.row] += half.both;
      }
    });
    if (!Contacts::HALF && a < nrows) count[a] = found;
  }
};

/** Returns the largest overlap of an atom with its neighbors, or 0. */
template <class Contacts> struct LargestOverlap {
  Contacts contacts;

  VARDEM_INLINE double operator()(int n) const
  {
    double largest = 0.0;
    contacts.of_atom(contacts.atoms.atom(n),
                     [&](int, const VARDEM::TouchingSpheres &touch, double) {
                       if (-touch.gap > largest) largest = -touch.gap;
                     });
    return largest;
  }
};

/** Turns the counts of half rows into positions: where the contacts of two rows begin, and where
 *  the others do. */
struct StartHalfRows {
  const int *first;
  int *middle, *next_both, *next_other;

  VARDEM_INLINE void operator()(int row) const
  {
    next_both[row] = first[row];
    middle[row] = next_other[row] = first[row] + middle[row];
  }
};

/** Fills the rows in the order of the list. */
template <class Contacts> struct FillRows {
  Contacts contacts;
  const int *column_of, *first;
  int nrows;
  int *next_both, *next_other;    // of half rows
  int *column;
  double *stiffness;

  VARDEM_INLINE void operator()(int n) const
  {
    const int i = contacts.atoms.atom(n), a = column_of[i];
    if constexpr (Contacts::HALF) {
      contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double k) {
        const HalfRow half(a, column_of[j], nrows);
        if (half.row >= nrows) return;
        const int c = (half.both ? next_both : next_other)[half.row]++;
        column[c] = half.other;
        stiffness[c] = k;
      });
    } else {
      if (a >= nrows) return;
      int c = first[a];
      contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double k) {
        column[c] = column_of[j];
        stiffness[c++] = k;
      });
    }
  }
};

/** Adds the contacts of each row with walls to their count. */
struct CountWalls {
  WallsOfAtoms walls;
  const int *column;
  int nrows;
  int *count;

  VARDEM_INLINE void operator()(int i) const
  {
    if (column[i] < nrows) count[column[i]] += walls.first[i + 1] - walls.first[i];
  }
};

/** Fills the last contacts of the rows: contacts with walls. Each has a column of its own: its wall
 *  point. */
struct FillWalls {
  WallsOfAtoms walls;
  const int *column_of, *first;
  int nrows, first_wall_point;
  int *column;
  double *stiffness;

  VARDEM_INLINE void operator()(int i) const
  {
    const int a = column_of[i];
    if (a >= nrows) return;
    int c = first[a + 1] - (walls.first[i + 1] - walls.first[i]);
    for (int k = walls.first[i]; k < walls.first[i + 1]; k++, c++) {
      column[c] = first_wall_point + k;
      stiffness[c] = walls.walls[k].stiffness;
    }
  }
};

/** Sets the columns of the wall points: points on the walls. */
template <class Contacts> struct KeepWallPoints {
  Contacts contacts;
  WallsOfAtoms walls;
  const int *column;
  int first_wall_point;
  double *centres, *radii;
  int *row_of_wall_point;
  VARDEM::WallPointCurvature *curvature;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = walls.first[i]; k < walls.first[i + 1]; k++) {
      const NearWall &wall = walls.walls[k];
      VARDEM::vectors_at(centres)[first_wall_point + k] =
          contacts.atoms.x(i) + wall.distance * wall.n;
      radii[first_wall_point + k] = 0.0;
      row_of_wall_point[k] = column[i];
      curvature[k] = wall.curvature;
    }
  }
};

/** Marks the pairs of types whose particles touch, by code_of_types(). */
template <class Space, class Contacts> struct MarkTouching {
  Contacts contacts;
  int *touching;

  VARDEM_INLINE void operator()(int n) const
  {
    const int i = contacts.atoms.atom(n);
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double) {
      Space::store(touching + contacts.code_of_types(i, j), 1);
    });
  }
};

/** Returns MOST minus the smallest ID of an atom that is at the same place as another one of higher
 *  ID; or MOST minus the smallest ID of the others that are at the place of atom partner_of. */
template <class Contacts> struct SamePlace {
  static constexpr double MOST = 9007199254740992.0;    // 2^53; larger integers are not exact
  Contacts contacts;
  tagint partner_of;    // or 0

  VARDEM_INLINE double operator()(int n) const
  {
    const int i = contacts.atoms.atom(n);
    double found = 0.0;
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double) {
      const tagint a = contacts.atoms.tag(i), b = contacts.atoms.tag(j), low = a < b ? a : b;
      if (touch.distance > 0.0 || (partner_of && low != partner_of)) return;
      const tagint high = a < b ? b : a;
      const double here = MOST - static_cast<double>(partner_of ? high : low);
      if (here > found) found = here;
    });
    return found;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
