// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_WALL_SHAPES_H
#define VARDEM_WALL_SHAPES_H

#include "kernels/contact/sphere_contact.h"
#include "kernels/walls/wall_mesh.h"
#include "kernels/walls/wall_motion.h"

namespace VARDEM {

// --- surfaces of walls as plain data: planes, LAMMPS' regions plane, block, sphere, cylinder and
//     cone, unions and intersections of these, and triangles

struct BoundingBox {
  Vec3 lo, hi;
};

constexpr BoundingBox UNBOUNDED = {{-1e20, -1e20, -1e20}, {1e20, 1e20, 1e20}};    // LAMMPS' INF

/** A body with the surfaces of LAMMPS' region of this style. They have the same numbers and
 *  curvatures, and a point sees the same surfaces. From inside of the body it sees each face, from
 *  outside the nearest point only. LAMMPS itself misses this point, or gives another one, of a
 *  cylinder without its mantle, of a cone with a tip whose face is not open, of the axis of a cone,
 *  and of an endless block with an open face. It gives the ends of a cone along y another normal,
 *  and cones seen from outside a curvature < 0. */
struct WallBody {
  enum Kind { PLANE, BLOCK, SPHERE, CYLINDER, MESH, BODIES };

  Kind kind;
  bool inner, outer;    // do points inside of the body see surfaces, and do points outside?
  unsigned open;        // bit k: face k is open
  Vec3 a;    // plane: a point; block: lower corner; sphere: centre; cylinder: a point of its axis
  // plane: unit normal to the inside; block: upper corner; cylinder: unit vector of its axis
  Vec3 b;
  double radius;       // of a sphere, or of a cylinder at lo
  double radius_hi;    // of a cylinder at hi; a cone is a cylinder with another one there
  double lo, hi;       // ends of a cylinder: from a to them, along its axis

  /** In 2d, faces across the z axis are no walls. */
  VARDEM_INLINE void open_z_faces()
  {
    if (kind == BLOCK) open |= 1u << 4 | 1u << 5;
    if (kind == CYLINDER && b.z != 0.0) open |= 1u << LOWER_END | 1u << UPPER_END;
  }

  /** Does LAMMPS find other surfaces, apart from the axis of a cone and endless blocks? */
  bool is_wrong_in_lammps() const
  {
    if (kind != CYLINDER) return false;
    if (radius_hi == radius) return is_open(MANTLE);
    return (!is_open(LOWER_END) && (b.y != 0.0 || radius == 0.0)) ||
        (!is_open(UPPER_END) && (b.y != 0.0 || radius_hi == 0.0));
  }

  /** Is the point p on a side from which surfaces are seen? */
  VARDEM_INLINE bool sees(const Vec3 &p) const { return contains(p) ? inner : outer; }

  /** Is the point p in the body, or nearer to it than `more`? With more < 0: deeper in it? */
  VARDEM_INLINE bool contains(const Vec3 &p, double more = 0.0) const
  {
    if (kind == PLANE) return dot(p - a, b) >= -more;
    if (kind == SPHERE) return norm(p - a) <= radius + more;
    if (kind == BLOCK)
      return p.x >= a.x - more && p.x <= b.x + more && p.y >= a.y - more && p.y <= b.y + more &&
          p.z >= a.z - more && p.z <= b.z + more;
    const Cylindrical c = cylindrical(p);
    return c.r <= radius_at(clamped(c.along, lo, hi)) + more && c.along >= lo - more &&
        c.along <= hi + more;
  }

  VARDEM_INLINE int faces() const { return kind == BLOCK ? 6 : (kind == CYLINDER ? 3 : 1); }

  /** Calls f(WallTouch) for each surface that is nearer to the point p than `reach`. Points on a
   *  curved surface or on an edge see nothing of it, since the normal is not known there. */
  template <class F> VARDEM_INLINE void near(const Vec3 &p, double reach, const F &f) const
  {
    const bool inside = contains(p);
    if (!(inside ? inner : outer)) return;
    const int n = inside ? faces() : 1;
    for (int k = 0; k < n; k++) {
      const WallTouch touch = inside ? inner_face(k, p) : outer_surface(p);
      if (touch.distance < reach && touch.distance >= (kind == PLANE ? 0.0 : TINY)) f(touch);
    }
  }

 private:
  static constexpr double TINY = 1e-300;    // > 0

  enum { LOWER_END, UPPER_END, MANTLE };    // faces of a cylinder

  /** A point as a cylinder sees it. */
  struct Cylindrical {
    double along, r;    // from a along the axis, and distance from the axis
    Vec3 e;             // unit vector away from the axis; zero on it
  };

  VARDEM_INLINE static WallTouch nothing() { return {{0.0, 0.0, 0.0}, -1.0, 0.0, 0}; }
  VARDEM_INLINE static double clamped(double x, double least, double most)
  {
    return x < least ? least : (x > most ? most : x);
  }
  VARDEM_INLINE static double squared(double x) { return x * x; }
  VARDEM_INLINE bool is_open(int face) const { return open >> face & 1u; }

