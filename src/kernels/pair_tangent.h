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

}    // namespace VARDEM
#endif
