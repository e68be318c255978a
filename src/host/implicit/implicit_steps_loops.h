// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_IMPLICIT_STEPS_LOOPS_H
#define VARDEM_HOST_IMPLICIT_STEPS_LOOPS_H

#include "host/dynamics/sphere_loops.h"
#include "host/implicit/implicit_steps.h"
#include "host/lammps/clumps.h"
#include "kernels/inertia.h"
#include "solvers/implicit/implicit_step_loops.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops of an implicit step (host/implicit/soft_spheres.h). Each struct is the body of one loop of
// a Space. Columns and rows belong to a network. Rates have six numbers: velocity, and spin times
// radius.

/** Sets the rates of owned atoms, and velocities with and without loads; loads of rows, of moments
 *  over the radius; masses, and moments of inertia over the square of the radius. Fixed atoms have
 *  the mass with which the pair style knows them, which is 0 (infinite) under fix freeze only. */
template <class Points, class Spheres> struct TakeGrains {
  Points atoms;
  Spheres spheres;
  ColumnsOfAtoms columns;
  double h, unit;    // force times unit is mass times acceleration
  MovingAtoms moving;
  bool planar;
  const double *contact_forces;
  double *rate, *velocity, *free_velocity, *load, *contact_load, *mass;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    VARDEM::Vec3 v = atoms.v(i), w = spheres.rotating(spheres.omega(i));
    if (planar) v.z = 0.0;
    if (!columns.is_free(i) && !moving.move(atoms.group_bits(i))) v = w = {0.0, 0.0, 0.0};
    const double R = spheres.radius(i);
    VARDEM::vectors_at(rate)[2 * c] = v;
    VARDEM::vectors_at(rate)[2 * c + 1] = R * w;
    VARDEM::vectors_at(velocity)[c] = VARDEM::vectors_at(free_velocity)[c] = v;
    const double m = atoms.mass(i) / unit;
    if (!(atoms.group_bits(i) & moving.frozen_bits))
      for (int k = 0; k < 3; k++) {
        mass[6 * c + k] = m;
        mass[6 * c + 3 + k] = VARDEM::INERTIA_BALL * m;
      }
    if (!columns.is_free(i)) return;
    const VARDEM::Vec3 *contact = VARDEM::vectors_at(contact_forces + FORCE_COLUMNS * i);
    VARDEM::Vec3 F = atoms.f(i) - contact[0], of_contacts = contact[0];
    if (planar) F.z = of_contacts.z = 0.0;
    VARDEM::vectors_at(load)[2 * c] = F;
    VARDEM::vectors_at(load)[2 * c + 1] = spheres.rotating(spheres.torque(i) - contact[1]) / R;
    VARDEM::vectors_at(contact_load)[2 * c] = of_contacts;
    VARDEM::vectors_at(contact_load)[2 * c + 1] = spheres.rotating(contact[1]) / R;
    VARDEM::vectors_at(free_velocity)[c] = v + (h / m) * F;
  }
};

/** Sets the rates of the wall points, which do not rotate. */
struct RatesOfWallPoints {
  int first_wall_point;
  const double *velocity;
  double *rate;

  VARDEM_INLINE void operator()(int k) const
  {
    const int c = first_wall_point + k;
    VARDEM::vectors_at(rate)[2 * c] = VARDEM::vectors_at(velocity)[c];
    VARDEM::vectors_at(rate)[2 * c + 1] = {0.0, 0.0, 0.0};
  }
};

/** Tells each point of a wall its contact and its row. */
template <class Rows> struct PointsOfWalls {
  Rows rows;
  const NearWall *walls;
  VARDEM::WallPoints all;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int k = rows.column[c] - all.first;
      if (k >= 0) all.points[k] = {c, walls[k].number, {0.0, 0.0, 0.0}, 0.0, 0.0, -1.0, i};
    }
  }
};

