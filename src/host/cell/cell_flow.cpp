// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/cell_flow.h"
#include "host/interfaces/flow_of_cell.h"

#include "fix.h"
#include "host/cell/cell_streaming.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

VARDEM::UpperTriangle VARDEM_NS::displacement_in_step(LAMMPS *lmp, double h)
{
  if (!velocities_flow(lmp->domain)) return {};
  VARDEM::UpperTriangle rate = VARDEM::upper(lmp->domain->h_rate);
  for (auto *fix : fixes_with<FlowOfCell>(lmp->modify))
    if (fix->gradient_full_step()) rate = fix->cell_streaming().next_rate;
  return h * rate * inverse(VARDEM::upper(lmp->domain->h));
}

FullStepFlow VARDEM_NS::full_step_flow(LAMMPS *lmp)
{
  FullStepFlow now = {midstep_flow(lmp->domain, 0.0), true};
  for (auto *fix : fixes_with<FlowOfCell>(lmp->modify)) {
    now.turns = fix->cell_streaming().spin;
    now.flow.x0 = fix->cell_streaming().origin;
    now.flow.u0 = {0.0, 0.0, 0.0};
    if (const auto L = fix->gradient_full_step()) now.flow.L = *L;
  }
  return now;
}
