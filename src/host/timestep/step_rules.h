/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STEP_RULES_H
#define VARDEM_HOST_STEP_RULES_H

#include "host/timestep/step_settings.h"

#include <algorithm>
#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** How the time step of a run follows the stable one: it falls at once, and grows slowly. */
struct StepRules {
  double safety = 0.9;
  double growth = 1.0e-4;    // relative, per step
  double least = 0.0, most = INFINITY;

  /** Reads a keyword; false if it is none of these. */
  bool read(KeywordReader &keyword);

  /** The step to come to. stable: NO_STEP_LIMIT if nothing limits it; present: the time step; at_once: the step is set before
   *  the first step of a run, because the user has not done it. */
  double goal(double stable, double present, bool at_once) const
  {
    if (stable < NO_STEP_LIMIT) return safety * stable;
    return at_once && std::isfinite(most) ? most : present;
  }
  /** The next step. steps: how many there were since the last change could be made. */
  double next(double goal, double present, double steps, bool at_once) const
  {
    const double grown = at_once ? goal : present * std::pow(1.0 + growth, steps);
    return std::min({goal, grown, most});
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