  VARDEM_INLINE Cylindrical cylindrical(const Vec3 &p) const
  {
    const Vec3 d = p - a;
    const double along = dot(d, b);
    const Vec3 across = d - along * b;
    const double r = norm(across);
    return {along, r, r > 0.0 ? across / r : Vec3{0.0, 0.0, 0.0}};
  }

  /** 0 for cylinders, also those without a length. */
  VARDEM_INLINE double slope() const
  {
    return radius_hi == radius ? 0.0 : (radius_hi - radius) / (hi - lo);
  }
  VARDEM_INLINE double radius_at(double along) const
  {
    return along == hi ? radius_hi : radius + slope() * (along - lo);
  }

  /** Where the nearest point of the mantle is along the axis; radius_at() it is its distance from
   *  the axis. */
  VARDEM_INLINE double along_mantle(const Cylindrical &c) const
  {
    const double k = slope(), shift = k * (c.r - radius_at(c.along)) / (1.0 + k * k);
    return clamped(c.along + shift, lo, hi);
  }

  /** The k-th face as a point inside of the body sees it. */
  VARDEM_INLINE WallTouch inner_face(int k, const Vec3 &p) const
  {
    if (kind == PLANE) return touch_of_plane(a, b, p);
    if (kind == BLOCK) return inner_face_of_block(k, p);
    if (kind == CYLINDER) return inner_face_of_cylinder(k, p);
    const double r = norm(p - a);
    if (r == 0.0) return nothing();
    return {(p - a) / r, radius - r, -1.0 / radius, 0};
  }

  VARDEM_INLINE WallTouch inner_face_of_block(int k, const Vec3 &p) const
  {
    if (is_open(k)) return nothing();
    switch (k) {
      case 0:
        return {{-1.0, 0.0, 0.0}, p.x - a.x, 0.0, k};
      case 1:
        return {{1.0, 0.0, 0.0}, b.x - p.x, 0.0, k};
      case 2:
        return {{0.0, -1.0, 0.0}, p.y - a.y, 0.0, k};
      case 3:
        return {{0.0, 1.0, 0.0}, b.y - p.y, 0.0, k};
      case 4:
        return {{0.0, 0.0, -1.0}, p.z - a.z, 0.0, k};
      default:
        return {{0.0, 0.0, 1.0}, b.z - p.z, 0.0, k};
    }
  }

  /** The mantle first, as in LAMMPS. */
  VARDEM_INLINE WallTouch inner_face_of_cylinder(int k, const Vec3 &p) const
  {
    const int face = (k + MANTLE) % 3;
    if (is_open(face)) return nothing();
    const Cylindrical c = cylindrical(p);
    if (face == LOWER_END) return {-b, c.along - lo, 0.0, face};
    if (face == UPPER_END) return {b, hi - c.along, 0.0, face};
    const double at = along_mantle(c), r = radius_at(at);
    if (c.r == 0.0) return nothing();
    const double curvature = r > 0.0 ? -0.5 / r : 0.0;
    if (radius_hi == radius) return {c.e, r - c.r, curvature, face};
    WallTouch touch = towards((at - c.along) * b + (r - c.r) * c.e, curvature);
    touch.surface = face;
    return touch;
  }

  /** What a point outside of the body sees. */
  VARDEM_INLINE WallTouch outer_surface(const Vec3 &p) const
  {
    if (kind == PLANE) return {b, -dot(p - a, b), 0.0, 0};
    if (kind == BLOCK) return outside_of_block(p);
    if (kind == CYLINDER) return outside_of_cylinder(p);
    const double r = norm(p - a);
    return {(a - p) / r, r - radius, 1.0 / radius, 0};
  }

  VARDEM_INLINE static WallTouch towards(const Vec3 &way, double curvature)
  {
    const double distance = norm(way);
    return {way / distance, distance, curvature, 0};
  }

  /** The nearest point of the faces that are not open. */
  VARDEM_INLINE WallTouch outside_of_block(const Vec3 &p) const
  {
    const Vec3 q = {clamped(p.x, a.x, b.x), clamped(p.y, a.y, b.y), clamped(p.z, a.z, b.z)};
    if (!open) return towards(q - p, 0.0);
    Vec3 best = {0.0, 0.0, 0.0};
    double least = HUGE_VAL;
    for (int k = 0; k < 6; k++) {
      if (is_open(k)) continue;
      Vec3 way = q - p;
      if (k < 2)
        way.x = (k % 2 ? b.x : a.x) - p.x;
      else if (k < 4)
        way.y = (k % 2 ? b.y : a.y) - p.y;
      else
        way.z = (k % 2 ? b.z : a.z) - p.z;
      if (!(dot(way, way) < least)) continue;
      best = way;
      least = dot(way, way);
    }
    return least < HUGE_VAL ? towards(best, 0.0) : nothing();
  }

