// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SPHERE_LOOPS_H
#define VARDEM_HOST_SPHERE_LOOPS_H

#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/step_springs.h"
#include "host/network/closed_contacts.h"
#include "host/network/near_walls.h"
#include "kernels/rigid/touching_spheres.h"
#include "kernels/vector3.h"
#include "kernels/walls/wall_motion.h"
#include "solvers/network/space.h"

#include <algorithm>
#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

// Loops of a step of rigid or of soft spheres (host/dynamics/sphere_network.h). Each struct is the
// body of one loop of a Space (space.h). Bodies is an accessor of atoms as in
// host/atoms/atom_accessors.h. Columns and rows belong to a network.

/** Which atoms have which column. Rows come first. */
struct ColumnsOfAtoms {
  const int *column, *atom_of;
  int nrows, first_fixed, natoms;    // the columns behind the atoms are wall points

  VARDEM_INLINE bool is_free(int i) const { return column[i] < nrows; }
  VARDEM_INLINE bool is_fixed_atom(int c) const { return c >= first_fixed && c < natoms; }
};

/** Which fixed atoms move in a step, by the bits of groups of StepInput. */
struct MovingAtoms {
  int frozen_bits, driven_bits, kinematic_bits;
  bool any;

  explicit MovingAtoms(const StepInput &step) :
      frozen_bits(step.frozen_bits), driven_bits(step.driven_bits),
      kinematic_bits(step.kinematic_bits), any(step.fixed_atoms_move)
  {
  }
  /** Does the fix of the steps move such atoms by their velocity? */
  VARDEM_INLINE bool are_moved_here(int bits) const
  {
    return any && (bits & kinematic_bits) == kinematic_bits;
  }
  /** Does any fix move them? If none does, LAMMPS' array may still have a velocity. */
  VARDEM_INLINE bool move(int bits) const
  {
    return any && (are_moved_here(bits) || (bits & driven_bits));
  }
};

/** Sets the velocities of the wall points to the velocities of the material of the walls. */
struct TakeWallPoints {
  const double *centres;
  const NearWall *walls;
  const PlacedWall *placed;    // by the number of the wall
  int first_wall_point;
  double h;
  double *velocity, *free_velocity;

  VARDEM_INLINE void operator()(int k) const
  {
    const int c = first_wall_point + k;
    VARDEM::vectors_at(velocity)[c] = VARDEM::vectors_at(free_velocity)[c] = walls[k].velocity(
        placed[walls[k].number].motion.v_half(VARDEM::vectors_at(centres)[c] + walls[k].shift), h);
  }
};

/** Sets law, effective radius and effective mass of each contact. The laws of two types come first,
 *  by types. The laws of walls follow. */
template <class Rows, class Ends> struct TakeLaws {
  Rows rows;
  Ends ends;
  const double *mass;     // 6 numbers per column of an atom, masses first, over `unit`; 0: infinite
  double unit;            // laws have the unit of force for a mass of LAMMPS' unit
  const double *radii;    // of columns
  int no_type;
  int *kind;
  double *size, *effective;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c], b = ends.second(i, c);
      const int type = ends.atoms.type(ends.first(i, c));
      const double m = unit * mass[6 * i];
      if (b < 0) {
        const NearWall &wall = ends.wall(i, c);
        kind[c] = no_type * (no_type + wall.number) + type;
        size[c] = wall.size;
        effective[c] = m;
      } else {
        kind[c] = type * no_type + ends.atoms.type(b);
        size[c] = VARDEM::effective_radius(radii[i], radii[j]);
        const double other = unit * mass[6 * j];
        effective[c] = other > 0.0 ? m * other / (m + other) : m;
      }
    }
  }
};

/** Sets the tangential spring of each contact. Springs is SpringsOfRows. */
template <class Rows, class Ends, class Springs> struct PlaceSprings {
  Rows rows;
  Ends ends;
  Springs of;
  double *spring;    // 3 numbers per contact

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
      VARDEM::vectors_at(spring)[c] = find(i, c);
  }

 private:
  VARDEM_INLINE VARDEM::Vec3 find(int i, int c) const
  {
    const int b = ends.second(i, c);
    const tagint other = b < 0 ? -(ends.wall(i, c).number + 1) : ends.atoms.tag(b);
    const int surface = b < 0 ? ends.wall(i, c).surface : 0;
    VARDEM::Vec3 branch = {0.0, 0.0, 0.0};
    if (b >= 0) branch = ends.atoms.x(b) - ends.atoms.x(ends.first(i, c));
    for (int k = of.first[i]; k >= 0; k = of.next[k]) {
      const SpringOfRow &held = of.springs[k];
      if (held.other == other && held.surface == surface && is_same(held.branch, branch))
        return held.spring;
    }
    return {0.0, 0.0, 0.0};
  }

  /** Or is it that to another image, farther away than half of it? Positions are rounded. */
  VARDEM_INLINE static bool is_same(const VARDEM::Vec3 &a, const VARDEM::Vec3 &b)
  {
    return 4.0 * dot(a - b, a - b) <= dot(a, a);
  }
};

/** Returns the margin (StepAhead) that has the pairs of an atom that are closed at the end of the
 *  step, or 0. contacts: of all pairs. */
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

/** Sets the places of owned atoms, as vectors of columns. */
template <class Bodies> struct TakePlaces {
  Bodies atoms;
  const int *column;
  double *place;

  VARDEM_INLINE void operator()(int i) const { VARDEM::vectors_at(place)[column[i]] = atoms.x(i); }
};

