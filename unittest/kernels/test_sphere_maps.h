// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_SPHERE_MAPS_H
#define VARDEM_TEST_SPHERE_MAPS_H

#include "test_motion.h"

namespace VARDEM {

// Maps of Baker & Gonzalez, arXiv:2112.01623, for a sphere with J = 1 under its weight: Omega = L.
// Stated in doc/notes/rotations.md 2.1.

constexpr Vec3 UNIT_SPHERE = {1.0, 1.0, 1.0};

/** (23), (25) and the exact exponential differ by the increment of the orientation. */
template <class Increment> struct VerletMap {
  Weight weight;
  double h;

  Motion operator()(const Motion &m) const
  {
    const auto rotate = [](const Quat &q, const Vec3 &, const Vec3 &L_half, const Vec3 &,
                           double step) {
      return rotated(q, step * L_half, Increment());
    };
    return kick_rotate_kick(m, UNIT_SPHERE, h, rotate, weight);
  }
};

using Map23 = VerletMap<IncrementExact>;
using Map25 = VerletMap<IncrementNewmark>;
using MapExponential = VerletMap<IncrementExponential>;

/** Omega is that of the step: one kick. */
struct Map27 {
  Weight weight;
  double h;

  Motion operator()(const Motion &m) const
  {
    const Vec3 L = m.L + h * weight(m.q);
    return {rotated(m.q, h * L, IncrementNewmark()), L};
  }
};

}    // namespace VARDEM
#endif
