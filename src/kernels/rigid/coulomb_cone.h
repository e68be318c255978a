// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_COULOMB_CONE_H
#define VARDEM_COULOMB_CONE_H

#include "kernels/vector3.h"

#include <cmath>

namespace VARDEM {

// --- Coulomb's cone of a contact, and the numbers in which a solver works ---
//
// Sources: De Saxce & Feng, Math. Comput. Model. 28 (1998) 225, (3.9), for the shift; Mazhar, Heyn,
// Negrut & Tasora, ACM Trans. Graph. 34 (2015) 32, (24), for the projection; doc/notes/friction.md
// 2 for the scales.
//
// The impulse g on the second body of a contact lies in the cone |g_t| <= mu g_n about the normal
// n, which points from the first body to the second. Vectors have components in the axes of space;
// n splits them into a normal and a tangential part. A solver works with x_n = g_n/s and x_t =
// g_t/t in place of g, and with (s F_n, t F_t) in place of the velocity F. The cone of x has the
// slope mu s/t.

/** The nearest point of the cone |x_t| <= mu x_n. */
VARDEM_INLINE Vec3 on_cone(const Vec3 &x, const Vec3 &n, double mu)
{
  const double along = dot(x, n);
  const Vec3 across = x - along * n;
  const double length = norm(across), reach = mu * length;
  if (along >= 0.0 && length <= mu * along) return x;
  const double sum = along + reach;
  if (!(along > 0.0 || reach > -along)) return {0.0, 0.0, 0.0};
  const double height = sum / (1.0 + mu * mu), part = mu > 0.0 ? mu * height / length : 0.0;
  return height * n + part * across;
}

/** A vector of this length, which may not be longer than bound. */
VARDEM_INLINE Vec3 shortened(const Vec3 &a, double length, double bound)
{
  return length > bound ? (bound / length) * a : a;
}

/** The point of the cone with the normal part of x, or zero, and a tangential part as near as may
 *  be: without De Saxce's shift, the impulse of a contact alone. */
VARDEM_INLINE Vec3 within_bound(const Vec3 &x, const Vec3 &n, double mu)
{
  const double along = dot(x, n);
  if (!(along > 0.0)) return {0.0, 0.0, 0.0};
  const Vec3 across = x - along * n;
  return along * n + shortened(across, norm(across), mu * along);
}

/** The nearest point of a cone that is not below a height, from the nearest one of the whole cone:
 *  if this lies below, the distance grows with the height. */
VARDEM_INLINE Vec3 not_below(const Vec3 &on_cone, const Vec3 &x, const Vec3 &n, double mu,
                             double height)
{
  if (!(height > 0.0 && dot(on_cone, n) < height)) return on_cone;
  const Vec3 across = x - dot(x, n) * n;
  return height * n + shortened(across, norm(across), mu * height);
}

/** De Saxce's shift: a contact that slides opens by mu times its slip. With it, both conditions of
 *  Coulomb's law become one projection, and a sliding body is not lifted. */
VARDEM_INLINE Vec3 with_shift(const Vec3 &F, const Vec3 &n, double mu)
{
  const double along = dot(F, n), square = dot(F, F) - along * along;
  return F + mu * std::sqrt(square > 0.0 ? square : 0.0) * n;
}

/** The inverse masses of a contact for impulses along and across the normal, and its compliances
 *  [1/mass]. */
struct ContactWeights {
  double normal, tangential;
  double normal_compliance, tangential_compliance;
};

/** s, t, and the slope of the cone in scaled numbers. */
struct ConeScales {
  double normal, tangential, slope;
};

/** Both parts get a diagonal of 1, as far as the slope does not exceed 1. */
VARDEM_INLINE ConeScales scales_of(const ContactWeights &w, double mu)
{
  const double t = 1.0 / std::sqrt(w.tangential + w.tangential_compliance),
               own = 1.0 / std::sqrt(w.normal + w.normal_compliance),
               s = mu * own > t ? t / mu : own;
  return {s, t, mu * s / t};
}

/** One scale for both parts: slower, but it converges where friction is large. */
VARDEM_INLINE ConeScales one_scale_of(const ContactWeights &w, double mu)
{
  const double s = std::sqrt(
      3.0 / (w.normal + w.normal_compliance + 2.0 * (w.tangential + w.tangential_compliance)));
  return {s, s, mu};
}

/** Multiplies the normal and the tangential part of a vector. */
VARDEM_INLINE Vec3 scaled_parts(const Vec3 &a, const Vec3 &n, double normal, double tangential)
{
  return tangential * a + (normal - tangential) * dot(a, n) * n;
}

// --- contacts that also resist rolling ---
//
// Such a contact has a moment of the size r |m| besides, r its rolling radius (lever_row.h), with
// |m| <= rho g_n. m lies across the normal, and so does the rolling velocity, which is r times the
// angular velocity of the second body relative to the first. Both bounds share g_n: so impulses lie
// in the intersection of two cones, and the shift is the sum of both. Source: doc/notes/friction.md
// 4.

/** An impulse and m, or the velocity at the point and that of rolling; scaled or not. */
struct RollingPair {
  Vec3 point, roll;
};

VARDEM_INLINE RollingPair operator+(const RollingPair &a, const RollingPair &b)
{
  return {a.point + b.point, a.roll + b.roll};
}

VARDEM_INLINE RollingPair operator-(const RollingPair &a, const RollingPair &b)
{
  return {a.point - b.point, a.roll - b.roll};
}

VARDEM_INLINE RollingPair operator*(double s, const RollingPair &a)
{
  return {s * a.point, s * a.roll};
}

VARDEM_INLINE double dot(const RollingPair &a, const RollingPair &b)
{
  return dot(a.point, b.point) + dot(a.roll, b.roll);
}

/** The nearest point with |x_t| <= mu x_n and |x_m| <= rho x_n. If a bound is not reached at the
 *  height x_n that follows from both, it is the one that a lower height would satisfy first, and
 *  the other one decides alone. */
VARDEM_INLINE RollingPair on_cones(const RollingPair &x, const Vec3 &n, double mu, double rho)
{
  const double along = dot(x.point, n);
  const Vec3 across = x.point - along * n;
  const double slip = norm(across), roll = norm(x.roll);
  if (along >= 0.0 && slip <= mu * along && roll <= rho * along) return x;
  if (!(along + mu * slip + rho * roll > 0.0)) return {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  double height = (along + mu * slip + rho * roll) / (1.0 + mu * mu + rho * rho);
  if (slip < mu * height || roll < rho * height)
    height = slip * rho < roll * mu ? (along + rho * roll) / (1.0 + rho * rho)
                                    : (along + mu * slip) / (1.0 + mu * mu);
  return {height * n + shortened(across, slip, mu * height), shortened(x.roll, roll, rho * height)};
}

/** How a contact resists rolling: bound, inverse inertia and compliance [1/mass]. */
struct RollingWeights {
  double bound, weight, compliance;
};

/** The scales of both parts, and the slope of the cone of m in scaled numbers. */
struct RollingScales {
  ConeScales point;
  double roll, slope;
};

/** As scales_of() and one_scale_of(). */
VARDEM_INLINE RollingScales rolling_scales_of(const ContactWeights &w, double mu,
                                              const RollingWeights &of_roll, bool one_scale)
{
  const double rolling = of_roll.weight + of_roll.compliance, rho = of_roll.bound;
  if (one_scale) {
    const double s = std::sqrt(5.0 /
                               (w.normal + w.normal_compliance +
                                2.0 * (w.tangential + w.tangential_compliance + rolling)));
    return {{s, s, mu}, s, rho};
  }
  ConeScales point = scales_of(w, mu);
  const double m = 1.0 / std::sqrt(rolling);
  if (rho * point.normal > m) point.normal = m / rho;
  point.slope = mu * point.normal / point.tangential;
  return {point, m, rho * point.normal / m};
}

}    // namespace VARDEM
#endif
