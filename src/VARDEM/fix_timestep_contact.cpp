/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_timestep_contact.h"

#include "atom_masks.h"
#include "comm.h"
#include "compute_timestep_contact.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "integrate.h"
#include "modify.h"
#include "output.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;

/* ---------------------------------------------------------------------- */

FixTimestepContact::FixTimestepContact(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), every(0), safety(0.9), growth(1.0e-4), least(0.0), most(INFINITY),
    limit(nullptr), stable(ComputeTimestepContact::NO_LIMIT), evaluated(-1), changed(-1), due(false)
{
  time_depend = 1;
  dynamic_group_allow = 1;
  restart_global = 1;
  scalar_flag = 1;
  extscalar = 0;
  vector_flag = 1;
  size_vector = 3;
  extvector = 0;
  global_freq = 1;

  if (narg < 4) utils::missing_cmd_args(FLERR, fmt::format("fix {}", style), error);
  every = utils::inumeric(FLERR, arg[3], false, lmp);
  if (every <= 0) error->all(FLERR, 3, "Fix {} needs a number of steps N > 0: {}", style, arg[3]);
  const std::string who = fmt::format("Fix {}", style);
  nevery = 1;    // as the neighbor list may be built at any step
  datamask_modify = EMPTY_MASK;

  std::string options = " sweeps 0";    // what they gain costs more steps than it saves
  int iarg = 4;
  while (iarg < narg) {
    const int first = iarg;
    iarg = parse_own(iarg, narg, arg);
    if (iarg > first) continue;
    iarg = VardemStepSettings().parse(lmp, who, iarg, narg, arg);
    for (int k = first; k < iarg; k++) options += fmt::format(" {}", arg[k]);
  }
  if (least >= most)
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} keyword min must be less than keyword max: {} >= {}", style, least, most);

  compute_id = fmt::format("{}_stable", id);
  limit = modify->add_compute(
      fmt::format("{} {} timestep/contact{}", compute_id, group->names[igroup], options));
  static_cast<ComputeTimestepContact *>(limit)->serve(who);
}

/* ---------------------------------------------------------------------- */

FixTimestepContact::~FixTimestepContact()
{
  if (modify->get_compute_by_id(compute_id)) modify->delete_compute(compute_id);
}

/* ----------------------------------------------------------------------
   keywords that the compute does not have; returns the index behind the keyword read, or that of a keyword of the compute
------------------------------------------------------------------------- */

int FixTimestepContact::parse_own(int iarg, int narg, char **arg)
{
  const std::string keyword = arg[iarg];
  const std::string who = fmt::format("Fix {}", style);
  double *value = nullptr;
  if (keyword == "safety") value = &safety;
  if (keyword == "growth") value = &growth;
  if (keyword == "min") value = &least;
  if (keyword == "max") value = &most;
  if (!value) return iarg;

  if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("{} {}", who, keyword), error);
  *value = utils::numeric(FLERR, arg[iarg + 1], false, lmp);
  const bool zero_allowed = keyword == "growth";
  if (!(*value > 0.0 || (zero_allowed && *value == 0.0)))
    error->all(FLERR, iarg + 1, "{} keyword {} must be {} 0: {}", who, keyword,
               zero_allowed ? ">=" : ">", arg[iarg + 1]);
  return iarg + 2;
}

/* ---------------------------------------------------------------------- */

int FixTimestepContact::setmask()
{
  return POST_NEIGHBOR | END_OF_STEP;
}

/* ---------------------------------------------------------------------- */

void FixTimestepContact::init()
{
  limit = dynamic_cast<ComputeTimestepContact *>(modify->get_compute_by_id(compute_id));
  if (!limit)
    error->all(FLERR, Error::NOLASTLINE, "Compute {} of fix {} {} is gone", compute_id, style, id);
  if (modify->get_fix_by_style("^timestep/contact").size() +
          modify->get_fix_by_style("^dt/reset").size() >
      1)
    error->all(FLERR, Error::NOLASTLINE, "Fix {} must be the only fix that sets the time step",
               style);
  datamask_read = ALL_MASK;    // of setup(); write_restart comes here too, and nothing is due by it
}

