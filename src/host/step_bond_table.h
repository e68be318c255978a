/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STEP_BOND_TABLE_H
#define VARDEM_HOST_STEP_BOND_TABLE_H

#include "host/interfaces.h"
#include "solvers/space.h"
#include "solvers/step_bonds.h"

#include <array>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The bonds of an implicit step in the rows of a network, for solvers/step_bonds.h. A bond of a free body is known to the process that owns the
 *  body: with newton_bond on, where LAMMPS has it on one process only, the other one gets a copy. */
class StepBondTable : protected Pointers {
 public:
  using Pointers::Pointers;

  /** What a network says about its columns. */
  struct Columns {
    const int *of_atoms;    // of owned atoms and ghosts
    int nrows, first_fixed;
    const VARDEM::GhostOwners *owners;    // needed if has_distant_bonds()
    const double *centres;
  };

  /** Takes the bonds of all styles from LAMMPS. All processes must call the functions. */
  void take(const Columns &columns);
  bool has_bonds() const { return exist; }
  /** Has any process a bond with a ghost that can move? */
  bool needs_ghosts() const { return with_ghosts; }
  /** Must processes tell each other of their bonds? */
  bool has_distant_bonds() const;
  /** Sends bonds with ghosts to the owners of these. */
  void share(const Columns &columns);
  /** Has any bond of any process a dashpot that acts now? */
  bool is_damped() const { return damped; }
  /** Fills first, middle, column, end, bonds and shift. */
  template <class Bonds> void fill(const Columns &columns, Bonds &bonds) const;
  /** Fills the shifts again, for a cell that the displacement gradient `flow` changes. */
  void fill_shifts(const Columns &columns, const VARDEM::Upper &flow,
                   std::vector<double> &shifts) const;

 private:
  /** A bond of the bodies of two columns, first and second. */
  struct Entry {
    int first, second;
    VARDEM::Vec3 e;
    VARDEM::TrialBond law;
  };
  /** A bond for the process of one of its bodies: the row there, and the ID of the other atom. */
  struct BondForOwner {
    int row;
    tagint other;
    bool is_first;
    VARDEM::Vec3 e;
    VARDEM::TrialBond law;
  };
  std::vector<Entry> entries;
  std::vector<SoftBonds::Trial> given;
  bool exist = false, with_ghosts = false, damped = false;    // on any process

  template <class F> void for_ends(const Entry &entry, int nrows, const F &f) const;
  bool any(bool mine) const;
};

/** Calls f(row, other column, is the row's body the second one) for the ends of a bond that are rows. Of two rows, that with the higher number has the
 *  bond. */
template <class F> void StepBondTable::for_ends(const Entry &entry, int nrows, const F &f) const
{
  const int a = entry.first, b = entry.second;
  if (a < nrows && (b >= nrows || b < a)) f(a, b, false);
  if (b < nrows && (a >= nrows || a < b)) f(b, a, true);
}

template <class Bonds> void StepBondTable::fill(const Columns &columns, Bonds &bonds) const
{
  const int n = columns.nrows, nbonds = static_cast<int>(entries.size());
  auto &rows = bonds.tangent;
  rows.first.assign(n + 1, 0);
  rows.middle.assign(n, 0);
  for (const Entry &entry : entries)
    for_ends(entry, n, [&](int i, int j, bool) {
      rows.first[i + 1]++;
      if (j < n) rows.middle[i]++;
    });
  for (int i = 0; i < n; i++) {
    rows.first[i + 1] += rows.first[i];
    rows.middle[i] += rows.first[i];
  }
  bonds.npairs = rows.first[n];
  rows.column.resize(bonds.npairs);
  bonds.end.resize(bonds.npairs);
  std::vector<int> both(rows.first.begin(), rows.first.end() - 1), single = rows.middle;
  bonds.bonds.resize(nbonds);
  fill_shifts(columns, {}, bonds.shift);
  for (int k = 0; k < nbonds; k++) {
    const Entry &entry = entries[k];
    bonds.bonds[k] = entry.law;
    for_ends(entry, n, [&](int i, int j, bool flipped) {
      const int p = j < n ? both[i]++ : single[i]++;
      rows.column[p] = j;
      bonds.end[p] = {k, flipped};
    });
  }
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
