// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_COLUMN_SPHERES_H
#define VARDEM_COLUMN_SPHERES_H

#include "kernels/contact/wall_point.h"
#include "kernels/vector3.h"

#include <cmath>

namespace VARDEM {

/** Spheres in the order of the columns of a network. The last columns are the wall points of rows:
 *  points on walls that are nearest to a centre, with radius 0. A wall point slides along its wall
 *  with its sphere. */
struct ColumnSpheres {
  const double *centres, *radii;
  int first_wall_point = 0, wall_points = 0;
  const int *row_of_wall_point = nullptr;
  const WallPointCurvature *curvature = nullptr;    // of the wall at each wall point
};

/** Sets the motions of wall points to those behind the motions of their spheres. */
struct SlideWallPoints {
  ColumnSpheres spheres;
  double *u;

  VARDEM_INLINE void operator()(int k) const
  {
    const int i = spheres.row_of_wall_point[k], j = spheres.first_wall_point + k;
    const Vec3 *centres = vectors_at(spheres.centres);
    const Vec3 branch = centres[j] - centres[i];
    const double distance = norm(branch);
    vectors_at(u)[j] =
        motion_of_wall_point(branch / distance, distance, spheres.curvature[k], vectors_at(u)[i]);
  }
};

/** Sets a = b + c, number by number. */
struct AddTo {
  const double *b, *c;
  double *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = b[k] + c[k]; }
};

/** Returns the length of the motion of a row. */
struct LengthOfMotion {
  const double *u;

  VARDEM_INLINE double operator()(int i) const
  {
    const double *a = u + 3 * i;
    return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  }
};

}    // namespace VARDEM
#endif
