// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_CONTACTS_H
#define VARDEM_STEP_CONTACTS_H

#include "kernels/rigid/coulomb_cone.h"
#include "kernels/rigid/lever_row.h"

namespace VARDEM {

// --- contacts of a step in scaled numbers, as solvers of their impulses see them ---
//
// The kinds of contacts, with friction, without, and with rolling friction as well, have
//   Number             of the impulse x and of the velocity Phi: a vector, or the part along n, or
//                      a vector and another one for rolling
//   set(levers, w, mu, one_scale, target, least)    scales, compliance, target [velocity], and the
//                      least normal impulse
//   impulse(x, n)      the impulse on the second body; of_impulse(g, n) takes it back
//   velocity(levers, A, B, x)    Phi, if the bodies move with A and B
//   on_cone(x, n)      the nearest impulse that is possible
//   alone(x, Phi, levers)    the impulse that no other contact would change
//   square(r)          |r|^2 of an error of x or Phi, as a velocity of the contact
//   shifted(Phi, n)    Phi with De Saxce's shift
//   closing(Phi, n)    the speed at which the contact closes
//   square_along(Phi, n), square_across(Phi, n)    the same of the parts of Phi; slip counts as far
//                      as friction may act on it
//   turns<Levers>()    do impulses turn the bodies?
//   HAS_ONE_SCALE      has it one scale anyway, so that one_scale changes nothing?
//   ROLLS              have contacts a moment? Then moment(x) is that on the second body, and
//                      of_moment(M) takes it back

/** A contact with friction. */
struct ConeContact {
  using Number = Vec3;
  static constexpr bool HAS_ONE_SCALE = false, ROLLS = false;

  ConeScales scales;
  double normal_compliance, tangential_compliance;    // scaled
  Vec3 target;                                        // scaled
  double least;                                       // x_n
  // factors that make velocities of scaled numbers along n and across; of an error the first one,
  // times mu' if that is above 1: with large friction an error across n hides one along it that is
  // mu times as large, and grains would sink while the residual is small
  double along_as_velocity, across_as_velocity;

  template <class Levers> VARDEM_INLINE static constexpr bool turns() { return true; }
  VARDEM_INLINE static double product(const Vec3 &a, const Vec3 &b) { return dot(a, b); }

