// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BINDER_H
#define VARDEM_BINDER_H

#include "kernels/bond/bond_shear.h"
#include "kernels/contact/full_step_velocity.h"

namespace VARDEM {

// --- the rotation vector of a bond, and how it changes ---
//
// Derived in doc/notes/binder-bonds.md 4.1. theta is the angle times the axis of Q1 Q2^T, (44)-(47)
// with the right sign. If the bodies turn by th1 and th2, it changes by L th1 - L^T th2 with
//   L x = x - theta x x/2 + c theta x (theta x x),   c = (1 - |theta|/2 cot(|theta|/2))/|theta|^2.

struct RelativeRotation {
  Vec3 theta;       // |theta| <= pi
  double square;    // |theta|^2
  double c;
};

/** a/sin a of an angle 0 <= a <= pi/2 with the cosine w and the square s of the sine, w^2 + s = 1.
 *  There is no library function and no branch, so that it works in vector lanes. Three times the
 *  angle is halved by 1/tan(a/2) = 1/sin a + 1/tan a, and the rest is the series of the arc
 *  tangent, whose terms left out are below 2e-17. */
VARDEM_INLINE double angle_over_sine(double w, double s)
{
  const double series[] = {1.0,        -1.0 / 3.0,  1.0 / 5.0,  -1.0 / 7.0,  1.0 / 9.0, -1.0 / 11.0,
                           1.0 / 13.0, -1.0 / 15.0, 1.0 / 17.0, -1.0 / 19.0, 1.0 / 21.0};
  double d = w;    // sine over tangent
  for (int k = 0; k < 3; k++) d = d + std::sqrt(d * d + s);
  const double inverse = 1.0 / d, t2 = s * inverse * inverse;
  double sum = series[10];
  for (int k = 9; k >= 0; k--) sum = series[k] + t2 * sum;
  return 8.0 * inverse * sum;
}

/** q: a unit quaternion of either sign. At an angle of pi there are two vectors. A quaternion with
 *  w = +-0 gives the one along (x, y, z). */
VARDEM_INLINE RelativeRotation relative_rotation(const Quat &q)
{
  // the terms of the series left out change L x by less than 1e-16
  constexpr double SMALL = 1.0e-3;
  const double w = std::fabs(q.w), s = q.x * q.x + q.y * q.y + q.z * q.z;
  const double half = angle_over_sine(w, s);    // of the angle, over its sine
  const double square = 4.0 * half * half * s;
  const double series =
      1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0));
  const double c = square > SMALL ? (1.0 - half * w) / square : series;
  const double ratio = q.w < 0.0 ? -2.0 * half : 2.0 * half;
  return {ratio * Vec3{q.x, q.y, q.z}, square, c};
}

VARDEM_INLINE Vec3 L_times(const RelativeRotation &r, const Vec3 &x)
{
  const Vec3 t = cross(r.theta, x);
  return x - 0.5 * t + r.c * cross(r.theta, t);
}

VARDEM_INLINE Vec3 LT_times(const RelativeRotation &r, const Vec3 &x)
{
  const Vec3 t = cross(r.theta, x);
  return x + 0.5 * t + r.c * cross(r.theta, t);
}

/** Derivative of c by |theta|^2/2. */
VARDEM_INLINE double change_of_c(const RelativeRotation &r)
{
  constexpr double SMALL = 0.04;    // as above
  const double square = r.square;
  const double series = 1.0 / 360.0 +
      square *
          (1.0 / 7560.0 +
           square *
               (1.0 / 201600.0 + square * (1.0 / 5987520.0 + square * (691.0 / 130767436800.0))));
  // with x = |theta|/2: x cot x = 1 - c |theta|^2, and x^2/sin^2 x = x^2 + (x cot x)^2
  const double cot = 1.0 - r.c * square;
  return square > SMALL ? (0.25 * square + cot * cot + cot - 2.0) / (square * square) : series;
}

/** Change of L x, if theta changes by dtheta and x by dx. */
VARDEM_INLINE Vec3 change_of_L_times(const RelativeRotation &r, const Vec3 &x, const Vec3 &dtheta,
                                     const Vec3 &dx)
{
  const Vec3 t = cross(r.theta, x), dt = cross(dtheta, x) + cross(r.theta, dx);
  const double dc = change_of_c(r) * dot(r.theta, dtheta);
  return dx - 0.5 * dt + dc * cross(r.theta, t) + r.c * (cross(dtheta, t) + cross(r.theta, dt));
}

