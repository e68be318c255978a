// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BOND_STYLES_H
#define VARDEM_HOST_BOND_STYLES_H

#include "bond_hybrid.h"
#include "force.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A bond style, or a sub-style of bond style hybrid. */
struct SubBond {
  Bond *bond;
  std::string name;
};

/** The bond styles of the input, those of style hybrid one by one. */
inline std::vector<SubBond> bond_styles(const Force *force)
{
  if (!force->bond) return {};
  const auto *hybrid = dynamic_cast<BondHybrid *>(force->bond);
  if (!hybrid) return {{force->bond, force->bond_style}};
  std::vector<SubBond> bonds;
  for (int k = 0; k < hybrid->nstyles; k++)
    bonds.push_back({hybrid->styles[k], hybrid->keywords[k]});
  return bonds;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
