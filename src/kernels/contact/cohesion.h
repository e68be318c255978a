// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_COHESION_H
#define VARDEM_COHESION_H

#include "kernels/contact/soft_contact.h"

namespace VARDEM {

/** A power law of bodies that also attract each other while they overlap: its force is smaller by
 *  the pull
 *    P(c) = own[CONSTANT] R + own[BY_OVERLAP] R c.
 *  Both bodies part where the overlap c is zero, so the energy is a function of c, and nothing is
 *  lost.
 *
 *  CONSTANT: 4 pi gamma, after Derjaguin, Muller & Toporov, J. Colloid Interface Sci. 53, 314
 *  (1975), with the gamma of LAMMPS' pair style granular: half of their work of adhesion.
 *  BY_OVERLAP: 2 pi K, a tension K on the circle in which two spheres intersect, whose area is
 *  2 pi R c to the first order in c.
 *
 *  What bounds friction: N + 2 P for the first part, as in LAMMPS, and N + P for the second one,
 *  which is the force of the power law. */
template <class Base> struct WithCohesion : Base {
  enum { CONSTANT, BY_OVERLAP };

  static constexpr const char *NAME = Base::KIND == HOOKE ? "hooke with cohesion"
                                                          : "hertz with cohesion";
  static constexpr bool CAN_PULL = true, BEYOND_TOUCH = false;

  VARDEM_INLINE static double critical(const ContactParameters &law, double N, double c, double R)
  {
    return N + (2.0 * law.own[CONSTANT] + law.own[BY_OVERLAP] * c) * R;
  }
  VARDEM_INLINE static ElasticForce elastic(const ContactParameters &law, double c, double R)
  {
    ElasticForce f = elastic_force<Base>(law, c, R);
    subtract_pull(law, c, R, f);
    return f;
  }

 protected:
  VARDEM_INLINE static void subtract_pull(const ContactParameters &law, double c, double R,
                                          ElasticForce &f)
  {
    const double at_touch = law.own[CONSTANT] * R, slope = law.own[BY_OVERLAP] * R;
    f.force -= at_touch + slope * c;
    f.tangent -= slope;
    f.energy -= (at_touch + 0.5 * slope * c) * c;
  }
};

}    // namespace VARDEM
#endif
