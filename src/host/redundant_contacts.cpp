/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/redundant_contacts.h"

#include <new>

using namespace LAMMPS_NS;
using VARDEM::MatrixEntry;

/* ---------------------------------------------------------------------- */

std::vector<int> VARDEM_NS::first_rows(int mine, MPI_Comm world)
{
  int processes;
  MPI_Comm_size(world, &processes);
  std::vector<int> counts(processes), first = {0};
  MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  for (const int count : counts) first.push_back(first.back() + count);
  return first;
}

/* ----------------------------------------------------------------------
   all entries on process 0
------------------------------------------------------------------------- */

static std::vector<MatrixEntry> gather(const std::vector<MatrixEntry> &entries, MPI_Comm world)
{
  MPI_Datatype type;
  MPI_Type_contiguous(sizeof(MatrixEntry), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  const std::vector<int> first = VARDEM_NS::first_rows(static_cast<int>(entries.size()), world);
  std::vector<int> counts;
  for (std::size_t k = 1; k < first.size(); k++) counts.push_back(first[k] - first[k - 1]);
  int me;
  MPI_Comm_rank(world, &me);
  std::vector<MatrixEntry> all(me == 0 ? first.back() : 0);
  MPI_Gatherv(entries.data(), static_cast<int>(entries.size()), type, all.data(), counts.data(),
              first.data(), type, 0, world);
  MPI_Type_free(&type);
  return all;
}

/* ---------------------------------------------------------------------- */

int VARDEM_NS::null_space_of_all(int n, const std::vector<MatrixEntry> &entries, MPI_Comm world)
{
  const std::vector<MatrixEntry> all = gather(entries, world);
  int me, found = 0;
  MPI_Comm_rank(world, &me);
  try {
    if (me == 0) found = VARDEM::null_space(n, all);
  } catch (const std::exception &) {
    found = -1;
  }
  MPI_Bcast(&found, 1, MPI_INT, 0, world);
  if (found < 0) throw std::runtime_error("the matrix of all contacts does not fit into memory");
  return found;
}
