// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_VARIATIONAL_H
#define VARDEM_VARIATIONAL_H

#include "kernels/inertia.h"
#include "kernels/lanes.h"

namespace VARDEM {

// Variational rotation of a rigid body. The space angular momentum L is constant over the drift of
// a step. The unknown is the increment f, a Rodrigues vector in body components, q(t + h) = q(t)
// q(f).
//
// Source of the equations: the Lie group variational integrator (LGVI) of Lee, Leok & McClamroch,
// written in the Rodrigues vectors of Baker & Gonzalez, arXiv:2112.01623. With body momentum l =
// R^T L and principal moments I,
//   (1 + |f|^2/4) h l = I f + 1/2 f x I f         LGVI:     symplectic, reversible, order 2
//                h l = I f + 1/2 f x I f         MIDPOINT: implicit midpoint rule of Euler's
//                                                equations, the
//                                                generalisation of map (25) to any body;
//                                                reversible, order 2
// Both conserve the energy H and the momentum of a free body exactly, for any h. The error of LGVI
// is therefore a wrong time scale and a spin about L, both functions of the invariants H and |L|.
// Solving with another step h' and turning by `spin` removes them, term by term: LGVI4 the leading
// terms (order 4), LGVI6 the next ones, too (order 6). Derivation: expansion of both flows. The
// first terms are those of the modified Hamiltonian H + h^2 (4 s2 H^2 - 2 s1 H C + C^2)/(24 s3), C
// = |L|^2, with the elementary symmetric functions s1, s2, s3 of the moments; cf. Hairer & Vilmart,
// J. Phys. A 39 (2006) 13225.
//
// Each row is divided by its moment I_i. With w = h I^-1 l and c_i = (I_k - I_j)/I_i, (i j k)
// cyclic, the equations become
//   f_i + c_i/2 f_j f_k = w_i (1 + kappa/4 |f|^2),    kappa = 1 (LGVI), 0 (MIDPOINT).
// For every rigid body |c_i| <= 1 (triangle inequality of the moments). So needles, discs and
// bodies of any mass are as well conditioned as a sphere. With u_i = c_j c_k, x_i = w_i^2, y_i =
// u_i x_i, z_i = (1 + u_i) x_i/I_i and the sums W, U, P of x, y, z, the corrections are
//   LGVI4: h/h' = 1 + W/4 + U/12                                                    spin = h P/12 L
//   LGVI6: h/h' = 1 + W/4 + U (1/12 + W/24 + U/90) - sum_i u_i (5 + u_i)/80 x_i^2
//       spin = h P^2/(12 P + 3/5 Q) L
//          with Q = sum_i z_i (3 W - U + 3 y_i)
// h/h' is expanded, because the expansion of h'/h has errors 5 (LGVI4) and 50 times (LGVI6) larger.

enum class Variational { LGVI4, LGVI6, LGVI, MIDPOINT };

/** One step of a body: its equation and the present solution f. w, f and spin (the additional
 *  rotation about L) are in rad and in body components. */
struct VariationalStep {
  Vec3 w, c, spin, f;
};

/** Residual of the equation, rad. */
template <Variational SCHEME> VARDEM_INLINE Vec3 residual(const VariationalStep &s)
{
  constexpr double kappa = (SCHEME == Variational::MIDPOINT) ? 0.0 : 1.0;
  const Vec3 &f = s.f;
  const double a = 1.0 + 0.25 * kappa * dot(f, f);
  return {f.x + 0.5 * s.c.x * f.y * f.z - a * s.w.x, f.y + 0.5 * s.c.y * f.z * f.x - a * s.w.y,
          f.z + 0.5 * s.c.z * f.x * f.y - a * s.w.z};
}

/** Newton step of f: columns of the Jacobian, and its inverse by cross products. */
template <Variational SCHEME> VARDEM_INLINE void newton(VariationalStep &s)
{
  constexpr double kappa = (SCHEME == Variational::MIDPOINT) ? 0.0 : 1.0;
  const Vec3 d = 0.5 * s.c;
  const Vec3 b = (0.5 * kappa) * s.w;
  const Vec3 &f = s.f;
  const Vec3 x = {1.0 - b.x * f.x, d.y * f.z - b.y * f.x, d.z * f.y - b.z * f.x};
  const Vec3 y = {d.x * f.z - b.x * f.y, 1.0 - b.y * f.y, d.z * f.x - b.z * f.y};
  const Vec3 z = {d.x * f.y - b.x * f.z, d.y * f.x - b.y * f.z, 1.0 - b.z * f.z};
  const Vec3 yz = cross(y, z);
  const Vec3 r = (1.0 / dot(x, yz)) * residual<SCHEME>(s);
  s.f = f - Vec3{dot(r, yz), dot(r, cross(z, x)), dot(r, cross(x, y))};
}

/** The corrections of LGVI4 and LGVI6: the step h' instead of h, and the spin about L, in units of
 *  h L. */
struct VariationalCorrection {
  double step, spin;
};

/** w, c: as above.  inverse: 1/I_i, 0 about the axis of a needle. */
template <Variational SCHEME>
VARDEM_INLINE VariationalCorrection variational_correction(const Vec3 &w, const Vec3 &c,
                                                           const Vec3 &inverse)
{
  const Vec3 u = {c.y * c.z, c.z * c.x, c.x * c.y};
  const Vec3 x = {w.x * w.x, w.y * w.y, w.z * w.z};
  const Vec3 y = {u.x * x.x, u.y * x.y, u.z * x.z};
  const Vec3 z = {(x.x + y.x) * inverse.x, (x.y + y.y) * inverse.y, (x.z + y.z) * inverse.z};
  const double W = x.x + x.y + x.z;
  const double U = y.x + y.y + y.z;
  const double P = z.x + z.y + z.z;
  if (SCHEME == Variational::LGVI4) return {1.0 / (1.0 + W / 4.0 + U / 12.0), P / 12.0};

  const double fourth = (5.0 + u.x) * y.x * x.x + (5.0 + u.y) * y.y * x.y + (5.0 + u.z) * y.z * x.z;
  const double Q = (3.0 * W - U) * P + 3.0 * dot(z, y);
  const double least = (P > 0.0) ? 0.0 : 1.0;    // 0/0 without a rotation to correct
  return {1.0 / (1.0 + W / 4.0 + U * (1.0 / 12.0 + W / 24.0 + U / 90.0) - fourth / 80.0),
          P * P / (12.0 * P + 0.6 * Q + least)};
}

/** Sets up the step of length h, and a start value of f with an error of order |w|^5. q: unit
 *  quaternion at t. L: space angular momentum at t + h/2.  I: principal moments, >= 0. */
template <Variational SCHEME>
VARDEM_INLINE VariationalStep open_variational(const Quat &q, const Vec3 &L, const Vec3 &I,
                                               double h)
{
  const Vec3 inverse = inverse_inertia(I);
  const Vec3 l = space_to_body(q, L);

  VariationalStep s;
  s.c = {(I.z - I.y) * inverse.x, (I.x - I.z) * inverse.y, (I.y - I.x) * inverse.z};
  s.w = {h * inverse.x * l.x, h * inverse.y * l.y, h * inverse.z * l.z};
  s.spin = {0.0, 0.0, 0.0};
  if (SCHEME == Variational::LGVI4 || SCHEME == Variational::LGVI6) {
    const VariationalCorrection correction = variational_correction<SCHEME>(s.w, s.c, inverse);
    s.w = correction.step * s.w;
    s.spin = (h * correction.spin) * l;
  }

  // three sweeps of the equation itself

  s.f = s.w;
  s.f = s.f - residual<SCHEME>(s);
  s.f = s.f - residual<SCHEME>(s);
  s.f = s.f - residual<SCHEME>(s);
  return s;
}

/** Orientation at the end of the step. Unit. */
VARDEM_INLINE Quat close_variational(const Quat &q, const VariationalStep &s)
{
  const Quat spin = {1.0, 0.5 * s.spin.x, 0.5 * s.spin.y, 0.5 * s.spin.z};
  return normalized(q * (spin * Quat{1.0, 0.5 * s.f.x, 0.5 * s.f.y, 0.5 * s.f.z}));
}

/** Up to this angle h |omega|, two Newton steps solve every step of every body to a residual below
 *  1e-12 of the angle (sampled over moments and directions,
 *  unittest/kernels/test_variational.cpp). */
constexpr double SAFE_ANGLE = 0.4;

/** The quality of a step: the angle h |omega| at its start, and the residual that `iterations`
 *  Newton steps leave, in units of that angle. For an angle of more than 1 rad the residual is
 *  infinite: LGVI need not have a solution there, and the corrections of LGVI4 and LGVI6 are
 *  wrong. */
struct VariationalDefect {
  double angle, residual;

