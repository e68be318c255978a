/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_SPRINGS_H
#define VARDEM_SPRINGS_H

#include "kernels/contact/normal_force.h"

#include <cmath>

namespace VARDEM {

// --- a contact as linear springs and dashpots, at one overlap ---

/** Coefficients of the springs or of the dashpots of a contact: along the normal and in the tangent plane [force/length], and
 *  against relative rolling and twisting [torque/angle]. The tangential ones act on the relative motion of the surfaces. */
struct Springs {
  double normal, tangent, roll, twist;
};

VARDEM_INLINE Springs operator*(double s, const Springs &k)
{
  return {s * k.normal, s * k.tangent, s * k.roll, s * k.twist};
}

/** Springs and dashpots of a contact. */
struct Coefficients {
  Springs k, c;
};

/** A contact whose normal force has the modulus kn and the contact radius a (normal_force.h). The other coefficients are proportional
 *  to a. */
template <class NormalForce>
VARDEM_INLINE Coefficients coefficients(double kn, double kt, double cn, double ct, double a)
{
  return {{NormalForce::tangent(kn, a), kt * a, 0.0, 0.0}, {cn * a, ct * a, 0.0, 0.0}};
}

/** A Hookean contact: constant stiffness and dashpots. */
VARDEM_INLINE Coefficients hooke(double kn, double kt, double cn, double ct)
{
  return coefficients<HookeForce>(kn, kt, cn, ct, 1.0);
}

/** A Hertzian contact with the radius a = sqrt(R_eff d) at the overlap d: the force is kn a d. */
VARDEM_INLINE Coefficients hertz(double kn, double kt, double cn, double ct, double a)
{
  return coefficients<HertzForce>(kn, kt, cn, ct, a);
}

/** Overlap at the turn of an impact with present overlap d, closing speed v and effective mass m. It is at least that of Hooke's
 *  and of Hertz' law. It uses the elastic energy of Hertz' law as a function of its tangent stiffness k, which is k d^2/(p (p - 1)). */
template <class Stiffness>
VARDEM_HOST_INLINE double impact_overlap(const Stiffness &stiffness, double d, double v, double m)
{
  constexpr double HERTZ = 0.5 * HertzForce::EXPONENT * (HertzForce::EXPONENT - 1.0);
  constexpr int ITERATIONS =
      6;    // with Hertz' law, each of them removes 3/4 of the error of log(overlap)
  if (!(v > 0.0)) return d;
  const double k0 = stiffness(d), energy = k0 * d * d + HERTZ * m * v * v;
  double k = k0, overlap = d, deepest = d;
  for (int iter = 0; iter < ITERATIONS && k > 0.0; iter++) {
    const double before = overlap;
    overlap = std::sqrt(energy / k);
    deepest = overlap > before ? overlap : before;
    const double next = stiffness(overlap);
    if (next == k) return overlap;
    k = next;
  }
  return deepest;
}

}    // namespace VARDEM
#endif
