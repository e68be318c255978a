// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_WALL_MESH_H
#define VARDEM_WALL_MESH_H

#include "kernels/contact/sphere_contact.h"

namespace VARDEM {

// --- walls of triangles as plain data ---

/** A triangle. Its edge k goes from corner k to the next one. */
struct MeshTriangle {
  int corners[3];
  int beside[3];    // the triangle across edge k, or -1
  Vec3 normal;      // unit vector, to any side
  int number;       // in the file, from 0 on
};

/** A box that holds some triangles. Behind it are the boxes in it; the next one that is not in it
 *  is `skip`. */
struct MeshBox {
  Vec3 lo, hi;
  int skip;
  int first, count;    // its triangles, if there are no boxes in it; otherwise count is 0

  /** Square of the distance of a point. */
  VARDEM_INLINE double square_to(const Vec3 &x) const
  {
    const Vec3 d = {beyond(x.x, lo.x, hi.x), beyond(x.y, lo.y, hi.y), beyond(x.z, lo.z, hi.z)};
    return dot(d, d);
  }
  /** Does it meet the box around the points a and b? */
  VARDEM_INLINE bool meets(const Vec3 &a, const Vec3 &b) const
  {
    return overlap(a.x, b.x, lo.x, hi.x) && overlap(a.y, b.y, lo.y, hi.y) &&
        overlap(a.z, b.z, lo.z, hi.z);
  }

 private:
  VARDEM_INLINE static double beyond(double x, double lo, double hi)
  {
    return x < lo ? lo - x : (x > hi ? x - hi : 0.0);
  }
  VARDEM_INLINE static bool overlap(double a, double b, double lo, double hi)
  {
    return (a >= lo || b >= lo) && (a <= hi || b <= hi);
  }
};

/** A triangle that was near to a point: its distance, and the direction to it. */
struct NearTriangle {
  int triangle;
  float distance, x, y, z;

