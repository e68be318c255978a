/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_NO_TENSION_H
#define VARDEM_NO_TENSION_H

#include "kernels/macros.h"

#include <cmath>

namespace VARDEM {

// --- power laws of contacts that push and never pull ---
//
// Source: Olsen & Kamrin, arXiv:1805.07437, (27)-(31) and (34). With the overlap c and the stiffness k
//
//   energy w(c) = k/p [c]_+^p,   force f = w'(c) = k [c]_+^(p-1),   tangent w''(c),
//   complementary energy w*(f) = (p-1)/p k^(1/(1-p)) f^(p/(p-1)), f >= 0; w(c) + w*(f) = f c where f = w'(c) and c >= 0,
//   overlap c = w*'(f).
//
// The unit of k is force/length^(p-1). All arguments must be in consistent units.

/** Linear law, p = 2. */
struct HookeLaw {
  static constexpr double EXPONENT = 2.0;    // p
  VARDEM_INLINE static double force(double k, double c) { return c > 0.0 ? k * c : 0.0; }
  VARDEM_INLINE static double tangent(double k, double c) { return c > 0.0 ? k : 0.0; }
  VARDEM_INLINE static double energy(double k, double c) { return c > 0.0 ? 0.5 * k * c * c : 0.0; }
  VARDEM_INLINE static double overlap(double k, double f) { return f / k; }
  VARDEM_INLINE static double complementary_energy(double k, double f) { return 0.5 * f * f / k; }
};

/** Elastic spheres, p = 5/2. */
struct HertzLaw {
  static constexpr double EXPONENT = 2.5;
  VARDEM_INLINE static double force(double k, double c)
  {
    return c > 0.0 ? k * c * std::sqrt(c) : 0.0;
  }
  VARDEM_INLINE static double tangent(double k, double c)
  {
    return c > 0.0 ? 1.5 * k * std::sqrt(c) : 0.0;
  }
  VARDEM_INLINE static double energy(double k, double c)
  {
    return c > 0.0 ? 0.4 * k * c * c * std::sqrt(c) : 0.0;
  }
  VARDEM_INLINE static double overlap(double k, double f) { return std::cbrt((f / k) * (f / k)); }
  VARDEM_INLINE static double complementary_energy(double k, double f)
  {
    return 0.6 * f * overlap(k, f);
  }
};

enum ContactLawKind { HOOKE, HERTZ };

/** Calls f with the law of this kind. */
template <class F> auto with_law(ContactLawKind kind, const F &f)
{
  return kind == HERTZ ? f(HertzLaw()) : f(HookeLaw());
}

}    // namespace VARDEM
#endif
