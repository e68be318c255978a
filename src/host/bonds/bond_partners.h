// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BOND_PARTNERS_H
#define VARDEM_HOST_BOND_PARTNERS_H

#include "atom.h"
#include "lmptype.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The bonds of LAMMPS' atoms, for the loops of host/bonds/table_of_bonds.h. */
struct BondTopology {
  Atom *atom;
  const int *is_set;    // by type of bond: are they of this style?

  int bonds(int i) const { return atom->num_bond[i]; }
  tagint partner(int i, int m) const { return atom->bond_atom[i][m]; }
  int type(int i, int m) const { return atom->bond_type[i][m]; }
  bool is_mine(int type) const { return is_set[type] != 0; }
  tagint tag(int i) const { return atom->tag[i]; }
  /** The map of LAMMPS may still have atoms that were deleted. */
  int local(tagint tag) const
  {
    const int j = atom->map(tag);
    return j >= 0 && j < atom->nlocal + atom->nghost && atom->tag[j] == tag ? j : -1;
  }
};

/** The rows of a store. */
struct RecordRows {
  double **rows;

  double &operator()(int i, int k) const { return rows[i][k]; }
};

/** Turns the bond of owned atom i with a partner off for ever: its type becomes 0. */
void end_bond(const BondTopology &, int i, tagint partner);

/** Takes the partners of all broken bonds of owned atom i out of its special neighbors, unless
 *  another bond connects them. */
void forget_broken(Atom *, int i);

/** IDs of two atoms, as the owner of the first one sees them. */
struct TagPair {
  tagint atom, partner;

  bool operator<(const TagPair &other) const
  {
    return atom != other.atom ? atom < other.atom : partner < other.partner;
  }
};

using TagPairs = std::vector<TagPair>;

/** Sends each pair to the process that owns its first atom, wherever that is. Returns the pairs
 *  of this process in the order of their IDs. Pairs whose first atom does not exist are dropped.
 *  All processes must call it. */
TagPairs sent_to_owners(LAMMPS *lmp, const TagPairs &pairs);

/** Looks for bonds whose other atom this process has neither as an owned atom nor as a ghost, and
 *  stops with the communication cutoff that is needed. It does so before LAMMPS looks for them when
 *  it builds its lists. All processes must call it. style_name: the bond style, for messages. */
void require_partners(LAMMPS *lmp, const std::string &style_name, const BondTopology &);

/** The setting of thermo_modify lost/bond, kept while LAMMPS must not look for atoms of bonds. */
class LostBonds {
 public:
  void pass_over(Output *);
  void restore(Output *);

 private:
  bool changed = false;
  int setting = 0;    // of the user
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
