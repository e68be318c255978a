// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_BATCHES_H
#define VARDEM_HOST_CONTACT_BATCHES_H

#include "host/pair/contact_loop.h"
#include "host/pair/pair_coefficients.h"
#include "kernels/contact/contact_lanes.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The force loop of a pair style on a CPU. Its results are those of ContactLoop for each atom,
 *  apart from the order of sums.
 *
 *  Most neighbors do not touch, and no CPU foresees which ones do. So the search for contacts has
 *  no branch: it writes down each neighbor and counts those that touch. When it has found enough,
 *  each contact goes to a batch of its law. A batch that is full is evaluated in vector lanes.
 *
 *  Loop is a ContactLoop. Its Atoms have types(i, j), too: the place of two types in a table of
 *  laws; its List has atom(n). fetch() of both asks for the memory that sort() reads. */
template <class Loop> class ContactBatches;

template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS, bool TALLY, class Atoms,
          class List>
class ContactBatches<ContactLoop<NormalForce, SQRT_DASHPOT, SPRINGS, TALLY, Atoms, List>> {
  typedef ContactLoop<NormalForce, SQRT_DASHPOT, SPRINGS, TALLY, Atoms, List> Loop;

 public:
  /** in_lanes: finds the forces of a batch. longest: no atom has more neighbors. */
  ContactBatches(const Loop &loop_in, VARDEM::ForcesInLanes *in_lanes_in, const LawTable &laws_in,
                 int longest) :
      loop(loop_in),
      in_lanes(in_lanes_in), laws(laws_in), batches(laws.count()),
      found_i(new int[ENOUGH + longest]), found_k(new int[ENOUGH + longest])
  {
  }

  /** The contacts of the atoms first <= n < last of the list. */
  void operator()(int first, int last, ContactSums &sums)
  {
    int count = 0;
    for (int n = first; n < last; n++) {
      count = search(loop.list.atom(n), count);
      if (count < ENOUGH) continue;
      sort(count, sums);
      count = 0;
    }
    sort(count, sums);
    for (int law = 0; law < laws.count(); law++) evaluate(law, sums);
  }

 private:
  static constexpr int LANES = VARDEM::LANES, ENOUGH = 4 * LANES;
  /** Contacts between the call for memory and its use. To sort eight takes longer than memory needs
   *  to answer, and their lines, at most ten each, stay in the smallest cache. */
  static constexpr int AHEAD = 8;
  /** Without springs only strong dashpots need half-step velocities, which come later. */
  static constexpr TangentialMemory GATHERED =
      SPRINGS == TangentialMemory::NONE_FULL_STEP ? TangentialMemory::NONE : SPRINGS;

  struct Batch {
    int n = 0;    // contacts in it
    int i[LANES], j[LANES], k[LANES];
    double factor[LANES];
    VARDEM::LanesOf<NormalForce> lanes = {};
  };

  const Loop loop;
  VARDEM::ForcesInLanes *const in_lanes;
  const LawTable &laws;
  std::vector<Batch> batches;                 // one of each law
  std::unique_ptr<int[]> found_i, found_k;    // atoms and their neighbors

  /** Appends the neighbors of atom i that touch it now, or did at the step before; returns how many
   *  are found now. */
  VARDEM_HOST_INLINE int search(int i, int count) const
  {
    const VARDEM::Vec3 xi = loop.atoms.x(i);
    const double Ri = loop.atoms.radius(i);
    const int n = loop.list.size(i);
    for (int k = 0; k < n; k++) {
      const int j = loop.list.entry(i, k) & NEIGHMASK;
      const VARDEM::Vec3 e = loop.atoms.x(j) - xi;
      const double reach = loop.reach_between(i, j, k, Ri, loop.atoms.radius(j));
      bool found = dot(e, e) < reach * reach;
      if constexpr (has_springs(SPRINGS)) found |= loop.list.touch(i, k) != 0;
      found_i[count] = i;
      found_k[count] = k;
      count += found;
    }
    return count;
  }

  /** The memory of contacts to come is asked for early: no cache foresees which atoms they have. */
  VARDEM_NOINLINE void sort(int count, ContactSums &sums)
  {
    for (int n = 0; n < count; n++) {
      if (n + AHEAD < count) fetch(found_i[n + AHEAD], found_k[n + AHEAD]);
      sort(found_i[n], found_k[n], sums);
    }
  }

  VARDEM_HOST_INLINE void fetch(int i, int k) const
  {
    loop.atoms.template fetch<has_both_velocities(GATHERED)>(loop.list.entry(i, k) & NEIGHMASK);
    if constexpr (has_springs(SPRINGS)) loop.list.fetch(i, k);
  }

  VARDEM_HOST_INLINE void sort(int i, int k, ContactSums &sums)
  {
    const int entry = loop.list.entry(i, k), j = entry & NEIGHMASK;
    const VARDEM::Vec3 e = loop.atoms.x(j) - loop.atoms.x(i);
    if constexpr (has_springs(SPRINGS)) {
      const double reach = loop.reach_between(i, j, k, loop.atoms.radius(i), loop.atoms.radius(j));
      if (!(dot(e, e) < reach * reach)) return loop.release(i, j, k, e, sums);
    }
    const double factor = loop.list.special(entry);
    if (factor == 0.0) return;
    const int law = laws.number(loop.atoms.types(i, j));
    Batch &batch = batches[law];
    const int l = batch.n++;
    batch.i[l] = i;
    batch.j[l] = j;
    batch.k[l] = k;
    batch.factor[l] = factor;
    batch.lanes.template set_pair<GATHERED>(
        l, loop.template pair<has_both_velocities(GATHERED)>(i, j, k, e));
    if (batch.n == LANES) evaluate(law, sums);
  }

  /** Lanes that are not filled have contacts of an earlier batch. */
  VARDEM_NOINLINE void evaluate(int law, ContactSums &sums)
  {
    Batch &batch = batches[law];
    VARDEM::LaneLoop how = {SQRT_DASHPOT, SPRINGS, TALLY, GATHERED == SPRINGS};
    if (!in_lanes(batch.lanes, laws.law(law), loop.time, how)) {
      for (int l = 0; l < batch.n; l++) batch.lanes.half.set(l, loop.half(batch.i[l], batch.j[l]));
      how.half = true;
      in_lanes(batch.lanes, laws.law(law), loop.time, how);
    }
    for (int l = 0; l < batch.n; l++) {
      const int i = batch.i[l];
      const auto push = loop.take(i, batch.j[l], batch.k[l], batch.factor[l],
                                  VARDEM::Lanes::get(batch.lanes.e, l),
                                  batch.lanes.template forces<SPRINGS, TALLY>(l), sums);
      loop.atoms.add(i, push.force, push.moment);
    }
    batch.n = 0;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
