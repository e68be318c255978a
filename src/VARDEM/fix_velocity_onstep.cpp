// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_velocity_onstep.h"

#include "atom.h"
#include "atom_masks.h"
#include "domain.h"
#include "host/cell/cell_flow.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/lammps/internals.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

FixVelocityOnstep::FixVelocityOnstep(LAMMPS *lmp, int narg, char **arg) :
    FixWithStore(lmp, narg, arg), loops(lmp),
    table(store.declare("velocity/onstep:changes", HalfKickChanges::COLUMNS)), at_end(false)
{
  nevery = 1;
  datamask_read = V_MASK | OMEGA_MASK | F_MASK | RMASS_MASK | MASK_MASK;
  datamask_modify = EMPTY_MASK;
  store.use(table);
  store.attach(this, atom);
}

std::string FixVelocityOnstep::style_in(Modify *modify)
{
  return add_internal_style<FixVelocityOnstep>(modify, "VELOCITY/ONSTEP");
}

void FixVelocityOnstep::init()
{
  at_end = integrator_stands_before();
  set_hooks(modify, this, POST_INTEGRATE | (at_end ? END_OF_STEP : INITIAL_INTEGRATE));
  loops.init();
}

// Any fix that may change velocities in initial_integrate().
bool FixVelocityOnstep::integrator_stands_before() const
{
  for (int n = 0; n < modify->nfix && modify->fix[n] != this; n++) {
    Fix *const other = modify->fix[n];
    if (dynamic_cast<ChangingVelocities *>(other)) continue;
    if (modify->get_fix_mask(other) & INITIAL_INTEGRATE) return true;
  }
  return false;
}

void FixVelocityOnstep::keep_all()
{
  keep();
  gradient.reset();
  if (!velocities_flow(domain)) return;
  for (const auto *fix : fixes_with<FlowOfCell>(modify))
    if (const auto L = fix->gradient_full_step()) gradient = L;
}

VARDEM::UpperTriangle FixVelocityOnstep::image_rate(bool in_step) const
{
  if (!in_step || !gradient) return VARDEM::upper(domain->h_rate);
  const VARDEM::UpperTriangle half = midstep_flow(domain, update->dt).L;
  return (half + half - *gradient) * VARDEM::upper(domain->h);
}
