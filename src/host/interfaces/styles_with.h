// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STYLES_WITH_H
#define VARDEM_HOST_STYLES_WITH_H

#include "compute.h"
#include "fix.h"
#include "modify.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// Interfaces by which styles of VARDEM talk to each other. A style derives from those that it
// offers. Another one finds it by dynamic_cast: see fixes_with(). The user may define and delete
// fixes between runs, so a style looks for them in init() or setup(), and keeps no pointer beyond
// the run.

/** The computes that have interface T, in the order of the input. */
template <class T> std::vector<T *> computes_with(const Modify *modify)
{
  std::vector<T *> found;
  for (int n = 0; n < modify->ncompute; n++)
    if (auto *face = dynamic_cast<T *>(modify->compute[n])) found.push_back(face);
  return found;
}

/** The fixes that have interface T, in the order of the input. Modify::get_fix_list() would copy
 *  the list at each call, and a caller that goes through that list would lose it. */
template <class T> std::vector<T *> fixes_with(const Modify *modify)
{
  std::vector<T *> found;
  for (int n = 0; n < modify->nfix; n++)
    if (auto *face = dynamic_cast<T *>(modify->fix[n])) found.push_back(face);
  return found;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
