/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_RECORD_READERS_H
#define VARDEM_HOST_RECORD_READERS_H

#include "compute.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Must a style record its present forces for these computes? See RecordedForces (host/interfaces.h). The input may have deleted a compute
 *  since the init() in which it asked. */
inline bool must_record(const std::vector<Compute *> &readers, const Modify *modify,
                        const Update *update)
{
  if (readers.empty()) return false;
  if (update->setupflag || update->ntimestep == update->laststep) return true;
  const auto begin = modify->compute, end = begin + modify->ncompute;
  bool asked = false;
  for (Compute *reader : readers)
    asked |= std::find(begin, end, reader) != end && reader->matchstep(update->ntimestep) != 0;
  return asked;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
