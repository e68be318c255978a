/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/velocity/step_velocities.h"

#include "force.h"
#include "host/atoms/time_step.h"
#include "host/interfaces/integrators.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

double VARDEM_NS::kick_of_dashpots(LAMMPS *lmp)
{
  if (!in_time_step(lmp->update) || !fixes_with<OnStepIntegrator>(lmp->modify).empty()) return 0.0;
  return lmp->update->dt * lmp->force->ftm2v;
}

/* ---------------------------------------------------------------------- */

StepVelocities::StepVelocities(LAMMPS *lmp, const std::string &owner) :
    Pointers(lmp), id("VELOCITY_ONSTEP_" + owner)
{
}

/* ---------------------------------------------------------------------- */

void StepVelocities::remove_fix()
{
  if (modify->get_fix_by_id(id)) modify->delete_fix(id);
}

/* ----------------------------------------------------------------------
   the init() of pair styles comes before that of fixes
------------------------------------------------------------------------- */

void StepVelocities::init(bool needed_in, const std::string &style)
{
  fix = nullptr;
  changing = nullptr;
  if (!needed_in) return;
  if (fixes_with<ChangingVelocities>(modify).empty()) modify->add_fix(id + " all " + style);
  changing = fixes_with<ChangingVelocities>(modify).front();
  fix = dynamic_cast<Fix *>(changing);
}

/* ---------------------------------------------------------------------- */

const double *const *StepVelocities::changes() const
{
  return needed() && in_time_step(update) ? changing->changes() : nullptr;
}
