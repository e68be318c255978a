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

// Increments of the orientation over one step, w = h Omega(t + h/2) in rad, Omega in space
// components: q(t + h) is the normalised product increment * q(t) (rotated() in
// kernels/leapfrog.h). The increments themselves are not normalised.

/** Maps (25), (27): alpha = w, an angle 2 atan(|w|/2), for any w. Symplectic and reversible
 *  in (25). */
struct IncrementNewmark {
  VARDEM_INLINE Quat operator()(const Vec3 &w) const
  {
    return {1.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z};
  }
};

/** Map (23): alpha = 2 w/(1 + sqrt(1 - |w|^2)), an angle asin|w|. There is no solution for
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

/** How far a rotation brings vectors, without the round-off of a long vector beside a small way. */
struct RodriguesTurn {
  Vec3 alpha;

  /** By a part of a rotation vector. */
  VARDEM_INLINE static RodriguesTurn by(const Vec3 &r, double part = 1.0)
  {
    const double angle = norm(r);
    return {(angle > 0.0 ? 2.0 * std::tan(0.5 * part * angle) / angle : part) * r};
  }
  VARDEM_INLINE RodriguesTurn back() const { return {-alpha}; }
  /** 1/(1 + |alpha|^2/4). */
  VARDEM_INLINE double factor() const { return 1.0 / (1.0 + 0.25 * dot(alpha, alpha)); }
  VARDEM_INLINE Vec3 way(const Vec3 &a) const
  {
    const Vec3 across = cross(alpha, a);
    return factor() * (across + 0.5 * cross(alpha, across));
  }
};

}    // namespace VARDEM
#endif
