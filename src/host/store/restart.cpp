// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

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

void report(LAMMPS *lmp, const char *kind, const Fix *fix, const RestartRecord &record)
{
  if (lmp->comm->me == 0)
    utils::logmesg(lmp,
                   "Resetting {} fix info of fix {} {} from data of style {} in restart file\n",
                   kind, fix->id, fix->style, record.style);
}

}    // namespace

std::vector<char> VARDEM_NS::read_record(FILE *fp, LAMMPS *lmp, const std::string &style_name,
                                         int version)
{
  struct {
    int size;
    RestartHeader header;
  } begin = {};
  const Comm *comm = lmp->comm;
  Error *error = lmp->error;
  if (comm->me == 0) {
    utils::sfread(FLERR, &begin.size, sizeof(int), 1, fp, nullptr, error);
    if (begin.size >= static_cast<int>(sizeof(RestartHeader)))
      utils::sfread(FLERR, &begin.header, sizeof(RestartHeader), 1, fp, nullptr, error);
    if (memcmp(begin.header.mark, RESTART_MARK, sizeof(RESTART_MARK)) != 0) begin.header = {};
  }
  MPI_Bcast(&begin, sizeof(begin), MPI_BYTE, 0, lmp->world);
  if (begin.header.version != version || begin.header.bytes < 0)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: another version of VARDEM wrote the coefficients in the restart file (version "
               "{}; needed is {}). Let the VARDEM that wrote the file write a data file "
               "(write_data), read that one, and give pair_coeff again",
               style_name, begin.header.version, version);
  std::vector<char> record(begin.header.bytes);
  if (comm->me == 0) utils::sfread(FLERR, record.data(), 1, record.size(), fp, nullptr, error);
  MPI_Bcast(record.data(), begin.header.bytes, MPI_BYTE, 0, lmp->world);
  return record;
}

int VARDEM_NS::read_atom(PerAtomStore &store, const Fix *fix, Error *error, int nlocal,
                         const double *extra, int nth)
{
  const int tables = store.unpack_restart(nlocal, extra, nth);
  if (tables < 0)
    error->one(FLERR, Error::NOLASTLINE,
               "Fix {}: the restart file has data of a fix {} that was defined in another way, or "
               "by another version of VARDEM; define the fix as in the run that wrote the file, or "
               "give it another ID",
               fix->style, fix->id);
  return tables;
}

bool VARDEM_NS::has_restart_record(const Modify *modify, const Fix *fix)
{
  for (const RestartRecord &record : global_restart_records(modify))
    if (is_of(record, fix)) return true;
  return false;
}

void VARDEM_NS::read_state_of_variant(LAMMPS *lmp, Fix *fix)
{
  for (const RestartRecord &record : global_restart_records(lmp->modify)) {
    if (!is_of(record, fix) || record.style == utils::strip_style_suffix(fix->style, lmp)) continue;
    mark_as_read(lmp->modify, record);
    fix->restart(record.state);
    fix->restart_reset = 1;
    report(lmp, "global", fix, record);
  }
}

void VARDEM_NS::read_atoms_of_variant(LAMMPS *lmp, Fix *fix)
{
  for (const RestartRecord &record : per_atom_restart_records(lmp->modify)) {
    if (!is_of(record, fix) || record.style == fix->style) continue;
    mark_as_read(lmp->modify, record);
    for (int i = 0; i < lmp->atom->nlocal; i++) fix->unpack_restart(i, record.place);
    report(lmp, "peratom", fix, record);
  }
}
