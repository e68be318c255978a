// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/velocity/half_kick_changes.h"

#include "atom.h"
#include "fix.h"
#include "force.h"
#include "host/interfaces/integrators.h"
#include "kernels/contact/full_step_velocity.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

void HalfKickChanges::init()
{
  rigid = RigidBodies::of_all_fixes(modify);
  members.clear();    // they may be of a fix that is no longer there
  movers.clear();
  for (const auto &fix : modify->get_fix_by_style("^move$")) movers.push_back(fix);
  full_step_bits = 0;
  full_step.clear();
  for (const auto *integrator : fixes_with<FullStepIntegrator>(modify)) {
    full_step.push_back(integrator);
    full_step_bits |= integrator->full_step_groups();
  }
}

void HalfKickChanges::keep(double **rows) const
{
  for (int i = 0; i < atom->nlocal; i++) {
    std::copy_n(atom->v[i], 3, rows[i]);
    std::copy_n(atom->omega[i], 3, rows[i] + 3);
  }
}

void HalfKickChanges::find(double **rows)
{
  if (!rigid.empty()) find_of_members(rows);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!members.empty() && members[i].body != 0.0) continue;
    set_vector_at(rows[i], half_step_change(vector_at(atom->v[i]), vector_at(rows[i])));
    set_vector_at(rows[i] + 3, half_step_change(vector_at(atom->omega[i]), vector_at(rows[i] + 3)));
  }
  for (const Fix *mover : movers) forget_prescribed(mover, rows);
  for (const auto *integrator : full_step) take(integrator, rows);
}

void HalfKickChanges::take(const FullStepIntegrator *integrator, double **rows) const
{
  const double *const *changes = integrator->changes_full_step();
  const int groups = integrator->full_step_groups();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groups)) continue;
    if (changes)
      std::copy_n(changes[i], COLUMNS, rows[i]);
    else
      std::fill_n(rows[i], COLUMNS, 0.0);
  }
}

void HalfKickChanges::find_of_members(double **rows)
{
  members.assign(atom->nlocal, {});
  for (const auto &bodies : rigid) bodies.find_members(lmp, members);
  for (int i = 0; i < atom->nlocal; i++) {
    if (members[i].body == 0.0) continue;
    const Vec3 v = vector_at(atom->v[i]), w = vector_at(atom->omega[i]);
    set_vector_at(rows[i],
                  half_step_change_of_member(v, vector_at(rows[i]), members[i].r, w, update->dt));
    set_vector_at(rows[i] + 3, half_step_change(w, vector_at(rows[i] + 3)));
  }
}

// Fix move sets velocities to those at the end of the step, but gives half kicks to the components
// that its input leaves out. It does not tell which, so a component has got a half kick if its
// change is that of one. Angular velocities get none.
void HalfKickChanges::forget_prescribed(const Fix *mover, double **rows) const
{
  constexpr double ROUND_OFF = 1.0e-12;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & mover->groupbit)) continue;
    const double per_force = 0.5 * update->dt * force->ftm2v / atom->rmass[i];
    for (int k = 0; k < 3; k++) {
      const double kick = per_force * atom->f[i][k];
      const bool kicked =
          std::fabs(rows[i][k] - kick) <= ROUND_OFF * (std::fabs(kick) + std::fabs(atom->v[i][k]));
      if (!kicked) rows[i][k] = 0.0;
      rows[i][3 + k] = 0.0;
    }
  }
}
