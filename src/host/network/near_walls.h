// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NEAR_WALLS_H
#define VARDEM_HOST_NEAR_WALLS_H

#include "host/network/contact_rules.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/sphere_contact.h"
#include "kernels/vector3.h"
#include "kernels/walls/wall_motion.h"
#include "kernels/walls/wall_point.h"
#include "kernels/walls/wall_shapes.h"
#include "solvers/network/space.h"

#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** What a particle that touches a wall has in contact with it, as ContactRules::require_walls()
 *  asks for it. */
VARDEM_INLINE int flag_of_wall(double distance)
{
  return distance > 0.0 ? ContactRules::WALL_TOUCHED : ContactRules::WALL_AT_CENTRE;
}

/** A surface of a wall near a particle. Its wall point is the point of the wall that is nearest to
 *  the centre. */
struct NearWall {
  VARDEM::Vec3 n;         // unit vector from the centre to the wall point
  double distance;        // between them
  double stiffness;       // force/length^(p - 1)
  int number, surface;    // of the wall among all walls, and of its surface as WallName has it
  VARDEM::WallPointCurvature curvature;    // flat where rules do not ask for it
  VARDEM::Vec3 shift;       // by the wall in the step, if it is found at the start of it; or zero
  bool followed = false;    // is it known where the surface was at the start of the step?
  double receded = 0.0;     // from the centre since then
  double size = 0.0;        // effective radius of the contact
  double label = 0.0;       // of the ID of the wall: a whole number below 2^32
  int triangle = 0;         // 1 is the first one of the file; 0: another wall

  /** Of this surface, for as long as its fix has this ID. */
  VARDEM_INLINE double name() const { return VARDEM::WallName::of(label, surface); }

  VARDEM_INLINE VARDEM::TouchingSpheres touch(double R) const
  {
    return {{{distance * n.x, distance * n.y, distance * n.z}}, distance, distance - R};
  }
  /** The velocity of the wall point in a step of length h, where the material has the velocity v.
   *  Along the normal it is the velocity of the surface: a drum that turns stays where it is, while
   *  its material goes along chords. */
  VARDEM_INLINE VARDEM::Vec3 velocity(const VARDEM::Vec3 &v, double h) const
  {
    return followed ? v + (receded / h - dot(n, v)) * n : v;
  }
  VARDEM_INLINE int flag() const { return flag_of_wall(distance); }
  VARDEM_INLINE bool operator==(const NearWall &b) const
  {
    return n.x == b.n.x && n.y == b.n.y && n.z == b.n.z && distance == b.distance &&
        stiffness == b.stiffness && number == b.number && surface == b.surface;
  }
};

/** The surfaces near the owned atoms where loops can reach them. Atom i has the surfaces first[i]
 *  to first[i + 1] - 1. Without walls, the number of atoms is 0. */
struct WallsOfAtoms {
  int natoms;
  const int *first;
  const NearWall *walls;
};

/** A fix wall/contact as loops see it, where it is now. */
struct PlacedWall {
  VARDEM::WallMotion motion;
  VARDEM::WallShape shape;    // only if kernels have it
  VARDEM::LawKind law;
  int groupbit;
  double label;      // of its ID
  bool by_normal;    // triangles, whose numbers do not stay: a grain goes on over their seams
  bool convex;       // as WallShape::is_convex() has it
};

/** The surfaces of walls whose shapes kernels have; walls of triangles are not among them. */
struct ShapedWalls {
  static constexpr bool HAVE_TRIANGLES = false;
  const PlacedWall *walls;

  template <class F>
  VARDEM_INLINE void near(int k, const VARDEM::Vec3 &x, double reach, const F &f) const
  {
    walls[k].shape.near(x, reach, f);
  }
};

/** Which surfaces count, and what to find out about them. */
struct WallRules {
  VARDEM::ClosedRule closed;
  double skin;
  double longest_way;    // of a wall that passes the centre of an atom
  bool in_step;          // as WallSearch::look() has it
  bool curved;           // find curvatures?
};

/** Finds the surfaces near an atom. Surfaces is ShapedWalls, or has its near() on the host. It
 *  counts in `marks` what it has seen of each wall: MARKS numbers, one for each flag of
 *  ContactRules, and behind them one more than an atom whose centre the wall has passed on too long
 *  a way, or 0. */
