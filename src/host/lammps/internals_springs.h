// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_SPRINGS_H
#define VARDEM_HOST_INTERNALS_SPRINGS_H

#include "comm.h"
#include "fix_neigh_history.h"
#include "kernels/vector3.h"
#include "update.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// A part of the access to what LAMMPS does not publish: see host/lammps/internals.h.

/** LAMMPS' fix NEIGH_HISTORY for springs of contacts: firstflag says which pairs of the neighbor
 *  list have them, firstvalue has their vectors, which have the opposite sign for the other atom.
 *  The last argument is the count of their numbers. LAMMPS finds the pairs of a new list by
 *  the IDs of the two atoms, if they overlap. This is not enough:
 *  - In a thin periodic box an atom touches several images of another one. So each spring is kept
 *    with its branch vector.
 *  - Commands between runs give new IDs to atoms (delete_atoms, reset_atoms id). So each atom
 *    keeps the ID by which its partners know it, as a partner of itself: the first one, with a
 *    branch of zero. Atoms that have come since have no partners.
 *  - The loss of energy of a contact is found after it has opened. So its spring is needed without
 *    an overlap.
 *  - After neigh_modify one or page LAMMPS frees the memory in which atoms have their springs.
 *  Relies on: npartner, partner, valuepartner, dnum, maxpartner, commflag, maxatom, newton_pair
 *  and the pages of FixNeighHistory, src/fix_neigh_history.cpp. */
class SpringsByImage : public FixNeighHistory {
 public:
  SpringsByImage(LAMMPS *, int narg, char **arg);

  void init() override;
  void pre_exchange() override;
  void post_neighbor() override;

 private:
  struct Ghost {
    tagint tag;
    VARDEM::Vec3 x;
  };
  std::vector<tagint> tags;     // of owned atoms when the list was built
  std::vector<Ghost> ghosts;    // then; fixes may insert atoms in their places
  const int columns;            // numbers of a pair in the neighbor list
  double reach = 0.0;    // partners are nearer than this to where they were; other images are not

  template <class F> void each_spring(const F &) const;
  void require_same_atoms() const;
  void make_room(int natoms);
  /** springs: of the pair, times sign; null if there are none. */
  void keep(int i, tagint other, const double *springs, double sign, const VARDEM::Vec3 &branch);
  int find(int i, int j, tagint other) const;
};

/** The springs of a pair style, in History, which has saved them with the atoms at the end of a run.
 *  Command write_restart then makes ghost atoms anew, while the neighbor list of the run has the
 *  numbers of the old ones. So it does not read the springs from that list again. The commands of
 *  run ... every come at the end of a run, too, though LAMMPS does not tell them from a run.
 *  Relies on: post_run() of FixNeighHistory saves them, src/fix_neigh_history.cpp. */
template <class History> class SavedSprings : public History {
 public:
  using History::History;

  void post_run() override
  {
    History::post_run();
    saved_at = this->update->ntimestep;
  }
  void post_neighbor() override
  {
    saved_at = -1;
    History::post_neighbor();
  }
  void write_restart(FILE *fp) override
  {
    if (this->update->whichflag != 0 && saved_at != this->update->ntimestep)
      return History::write_restart(fp);
    const int size = 0;    // of the global data; the springs are per-atom data
    if (this->comm->me == 0) fwrite(&size, sizeof(int), 1, fp);
  }

 private:
  bigint saved_at = -1;    // time step
};

/** Gives each of natoms atoms room for this many partners. LAMMPS' fix NEIGH_HISTORY/KK begins with
 *  8, and writes beyond its arrays in the step in which it finds that it needs more. Relies on:
 *  maxpartner and grow_arrays(), src/KOKKOS/fix_neigh_history_kokkos.cpp. */
void make_room_for_partners(FixNeighHistory *, int most, int natoms);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
