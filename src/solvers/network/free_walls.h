// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FREE_WALLS_H
#define VARDEM_FREE_WALLS_H

#include "kernels/rigid/coulomb_cone.h"
#include "kernels/walls/free_wall.h"
#include "solvers/network/space.h"

#include <vector>

namespace VARDEM {

// --- free walls in a step ---
//
// A wall is one body that touches grains of all processes, and has no row, which would be endless.
// Each point at which it is touched is a column of its own, behind those of the bodies. The sums
// over the points of a wall give its motion on all processes, and this that of its points.
// Contact dynamics: doc/notes/friction.md 7. Implicit steps: step_walls.h.

/** The column of a wall point. */
struct WallPoint {
  int contact, wall;    // wall: its number among all walls, or < 0
  Vec3 arm;             // at first its place; from the pivot of a free wall
  // of such a wall: inverse masses, as ContactWeights has them; so many other points has it
  double along = 0.0, across = 0.0, others = -1.0;
  int row = -1;    // of the grain, in implicit steps

  /** Weights with the wall. For the scales of the solver, those with the wall come again with
   *  `times` = others: each contact has its share of the mass of the wall. */
  VARDEM_INLINE ContactWeights with_wall(ContactWeights w, double times = 1.0) const
  {
    w.normal += times * along;
    w.tangential += times * across;
    return w;
  }
};

/** The wall points of a step as loops see them. */
struct WallPoints {
  WallPoint *points = nullptr;    // null: no wall is free
  int first = 0, number = 0;      // columns

  /** Null if the column is no point of a free wall. */
  VARDEM_INLINE const WallPoint *find(int column) const
  {
    if (!points || column < first || points[column - first].others < 0.0) return nullptr;
    return points + (column - first);
  }
};

/** Sums: impulse on a wall, and its moment about the pivot. impulses(p): impulse and moment on the
 *  wall at a point. Implicit steps have forces in their place. */
template <class Impulses> struct SumOnWall {
  const WallPoint *points;
  int wall;
  Impulses impulses;

  VARDEM_INLINE void operator()(int k, Sums<6> &sums) const
  {
    const WallPoint &p = points[k];
    if (p.wall != wall) return;
    const RollingPair of = impulses(p);
    const Vec3 both[2] = {of.point, cross(p.arm, of.point) + of.roll};
    for (int d = 0; d < 6; d++) sums.s[d] += (&both[d / 3].x)[d % 3];
  }
};

/** 1 along x for each contact: the impulse on a wall then is its number of contacts. */
struct UnitImpulses {
  VARDEM_INLINE RollingPair operator()(const WallPoint &) const
  {
    return {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  }
};

struct StoredImpulses {
  const double *impulse, *moment;    // moment: null if there are none

  VARDEM_INLINE RollingPair operator()(const WallPoint &p) const
  {
    return {vectors_at(impulse)[p.contact],
            moment ? vectors_at(moment)[p.contact] : Vec3{0.0, 0.0, 0.0}};
  }
};

/** Stored forces of wall points, and their couples. */
struct ForcesOfPoints {
  const WallPoint *points;
  const double *forces;

  VARDEM_INLINE RollingPair operator()(const WallPoint &p) const
  {
    const Vec3 *of = vectors_at(forces) + 2 * (&p - points);
    return {of[0], of[1]};
  }
};

/** Sets the motions of the points of a wall: two vectors of each column. */
struct MoveWallPoints {
  WallPoints all;
  int wall;
  WallVelocities of;
  double *motion;

  VARDEM_INLINE void operator()(int k) const
  {
    const WallPoint &p = all.points[k];
    if (p.wall != wall) return;
    Vec3 *to = vectors_at(motion) + 2 * (all.first + k);
    to[0] = of.v + cross(of.w, p.arm);
    to[1] = of.w;
  }
};

/** Sets arms and weights of the points of a wall. */
template <class Levers> struct WeighWallPoints {
  WallPoint *points;
  int wall;
  FreeWall of;
  double unit, others;    // unit: force times it is mass times acceleration
  const Levers *levers;

  VARDEM_INLINE void operator()(int k) const
  {
    WallPoint &p = points[k];
    if (p.wall != wall) return;
    p.arm = p.arm - of.pivot();
    const double along = of.mobility(p.arm, levers[p.contact].n),
                 all = of.mobility(p.arm, {1.0, 0.0, 0.0}) + of.mobility(p.arm, {0.0, 1.0, 0.0}) +
        of.mobility(p.arm, {0.0, 0.0, 1.0});
    p.along = unit * along;
    p.across = 0.5 * unit * (all - along);
    p.others = others;
  }
};

struct NumberedWall {
  int number;    // among all walls
  FreeWall body;
};

/** The free walls of a step. All processes have the same. Wall has the numbers of NumberedWall. */
template <class Space, class Wall = NumberedWall> class FreeWalls {
 public:
  std::vector<Wall> walls;
  Step step = {};
  WallPoints points;

  /** Makes room for the points, whose contacts, walls and places are to be set before start().
   *  Returns null without walls. */
  WallPoint *allocate(Space &space, int first, int ncolumns)
  {
    points = {nullptr, first, walls.empty() ? 0 : ncolumns - first};
    space.allocate(all, points.number + 1);    // not null
    if (!walls.empty()) points.points = all.data();
    return points.points;
  }

  /** Sets arms and weights of the points, and their motions: at the start of the step, and at its
   *  end without contacts. levers: of contacts. */
  template <class Levers>
  void start(Space &space, const Levers *levers, double *motion, double *free_motion)
  {
    sum(space, UnitImpulses(), [&](const Wall &wall, const Vec3 &count, const Vec3 &) {
      const double unit = 2.0 * step.half_kick / step.h / (1.0 + wall.body.damping_of(step));
      space.for_each(points.number,
                     WeighWallPoints<Levers>{points.points, wall.number, wall.body, unit,
                                             count.x - 1.0, levers});
      put(space, wall, {wall.body.state.v, wall.body.angular_velocity()}, motion);
      put(space, wall, wall.body.pushed(step, {}, {}), free_motion);
    });
  }

  /** Calls f(wall, g, G) for each wall with the impulse on it, and its moment about the pivot. Sums
   *  that wait in other slots stay there. */
  template <class Impulses, class F> void sum(Space &space, const Impulses &impulses, const F &f)
  {
    for (Wall &wall : walls) {
      const RollingPair sums = sum_on(space, wall, impulses);
      f(wall, sums.point, sums.roll);
    }
  }

  /** Moves the points by these impulses. */
  template <class Impulses> void push(Space &space, const Impulses &impulses, double *motion)
  {
    sum(space, impulses, [&](const Wall &wall, const Vec3 &g, const Vec3 &G) {
      put(space, wall, wall.body.pushed(step, g, G), motion);
    });
  }

 protected:
  template <class Impulses>
  RollingPair sum_on(Space &space, const Wall &wall, const Impulses &impulses)
  {
    space.template reduce<6>(points.number,
                             SumOnWall<Impulses>{points.points, wall.number, impulses}, SLOT);
    const Vec3 *sums = vectors_at(space.fetch(6, SLOT));
    return {sums[0], sums[1]};
  }
  void put(Space &space, const Wall &wall, const WallVelocities &at, double *motion)
  {
    space.for_each(points.number, MoveWallPoints{points, wall.number, at, motion});
  }

 private:
  static constexpr int SLOT = 3;    // conjugate gradients have the first ones
  typename Space::template Array<WallPoint> all;
};

}    // namespace VARDEM
#endif
