// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_RODRIGUES_H
#define VARDEM_RODRIGUES_H

#include "kernels/quaternion.h"

namespace VARDEM {

// Explicit variational maps of spheres in rescaled Rodrigues vectors. Source: Baker & Gonzalez,
// arXiv:2112.01623. A rotation by theta about n is alpha = 2 tan(theta/2) n. The orientation is
// stored as a quaternion, which has no singularity at theta = pi. Rodrigues vectors are used for
// the increments of one step only, in space components.

/** Unit quaternion of a Rodrigues vector. */
VARDEM_INLINE Quat rodrigues_to_quat(const Vec3 &alpha)
{
  return normalized({1.0, 0.5 * alpha.x, 0.5 * alpha.y, 0.5 * alpha.z});
}

/** a1 (+) a2, (5): the rotation by a1, then by a2, R(a1 (+) a2) = R(a2) R(a1). Singular where this
 *  rotation is one by pi. */
VARDEM_INLINE Vec3 rodrigues_sum(const Vec3 &a1, const Vec3 &a2)
{
  return (4.0 / (4.0 - dot(a1, a2))) * (a1 + a2 - 0.5 * cross(a1, a2));
}

/** R(alpha) v, from the matrix I + 4/(4 + |alpha|^2) (S + S^2/2) with S v = alpha x v. */
VARDEM_INLINE Vec3 rodrigues_rotate(const Vec3 &alpha, const Vec3 &v)
{
  const Vec3 s = cross(alpha, v);
  return v + (4.0 / (4.0 + dot(alpha, alpha))) * (s + 0.5 * cross(alpha, s));
}

// Increments of the orientation over one step, w = h Omega(t + h/2) in rad, Omega in space
// components: q(t + h) is the normalised product increment * q(t) (rotated() in
// kernels/leapfrog.h). The increments themselves are not normalised.

/** Maps (25), (26), (27): alpha = w, an angle 2 atan(|w|/2), for any w. Symplectic and reversible
 *  in (25). */
struct IncrementNewmark {
  VARDEM_INLINE Quat operator()(const Vec3 &w) const
  {
    return {1.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z};
  }
};

/** Maps (21), (23): alpha = 2 w/(1 + sqrt(1 - |w|^2)), an angle asin|w|. There is no solution for
 *  |w| > 1: then the result is the increment of (25). */
struct IncrementExact {
  VARDEM_INLINE static bool has_solution(const Vec3 &w) { return dot(w, w) <= 1.0; }

  VARDEM_INLINE Quat operator()(const Vec3 &w) const
  {
    const double s2 = 1.0 - dot(w, w);
    const double s = std::sqrt(s2 >= 0.0 ? s2 : 1.0);    // 1: as in (25)
    return {1.0 + s, w.x, w.y, w.z};
  }
};

/** Map (21), the body form of (23): the increment alpha, in space components, from the angular
 *  velocity w at t + h/2 in body components. The closing kick of (21) starts from R(t + h)^T R(t) w
 *  = w: the increment turns about w. */
VARDEM_INLINE Vec3 rodrigues_increment_body(const Quat &q, const Vec3 &w, double h)
{
  return (2.0 * h / (1.0 + std::sqrt(1.0 - h * h * dot(w, w)))) * body_to_space(q, w);
}

/** Kick of map (26): the angular velocity of the step from moments M at t and M_next at t + h in
 *  space components, h_over_J = h/J. M_next depends on the result, so that the map is implicit; phi
 *  = 1 is (27). First order and dissipative for phi < 1: a rotational oscillation of frequency w is
 *  damped by 1/sqrt(1 + (1 - phi) h^2 w^2) per step. */
VARDEM_INLINE Vec3 kick_weighted(const Vec3 &Omega, const Vec3 &M, const Vec3 &M_next, double phi,
                                 double h_over_J)
{
  return Omega + h_over_J * (phi * M + (1.0 - phi) * M_next);
}

}    // namespace VARDEM
#endif
