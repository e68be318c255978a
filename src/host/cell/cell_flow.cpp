/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/cell/cell_flow.h"
#include "host/interfaces/flow_of_cell.h"

#include "fix.h"
#include "host/cell/cell_streaming.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

OnStepFlow VARDEM_NS::on_step_flow(LAMMPS *lmp)
{
  OnStepFlow now = {midstep_flow(lmp->domain, 0.0), true};
  for (auto *fix : fixes_with<FlowOfCell>(lmp->modify)) {
    now.turns = fix->cell_streaming().spin;
    now.flow.x0 = fix->cell_streaming().origin;
    now.flow.u0 = {0.0, 0.0, 0.0};
    if (const auto L = fix->gradient_on_step()) now.flow.L = *L;
  }
  return now;
}
