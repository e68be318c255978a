// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/time_step.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/input/number_or_variable.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/internals.h"
#include "host/lammps/internals_deform.h"
#include "input.h"
#include "integrate.h"
#include "lammps.h"
#include "modify.h"
#include "output.h"
#include "pair.h"
#include "update.h"
#include "utils.h"
#include "variable.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void VARDEM_NS::set_time_step(LAMMPS *lmp, double dt)
{
  Update *update = lmp->update;
  update->update_time();
  update->dt = dt;
  update->dt_default = 0;
  if (utils::strmatch(update->integrate_style, "^respa")) update->integrate->reset_dt();
  if (lmp->force->pair) lmp->force->pair->reset_dt();
  for (const auto &fix : lmp->modify->get_fix_list()) fix->reset_dt();
  lmp->output->reset_dt();
}

void VARDEM_NS::require_time_step(LAMMPS *lmp, const Fix *divider)
{
  const Update *update = lmp->update;
  if ((update->dt > 0.0 && std::isfinite(update->dt)) || update->nsteps == 0) return;
  lmp->error->all(
      FLERR, Error::NOLASTLINE,
      "Fix {}: the time step is {}, and must be a number > 0; set it with the command timestep",
      divider->style, update->dt);
}

bool VARDEM_NS::in_time_step(const Update *update)
{
  return update->whichflag == 1 && !update->setupflag;
}

/** Is it a function of step*dt, which is the time only while the time step is constant? */
static bool has_step(LAMMPS *lmp, const std::string &name)
{
  const int variable = lmp->input->variable->find(name.c_str());
  if (variable < 0) return false;
  const auto words = words_of(formula_of(lmp->input->variable, variable));
  return std::find(words.begin(), words.end(), "step") != words.end();
}

static void warn_about_variable(LAMMPS *lmp, const Fix *setter, const WallContacts *wall,
                                const std::string &name)
{
  if (lmp->comm->me != 0) return;
  lmp->error->warning(FLERR,
                      "Fix {} {} changes the time step, and variable {}, which moves fix {}, "
                      "depends on the step: the wall jumps with each change. Use time in place of "
                      "step*dt",
                      setter->style, setter->id, name, dynamic_cast<const Fix *>(wall)->id);
}

void VARDEM_NS::require_changeable_step(LAMMPS *lmp, const Fix *setter, bool &warned)
{
  const bool silent = warned;
  if (!silent)
    for (const auto *wall : fixes_with<WallContacts>(lmp->modify))
      for (const std::string &name : wall->variables())
        if (has_step(lmp, name)) {
          warned = true;
          warn_about_variable(lmp, setter, wall, name);
        }
  for (const auto &fix : lmp->modify->get_fix_list()) {
    if (dynamic_cast<CellDeformation *>(fix) && !silent) {
      warned = true;
      if (lmp->comm->me == 0)
        lmp->error->warning(FLERR,
                            "Fix {} {} changes the time step, but fix {} {} is of second order "
                            "only at a constant time step. Set one with the timestep command; use "
                            "compute timestep/contact to find a stable one",
                            setter->style, setter->id, fix->style, fix->id);
    }
    for (const char *pattern : {"^pour", "^move", "^meso/move", "^plumed"})
      if (utils::strmatch(fix->style, pattern))
        lmp->error->all(
            FLERR, Error::NOLASTLINE,
            "Fix {} {} changes the time step, which fix {} {} does not allow. {} a constant step "
            "with the timestep command; use compute timestep/contact to find a stable one",
            setter->style, setter->id, fix->style, fix->id,
            strcmp(pattern, "^pour") == 0 ? "Insert particles with fix deposit instead, or set"
                                          : "Set");
  }
}