// --- the particle-binder bond ---
//
// Source: Baker & Gonzalez, arXiv:2112.01623, (44)-(55), corrected in doc/notes/binder-bonds.md.
// The energy of a bond is
//   KA/2 (l/l0 - 1)^2 + shear + KM/2 |theta - tau a|^2 + KT/2 tau^2,   tau = theta . a,
// where shear is KS/2 (1 - c)^2 (quadratic, as published) or KS (1 - c) (linear). Force and moments
// are its derivatives, so F1 = -F2 and M1 + M2 = e x F1, to round-off, in the forms B and N of c.
// These functions change nothing: they may be called for any trial state.

/** Coefficients of the bonds of one type. All stiffnesses are energies. */
struct Binder {
  double axial;                                  // KA
  double shear_linear, shear_quadratic;          // KS; the other one is 0
  double moment, torsion;                        // KM, KT
  double damp_axial, damp_shear, damp_moment;    // DA, DS, DM [energy time]
};

/** A bond as a round beam of the radius r and the length l, with Young's modulus E and Poisson's
 *  ratio nu.
 *
 *  Derived in doc/notes/binder-bonds.md 7. KA = E A l, KM = E I/l, KT = G Ip/l, and KS = 12 E I/(l
 *  (1 + Phi)), Phi = 12 E I/(k G A l^2) with Cowper's coefficient of shear k = 6 (1 + nu)/(7 + 6
 *  nu), J. Appl. Mech. 33, 335 (1966). With the linear energy of shear and form N, this is the
 *  stiffness matrix of Timoshenko's beam: a chain of bonds has the deflections of the beam under
 *  loads at its bodies. */
VARDEM_INLINE Binder beam(double E, double nu, double r, double l)
{
  constexpr double PI = 3.14159265358979323846;
  const double A = PI * r * r, I = 0.25 * A * r * r, G = 0.5 * E / (1.0 + nu);
  const double k = 6.0 * (1.0 + nu) / (7.0 + 6.0 * nu);
  const double bending = 12.0 * E * I / l, shear = k * G * A * l;
  return {E * A * l, bending * shear / (bending + shear), 0.0, E * I / l, G * 2.0 * I / l, 0.0, 0.0,
          0.0};
}

/** Energies of the springs. */
struct BondEnergy {
  double axial, shear, bending, torsion;
};

VARDEM_INLINE double total(const BondEnergy &U)
{
  return U.axial + U.shear + U.bending + U.torsion;
}

/** How much a bond is strained: l/l0 - 1, 1 - c, and the square of the angle of the relative
 *  rotation. */
struct BondStrain {
  double stretch, shear, square;
};

struct BondForce {
  PairForce f;
  BondEnergy energy;
  BondStrain strain;
};

VARDEM_INLINE PairForce operator+(const PairForce &a, const PairForce &b)
{
  return {a.F + b.F, a.M1 + b.M1, a.M2 + b.M2};
}

VARDEM_INLINE double axial_tension(const Binder &law, const BondGeometry &g)
{
  return law.axial * (g.length - g.reference) / (g.reference * g.reference);
}

/** k = -dU/dc. */
VARDEM_INLINE double shear_load(const Binder &law, const ShearCosine &c)
{
  return law.shear_linear + law.shear_quadratic * c.missing;
}

VARDEM_INLINE PairForce shear_force(const BondGeometry &g, const ShearCosine &c, double k)
{
  const Vec3 across = c.by_n - dot(c.by_n, g.n) * g.n;
  return {(-k * g.turning) * across, k * c.by_1, k * c.by_2};
}

/** Moment of bending and torsion on the first body. The second body feels the opposite. */
VARDEM_INLINE Vec3 bending_moment(const Binder &law, const BondGeometry &g,
                                  const RelativeRotation &r)
{
  const double twist = dot(r.theta, g.a);
  return -law.moment * r.theta - ((law.torsion - law.moment) * twist) * L_times(r, g.a);
}

VARDEM_INLINE BondEnergy bond_energy(const Binder &law, const BondGeometry &g, const ShearCosine &c,
                                     const RelativeRotation &r)
{
  const double stretch = (g.length - g.reference) / g.reference, twist = dot(r.theta, g.a);
  const Vec3 bend = r.theta - twist * g.a;
  return {0.5 * law.axial * stretch * stretch,
          (law.shear_linear + 0.5 * law.shear_quadratic * c.missing) * c.missing,
          0.5 * law.moment * dot(bend, bend), 0.5 * law.torsion * twist * twist};
}

VARDEM_INLINE BondStrain bond_strain(const BondGeometry &g, const ShearCosine &c,
                                     const RelativeRotation &r)
{
  return {(g.length - g.reference) / g.reference, c.missing, r.square};
}

