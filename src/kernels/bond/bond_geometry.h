// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BOND_GEOMETRY_H
#define VARDEM_BOND_GEOMETRY_H

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

}    // namespace VARDEM
#endif
