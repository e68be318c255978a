// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NETWORK_ROWS_H
#define VARDEM_HOST_NETWORK_ROWS_H

#include "host/tables/contact_table.h"
#include "kernels/rigid/touching_spheres.h"

namespace LAMMPS_NS::VARDEM_NS {

/** What contacts do to their second bodies in a step: impulses, as forces over its length h. */
struct ContactImpulses {
  const double *impulse, *turn;    // 3 numbers of each contact; turn: moments; null: there are none
  double h;

  VARDEM_INLINE VARDEM::Vec3 force(int c) const { return VARDEM::vectors_at(impulse)[c] / h; }
  VARDEM_INLINE VARDEM::Vec3 moment(int c) const { return VARDEM::vectors_at(turn)[c] / h; }
};

/** The contacts of a network whose forces have been found, of a packing or of a step. Rows are
 *  those of the network, Ends the atoms of its contacts (host/network/network_builder.h). */
template <class Rows, class Ends> struct SolvedContacts {
  Rows rows;
  Ends ends;
  const int *contact;         // of each: its number among those of the ends; null: its own
  const double *force;        // normal forces; < 0: the contact does not count
  const double *classic;      // normal forces of the step; null: there is no step
  ContactImpulses of_step;    // with friction, by the numbers of the ends

  VARDEM_INLINE int number(int k) const { return contact ? contact[k] : k; }
  VARDEM_INLINE bool counts(int k) const { return !(force[k] < 0.0); }
  /** Does this process list contact k of row i? One with a ghost that can move is on both
   *  processes. */
  VARDEM_INLINE bool lists(int i, int k) const
  {
    const int j = rows.column[k], c = number(k);
    if (k < rows.middle[i] || j >= rows.first_fixed) return true;
    if (j < rows.nrows) return i < j;
    const tagint here = ends.atoms.tag(ends.first(i, c)), there = ends.atoms.tag(ends.second(i, c));
    if (here != there) return here < there;
    const VARDEM::CentralRow branch = ends.touch(i, c).branch;
    return is_listed_direction({branch.e[0], branch.e[1], branch.e[2]});
  }
  /** Bits of the groups that have its particles. */
  VARDEM_INLINE int groups(int i, int k) const
  {
    const int c = number(k), b = ends.second(i, c), mask = ends.atoms.mask(ends.first(i, c));
    return b < 0 ? mask : mask & ends.atoms.mask(b);
  }
};

/** The rows of a table for these contacts, each once over all processes, for RowLoops. */
template <class Solved> struct SolvedRows {
  Solved solved;
  int group_bits;       // contacts in any of these groups are listed
  const double *gap;    // by the numbers of the ends; null: those of the present places

  struct Contact {
    int i, k;    // its row, and its number
  };

  template <class F> VARDEM_INLINE void each(int i, const F &f) const
  {
    for (int k = solved.rows.first[i]; k < solved.rows.first[i + 1]; k++)
      if (solved.counts(k) && solved.lists(i, k) && (solved.groups(i, k) & group_bits))
        f(Contact{i, k});
  }

  VARDEM_INLINE void fill(const Contact &of, double *row) const
  {
    using Row = ContactForces;
    const auto &ends = solved.ends;
    const int i = of.i, c = solved.number(of.k), a = ends.first(i, c), b = ends.second(i, c);
    const bool wall = b < 0;
    const VARDEM::TouchingSpheres touch = ends.touch(i, c);
    const double *e = touch.branch.e;
    const VARDEM::Vec3 n = VARDEM::Vec3{e[0], e[1], e[2]} / touch.distance;
    const VARDEM::Vec3 F = solved.of_step.impulse ? -solved.of_step.force(c)
                                                  : -solved.force[of.k] * n;
    fill_row(ends.atoms.tag(a), wall ? -ends.wall(i, c).triangle : ends.atoms.tag(b),
             wall ? Row::WALL : Row::PAIR,
             VARDEM::listed_contact(ends.centre(i, c), ends.radius(i, c), n,
                                    gap ? gap[c] : touch.gap, F),
             row);
    if (solved.classic)
      for (int m = 0; m < 3; m++)
        row[Row::CLASSIC + m] = solved.of_step.impulse
            ? row[Row::FORCE + m]
            : -solved.classic[of.k] * row[Row::NORMAL + m];
    if (solved.of_step.turn) {
      const double side = !wall && ends.atoms.tag(b) < ends.atoms.tag(a) ? 1.0 : -1.0;
      set_columns(side * solved.of_step.moment(c), row + Row::COUPLE);
    }
  }
};

/** Sets the groups of the contacts that RowLoops has listed. */
template <class Source> struct GroupsOfRows {
  Source source;
  const int *first;
  int *groups;

  VARDEM_INLINE void operator()(int i) const
  {
    int n = first[i];
    source.each(i, [&](const auto &of) {
      groups[n++] = source.solved.groups(of.i, of.k);
    });
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
