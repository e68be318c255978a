// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/solve/redundant_contacts.h"

#include "lmptype.h"

#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

using namespace LAMMPS_NS;
using VARDEM::MatrixEntry;

namespace {

/** What f() throws; empty if it throws nothing. */
template <class F> std::string failure_of(const F &f)
{
  try {
    f();
  } catch (const std::bad_alloc &) {
    return "there is not enough memory";
  } catch (const std::exception &e) {
    return e.what();
  }
  return "";
}

}    // namespace

void VARDEM_NS::together(MPI_Comm world, const std::function<void()> &f)
{
  std::string failure = failure_of(f);
  int me, processes;
  MPI_Comm_rank(world, &me);
  MPI_Comm_size(world, &processes);
  int mine = failure.empty() ? processes : me, first;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, world);
  if (first == processes) return;
  constexpr int LENGTH = 200;
  failure.resize(LENGTH, '\0');
  MPI_Bcast(&failure[0], LENGTH, MPI_CHAR, first, world);
  throw std::runtime_error(failure.c_str());
}

std::vector<int> VARDEM_NS::first_of_all(std::size_t mine, const char *what, MPI_Comm world)
{
  int processes;
  MPI_Comm_size(world, &processes);
  bigint number = mine;
  std::vector<bigint> counts(processes);
  MPI_Allgather(&number, 1, MPI_LMP_BIGINT, counts.data(), 1, MPI_LMP_BIGINT, world);
  std::vector<int> first = {0};
  bigint sum = 0;
  for (const bigint count : counts) {
    sum += count;
    if (sum > std::numeric_limits<int>::max())
      throw std::runtime_error(std::string("it has more than 2^31 ") + what);
    first.push_back(static_cast<int>(sum));
  }
  return first;
}

// All entries on process 0.
static std::vector<MatrixEntry> gather(std::vector<MatrixEntry> entries, MPI_Comm world)
{
  std::vector<int> first = VARDEM_NS::first_of_all(entries.size(), "numbers", world);
  std::vector<int> counts;
  for (std::size_t k = 1; k < first.size(); k++) counts.push_back(first[k] - first[k - 1]);
  int me;
  MPI_Comm_rank(world, &me);
  std::vector<MatrixEntry> all;
  VARDEM_NS::together(world, [&] {
    if (me == 0) all.resize(first.back());
  });
  MPI_Datatype type;
  MPI_Type_contiguous(sizeof(MatrixEntry), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Gatherv(entries.data(), static_cast<int>(entries.size()), type, all.data(), counts.data(),
              first.data(), type, 0, world);
  MPI_Type_free(&type);
  return all;
}

int VARDEM_NS::null_space_of_all(int n, std::vector<MatrixEntry> entries, MPI_Comm world)
{
  const std::vector<MatrixEntry> all = gather(std::move(entries), world);
  int me, found = 0;
  MPI_Comm_rank(world, &me);
  together(world, [&] {
    if (me == 0) found = VARDEM::null_space(n, all);
  });
  MPI_Bcast(&found, 1, MPI_INT, 0, world);
  return found;
}