/** Sets what the velocities of atoms and ghosts have more than those of their atoms, whose places
 *  of_images has before, and adds it to them. Places are rounded: the number of edges of the cell
 *  between an image and its atom is not. */
template <class Bodies> struct TakeImages {
  Bodies atoms;
  const int *column;
  VARDEM::UpperTriangle edges_of, rate;    // inverse of the cell; its rate
  double *of_images, *velocity, *free_velocity;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = column[i];
    VARDEM::Vec3 &image = VARDEM::vectors_at(of_images)[c];
    const VARDEM::Vec3 edges = edges_of * (atoms.x(i) - image);
    image = rate * VARDEM::Vec3{std::round(edges.x), std::round(edges.y), std::round(edges.z)};
    for (double *to : {velocity, free_velocity})
      VARDEM::vectors_at(to)[c] = VARDEM::vectors_at(to)[c] + image;
  }
};

// --- how far atoms move, for neighbor lists in time (host/dynamics/grain_steps.h) ---

/** The displacement gradient of a step, at the centres of columns. Most cells do not flow. */
struct FlowOfColumns {
  VARDEM::UpperTriangle gradient;
  bool flows;
  const double *centres;

  VARDEM_INLINE VARDEM::Vec3 at(int c) const
  {
    if (!flows) return {0.0, 0.0, 0.0};
    return gradient * VARDEM::vectors_at(centres)[c];
  }
};

/** Motions of owned atoms since they had the centres of their columns. The loops below take COUNT
 *  motions at(i, k) of each, and by_flow(i), the part of the flow in them. */
template <class Bodies> struct MotionsSince {
  static constexpr int COUNT = 1;
  Bodies atoms;
  FlowOfColumns flow;    // of the step
  const int *column;

  VARDEM_INLINE VARDEM::Vec3 at(int i, int) const
  {
    return atoms.x(i) - VARDEM::vectors_at(flow.centres)[column[i]];
  }
  VARDEM_INLINE VARDEM::Vec3 by_flow(int i) const { return flow.at(column[i]); }
};

/** What an owned atom may move in the next step: by its velocity, or with the loads of the last
 *  step as well. */
template <class Bodies> struct NextMotions {
  static constexpr int COUNT = 2;
  Bodies atoms;
  FlowOfColumns flow;    // that of the last step
  const int *column;
  double h;
  const double *velocity, *free_velocity;    // of columns, in the last step

  VARDEM_INLINE VARDEM::Vec3 at(int i, int k) const
  {
    const int c = column[i];
    const VARDEM::Vec3 v = h * atoms.v(i);
    if (k == 0) return v;
    return v + h * (VARDEM::vectors_at(free_velocity)[c] - VARDEM::vectors_at(velocity)[c]);
  }
  VARDEM_INLINE VARDEM::Vec3 by_flow(int i) const { return flow.at(column[i]); }
};

/** Sums: of the motions, and their number. */
template <class Motions> struct SumOfMotions {
  Motions motions;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<4> &sums) const
  {
    for (int k = 0; k < Motions::COUNT; k++) {
      const VARDEM::Vec3 d = motions.at(i, k) - motions.by_flow(i);
      sums.s[0] += d.x;
      sums.s[1] += d.y;
      sums.s[2] += d.z;
      sums.s[3] += 1.0;
    }
  }
};

/** Finds by how much motions are longer than the motion of the origin along each axis, and against
 *  it. */
template <class Motions> struct ExtentsOfMotions {
  Motions motions;
  VARDEM::Vec3 origin;

  VARDEM_INLINE void operator()(int i, VARDEM::Maxima<6> &largest) const
  {
    for (int k = 0; k < Motions::COUNT; k++) {
      const VARDEM::Vec3 d = motions.at(i, k) - motions.by_flow(i) - origin;
      largest.take(0, d.x);
      largest.take(1, d.y);
      largest.take(2, d.z);
      largest.take(3, -d.x);
      largest.take(4, -d.y);
      largest.take(5, -d.z);
    }
  }
};

/** Finds the squares of the lengths of motions relative to the flow, of their distances from the
 *  motion of the origin, and of the lengths of whole motions. */
template <class Motions> struct LengthsOfMotions {
  Motions motions;
  VARDEM::Vec3 origin;

  VARDEM_INLINE void operator()(int i, VARDEM::Maxima<3> &largest) const
  {
    for (int k = 0; k < Motions::COUNT; k++) {
      const VARDEM::Vec3 whole = motions.at(i, k), d = whole - motions.by_flow(i);
      largest.take(0, dot(d, d));
      largest.take(1, dot(d - origin, d - origin));
      largest.take(2, dot(whole, whole));
    }
  }
};

/** The reference by which atoms come together least is the middle of all motions: it is between the
 *  least and the largest along each axis. n: owned atoms. All processes must call it. */
template <class Space, class Motions> Motion motion_of(Space &space, int n, const Motions &motions)
{
  space.template reduce<4>(n, SumOfMotions<Motions>{motions}, 0);
  const double *sums = space.fetch(4), count = std::max(sums[3], 1.0);
  const VARDEM::Vec3 mean = {sums[0] / count, sums[1] / count, sums[2] / count};
  const auto [extent] = space.template maxima<6>(n, ExtentsOfMotions<Motions>{motions, mean});
  const VARDEM::Vec3 middle = mean +
      0.5 * VARDEM::Vec3{extent[0] - extent[3], extent[1] - extent[4], extent[2] - extent[5]};
  const auto [square] = space.template maxima<3>(n, LengthsOfMotions<Motions>{motions, middle});
  return {2.0 * std::sqrt(std::min(square[0], square[1])), std::sqrt(square[2])};
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
