// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/bonds/bond_partners.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/lammps/lammps_versions.h"
#include "host/lammps/over_processes.h"
#include "lammps.h"
#include "memory.h"
#include "neighbor.h"
#include "output.h"
#include "thermo.h"

#include <algorithm>
#include <cmath>
#include <numeric>
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

namespace {

/** An atom that misses its partner. */
struct Missing {
  double x[3];
  double tag, partner;
};

std::vector<Missing> missing_here(const BondTopology &topology)
{
  const Atom *atom = topology.atom;
  std::vector<Missing> found;
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < topology.bonds(i); m++) {
      const int type = topology.type(i, m);
      const tagint partner = topology.partner(i, m);
      if (type <= 0 || !topology.is_mine(type) || topology.local(partner) >= 0) continue;
      const double *x = atom->x[i];
      found.push_back(
          {{x[0], x[1], x[2]}, static_cast<double>(atom->tag[i]), static_cast<double>(partner)});
    }
  return found;
}

// mine: LAMMPS without MPI has functions that take no const.
std::vector<Missing> on_all_processes(std::vector<Missing> mine, int nprocs, MPI_Comm world)
{
  constexpr int SIZE = sizeof(Missing);
  int n = SIZE * static_cast<int>(mine.size());
  std::vector<int> count(nprocs), first(nprocs);
  MPI_Allgather(&n, 1, MPI_INT, count.data(), 1, MPI_INT, world);
  std::exclusive_scan(count.begin(), count.end(), first.begin(), 0);
  std::vector<Missing> all((first.back() + count.back()) / SIZE);
  MPI_Allgatherv(mine.data(), n, MPI_BYTE, all.data(), count.data(), first.data(), MPI_BYTE, world);
  return all;
}

/** Of the two atoms, over all processes; -1 if there is no such partner. */
double distance(const LAMMPS *lmp, const BondTopology &topology, const Missing &one)
{
  const int j = topology.local(static_cast<tagint>(one.partner));
  double mine = -1.0;
  if (j >= 0 && j < lmp->atom->nlocal) {
    double e[3];
    for (int d = 0; d < 3; d++) e[d] = lmp->atom->x[j][d] - one.x[d];
    minimum_image(lmp->domain, e[0], e[1], e[2]);
    mine = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  }
  return over_processes(mine, MPI_MAX, lmp->world);
}

}    // namespace

void VARDEM_NS::require_partners(LAMMPS *lmp, const std::string &style_name,
                                 const BondTopology &topology)
{
  constexpr std::size_t MOST = 1000;    // of a large number of bonds, some tell enough
  const Thermo *thermo = lmp->output->thermo;
  if (thermo && thermo->lostbond == Thermo::IGNORE) return;
  const std::vector<Missing> mine = missing_here(topology);
  if (!on_any_process(!mine.empty(), lmp->world)) return;

  std::vector<Missing> all = on_all_processes(mine, lmp->comm->nprocs, lmp->world);
  all.resize(std::min(all.size(), MOST));
  const Missing *worst = nullptr;
  double longest = 0.0;
  for (const Missing &one : all) {
    const double length = distance(lmp, topology, one);
    if (length < 0.0)
      lmp->error->all(FLERR, Error::NOLASTLINE,
                      "{}: atom {} has a bond with atom {}, which does not exist; delete the bond "
                      "with delete_bonds, or delete atoms with delete_atoms ... bond yes",
                      style_name, one.tag, one.partner);
    if (length < longest) continue;
    longest = length;
    worst = &one;
  }
  lmp->error->all(FLERR, Error::NOLASTLINE,
                  "{}: atoms {} and {} of a bond are {:.6g} apart, and processes know atoms of "
                  "others up to the distance {:.6g} only; use comm_modify cutoff {:.6g}",
                  style_name, worst->tag, worst->partner, longest, lmp->comm->get_comm_cutoff(),
                  longest + lmp->neighbor->skin);
}

void LostBonds::pass_over(Output *output)
{
  restore(output);    // after a set-up that stopped in between
  int &now = output->thermo->lostbond;
  if (now == Thermo::IGNORE) return;    // also where another bond style has done this already
  changed = true;
  setting = now;
  now = Thermo::IGNORE;
}

void LostBonds::restore(Output *output)
{
  if (changed) output->thermo->lostbond = setting;
  changed = false;
}

void VARDEM_NS::end_bond(const BondTopology &topology, int i, tagint partner)
{
  for (int m = 0; m < topology.bonds(i); m++) {
    int &type = topology.atom->bond_type[i][m];
    if (topology.partner(i, m) == partner && type > 0 && topology.is_mine(type)) type = 0;
  }
}

namespace {

// LAMMPS has the ends of the sections of 1-2, 1-3 and 1-4 neighbors.
void forget_special(Atom *atom, int i, tagint partner)
{
  tagint *special = atom->special[i];
  int *ends = atom->nspecial[i];
  tagint *const found = std::find(special, special + ends[0], partner);
  if (found == special + ends[0]) return;
  std::copy(found + 1, special + ends[2], found);
  for (int k = 0; k < 3; k++) ends[k]--;
}

}    // namespace

void VARDEM_NS::forget_broken(Atom *atom, int i)
{
  const int *type = atom->bond_type[i];
  const tagint *partner = atom->bond_atom[i];
  const int n = atom->num_bond[i];
  for (int m = 0; m < n; m++) {
    if (type[m] != 0) continue;
    bool bonded = false;
    for (int other = 0; other < n; other++)
      bonded = bonded || (type[other] != 0 && partner[other] == partner[m]);
    if (!bonded) forget_special(atom, i, partner[m]);
  }
}