  /** The distance of a convex body is a convex function of the point. So this is a lower bound,
   *  but for round-off, where the point has moved by u. */
  VARDEM_INLINE double least_distance(const Vec3 &u) const
  {
    return distance - (u.x * x + u.y * y + u.z * z);
  }
};

/** The triangles that were near to a point p, the nearest first, and -1 behind the last one. */
struct NearTriangles {
  const NearTriangle *list;
  Vec3 p;
};

struct NearestOfTriangle {
  Vec3 way;    // from the point to there
  double distance;
  // inside of the triangle: -1; on edge k: k; at corner k: 3 + k
  int feature;
};

/** C. Ericson, Real-Time Collision Detection (2005), 5.1.5. Inside of the triangle the way is along
 *  the normal, so that all triangles of a plane give the same. */
VARDEM_INLINE NearestOfTriangle nearest_of_triangle(const Vec3 &a, const Vec3 &b, const Vec3 &c,
                                                    const Vec3 &normal, const Vec3 &x)
{
  const auto at = [](const Vec3 &way, int feature) {
    return NearestOfTriangle{way, norm(way), feature};
  };
  const Vec3 ab = b - a, ac = c - a, xa = a - x, xb = b - x, xc = c - x;
  const double a_ab = -dot(ab, xa), a_ac = -dot(ac, xa);
  if (a_ab <= 0.0 && a_ac <= 0.0) return at(xa, 3);
  const double b_ab = -dot(ab, xb), b_ac = -dot(ac, xb);
  if (b_ab >= 0.0 && b_ac <= b_ab) return at(xb, 4);
  const double of_c = a_ab * b_ac - b_ab * a_ac;    // part of corner c, times a square
  if (of_c <= 0.0 && a_ab >= 0.0 && b_ab <= 0.0) return at(xa + (a_ab / (a_ab - b_ab)) * ab, 0);
  const double c_ab = -dot(ab, xc), c_ac = -dot(ac, xc);
  if (c_ac >= 0.0 && c_ab <= c_ac) return at(xc, 5);
  const double of_b = c_ab * a_ac - a_ab * c_ac;
  if (of_b <= 0.0 && a_ac >= 0.0 && c_ac <= 0.0) return at(xa + (a_ac / (a_ac - c_ac)) * ac, 2);
  const double of_a = b_ab * c_ac - c_ab * b_ac, along = b_ac - b_ab, back = c_ab - c_ac;
  if (of_a <= 0.0 && along >= 0.0 && back >= 0.0)
    return at(xb + (along / (along + back)) * (c - b), 1);
  const double height = dot(normal, xa);
  return {height * normal, std::fabs(height), -1};
}

/** Does the way from x to x + way cross a triangle before its end? Not if it only grazes it. T.
 *  Moller and B. Trumbore, J. Graph. Tools 2 (1997) 21. */
VARDEM_INLINE bool crosses_triangle(const Vec3 &a, const Vec3 &b, const Vec3 &c, const Vec3 &x,
                                    const Vec3 &way)
{
  constexpr double ROUND_OFF = 1e-7;
  const Vec3 ab = b - a, ac = c - a, p = cross(way, ac), s = x - a, q = cross(s, ab);
  const double volume = dot(ab, p);
  if (!(std::fabs(volume) > ROUND_OFF * norm(cross(ab, ac)) * norm(way))) return false;
  const double u = dot(s, p) / volume, v = dot(way, q) / volume, t = dot(ac, q) / volume;
  return u >= -ROUND_OFF && v >= -ROUND_OFF && u + v <= 1.0 + ROUND_OFF && t > 0.0 &&
      t < 1.0 - ROUND_OFF;
}

/** A surface of triangles, of which a grain has a contact with each piece that it touches.
 *
 *  A piece is where the distance from the centre has a minimum along the surface: inside of a
 *  triangle, on an edge that juts out, or at such a corner. So a plane gives one contact however it
 *  is cut into triangles, a convex edge or corner one, and a hollow edge two. But where the surface
 *  is a polyhedron in place of a smooth hollow surface, each of its triangles has a minimum, and so
 *  has each crack between triangles that do not fit together. Hence a minimum does not count if
 *  another one, which is nearer, is seen from the centre within the angle ONE_PIECE. What is behind
 *  another triangle does not count either.
 *
 *  Two minima that change places do so where their distances are equal, so the force has a
 *  potential. This is not so where a minimum on an edge that juts out hides another one, such as at
 *  the rim of a hole: there the force jumps when the grain passes the angle, and which minima are
 *  hidden depends on those between them. To let all edges and corners count would keep the energy,
 *  but a ball that rests in a round hole of 24 sides would have 24 contacts. */
struct WallMesh {
  /** cos(21 degrees). At overlaps below 1 - cos = 6.6 % of the radius, no point of a plane but the
   *  nearest one is both in reach and farther than the angle from it. So cracks do no harm. Hollow
   *  cylinders of 18 sides or more, which turn by 20 degrees, are one piece. */
  static constexpr double ONE_PIECE = 0.9335804264972017;
  /** cos(22 degrees). A contact goes on if its normal turns by less than this in a step: from one
   *  triangle to another one of the same piece, and not much farther. */
  static constexpr double SAME_PIECE = 0.9271838545667874;
  static constexpr int MOST = 16;    // pieces near to a grain

  const Vec3 *corners;
  const MeshTriangle *triangles;
  const MeshBox *boxes;
  int nboxes;

