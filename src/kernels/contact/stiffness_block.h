// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STIFFNESS_BLOCK_H
#define VARDEM_STIFFNESS_BLOCK_H

#include "kernels/contact/springs.h"
#include "kernels/symmetric3.h"

namespace VARDEM {

/** Block K_ii of one particle with the parts K_uu of the translation u, K_rr of the rotation, and
 *  K_ur = -[lever]x. A vector is enough for K_ur, because the lever arms of spheres are along the
 *  normals. */
struct StiffnessBlock {
  Symmetric uu, rr;
  Vec3 lever;
};

/** Adds one contact to the block of one of its particles: J^T (kn n n^T + kt (1 - n n^T)) J with J
 *  = [1, -[R n]x], n the unit normal out of the particle and R its lever arm; rolling and twisting
 *  springs act on the rotation alone. */
VARDEM_INLINE void add_contact(StiffnessBlock &K, const Vec3 &n, double R, const Springs &k)
{
  add_uniaxial(K.uu, n, k.normal, k.tangent);
  add_uniaxial(K.rr, n, k.twist, k.tangent * R * R + k.roll);
  K.lever = K.lever + (k.tangent * R) * n;
}

}    // namespace VARDEM
#endif
