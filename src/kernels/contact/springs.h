// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SPRINGS_H
#define VARDEM_SPRINGS_H

#include "kernels/contact/rolling.h"

#include <cmath>

namespace VARDEM {

// --- a contact as linear springs and dashpots, at one overlap ---

/** Coefficients of the springs or of the dashpots of a contact: along the normal and in the tangent
 *  plane [force/length], and against relative rolling and twisting [torque/angle]. The tangential
 *  ones act on the relative motion of the surfaces. */
struct Springs {
  double normal, tangent, roll, twist;
};

VARDEM_INLINE Springs operator*(double s, const Springs &k)
{
  return {s * k.normal, s * k.tangent, s * k.roll, s * k.twist};
}

VARDEM_INLINE Springs operator+(const Springs &a, const Springs &b)
{
  return {a.normal + b.normal, a.tangent + b.tangent, a.roll + b.roll, a.twist + b.twist};
}

struct Coefficients {
  Springs k, c;
  // of velocity onstep: g = h rate says how often the dashpots count (stable_step.h)
  double rate = 0.0;
};

/** A soft contact at one overlap, where its elastic force is `elastic`; m: effective mass. Without
 *  sliding. */
template <class NormalForce>
VARDEM_INLINE Coefficients coefficients(const ContactParameters &law, const ElasticForce &elastic,
                                        double m)
{
  const ContactDashpots dash = dashpots<NormalForce, true>(law, elastic, elastic.kt, m);
  return {{elastic.tangent, elastic.kt, 0.0, 0.0}, {dash.normal, dash.tangential, 0.0, 0.0}};
}

/** With the rate of dashpots of velocity onstep. Those against rolling and twisting leave no change
 *  of velocity out, so they always count twice. m: effective mass. */
VARDEM_INLINE Coefficients full_step(const Coefficients &of, double m)
{
  const Springs &c = of.c;
  return {of.k,
          {c.normal, c.tangent, 2.0 * c.roll, 2.0 * c.twist},
          m > 0.0 ? fastest(ContactDashpots{c.normal, c.tangent}) / m : 0.0};
}

/** The same for time steps: a stiffness below zero limits none, and counts as 0. R: effective
 *  radius. */
template <class NormalForce>
VARDEM_INLINE Coefficients coefficients(const ContactParameters &law, double overlap, double R,
                                        double m)
{
  ElasticForce elastic = elastic_force<NormalForce>(law, overlap, R);
  if constexpr (NormalForce::CAN_PULL) elastic.tangent = std::fmax(elastic.tangent, 0.0);
  Coefficients found = coefficients<NormalForce>(law, elastic, m);
  if constexpr (resists_rolling<NormalForce>()) {
    SphereContact c = {};
    c.R = R;
    const TurningLaws turning = turning_laws(law, c, circle_at<NormalForce>(law, overlap, R),
                                             found.k.tangent, found.c.tangent, 1.0);
    // the bound may be 0: R is not needed for linear laws
    if (law.rolling.friction > 0.0) {
      found.k.roll = turning.rolling.stiffness;
      found.c.roll = turning.rolling.dashpot;
    }
    if (law.twisting.friction + law.marshall * law.friction > 0.0) {
      found.k.twist = turning.twisting.stiffness;
      found.c.twist = turning.twisting.dashpot;
    }
  }
  return found;
}

/** A law that code knows when it is compiled, as NormalLaw (normal_law.h) is one that it does
 *  not. */
template <class NormalForce> struct KnownLaw {
  static constexpr bool can_pull = NormalForce::CAN_PULL;

  VARDEM_INLINE static double reach(const ContactParameters &law, double R, bool held)
  {
    return reach_of<NormalForce>(law, R, held);
  }
  VARDEM_INLINE static ElasticForce elastic(const ContactParameters &law, double overlap, double R)
  {
    return elastic_force<NormalForce>(law, overlap, R);
  }
  VARDEM_INLINE static Coefficients coefficients(const ContactParameters &law, double overlap,
                                                 double R, double m)
  {
    return VARDEM::coefficients<NormalForce>(law, overlap, R, m);
  }
};

/** Springs and dashpots that the overlap does not change. */
VARDEM_INLINE Coefficients constant(double kn, double kt, double cn, double ct)
{
  return {{kn, kt, 0.0, 0.0}, {cn, ct, 0.0, 0.0}};
}

/** Overlap at the turn of an impact with present overlap d, closing speed v and effective mass m
 *  [force/acceleration]. It is at least the overlap by Hooke's and by Hertz' law. It uses the
 *  elastic energy of Hertz' law as a function of its tangent stiffness k, which is k d^2/(p (p -
 *  1)). */
template <class Stiffness>
VARDEM_INLINE double impact_overlap(const Stiffness &stiffness, double d, double v, double m)
{
  constexpr double HERTZ = 0.5 * HertzForce::EXPONENT * (HertzForce::EXPONENT - 1.0);
  // with Hertz' law, each of them removes 3/4 of the error of log(overlap)
  constexpr int ITERATIONS = 6;
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

/** The same of a law that can pull, by its own energy: elastic(d) is its ElasticForce, and its
 *  energy is convex where it pushes. Bodies that it holds come back, so those that part count as
 *  those that approach. least: the overlap d, or across a gap the least one that counts. */
template <class Elastic>
VARDEM_INLINE double turn_of_pull(const Elastic &elastic, double d, double least, double v,
                                  double m)
{
  constexpr double ACCURACY = 1.0e-7;
  constexpr int ITERATIONS = 64;
  ElasticForce f = elastic(d);
  if (v == 0.0 && f.force >= 0.0) return d;
  const double whole = f.energy + 0.5 * m * v * v;
  double c = least;
  for (int n = 0; n < ITERATIONS && (n == 0 || f.energy < whole); n++) {
    c *= 2.0;
    f = elastic(c);
  }
  // Newton's method from above
  for (int n = 0; n < ITERATIONS && f.energy - whole > ACCURACY * c * f.force && f.force > 0.0;
       n++) {
    c -= (f.energy - whole) / f.force;
    f = elastic(c);
  }
  return c;
}

}    // namespace VARDEM
#endif
