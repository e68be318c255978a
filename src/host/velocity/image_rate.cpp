/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/velocity/image_rate.h"

#include "host/cell/cell_flow.h"
#include "host/interfaces/flow_of_cell.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

/* ---------------------------------------------------------------------- */

void ImageRate::keep()
{
  before.reset();
  if (!velocities_flow(domain)) return;
  for (const auto *fix : fixes_with<FlowOfCell>(modify))
    if (const auto L = fix->gradient_on_step()) before = L;
}

/* ---------------------------------------------------------------------- */

Upper ImageRate::at_step(bool in_step) const
{
  if (!in_step || !before) return upper(domain->h_rate);
  const Upper half = midstep_flow(domain, update->dt).L;
  return (half + half - *before) * upper(domain->h);
}