  template <class Levers>
  VARDEM_INLINE void set(const Levers &levers, const ContactWeights &w, double mu, bool one_scale,
                         const Vec3 &target_velocity, double least_normal = 0.0)
  {
    set(levers.n, w, one_scale ? one_scale_of(w, mu) : scales_of(w, mu), target_velocity,
        least_normal);
  }
  VARDEM_INLINE void set(const Vec3 &n, const ContactWeights &w, const ConeScales &by,
                         const Vec3 &target_velocity, double least_normal)
  {
    scales = by;
    normal_compliance = scales.normal * scales.normal * w.normal_compliance;
    tangential_compliance = scales.tangential * scales.tangential * w.tangential_compliance;
    target = impulse(target_velocity, n);
    least = least_normal / scales.normal;
    const double own = 1.0 / std::sqrt(w.normal + w.normal_compliance);
    across_as_velocity = own * w.normal;
    along_as_velocity = across_as_velocity * own / scales.normal;
  }
  VARDEM_INLINE Vec3 impulse(const Vec3 &x, const Vec3 &n) const
  {
    return scaled_parts(x, n, scales.normal, scales.tangential);
  }
  VARDEM_INLINE Vec3 of_impulse(const Vec3 &g, const Vec3 &n) const
  {
    return scaled_parts(g, n, 1.0 / scales.normal, 1.0 / scales.tangential);
  }
  template <class Levers>
  VARDEM_INLINE Vec3 velocity(const Levers &levers, const Vec3 *A, const Vec3 *B,
                              const Vec3 &x) const
  {
    return impulse(levers.velocity(A, B), levers.n) - target +
        scaled_parts(x, levers.n, normal_compliance, tangential_compliance);
  }
  VARDEM_INLINE Vec3 on_cone(const Vec3 &x, const Vec3 &n) const
  {
    return not_below(VARDEM::on_cone(x, n, scales.slope), x, n, scales.slope, least);
  }
  /** Only spheres have the same weight along all tangents; it may be twice the mean of bodies. */
  template <class Levers>
  VARDEM_INLINE Vec3 alone(const Vec3 &x, const Vec3 &Phi, const Levers &levers) const
  {
    const double part = Levers::CENTRAL ? 1.0 : 0.5;
    const Vec3 next = x - scaled_parts(Phi, levers.n, 1.0, part);
    return not_below(within_bound(next, levers.n, scales.slope), next, levers.n, scales.slope,
                     least);
  }
  VARDEM_INLINE Vec3 shifted(const Vec3 &Phi, const Vec3 &n) const
  {
    return with_shift(Phi, n, scales.slope);
  }
  VARDEM_INLINE double closing(const Vec3 &Phi, const Vec3 &n) const
  {
    return -dot(Phi, n) / scales.normal;
  }
  VARDEM_INLINE double square(const Vec3 &r) const
  {
    const double as_velocity = along_as_velocity * std::fmax(1.0, scales.slope);
    return as_velocity * as_velocity * dot(r, r);
  }
  VARDEM_INLINE double square_along(const Vec3 &Phi, const Vec3 &n) const
  {
    const double along = along_as_velocity * dot(Phi, n);
    return along * along;
  }
  VARDEM_INLINE double square_across(const Vec3 &Phi, const Vec3 &n) const
  {
    return scales.slope * scales.slope *
        square_of_tangent(dot(Phi, Phi) - dot(Phi, n) * dot(Phi, n));
  }
  VARDEM_INLINE double square_of_tangent(double square) const
  {
    return across_as_velocity * across_as_velocity * square;
  }
};

/** A contact with friction that also resists rolling. */
struct RollingContact {
  using Number = RollingPair;
  static constexpr bool HAS_ONE_SCALE = false, ROLLS = true;

  ConeContact point;
  double radius, scale, slope, compliance;    // of rolling; compliance: scaled
  Vec3 target;                                // of rolling, scaled

  template <class Levers> VARDEM_INLINE static constexpr bool turns() { return true; }
  VARDEM_INLINE static double product(const Number &a, const Number &b) { return dot(a, b); }

