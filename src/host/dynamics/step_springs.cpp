// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/dynamics/step_springs.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/internals.h"
#include "host/network/mpi_trade.h"
#include "pair.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void StepSprings::take(const Columns &columns)
{
  found.clear();
  std::vector<std::vector<Found>> sent(comm->nprocs), received;
  take_pairs(columns, sent);
  take_walls(columns);
  if (must_share()) MpiTrade(world).lists(sent, received);
  for (const auto &list : received) found.insert(found.end(), list.begin(), list.end());
  sort(columns.nrows);
}

// Ghosts have the columns from nrows to first_fixed; the columns behind are those of bodies that
// cannot move.
void StepSprings::take_pairs(const Columns &columns, std::vector<std::vector<Found>> &sent)
{
  const VARDEM::Vec3 *x = VARDEM::vectors_at(atom->x[0]);
  const auto give = [&](int i, int j, const VARDEM::Vec3 &spring) {
    const int c = columns.of_atoms[i];
    const SpringOfRow given = {atom->tag[j], 0, spring, x[j] - x[i]};
    if (c < columns.nrows) {
      if (i < atom->nlocal) found.push_back({c, given});
    } else if (c < columns.first_fixed && must_share()) {
      const int ghost = c - columns.nrows;
      auto &to = sent[columns.owners->process[ghost]];
      to.emplace_back();    // all zero, also what lies between its members
      Found &parcel = to.back();
      parcel.row = columns.owners->row[ghost];
      parcel.spring.other = given.other;
      parcel.spring.spring = given.spring;
      parcel.spring.branch = given.branch;
    }
  };
  for (const SubStyle &sub : pair_styles(lmp)) {
    auto *style = dynamic_cast<SoftContacts *>(sub.pair);
    if (!style) continue;
    for (const SoftContacts::HeldSpring &held : style->held_springs()) {
      if (atom->tag[held.i] == atom->tag[held.j])
        error->one(
            FLERR, Error::NOLASTLINE,
            "Fix nve/sphere/implicit: atom {} touches its own periodic image, and a step has "
            "no friction of a particle with itself; make each periodic side longer than its "
            "diameter",
            atom->tag[held.i]);
      give(held.i, held.j, held.spring);
      give(held.j, held.i, -held.spring);
    }
  }
}

void StepSprings::take_walls(const Columns &columns)
{
  tagint number = 0;
  for (auto *wall : fixes_with<WallContacts>(modify)) {
    number++;
    for (const WallContacts::HeldSpring &held : wall->held_springs()) {
      const int c = columns.of_atoms[held.i];
      if (c < columns.nrows) found.push_back({c, {-number, held.surface, held.spring, {}}});
    }
  }
}

void StepSprings::sort(int nrows)
{
  first_of.assign(nrows + 1, 0);
  for (const Found &one : found) first_of[one.row + 1]++;
  for (int i = 0; i < nrows; i++) first_of[i + 1] += first_of[i];
  std::vector<int> next(first_of.begin(), first_of.end() - 1);
  sorted.resize(found.size());
  for (const Found &one : found) sorted[next[one.row]++] = one.spring;
}
