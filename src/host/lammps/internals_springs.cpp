// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals_springs.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "my_page.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::vectors_at;

namespace {

struct Room : public FixNeighHistory {
  static void set(FixNeighHistory *history, int most) { history->*(&Room::maxpartner) = most; }
};

}    // namespace

void VARDEM_NS::make_room_for_partners(FixNeighHistory *history, int most, int natoms)
{
  Room::set(history, most);
  history->grow_arrays(natoms);
}

// A partner of an atom has the numbers of its springs, and behind them its branch vector.
SpringsByImage::SpringsByImage(LAMMPS *lmp, int narg, char **arg) :
    FixNeighHistory(lmp, narg, arg), columns(dnum)
{
  dnum = columns + 3;
  dnumbytes = dnum * sizeof(double);
}

// The old pages of the atoms stay until the new ones have their springs.
void SpringsByImage::init()
{
  if (!ipage_atom || (pgsize == neighbor->pgsize && oneatom == neighbor->oneatom))
    return FixNeighHistory::init();
  const MyPage<tagint> *const old_partners = std::exchange(ipage_atom, nullptr);
  const MyPage<double> *const old_values = std::exchange(dpage_atom, nullptr);
  FixNeighHistory::init();
  const int n = atom->nlocal;
  const std::vector<tagint *> partners(partner, partner + n);
  const std::vector<double *> values(valuepartner, valuepartner + n);
  make_room(n);
  for (int i = 0; i < n; i++) {
    std::copy_n(partners[i], npartner[i], partner[i]);
    std::copy_n(values[i], dnum * npartner[i], valuepartner[i]);
  }
  delete[] old_partners;
  delete[] old_values;
}

// Calls f(i, j, springs) for each pair of the neighbor list with springs.
template <class F> void SpringsByImage::each_spring(const F &f) const
{
  const NeighList *list = pair->list;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int k = 0; k < list->numneigh[i]; k++)
      if (firstflag[i][k]) f(i, list->firstneigh[i][k] & NEIGHMASK, &firstvalue[i][columns * k]);
  }
}

// For as many partners as have been counted.
void SpringsByImage::make_room(int natoms)
{
  ipage_atom->reset();
  dpage_atom->reset();
  for (int i = 0; i < natoms; i++) {
    partner[i] = ipage_atom->get(npartner[i]);
    valuepartner[i] = dpage_atom->get(dnum * npartner[i]);
    if (!partner[i] || !valuepartner[i])
      error->one(FLERR, Error::NOLASTLINE,
                 "Atom {} has {} contacts with springs of friction, more than neighbor lists have "
                 "room for; increase neigh_modify one",
                 atom->tag[i], npartner[i] - (i < nlocal_neigh));
  }
}

void SpringsByImage::keep(int i, tagint other, const double *springs, double sign,
                          const Vec3 &branch)
{
  const int m = npartner[i]++;
  partner[i][m] = other;
  double *to = &valuepartner[i][dnum * m];
  for (int c = 0; c < columns; c++) to[c] = springs ? sign * springs[c] : 0.0;
  *vectors_at(to + columns) = branch;
}

// Fixes that stand before the pair style may have inserted atoms since the list was built, but
// other atoms must have their places.
void SpringsByImage::require_same_atoms() const
{
  bool same = atom->nlocal >= nlocal_neigh;
  for (int i = 0; same && i < nlocal_neigh; i++) same = atom->tag[i] == tags[i];
  if (!same)
    error->one(FLERR, Error::NOLASTLINE,
               "Pair style {} must be defined before fixes that delete or exchange atoms, such as "
               "evaporate or balance, because its springs of friction go by the neighbor list",
               force->pair_match_ptr(pair));
}

