/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_timestep_contact.h"

#include "atom.h"
#include "atom_masks.h"
#include "comm.h"
#include "compute_timestep_contact.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/arguments.h"
#include "host/restart.h"
#include "integrate.h"
#include "modify.h"
#include "output.h"
#include "pair.h"
#include "update.h"

#include "kernels/vector3.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

namespace {

constexpr int RESTART_VERSION = 2;    // of the state in restart files

/** Fixes that end the run when the time step changes. */
const char *const OF_CONSTANT_STEP[] = {"^pour", "^move", "^meso/move", "^plumed"};

}    // namespace

/* ---------------------------------------------------------------------- */

FixTimestepContact::FixTimestepContact(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), every(0), safety(0.9), growth(1.0e-4), least(0.0), most(INFINITY),
    ahead(true), limit(nullptr), stable(ComputeTimestepContact::NO_LIMIT), horizon(INFINITY),
    fastest(0.0), evaluated(-1), changed(-1), due(false), told(false)
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
  nevery = 1;    // the neighbor list may be built at any step
  datamask_modify = EMPTY_MASK;
  const std::string options = parse(narg, arg);
  if (least >= most)
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} keyword min must be less than keyword max: {} >= {}", style, least, most);

  compute_id = fmt::format("{}_stable", id);
  limit = static_cast<ComputeTimestepContact *>(modify->add_compute(
      fmt::format("{} {} timestep/contact{}", compute_id, group->names[igroup], options)));
  limit->serve(fmt::format("Fix {}", style));
}

/* ---------------------------------------------------------------------- */

FixTimestepContact::~FixTimestepContact()
{
  if (modify->get_compute_by_id(compute_id)) modify->delete_compute(compute_id);
}

/* ----------------------------------------------------------------------
   Reads all keywords and returns those of the compute.
------------------------------------------------------------------------- */

std::string FixTimestepContact::parse(int narg, char **arg)
{
  const std::string who = fmt::format("Fix {}", style);
  Keywords given(error, who);
  std::string options;
  bool sweeps = false;
  int iarg = 4;
  while (iarg < narg) {
    const int first = iarg;
    iarg = parse_own(iarg, narg, arg, given);
    if (iarg > first) continue;
    iarg = VardemStepSettings().parse(lmp, who, iarg, narg, arg, given);
    for (int k = first; k < iarg; k++) options += fmt::format(" {}", arg[k]);
    if (strcmp(arg[first], "sweeps") == 0) sweeps = true;
    if (strcmp(arg[first], "reach") == 0) ahead = false;
  }
  // here sweeps cost more time than the longer steps save
  return sweeps ? options : options + " sweeps 0";
}

/* ----------------------------------------------------------------------
   Reads a keyword that the compute does not have, or has with another default. Returns the index behind it, or iarg if it
   is none of them.
------------------------------------------------------------------------- */

int FixTimestepContact::parse_own(int iarg, int narg, char **arg, Keywords &given)
{
  const std::string keyword = arg[iarg];
  const std::string who = fmt::format("Fix {}", style);
  double *value = nullptr;
  if (keyword == "safety") value = &safety;
  if (keyword == "growth") value = &growth;
  if (keyword == "min") value = &least;
  if (keyword == "max") value = &most;
  if (!value) return iarg;

  given.once(keyword, iarg);
  if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("{} {}", who, keyword), error);
  *value = utils::numeric(FLERR, arg[iarg + 1], false, lmp);
  const bool good = keyword == "growth" ? *value >= 0.0
      : keyword == "safety"             ? *value > 0.0 && *value <= VARDEM_MAX_SAFETY
                                        : *value > 0.0;
  if (!good)
    error->all(FLERR, iarg + 1, "{} keyword {} must be {}: {}", who, keyword,
               keyword == "growth"       ? ">= 0"
                   : keyword == "safety" ? fmt::format("> 0 and <= {}", VARDEM_MAX_SAFETY)
                                         : "> 0",
               arg[iarg + 1]);
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
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} {} needs its compute {}, which has been deleted: define the fix again",
               style, id, compute_id);
  if (modify->get_fix_by_style("^timestep/contact").size() +
          modify->get_fix_by_style("^dt/reset").size() >
      1)
    error->all(FLERR, Error::NOLASTLINE, "Fix {} must be the only fix that sets the time step",
               style);
  check_partners();
  datamask_read = ALL_MASK;    // of setup(); write_restart also comes here, and then nothing is due
}

/* ----------------------------------------------------------------------
   Fixes that do not allow another time step end the run with a message that does not name this fix. So they are found
   before the run.
------------------------------------------------------------------------- */

void FixTimestepContact::check_partners()
{
  for (const auto &fix : modify->get_fix_list()) {
    if (utils::strmatch(fix->style, "^deform/gradv") && !told) {
      told = true;
      if (comm->me == 0)
        error->warning(
            FLERR,
            "Fix {} {} changes the time step, but fix {} {} is of second order only at a "
            "constant time step. Set one with the timestep command; use compute "
            "timestep/contact to find a stable one",
            style, id, fix->style, fix->id);
    }
    for (const char *pattern : OF_CONSTANT_STEP)
      if (utils::strmatch(fix->style, pattern))
        error->all(FLERR, Error::NOLASTLINE,
                   "Fix {} {} changes the time step, which fix {} {} does not allow. {} a constant "
                   "step with the timestep command; use compute timestep/contact to find a stable "
                   "one",
                   style, id, fix->style, fix->id,
                   strcmp(pattern, "^pour") == 0
                       ? "Insert particles with fix deposit instead, or set"
                       : "Set");
  }
}