  /** Calls f(WallTouch) for each piece nearer to x than `reach`, the nearest first, but for no more
   *  than MOST. A point on the surface does not see it. */
  template <class F> VARDEM_INLINE void near(const Vec3 &x, double reach, const F &f) const
  {
    each_piece(x, reach, f, [&](const auto &take) {
      each_in_boxes(x, reach, take);
    });
  }
  /** The same with the triangles that were near to a point, among which are all that are nearer
   *  than `reach`. */
  template <class F>
  VARDEM_INLINE void near(const Vec3 &x, double reach, const F &f, const NearTriangles &then) const
  {
    constexpr double ROUND_OFF = 1e-6;    // more than that of floats
    const Vec3 u = x - then.p;
    const double wide =
        reach + ROUND_OFF * (reach + std::fabs(u.x) + std::fabs(u.y) + std::fabs(u.z));
    each_piece(x, reach, f, [&](const auto &take) {
      for (const NearTriangle *t = then.list; t->triangle >= 0; t++)
        if (t->least_distance(u) < wide) take(t->triangle);
    });
  }
  /** Calls f(NearTriangle) for each triangle nearer than `reach`. */
  template <class F> VARDEM_INLINE void each_near(const Vec3 &x, double reach, const F &f) const
  {
    each_in_boxes(x, reach, [&](int t) {
      const NearestOfTriangle found = nearest(t, x);
      if (!(found.distance < reach)) return;
      const Vec3 n = (found.distance > TINY ? 1.0 / found.distance : 0.0) * found.way;
      f(NearTriangle{t, static_cast<float>(found.distance), static_cast<float>(n.x),
                     static_cast<float>(n.y), static_cast<float>(n.z)});
    });
  }

 private:
  static constexpr double TINY = 1e-300;    // > 0

  struct Piece {
    Vec3 way;    // from the centre to its nearest point
    double distance;
    int triangle;
  };

  VARDEM_INLINE NearestOfTriangle nearest(int t, const Vec3 &x) const
  {
    const int *const c = triangles[t].corners;
    return nearest_of_triangle(corners[c[0]], corners[c[1]], corners[c[2]], triangles[t].normal, x);
  }

  /** each(f) calls f(t) for all triangles that may be near. */
  template <class F, class Each>
  VARDEM_INLINE void each_piece(const Vec3 &x, double reach, const F &f, const Each &each) const
  {
    Piece pieces[MOST];
    int n = 0;
    each_minimum(x, reach, each, [&](const Piece &one) {
      insert(one, pieces, n);
    });
    // One may have been removed before those came that it hides, too.
    if (n > 1)
      each_minimum(x, reach, each, [&](const Piece &one) {
        remove_hidden(one, pieces, n);
      });
    for (int k = 0; k < n; k++)
      if (k == 0 || is_visible(x, pieces[k].way))
        f(WallTouch{pieces[k].way / pieces[k].distance, pieces[k].distance, 0.0,
                    triangles[pieces[k].triangle].number});
  }

  /** Calls f(t) for triangles in boxes of which `enters` is true. */
  template <class Enters, class F>
  VARDEM_INLINE void each_triangle(const Enters &enters, const F &f) const
  {
    for (int k = 0; k < nboxes;) {
      const MeshBox &box = boxes[k];
      if (!enters(box)) {
        k = box.skip;
        continue;
      }
      for (int t = box.first; t < box.first + box.count; t++) f(t);
      k++;
    }
  }

  template <class F> VARDEM_INLINE void each_in_boxes(const Vec3 &x, double reach, const F &f) const
  {
    const double square = reach * reach;
    each_triangle(
        [&](const MeshBox &box) {
          return box.square_to(x) < square;
        },
        f);
  }

  /** Calls f(Piece) for each minimum of the distance that is less than `reach`. Minima on edges and
   *  at corners may come several times. */
  template <class Each, class F>
  VARDEM_INLINE void each_minimum(const Vec3 &x, double reach, const Each &each, const F &f) const
  {
    each([&](int t) {
      const MeshTriangle &one = triangles[t];
      if (!(std::fabs(dot(one.normal, corners[one.corners[0]] - x)) < reach)) return;
      const NearestOfTriangle found = nearest(t, x);
      if (found.distance < reach && found.distance > TINY && is_minimum(t, found, x))
        f(Piece{found.way, found.distance, t});
    });
  }

