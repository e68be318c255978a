// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_COLUMN_SPHERES_H
#define VARDEM_COLUMN_SPHERES_H

#include "kernels/vector3.h"
#include "kernels/walls/wall_point.h"

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

/** Sets the displacements of wall points: a wall point moves with its wall, and slides along the
 *  wall with its sphere. */
template <int DOF> struct PlaceWallPoints {
  ColumnSpheres spheres;
  const double *u;    // of a wall point: the motion of the wall. Null: walls do not move
  double part;
  double *displacement;

  VARDEM_INLINE void operator()(int k) const
  {
    const int i = spheres.row_of_wall_point[k], j = spheres.first_wall_point + k;
    const Vec3 *centres = vectors_at(spheres.centres);
    const Vec3 branch = centres[j] - centres[i];
    const double distance = norm(branch);
    Vec3 moved = {0.0, 0.0, 0.0};
    if (u) moved = part * Vec3{u[DOF * j], u[DOF * j + 1], u[DOF * j + 2]};
    vectors_at(displacement)[j] = moved +
        motion_of_wall_point(branch / distance, distance, spheres.curvature[k],
                             vectors_at(displacement)[i] - moved);
  }
};

/** Returns the length of a displacement. */
template <int DOF> struct DisplacementOf {
  const double *u;

  VARDEM_INLINE double operator()(int i) const
  {
    const double *a = u + DOF * i;
    return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  }
};

}    // namespace VARDEM
#endif
