/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/followed_step.h"

#include "error.h"
#include "fix.h"
#include "host/atoms/time_step.h"
#include "host/interfaces/interfaces.h"
#include "host/store/restart.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

constexpr int RESTART_VERSION = 2;    // of the state in restart files

}    // namespace

/* ---------------------------------------------------------------------- */

bool FollowedStep::is_outrun(int groupbit) const
{
  return largest_speed(lmp, groupbit) > 2.0 * fastest;
}

/* ---------------------------------------------------------------------- */

void FollowedStep::follow(StableStep &limit, const Fix *fix, bool at_once)
{
  if (!at_once) require_time_step(lmp, fix);    // from which the step grows
  stable = limit.stable_step(horizon);
  fastest = largest_speed(lmp, fix->groupbit);
  const bigint now = update->ntimestep;
  const double steps = evaluated < 0 || evaluated > now ? 0.0
                                                        : static_cast<double>(now - evaluated);
  evaluated = now;

  const double goal = rules.goal(stable, update->dt, at_once);
  const double dt = rules.next(goal, update->dt, steps, at_once);
  if (dt < rules.least && goal < rules.least)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: the stable time step {} times safety {} is less than keyword min {}",
               fix->style, stable, rules.safety, rules.least);
  if (dt == update->dt) return;
  changed = now;
  set_time_step(lmp, dt);
}

/* ---------------------------------------------------------------------- */

void FollowedStep::write(FILE *fp, int every) const
{
  const double state[] = {
      stable, horizon, fastest, static_cast<double>(every), ubuf(evaluated).d, ubuf(changed).d};
  write_state(fp, RESTART_VERSION, state);
}

/* ----------------------------------------------------------------------
   LAMMPS' restart file has the time step itself. It counts as given, although read_restart does not say so.
------------------------------------------------------------------------- */

void FollowedStep::restart(const char *buf, const Fix *fix, int every)
{
  double state[6];
  read_state(buf, RESTART_VERSION, fix, error, state);
  stable = state[0];
  horizon = state[1];
  fastest = state[2];
  evaluated = state[3] == every ? static_cast<bigint>(ubuf(state[4]).i) : -1;
  changed = static_cast<bigint>(ubuf(state[5]).i);
  update->dt_default = 0;
}
