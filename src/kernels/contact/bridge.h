// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BRIDGE_H
#define VARDEM_BRIDGE_H

#include "kernels/contact/cohesion.h"

namespace VARDEM {

struct BridgeLaw {};

/** A law of bodies between which a small volume V of liquid makes a bridge when they touch. It
 *  pulls with 2 pi gamma D cos(theta) while they do, and across a gap s with
 *    2 pi gamma D cos(theta)/(1 + 1.05 x + 2.5 x^2),   x = s sqrt(D/V),
 *  up to the gap at which it breaks,
 *    (1 + theta/2) (V^(1/3) + V^(2/3)/(10 D)).
 *  D = 2 R is the radius of two equal spheres with this effective radius. Source: Willett, Adams,
 *  Johnson & Seville, Langmuir 16, 9396 (2000). What is left of its energy there, is lost. The
 *  force without this pull bounds friction, and nothing else acts across a gap. */
template <class Base> struct WithBridge : WithCohesion<Base>, BridgeLaw {
  typedef WithCohesion<Base> Dry;

  static constexpr const char *NAME = Base::KIND == HOOKE ? "hooke with capillary"
                                                          : "hertz with capillary";
  static constexpr bool BEYOND_TOUCH = true, REMEMBERS = true;

  VARDEM_INLINE static double power_radius(double c)
  {
    return c > 0.0 ? Base::power_radius(c) : 0.0;
  }

  VARDEM_INLINE static double reach(const ContactParameters &law, double R, bool held)
  {
    if (!held || !(law.bridge.volume > 0.0)) return 0.0;
    const double length = std::cbrt(law.bridge.volume);
    return law.bridge.width * length * (1.0 + 0.05 * length / R);
  }

  VARDEM_INLINE static double circle(const ContactParameters &, double c, double /*R*/)
  {
    return c > 0.0 ? c : 0.0;
  }

  VARDEM_INLINE static double critical(const ContactParameters &law, double N, double c, double R)
  {
    return (c < 0.0 ? N : Dry::critical(law, N, c, R)) + pull(law, c, R).force;
  }

  VARDEM_INLINE static ElasticForce elastic(const ContactParameters &law, double c, double R)
  {
    const Pull bridge = pull(law, c, R);
    ElasticForce f = {};
    if (c < 0.0)
      f.a = -1.0;
    else
      f = Dry::elastic(law, c, R);
    f.force -= bridge.force;
    f.tangent -= bridge.slope;
    f.energy -= bridge.energy;
    return f;
  }

 private:
  /** The pull of the bridge, its derivative by the overlap c, and its integral from 0 to c. */
  struct Pull {
    double force, slope, energy;
  };

  VARDEM_INLINE static Pull pull(const ContactParameters &law, double c, double R)
  {
    constexpr double ROOT = 2.982867747654931;    // of 4 * 2.5 - 1.05^2
    const double at_touch = law.bridge.strength * R;
    if (!(c < 0.0) || !(law.bridge.volume > 0.0)) return {at_touch, 0.0, at_touch * c};
    const double q = std::sqrt(2.0 * R / law.bridge.volume), x = -c * q;
    const double part = 1.0 / (1.0 + (1.05 + 2.5 * x) * x);
    return {at_touch * part, at_touch * part * part * q * (1.05 + 5.0 * x),
            -2.0 * at_touch / (q * ROOT) *
                (std::atan((1.05 + 5.0 * x) / ROOT) - std::atan(1.05 / ROOT))};
  }
};

}    // namespace VARDEM
#endif