  /** Has no triangle beside it a nearer point? */
  VARDEM_INLINE bool is_minimum(int t, const NearestOfTriangle &nearest, const Vec3 &x) const
  {
    constexpr double ROUND_OFF = 1e-10, OF_PLACE = 1e-15;
    if (nearest.feature < 0) return true;
    const double least = std::fmax(ROUND_OFF * nearest.distance, OF_PLACE * norm(x));
    if (nearest.feature >= 3)
      return is_minimum_at_corner(t, nearest.feature - 3, nearest.way, least);
    const int other = triangles[t].beside[nearest.feature];
    return other < 0 ||
        !approaches(nearest.way, corners[opposite(other, t)] - (x + nearest.way), least);
  }

  /** Does a point that goes from the nearest point into this direction come nearer, beyond
   *  round-off? */
  VARDEM_INLINE static bool approaches(const Vec3 &way, const Vec3 &direction, double least)
  {
    const double along = -dot(way, direction);
    return along > 0.0 && along * along > least * least * dot(direction, direction);
  }

  /** The corner of triangle t that is not on its edge with another one. */
  VARDEM_INLINE int opposite(int t, int other) const
  {
    const MeshTriangle &one = triangles[t];
    return one.corners[one.beside[0] == other ? 2 : (one.beside[1] == other ? 0 : 1)];
  }

  /** Looks along all edges that begin at a corner, from triangle to triangle around it, and the
   *  other way round if this ends at an open edge. */
  VARDEM_INLINE bool is_minimum_at_corner(int t, int k, const Vec3 &way, double least) const
  {
    const int corner = triangles[t].corners[k];
    for (int turn = 0; turn < 2; turn++) {
      int before = -1, here = t;
      do {
        const MeshTriangle &one = triangles[here];
        const int at = one.corners[0] == corner ? 0 : (one.corners[1] == corner ? 1 : 2);
        const int last = (at + 2) % 3, over[] = {one.beside[at], one.beside[last]};
        if (approaches(way, corners[one.corners[(at + 1) % 3]] - corners[corner], least) ||
            approaches(way, corners[one.corners[last]] - corners[corner], least))
          return false;
        const bool came_by_first = before < 0 ? turn == 1 : over[0] == before;
        before = here;
        here = over[came_by_first];
      } while (here >= 0 && here != t);
      if (here == t) return true;
    }
    return true;
  }

  /** a is nearer, and both are one piece. Of equal distances, one is the nearer one. */
  VARDEM_INLINE static bool hides(const Piece &a, const Piece &b)
  {
    const bool nearer = a.distance < b.distance ||
        (a.distance == b.distance && a.triangle < b.triangle);
    return nearer && dot(a.way, b.way) > ONE_PIECE * a.distance * b.distance;
  }

  VARDEM_INLINE static void remove_hidden(const Piece &by, Piece *pieces, int &n)
  {
    int left = 0;
    for (int k = 0; k < n; k++)
      if (!hides(by, pieces[k])) pieces[left++] = pieces[k];
    n = left;
  }

  /** Keeps the nearest ones in their order. */
  VARDEM_INLINE static void insert(const Piece &one, Piece *pieces, int &n)
  {
    for (int k = 0; k < n; k++)
      if (hides(pieces[k], one)) return;
    remove_hidden(one, pieces, n);
    int k = n < MOST ? n++ : MOST;
    for (; k > 0 && pieces[k - 1].distance > one.distance; k--)
      if (k < MOST) pieces[k] = pieces[k - 1];
    if (k < MOST) pieces[k] = one;
  }

  VARDEM_INLINE bool is_visible(const Vec3 &x, const Vec3 &way) const
  {
    bool hidden = false;
    each_triangle(
        [&](const MeshBox &box) {
          return !hidden && box.meets(x, x + way);
        },
        [&](int t) {
          const int *const c = triangles[t].corners;
          hidden |= crosses_triangle(corners[c[0]], corners[c[1]], corners[c[2]], x, way);
        });
    return !hidden;
  }
};

}    // namespace VARDEM
#endif
