// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_WALL_POINT_H
#define VARDEM_WALL_POINT_H

#include "kernels/vector3.h"

#include <cmath>

namespace VARDEM {

/** The curvatures of a wall at a wall point, the point that is nearest to the centre of a sphere:
 *  1/radius, < 0 if the wall is hollow. */
struct WallPointCurvature {
  Vec3 direction;    // unit vector along the wall, of the first principal curvature
  double first, second;
};

/** How far the wall point of a centre moves in the plane of one principal direction, where the wall
 *  is a circle: by `along` times the direction, and by `towards` times the normal n, which points
 *  from the centre to the wall point. along_centre, towards_centre: the motion of the centre in
 *  this plane; distance: between centre and wall point before. */
struct WallPointOnCircle {
  double along, towards;

  VARDEM_INLINE WallPointOnCircle(double curvature, double distance, double along_centre,
                                  double towards_centre)
  {
    const double h = 1.0 + curvature * (distance - towards_centre), w = curvature * along_centre;
    const double s = std::sqrt(h * h + w * w);
    along = along_centre / s;
    towards = w * along_centre / (s * (s + h));
  }
};

/** How far the wall point moves if the centre moves by u. Exact for planes and cylinders; for
 *  others up to the third order of the motion along the wall. */
VARDEM_INLINE Vec3 motion_of_wall_point(const Vec3 &n, double distance, const WallPointCurvature &c,
                                        const Vec3 &u)
{
  const Vec3 second = cross(n, c.direction);
  const double towards = dot(u, n);
  const WallPointOnCircle a(c.first, distance, dot(u, c.direction), towards),
      b(c.second, distance, dot(u, second), towards);
  return a.along * c.direction + b.along * second + (a.towards + b.towards) * n;
}

/** The curvatures of a wall from the change of the normal n, per length, when the centre moves
 *  along the directions a and b = n x a. */
VARDEM_INLINE WallPointCurvature curvatures_of_wall(const Vec3 &a, const Vec3 &b, double distance,
                                                    const Vec3 &change_a, const Vec3 &change_b)
{
  const double aa = -dot(a, change_a), bb = -dot(b, change_b),
               ab = -0.5 * (dot(a, change_b) + dot(b, change_a));
  const double angle = 0.5 * std::atan2(2.0 * ab, aa - bb);
  const double mean = 0.5 * (aa + bb), half = std::hypot(0.5 * (aa - bb), ab);
  const auto at_wall = [&](double at_centre) {
    return at_centre / (1.0 - at_centre * distance);
  };
  return {std::cos(angle) * a + std::sin(angle) * b, at_wall(mean + half), at_wall(mean - half)};
}

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
    return likeness(static_cast<int>((-1.0 - name) / BASE), n);
  }
  /** The same, from the number_of() of a normal. */
  VARDEM_INLINE static double likeness(int number, const Vec3 &n)
  {
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
