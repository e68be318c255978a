// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_BONDED_H
#define VARDEM_SCENARIO_BONDED_H

#include "contacts/soft_contact.h"

namespace scenario {

/** A box for bonded grains of diameter 1 and mass 1, units lj, without atoms. before: commands
 *  before it. */
inline std::string bonded_box(const std::string &before = "",
                              const std::string &atom_style = "hybrid sphere bond",
                              const std::string &region = "block -5 5 -5 5 -5 5")
{
  return "units lj\n" + before + "\natom_style " + atom_style +
      "\natom_modify map array\ncomm_modify vel yes\nregion box " + region +
      "\ncreate_box 1 box bond/types 2 extra/bond/per/atom 12 extra/special/per/atom 30\n"
      "special_bonds lj 1 1 1\nneighbor 0.3 bin\nneigh_modify every 1 delay 0\ntimestep 0.0005\n";
}

/** Two bonded grains of different places, speeds and spins. The input still needs a bond style, a
 *  pair style and an integrator. */
inline std::string bonded_pair(const std::string &before = "",
                               const std::string &atom_style = "hybrid sphere bond")
{
  return bonded_box(before, atom_style) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.6 0.5 0.7\n" + MASS_ONE +
      "create_bonds single/bond 1 1 2\n"
      "set atom 1 vx 0.5 vy -0.3 vz 0.1\nset atom 1 omega 1 -2 0.5\nset atom 2 omega -0.7 0.4 2\n";
}

/** No contacts: a pair style that gives neighbor lists and ghost atoms only. */
const std::string NO_CONTACTS = "pair_style zero 2.0\npair_coeff * *\n";

/** A bond style with one type that is used. */
const std::string BINDER = "bond_style binder\nbond_coeff * axial 200 shear 200 moment 10\n";

const std::string RODRIGUES = "fix nve all nve/sphere/rodrigues\n";

}    // namespace scenario
#endif
