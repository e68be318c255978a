// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BOND_STYLES_H
#define VARDEM_HOST_BOND_STYLES_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Bond;
class Force;

namespace VARDEM_NS {

  /** A bond style, or a sub-style of bond style hybrid. */
  struct SubBond {
    Bond *bond;
    std::string name;
  };

  /** The bond styles of the input, those of style hybrid one by one. */
  std::vector<SubBond> bond_styles(const Force *);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
