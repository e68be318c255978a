// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_WALL_NAME_H
#define VARDEM_WALL_NAME_H

#include "kernels/vector3.h"

#include <cmath>

namespace VARDEM {

/** The name of a surface of a wall, by which contacts remember it: negative, a whole number, and
 *  exact. It has the label of the wall, which is a whole number below 2^32, and the number of the
 *  surface. Surfaces of triangles have their normal in place of a number, with 6 bits for each
 *  component, and a bit that no number of a region has. */
struct WallName {
  VARDEM_INLINE static double of(double label, int surface)
  {
    return -1.0 - label - BASE * surface;
  }
  VARDEM_INLINE static int number_of(const Vec3 &n)
  {
    return MARK + digit(n.x) + 64 * digit(n.y) + 4096 * digit(n.z);
  }
  VARDEM_INLINE static bool has_normal(double name) { return -1.0 - name >= MARK * BASE; }

  /** Of a name with a normal: the cosine of the angle between it and n, with an error of 2 degrees.
   *  Of surfaces of another wall it is less than any cosine. */
  VARDEM_INLINE static double likeness(double name, double of_wall, const Vec3 &n)
  {
    if (!has_normal(name) || std::fmod(-1.0 - name, BASE) != std::fmod(-1.0 - of_wall, BASE))
      return -2.0;
    const int number = static_cast<int>((-1.0 - name) / BASE);
    const Vec3 kept = {number % 64 - HALF, number / 64 % 64 - HALF, number / 4096 % 64 - HALF};
    return dot(kept, n) / norm(kept);
  }

 private:
  static constexpr double BASE = 4294967296.0, HALF = 31.0;
  static constexpr int MARK = 1 << 18;

  VARDEM_INLINE static int digit(double c) { return static_cast<int>(HALF * c + HALF + 0.5); }
};

}    // namespace VARDEM
#endif
