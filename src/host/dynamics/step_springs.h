// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_SPRINGS_H
#define VARDEM_HOST_STEP_SPRINGS_H

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/internals.h"
#include "host/network/mpi_trade.h"
#include "host/network/network_builder_loops.h"
#include "pair.h"
#include "pointers.h"
#include "solvers/network/operator.h"
#include "solvers/network/space.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The tangential spring of a contact of a row. It is the spring of the sphere of the row. The
 *  other sphere has the opposite. In a thin periodic box a sphere may touch several images of
 *  another one, which differ by their branches. */
struct SpringOfRow {
  tagint other;    // ID of the other atom; of a wall: minus its number, counted from 1
  int surface;     // of the wall
  VARDEM::Vec3 spring;
  VARDEM::Vec3 branch;    // from the sphere of the row to the other one; zero: to a wall
};

/** The springs of rows: those of row i are first[i], next[first[i]], and so on to -1. */
template <class Space> struct SpringsOfRows {
  int *first, *next;
  SpringOfRow *springs;

  VARDEM_INLINE void put(int row, int place, const SpringOfRow &spring) const
  {
    springs[place] = spring;
    next[place] = Space::swap(first + row, place);
  }
};

/** Puts the springs that a style holds into the rows of their owned atoms, from a place on. */
template <class Space, class Atoms> struct PutSprings {
  SpringsOfRows<Space> rows;
  Atoms atoms;
  const HeldSpring *held;
  tagint wall;    // its number, counted from 1; 0: of pairs, which have two places each
  const int *column;
  int nrows, nlocal, begin;

  VARDEM_INLINE void operator()(int k) const
  {
    const HeldSpring &h = held[k];
    if (wall) return put(h.i, begin + k, {-wall, h.j, h.spring, {}});
    const VARDEM::Vec3 branch = atoms.x(h.j) - atoms.x(h.i);
    put(h.i, begin + 2 * k, {atoms.tag(h.j), 0, h.spring, branch});
    put(h.j, begin + 2 * k + 1, {atoms.tag(h.i), 0, -h.spring, -branch});
  }

 private:
  VARDEM_INLINE void put(int i, int place, const SpringOfRow &spring) const
  {
    if (i < nlocal && column[i] < nrows) rows.put(column[i], place, spring);
  }
};

/** A spring that another process has. */
struct SentSpring {
  int row;
  SpringOfRow spring;
};

template <class Space> struct PutSentSprings {
  SpringsOfRows<Space> rows;
  const SentSpring *sent;
  int begin;

  VARDEM_INLINE void operator()(int k) const { rows.put(sent[k].row, begin + k, sent[k].spring); }
};

/** The tangential springs of the contacts of an implicit step where the step starts, by the rows of
 *  a network. Pair style and walls keep them where the loops of Space run. A spring of a free body
 *  is known to the process that owns the body: with newton_pair on, where LAMMPS has it on one
 *  process only, the other one gets a copy, by way of the host. */
template <class Space> class StepSprings {
 public:
  /** What a network says about its columns. */
  struct Columns {
    const int *of_atoms;    // of owned atoms and ghosts, where loops run
    int nrows, nlocal;
  };

  /** received: springs that other processes have sent. */
  template <class Atoms>
  void take(Space &space, const std::vector<HeldSprings> &pairs,
            const std::vector<HeldSprings> &walls, std::vector<SentSpring> &received,
            const Atoms &atoms, const Columns &columns)
  {
    std::size_t places = received.size();
    for (const HeldSprings &held : pairs) places += 2 * held.count;
    for (const HeldSprings &held : walls) places += held.count;
    space.allocate(first, columns.nrows);
    space.allocate(next, places);
    space.allocate(springs, places);
    space.for_each(columns.nrows, SetTo<int>{-1, first.data()});
    int begin = 0, number = 0;
    const auto put = [&](const HeldSprings &held, tagint wall) {
      space.for_each(held.count,
                     PutSprings<Space, Atoms>{of_rows(), atoms, held.springs, wall,
                                              columns.of_atoms, columns.nrows, columns.nlocal,
                                              begin});
      begin += (wall ? 1 : 2) * held.count;
    };
    for (const HeldSprings &held : pairs) put(held, 0);
    for (const HeldSprings &held : walls) put(held, ++number);
    if (received.empty()) return;
    space.for_each(static_cast<int>(received.size()),
                   PutSentSprings<Space>{of_rows(), copy_here(space, received, sent), begin});
  }

  SpringsOfRows<Space> of_rows() { return {first.data(), next.data(), springs.data()}; }

 private:
  typename Space::template Array<int> first, next;
  typename Space::template Array<SpringOfRow> springs;
  typename Space::template Array<SentSpring> sent;
};

/** The springs that all pair styles hold, those of hybrid styles one by one. */
inline std::vector<HeldSprings> springs_of_pairs(LAMMPS *lmp)
{
  std::vector<HeldSprings> found;
  for (const SubStyle &sub : pair_styles(lmp))
    if (auto *style = dynamic_cast<SoftContacts *>(sub.pair))
      found.push_back(style->held_springs());
  return found;
}

/** Sends the springs of ghosts that can move to the processes that own them. Returns those that
 *  come here. held: on the host; column: of all atoms. All processes must call it. Ghosts have
 *  the columns from nrows to first_fixed; the columns behind are those of bodies that cannot
 *  move. */
inline std::vector<SentSpring> sent_springs(LAMMPS *lmp, const std::vector<HeldSprings> &held,
                                            const int *column, const VARDEM::GhostColumns &ghosts)
{
  const Atom *atom = lmp->atom;
  const VARDEM::Vec3 *x = VARDEM::vectors_at(atom->x[0]);
  std::vector<std::vector<SentSpring>> sent(lmp->comm->nprocs), received;
  const auto give = [&](int i, int j, const VARDEM::Vec3 &spring) {
    if (column[i] < ghosts.nrows || column[i] >= ghosts.first_fixed) return;
    const auto [process, row] = ghosts.row_of(column[i]);
    sent[process].emplace_back();    // all zero, also what lies between its members
    SentSpring &parcel = sent[process].back();
    parcel.row = row;
    parcel.spring.other = atom->tag[j];
    parcel.spring.spring = spring;
    parcel.spring.branch = x[j] - x[i];
  };
  for (const HeldSprings &of : held)
    for (int k = 0; k < of.count; k++) {
      const HeldSpring &one = of.springs[k];
      give(one.i, one.j, one.spring);
      give(one.j, one.i, -one.spring);
    }
  MpiTrade(lmp->world).lists(sent, received);
  std::vector<SentSpring> all;
  for (const auto &list : received) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/** Stops if an atom touches its own periodic image. held: on the host. */
inline void require_two_atoms(LAMMPS *lmp, const std::vector<HeldSprings> &held)
{
  const tagint *tag = lmp->atom->tag;
  for (const HeldSprings &of : held)
    for (int k = 0; k < of.count; k++)
      if (tag[of.springs[k].i] == tag[of.springs[k].j])
        lmp->error->one(
            FLERR, Error::NOLASTLINE,
            "Fix nve/sphere/implicit: atom {} touches its own periodic image, and a step has no "
            "friction of a particle with itself; make each periodic side longer than its diameter",
            tag[of.springs[k].i]);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
