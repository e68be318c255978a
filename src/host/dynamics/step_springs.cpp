// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/dynamics/step_springs.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "host/lammps/internals.h"
#include "host/network/mpi_trade.h"
#include "pair.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

std::vector<HeldSprings> VARDEM_NS::springs_of_pairs(LAMMPS *lmp)
{
  std::vector<HeldSprings> found;
  for (const SubStyle &sub : pair_styles(lmp))
    if (auto *style = dynamic_cast<SoftContacts *>(sub.pair))
      found.push_back(style->held_springs());
  return found;
}

// Ghosts have the columns from nrows to first_fixed; the columns behind are those of bodies that
// cannot move.
std::vector<SentSpring> VARDEM_NS::sent_springs(LAMMPS *lmp, const std::vector<HeldSprings> &held,
                                                const int *column,
                                                const VARDEM::GhostColumns &ghosts)
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

void VARDEM_NS::require_two_atoms(LAMMPS *lmp, const std::vector<HeldSprings> &held)
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
