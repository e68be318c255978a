// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FREE_WALLS_H
#define VARDEM_FREE_WALLS_H

#include "kernels/contact/coulomb_cone.h"
#include "kernels/contact/free_wall.h"
#include "solvers/space.h"

#include <vector>

namespace VARDEM {

// --- walls that move by forces, in a step of contact dynamics ---
//
// A wall is one body that touches grains of all processes, and a row of it would be endless. So each
// point at which it is touched is a column of its own, behind those of the bodies. When impulses
// change, the sums over the points of a wall give its motion on all processes, and this that of its
// points. Derivation and figures: doc/notes/friction.md 5.

/** The column of a wall point. */
struct WallPoint {
  int contact, wall;     // wall: its number among all walls, or < 0 if it does not move by forces
  Vec3 arm;              // from the pivot of the wall
  double along, across;  // inverse masses of the wall, as ContactWeights has them
  double others;         // so many other points has the wall

  VARDEM_INLINE ContactWeights with_wall(ContactWeights w, double times = 1.0) const
  {
    w.normal += times * along;
    w.tangential += times * across;
    return w;
  }
  /** For the scales of the solver, from the weights with the wall: each contact has its share of the
   *  mass of the wall. */
  VARDEM_INLINE ContactWeights with_share(const ContactWeights &w) const
  {
    return with_wall(w, others);
  }
};

/** The wall points of a step as loops see them. */
struct WallPoints {
  const WallPoint *points = nullptr;    // null: no wall moves by forces
  int first = 0, number = 0;            // columns

  /** Null if the column does not move by forces. */
  VARDEM_INLINE const WallPoint *find(int column) const
  {
    if (!points || column < first || points[column - first].wall < 0) return nullptr;
    return points + (column - first);
  }
};

/** Sums: 1 for each point of a wall. */
struct CountOnWall {
  const WallPoint *points;
  int wall;

  VARDEM_INLINE void operator()(int k, Sums<1> &sums) const
  {
    if (points[k].wall == wall) sums.s[0] += 1.0;
  }
};

/** Sums: impulse on a wall, and its moment about the pivot. impulses(c): impulse and moment of a
 *  contact on its second body. */
template <class Impulses> struct SumOnWall {
  const WallPoint *points;
  int wall;
  Impulses impulses;

  VARDEM_INLINE void operator()(int k, Sums<6> &sums) const
  {
    const WallPoint &p = points[k];
    if (p.wall != wall) return;
    const RollingPair of = impulses(p.contact);
    const Vec3 both[2] = {of.point, cross(p.arm, of.point) + of.roll};
    for (int d = 0; d < 6; d++) sums.s[d] += (&both[d / 3].x)[d % 3];
  }
};

/** Stored impulses and moments of contacts. */
struct StoredImpulses {
  const double *impulse, *moment;    // moment: null if there are none

  VARDEM_INLINE RollingPair operator()(int c) const
  {
    return {vectors_at(impulse)[c], moment ? vectors_at(moment)[c] : Vec3{0.0, 0.0, 0.0}};
  }
};

/** Sets the motions of the points of a wall: two vectors of each column. */
struct MoveWallPoints {
  WallPoints points;
  int wall;
  WallVelocities of;
  double *motion;

  VARDEM_INLINE void operator()(int k) const
  {
    const WallPoint &p = points.points[k];
    if (p.wall != wall) return;
    Vec3 *to = vectors_at(motion) + 2 * (points.first + k);
    to[0] = of.v + cross(of.w, p.arm);
    to[1] = of.w;
  }
};

/** Sets the weights of the points of a wall. */
template <class Levers> struct WeighWallPoints {
  WallPoint *points;
  int wall;
  FreeWall of;
  double unit, count;    // force times unit is mass times acceleration; count: of its points
  const Levers *levers;

  VARDEM_INLINE void operator()(int k) const
  {
    WallPoint &p = points[k];
    if (p.wall != wall) return;
    double all = 0.0;
    for (int d = 0; d < 3; d++)
      all += of.mobility_at(p.arm, {d == 0 ? 1.0 : 0.0, d == 1 ? 1.0 : 0.0, d == 2 ? 1.0 : 0.0});
    const double along = of.mobility_at(p.arm, levers[p.contact].n);
    p.along = unit * along;
    p.across = 0.5 * unit * (all - along);
    p.others = count - 1.0;
  }
};

/** The walls of a step that move by forces. All processes have the same. */
template <class Space> class FreeWalls {
 public:
  struct Wall {
    int number;    // among all walls
    FreeWall body;
  };
  std::vector<Wall> walls;
  Step step = {};
  /** Of the columns from first on. Their contacts, walls and arms are to be set before start(). */
  typename Space::template Array<WallPoint> points;
  int first = 0, number = 0;

  /** Makes room for the points. Returns null without walls. */
  WallPoint *allocate(Space &space, int first_column, int ncolumns)
  {
    first = first_column;
    number = walls.empty() ? 0 : ncolumns - first_column;
    space.allocate(points, number + 1);    // not null
    return walls.empty() ? nullptr : points.data();
  }

  WallPoints view() const
  {
    return {walls.empty() ? nullptr : points.data(), first, number};
  }

  /** Sets weights of the points, and their motions: at the start of the step, and at its end without
   *  contacts. levers: of contacts. */
  template <class Levers>
  void start(Space &space, const Levers *levers, double *motion, double *free_motion)
  {
    for (const Wall &wall : walls) {
      space.template reduce<1>(number, CountOnWall{points.data(), wall.number}, 0);
      const double count = space.fetch(1)[0],
                   unit = 2.0 * step.half_kick / step.h / (1.0 + wall.body.damping_of(step));
      space.for_each(number,
                     WeighWallPoints<Levers>{points.data(), wall.number, wall.body, unit, count,
                                             levers});
      put(space, wall, {wall.body.state.v, wall.body.angular_velocity()}, motion);
      put(space, wall, wall.body.pushed(step, {}, {}), free_motion);
    }
  }

  /** Calls f(wall, g, G) for each wall with the impulse on it, and its moment about the pivot. */
  template <class Impulses, class F> void sum(Space &space, const Impulses &impulses, const F &f)
  {
    for (const Wall &wall : walls) {
      space.template reduce<6>(number,
                               SumOnWall<Impulses>{points.data(), wall.number, impulses}, 0);
      const Vec3 *sums = vectors_at(space.fetch(6));
      f(wall, sums[0], sums[1]);
    }
  }

  /** Moves the points by these impulses. */
  template <class Impulses> void push(Space &space, const Impulses &impulses, double *motion)
  {
    sum(space, impulses, [&](const Wall &wall, const Vec3 &g, const Vec3 &G) {
      put(space, wall, wall.body.pushed(step, g, G), motion);
    });
  }

 private:
  void put(Space &space, const Wall &wall, const WallVelocities &at, double *motion)
  {
    space.for_each(number, MoveWallPoints{view(), wall.number, at, motion});
  }
};

}    // namespace VARDEM
#endif
