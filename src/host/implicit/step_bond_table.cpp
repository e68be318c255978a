// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/implicit/step_bond_table.h"

#include "atom.h"
#include "bond.h"
#include "error.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/over_processes.h"
#include "host/network/mpi_trade.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Calls f(row, other column, is the row's body the second one) for the ends of a bond of two
 *  columns that are rows; full: for both, otherwise of two rows only for that with the higher
 *  number. */
template <class F> void for_ends(int a, int b, int nrows, bool full, const F &f)
{
  if (a < nrows && (full || b >= nrows || b < a)) f(a, b, false);
  if (b < nrows && (full || a >= nrows || a < b)) f(b, a, true);
}

}    // namespace

void StepBondTable::take(const Columns &columns)
{
  given.clear();
  for (const SubBond &sub : bond_styles(force))
    if (auto *style = dynamic_cast<SoftBonds *>(sub.bond))
      for (SoftBonds::Trial &bond : style->trial_bonds()) given.push_back(bond);
  entries.clear();
  bool ghosts = false, dashpots = false;
  for (const SoftBonds::Trial &bond : given) {
    entries.push_back({columns.of_atoms[bond.i], columns.of_atoms[bond.j], bond.e, bond.law});
    for (const int c : {entries.back().first, entries.back().second})
      ghosts |= c >= columns.nrows && c < columns.first_fixed;
    dashpots |= bond.law.damped;
  }
  exist = on_any_process(!entries.empty(), world);
  with_ghosts = on_any_process(ghosts, world);
  damped = on_any_process(dashpots, world);
}

void StepBondTable::share(const Columns &columns)
{
  std::vector<std::vector<BondForOwner>> sent(comm->nprocs), received;
  for (std::size_t k = 0; k < given.size(); k++)
    for (const bool first : {true, false}) {
      const int c = first ? entries[k].first : entries[k].second;
      if (c < columns.nrows || c >= columns.first_fixed) continue;
      const int ghost = c - columns.nrows;
      sent[columns.owners->process[ghost]].push_back({columns.owners->row[ghost],
                                                      atom->tag[first ? given[k].j : given[k].i],
                                                      first, given[k].e, given[k].law});
    }
  MpiTrade(world).lists(sent, received);
  for (const auto &list : received)
    for (const BondForOwner &parcel : list) {
      const int other = atom->map(parcel.other);
      if (other < 0)
        error->one(FLERR, Error::NOLASTLINE,
                   "A bond with atom {} crosses to another MPI rank, which does not have the atom "
                   "as a ghost; increase the cutoff with command comm_modify cutoff",
                   parcel.other);
      const int column = columns.of_atoms[other];
      entries.push_back({parcel.is_first ? parcel.row : column,
                         parcel.is_first ? column : parcel.row, parcel.e, parcel.law});
    }
}

// In front of the middle of a row are bonds that the other row does not have.
void StepBondTable::fill(const Columns &columns, bool full, StepBondLists &lists) const
{
  const int n = columns.nrows, nbonds = static_cast<int>(entries.size());
  lists.first.assign(n + 1, 0);
  lists.middle.assign(n, 0);
  for (const Entry &entry : entries)
    for_ends(entry.first, entry.second, n, full, [&](int i, int j, bool) {
      lists.first[i + 1]++;
      if (!full && j < n) lists.middle[i]++;
    });
  for (int i = 0; i < n; i++) {
    lists.first[i + 1] += lists.first[i];
    lists.middle[i] += lists.first[i];
  }
  lists.column.resize(lists.first[n]);
  lists.end.resize(lists.first[n]);
  lists.bonds.resize(nbonds);
  std::vector<int> once(lists.first.begin(), lists.first.end() - 1), other = lists.middle;
  for (int k = 0; k < nbonds; k++) {
    const Entry &entry = entries[k];
    lists.bonds[k] = entry.law;
    for_ends(entry.first, entry.second, n, full, [&](int i, int j, bool flipped) {
      const int p = !full && j < n ? once[i]++ : other[i]++;
      lists.column[p] = j;
      lists.end[p] = {k, flipped};
    });
  }
  fill_shifts(columns, {}, lists.shift);
}

void StepBondTable::fill_shifts(const Columns &columns, const VARDEM::UpperTriangle &flow,
                                std::vector<double> &shifts) const
{
  const VARDEM::Vec3 *centres = VARDEM::vectors_at(columns.centres);
  shifts.resize(3 * entries.size());
  VARDEM::Vec3 *to = VARDEM::vectors_at(shifts.data());
  for (const Entry &entry : entries) {
    const VARDEM::Vec3 shift = entry.e - (centres[entry.second] - centres[entry.first]);
    *to++ = shift + flow * shift;
  }
}
