// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NORMAL_FORCE_H
#define VARDEM_NORMAL_FORCE_H

#include "kernels/macros.h"

#include <array>
#include <cmath>

namespace VARDEM {

/** The laws that solvers know: powers of the overlap that never pull. All choices are with_law()
 *  of no_tension.h. */
enum LawKind { HOOKE, HERTZ, LAW_KINDS };    // the last one is their number

// --- the elastic normal force of a contact as a function of its overlap c >= 0 ---
//
// Source: Olsen & Kamrin, arXiv:1805.07437, (27)-(31) and (34). A law has two forms. They are the
// same function, and all arguments must be in consistent units.
//
// A power of the overlap, with the stiffness k [force/length^(p-1)]:
//   energy w(c) = k/p c^p,   force f = w'(c) = k c^(p-1),   tangent w''(c) = (p-1) k c^(p-2),
//   complementary energy w*(f) = (p-1)/p k^(1/(1-p)) f^(p/(p-1)), where w(c) + w*(f) = f c,
//       overlap c = w*'(f).
//
// By the contact radius a, as pair styles have it: a = contact_radius(R, c), R is the effective
// radius. k is then the modulus [force/length^2 for Hertz, force/length for Hooke], the force is k
// a c with a = sqrt(R c) for Hertz and a = 1 for Hooke. The two forms agree if the k of the first
// is sqrt(R) times the k of the second (Hertz): contact_radius(R, c) is size_factor(R) times
// power_radius(c).
//
// A contact may have both: k = K + modulus size_factor(R), which is stiffness_of().
//
// Nothing here asks whether the contact is closed: no_tension.h does.
//
// What else a law says about itself:
//   NAME         as in pair style contact/NAME and in keyword law of a wall
//   KEYWORDS     of its own coefficients in the input: numbers >= 0, at most MOST_OWN of them.
//                They are in consistent units, as k is: nothing converts them
//   HAS_MODULI   may keywords E, nu and G give its stiffnesses?
//   IN_PLACE_OF  the pair_coeff command that replaces the one of a style of LAMMPS
//   CAN_PULL     may its force be < 0, or act on bodies that do not overlap? Then the law has hooks
//                (soft_contact.h), and solvers refuse it. Other laws have a KIND by which solvers
//                know them, and WithCohesion (cohesion.h) makes laws of them that pull.

/** Linear law, p = 2. */
struct HookeForce {
  static constexpr double EXPONENT = 2.0;    // p
  static constexpr const char *NAME = "hooke";
  static constexpr std::array<const char *, 0> KEYWORDS = {};
  static constexpr bool HAS_MODULI = false, CAN_PULL = false;
  static constexpr LawKind KIND = HOOKE;
  static constexpr const char *IN_PLACE_OF =
      "In place of gran/hooke/history KN KT GN GT MU 1 write: pair_coeff * * k KN damping "
      "mass_velocity GN GT kt KT mu MU. ";

  VARDEM_INLINE static double contact_radius(double /*R*/, double /*c*/) { return 1.0; }
  VARDEM_INLINE static double force(double k, double c, double /*a*/) { return k * c; }
  VARDEM_INLINE static double tangent(double k, double /*a*/) { return k; }
  VARDEM_INLINE static double energy(double k, double c, double /*a*/) { return 0.5 * k * c * c; }

  /** The radius a = c^(p-2) of the first form. */
  VARDEM_INLINE static double power_radius(double /*c*/) { return 1.0; }
  /** Mean of power_radius() over the overlaps between those with power_radius() a and b. */
  VARDEM_INLINE static double mean_radius(double /*a*/, double /*b*/) { return 1.0; }
  /** Mean of the force over the overlaps between c and d, for k = 1, where c and d have the
   *  power_radius() a and b; and its derivative by d. */
  VARDEM_INLINE static double mean_force(double c, double d, double /*a*/, double /*b*/)
  {
    return 0.5 * (c + d);
  }
  VARDEM_INLINE static double mean_tangent(double, double, double, double) { return 0.5; }
  VARDEM_INLINE static double size_factor(double /*R*/) { return 1.0; }
  VARDEM_INLINE static double overlap(double k, double f) { return f / k; }
  VARDEM_INLINE static double complementary_energy(double k, double f) { return 0.5 * f * f / k; }
};

/** Elastic spheres, p = 5/2. */
struct HertzForce {
  static constexpr double EXPONENT = 2.5;
  static constexpr const char *NAME = "hertz";
  static constexpr std::array<const char *, 0> KEYWORDS = {};
  static constexpr bool HAS_MODULI = true, CAN_PULL = false;
  static constexpr LawKind KIND = HERTZ;
  static constexpr const char *IN_PLACE_OF =
      "In place of gran/hertz/history KN KT GN GT MU 1 write: pair_coeff * * E 1.5*KN nu 0 damping "
      "mass_velocity GN GT G KT/2 mu MU. ";

