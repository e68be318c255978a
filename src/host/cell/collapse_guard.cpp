// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/collapse_guard.h"

#include "atom.h"
#include "domain.h"
#include "host/cell/cell_shape.h"
#include "host/lammps/over_processes.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::UpperTriangle;

CollapseGuard::CollapseGuard(LAMMPS *lmp, double fraction_in) :
    Pointers(lmp), fraction(fraction_in), largest_diameter(0.0)
{
}

void CollapseGuard::init()
{
  double diameter = 0.0;
  for (int i = 0; atom->radius_flag && i < atom->nlocal; i++)
    diameter = std::max(diameter, 2.0 * atom->radius[i]);
  largest_diameter = over_processes(diameter, MPI_MAX, world);
}

std::string CollapseGuard::reason(const UpperTriangle &change, double volume,
                                  const int changes[3]) const
{
  const double part = volume_of(domain) * determinant(change) / volume;
  const double sides[3] = {change.xx * domain->xprd, change.yy * domain->yprd,
                           change.zz * domain->zprd};
  double side = INFINITY;
  for (int d = 0; d < 3; d++)
    if (changes[d]) side = std::min(side, sides[d]);
  if (part >= fraction && side >= largest_diameter) return "";
  return (part < fraction)
      ? fmt::format("the volume would fall to {} of that at the start, less than keyword stop {}",
                    part, fraction)
      : fmt::format("a side of the cell would shrink to {}, less than the largest diameter {}",
                    side, largest_diameter);
}
