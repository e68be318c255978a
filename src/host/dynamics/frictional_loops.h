// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_LOOPS_H
#define VARDEM_HOST_FRICTIONAL_LOOPS_H

#include "host/dynamics/contact_memory.h"
#include "host/dynamics/sphere_loops.h"
#include "kernels/contact/lever_row.h"
#include "kernels/inertia.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops of a step of rigid spheres with friction (host/dynamics/frictional_spheres.h). They are as
// those of host/dynamics/sphere_loops.h. Motions of columns are two vectors: velocity and angular
// velocity.

/** Sets the motions of owned atoms at the start of the step and at its end without contact forces,
 *  and their inverse inertia. velocity, free_velocity: of columns, 3 numbers. */
template <class Points, class Spheres> struct TakeMotions {
  Points points;
  Spheres atoms;
  ColumnsOfAtoms columns;
  MovingAtoms moving;
  double h, unit;    // force times unit is mass times acceleration
  bool planar;       // 2d
  const double *contact_forces;
  const double *velocity, *free_velocity;
  double *motion, *free_motion;
  VARDEM::InverseSphere *inverse;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    const bool is_free = columns.is_free(i);
    const VARDEM::Vec3 v = VARDEM::vectors_at(velocity)[c];
    VARDEM::Vec3 spin = turning(atoms.omega(i));
    if (!is_free && !moving.move(points.group_bits(i))) spin = {0.0, 0.0, 0.0};
    VARDEM::vectors_at(motion)[2 * c] = v;
    VARDEM::vectors_at(motion)[2 * c + 1] = spin;
    VARDEM::vectors_at(free_motion)[2 * c] = VARDEM::vectors_at(free_velocity)[c];
    VARDEM::vectors_at(free_motion)[2 * c + 1] = spin;
    inverse[c] = {0.0, 0.0};
    if (!is_free) return;
    const double m = atoms.mass(i), R = atoms.radius(i);
    inverse[c] = {unit / m, unit / (VARDEM::INERTIA_BALL * m * R * R)};
    const double *push = contact_forces + CONTACT_FORCE_COLUMNS * i + TORQUE_COLUMN;
    const VARDEM::Vec3 torque = atoms.torque(i) - VARDEM::Vec3{push[0], push[1], push[2]};
    VARDEM::vectors_at(free_motion)[2 * c + 1] = spin + h * inverse[c].turn(turning(torque));
  }

 private:
  VARDEM_INLINE VARDEM::Vec3 turning(const VARDEM::Vec3 &a) const
  {
    return planar ? VARDEM::Vec3{0.0, 0.0, a.z} : a;
  }
};

/** Sets the motions of wall points, whose velocities are those of the material of the wall. Spins
 *  count where contacts resist rolling. */
struct TakeWallMotions {
  int first_wall_point;
  const NearWall *walls;
  const PlacedWall *placed;    // by the number of the wall
  const double *velocity;
  double *motion, *free_motion;
  VARDEM::InverseSphere *inverse;

  VARDEM_INLINE void operator()(int k) const
  {
    const int c = first_wall_point + k;
    for (double *to : {motion, free_motion}) {
      VARDEM::vectors_at(to)[2 * c] = VARDEM::vectors_at(velocity)[c];
      VARDEM::vectors_at(to)[2 * c + 1] = placed[walls[k].number].motion.w_half;
    }
    inverse[c] = {0.0, 0.0};
  }
};

/** Sets levers, and the impulses of the last step: its forces go on, also if its length was another
 *  one, and so do its moments. At a wall the lever is the radius, wherever the wall is in the
 *  step. */
template <class Rows, class Ends> struct TakeLevers {
  Rows rows;
  Ends ends;
  const double *radii;    // of columns
  int first_wall_point;
  double h;
  ContactMemory memory;
  VARDEM::SphereLevers *levers;
  double *start, *moment;    // moment: null if there are none

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const auto row = rows.geometry.row(i, j, c);
      const VARDEM::Vec3 e = {row.e[0], row.e[1], row.e[2]};
      VARDEM::SphereLevers of = VARDEM::levers_of_spheres(e, radii[i], radii[j]);
      if (j >= first_wall_point) of = {of.n, radii[i], 0.0};
      levers[c] = of;
      const double *before =
          memory.find(ends.first(i, c), ContactsOfStep<Rows, Ends>::name_of(ends, i, c), of.n);
      VARDEM::vectors_at(start)[c] = h * memory.force(before, of.n);
      if (moment) VARDEM::vectors_at(moment)[c] = h * memory.moment(before, of.n);
    }
  }
};

/** Sets u = h (v+ - v) of rows, as steps without friction have it. */
struct MotionsOfRows {
  const double *motion, *velocity;    // 6 and 3 numbers
  double h, *u;

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::vectors_at(u)[i] =
        h * (VARDEM::vectors_at(motion)[2 * i] - VARDEM::vectors_at(velocity)[i]);
  }
};

/** Adds what contacts do to the atoms, owned or ghosts, as FindContactForces does it: force,
 *  virial, torque. */
template <class Space> struct FindFrictionalForces {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  ColumnsOfAtoms columns;
  const VARDEM::SphereLevers *levers;
  const double *impulse, *moment;    // moment: null if there are none
  double h;
  double *contact_forces;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const VARDEM::Vec3 f = VARDEM::vectors_at(impulse)[c] / h;
      if (!(dot(f, f) > 0.0)) continue;
      const int j = rows.column[c];
      add(i, j, c, f, true, columns.atom_of[i]);
      if (c < rows.middle[i] || columns.is_fixed_atom(j))
        add(i, j, c, f, false, columns.atom_of[j]);
    }
  }

 private:
  /** Several rows may push the same atom. A particle has half of the virial of a pair, and all of
   *  that with a wall. */
  VARDEM_INLINE void add(int i, int j, int c, const VARDEM::Vec3 &f, bool to_first, int atom) const
  {
    const auto row = rows.geometry.row(i, j, c);
    const double *e = row.e, part = j < columns.natoms ? 0.5 : 1.0;
    VARDEM::Vec3 torque = levers[c].torque(f, to_first);
    if (moment) torque = torque + ((to_first ? -1.0 : 1.0) / h) * VARDEM::vectors_at(moment)[c];
    const VARDEM::Vec3 force = to_first ? -f : f;
    const double push[CONTACT_FORCE_COLUMNS] = {force.x,
                                                force.y,
                                                force.z,
                                                part * e[0] * f.x,
                                                part * e[1] * f.y,
                                                part * e[2] * f.z,
                                                0.5 * part * (e[0] * f.y + e[1] * f.x),
                                                0.5 * part * (e[0] * f.z + e[2] * f.x),
                                                0.5 * part * (e[1] * f.z + e[2] * f.y),
                                                torque.x,
                                                torque.y,
                                                torque.z};
    double *to = contact_forces + static_cast<bigint>(CONTACT_FORCE_COLUMNS) * atom;
    for (int k = 0; k < CONTACT_FORCE_COLUMNS; k++) Space::add(to + k, push[k]);
  }
};

/** Sets the angular velocities of free spheres. */
template <class Spheres> struct SetSpins {
  Spheres atoms;
  ColumnsOfAtoms columns;
  const double *motion;

  VARDEM_INLINE void operator()(int i) const
  {
    if (columns.is_free(i))
      atoms.set_omega(i, VARDEM::vectors_at(motion)[2 * columns.column[i] + 1]);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
