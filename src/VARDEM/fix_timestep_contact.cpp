// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_timestep_contact.h"

#include "atom.h"
#include "comm.h"
#include "compute_timestep_contact.h"
#include "error.h"
#include "group.h"
#include "host/atoms/atom_accessors.h"
#include "host/atoms/time_step.h"
#include "host/input/arguments.h"
#include "host/interfaces/integrators.h"
#include "host/store/restart.h"
#include "modify.h"
#include "solvers/network/space.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

static constexpr int RESTART_VERSION = 2;    // of the state in restart files

FixTimestepContact::FixTimestepContact(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), every(0), ahead(true), limit(nullptr), stable(NO_STEP_LIMIT),
    horizon(INFINITY), fastest(0.0), evaluated(-1), made(0), changed(-1), due(false), warned(false)
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

  if (narg < 4) error->all(FLERR, Error::NOPOINTER, "Fix {} needs a number of steps N", style);
  every = positive_integer(arg[3]);
  if (every == 0) error->all(FLERR, 3, "Fix {} needs a number of steps N > 0: {}", style, arg[3]);
  nevery = 1;    // the neighbor list may be built at any step
  datamask_modify = EMPTY_MASK;
  const std::string options = parse(narg, arg);
  if (rules.least >= rules.most)
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} keyword min must be less than keyword max: {} >= {}", style, rules.least,
               rules.most);

  compute_id = fmt::format("{}_stable", id);
  auto *compute = modify->add_compute(
      fmt::format("{} {} {}{}", compute_id, group->names[igroup], style, options));
  limit = dynamic_cast<ComputeTimestepContact *>(compute);
  limit->serve(fmt::format("Fix {}", style));
}

FixTimestepContact::~FixTimestepContact()
{
  if (modify->get_compute_by_id(compute_id)) modify->delete_compute(compute_id);
}

// Reads all keywords and returns the keywords of the compute.
std::string FixTimestepContact::parse(int narg, char **arg)
{
  std::string options;
  read_keywords(lmp, fmt::format("Fix {}", style), 4, narg, arg, [&](KeywordReader &keyword) {
    if (rules.read(keyword)) return true;
    if (!StableStepSettings().read(keyword)) return false;
    for (int k = keyword.place; k < keyword.next; k++) options += fmt::format(" {}", arg[k]);
    if (keyword.word(0) == "reach") ahead = false;
    return true;
  });
  // here sweeps cost more time than the longer steps save
  return options.find(" sweeps ") != std::string::npos ? options : options + " sweeps 0";
}

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
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} must be the only fix timestep/contact or dt/reset; remove the other one",
               style);
  for (const auto *integrator : fixes_with<FullStepIntegrator>(modify))
    if (integrator->sets_time_step())
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {}: fix nve/sphere/implicit also sets the time step; remove its keyword "
                 "adaptive, or this fix",
                 style);
  require_changeable_step(lmp, this, warned);
  ask_for_atoms(true);    // in setup(); write_restart also comes here, and then nothing is due
}

double FixTimestepContact::largest_speed_of_process()
{
  return VARDEM::SerialSpace().maximum(atom->nlocal, SpeedOf<Points>{{atom, groupbit}});
}

// Before the first step. If the input has not set a time step, it becomes the stable one at once.
// In a later run that starts where the last one evaluated, the pairs that count are the same, and
// so is the step.
void FixTimestepContact::setup(int /*vflag*/)
{
  const bool at_once = update->dt_default;
  if (!ahead)
    horizon = INFINITY;
  else if (evaluated != update->ntimestep)
    horizon = at_once ? INFINITY : every * update->dt;
  follow(at_once);
  if (at_once && !is_limited()) say_that_nothing_limits();
  announce((update->ntimestep + 1) % every == 0);
}

// Evaluates the stable step for gaps that close within `horizon`, and sets the time step.
void FixTimestepContact::follow(bool at_once)
{
  if (!at_once) require_time_step(lmp, this);    // from which the step grows
  stable = limit->stable_step(horizon);
  fastest = largest_speed();
  const bigint now = update->ntimestep;
  const double steps = static_cast<double>(std::exchange(made, 0));
  evaluated = now;

  const double goal = rules.goal(stable, update->dt, at_once);
  const double dt = rules.next(goal, update->dt, steps, at_once);
  if (dt < rules.least && goal < rules.least)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: the stable time step {} times safety {} is less than keyword min {}", style,
               stable, rules.safety, rules.least);
  if (dt == update->dt) return;
  changed = now;
  set_time_step(lmp, dt);
}

// Every N steps; after the neighbor list has been built, also if there was no contact before, or if
// particles have become faster than the last evaluation assumed.
bool FixTimestepContact::must_evaluate()
{
  return update->ntimestep % every == 0 || !is_limited() ||
      (ahead && largest_speed() > 2.0 * fastest);
}

void FixTimestepContact::end_of_step()
{
  made++;
  if (due && must_evaluate()) {
    if (ahead) horizon = every * update->dt;
    follow(false);
  }
  announce((update->ntimestep + 1) % every == 0);
}

void FixTimestepContact::say_that_nothing_limits() const
{
  if (comm->me == 0 && std::isinf(rules.most))
    error->warning(FLERR,
                   "Fix {} {}: no contact limits the time step yet, so it stays at {}, the default "
                   "of units {}. Use the timestep command or keyword max to set the first step",
                   style, id, update->dt, update->unit_style);
}

double FixTimestepContact::compute_vector(int n)
{
  if (n == 0) return stable;
  return static_cast<double>(n == 1 ? evaluated : changed);
}

void FixTimestepContact::write_restart(FILE *fp)
{
  const double state[] = {
      stable, horizon, fastest, static_cast<double>(every), ubuf(evaluated).d, ubuf(changed).d};
  if (comm->me == 0) write_state(fp, RESTART_VERSION, state);
}

// LAMMPS' restart file has the time step itself. It counts as given, although read_restart does not
// say so. If the fix evaluates at other steps now, the next run evaluates as if it were the first.
void FixTimestepContact::restart(char *buf)
{
  double state[6];
  read_state(buf, RESTART_VERSION, this, error, state);
  stable = state[0];
  horizon = state[1];
  fastest = state[2];
  evaluated = state[3] == every ? static_cast<bigint>(ubuf(state[4]).i) : -1;
  made = evaluated < 0 ? 0 : std::max<bigint>(0, update->ntimestep - evaluated);
  changed = static_cast<bigint>(ubuf(state[5]).i);
  update->dt_default = 0;
}
