// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BODY_ROW_H
#define VARDEM_BODY_ROW_H

#include "kernels/macros.h"
#include "kernels/quaternion.h"
#include "kernels/symmetric_block.h"
#include <cstddef>

namespace VARDEM {

// --- one contact of two rigid bodies of any shape, as one row of -B (contact_row.h) ---
//
// Source: Olsen & Kamrin, arXiv:1805.07437, 7.1: the row of a body is [n, r x n], r from its centre
// of mass to the contact. The motion of a body has the displacement of its centre in space, and its
// rotation in its principal axes times a length l: [u, l A(q) theta]. So inertia is diagonal, and
// all numbers of a motion have one unit. Hence A = [n, A(q) (r x n)/l].
// doc/notes/contact-dynamics.md 6.

/** The inertia of a body over its mass: principal moments I_k = mass (l part_k)^2. */
struct BodyShape {
  double length;    // l
  Vec3 part;        // I_k/(m l^2): their mean is 1. Zero if there is no rotation about the axis

  VARDEM_INLINE BodyShape(double length_in, const Vec3 &part_in) : length(length_in), part(part_in)
  {
  }
  VARDEM_INLINE static BodyShape of(double mass, const Vec3 &moments)
  {
    const double sum = moments.x + moments.y + moments.z;
    return {std::sqrt(sum / (3.0 * mass)), sum > 0.0 ? (3.0 / sum) * moments : Vec3{0.0, 0.0, 0.0}};
  }

  /** The 6 numbers of the inertia of a body. About an axis without rotation there is no torque, and
   *  any number does. */
  VARDEM_INLINE double inertia(double mass, int k) const
  {
    const double own = k < 3 ? 1.0 : k == 3 ? part.x : k == 4 ? part.y : part.z;
    return own > 0.0 ? mass * own : mass;
  }

  /** Turns a torque in space into the last three numbers of a force on the motion, and r x n into
   *  the last three numbers of a row. */
  VARDEM_INLINE Vec3 torque_numbers(const Quat &q, const Vec3 &torque) const
  {
    const Vec3 a = space_to_body(q, torque);
    return {part.x > 0.0 ? a.x / length : 0.0, part.y > 0.0 ? a.y / length : 0.0,
            part.z > 0.0 ? a.z / length : 0.0};
  }

  /** Angular momentum in space becomes l times the angular velocity in principal axes, L/(m l
   *  part). */
  VARDEM_INLINE Vec3 spin_numbers(const Quat &q, const Vec3 &L, double mass) const
  {
    const Vec3 a = torque_numbers(q, L);
    return {part.x > 0.0 ? a.x / (mass * part.x) : 0.0, part.y > 0.0 ? a.y / (mass * part.y) : 0.0,
            part.z > 0.0 ? a.z / (mass * part.z) : 0.0};
  }

  /** The numbers l A(q) theta of a rotation theta in space, and back. */
  VARDEM_INLINE Vec3 turn_numbers(const Quat &q, const Vec3 &turn) const
  {
    return length * space_to_body(q, turn);
  }
  VARDEM_INLINE Vec3 turn_of(const Quat &q, const Vec3 &numbers) const
  {
    return body_to_space(q, numbers / length);
  }

  /** The inverse of the tensor of inertia in space. */
  VARDEM_INLINE Symmetric inverse_moment(const Quat &q, double mass) const
  {
    Symmetric sum = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    const double own[3] = {part.x, part.y, part.z};
    for (int k = 0; k < 3; k++) {
      const Vec3 axis =
          body_to_space(q, {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0});
      if (own[k] > 0.0) add_uniaxial(sum, axis, 1.0 / (mass * length * length * own[k]), 0.0);
    }
    return sum;
  }

  /** The inverse of spin_numbers(). */
  VARDEM_INLINE Vec3 angular_momentum(const Quat &q, const Vec3 &spin, double mass) const
  {
    const double ml = mass * length;
    return body_to_space(q, {ml * part.x * spin.x, ml * part.y * spin.y, ml * part.z * spin.z});
  }
};

/** Numbers of a contact: its normal, then the last three numbers of A and of B. */
constexpr std::ptrdiff_t BODY_ROW_NUMBERS = 9;    // also times a number of contacts

struct BodyRow {
  const double *numbers;

  VARDEM_INLINE double square() const { return 1.0; }
  VARDEM_INLINE double approach(const double *a, const double *b) const
  {
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
      sum += numbers[k] * (a[k] - b[k]) + (numbers[3 + k] * a[3 + k] - numbers[6 + k] * b[3 + k]);
    return sum;
  }
  VARDEM_INLINE double first(int k) const { return numbers[k]; }
  VARDEM_INLINE double second(int k) const { return numbers[k < 3 ? k : 3 + k]; }
};

/** Gives the row of a contact of two rigid bodies, which is stored by contact. */
struct BodyGeometry {
  static constexpr int DOF = 6, NUMBERS = BODY_ROW_NUMBERS;
  static constexpr bool BY_CONTACT = true;
  const double *numbers;    // NUMBERS per contact

  VARDEM_INLINE BodyRow row(int /*i*/, int /*j*/, int contact) const
  {
    return {numbers + BODY_ROW_NUMBERS * contact};
  }
};

/** Adds a force, and its part of the virial (xx yy zz xy xz yz) of the body on which it acts, to
 *  nine numbers. arm: from the centre of the body. The virial is the symmetric part of -arm F. Its
 *  sum over both bodies of a contact is the virial of their centres. */
VARDEM_INLINE void add_force_at(const Vec3 &F, const Vec3 &arm, double *sum)
{
  sum[0] += F.x;
  sum[1] += F.y;
  sum[2] += F.z;
  double virial[6];
  symmetric_part(-arm, F, virial);
  for (int d = 0; d < 6; d++) sum[3 + d] += virial[d];
}

}    // namespace VARDEM
#endif
