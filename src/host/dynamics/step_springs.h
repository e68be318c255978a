// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_SPRINGS_H
#define VARDEM_HOST_STEP_SPRINGS_H

#include "force.h"
#include "kernels/vector3.h"
#include "solvers/operator.h"

#include "pointers.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The tangential spring of a contact of a row. It is the spring of the sphere of the row. The
 *  other sphere has the opposite. In a thin periodic box a sphere may touch several images of
 *  another one, which differ by their branches. */
struct SpringOfRow {
  tagint other;    // ID of the other atom; of a wall: minus its number, counted from 1
  int surface;     // of the wall
  VARDEM::Vec3 spring;
  VARDEM::Vec3 branch;    // from the sphere of the row to the other one; zero: to a wall
};

/** The tangential springs of the contacts of an implicit step where the step starts, by the rows of
 *  a network. Pair style and walls keep them. A spring of a free body is known to the process that
 *  owns the body: with newton_pair on, where LAMMPS has it on one process only, the other one gets
 *  a copy. */
class StepSprings : protected Pointers {
 public:
  using Pointers::Pointers;

  /** What a network says about its columns. */
  struct Columns {
    const int *of_atoms;    // of owned atoms and ghosts
    int nrows, first_fixed;
    const VARDEM::GhostOwners *owners;    // needed if must_share()
  };

  /** Must processes tell each other of springs? */
  bool must_share() const { return force->newton_pair; }
  /** All processes must call it. */
  void take(const Columns &columns);

  /** One number more than rows; row i has the springs from first[i] on. */
  std::vector<int> &first() { return first_of; }
  std::vector<SpringOfRow> &springs() { return sorted; }

 private:
  struct Found {
    int row;
    SpringOfRow spring;
  };
  std::vector<Found> found;
  std::vector<int> first_of;
  std::vector<SpringOfRow> sorted;

  void take_pairs(const Columns &columns, std::vector<std::vector<Found>> &sent);
  void take_walls(const Columns &columns);
  void sort(int nrows);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
