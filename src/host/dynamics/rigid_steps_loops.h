/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_RIGID_STEPS_LOOPS_H
#define VARDEM_HOST_RIGID_STEPS_LOOPS_H

#include "host/dynamics/atom_motions.h"
#include "host/dynamics/rigid_steps.h"
#include "host/network/closed_contacts.h"
#include "host/network/near_walls.h"
#include "kernels/contact/touching_spheres.h"
#include "kernels/contact/wall_motion.h"
#include "kernels/inertia.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops of a step of rigid spheres (host/dynamics/rigid_steps.h). Each struct is the body of one loop of a Space (solvers/space.h). Bodies is
// an accessor of atoms as in host/atoms/bodies.h. Columns and rows are those of a network.

/** Which atoms have which column. Rows come first. */
struct ColumnsOfAtoms {
  const int *column, *atom_of;
  int nrows, first_fixed, natoms;    // the columns behind those of atoms are feet on walls

  VARDEM_INLINE bool is_free(int i) const { return column[i] < nrows; }
  VARDEM_INLINE bool is_fixed_atom(int c) const { return c >= first_fixed && c < natoms; }
};

/** Which fixed atoms move in a step, by the bits of groups of PresentStep. */
struct MovingAtoms {
  int still_bits, moved_bits, moving_bits;

  explicit MovingAtoms(const PresentStep &step) :
      still_bits(step.still_bits), moved_bits(step.moved_bits), moving_bits(step.moving_bits)
  {
  }
  /** Does the fix of the steps move such atoms by their velocity? */
  VARDEM_INLINE bool are_moved_here(int bits) const
  {
    return !(bits & still_bits) && (bits & moving_bits) == moving_bits;
  }
  /** Does any fix move them? If none does, LAMMPS' array may still have a velocity. */
  VARDEM_INLINE bool move(int bits) const
  {
    return are_moved_here(bits) || (!(bits & still_bits) && (bits & moved_bits));
  }
};

/** Sets the velocities of owned atoms, and load and inertia of rows. Forces of atoms contain the pushes of the last step. The loads of all
 *  other forces act over the whole step: v_free = v + h F/m. */
template <class Bodies> struct TakeState {
  Bodies atoms;
  ColumnsOfAtoms columns;
  double h, unit;    // force times unit is mass times acceleration
  MovingAtoms moving;
  bool planar;
  const double *pushes;
  double *velocity, *free_velocity, *load, *inertia;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    VARDEM::Vec3 v = atoms.v(i);
    if (planar) v.z = 0.0;
    if (!columns.is_free(i) && !moving.move(atoms.group_bits(i))) v = {0.0, 0.0, 0.0};
    VARDEM::vectors_at(velocity)[c] = VARDEM::vectors_at(free_velocity)[c] = v;
    if (!columns.is_free(i)) return;
    const double *push = pushes + PUSH_COLUMNS * i, m = atoms.mass(i) / unit;
    VARDEM::Vec3 F = atoms.f(i) - VARDEM::Vec3{push[0], push[1], push[2]};
    if (planar) F.z = 0.0;
    VARDEM::vectors_at(load)[c] = F;
    VARDEM::vectors_at(free_velocity)[c] = v + (h / m) * F;
    for (int k = 0; k < 3; k++) inertia[3 * c + k] = m / (h * h);
  }
};

/** Sets the velocities of the feet: those of the material of the walls. */
struct TakeFeet {
  const double *centres;
  const NearWall *walls;
  const VARDEM::WallMotion *motion;    // by the number of the wall
  int first_foot;
  double h;
  double *velocity, *free_velocity;

  VARDEM_INLINE void operator()(int k) const
  {
    const int c = first_foot + k;
    VARDEM::vectors_at(velocity)[c] = VARDEM::vectors_at(free_velocity)[c] = walls[k].velocity(
        motion[walls[k].number].v_half(VARDEM::vectors_at(centres)[c] + walls[k].shift), h);
  }
};

/** Sets the gap of each contact. */
struct PresentGaps {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  const double *radii;    // of columns
  double *gap;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      gap[c] = VARDEM::touching_spheres(rows.geometry.row(i, j, c), radii[i], radii[j]).gap;
    }
  }
};

/** Walls have moved by one step already. Takes this motion back from the gaps: the solver counts it by the velocities of the feet. If a
 *  wall passes a centre, the gap is that of the plane through the foot where the wall brings it. */
struct TakeBackWalls {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  const NearWall *walls;
  int first_foot;
  double h;
  const double *velocity;
  double *gap;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int foot = rows.column[c] - first_foot;
      if (foot < 0) continue;
      gap[c] += dot(walls[foot].shift, walls[foot].n) +
          h * VARDEM::approach_of_other(rows, i, c, velocity);
    }
  }
};

