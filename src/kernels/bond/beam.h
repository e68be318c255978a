// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BEAM_H
#define VARDEM_BEAM_H

#include "kernels/bond/binder.h"

namespace VARDEM {

/** A bond as a round beam of the radius r and the length l, with Young's modulus E and Poisson's
 *  ratio nu.
 *
 *  Derived in doc/notes/binder-bonds.md 7. KA = E A l, KM = E I/l, KT = G Ip/l, and KS = 12 E I/(l
 *  (1 + Phi)), Phi = 12 E I/(k G A l^2) with Cowper's coefficient of shear k = 6 (1 + nu)/(7 + 6
 *  nu), J. Appl. Mech. 33, 335 (1966). With the linear energy of shear and form N, this is the
 *  stiffness matrix of Timoshenko's beam: a chain of bonds has the deflections of the beam under
 *  loads at its bodies. */
VARDEM_INLINE Binder beam(double E, double nu, double r, double l)
{
  constexpr double PI = 3.14159265358979323846;
  const double A = PI * r * r, I = 0.25 * A * r * r, G = 0.5 * E / (1.0 + nu);
  const double k = 6.0 * (1.0 + nu) / (7.0 + 6.0 * nu);
  const double bending = 12.0 * E * I / l, shear = k * G * A * l;
  return {E * A * l, bending * shear / (bending + shear), 0.0, E * I / l, G * 2.0 * I / l, 0.0, 0.0,
          0.0};
}

}    // namespace VARDEM
#endif
