// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NO_TENSION_H
#define VARDEM_NO_TENSION_H

#include "kernels/contact/normal_force.h"

namespace VARDEM {

/** How a solver sees a normal force: as a function of any overlap c, which is zero where c <= 0.
 *  The contact pushes and never pulls. The functions are powers of the overlap (normal_force.h):
 *  force f(c) = k [c]_+^(p-1), and so on. The unit of k is force/length^(p-1). */
template <class NormalForce> struct NoTension {
  static_assert(!NormalForce::CAN_PULL, "solvers need forces >= 0");
  using Force = NormalForce;
  static constexpr double EXPONENT = NormalForce::EXPONENT;    // p

  VARDEM_INLINE static double force(double k, double c)
  {
    return c > 0.0 ? NormalForce::force(k, c, NormalForce::power_radius(c)) : 0.0;
  }
  VARDEM_INLINE static double tangent(double k, double c)
  {
    return c > 0.0 ? NormalForce::tangent(k, NormalForce::power_radius(c)) : 0.0;
  }
  VARDEM_INLINE static double energy(double k, double c)
  {
    return c > 0.0 ? NormalForce::energy(k, c, NormalForce::power_radius(c)) : 0.0;
  }
  /** Inverse of force(), for f >= 0. */
  VARDEM_INLINE static double overlap(double k, double f) { return NormalForce::overlap(k, f); }
  /** The conjugate of energy(), for f >= 0: energy + complementary energy >= f c, and equal where f
   *  = force(c). */
  VARDEM_INLINE static double complementary_energy(double k, double f)
  {
    return NormalForce::complementary_energy(k, f);
  }
};

using HookeLaw = NoTension<HookeForce>;
using HertzLaw = NoTension<HertzForce>;

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"    // a law that is not among the cases
#endif

#ifdef __CUDACC__
#pragma nv_exec_check_disable    // f may be a function of the host
#endif
/** Calls f with the law of this kind. Inside of a loop the choice costs nothing. */
template <class F> VARDEM_INLINE auto with_law(LawKind kind, const F &f)
{
  switch (kind) {
    case HOOKE:
      return f(HookeLaw());
    case HERTZ:
      return f(HertzLaw());
    case LAW_KINDS:
      break;
  }
  VARDEM_UNREACHABLE();
}

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/** The stiffness of a contact with effective radius R, where moduli count by the size factor of
 *  this kind. */
VARDEM_INLINE double stiffness_by(LawKind of_moduli, double K, double modulus, double R)
{
  if (modulus == 0.0) return K;
  return stiffness_of(K, modulus, with_law(of_moduli, [&](auto law) {
                        return decltype(law)::Force::size_factor(R);
                      }));
}

}    // namespace VARDEM
#endif
