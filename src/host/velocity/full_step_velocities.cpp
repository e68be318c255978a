// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/velocity/full_step_velocities.h"

#include "force.h"
#include "host/atoms/time_step.h"
#include "host/interfaces/integrators.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

double VARDEM_NS::kick_of_dashpots(LAMMPS *lmp)
{
  if (!in_time_step(lmp->update) || !fixes_with<FullStepIntegrator>(lmp->modify).empty())
    return 0.0;
  return lmp->update->dt * lmp->force->ftm2v;
}

FullStepVelocities::FullStepVelocities(LAMMPS *lmp, const std::string &owner) :
    Pointers(lmp), id("VELOCITY_ONSTEP_" + owner)
{
}

void FullStepVelocities::remove_fix()
{
  if (modify->get_fix_by_id(id)) modify->delete_fix(id);
}

// The init() of pair styles comes before that of fixes.
void FullStepVelocities::init(bool needed_in, const std::string &style)
{
  fix = nullptr;
  changing = nullptr;
  if (!needed_in) return;
  if (fixes_with<ChangingVelocities>(modify).empty()) modify->add_fix(id + " all " + style);
  changing = fixes_with<ChangingVelocities>(modify).front();
  fix = dynamic_cast<Fix *>(changing);
}

const double *const *FullStepVelocities::changes() const
{
  return needed() && in_time_step(update) ? changing->changes() : nullptr;
}
