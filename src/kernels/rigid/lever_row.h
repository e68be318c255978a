// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LEVER_ROW_H
#define VARDEM_LEVER_ROW_H

#include "kernels/symmetric_block.h"

namespace VARDEM {

// --- a contact point of two bodies that turn ---
//
// A body has six numbers in the axes of space: its velocity and its angular velocity, as two
// vectors A[0] and A[1]. The levers lead from the centres of both bodies to the same point, so that
// a force and its opposite change neither the momentum nor the angular momentum of the pair. The
// normal n points from the first body to the second.

/** Two spheres: the point lies between the centres. */
struct SphereLevers {
  static constexpr int NUMBERS = 5;
  static constexpr bool CENTRAL = true;    // do normal forces turn no body?
  Vec3 n;
  double first, second;    // distances of the centres from the point

  VARDEM_INLINE Vec3 lever(bool of_first) const { return of_first ? first * n : -second * n; }
  /** The velocity of the second body minus that of the first at the point. */
  VARDEM_INLINE Vec3 velocity(const Vec3 *A, const Vec3 *B) const
  {
    return B[0] - A[0] - cross(first * A[1] + second * B[1], n);
  }
  /** Its part along the normal. */
  VARDEM_INLINE double rate(const Vec3 *A, const Vec3 *B) const { return dot(B[0] - A[0], n); }
  /** The torque on either body, if f acts on the second one and -f on the first one. */
  VARDEM_INLINE Vec3 torque(const Vec3 &f, bool of_first) const
  {
    return (of_first ? first : second) * cross(f, n);
  }
  /** The product of both radii over their sum; a wall, whose lever is 0, counts as flat. */
  VARDEM_INLINE double rolling_radius() const
  {
    return second > 0.0 ? first * second / (first + second) : first;
  }
};

/** Any two bodies of spheres. */
struct BodyLevers {
  static constexpr int NUMBERS = 10;
  static constexpr bool CENTRAL = false;
  Vec3 n, first, second;
  double radius;    // that of rolling, of the two spheres that touch

  VARDEM_INLINE Vec3 lever(bool of_first) const { return of_first ? first : second; }
  VARDEM_INLINE Vec3 velocity(const Vec3 *A, const Vec3 *B) const
  {
    return B[0] + cross(B[1], second) - (A[0] + cross(A[1], first));
  }
  VARDEM_INLINE double rate(const Vec3 *A, const Vec3 *B) const { return dot(velocity(A, B), n); }
  VARDEM_INLINE Vec3 torque(const Vec3 &f, bool of_first) const
  {
    return of_first ? cross(f, first) : cross(second, f);
  }
  VARDEM_INLINE double rolling_radius() const { return radius; }
};

/** Two spheres, or a sphere and a wall point with the radius 0, at the branch vector e between
 *  their centres. The point divides the gap in the middle. */
VARDEM_INLINE SphereLevers levers_of_spheres(const Vec3 &e, double R_first, double R_second)
{
  const double distance = norm(e);
  return {e / distance, 0.5 * (distance + (R_first - R_second)),
          0.5 * (distance + (R_second - R_first))};
}

/** The rolling velocity: the angular velocity of the second body relative to the first, but for its
 *  part along the normal, times the rolling radius r. A moment m of the contact is r m on the
 *  second body. */
template <class Levers>
VARDEM_INLINE Vec3 rolling_velocity(const Levers &levers, const Vec3 *A, const Vec3 *B)
{
  const Vec3 spin = B[1] - A[1];
  return levers.rolling_radius() * (spin - dot(spin, levers.n) * levers.n);
}

/** Gives the levers of a contact, which are stored by contact. */
template <class OfContact> struct LeverGeometry {
  using Levers = OfContact;
  static constexpr int DOF = 6;
  static constexpr bool BY_CONTACT = true;
  const Levers *levers;

  VARDEM_INLINE const Levers &row(int /*i*/, int /*j*/, int contact) const
  {
    return levers[contact];
  }
};

/** The inverse inertia of a sphere; zero if it cannot move. */
struct InverseSphere {
  double mass, moment;

  VARDEM_INLINE Vec3 turn(const Vec3 &torque) const { return moment * torque; }
  /** The mean of the inverse moments about two axes across n. */
  VARDEM_INLINE double turn_across(const Vec3 & /*n*/) const { return moment; }
};

struct InverseBody {
  double mass;
  Symmetric moment;

  VARDEM_INLINE Vec3 turn(const Vec3 &torque) const { return moment * torque; }
  VARDEM_INLINE double turn_across(const Vec3 &n) const
  {
    return 0.5 * (moment.xx + moment.yy + moment.zz - dot(n, moment * n));
  }
};

/** Adds to the motion of a body what an impulse g of a contact on its second body does. */
template <class Levers, class Inverse>
VARDEM_INLINE void push_body(const Levers &levers, const Inverse &inverse, const Vec3 &g,
                             bool is_first, Vec3 *motion)
{
  motion[0] = motion[0] + (is_first ? -inverse.mass : inverse.mass) * g;
  motion[1] = motion[1] + inverse.turn(levers.torque(g, is_first));
}

/** The same for a moment M on the second body. */
template <class Inverse>
VARDEM_INLINE void turn_body(const Inverse &inverse, const Vec3 &M, bool is_first, Vec3 *motion)
{
  motion[1] = motion[1] + inverse.turn(is_first ? -M : M);
}

/** The velocity at the point that an impulse causes, if no other contact acts on the bodies. */
template <class Levers, class Inverse>
VARDEM_INLINE Vec3 velocity_of_impulse(const Levers &levers, const Inverse &of_first,
                                       const Inverse &of_second, const Vec3 &g)
{
  Vec3 A[2] = {}, B[2] = {};
  push_body(levers, of_first, g, true, A);
  push_body(levers, of_second, g, false, B);
  return levers.velocity(A, B);
}

}    // namespace VARDEM
#endif
