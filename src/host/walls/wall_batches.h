// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_BATCHES_H
#define VARDEM_HOST_WALL_BATCHES_H

#include "host/walls/wall_loop.h"
#include "kernels/contact/wall_lanes.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The force loop of a wall on a host, in vector lanes. Loop is a WallLoop whose Atoms have
 *  type_of(i). Each contact goes to a batch of the type of its atom, and a batch that is full is
 *  evaluated. finish() evaluates the others. */
template <class Loop> class WallBatches;

template <class NormalForce, TangentialMemory SPRINGS, class Atoms, class Surfaces, class Listing>
class WallBatches<WallLoop<NormalForce, SPRINGS, Atoms, Surfaces, Listing>> {
  typedef WallLoop<NormalForce, SPRINGS, Atoms, Surfaces, Listing> Loop;

 public:
  /** types: of atoms, the first of which is 1. root: has any law a dashpot by_root? */
  WallBatches(const Loop &loop_in, VARDEM::WallForcesInLanes *in_lanes_in, int types,
              bool root_in) :
      loop(loop_in),
      in_lanes(in_lanes_in), root(root_in), batches(types + 1)
  {
  }

  void operator()(int i, WallSums &sums)
  {
    loop.visit(i, sums, [&](int k, const VARDEM::WallTouch &wall, const WallSlots &slots) {
      put(i, k, wall, slots, sums);
    });
  }

  void finish(WallSums &sums)
  {
    for (Batch &batch : batches) evaluate(batch, sums);
  }

 private:
  static constexpr int LANES = VARDEM::LANES;

  struct Batch {
    int n = 0;    // contacts in it
    int i[LANES], k[LANES], surface[LANES];
    VARDEM::WallLanes lanes = {};
  };

  const Loop loop;
  VARDEM::WallForcesInLanes *const in_lanes;
  const bool root;
  std::vector<Batch> batches;    // by type

  VARDEM_HOST_INLINE void put(int i, int k, const VARDEM::WallTouch &wall, const WallSlots &slots,
                              WallSums &sums)
  {
    Batch &batch = batches[loop.atoms.type_of(i)];
    const int l = batch.n++;
    batch.i[l] = i;
    batch.k[l] = k;
    batch.surface[l] = wall.surface;
    batch.lanes.template set<SPRINGS>(l, wall, loop.atoms.radius(i),
                                      k < 0 ? wall.n : slots.normal(k),
                                      loop.state(i, k, wall, slots));
    if (batch.n == LANES) evaluate(batch, sums);
  }

  /** Lanes that are not filled have contacts of an earlier batch. */
  VARDEM_NOINLINE void evaluate(Batch &batch, WallSums &sums)
  {
    if (batch.n == 0) return;
    in_lanes(batch.lanes, loop.atoms.law(batch.i[0]), loop.time, root, SPRINGS);
    WallSums here = sums;    // nothing else that is written can be in it, so it stays in registers
    for (int l = 0; l < batch.n; l++) {
      VARDEM::WallTouch wall = batch.lanes.touch(l);
      wall.surface = batch.surface[l];
      loop.take(batch.i[l], batch.k[l], wall,
                batch.lanes.contacts.template forces<SPRINGS, true>(l), here);
    }
    sums = here;
    batch.n = 0;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