  /** The number by which bodies are compared: the residual, at most 1, or 1 + the angle if there is
   *  no solution. */
  VARDEM_INLINE double severity() const
  {
    if (residual < INFINITY) return (residual < 1.0) ? residual : 1.0;
    return (angle < INFINITY) ? 1.0 + angle : INFINITY;
  }
};

/** The rotation as a function object: orientation at t + h from q at t and L at t + h/2, by
 *  `iterations` Newton steps. */
template <Variational SCHEME> struct VariationalRotation {
  int iterations;

  VARDEM_INLINE Quat operator()(const Quat &q, const Vec3 & /*L*/, const Vec3 &L_half,
                                const Vec3 &I, double h) const
  {
    VariationalStep s = open_variational<SCHEME>(q, L_half, I, h);
    for (int n = 0; n < iterations; n++) newton<SCHEME>(s);
    return close_variational(q, s);
  }

  VARDEM_INLINE VariationalDefect defect(const Quat &q, const Vec3 &L, const Vec3 &I,
                                         double h) const
  {
    const double angle = h * norm(angular_velocity(q, L, I));
    if (angle == 0.0 || (iterations >= 2 && angle <= SAFE_ANGLE)) return {angle, 0.0};
    VariationalStep s = open_variational<SCHEME>(q, L, I, h);
    for (int n = 0; n < iterations; n++) newton<SCHEME>(s);
    const double r = norm(residual<SCHEME>(s)) / angle;
    const bool solvable = (SCHEME == Variational::MIDPOINT || angle <= 1.0) && r < INFINITY;
    return {angle, solvable ? r : INFINITY};
  }
};

/** Orientation after a free rotation of any length h, which has the angular momentum L throughout:
 *  by LGVI6, in equal parts that turn the body by SAFE_ANGLE at most. Beyond MOST_PARTS of them,
 *  parts get longer. */
VARDEM_INLINE Quat free_rotation(Quat q, const Vec3 &L, const Vec3 &I, double h)
{
  constexpr int MOST_PARTS = 1000;
  const VariationalRotation<Variational::LGVI6> rotate = {2};
  const double parts = ceil(h * largest_free_rate(angular_velocity(q, L, I), I) / SAFE_ANGLE);
  const int n = parts < MOST_PARTS ? static_cast<int>(parts) : MOST_PARTS;
  for (int k = 0; k < n; k++) q = rotate(q, L, L, I, h / n);
  return q;
}

/** Steps of the bodies of all lanes. */
struct VariationalLanes {
  double w[3][LANES], c[3][LANES], spin[3][LANES], f[3][LANES];