  VARDEM_INLINE static double contact_radius(double R, double c) { return std::sqrt(R * c); }
  VARDEM_INLINE static double force(double k, double c, double a) { return k * c * a; }
  VARDEM_INLINE static double tangent(double k, double a) { return 1.5 * k * a; }
  VARDEM_INLINE static double energy(double k, double c, double a) { return 0.4 * k * c * c * a; }

  VARDEM_INLINE static double power_radius(double c) { return std::sqrt(c); }
  VARDEM_INLINE static double mean_radius(double a, double b)
  {
    return (a * a + a * b + b * b) / (1.5 * (a + b));
  }
  VARDEM_INLINE static double mean_force(double c, double d, double a, double b)
  {
    return 0.4 * (c * c + d * d + a * b * (c + d + a * b)) / (a + b);
  }
  VARDEM_INLINE static double mean_tangent(double c, double d, double a, double b)
  {
    const double sum = a + b;
    return 0.2 * (c * (2.0 * a + 4.0 * b) + d * (6.0 * a + 3.0 * b)) / (sum * sum);
  }
  VARDEM_INLINE static double size_factor(double R) { return std::sqrt(R); }
  VARDEM_INLINE static double overlap(double k, double f) { return std::cbrt((f / k) * (f / k)); }
  VARDEM_INLINE static double complementary_energy(double k, double f)
  {
    return 0.6 * f * overlap(k, f);
  }
};

/** May a contact hold across a gap? */
template <class NormalForce> VARDEM_INLINE constexpr bool beyond_touch()
{
  if constexpr (NormalForce::CAN_PULL)
    return NormalForce::BEYOND_TOUCH;
  else
    return false;
}

/** The k of the first form, of a contact with stiffness K and a modulus. size: size_factor() of its
 *  effective radius. */
VARDEM_INLINE double stiffness_of(double K, double modulus, double size)
{
  return K + modulus * size;
}

/** The dashpot of a contact, along the normal or in the tangent plane. Its coefficient c
 *  [force/velocity] is the sum of three terms, of which the input uses one. m is the effective
 *  mass, a the contact radius of the law in its form with a modulus (normal_force.h), k the present
 *  stiffness of the spring in the same direction. */
struct Dashpot {
  double constant;    // [force/velocity]
  double by_mass;     // times m a [1/time] for Hooke, where a = 1; [1/(time length)] for Hertz
  double by_root;     // times sqrt(m k), no unit
};

/** The first two terms. */
VARDEM_INLINE double mass_coefficient(const Dashpot &d, double m, double a)
{
  return d.constant + d.by_mass * m * a;
}

VARDEM_INLINE double coefficient(const Dashpot &d, double m, double a, double k)
{
  return mass_coefficient(d, m, a) + d.by_root * std::sqrt(m * k);
}

/** The factor by_root of the restitution coefficient E, 0 < E <= 1, for two grains without other
 *  forces. They part when the overlap is zero.
 *
 *  For every power law the overlap to the power p/2 is a linear oscillator, so E = exp(-pi z /
 *  sqrt(1 - z^2)) with its damping ratio z: doc/notes/soft-contacts.md 1.3. For Hertz this is the
 *  result of Antypov & Elliott, EPL 94, 50004 (2011). */
template <class NormalForce> VARDEM_HOST_INLINE double root_of_restitution(double E)
{
  constexpr double PI = 3.14159265358979323846, p = NormalForce::EXPONENT;
  const double l = std::log(E), ratio = -l / std::sqrt(PI * PI + l * l);
  return 2.0 * ratio * std::sqrt(0.5 * p / (p - 1.0));
}

}    // namespace VARDEM
#endif
