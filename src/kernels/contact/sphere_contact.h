// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SPHERE_CONTACT_H
#define VARDEM_SPHERE_CONTACT_H

#include "kernels/vector3.h"

namespace VARDEM {

/** R with 1/R = 1/R1 + 1/R2. */
VARDEM_INLINE double effective_radius(double R1, double R2)
{
  return R1 * R2 / (R1 + R2);
}

/** Two spheres that overlap, the first and the second, or the first and a wall. */
struct SphereContact {
  // branch vector from the first centre to the second, or to the nearest point of the wall
  Vec3 e;
  Vec3 n;    // unit normal from the first to the second
  double distance, overlap;
  double lever_1, lever_2;    // from the centres to the contact point, along the normals
  double R;                   // effective radius; Hooke's law does not need it
  double turning;             // angle of n over a displacement of the first body across it
  bool wall;                  // is the second body a wall?
  // n at the step before; of walls only, for spheres it follows from the velocities
  Vec3 n_before;
};

/** lever: part of the overlap by which each lever arm is shorter than the radius. With 1/2 both
 *  forces act at the same point, so that angular momentum is conserved. With 0 the arms are the
 *  radii, as in LAMMPS' styles gran/.... */
VARDEM_INLINE SphereContact touching(const Vec3 &e, double distance, double R1, double R2,
                                     double lever)
{
  const double overlap = R1 + R2 - distance;
  return {e,
          (1.0 / distance) * e,
          distance,
          overlap,
          R1 - lever * overlap,
          R2 - lever * overlap,
          effective_radius(R1, R2),
          1.0 / distance,
          false,
          {}};
}

/** A point of a wall that is nearest to the centre of a sphere. */
struct WallTouch {
  Vec3 n;             // unit vector from the centre to the wall
  double distance;    // between the centre and the wall
  // 1/radius of the wall, < 0 if it is hollow, 0 of a plane. Of a cylinder: half of 1/radius
  double curvature;
  int surface;    // number of this surface of the wall
};

/** Does a sphere fit into the wall, if the wall is hollow? */
VARDEM_INLINE bool fits(const WallTouch &wall, double R1)
{
  return 1.0 + wall.curvature * R1 > 0.0;
}

/** R with 1/R = 1/R1 + curvature, where the sphere fits. */
VARDEM_INLINE double effective_radius(const WallTouch &wall, double R1)
{
  return R1 / (1.0 + wall.curvature * R1);
}

/** A sphere and a wall. The wall has no lever arm: its velocity is taken at the end of the lever
 *  arm of the sphere. n_before: the normal at the step before, or n if the contact begins. */
VARDEM_INLINE SphereContact touching_wall(const WallTouch &wall, double R1, double lever,
                                          const Vec3 &n_before)
{
  const double overlap = R1 - wall.distance;
  return {wall.distance * wall.n,
          wall.n,
          wall.distance,
          overlap,
          R1 - lever * overlap,
          0.0,
          effective_radius(wall, R1),
          wall.curvature / (1.0 + wall.curvature * wall.distance),
          true,
          n_before};
}

/** A plane through the point p; n: unit normal to the side of the grains. */
VARDEM_INLINE WallTouch touch_of_plane(const Vec3 &p, const Vec3 &n, const Vec3 &x)
{
  return {-n, dot(x - p, n), 0.0, 0};
}

/** Velocity of the surface of the first body relative to the second at the contact. */
struct ContactVelocity {
  double closing;    // along the normal, > 0 if the bodies approach
  Vec3 sliding;      // in the tangent plane
};

/** The same at the step (full_step_velocity.h). */
struct FullStepContactVelocity {
  ContactVelocity now, change;    // change: in the half step
  double time_per_mass;           // time step over the effective mass
};

/** v: velocity of the first centre minus that of the second; w1, w2: angular velocities. */
VARDEM_INLINE ContactVelocity contact_velocity(const SphereContact &c, const Vec3 &v,
                                               const Vec3 &w1, const Vec3 &w2)
{
  const double closing = dot(v, c.n);
  return {closing, v - closing * c.n + cross(c.lever_1 * w1 + c.lever_2 * w2, c.n)};
}

struct ListedContact {
  Vec3 normal;    // unit vector from the first body to the second
  Vec3 point;     // in the middle of the gap or overlap
  double gap;     // < 0: overlap
  Vec3 force;     // on the first body
  // of rolling and twisting, on the first body
  Vec3 couple = {0.0, 0.0, 0.0};
};

/** x, R: centre and radius of the first sphere; n: unit normal to the second; F, couple: on the
 *  first. */
VARDEM_INLINE ListedContact listed_contact(const Vec3 &x, double R, const Vec3 &n, double gap,
                                           const Vec3 &F, const Vec3 &couple = {0.0, 0.0, 0.0})
{
  return {n, x + (R + 0.5 * gap) * n, gap, F, couple};
}

/** The same contact if the two bodies change places. */
VARDEM_INLINE ListedContact swapped(const ListedContact &c)
{
  return {-c.normal, c.point, c.gap, -c.force, -c.couple};
}

}    // namespace VARDEM
#endif
