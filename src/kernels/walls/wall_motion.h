// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_WALL_MOTION_H
#define VARDEM_WALL_MOTION_H

#include "kernels/vector3.h"

namespace VARDEM {

// --- the motion of a rigid wall, of which only the places at the steps are known ---

/** A rigid motion: the point p goes to place(p) = A p + a, where A is a rotation. */
struct RigidMotion {
  Vec3 a;
  Vec3 columns[3];    // of A

  VARDEM_INLINE Vec3 turn(const Vec3 &p) const
  {
    return p.x * columns[0] + p.y * columns[1] + p.z * columns[2];
  }
  VARDEM_INLINE Vec3 turn_back(const Vec3 &p) const
  {
    return {dot(columns[0], p), dot(columns[1], p), dot(columns[2], p)};
  }
  VARDEM_INLINE Vec3 place(const Vec3 &p) const { return turn(p) + a; }
  VARDEM_INLINE Vec3 place_back(const Vec3 &p) const { return turn_back(p - a); }
};

constexpr RigidMotion NO_MOTION = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/** First `before`, then `then`. */
VARDEM_INLINE RigidMotion operator*(const RigidMotion &then, const RigidMotion &before)
{
  return {
      then.place(before.a),
      {then.turn(before.columns[0]), then.turn(before.columns[1]), then.turn(before.columns[2])}};
}

VARDEM_INLINE RigidMotion inverse(const RigidMotion &m)
{
  const Vec3 *c = m.columns;
  return {-m.turn_back(m.a),
          {{c[0].x, c[1].x, c[2].x}, {c[0].y, c[1].y, c[2].y}, {c[0].z, c[1].z, c[2].z}}};
}

/** The vector by which a rotation turns: its direction is the axis, its length the angle, which is
 *  below pi. */
VARDEM_INLINE Vec3 rotation_vector(const RigidMotion &m)
{
  const Vec3 *c = m.columns;
  // times the axis
  const Vec3 sine = 0.5 * Vec3{c[1].z - c[2].y, c[2].x - c[0].z, c[0].y - c[1].x};
  const double size = norm(sine), cosine = 0.5 * (c[0].x + c[1].y + c[2].z - 1.0);
  return (size > 0.0 ? std::atan2(size, cosine) / size : 1.0) * sine;
}

/** Velocities of a wall as functions of the place at the step. `back` takes a point of the wall
 *  from its place now to its place at the step before. So the half-step velocity between is exactly
 *  the one by which a leapfrog moves the point. The full-step velocity is the half-step velocity
 *  plus half of its change since the half step before, of second order. `before` takes the point
 *  one step further back. */
struct WallMotion {
  bool moves;               // otherwise all velocities are zero
  RigidMotion back;         // from this step to the step before
  RigidMotion before;       // from this step to the one before that
  double rate;              // 1/h of the last step; 0 if the wall has not moved yet
  double rate_before;       // of the step before; 0 if it is not known
  Vec3 w_half, w_before;    // angular velocities at the half steps

  VARDEM_INLINE Vec3 v_half(const Vec3 &p) const
  {
    return moves ? rate * (p - back.place(p)) : Vec3{0.0, 0.0, 0.0};
  }
  /** The place now of the point of the wall that was at p at the step before. */
  VARDEM_INLINE Vec3 carried(const Vec3 &p) const { return moves ? back.place_back(p) : p; }
  /** For a contact that has come from p_before to p: the mean velocity in the last step of the
   *  points of the wall on its way. */
  VARDEM_INLINE Vec3 v_passed(const Vec3 &p, const Vec3 &p_before) const
  {
    return v_half(p + 0.5 * (p_before - back.place(p)));
  }
  VARDEM_INLINE Vec3 v_full_step(const Vec3 &p) const
  {
    if (!moves) return {0.0, 0.0, 0.0};
    const Vec3 half = v_half(p);
    if (rate_before == 0.0) return half;
    return half + ahead() * (half - rate_before * (back.place(p) - before.place(p)));
  }
  VARDEM_INLINE Vec3 w_full_step() const
  {
    return rate_before == 0.0 ? w_half : w_half + ahead() * (w_half - w_before);
  }

 private:
  /** From the middle of the last step to its end, over the way from the middle of the step before.
   *  The two steps may differ. */
  VARDEM_INLINE double ahead() const { return rate_before / (rate + rate_before); }
};

/** Sums of the forces at points of a wall that give the work of a rigid motion. */
struct WallLoad {
  Vec3 force;        // sum of F
  Vec3 moment[3];    // sum of p_x F, p_y F, p_z F

  VARDEM_INLINE void add(const Vec3 &p, const Vec3 &F)
  {
    force = force + F;
    moment[0] = moment[0] + p.x * F;
    moment[1] = moment[1] + p.y * F;
    moment[2] = moment[2] + p.z * F;
  }
  /** Of two opposite forces: they have the torque C and no sum. */
  VARDEM_INLINE void add_couple(const Vec3 &C)
  {
    const Vec3 half = 0.5 * C;
    moment[0] = moment[0] + Vec3{0.0, half.z, -half.y};
    moment[1] = moment[1] + Vec3{-half.z, 0.0, half.x};
    moment[2] = moment[2] + Vec3{half.y, -half.x, 0.0};
  }
  /** Sum of p x F. */
  VARDEM_INLINE Vec3 torque() const
  {
    return {moment[1].z - moment[2].y, moment[2].x - moment[0].z, moment[0].y - moment[1].x};
  }
};

/** Sum of the products of the forces with the displacements of their points. */
VARDEM_INLINE double work(const WallLoad &load, const RigidMotion &m)
{
  const Vec3 *c = m.columns;
  return dot(load.force, m.a) + dot(load.moment[0], c[0] - Vec3{1, 0, 0}) +
      dot(load.moment[1], c[1] - Vec3{0, 1, 0}) + dot(load.moment[2], c[2] - Vec3{0, 0, 1});
}

}    // namespace VARDEM
#endif
