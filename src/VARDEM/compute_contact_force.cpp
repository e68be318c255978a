/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "compute_contact_force.h"

#include "error.h"
#include "fix.h"
#include "host/arguments.h"
#include "host/contact_rules.h"
#include "memory.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

ComputeContactForce::ComputeContactForce(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), fix(nullptr), forces(nullptr), rows(nullptr), nmax(0), forgotten(false)
{
  Keywords keywords(error, fmt::format("Compute {}", style));
  for (int iarg = 3; iarg < narg; iarg += 2) {
    if (std::string(arg[iarg]) != "fix")
      error->all(FLERR, iarg, "Unknown compute {} keyword: {}", style, arg[iarg]);
    keywords.once(arg[iarg], iarg);
    if (iarg + 1 == narg)
      utils::missing_cmd_args(FLERR, fmt::format("compute {} fix", style), error);
    fix_id = arg[iarg + 1];
  }
  local_flag = 1;
  size_local_rows = 0;
  size_local_cols = ContactForces::COLUMNS;
}

/* ---------------------------------------------------------------------- */

ComputeContactForce::~ComputeContactForce()
{
  if (copymode) return;
  memory->destroy(rows);
}

/* ---------------------------------------------------------------------- */

void ComputeContactForce::init()
{
  find_fix();
  invoked_flag = INVOKED_NONE;    // what was read between runs may be outdated
  forgotten = false;
}

/* ----------------------------------------------------------------------
   If LAMMPS has read the rows at this step, it reads them again without calling compute_local(). Between runs a command
   may have added or removed atoms meanwhile.
------------------------------------------------------------------------- */

void ComputeContactForce::forget_rows()
{
  if (invoked_flag & INVOKED_LOCAL) forgotten = true;
  invoked_flag &= ~INVOKED_LOCAL;
}

/* ---------------------------------------------------------------------- */

void ComputeContactForce::forget_fix(const ContactForces *gone)
{
  if (forces != gone) return;
  forces = nullptr;
  fix = nullptr;
  forgotten = false;
  invoked_flag &= ~INVOKED_LOCAL;
}

/* ----------------------------------------------------------------------
   called at each use, because the fix may have been deleted since init()
------------------------------------------------------------------------- */

void ComputeContactForce::find_fix()
{
  if (fix_id.empty()) {
    const auto found = fixes_with<ContactForces>(modify);
    if (found.empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} needs a fix compatible/cd, and there is none; define one", style);
    if (found.size() > 1)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} reads one fix compatible/cd, and there are {}; name one of them with "
                 "keyword fix",
                 style, found.size());
    forces = found[0];
  } else {
    forces = dynamic_cast<ContactForces *>(modify->get_fix_by_id(fix_id));
    if (!forces)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} keyword fix: {} is not the ID of a fix compatible/cd", style, fix_id);
  }
  fix = dynamic_cast<Fix *>(forces);
  if (fix->execution_space != execution_space)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Compute {} cannot read the forces of fix {} {}; give both styles the suffix /kk, or none",
        style, fix->id, fix->style);
}

/* ---------------------------------------------------------------------- */

void ComputeContactForce::compute_local()
{
  invoked_local = update->ntimestep;
  find_fix();
  require_current_forces();
  size_local_rows = forces->count_contacts(groupbit);
  reserve(size_local_rows);
  if (size_local_rows) forces->list_contacts(rows[0]);
}

/* ---------------------------------------------------------------------- */

void ComputeContactForce::require_current_forces()
{
  if (update->whichflag) forgotten = false;
  if (forgotten)    // not error->all(): other processes may still take their rows for valid
    error->one(FLERR, message(MOVED, forces->reason_not_to_solve()));
  const int changed = any_changes();
  if (forces->last_step() == update->ntimestep && !changed) return;
  const std::string why_not = forces->reason_not_to_solve();
  if (why_not.empty()) return forces->solve_now();

  if (forces->last_step() < 0)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Compute {}: fix {} {} has found no forces since neighbor lists were last requested, "
        "and cannot find them now, because {}; use the compute after a run 0",
        style, fix->id, fix->style, why_not);
  if (forces->last_step() != update->ntimestep)
    error->all(FLERR, Error::NOLASTLINE,
               "Compute {} used at step {}, but fix {} {} found its last forces at step {} and "
               "cannot find them now, because {}; use the compute at multiples of its N = {}",
               style, update->ntimestep, fix->id, fix->style, forces->last_step(), why_not,
               fix->nevery);
  error->all(FLERR, Error::NOLASTLINE, message(changed, why_not));
}

/* ---------------------------------------------------------------------- */

std::string ComputeContactForce::message(int changes, const std::string &why_not) const
{
  return fmt::format(
      "Compute {}: {} since fix {} {} found its forces, and it cannot find them now, "
      "because {}; use the compute after another run 0",
      style, description(changes), fix->id, fix->style, why_not);
}

/* ----------------------------------------------------------------------
   on any process
------------------------------------------------------------------------- */

int ComputeContactForce::any_changes() const
{
  int mine = forces->last_step() < 0 ? 0 : forces->changes(), all;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_BOR, world);
  return all;
}

/* ---------------------------------------------------------------------- */

const char *ComputeContactForce::description(int changes)
{
  if (changes & MOVED) return "atoms were moved, added or removed";
  if (changes & RESIZED) return "diameters of atoms were changed";
  if (changes & RETYPED) return "types of atoms were changed";
  return "the group of the fix, or the set of particles that cannot move, was changed";
}

/* ---------------------------------------------------------------------- */

void ComputeContactForce::reserve(int n)
{
  if (n > nmax) {
    nmax = n;
    memory->destroy(rows);
    memory->create(rows, nmax, ContactForces::COLUMNS, "contact/force:rows");
  }
  array_local = rows;
}

/* ---------------------------------------------------------------------- */

double ComputeContactForce::memory_usage()
{
  return static_cast<double>(nmax * sizeof(double) * ContactForces::COLUMNS);
}