/** Shear: a form of bond_shear.h. */
template <class Shear>
VARDEM_INLINE BondForce binder_force(const Binder &law, const BondGeometry &g)
{
  const ShearCosine c = Shear::cosine(g);
  const RelativeRotation r = relative_rotation(g.relative);
  const PairForce shear = shear_force(g, c, shear_load(law, c));
  const Vec3 bending = bending_moment(law, g, r);
  return {{axial_tension(law, g) * g.n + shear.F, shear.M1 + bending, shear.M2 - bending},
          bond_energy(law, g, c, r),
          bond_strain(g, c, r)};
}

// --- dashpots ---
//
// Derived in doc/notes/binder-bonds.md 5. These rates vanish if the pair moves as a rigid body:
//   l',   g = n' - (w1 + w2)/2 x n,   w1 - w2,
// and half of the dissipated power is DA/2 (l'/l0)^2 + DS/2 |g|^2 + DM/2 |w1 - w2|^2.

struct BondRates {
  double stretch;         // l'/l0
  Vec3 shear, bending;    // g, w1 - w2
};

/** v: velocities and spins. */
VARDEM_INLINE BondRates bond_rates(const BondGeometry &g, const PairDisplacement &v)
{
  const BondMotion motion = bond_motion(g, v.u2 - v.u1);
  return {motion.stretch / g.reference, motion.turn - 0.5 * cross(v.th1 + v.th2, g.n),
          v.th1 - v.th2};
}

VARDEM_INLINE PairForce dashpot_force(const Binder &law, const BondGeometry &g, const BondRates &v)
{
  const Vec3 lever = (0.5 * law.damp_shear) * cross(g.n, v.shear);
  const Vec3 bending = law.damp_moment * v.bending;
  return {(law.damp_axial * v.stretch / g.reference) * g.n + (law.damp_shear * g.turning) * v.shear,
          lever - bending, lever + bending};
}

/** Power that the dashpots take, >= 0. */
VARDEM_INLINE double dashpot_power(const Binder &law, const BondRates &v)
{
  return law.damp_axial * v.stretch * v.stretch + law.damp_shear * dot(v.shear, v.shear) +
      law.damp_moment * dot(v.bending, v.bending);
}

// With velocity onstep, dashpots leave a part of the change of velocities out
// (full_step_velocity.h).

/** g = h c/m of each dashpot of a bond alone. */
struct BondDamping {
  double axial, shear, bending;
};

/** At the reference length l0. kick: as StepTime has it; inverse_mass, inverse_moment: sums over
 *  the two bodies. */
VARDEM_INLINE BondDamping bond_damping(const Binder &law, double l0, double kick,
                                       double inverse_mass, double inverse_moment)
{
  const double moving = kick * inverse_mass / (l0 * l0), turning = kick * inverse_moment;
  return {law.damp_axial * moving, law.damp_shear * (moving + 0.25 * turning),
          law.damp_moment * turning};
}

VARDEM_INLINE double fastest(const BondDamping &g)
{
  const double most = g.axial > g.shear ? g.axial : g.shear;
  return most > g.bending ? most : g.bending;
}

/** The law whose dashpot_power() is the power of dashpots that leave out this part. */
VARDEM_INLINE Binder law_of_power(const Binder &law, const BondDamping &g, double part)
{
  Binder taken = law;
  taken.damp_axial *= power_factor(part, g.axial);
  taken.damp_shear *= power_factor(part, g.shear);
  taken.damp_moment *= power_factor(part, g.bending);
  return taken;
}

// --- breaking ---

/** The measures by which a bond breaks, or their limits. A limit is infinite where there is
 *  none. */
struct BondLoad {
  double stretch;    // l/l0 - 1
  double shear;      // arccos c
  double bending;    // |theta|, twist included
  double energy;     // of the springs
};

/** energy: of all springs. */
VARDEM_INLINE BondLoad bond_load(const BondStrain &strain, double energy)
{
  // arccos c = 2 arcsin sqrt((1 - c)/2), which keeps the digits of small angles
  const double half = 0.5 * strain.shear;
  return {strain.stretch, 2.0 * std::asin(std::sqrt(half < 1.0 ? half : 1.0)),
          std::sqrt(strain.square), energy};
}

template <class Shear>
VARDEM_INLINE BondLoad bond_load(const BondGeometry &g, const BondEnergy &energy)
{
  return bond_load(bond_strain(g, Shear::cosine(g), relative_rotation(g.relative)), total(energy));
}

VARDEM_INLINE bool breaks(const BondLoad &load, const BondLoad &limit)
{
  return load.stretch > limit.stretch || load.shear > limit.shear || load.bending > limit.bending ||
      load.energy > limit.energy;
}

}    // namespace VARDEM
#endif
