// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_YIELDING_CELL_H
#define VARDEM_YIELDING_CELL_H

#include "kernels/vector3.h"

namespace VARDEM {

VARDEM_INLINE Vec3 products(const Vec3 &a, const Vec3 &b)
{
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/** A cell that the normal stresses along its axes push, as contacts push bodies. Impulses g of
 *  contacts with branches l, from the center of the first body to that of the second one, change
 *  its rate of strain along each axis a by inverse_a times the sum of g_a l_a; all that presses it
 *  besides changes the rate by free_a. Bodies move by these changes times their places, and so do
 *  their periodic images (doc/notes/friction.md 6). */
struct YieldingCell {
  Vec3 free, inverse;    // of a step [1/time, 1/(mass x length^2)]; all inverse 0: it is stiff
  Vec3 origin = {};      // of places
  const double *centres = nullptr;    // of columns; null: it is stiff
  int first_fixed = 0;                // the first column that does not follow the cell

  bool yields() const { return inverse.x + inverse.y + inverse.z > 0.0; }
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
    return centres ? products(free, place(j) - place(i)) : Vec3{0.0, 0.0, 0.0};
  }
};

}    // namespace VARDEM
#endif
