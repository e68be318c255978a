// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BOND_SHEAR_H
#define VARDEM_BOND_SHEAR_H

#include "kernels/quaternion.h"

namespace VARDEM {

// --- two bonded bodies, now and when the bond was free of stress ---
//
// Derived in doc/notes/binder-bonds.md 1. The branch vector e points from the first centre to the
// second. At the reference it is l0 n0, and now it is l n. Since then the two bodies have turned by
// Q1 and Q2. A bond depends on l, n, a = Q1 n0, b = Q2 n0 and Q1 Q2^T only. If both bodies turn and
// move as one, l and the angles between n, a and b stay.

/** What a bond keeps of its reference state. */
struct BondReference {
  double length;    // l0, > 0
  Vec3 n_first;     // n0 in the components of the first body
  Quat relative;    // from components of the second body to those of the first
  Quat second;      // orientation of the second body; only the printed shear energy needs it
};

/** The numbers of a BondReference in memory. Without its last member they are STORED_BOND. */
constexpr int STORED_BOND = 8, STORED_PRINTED_BOND = 12;

/** e: branch vector, not zero. q1, q2: orientations. */
VARDEM_INLINE BondReference bond_reference(const Vec3 &e, const Quat &q1, const Quat &q2)
{
  const double length = norm(e);
  const Vec3 n = (1.0 / length) * e;
  return {length, space_to_body(q1, n), conjugate(q1) * q2, q2};
}

/** From adjacent numbers; PRINTED: there are STORED_PRINTED_BOND of them. */
template <bool PRINTED> VARDEM_INLINE BondReference bond_reference_at(const double *a)
{
  return {a[0],
          {a[1], a[2], a[3]},
          quat_at(a + 4),
          PRINTED ? quat_at(a + STORED_BOND) : Quat{1.0, 0.0, 0.0, 0.0}};
}

template <bool PRINTED> VARDEM_INLINE void set_bond_reference_at(double *a, const BondReference &r)
{
  a[0] = r.length;
  *vectors_at(a + 1) = r.n_first;
  set_quat_at(a + 4, r.relative);
  if constexpr (PRINTED) set_quat_at(a + STORED_BOND, r.second);
}

/** The same pair now. */
struct BondGeometry {
  double reference;    // l0
  double length;       // l
  double turning;      // 1/l: angle of n over a displacement across it. 0 if the centres coincide
  Vec3 n;              // unit branch vector. 0 if the centres coincide
  Vec3 a, b;           // unit vectors, n0 turned with the first and with the second body
  Quat relative;       // of Q1 Q2^T, either sign
  Quat second;         // of Q2, either sign; only the printed shear energy needs it
};

VARDEM_INLINE BondGeometry bond_geometry(const BondReference &r, const Vec3 &e, const Quat &q1,
                                         const Quat &q2)
{
  const double length = norm(e), turning = length > 0.0 ? 1.0 / length : 0.0;
  Vec3 first = body_to_space(q1, r.n_first);
  Quat relative = q1 * r.relative * conjugate(q2);    // takes b to a
  return {r.length, length,
          turning,  turning * e,
          first,    space_to_body(relative, first),
          relative, q2 * conjugate(r.second)};
}

/** Displacements of the centres and rotations of the first and of the second body, or velocities
 *  and spins. */
struct PairDisplacement {
  Vec3 u1, th1, u2, th2;
};

/** Force on the first body (on the second it is the opposite), and moments on both bodies about
 *  their centres. */
struct PairForce {
  Vec3 F, M1, M2;
};

/** A change of the branch vector, or its rate. */
struct BondMotion {
  double stretch;    // change of l
  Vec3 turn;         // change of n
};

/** e: change of the branch vector. */
VARDEM_INLINE BondMotion bond_motion(const BondGeometry &g, const Vec3 &e)
{
  const double stretch = dot(e, g.n);
  return {stretch, g.turning * (e - stretch * g.n)};
}

// --- the cosine c of the shear angle of a bond, in three forms ---
//
// Derived in doc/notes/binder-bonds.md 3. A form is a struct with
//   cosine(g): c and its derivatives, dc = by_n . dn + by_1 . th1 + by_2 . th2 for a change dn of n
//   and rotations th1, th2; change(g, c, dn, th1, th2): how those derivatives change; deviation(g,
//   c): for a bound of the stiffness.
// With k = -dU/dc, force and moments are F1 = -k/l (1 - n n^T) by_n, M1 = k by_1, M2 = k by_2. If c
// does not change when n, a and b turn together, then by_1 + by_2 + n x by_n = 0, which is M1 + M2
// - e x F1 = 0.

struct ShearCosine {
  double missing;    // 1 - c, >= 0, without loss of digits at small angles
  Vec3 by_n, by_1, by_2;
};

struct ShearCosineChange {
  Vec3 by_n, by_1, by_2;
};

/** How far c is from its value at the reference, for a bound of the stiffness
 *  (doc/notes/binder-bonds.md 6.3): the square of the deviation e, and the part of the turning
 *  directions, for displacements over l and for rotations. */
struct ShearDeviation {
  double square, displacement, rotation;
};

/** Form B: c = n . (a + b)/2. It also resists bending, with 1/4 of the stiffness. */
struct ShearB {
  static constexpr bool PRINTED = false;
  static constexpr double BENDING = 0.25;    // stiffness against bending over that of shear