template <class Space_, class Atoms_, class Surfaces> struct LookAtWalls {
  using Space = Space_;
  using Atoms = Atoms_;
  using Vec3 = VARDEM::Vec3;
  static constexpr int TOO_LONG = ContactRules::WALL_FLAGS, MARKS = TOO_LONG + 1;

  Atoms atoms;
  HeldAtoms held;
  WallRules rules;
  int nwalls, no_type;
  const PlacedWall *walls;
  const VARDEM::ContactParameters *laws;    // no_type of each wall
  Surfaces surfaces;
  int *marks;

  /** Calls f(NearWall) for each surface near atom i. complete() finds the rest about it. */
  template <class F> VARDEM_INLINE void each(int i, const F &f) const
  {
    if (held.is_fixed(atoms.mask(i))) return;
    const Vec3 x = atoms.x(i);
    const double R = atoms.radius(i);
    for (int k = 0; k < nwalls; k++) {
      if (!(atoms.mask(i) & walls[k].groupbit)) continue;
      if (!acts(laws[k * no_type + atoms.type(i)])) continue;
      const bool at_start = rules.in_step && passes(x, R, k);
      const Vec3 seen = at_start ? walls[k].motion.carried(x) : x;
      if (at_start && norm(seen - x) > rules.longest_way)
        Space::store(marks + k * MARKS + TOO_LONG, i + 1);
      if constexpr (Surfaces::HAVE_TRIANGLES)
        if (rules.in_step && !at_start && walls[k].by_normal && walls[k].motion.moves) {
          each_from_both(i, k, f);
          continue;
        }
      each_from(i, k, seen, f);
    }
  }

  VARDEM_INLINE void complete(int i, NearWall &near) const
  {
    Space::store(marks + near.number * MARKS + near.flag(), 1);
    if (rules.in_step) follow(i, near);
    if (rules.curved && near.distance > 0.0) curve(i, near);    // otherwise an error follows
  }

 private:
  /** Calls f(NearWall) for each surface of a wall as the place `seen` has it. */
  template <class F> VARDEM_INLINE void each_from(int i, int k, const Vec3 &seen, const F &f) const
  {
    const double R = atoms.radius(i);
    surfaces.near(k, seen, R + rules.skin, [&](const VARDEM::WallTouch &touch) {
      if (touch.distance - R <= rules.closed.gap(R, R)) f(surface(i, k, touch, seen - atoms.x(i)));
    });
  }

  /** The pieces of triangles that are near now, and those that are near at the start of the step
   *  and in no plane of these. For a grain that a drum carries along a side stays the nearest one,
   *  also where the next side will be at the place that the grain has now. */
  template <class F> VARDEM_INLINE void each_from_both(int i, int k, const F &f) const
  {
    constexpr double SAME_PLANE = 1.0 - 1e-10;
    const Vec3 x = atoms.x(i);
    Vec3 now[VARDEM::WallMesh::MOST];
    int n = 0;
    each_from(i, k, x, [&](const NearWall &near) {
      now[n++] = near.n;
      f(near);
    });
    each_from(i, k, walls[k].motion.carried(x), [&](const NearWall &near) {
      bool other = true;
      for (int j = 0; j < n; j++) other &= dot(near.n, now[j]) < SAME_PLANE;
      if (other) f(near);
    });
  }

  VARDEM_INLINE NearWall surface(int i, int k, const VARDEM::WallTouch &touch,
                                 const Vec3 &shift) const
  {
    const int number = walls[k].by_normal ? VARDEM::WallName::number_of(touch.n) : touch.surface;
    NearWall near = {touch.n, touch.distance, 0.0, k, number, {{0.0, 0.0, 0.0}, 0.0, 0.0}, shift};
    const VARDEM::ContactParameters &contact = laws[k * no_type + atoms.type(i)];
    near.size = effective_radius(touch, atoms.radius(i));
    near.stiffness =
        VARDEM::stiffness_by(walls[k].law, contact.stiffness, contact.modulus, near.size);
    near.label = walls[k].label;
    near.triangle = walls[k].by_normal ? touch.surface + 1 : 0;
    return near;
  }

  /** How an atom touches a surface, or would if it were at x. Returns false if it is too far
   *  away. Of triangles it is the one of the nearest normal, if the cosine of the angle is above
   *  `least`. */
  VARDEM_INLINE bool touch_of(const NearWall &near, const Vec3 &x, double R, double least,
                              VARDEM::WallTouch &found) const
  {
    double most = least;
    surfaces.near(near.number, x, R + rules.skin, [&](const VARDEM::WallTouch &touch) {
      const double same = walls[near.number].by_normal ? dot(touch.n, near.n)
                                                       : touch.surface == near.surface;
      if (!(same > most)) return;
      most = same;
      found = touch;
    });
    return most > least;
  }

  /** How far has the surface receded in the last step? Seen from the wall where it is now, the
   *  centre was where the wall would carry it. */
  VARDEM_INLINE void follow(int i, NearWall &near) const
  {
    const VARDEM::WallMotion &motion = walls[near.number].motion;
    VARDEM::WallTouch before = {};
    if (!motion.moves || norm(near.shift) > 0.0 ||
        !touch_of(near, motion.carried(atoms.x(i)), atoms.radius(i), VARDEM::WallMesh::SAME_PIECE,
                  before))
      return;
    near.followed = true;
    near.receded = near.distance - before.distance;
  }

  /** Does a wall pass the centre of an atom in the last step? Seen from the wall where it is now,
   *  the centre comes from where the wall would carry it, and can go as far as the nearest surface
   *  is away without meeting any; where a wall is convex, until it comes to the tangent plane. */
  VARDEM_INLINE bool passes(const Vec3 &x, double R, int k) const
  {
    constexpr double MEETS = 1e-3;    // of the radius
    constexpr double ALMOST = 0.9;    // at a distance of zero a surface is not seen
    constexpr int MOST = 1000;        // steps: a wall may move on along itself, almost in touch
    if (!walls[k].motion.moves) return false;
    Vec3 seen = walls[k].motion.carried(x);
    for (int step = 0; step < MOST; step++) {
      const Vec3 way = x - seen;
      const double left = norm(way);
      double least = left, ahead = left;
      surfaces.near(k, seen, left, [&](const VARDEM::WallTouch &touch) {
        if (!(touch.distance < least)) return;
        least = touch.distance;
        if (walls[k].convex) ahead = dot(way, touch.n);
      });
      if (!(least < ahead)) return false;
      if (least < MEETS * R) return true;
      seen = seen + (ALMOST * least / ahead) * way;
    }
    return true;
  }

  /** Finds the curvatures from normals beside the centre. */
  VARDEM_INLINE void curve(int i, NearWall &near) const
  {
    const Vec3 axis = std::fabs(near.n.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
    const Vec3 across = cross(near.n, axis), a = across / norm(across), b = cross(near.n, a);
    near.curvature = VARDEM::curvatures_of_wall(a, b, near.distance, change_of_normal(i, near, a),
                                                change_of_normal(i, near, b));
  }

  /** The change of the normal of a surface per length, when the centre moves along a direction;
   *  zero at an edge, beyond which the surface is not found. */
  VARDEM_INLINE Vec3 change_of_normal(int i, const NearWall &near, const Vec3 &direction) const
  {
    constexpr double PART = 1e-3;            // of the distance
    constexpr double SMOOTH = 1.0 - 1e-5;    // not over a hollow seam, where normals jump
    const double step = PART * near.distance, R = atoms.radius(i);
    const Vec3 x = atoms.x(i) + near.shift;
    VARDEM::WallTouch ahead = {}, behind = {};
    if (!touch_of(near, x + step * direction, R, SMOOTH, ahead) ||
        !touch_of(near, x - step * direction, R, SMOOTH, behind))
      return {0.0, 0.0, 0.0};
    return (ahead.n - behind.n) / (2.0 * step);
  }
};

// Loops over owned atoms. Look is LookAtWalls.

template <class Look> struct LargestWallOverlap {
  Look look;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    look.each(i, [&](const NearWall &near) {
      const double overlap = look.atoms.radius(i) - near.distance;
      if (overlap > largest) largest = overlap;
    });
    return largest;
  }
};

