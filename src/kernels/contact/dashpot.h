// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_DASHPOT_H
#define VARDEM_DASHPOT_H

#include "kernels/macros.h"

#include <cmath>

namespace VARDEM {

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
