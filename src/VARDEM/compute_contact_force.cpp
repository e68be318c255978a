// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "compute_contact_force.h"

#include "bond.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/input/keyword_reader.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "host/lammps/over_processes.h"
#include "host/network/contact_rules.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

ComputeContactForce::ComputeContactForce(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), source(ANY), solved(nullptr), fix(nullptr), forgotten(false)
{
  read_keywords(lmp, fmt::format("Compute {}", style), 3, narg, arg,
                [this](KeywordReader &keyword) {
                  if (!keyword.is("fix", 1))
                    return keyword.takes("source", source, {"pair", "fix"});
                  fix_id = keyword.word(1);
                  return true;
                });
  if (source == PAIR && !fix_id.empty())
    error->all(FLERR, Error::NOPOINTER,
               "Compute {} keywords source pair and fix {} exclude each other; remove one of them",
               style, fix_id);
  if (!fix_id.empty()) source = FIX;
  local_flag = 1;
  timeflag = 1;    // pair styles and walls record their forces at the steps that LAMMPS announces
  size_local_rows = 0;
  size_local_cols = ContactForces::COLUMNS;
}

void ComputeContactForce::init()
{
  find_source();
  for (const auto &source : recorded) source.forces->record_forces_for(this);
  if (solved) solved->record_forces_for(this);
  invoked_flag = INVOKED_NONE;    // what was read between runs may be outdated
  forgotten = false;
}

// If LAMMPS has read the rows at this step, it reads them again without calling compute_local().
// Between runs a command may have added or removed atoms meanwhile.
void ComputeContactForce::forget_rows()
{
  if (invoked_flag & INVOKED_LOCAL) forgotten = true;
  invoked_flag &= ~INVOKED_LOCAL;
}

void ComputeContactForce::forget_fix(const ContactForces *gone)
{
  if (solved != gone) return;
  solved = nullptr;
  fix = nullptr;
  forgotten = false;
  invoked_flag &= ~INVOKED_LOCAL;
}

// Called at each use, because the input may have deleted the fixes or the pair style since init().
void ComputeContactForce::find_source()
{
  recorded.clear();
  solved = nullptr;
  fix = nullptr;
  const bool any_fix = !fixes_with<SolvedForces>(modify).empty();
  if (source == PAIR || (source == ANY && !any_fix))
    take_recorded();
  else
    take_fix();
}

void ComputeContactForce::take_recorded()
{
  take_pairs();
  for (const auto &sub : bond_styles(force)) take_style(sub.bond, "bond style " + sub.name);
  take_fixes();
  if (recorded.empty())
    error->all(FLERR, Error::NOLASTLINE,
               "Compute {} needs a pair style contact/hooke or contact/hertz, a bond style binder "
               "or contact/hooke, or a fix nve/sphere/cd, rigid/small/cd or wall/contact{}, and "
               "there is none; define one",
               style, source == PAIR ? "" : " or compatible/cd");
}

template <class Style>
void ComputeContactForce::take_style(Style *of_forces, const std::string &name)
{
  auto *forces = dynamic_cast<ContactForces *>(of_forces);
  if (!forces) return;
  require_same_space(of_forces->execution_space, name);
  recorded.push_back({forces, name});
}

void ComputeContactForce::take_pairs()
{
  for (const auto &sub : pair_styles(lmp)) take_style(sub.pair, "pair style " + sub.name);
}

// Walls and contact dynamics; rigid walls have no forces of their own. Both record their forces on
// the host with and without suffix.
void ComputeContactForce::take_fixes()
{
  for (auto *forces : fixes_with<ContactForces>(modify)) {
    if (dynamic_cast<const SolvedForces *>(forces)) continue;
    const auto *wall = dynamic_cast<const WallContacts *>(forces);
    if (wall && wall->is_rigid()) continue;
    const Fix *of = dynamic_cast<Fix *>(forces);
    recorded.push_back({forces, fmt::format("fix {} {}", of->id, of->style)});
  }
}

void ComputeContactForce::take_fix()
{
  if (fix_id.empty()) {
    const auto found = fixes_with<SolvedForces>(modify);
    if (found.empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} needs a fix compatible/cd, and there is none; define one", style);
    if (found.size() > 1)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} reads one fix compatible/cd, and there are {}; name one of them with "
                 "keyword fix",
                 style, found.size());
    solved = found[0];
  } else {
    solved = dynamic_cast<SolvedForces *>(modify->get_fix_by_id(fix_id));
    if (!solved)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} keyword fix: {} is not the ID of a fix compatible/cd", style, fix_id);
  }
  fix = dynamic_cast<Fix *>(solved);
  require_same_space(fix->execution_space, fmt::format("fix {} {}", fix->id, fix->style));
}

void ComputeContactForce::require_same_space(int space, const std::string &name) const
{
  if (space != execution_space)
    error->all(FLERR, Error::NOLASTLINE,
               "Compute {} cannot read the forces of {}; give both styles the suffix /kk, or none",
               style, name);
}