/** Sums: the work of gravity on a free atom in the step, with the mean of the velocities before and after it. */
template <class Bodies> struct SumPull {
  Bodies atoms;
  ColumnsOfAtoms columns;
  VARDEM::Vec3 g;
  int bits;    // gravity acts on atoms that have all of these
  double h;
  const double *velocity, *motion;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<1> &sums) const
  {
    if (!columns.is_free(i) || (atoms.group_bits(i) & bits) != bits) return;
    const int c = columns.column[i];
    const VARDEM::Vec3 path =
        h * VARDEM::vectors_at(velocity)[c] + 0.5 * VARDEM::vectors_at(motion)[c];
    sums.s[0] += atoms.mass(i) * dot(g, path);
  }
};

/** Adds what contacts do to the atoms, owned or ghosts, which start at zero. A contact with a free ghost is also on the process that owns
 *  that atom; one with a fixed ghost is only here. Like LAMMPS, each of two atoms has half of the virial. A contact with a wall
 *  gives all of it to the atom. */
template <class Space> struct PushAtoms {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  ColumnsOfAtoms columns;
  const double *force;
  double *pushes;

  VARDEM_INLINE static void add(const VARDEM::TouchingSpheres &touch, double force, double halves,
                                double side, double *to)
  {
    for (int k = 0; k < 3; k++) to[k] += side * force / touch.distance * touch.branch.e[k];
    VARDEM::add_half_stress(touch, -halves * force, to + 3);
  }

  VARDEM_INLINE void operator()(int i) const
  {
    double *mine = pushes + PUSH_COLUMNS * columns.atom_of[i];
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      if (!(force[c] > 0.0)) continue;
      const int j = rows.column[c];
      const auto touch = VARDEM::touching_spheres(rows.geometry.row(i, j, c), 0.0, 0.0);
      add(touch, force[c], j < columns.natoms ? 1.0 : 2.0, -1.0, mine);
      if (c < rows.middle[i] || columns.is_fixed_atom(j)) push_other(touch, force[c], j);
    }
  }

 private:
  /** Several rows may push the same fixed atom. */
  VARDEM_INLINE void push_other(const VARDEM::TouchingSpheres &touch, double f, int j) const
  {
    double push[PUSH_COLUMNS] = {};
    add(touch, f, 1.0, 1.0, push);
    double *to = pushes + PUSH_COLUMNS * columns.atom_of[j];
    for (int k = 0; k < PUSH_COLUMNS; k++) Space::add(to + k, push[k]);
  }
};

/** Adds the pushes of the contacts to the forces of owned atoms. */
template <class Bodies> struct AddPushes {
  Bodies atoms;
  const double *pushes;

  VARDEM_INLINE void operator()(int i) const
  {
    const double *push = pushes + PUSH_COLUMNS * i;
    atoms.set_f(i, atoms.f(i) + VARDEM::Vec3{push[0], push[1], push[2]});
  }
};

/** Sums: the virial of the pushes. */
struct SumVirial {
  const double *pushes;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<VIRIALS> &sums) const
  {
    const double *virial = pushes + PUSH_COLUMNS * i + 3;
    for (int k = 0; k < VIRIALS; k++) sums.s[k] += virial[k];
  }
};

/** Moves owned atoms by a step: v+ = v + u/h, x+ = x + h v+. */
template <class Bodies> struct MoveAtoms {
  Bodies atoms;
  ColumnsOfAtoms columns;
  double h;
  MovingAtoms moving;
  const double *velocity, *motion;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    VARDEM::Vec3 v = VARDEM::vectors_at(velocity)[c];
    if (columns.is_free(i)) {
      v = v + VARDEM::vectors_at(motion)[c] / h;
      atoms.set_v(i, v);
    } else if (!moving.are_moved_here(atoms.group_bits(i))) {
      return;
    }
    atoms.set_x(i, atoms.x(i) + h * v);
  }
};

/** Turns free spheres by the torques of others: contacts without friction have none. */
template <class Spheres> struct SpinAtoms {
  Spheres atoms;
  ColumnsOfAtoms columns;
  double h;    // times the unit of force

  VARDEM_INLINE void operator()(int i) const
  {
    if (!columns.is_free(i)) return;
    const double r = atoms.radius(i);
    atoms.set_omega(
        i, atoms.omega(i) + h / (VARDEM::INERTIA_BALL * atoms.mass(i) * r * r) * atoms.torque(i));
  }
};

/** Returns the margin (StepAhead) that has the pairs of an atom that are closed at the end of the step, or 0. contacts: of all pairs. */
template <class Contacts> struct NeededMargin {
  Contacts contacts;
  StepAhead step;
  const double *motion;    // h (v+ - v), of columns
  double closed;           // gap of pairs that touch

  VARDEM_INLINE double operator()(int n) const
  {
    const int i = contacts.atoms.atom(n);
    double needed = 0.0;
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double) {
      const VARDEM::RigidGap gap = step.gap(i, j, touch);
      const double end = gap.gap + step.h * gap.rate -
          touch.overlap(motion + 3 * step.column[i], motion + 3 * step.column[j]);
      const double least = VARDEM::least_gap(gap, step.h);
      if (end < closed && least > needed) needed = least;
    });
    return needed;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
