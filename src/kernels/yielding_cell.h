// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_YIELDING_CELL_H
#define VARDEM_YIELDING_CELL_H

#include "kernels/vector3.h"

namespace VARDEM {

/** A cell that the normal stresses along its axes push, as contacts push bodies. Impulses g of
 *  contacts with branches l, from the center of the first body to that of the second one, change
 *  its rate of strain along each axis a by inverse_a times the sum of g_a l_a; all that presses it
 *  besides changes the rate by free_a. Bodies move by these changes times their places, and so do
 *  their periodic images (doc/notes/friction.md 6). Sums, changes, free and inverse have a number
 *  for each axis; places, velocities and impulses are vectors in space. */
struct YieldingCell {
  bool yields = false;                // otherwise nothing below counts
  Vec3 free = {}, inverse = {};       // of a step [1/time, 1/(mass x length^2)]
  Vec3 origin = {};                   // of places
  const double *centres = nullptr;    // of columns
  int first_fixed = 0;                // the first column that does not follow the cell

  VARDEM_INLINE Vec3 place(int column) const
  {
    return column < first_fixed ? vectors_at(centres)[column] - origin : Vec3{0.0, 0.0, 0.0};
  }
  /** What an impulse between these columns adds to the sums of g_a l_a. */
  VARDEM_INLINE Vec3 push(int i, int j, const Vec3 &g) const
  {
    return products(g, place(j) - place(i));
  }
  /** Of the rates, for these sums. */
  VARDEM_INLINE Vec3 change(const Vec3 &sums) const { return free + products(inverse, sums); }
  /** What the second of these columns moves faster than the first one, without impulses. */
  VARDEM_INLINE Vec3 velocity(int i, int j) const
  {
    return yields ? products(free, place(j) - place(i)) : Vec3{0.0, 0.0, 0.0};
  }
};

}    // namespace VARDEM
#endif
