// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_JKR_H
#define VARDEM_JKR_H

#include "kernels/contact/cohesion.h"

#include <cstring>

namespace VARDEM {

/** The cube root of a >= 0, in a form that becomes vector code. A third of the upper half of its
 *  bits is within 6 %; each of Halley's steps has 2/3 of the cube of the error before. */
VARDEM_INLINE double cube_root(double a)
{
  constexpr int STEPS = 3, BIAS = 682 << 20;    // 2/3 of that of the exponent
  long long bits;
  VARDEM_MEMCPY(&bits, &a, sizeof bits);
  const int upper = static_cast<int>(bits >> 32);
  bits = static_cast<long long>(static_cast<int>(upper * (1.0 / 3.0)) + BIAS) << 32;
  double root;
  VARDEM_MEMCPY(&root, &bits, sizeof root);
  for (int n = 0; n < STEPS; n++) {
    const double cube = root * root * root;
    root *= (cube + 2.0 * a) / (2.0 * cube + a);
  }
  return root;
}

/** Elastic spheres whose surfaces stick together: Johnson, Kendall & Roberts, Proc. R. Soc. Lond.
 *  A 324, 301 (1971). With the radius a of the circle of contact and E = 3/4 of the modulus,
 *    overlap c = a^2/R - 2 sqrt(L a),   force = 4/3 E a^3/R - 4 E sqrt(L) a^(3/2),
 *  where L = pi gamma/E is own[LENGTH], with the gamma of LAMMPS' pair style granular: half of the
 *  work of adhesion. The strongest pull is 3 pi gamma R.
 *
 *  A contact begins at the touch. It ends across a gap, at the least c that the first formula
 *  gives, where dc/da = 0. The energy that it has there is lost. Derived in
 *  doc/notes/soft-contacts.md 3.6.
 *
 *  Pairs of types with another cohesion have L = 0. */
struct JKRForce : WithCohesion<HertzForce> {
  enum { LENGTH = 2 };

  static constexpr bool BEYOND_TOUCH = true, REMEMBERS = true;

  VARDEM_INLINE static double reach(const ContactParameters &law, double R, bool held)
  {
    const double L = law.own[LENGTH];
    return held && L > 0.0 ? 1.5 * std::cbrt(0.5 * R * L * L) : 0.0;
  }

  /** a^2/R by Ferrari's formula for the root sqrt(a) of x^4 - 2 R sqrt(L) x = R c. Across a wider
   *  gap than reach() it is that at reach(). */
  VARDEM_INLINE static double circle(const ContactParameters &law, double c, double R)
  {
    const double B = law.own[LENGTH] * R * R;
    double D = R * c;
    const double square = 0.0625 * B * B + D * D * D / 27.0;
    const double u = cube_root(0.25 * B + std::sqrt(square > 0.0 ? square : 0.0));
    const double least = -3.0 * u * u;
    if (D < least) D = least;
    const double v = D / (3.0 * u);
    // M^3 + D M = B/2, without a difference of large numbers
    const double M = 0.5 * B / (u * u + D / 3.0 + v * v);
    const double rest = std::sqrt(M * M + D) - 0.5 * M;
    const double x = std::sqrt(0.5 * M) + std::sqrt(rest > 0.0 ? rest : 0.0);
    return x * x * x * x / R;
  }

  VARDEM_INLINE static double critical(const ContactParameters &law, double N, double c, double R)
  {
    return WithCohesion::critical(law, N, c, R) + 4.5 * law.modulus * law.own[LENGTH] * R;
  }

  VARDEM_INLINE static ElasticForce elastic(const ContactParameters &law, double c, double R)
  {
    const double L = law.own[LENGTH], E = 0.75 * law.modulus, root = std::sqrt(L);
    const double hertz = circle(law, c, R);
    ElasticForce f = elastic_force<HertzForce>(law, hertz, R);
    const double a = std::sqrt(R * hertz), cube = a * std::sqrt(a), least = root * R,
                 pull = 4.0 * E * root * cube, slope = 2.0 * cube - least,
                 at_touch = cube_root(4.0 * L * R * R);
    f.force -= pull;
    f.tangent *= slope > 0.0 ? (2.0 * cube - 3.0 * least) / slope : 0.0;
    f.energy += E * L * (2.0 * a * a + 1.2 * at_touch * at_touch) - 2.0 / 3.0 * pull * hertz;
    subtract_pull(law, c, R, f);
    return f;
  }
};

}    // namespace VARDEM
#endif
