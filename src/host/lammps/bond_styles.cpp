// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/bond_styles.h"

#include "bond_hybrid.h"
#include "force.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

std::vector<SubBond> VARDEM_NS::bond_styles(const Force *force)
{
  if (!force->bond) return {};
  const auto *hybrid = dynamic_cast<BondHybrid *>(force->bond);
  if (!hybrid) return {{force->bond, force->bond_style}};
  std::vector<SubBond> bonds;
  for (int k = 0; k < hybrid->nstyles; k++)
    bonds.push_back({hybrid->styles[k], hybrid->keywords[k]});
  return bonds;
}
