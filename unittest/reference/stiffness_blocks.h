// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STIFFNESS_BLOCKS_H
#define VARDEM_STIFFNESS_BLOCKS_H

#include "kernels/bond/bond_shear.h"

namespace VARDEM {

/** Block of a stiffness matrix: -d(force, moment) on one body by the (displacement, rotation) of a
 *  body. */
struct PairBlock {
  double a[6][6];
};

/** All four blocks: K[i][j] gives the force on body i by the motion of body j. t * motion is the
 *  change of the PairForce. */
template <class Tangent> void stiffness_blocks(const Tangent &t, PairBlock (&K)[2][2])
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
