// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The loop over lanes of the damping, compiled for several vector widths.

#include "host/damping/cundall_damping.h"
#include "host/interfaces/flow_of_cell.h"

using namespace VARDEM;
using namespace LAMMPS_NS;

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_onstep(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::ONSTEP>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_midstep(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::MIDSTEP>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_regular(DampingLanes &lanes, const DampingStep &s)
{
  damp_lanes<Cundall::REGULAR>(lanes, s);
}

VARDEM_NS::DampedParticles VARDEM_NS::single_particles(const Modify *modify)
{
  DampedParticles some = {nullptr, false, 0, {}};
  for (int n = 0; n < modify->nfix; n++) {
    if (!modify->fix[n]->rigid_flag) continue;    // the flag comes first because it is faster
    const auto *bodies = dynamic_cast<const FlowingClumps *>(modify->fix[n]);
    const int *body = bodies ? bodies->body_of_atoms() : nullptr;
    if (body) some.clump[some.nclumps++] = body;
  }
  return some;
}