/* ----------------------------------------------------------------------
   Kokkos copies to the host what a fix reads, before it calls the fix. That is nothing in a step without an evaluation.
------------------------------------------------------------------------- */

void FixTimestepContact::announce(bool evaluation)
{
  due = evaluation;
  datamask_read = due ? ALL_MASK : EMPTY_MASK;
}

/* ----------------------------------------------------------------------
   Before the first step. If the input has not set a time step, it becomes the stable one at once. In a later run that
   starts where the last one evaluated, the pairs that count are the same, and so is the step.
------------------------------------------------------------------------- */

void FixTimestepContact::setup(int /*vflag*/)
{
  const bool at_once = update->dt_default;
  if (!ahead)
    horizon = INFINITY;
  else if (evaluated != update->ntimestep)
    horizon = at_once ? INFINITY : every * update->dt;
  evaluate(at_once);
  if (at_once && stable >= ComputeTimestepContact::NO_LIMIT) say_that_nothing_limits();
  announce((update->ntimestep + 1) % every == 0);
}

/* ----------------------------------------------------------------------
   The neighbor list is new: it may have the first pair, and particles that were at rest have moved.
------------------------------------------------------------------------- */

void FixTimestepContact::post_neighbor()
{
  if (ahead || stable >= ComputeTimestepContact::NO_LIMIT) announce(true);
}

/* ----------------------------------------------------------------------
   every N steps; after the neighbor list has been built, also if there was no contact before, or if particles have become
   faster than the last evaluation assumed
------------------------------------------------------------------------- */

bool FixTimestepContact::must_evaluate() const
{
  return update->ntimestep % every == 0 || stable >= ComputeTimestepContact::NO_LIMIT ||
      (ahead && largest_speed() > 2.0 * fastest);
}

/* ---------------------------------------------------------------------- */

double FixTimestepContact::largest_speed() const
{
  double mine = 0.0, all;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit)
      mine = std::max(mine, VARDEM::norm(VARDEM::vectors_at(atom->v[0])[i]));
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, world);
  return all;
}

/* ---------------------------------------------------------------------- */

void FixTimestepContact::end_of_step()
{
  if (due && must_evaluate()) {
    if (ahead) horizon = every * update->dt;
    evaluate(false);
  }
  announce((update->ntimestep + 1) % every == 0);
}

/* ----------------------------------------------------------------------
   The step falls at once, and grows by at most (1 + growth) in each step since the last evaluation.
------------------------------------------------------------------------- */

void FixTimestepContact::evaluate(bool at_once)
{
  limit->look_ahead(horizon);
  stable = limit->compute_scalar();
  fastest = largest_speed();
  const bigint now = update->ntimestep;
  const double steps = evaluated < 0 || evaluated > now ? 0.0
                                                        : static_cast<double>(now - evaluated);
  evaluated = now;

  const bool limited = stable < ComputeTimestepContact::NO_LIMIT;
  const double goal = limited          ? safety * stable
      : at_once && std::isfinite(most) ? most
                                       : update->dt;
  const double grown = at_once ? goal : update->dt * std::pow(1.0 + growth, steps);
  const double dt = std::min({goal, grown, most});
  if (dt < least && goal < least)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: the stable time step {} times safety {} is less than keyword min {}", style,
               stable, safety, least);
  if (dt != update->dt) set_step(dt);
}

/* ---------------------------------------------------------------------- */

void FixTimestepContact::say_that_nothing_limits() const
{
  if (comm->me == 0 && std::isinf(most))
    error->warning(FLERR,
                   "Fix {} {}: no contact limits the time step yet, so it stays at {}, the default "
                   "of units {}. Use the timestep command or keyword max to set the first step",
                   style, id, update->dt, update->unit_style);
}

/* ----------------------------------------------------------------------
   the same calls as in fix dt/reset
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
   LAMMPS' restart file has the time step itself.
------------------------------------------------------------------------- */

void FixTimestepContact::write_restart(FILE *fp)
{
  if (comm->me != 0) return;
  const double state[] = {
      stable, horizon, fastest, static_cast<double>(every), ubuf(evaluated).d, ubuf(changed).d};
  write_state(fp, RESTART_VERSION, state);
}

/* ---------------------------------------------------------------------- */

void FixTimestepContact::restart(char *buf)
{
  double state[6];
  read_state(buf, RESTART_VERSION, this, error, state);
  stable = state[0];
  horizon = state[1];
  fastest = state[2];
  evaluated = state[3] == every ? static_cast<bigint>(ubuf(state[4]).i) : -1;
  changed = static_cast<bigint>(ubuf(state[5]).i);
  update->dt_default = 0;    // the step is that of the file, although read_restart does not say so
}