  VARDEM_INLINE static ShearCosine cosine(const BondGeometry &g)
  {
    Vec3 mean = 0.5 * (g.a + g.b), d = g.n - mean, half = 0.5 * (g.a - g.b);
    return {0.5 * (dot(d, d) + dot(half, half)), mean, 0.5 * cross(g.a, g.n),
            0.5 * cross(g.b, g.n)};
  }

  VARDEM_INLINE static ShearCosineChange change(const BondGeometry &g, const ShearCosine &,
                                                const Vec3 &dn, const Vec3 &th1, const Vec3 &th2)
  {
    const Vec3 da = cross(th1, g.a), db = cross(th2, g.b);
    return {0.5 * (da + db), 0.5 * (cross(da, g.n) + cross(g.a, dn)),
            0.5 * (cross(db, g.n) + cross(g.b, dn))};
  }

  VARDEM_INLINE static ShearDeviation deviation(const BondGeometry &g, const ShearCosine &)
  {
    const Vec3 a = g.a - g.n, b = g.b - g.n;
    const double aa = dot(a, a), bb = dot(b, b), square = aa > bb ? aa : bb, e = std::sqrt(square);
    return {square, 2.0 * e, e};
  }
};

/** Form N: c = n . m, m = (a + b)/|a + b|. Bending does not change it. If a = -b there is no m: it
 *  is 0, and so are force and moments. */
struct ShearN {
  static constexpr bool PRINTED = false;
  static constexpr double BENDING = 0.0;

  VARDEM_INLINE static ShearCosine cosine(const BondGeometry &g)
  {
    const double s = inverse_sum(g);
    Vec3 m = s * (g.a + g.b), d = g.n - m;
    const double missing = 0.5 * dot(d, d);
    const Vec3 r = across(g, m, missing, s);
    return {missing, m, cross(g.a, r), cross(g.b, r)};
  }

  VARDEM_INLINE static ShearCosineChange change(const BondGeometry &g, const ShearCosine &c,
                                                const Vec3 &dn, const Vec3 &th1, const Vec3 &th2)
  {
    const double s = inverse_sum(g);
    const Vec3 &m = c.by_n;
    const Vec3 r = across(g, m, c.missing, s);
    const Vec3 da = cross(th1, g.a), db = cross(th2, g.b), sum = da + db;
    const double longer = dot(sum, m);
    const Vec3 dm = s * (sum - longer * m);
    const double dc = dot(m, dn) + dot(dm, g.n);
    const Vec3 dr = s * (dn - dc * m - (1.0 - c.missing) * dm - longer * r);
    return {dm, cross(da, r) + cross(g.a, dr), cross(db, r) + cross(g.b, dr)};
  }

  VARDEM_INLINE static ShearDeviation deviation(const BondGeometry &g, const ShearCosine &c)
  {
    const double s = inverse_sum(g), square = 2.0 * c.missing, e = std::sqrt(square);
    const double t = s * norm(g.a - g.b);    // tangent of half of the angle between a and b
    return {square, 2.0 * e + 0.5 * t, e * (1.5 + s + e) + t * (1.5 + t) + t * e * (0.5 + t)};
  }

 private:
  /** 1/|a + b|. */
  VARDEM_INLINE static double inverse_sum(const BondGeometry &g)
  {
    const Vec3 sum = g.a + g.b;
    const double square = dot(sum, sum);
    return square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
  }
  /** dc/da = dc/db = (n - c m)/|a + b|. */
  VARDEM_INLINE static Vec3 across(const BondGeometry &g, const Vec3 &m, double missing, double s)
  {
    return s * (g.n - (1.0 - missing) * m);
  }
};

/** As (53) is printed: c = a . Q2 n. A common rotation of the pair changes it, and angular momentum
 *  is not conserved. For comparison only. */
struct ShearPrinted {
  static constexpr bool PRINTED = true;
  static constexpr double BENDING = 0.0;

  VARDEM_INLINE static ShearCosine cosine(const BondGeometry &g)
  {
    const Vec3 turned = body_to_space(g.second, g.n), d = g.a - turned;
    const Vec3 by_1 = cross(g.a, turned);
    return {0.5 * dot(d, d), space_to_body(g.second, g.a), by_1, -by_1};
  }

  VARDEM_INLINE static ShearCosineChange change(const BondGeometry &g, const ShearCosine &,
                                                const Vec3 &dn, const Vec3 &th1, const Vec3 &th2)
  {
    const Vec3 turned = body_to_space(g.second, g.n), da = cross(th1, g.a);
    const Vec3 by_1 =
        cross(da, turned) + cross(g.a, cross(th2, turned) + body_to_space(g.second, dn));
    return {space_to_body(g.second, da - cross(th2, g.a)), by_1, -by_1};
  }

  VARDEM_INLINE static ShearDeviation deviation(const BondGeometry &, const ShearCosine &c)
  {
    const double square = 2.0 * c.missing, e = std::sqrt(square);
    return {square, 3.0 * e, 3.0 * e};
  }
};

}    // namespace VARDEM
#endif
