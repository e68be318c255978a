// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/clump_command.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "group.h"
#include "host/input/arguments.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Stops if an atom of the group is alone in its molecule. fix rigid/small would stop as well, but
 *  would not name the molecule. A molecule that has only one atom on some rank may have others
 *  elsewhere, so the atoms of these molecules are counted on all ranks. */
void check_no_single_spheres(LAMMPS *lmp, const char *style, int groupbit)
{
  const Atom *atom = lmp->atom;
  std::unordered_map<tagint, int> count;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) count[atom->molecule[i]]++;

  std::vector<tagint> lonely;
  for (const auto &molecule : count)
    if (molecule.second == 1) lonely.push_back(molecule.first);

  const int nprocs = lmp->comm->nprocs;
  int n = static_cast<int>(lonely.size());
  std::vector<int> recvcounts(nprocs), displs(nprocs + 1, 0);
  MPI_Allgather(&n, 1, MPI_INT, recvcounts.data(), 1, MPI_INT, lmp->world);
  for (int p = 0; p < nprocs; p++) displs[p + 1] = displs[p] + recvcounts[p];
  std::vector<tagint> candidates(displs[nprocs]);
  MPI_Allgatherv(lonely.data(), n, MPI_LMP_TAGINT, candidates.data(), recvcounts.data(),
                 displs.data(), MPI_LMP_TAGINT, lmp->world);

  std::vector<int> mine, total(candidates.size());
  for (const tagint molecule : candidates) {
    const auto found = count.find(molecule);
    mine.push_back(found == count.end() ? 0 : found->second);
  }
  MPI_Allreduce(mine.data(), total.data(), (int) mine.size(), MPI_INT, MPI_SUM, lmp->world);
  for (std::size_t m = 0; m < total.size(); m++)
    if (total[m] == 1)
      lmp->error->all(FLERR, Error::NOPOINTER,
                      "Fix {}: the clump of molecule {} is a single particle. Exclude it from the "
                      "group, and use an integrator of single particles for it",
                      style, candidates[m]);
}

}    // namespace

int VARDEM_NS::words_of_rigid_keyword(const std::string &keyword)
{
  static const std::unordered_map<std::string, int> words = {
      {"infile", 2}, {"reinit", 2}, {"mol", 2}, {"gravity", 2}, {"langevin", 5}};
  const auto found = words.find(keyword);
  return (found == words.end()) ? 1 : found->second;
}

void VARDEM_NS::require_several_members(LAMMPS *lmp, int narg, char **args)
{
  const int igroup = lmp->group->find(args[1]);
  if (igroup >= 0 && narg > 3 && strcmp(args[3], "molecule") == 0 && lmp->atom->molecule_flag)
    check_no_single_spheres(lmp, args[2], lmp->group->bitmask[igroup]);
}

ClumpCommand::ClumpCommand(LAMMPS *lmp, int narg, char **args) : variational(lmp)
{
  const char *const style = args[2];
  Keywords keywords(lmp->error, fmt::format("Fix {}", style));
  const int first = (narg > 3 && strcmp(args[3], "custom") == 0) ? 5 : 4;
  int iarg = 0;
  while (iarg < narg) {
    const int next = (iarg >= first) ? variational.parse(style, iarg, narg, args) : iarg;
    const int words = (next > iarg) ? 0 : (iarg >= first) ? words_of_rigid_keyword(args[iarg]) : 1;
    if (next > iarg || words > 1) keywords.once(args[iarg], iarg);
    const int end = std::min(narg, next + words);
    arg.insert(arg.end(), &args[next], &args[end]);
    iarg = end;
  }

  require_several_members(lmp, narg, args);
}