/** Sets the places where columns start. Walls have moved by one step already, but for free ones, so
 *  that wall points go back along the normal. */
struct StartPlaces {
  const double *centres;
  const NearWall *walls;
  int first_wall_point;
  double h;
  const double *velocity;
  double *place;

  VARDEM_INLINE void operator()(int c) const
  {
    VARDEM::Vec3 x = VARDEM::vectors_at(centres)[c];
    if (c >= first_wall_point) {
      const NearWall &wall = walls[c - first_wall_point];
      x = x + (dot(wall.shift, wall.n) - h * dot(wall.n, VARDEM::vectors_at(velocity)[c])) * wall.n;
    }
    VARDEM::vectors_at(place)[c] = x;
  }
};

/** Adds the rotations of a part of a step, times radii. */
struct AddTurns {
  const double *u;
  double *turn;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 0; k < 3; k++) turn[3 * i + k] += u[6 * i + 3 + k];
  }
};

/** Brings columns to where the flow of the cell carries them in the step, and keeps the way. */
struct CarryByFlow {
  VARDEM::UpperTriangle flow;
  VARDEM::Vec3 origin;
  double *place, *carried;

  VARDEM_INLINE void operator()(int c) const
  {
    const VARDEM::Vec3 way = flow * (VARDEM::vectors_at(place)[c] - origin);
    VARDEM::vectors_at(carried)[c] = way;
    VARDEM::vectors_at(place)[c] = VARDEM::vectors_at(place)[c] + way;
  }
};

/** Brings columns of images with the flow of the cell, against the atoms that they are images of.
 *  original: places of these atoms. Loops over columns from `first` on. */
struct CarryImages {
  VARDEM::UpperTriangle flow;
  int first;
  const double *original;
  double *place;

  VARDEM_INLINE void operator()(int n) const
  {
    const int c = first + n;
    VARDEM::Vec3 &x = VARDEM::vectors_at(place)[c];
    x = x + flow * (x - VARDEM::vectors_at(original)[c]);
  }
};

/** Changes rates by forces over a time: rate += time (a + b)/mass. */
struct KickRates {
  const double *mass, *a, *b;
  double time;
  double *rate;

  VARDEM_INLINE void operator()(int k) const { rate[k] += time * (a[k] + b[k]) / mass[k]; }
};

/** Sets motions of rows by the forces with which a step may start: those where it starts and their
 *  lag, which is what forces of the balance have had beside these in the last step. Forces change
 *  little in a step that is short beside a contact, and their changes even less. */
struct PredictedMotions {
  const int *atom_of;
  const double *mass, *load, *contact_load, *lag;    // lag: of atoms
  double time;                                       // squared, times the weight of forces
  double *change;

  VARDEM_INLINE void operator()(int row) const
  {
    const double *of_atom = lag + FORCE_COLUMNS * atom_of[row];
    for (int k = 0, n = FORCE_COLUMNS * row; k < FORCE_COLUMNS; k++, n++)
      change[n] = time * (load[n] + contact_load[n] + of_atom[k]) / mass[n];
  }
};

/** Keeps for the atoms of rows a part of a - b, or of a if b is null. */
struct KeepForAtoms {
  const int *atom_of;
  double part;
  const double *a, *b;
  double *to;

  VARDEM_INLINE void operator()(int row) const
  {
    double *of_atom = to + FORCE_COLUMNS * atom_of[row];
    for (int k = 0, n = FORCE_COLUMNS * row; k < FORCE_COLUMNS; k++, n++)
      of_atom[k] = part > 0.0 ? part * (b ? a[n] - b[n] : a[n]) : 0.0;
  }
};

/** Motions of columns, as ExtentsOfMotions takes them. */
struct MotionsOfColumns {
  static constexpr int COUNT = 1;
  const double *motion;

  VARDEM_INLINE VARDEM::Vec3 at(int c, int) const { return VARDEM::vectors_at(motion)[c]; }
  VARDEM_INLINE VARDEM::Vec3 by_flow(int) const { return {0.0, 0.0, 0.0}; }
};