/* ----------------------------------------------------------------------
   Kokkos copies what a fix reads to the host before it calls the fix: nothing in a step at which nothing is computed
------------------------------------------------------------------------- */

void FixTimestepContact::announce(bool evaluation)
{
  due = evaluation;
  datamask_read = due ? ALL_MASK : EMPTY_MASK;
}

/* ----------------------------------------------------------------------
   before the first step: a step that was never set in the input may grow at once
------------------------------------------------------------------------- */

void FixTimestepContact::setup(int /*vflag*/)
{
  evaluate(update->dt_default);
  announce((update->ntimestep + 1) % every == 0);
}

/* ----------------------------------------------------------------------
   the neighbor list is new: the first pair may have come into reach
------------------------------------------------------------------------- */

void FixTimestepContact::post_neighbor()
{
  if (stable >= ComputeTimestepContact::NO_LIMIT) announce(true);
}

/* ----------------------------------------------------------------------
   every N steps, and where there was no contact before and the neighbor list is new
------------------------------------------------------------------------- */

void FixTimestepContact::end_of_step()
{
  if (due) evaluate(false);
  announce((update->ntimestep + 1) % every == 0);
}

/* ----------------------------------------------------------------------
   the step falls at once, and grows by at most (1 + growth) in each step since the last evaluation
------------------------------------------------------------------------- */

void FixTimestepContact::evaluate(bool at_once)
{
  stable = limit->compute_scalar();
  const bigint now = update->ntimestep;
  const double steps = evaluated < 0 || evaluated > now ? 0.0
                                                        : static_cast<double>(now - evaluated);
  evaluated = now;

  const double goal = stable < ComputeTimestepContact::NO_LIMIT ? safety * stable : update->dt;
  const double grown = at_once ? goal : update->dt * std::pow(1.0 + growth, steps);
  const double dt = std::min({goal, grown, most});
  if (dt < least && goal < least)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: the stable time step {} times safety {} is less than keyword min {}", style,
               stable, safety, least);
  if (dt != update->dt) set_step(dt);
}

/* ----------------------------------------------------------------------
   as fix dt/reset does
------------------------------------------------------------------------- */

void FixTimestepContact::set_step(double dt)
{
  changed = update->ntimestep;
  update->update_time();
  update->dt = dt;
  update->dt_default = 0;
  if (utils::strmatch(update->integrate_style, "^respa")) update->integrate->reset_dt();
  if (force->pair) force->pair->reset_dt();
  for (const auto &fix : modify->get_fix_list()) fix->reset_dt();
  output->reset_dt();
}

/* ---------------------------------------------------------------------- */

double FixTimestepContact::compute_scalar()
{
  return update->dt;
}

/* ---------------------------------------------------------------------- */

double FixTimestepContact::compute_vector(int n)
{
  if (n == 0) return stable;
  return static_cast<double>(n == 1 ? evaluated : changed);
}

/* ----------------------------------------------------------------------
   the time step itself is in LAMMPS' restart file
------------------------------------------------------------------------- */

void FixTimestepContact::write_restart(FILE *fp)
{
  if (comm->me != 0) return;
  const double state[] = {stable, ubuf(evaluated).d, ubuf(changed).d};
  const int size = sizeof(state);
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(state, 1, size, fp);
}

/* ---------------------------------------------------------------------- */

void FixTimestepContact::restart(char *buf)
{
  double state[3];
  memcpy(state, buf, sizeof(state));
  stable = state[0];
  evaluated = static_cast<bigint>(ubuf(state[1]).i);
  changed = static_cast<bigint>(ubuf(state[2]).i);
  update->dt_default = 0;    // of the file, and read_restart has not said so: growth goes on
}