  VARDEM_INLINE VariationalStep step(int l) const
  {
    return {RotorLanes::get(w, l), RotorLanes::get(c, l), RotorLanes::get(spin, l),
            RotorLanes::get(f, l)};
  }

  VARDEM_INLINE void set_step(int l, const VariationalStep &s)
  {
    RotorLanes::set(w, l, s.w);
    RotorLanes::set(c, l, s.c);
    RotorLanes::set(spin, l, s.spin);
    RotorLanes::set(f, l, s.f);
  }
};

/** Replaces the general rotate_lanes() of kernels/lanes.h. It has a loop over lanes for each Newton
 *  step, because a loop within a loop over lanes does not become vector code. */
template <Variational SCHEME>
VARDEM_INLINE void rotate_lanes(RotorLanes &body, double h,
                                const VariationalRotation<SCHEME> &rotation)
{
  VariationalLanes lanes;
  for (int l = 0; l < LANES; l++)
    lanes.set_step(l,
                   open_variational<SCHEME>(body.orientation(l), RotorLanes::get(body.L_half, l),
                                            RotorLanes::get(body.I, l), h));
  for (int n = 0; n < rotation.iterations; n++)
    for (int l = 0; l < LANES; l++) {
      VariationalStep s = lanes.step(l);
      newton<SCHEME>(s);
      RotorLanes::set(lanes.f, l, s.f);
    }
  for (int l = 0; l < LANES; l++)
    body.set_orientation(l, close_variational(body.orientation(l), lanes.step(l)));
}

}    // namespace VARDEM
#endif