/** Finds how far the surface of a column has gone at most since rows were found, relative to a
 *  drift, and whether a row has other wall points now. */
template <class Rows> struct SinceRows {
  Rows rows;    // with the wall points of then
  int nrows_then;
  VARDEM::ColumnSpheres spheres;
  const double *centres_then, *radii_then;
  VARDEM::Vec3 drift;
  const int *atom_of;
  WallsOfAtoms walls;

  VARDEM_INLINE void operator()(int c, VARDEM::Maxima<2> &found) const
  {
    const VARDEM::Vec3 way =
        VARDEM::vectors_at(spheres.centres)[c] - VARDEM::vectors_at(centres_then)[c];
    found.take(0, norm(way - drift) + spheres.radii[c] - radii_then[c]);
    if (rows.nrows != nrows_then || (c < rows.nrows && walls.natoms > 0 && !has_walls(c)))
      found.take(1, 1.0);
  }

 private:
  VARDEM_INLINE bool has_walls(int row) const
  {
    const int i = atom_of[row], next = walls.first[i + 1], n = next - walls.first[i],
              first = rows.first[row], end = rows.first[row + 1];
    return end - n >= first &&
        (n == 0 || rows.column[end - 1] == spheres.first_wall_point + next - 1) &&
        (end - n == first || rows.column[end - n - 1] < spheres.first_wall_point);
  }
};

/** Sets the rates behind a motion of the theta scheme: v + (u/h - v)/theta. What a solver without
 *  solution has left out of balance is then no kick, and the energy of a long step does not grow by
 *  it; the sum of momenta is not kept. */
struct RatesOfMotion {
  double h, theta;
  const double *u;
  double *rate;

  VARDEM_INLINE void operator()(int k) const { rate[k] += (u[k] / h - rate[k]) / theta; }
};

/** Adds displacements of columns to their places, and motions to the sum of all. */
struct MovePlaces {
  const double *displacement, *u;
  double *place, *total;

  VARDEM_INLINE void operator()(int c) const
  {
    for (int k = 0; k < 3; k++) {
      place[3 * c + k] += displacement[3 * c + k];
      total[3 * c + k] += u[6 * c + k];
    }
  }
};

/** Moves owned atoms, and sets velocities and spins of free atoms. */
template <class Points, class Spheres> struct MoveGrains {
  Points atoms;
  Spheres spheres;
  ColumnsOfAtoms columns;
  MovingAtoms moving;
  double h;
  const double *total, *rate, *velocity;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    if (columns.is_free(i)) {
      atoms.set_x(i, atoms.x(i) + VARDEM::vectors_at(total)[c]);
      atoms.set_v(i, VARDEM::vectors_at(rate)[2 * c]);
      spheres.set_omega(i, VARDEM::vectors_at(rate)[2 * c + 1] / spheres.radius(i));
      return;
    }
    if (!moving.are_moved_here(atoms.group_bits(i))) return;
    atoms.set_x(i, atoms.x(i) + h * VARDEM::vectors_at(velocity)[c]);
  }
};

/** Atoms with the velocities that they will have at the end of the step. */
template <class Points> struct PointsAtEnd {
  Points atoms;
  const double *changes;    // 6 numbers

  VARDEM_INLINE VARDEM::Vec3 v(int i) const
  {
    return atoms.v(i) + VARDEM::vectors_at(changes)[2 * i];
  }
};

/** Behind MoveGrains: gives free atoms the mean velocities of the step, and keeps by what the new
 *  ones differ. */