  /** moment: of the last step, whose springs hold. */
  template <class Levers>
  VARDEM_INLINE void set(const Levers &levers, const ContactWeights &w, double mu,
                         const RollingWeights &of_roll, bool one_scale, const Vec3 &target_velocity,
                         double least_normal, const Vec3 &moment)
  {
    const RollingScales by = rolling_scales_of(w, mu, of_roll, one_scale);
    point.set(levers.n, w, by.point, target_velocity, least_normal);
    radius = levers.rolling_radius();
    scale = by.roll;
    slope = by.slope;
    compliance = scale * scale * of_roll.compliance;
    target = (scale * of_roll.compliance / radius) * moment;
  }
  VARDEM_INLINE Vec3 impulse(const Number &x, const Vec3 &n) const
  {
    return point.impulse(x.point, n);
  }
  VARDEM_INLINE Number of_impulse(const Vec3 &g, const Vec3 &n) const
  {
    return {point.of_impulse(g, n), {0.0, 0.0, 0.0}};
  }
  VARDEM_INLINE Vec3 moment(const Number &x) const { return (radius * scale) * x.roll; }
  VARDEM_INLINE Vec3 of_moment(const Vec3 &M) const { return M / (radius * scale); }
  template <class Levers>
  VARDEM_INLINE Number velocity(const Levers &levers, const Vec3 *A, const Vec3 *B,
                                const Number &x) const
  {
    return {point.velocity(levers, A, B, x.point),
            scale * rolling_velocity(levers, A, B) - target + compliance * x.roll};
  }
  VARDEM_INLINE Number on_cone(const Number &x, const Vec3 &n) const
  {
    const Number nearest = on_cones(x, n, point.scales.slope, slope);
    if (!(dot(nearest.point, n) < point.least)) return nearest;
    return {not_below(nearest.point, x.point, n, point.scales.slope, point.least),
            shortened(x.roll, norm(x.roll), slope * point.least)};
  }
  VARDEM_INLINE Number shifted(const Number &Phi, const Vec3 &n) const
  {
    return {point.shifted(Phi.point, n) + (slope * norm(Phi.roll)) * n, Phi.roll};
  }
  VARDEM_INLINE double closing(const Number &Phi, const Vec3 &n) const
  {
    return point.closing(Phi.point, n);
  }
  VARDEM_INLINE double square(const Number &r) const
  {
    return point.square(r.point) + point.square(r.roll);
  }
  VARDEM_INLINE double square_along(const Number &Phi, const Vec3 &n) const
  {
    return point.square_along(Phi.point, n);
  }
  VARDEM_INLINE double square_across(const Number &Phi, const Vec3 &n) const
  {
    return point.square_across(Phi.point, n) +
        slope * slope * point.square_of_tangent(dot(Phi.roll, Phi.roll));
  }
  /** Without a moment. */
  template <class Levers>
  VARDEM_INLINE Number alone(const Number &x, const Number &Phi, const Levers &levers) const
  {
    return {point.alone(x.point, Phi.point, levers), {0.0, 0.0, 0.0}};
  }
};

struct NormalContact {
  using Number = double;
  static constexpr bool HAS_ONE_SCALE = true, ROLLS = false;

  double scale, compliance, target, least, as_velocity;

  template <class Levers> VARDEM_INLINE static constexpr bool turns() { return !Levers::CENTRAL; }
  VARDEM_INLINE static double product(double a, double b) { return a * b; }

  template <class Levers>
  VARDEM_INLINE void set(const Levers &levers, const ContactWeights &w, double /*mu*/,
                         bool /*one_scale*/, const Vec3 &target_velocity, double least_normal = 0.0)
  {
    scale = 1.0 / std::sqrt(w.normal + w.normal_compliance);
    compliance = scale * scale * w.normal_compliance;
    target = scale * dot(target_velocity, levers.n);
    least = least_normal / scale;
    as_velocity = scale * w.normal;
  }
  VARDEM_INLINE Vec3 impulse(double x, const Vec3 &n) const { return (scale * x) * n; }
  VARDEM_INLINE double of_impulse(const Vec3 &g, const Vec3 &n) const { return dot(g, n) / scale; }
  template <class Levers>
  VARDEM_INLINE double velocity(const Levers &levers, const Vec3 *A, const Vec3 *B, double x) const
  {
    return scale * levers.rate(A, B) - target + compliance * x;
  }
  VARDEM_INLINE double on_cone(double x, const Vec3 & /*n*/) const { return x > least ? x : least; }
  template <class Levers>
  VARDEM_INLINE double alone(double x, double Phi, const Levers &levers) const
  {
    return on_cone(x - Phi, levers.n);
  }
  VARDEM_INLINE double shifted(double Phi, const Vec3 & /*n*/) const { return Phi; }
  VARDEM_INLINE double closing(double Phi, const Vec3 & /*n*/) const { return -Phi / scale; }
  VARDEM_INLINE double square(double r) const { return as_velocity * as_velocity * r * r; }
  VARDEM_INLINE double square_along(double Phi, const Vec3 & /*n*/) const { return square(Phi); }
  VARDEM_INLINE double square_across(double /*Phi*/, const Vec3 & /*n*/) const { return 0.0; }
};

}    // namespace VARDEM
#endif
