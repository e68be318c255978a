/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_IMPACT_SPRINGS_H
#define VARDEM_HOST_IMPACT_SPRINGS_H

#include "host/timestep/contact_springs.h"

#include <algorithm>

namespace LAMMPS_NS::VARDEM_NS {

/** Steps of numerical differences: relative to the overlap of grains, and to the distance of particles without a surface. */
constexpr double OVERLAP_DIFFERENCE = 1.0e-4, DISTANCE_DIFFERENCE = 1.0e-6;

/** Coefficients of a contact of grains at the overlap of the turn of the impact. law(overlap) gives them, touch is the distance
 *  at first touch, and R the smaller radius, which says what the least overlap is that counts. */
template <class Law>
VARDEM::Coefficients at_impact(const Law &law, const Contact &contact, double touch, double R)
{
  constexpr double SMALL = 1.0e-4;    // least overlap that counts, in units of R
  const double overlap = std::max(touch - contact.distance, SMALL * R);
  const auto stiffness = [&](double d) {
    return law(d).k.normal;
  };
  return law(
      VARDEM::impact_overlap(stiffness, overlap, contact.closing, contact.mass / contact.unit));
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