template <class Points, class Spheres> struct HandMeanVelocities {
  Points atoms;
  Spheres spheres;
  ColumnsOfAtoms columns;
  double h;
  const double *total, *turn;    // of columns and rows, in the whole step; rotations times radii
  double *changes;               // of atoms: 6 numbers

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::Vec3 dv = {0.0, 0.0, 0.0}, dw = dv;
    if (columns.is_free(i)) {
      const int c = columns.column[i];
      const VARDEM::Vec3 v = VARDEM::vectors_at(total)[c] / h,
                         w = VARDEM::vectors_at(turn)[c] / (h * spheres.radius(i));
      dv = atoms.v(i) - v;
      dw = spheres.omega(i) - w;
      atoms.set_v(i, v);
      spheres.set_omega(i, w);
    }
    VARDEM::vectors_at(changes)[2 * i] = dv;
    VARDEM::vectors_at(changes)[2 * i + 1] = dw;
  }
};

/** Adds to velocities and spins of atoms. */
template <class Points, class Spheres> struct AddChanges {
  Points atoms;
  Spheres spheres;
  const double *changes;    // 6 numbers

  VARDEM_INLINE void operator()(int i) const
  {
    atoms.set_v(i, atoms.v(i) + VARDEM::vectors_at(changes)[2 * i]);
    spheres.set_omega(i, spheres.omega(i) + VARDEM::vectors_at(changes)[2 * i + 1]);
  }
};

/** Changes velocities and spins of the atoms of rows over a time, by all forces but those of
 *  contacts, and by elastic forces. */
template <class Points, class Spheres> struct KickAtoms {
  Points atoms;
  Spheres spheres;
  double time;    // times the unit of TakeGrains
  bool planar;
  const double *contact_forces,
      *elastic;    // of atoms; elastic: NO_ROW if the step had no row of it
  static constexpr double NO_ROW = HUGE_VAL;

  VARDEM_INLINE void operator()(int i) const
  {
    const VARDEM::Vec3 *contacts = VARDEM::vectors_at(contact_forces) + 2 * i,
                       *own = VARDEM::vectors_at(elastic) + 2 * i;
    if (own->x == NO_ROW) return;
    const double R = spheres.radius(i), by = time / atoms.mass(i);
    VARDEM::Vec3 F = own[0] + (atoms.f(i) - contacts[0]);
    if (planar) F.z = 0.0;
    const VARDEM::Vec3 T = own[1] + spheres.rotating(spheres.torque(i) - contacts[1]) / R;
    atoms.set_v(i, atoms.v(i) + by * F);
    spheres.set_omega(i, spheres.omega(i) + (by / (VARDEM::INERTIA_BALL * R)) * T);
  }
};

// --- what LAMMPS leaves out of a minimization: gravity, and atoms that are held ---

template <class Points> struct AddWeight {
  Points atoms;
  VARDEM::Vec3 g;    // weight per mass

  VARDEM_INLINE void operator()(int i) const
  {
    if (atoms.selects(i)) atoms.set_f(i, atoms.f(i) + atoms.mass(i) * g);
  }
};

/** Sums: the potential energy of the weight of atoms, at their places in the box that they have
 *  started from. */
template <class Points> struct PotentialOfWeight {
  Points atoms;
  VARDEM::Vec3 g;    // weight per mass
  const imageint *images;
  VARDEM::UpperTriangle box;    // edges of the box

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<1> &sums) const
  {
    if (!atoms.selects(i)) return;
    const VARDEM::Vec3 x = atoms.x(i) + box * boxes(images[i]);
    sums.s[0] -= atoms.mass(i) * dot(g, x);
  }
};

/** Takes away the forces and torques of atoms that do not move, so that they do not count in
 *  LAMMPS' norms. */
template <class Points, class Spheres> struct ReleaseHeld {
  Points atoms;
  Spheres spheres;
  HeldAtoms held;

  VARDEM_INLINE void operator()(int i) const
  {
    if (!held.is_fixed(atoms.group_bits(i))) return;
    spheres.set_f(i, {0.0, 0.0, 0.0});
    spheres.set_torque(i, {0.0, 0.0, 0.0});
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
