/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "vardem_flow.h"

#include "fix.h"
#include "modify.h"
#include "vardem_streaming.h"

using namespace LAMMPS_NS;

/* ----------------------------------------------------------------------
   all ranks must call it, because compute_vector() may communicate
------------------------------------------------------------------------- */

VardemOnStepFlow LAMMPS_NS::vardem_on_step_flow(LAMMPS *lmp)
{
  VardemOnStepFlow now = {vardem_flow(lmp->domain, 0.0), true};
  for (const char *styles : {"^deform/gradv", "^streaming"})
    for (Fix *fix : lmp->modify->get_fix_by_style(styles)) {
      int dim;
      const auto *streaming = static_cast<VardemStreaming *>(fix->extract("streaming", dim));
      if (!streaming) continue;
      now.turns = streaming->spin;
      now.flow.x0 = streaming->origin;
      now.flow.u0 = {0.0, 0.0, 0.0};
      if (fix->size_vector == 0) continue;
      double L[VARDEM::UPPER];    // xx yy zz xy xz yz
      for (int k = 0; k < VARDEM::UPPER; k++) L[k] = fix->compute_vector(k);
      now.flow.L = {L[0], L[1], L[2], L[5], L[4], L[3]};
    }
  return now;
}
