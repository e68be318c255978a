// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/bonds/bond_topology.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void VARDEM_NS::end_bond(const BondTopology &topology, int i, tagint partner)
{
  for (int m = 0; m < topology.bonds(i); m++) {
    int &type = topology.atom->bond_type[i][m];
    if (topology.partner(i, m) == partner && type > 0 && topology.is_mine(type)) type = 0;
  }
}

// LAMMPS has the ends of the sections of 1-2, 1-3 and 1-4 neighbors.
void VARDEM_NS::forget_special(Atom *atom, int i, tagint partner)
{
  tagint *special = atom->special[i];
  int *ends = atom->nspecial[i];
  tagint *const found = std::find(special, special + ends[0], partner);
  if (found == special + ends[0]) return;
  std::copy(found + 1, special + ends[2], found);
  for (int k = 0; k < 3; k++) ends[k]--;
}

void VARDEM_NS::forget_broken(Atom *atom, int i)
{
  const int *type = atom->bond_type[i];
  const tagint *partner = atom->bond_atom[i];
  const int n = atom->num_bond[i];
  for (int m = 0; m < n; m++) {
    if (type[m] != 0) continue;
    bool bonded = false;
    for (int other = 0; other < n; other++)
      bonded = bonded || (type[other] != 0 && partner[other] == partner[m]);
    if (!bonded) forget_special(atom, i, partner[m]);
  }
}
