// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/bonds/tag_pairs.h"

#include "atom.h"
#include "comm.h"
#include "lammps.h"
#include "memory.h"

#include <algorithm>
#include <unordered_map>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

constexpr int ALL_TO_ALL = 1;    // kind of message of Comm::rendezvous()

/** What the process that keeps the address of an atom receives: that process `owner` owns it, or a
 *  pair to be sent on. */
struct Letter {
  tagint atom, partner;
  int owner;    // -1: a pair
};

/** Called by Comm::rendezvous(): answers with the pairs, and with the processes that they go to. */
int send_on(int n, char *inbuf, int &flag, int *&procs, char *&outbuf, void *lmp)
{
  const auto *letters = reinterpret_cast<Letter *>(inbuf);
  std::unordered_map<tagint, int> owner;
  for (int k = 0; k < n; k++)
    if (letters[k].owner >= 0) owner[letters[k].atom] = letters[k].owner;

  auto *memory = static_cast<LAMMPS *>(lmp)->memory;
  memory->create(procs, n, "tag_pairs:procs");
  auto *out = static_cast<TagPair *>(
      memory->smalloc(static_cast<bigint>(n) * sizeof(TagPair), "tag_pairs:out"));
  int m = 0;
  for (int k = 0; k < n; k++) {
    if (letters[k].owner >= 0) continue;
    const auto found = owner.find(letters[k].atom);
    if (found == owner.end()) continue;
    procs[m] = found->second;
    out[m++] = {letters[k].atom, letters[k].partner};
  }
  outbuf = reinterpret_cast<char *>(out);
  flag = 2;    // the answer is in memory of its own
  return m;
}

}    // namespace

TagPairs VARDEM_NS::sent_to_owners(LAMMPS *lmp, const TagPairs &pairs)
{
  const Atom *atom = lmp->atom;
  Comm *comm = lmp->comm;
  std::vector<Letter> letters;
  for (int i = 0; i < atom->nlocal; i++) letters.push_back({atom->tag[i], 0, comm->me});
  for (const auto &pair : pairs) letters.push_back({pair.atom, pair.partner, -1});
  std::vector<int> procs;
  for (const auto &letter : letters) procs.push_back(static_cast<int>(letter.atom % comm->nprocs));

  char *received = nullptr;
  const int n = comm->rendezvous(ALL_TO_ALL, static_cast<int>(letters.size()),
                                 reinterpret_cast<char *>(letters.data()), sizeof(Letter), 0,
                                 procs.data(), send_on, 0, received, sizeof(TagPair), lmp);
  const auto *mine = reinterpret_cast<TagPair *>(received);
  TagPairs sorted(mine, mine + n);
  lmp->memory->sfree(received);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}