void ComputeContactForce::compute_local()
{
  invoked_local = update->ntimestep;
  find_source();
  std::vector<ContactForces *> sources;
  if (solved) {
    if (!is_before_first_step()) {
      require_solved_forces();
      sources.push_back(solved);
    }
  } else {
    require_recorded_forces();
    for (const auto &one : recorded) sources.push_back(one.forces);
  }

  rows.clear();
  for (auto *forces : sources) forces->list_contacts(groupbit, rows);
  size_local_rows = rows.count();
  array.resize(size_local_rows);
  for (int n = 0; n < size_local_rows; n++) array[n] = rows.row(n);
  array_local = array.data();
}

// In the set-up of a run, the forces of the last step count, or none if there was no step with
// these atoms.
bool ComputeContactForce::is_before_first_step() const
{
  return update->setupflag && solved->has_forces_of_steps() &&
      (solved->last_step() != update->ntimestep || any_changes());
}

// Not error->all(): other processes may still take their rows for valid.
void ComputeContactForce::require_remembered()
{
  if (update->whichflag) forgotten = false;
  if (!forgotten) return;
  if (solved) error->one(FLERR, message(MOVED, solved->reason_not_to_solve()));
  error->one(FLERR,
             "Compute {}: {} since the last step; use the compute after another step, or run 0 if "
             "there is no fix of contact dynamics",
             style, description(MOVED));
}

void ComputeContactForce::require_recorded_forces()
{
  require_remembered();
  for (const auto &one : recorded) {
    const bigint step = one.forces->last_step();
    if (step == update->ntimestep) continue;
    if (step < 0)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {}: {} has computed no forces for it since neighbor lists were last "
                 "built or requested; use the compute after a run 0, or after a step if this is a "
                 "fix of contact dynamics",
                 style, one.name);
    error->all(FLERR, Error::NOLASTLINE,
               "Compute {} used at step {}, but {} has kept its forces of step {} only; use the "
               "compute after another run 0, or by commands that say in advance at which steps "
               "they need it, such as dump, thermo_style and fix ave/histo",
               style, update->ntimestep, one.name, step);
  }
}

void ComputeContactForce::require_solved_forces()
{
  require_remembered();
  const int changed = any_changes();
  const bool is_of_now = solved->last_step() == update->ntimestep;
  if (is_of_now && !changed) return;
  const std::string why_not = solved->reason_not_to_solve();
  if (why_not.empty()) return solved->solve_now();

  if (solved->has_forces_of_steps() && !is_of_now) no_forces_of_steps();
  if (solved->last_step() < 0)
    error->all(FLERR, Error::NOLASTLINE,
               "Compute {}: fix {} {} has found no forces since neighbor lists were last "
               "requested, and cannot find them now, because {}; use the compute after a run 0",
               style, fix->id, fix->style, why_not);
  if (!is_of_now)
    error->all(FLERR, Error::NOLASTLINE,
               "Compute {} used at step {}, but fix {} {} found its last forces at step {} and "
               "cannot find them now, because {}; use the compute at multiples of its N = {}",
               style, update->ntimestep, fix->id, fix->style, solved->last_step(), why_not,
               fix->nevery);
  error->all(FLERR, Error::NOLASTLINE, message(changed, why_not));
}

// Their lists are made during the step.
void ComputeContactForce::no_forces_of_steps() const
{
  const bigint step = solved->last_step();
  const std::string what = step < 0 ? "has listed no contacts yet"
                                    : fmt::format("has listed the contacts of step {} only", step);
  error->all(FLERR, Error::NOLASTLINE,
             "Compute {} used at step {}, but fix {} {} {}; with load cd there are forces from the "
             "first step on that is a multiple of its N = {}, and for commands that say in advance "
             "at which steps they need the compute, such as dump, thermo_style and fix ave/histo; "
             "load gravity gives forces in run 0",
             style, update->ntimestep, fix->id, fix->style, what, fix->nevery);
}

std::string ComputeContactForce::message(int changes, const std::string &why_not) const
{
  return fmt::format("Compute {}: {} since fix {} {} found its forces, and it cannot find them "
                     "now, because {}; use the compute after another {}",
                     style, description(changes), fix->id, fix->style, why_not,
                     solved->has_forces_of_steps() ? "step" : "run 0");
}

// On any process.
int ComputeContactForce::any_changes() const
{
  return over_processes(solved->last_step() < 0 ? 0 : solved->changes(), MPI_BOR, world);
}

const char *ComputeContactForce::description(int changes)
{
  if (changes & MOVED) return "atoms were moved, added or removed";
  if (changes & RESIZED) return "diameters of atoms were changed";
  if (changes & RETYPED) return "types of atoms were changed";
  if (changes & WALLS) return "a wall was moved or changed";
  return "the group of the fix, or the set of particles that cannot move, was changed";
}

double ComputeContactForce::memory_usage()
{
  return rows.bytes() + static_cast<double>(array.capacity() * sizeof(double *));
}