  /** The nearest point of the faces that are not open. The curvature is that of the mantle
   *  where this is not open, also at its ends. */
  VARDEM_INLINE WallTouch outside_of_cylinder(const Vec3 &p) const
  {
    const Cylindrical c = cylindrical(p);
    const double at[] = {lo, hi, along_mantle(c)};
    const double r[] = {clamped(c.r, 0.0, radius_at(lo)), clamped(c.r, 0.0, radius_at(hi)),
                        radius_at(at[MANTLE])};
    int best = -1;
    double least = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
      const int face = (k + MANTLE) % 3;
      const double square = squared(at[face] - c.along) + squared(r[face] - c.r);
      if (is_open(face) || !(square < least)) continue;
      best = face;
      least = square;
    }
    if (best < 0 || (c.r == 0.0 && r[best] > 0.0)) return nothing();
    const bool curved = best == MANTLE && c.r > r[MANTLE] && r[MANTLE] > 0.0;
    return towards((at[best] - c.along) * b + (r[best] - c.r) * c.e,
                   curved ? 0.5 / r[MANTLE] : 0.0);
  }
};

/** The surface of a wall: of a body, of the union or the intersection of several, or of triangles.
 *  A surface of a body that is hidden in others counts for nothing, as in LAMMPS' regions of these
 *  styles; but where faces of several bodies are flush, LAMMPS has a hole, or the face twice.
 *  Bodies with open faces hide nothing. */
struct WallShape : WallBody {
  const WallBody *bodies;    // BODIES: of a region that is seen from outside, turned inside out
  int nbodies;
  bool all;    // do points see the wall from which all bodies are seen, or any?
  WallMesh mesh;
  RigidMotion place;    // from where the data above have it to where it is now

  /** Around triangles or a body, where the data have it. */
  BoundingBox bounds() const
  {
    if (kind == MESH) return {mesh.boxes[0].lo, mesh.boxes[0].hi};
    if (kind == BLOCK) return {a, b};
    if (kind == SPHERE) return {a - radius * Vec3{1, 1, 1}, a + radius * Vec3{1, 1, 1}};
    if (kind != CYLINDER) return UNBOUNDED;
    const Vec3 across = std::fmax(radius, radius_hi) * (Vec3{1, 1, 1} - b);    // b is along an axis
    return {a + lo * b - across, a + hi * b + across};
  }

  /** Calls f(WallTouch) for each surface that is nearer to the point x than `reach`. triangles: as
   *  WallMesh::near() has them, if they are known. */
  template <class F>
  VARDEM_INLINE void near(const Vec3 &x, double reach, const F &f,
                          const NearTriangles *triangles = nullptr) const
  {
    const Vec3 p = place.place_back(x);
    const auto turned = [&](WallTouch touch) {
      touch.n = place.turn(touch.n);
      f(touch);
    };
    if (kind == MESH && triangles) return mesh.near(p, reach, turned, *triangles);
    if (kind == MESH) return mesh.near(p, reach, turned);
    const bool is_one = kind != BODIES;
    if (!is_one && !is_seen(p)) return;
    for (int k = 0, first = 0; k < (is_one ? 1 : nbodies); k++) {
      const WallBody &body = is_one ? *this : bodies[k];
      body.near(p, reach, [&](WallTouch touch) {
        if (!is_one && is_hidden(k, p, touch, reach)) return;
        touch.surface += first;
        turned(touch);
      });
      first += body.faces();
    }
  }

  /** Does each point see one surface at most, and lies all of the wall behind its tangent plane? */
  bool is_convex() const { return kind == PLANE || (kind < MESH && !open && !inner); }

  /** Is the point x on the side from which no surface is seen? Triangles are seen from both. */
  VARDEM_INLINE bool is_behind(const Vec3 &x) const
  {
    if (kind == MESH) return false;
    const Vec3 p = place.place_back(x);
    return !(kind == BODIES ? is_seen(p) : sees(p));
  }

 private:
  VARDEM_INLINE bool is_seen(const Vec3 &p) const
  {
    for (int k = 0; k < nbodies; k++)
      if (bodies[k].sees(p) != all) return !all;
    return all;
  }

  /** Is the surface of body k that the point p sees hidden in another one? Of faces that are flush
   *  by round-off the first counts, and edges in them are no edges of the wall. */
  VARDEM_INLINE bool is_hidden(int k, const Vec3 &p, const WallTouch &touch, double reach) const
  {
    constexpr double FLUSH = 1e-9;
    const double near_by = FLUSH * reach;
    const Vec3 way = touch.distance * touch.n, q = p + way;
    for (int j = 0; j < nbodies; j++) {
      const WallBody &other = bodies[j];
      if (j == k || (other.inner && other.outer)) continue;
      if (other.contains(q, near_by) == other.contains(q, -near_by)) {
        if (other.sees(q) != all) return true;
        continue;
      }
      bool is_same = false;
      other.near(p, reach, [&](const WallTouch &at) {
        is_same |= norm(at.distance * at.n - way) <= 2.0 * near_by && dot(at.n, touch.n) > 0.0;
      });
      if (is_same ? j < k : all || other.sees(q + 4.0 * near_by * touch.n)) return true;
    }
    return false;
  }
};

}    // namespace VARDEM
#endif
