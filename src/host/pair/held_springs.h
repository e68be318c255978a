// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_HELD_SPRINGS_H
#define VARDEM_HOST_HELD_SPRINGS_H

#include "host/interfaces/soft_contacts.h"
#include "solvers/network/space.h"

namespace LAMMPS_NS::VARDEM_NS {

template <class List> struct CountSprings {
  List list;
  int *count;

  VARDEM_INLINE void operator()(const int n) const
  {
    const int i = list.atom(n), size = list.size(i);
    count[n] = 0;
    for (int k = 0; k < size; k++) count[n] += list.touch(i, k) != 0;
  }
};

/** Lists the springs of atom n from first[n] on. */
template <class List> struct ListSprings {
  List list;
  const int *first;
  HeldSpring *held;

  VARDEM_INLINE void operator()(const int n) const
  {
    const int i = list.atom(n), size = list.size(i);
    HeldSpring *next = held + first[n];
    for (int k = 0; k < size; k++)
      if (list.touch(i, k)) *next++ = {i, list.other(i, k), list.spring(i, k)};
  }
};

/** The springs of a list of contacts, for SoftContacts and WallContacts. List has
 *    atom(n), size(i)             the n-th atom, and how many places for springs it has
 *    touch(i, k)                  is place k in use?
 *    other(i, k), spring(i, k)    as HeldSpring has them */
template <class Space> class HeldSpringsOn {
 public:
  explicit HeldSpringsOn(const Space &space_in = Space()) : space(space_in) {}

  template <class List> HeldSprings find(const List &list, int atoms)
  {
    const typename Space::Phase phase(space, "springs");
    space.allocate(first, atoms + 1);
    space.for_each(atoms, CountSprings<List>{list, first.data()});
    const int n = space.scan(atoms, first.data());
    space.allocate(held, n);
    space.for_each(atoms, ListSprings<List>{list, first.data(), held.data()});
    return {held.data(), n};
  }

 private:
  Space space;
  typename Space::template Array<int> first;
  typename Space::template Array<HeldSpring> held;
};

/** The slots of a wall as such a list. */
template <class Rows> struct SpringsOfWall {
  Rows rows;
  int slots;

  VARDEM_INLINE int atom(int n) const { return n; }
  VARDEM_INLINE int size(int) const { return slots; }
  VARDEM_INLINE bool touch(int i, int k) const { return rows.of(i).is_used(k); }
  VARDEM_INLINE int other(int i, int k) const { return rows.of(i).surface(k); }
  VARDEM_INLINE VARDEM::Vec3 spring(int i, int k) const { return rows.of(i).spring(k); }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
