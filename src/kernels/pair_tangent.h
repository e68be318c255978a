// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_PAIR_TANGENT_H
#define VARDEM_PAIR_TANGENT_H

#include "kernels/vector3.h"

namespace VARDEM {

/** Displacements of the centres and rotations of the first and of the second body, or velocities
 *  and spins. */
struct PairDisplacement {
  Vec3 u1, th1, u2, th2;
};

/** Force on the first body (on the second it is the opposite), and moments on both bodies about
 *  their centres. */
struct PairForce {
  Vec3 F, M1, M2;
};

/** Block of a stiffness matrix: -d(force, moment) on one body by the (displacement, rotation) of a
 *  body. */
struct PairBlock {
  double a[6][6];
};

/** All four blocks: K[i][j] gives the force on body i by the motion of body j. t * motion is the
 *  change of the PairForce. */
template <class Tangent> VARDEM_INLINE void stiffness_blocks(const Tangent &t, PairBlock (&K)[2][2])
{
  for (int j = 0; j < 2; j++)
    for (int column = 0; column < 6; column++) {
      double unit[2][6] = {};
      unit[j][column] = 1.0;
      const PairForce f = t *
          PairDisplacement{{unit[0][0], unit[0][1], unit[0][2]},
                           {unit[0][3], unit[0][4], unit[0][5]},
                           {unit[1][0], unit[1][1], unit[1][2]},
                           {unit[1][3], unit[1][4], unit[1][5]}};
      const double rows[2][6] = {{f.F.x, f.F.y, f.F.z, f.M1.x, f.M1.y, f.M1.z},
                                 {-f.F.x, -f.F.y, -f.F.z, f.M2.x, f.M2.y, f.M2.z}};
      for (int i = 0; i < 2; i++)
        for (int row = 0; row < 6; row++) K[i][j].a[row][column] = -rows[i][row];
    }
}

}    // namespace VARDEM
#endif
