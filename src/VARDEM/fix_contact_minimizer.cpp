// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_contact_minimizer.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "host/atoms/gravity.h"
#include "host/dynamics/step_checks.h"
#include "host/interfaces/soft_contacts.h"
#include "host/interfaces/styles_with.h"
#include "host/lammps/internals.h"
#include "host/lammps/over_processes.h"
#include "kernels/vector3.h"
#include "modify.h"
#include "output.h"
#include "thermo.h"
#include "update.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

namespace {

constexpr double TOLERANCE = 1e-11;    // of the force on each particle, over its load
// of the sum of all weights, over the sum of their sizes: below it they balance each other
constexpr double BALANCED = 1e-9;

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

// The fix is left behind where an error ends the set-up of a minimization. Then it does nothing.
void FixContactMinimizer::init()
{
  if (update->whichflag != 2) return;
  dynamics.init();
  update_gravity(lmp);
  require_supports();
  tell_of_other_fixes();
  dynamics.request_list();    // LAMMPS must not keep the request of a fix that an error ends
}

// Contacts cannot carry weights that have a sum. Forces of other fixes might do this.
void FixContactMinimizer::require_supports()
{
  const HeldAtoms held = dynamics.contact_rules().find_held();
  bool may_hold = !fixes_with<WallContacts>(modify).empty() || any_atom(atom, world, [&](int mask) {
    return held.is_fixed(mask);
  });
  for (Fix *other : modify->get_fix_list())
    may_hold |= other != this && (modify->get_fix_mask(other) & MIN_POST_FORCE) &&
        !utils::strmatch(other->style, "^enforce2d");
  if (may_hold) return;
  VARDEM::Vec3 sum = {0.0, 0.0, 0.0};
  double sizes = 0.0;
  for (const GravityField &field : acting_gravity_fields(lmp, 0))
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & field.bits)) continue;
      const VARDEM::Vec3 weight = atom->rmass[i] * field.acceleration();
      sum = sum + weight;
      sizes += VARDEM::norm(weight);
    }
  double mine[4] = {sum.x, sum.y, sum.z, sizes}, all[4];
  MPI_Allreduce(mine, all, 4, MPI_DOUBLE, MPI_SUM, world);
  if (!(std::hypot(all[0], all[1], all[2]) > BALANCED * all[3])) return;
  error->all(FLERR, Error::NOLASTLINE,
             "Min_style contact/newton: nothing can carry the weight of the particles, since no "
             "particle is fixed and there is no wall; hold the supports by fix freeze, or add a "
             "fix wall/contact");
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
  if (update->whichflag != 2) return 0.0;
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

void FixContactMinimizer::require_all_atoms() const
{
  if (output->thermo->lostflag != Thermo::ERROR) return;
  const bigint left = atom->natoms - over_processes<bigint>(atom->nlocal, MPI_SUM, world);
  if (left > 0)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Min_style contact/newton: {} particles have left the box, since nothing holds them; "
        "close the box with fix wall/contact, hold the supports by fix freeze, or delete "
        "the particles without supports",
        left);
}

void FixContactMinimizer::post_run()
{
  if (update->whichflag == 2 && comm->me == 0)
    utils::logmesg(lmp, "Min_style contact/newton: {:.0f} Newton steps, {:.0f} products\n", steps,
                   products);
}
