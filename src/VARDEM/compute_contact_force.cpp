/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "compute_contact_force.h"

#include "error.h"
#include "fix_compatible_cd.h"
#include "host/arguments.h"
#include "memory.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

ComputeContactForce::ComputeContactForce(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), fix(nullptr), rows(nullptr), nmax(0), forgotten(false)
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
  size_local_cols = COLUMNS;
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

void ComputeContactForce::forget_fix(const FixCompatibleCD *gone)
{
  if (fix != gone) return;
  fix = nullptr;
  forgotten = false;
  invoked_flag &= ~INVOKED_LOCAL;
}

/* ----------------------------------------------------------------------
   called at each use, because the fix may have been deleted since init()
------------------------------------------------------------------------- */

void ComputeContactForce::find_fix()
{
  fix = nullptr;
  if (fix_id.empty()) {
    const auto &fixes = modify->get_fix_by_style("^compatible/cd");
    if (fixes.empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} needs a fix compatible/cd, and there is none; define one", style);
    if (fixes.size() > 1)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} reads one fix compatible/cd, and there are {}; name one of them with "
                 "keyword fix",
                 style, fixes.size());
    fix = dynamic_cast<FixCompatibleCD *>(fixes[0]);
  } else {
    fix = dynamic_cast<FixCompatibleCD *>(modify->get_fix_by_id(fix_id));
    if (!fix)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} keyword fix: {} is not the ID of a fix compatible/cd", style, fix_id);
  }
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
  size_local_rows = count_contacts();
  reserve(size_local_rows);
  fill_rows();
}

/* ---------------------------------------------------------------------- */

void ComputeContactForce::require_current_forces()
{
  if (update->whichflag) forgotten = false;
  if (forgotten)    // not error->all(): other processes may still take their rows for valid
    error->one(FLERR, message(MOVED, fix->reason_not_to_solve()));
  const int changed = any_changes();
  if (fix->last_step() == update->ntimestep && !changed) return;
  const std::string why_not = fix->reason_not_to_solve();
  if (why_not.empty()) return fix->solve_now();

  if (fix->last_step() < 0)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Compute {}: fix {} {} has found no forces since neighbor lists were last requested, "
        "and cannot find them now, because {}; use the compute after a run 0",
        style, fix->id, fix->style, why_not);
  if (fix->last_step() != update->ntimestep)
    error->all(FLERR, Error::NOLASTLINE,
               "Compute {} used at step {}, but fix {} {} found its last forces at step {} and "
               "cannot find them now, because {}; use the compute at multiples of its N = {}",
               style, update->ntimestep, fix->id, fix->style, fix->last_step(), why_not,
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
  int mine = fix->last_step() < 0 ? 0 : fix->changes(), all;
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
    memory->create(rows, nmax, COLUMNS, "contact/force:rows");
  }
  array_local = rows;
}

/* ----------------------------------------------------------------------
   If two processes have the contact, the owner of the lower ID lists it.
------------------------------------------------------------------------- */

bool ComputeContactForce::is_listed(int i, int j) const
{
  if (!(atom->mask[i] & groupbit) || !(atom->mask[j] & groupbit)) return false;
  const int nlocal = atom->nlocal;
  return (i < nlocal && j < nlocal) || atom->tag[i] < atom->tag[j];
}

/* ---------------------------------------------------------------------- */

int ComputeContactForce::count_contacts()
{
  int n = 0;
  fix->for_forces([&](const Packing::Contact &c, double) {
    n += is_listed(c.i, c.j);
  });
  return n;
}

/* ---------------------------------------------------------------------- */

void ComputeContactForce::fill_rows()
{
  const tagint *tag = atom->tag;
  int n = 0;
  fix->for_forces([&](const Packing::Contact &c, double force) {
    if (!is_listed(c.i, c.j)) return;
    const bool swap = tag[c.j] < tag[c.i];
    const int first = swap ? c.j : c.i, second = swap ? c.i : c.j;
    VARDEM::contact_row(c.touch, swap, atom->x[first], atom->radius[first], force,
                        &rows[n][NORMAL]);
    rows[n][TAG_1] = static_cast<double>(tag[first]);
    rows[n][TAG_2] = static_cast<double>(tag[second]);
    rows[n][KIND] = PAIR;
    n++;
  });
}

/* ---------------------------------------------------------------------- */

double ComputeContactForce::memory_usage()
{
  return static_cast<double>(nmax * sizeof(double) * COLUMNS);
}
