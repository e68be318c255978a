// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_contact_minimizer.h"

#include "comm.h"
#include "error.h"
#include "host/atoms/gravity.h"
#include "host/dynamics/step_checks.h"
#include "host/interfaces/soft_contacts.h"
#include "host/interfaces/styles_with.h"
#include "host/lammps/internals.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

namespace {

constexpr double TOLERANCE = 1e-11;    // of the force on each particle, over its load

}    // namespace

FixContactMinimizer::FixContactMinimizer(LAMMPS *lmp, int narg, char **arg) :
    FixWithGhosts(lmp, narg, arg), dynamics(lmp, this)
{
  delete[] style;
  style = utils::strdup("min_style contact/newton");    // in messages
  StepChecks(lmp, this).attributes();
  scalar_flag = 1;
  global_freq = 1;
  extscalar = 1;
  energy_global_flag = thermo_energy = 1;
  force_reneighbor = 1;
  next_reneighbor = -1;
  comm_forward = comm_reverse = FORCE_COLUMNS;
  dynamics.minimize(TOLERANCE);
}

std::string FixContactMinimizer::style_in(Modify *modify)
{
  return add_internal_style<FixContactMinimizer>(modify, "CONTACT/MINIMIZER");
}

void FixContactMinimizer::init()
{
  dynamics.init();
  dynamics.request_list();
  update_gravity(lmp);
  tell_of_other_fixes();
}

// Fixes that act in a run, and have no hook for a minimization.
void FixContactMinimizer::tell_of_other_fixes() const
{
  std::string names;
  for (Fix *other : modify->get_fix_list()) {
    const int mask = modify->get_fix_mask(other);
    const bool acts = (mask & POST_FORCE) && !(mask & MIN_POST_FORCE);
    if (!acts || other == this || utils::strmatch(other->style, "^gravity") ||
        utils::strmatch(other->style, "^freeze") || dynamic_cast<WallContacts *>(other))
      continue;
    names += fmt::format(" {} {},", other->id, other->style);
  }
  if (names.empty() || comm->me != 0) return;
  names.pop_back();
  error->warning(FLERR, "Min_style contact/newton: these fixes do not act in a minimization:{}",
                 names);
}

void FixContactMinimizer::min_setup(int vflag)
{
  dynamics.setup();
  min_post_force(vflag);
}

void FixContactMinimizer::min_post_force(int /*vflag*/)
{
  add_walls();
  dynamics.implicit_steps().add_weight(acting_gravity_fields(lmp, groupbit));
  dynamics.implicit_steps().release(dynamics.contact_rules().find_held());
}

void FixContactMinimizer::add_walls()
{
  for (auto *wall : fixes_with<WallContacts>(modify))
    if (!wall->is_rigid()) wall->add_forces_at_rest();
}

// Potential energy of gravity and of walls.
double FixContactMinimizer::compute_scalar()
{
  double all = dynamics.implicit_steps().potential_of_weight(acting_gravity_fields(lmp, groupbit));
  for (auto *wall : fixes_with<WallContacts>(modify))
    if (!wall->is_rigid()) all += wall->elastic_energy();
  return all;
}

bool FixContactMinimizer::advance()
{
  dynamics.advance();
  steps += dynamics.outputs[0];
  products += dynamics.outputs[1];
  next_reneighbor = dynamics.needs_lists() ? update->ntimestep : -1;
  return dynamics.is_complete();
}

void FixContactMinimizer::post_run()
{
  if (comm->me == 0)
    utils::logmesg(lmp, "Min_style contact/newton: {:.0f} Newton steps, {:.0f} products\n", steps,
                   products);
}