template <class Look> struct CountNearWalls {
  Look look;
  int *count;

  VARDEM_INLINE void operator()(int i) const
  {
    int found = 0;
    look.each(i, [&](const NearWall &) {
      found++;
    });
    count[i] = found;
  }
};

template <class Look> struct FillNearWalls {
  Look look;
  const int *first;
  NearWall *walls;

  VARDEM_INLINE void operator()(int i) const
  {
    int n = first[i];
    look.each(i, [&](const NearWall &near) {
      walls[n++] = near;
    });
    for (int k = first[i]; k < n; k++) look.complete(i, walls[k]);
  }
};

/** Sums: atoms that have other surfaces near to them than before. */
struct CountChangedWalls {
  WallsOfAtoms before, now;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<1> &sums) const
  {
    bool same = before.first[i] == now.first[i] && before.first[i + 1] == now.first[i + 1];
    for (int k = now.first[i]; same && k < now.first[i + 1]; k++)
      same = before.walls[k] == now.walls[k];
    sums.s[0] += !same;
  }
};

/** Tells where an atom is: its place, its radius and its ID. */
template <class Atoms> struct TellOfAtom {
  Atoms atoms;
  int atom;
  double *to;

  VARDEM_INLINE void operator()(int) const
  {
    *VARDEM::vectors_at(to) = atoms.x(atom);
    to[3] = atoms.radius(atom);
    to[4] = static_cast<double>(atoms.tag(atom));
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
