/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/store/restart.h"

#include "host/input/arguments.h"
#include "host/lammps/internals.h"
#include "host/store/per_atom_store.h"

#include "atom.h"
#include "comm.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

bool is_of(const RestartRecord &record, const Fix *fix)
{
  return record.id == fix->id && plain_style(record.style) == plain_style(fix->style);
}

}    // namespace

/* ---------------------------------------------------------------------- */

int VARDEM_NS::read_atom(PerAtomStore &store, const Fix *fix, Error *error, int nlocal,
                         const double *extra, int nth)
{
  const int tables = store.unpack_restart(nlocal, extra, nth);
  if (tables < 0)
    error->one(FLERR, Error::NOLASTLINE,
               "Fix {}: the restart file has data of fix {} that this version of VARDEM cannot "
               "read. Read it with the version that wrote it, or give the fix another ID",
               fix->style, fix->id);
  return tables;
}

/* ---------------------------------------------------------------------- */

bool VARDEM_NS::has_restart_record(const Modify *modify, const Fix *fix)
{
  for (const RestartRecord &record : global_restart_records(modify))
    if (is_of(record, fix)) return true;
  return false;
}

/* ---------------------------------------------------------------------- */

void VARDEM_NS::read_atoms_of_variant(LAMMPS *lmp, Fix *fix)
{
  for (const RestartRecord &record : per_atom_restart_records(lmp->modify)) {
    if (!is_of(record, fix) || record.style == fix->style) continue;
    mark_as_read(lmp->modify, record);
    for (int i = 0; i < lmp->atom->nlocal; i++) fix->unpack_restart(i, record.place);
    if (lmp->comm->me == 0)
      utils::logmesg(
          lmp, "Resetting peratom fix info of fix {} {} from data of style {} in restart file\n",
          fix->id, fix->style, record.style);
  }
}