// From the neighbor list to the atoms. With newton on, a ghost has partners for its owner.
void SpringsByImage::pre_exchange()
{
  require_same_atoms();
  const int known = newton_pair ? nall_neigh : nlocal_neigh;
  const int now = atom->nlocal + (newton_pair ? atom->nghost : 0);
  const auto forget = [&] {
    std::fill_n(npartner, std::max(known, now), 0);
  };
  forget();
  std::fill_n(npartner, nlocal_neigh, 1);
  each_spring([&](int i, int j, const double *) {
    npartner[i]++;
    if (j < known) npartner[j]++;
  });
  if (newton_pair) {
    commflag = NPARTNER;
    comm->reverse_comm(this);
  }
  make_room(known);

  forget();
  const tagint *tag = atom->tag;
  const Vec3 *x = vectors_at(atom->x[0]);
  const bool inserted = atom->nlocal > nlocal_neigh;    // in the places of ghosts
  for (int i = 0; i < nlocal_neigh; i++) keep(i, tag[i], nullptr, 1.0, {0.0, 0.0, 0.0});
  each_spring([&](int i, int j, const double *springs) {
    const Ghost ghost = inserted && j >= nlocal_neigh ? ghosts[j - nlocal_neigh]
                                                      : Ghost{tag[j], x[j]};
    keep(i, ghost.tag, springs, 1.0, ghost.x - x[i]);
    if (j < known) keep(j, tag[i], springs, -1.0, x[i] - ghost.x);
  });
  if (newton_pair) {
    commflag = PERPARTNER;
    comm->reverse_comm_variable(this);
  }
  for (int i = nlocal_neigh; i < atom->nlocal; i++) npartner[i] = 0;

  maxpartner = 0;
  for (int i = 0; i < nlocal_neigh; i++) maxpartner = std::max(maxpartner, npartner[i]);
  maxexchange = (dnum + 1) * maxpartner + 1;
}

// The place of atom j among the partners of atom i, which know it by the ID `other`, or -1.
int SpringsByImage::find(int i, int j, tagint other) const
{
  const Vec3 *x = vectors_at(atom->x[0]);
  for (int m = 0; m < npartner[i]; m++) {
    if (partner[i][m] != other) continue;
    const Vec3 way = x[j] - x[i] - *vectors_at(&valuepartner[i][dnum * m + columns]);
    if (dot(way, way) < reach * reach) return m;
  }
  return -1;
}

// From the atoms to a new neighbor list. Two images of an atom are apart by a side of the box, or
// more if it is tilted.
void SpringsByImage::post_neighbor()
{
  nlocal_neigh = atom->nlocal;
  nall_neigh = nlocal_neigh + atom->nghost;
  tags.assign(atom->tag, atom->tag + nlocal_neigh);
  ghosts.clear();
  for (int j = nlocal_neigh; j < nall_neigh; j++)
    ghosts.push_back({atom->tag[j], vectors_at(atom->x[0])[j]});
  if (maxatom < nlocal_neigh) {
    maxatom = nall_neigh;
    memory->sfree(firstflag);
    memory->sfree(firstvalue);
    firstflag = (int **) memory->smalloc(maxatom * sizeof(int *), "contact_springs:flags");
    firstvalue = (double **) memory->smalloc(maxatom * sizeof(double *), "contact_springs:springs");
  }
  ipage_neigh->reset();
  dpage_neigh->reset();

  reach = HUGE_VAL;
  for (int k = 0; k < domain->dimension; k++)
    if (domain->periodicity[k]) reach = std::min(reach, 0.5 * domain->prd[k]);

  double **known;    // IDs of owned atoms and ghosts, by which their partners know them
  memory->create(known, nall_neigh, 1, "contact_springs:known");
  for (int i = 0; i < nlocal_neigh; i++) known[i][0] = ubuf(npartner[i] ? partner[i][0] : 0).d;
  comm->forward_comm_array(1, known);

  const NeighList *list = pair->list;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii], size = list->numneigh[i];
    firstflag[i] = ipage_neigh->get(size);
    firstvalue[i] = dpage_neigh->get(columns * size);
    for (int k = 0; k < size; k++) {
      const int j = list->firstneigh[i][k] & NEIGHMASK;
      const int m = find(i, j, static_cast<tagint>(ubuf(known[j][0]).i));
      firstflag[i][k] = m >= 0;
      double *to = &firstvalue[i][columns * k];
      if (m < 0)
        std::fill_n(to, columns, 0.0);
      else
        std::copy_n(&valuepartner[i][dnum * m], columns, to);
    }
  }
  memory->destroy(known);
}
