// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_ENERGY_H
#define VARDEM_CONTACT_ENERGY_H

#include "kernels/contact/contact_numbers.h"

namespace VARDEM {

// --- the energy psi of a contact, which ConvexNewton minimizes ---
//
// An energy is a view with the parameters of all contacts. For contact c with the overlap o, which
// is a number or, if contacts have three rows, a vector (kernels/contact/contact_numbers.h):
//   force(c, o)        the derivative of psi
//   tangent(c, o)      the second derivative of psi. It has no negative eigenvalue, and may jump
//   stiffest(c)        a tangent of the contact when it is closed. The first step takes it if no
//                      tangent is positive and D = 0
// psi must be convex and have a continuous derivative.

/** A power law without tension (kernels/contact/no_tension.h). */
template <class Law> struct PowerEnergy {
  const double *stiffness;

  VARDEM_INLINE double force(int c, double overlap) const
  {
    return Law::force(stiffness[c], overlap);
  }
  VARDEM_INLINE double tangent(int c, double overlap) const
  {
    return Law::tangent(stiffness[c], overlap);
  }
  VARDEM_INLINE double stiffest(int c) const { return stiffness[c]; }
};

/** The contacts are closed if the motions are zero. */
struct NoGaps {
  template <class Vector> VARDEM_INLINE Vector overlap(int, const Vector &approach) const
  {
    return approach;
  }
};

/** The motions must bring the bodies of contact c together by gap[c] before they touch; gap < 0 if
 *  they overlap. There are m numbers per contact. Targets of velocities are such shifts, too. */
template <int m> struct Gaps {
  const double *gap;

  template <class Vector> VARDEM_INLINE Vector overlap(int c, const Vector &approach) const
  {
    return approach - ContactNumbers<m>::vector(gap, c);
  }
};

}    // namespace VARDEM
#endif
