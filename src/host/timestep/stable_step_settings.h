// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STABLE_STEP_SETTINGS_H
#define VARDEM_HOST_STABLE_STEP_SETTINGS_H

#include "host/input/keyword_reader.h"

#include <algorithm>
#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** The stable step where nothing limits it: there is no contact, and no estimate by the speed of
 *  waves. */
constexpr double NO_STEP_LIMIT = 1.0e20;

/** Keywords that compute timestep/contact and fix timestep/contact have in common. */
struct StableStepSettings {
  double damping = 0.0;
  bool damping_given = false, dyndt = false, dashpots = true, waves = false;
  double young = 0.0, poisson = 0.0;    // of waves, in units of pressure
  int sweeps = 20;
  double reach = -1.0;    // gaps up to this count; < 0: all pairs in the neighbor list

  /** Reads a keyword; false if it is none of these. */
  bool read(KeywordReader &keyword);
};

/** Reads keyword safety, which both commands have with different defaults: > 0, and not so large
 *  that it can only be a mistake, because the bound is never so far below the limit. */
bool takes_safety(KeywordReader &keyword, double &safety);

/** How the time step of a run follows the stable one: it falls at once, and grows slowly. */
struct StableStepRules {
  double safety = 0.9;
  double growth = 1.0e-4;    // relative, per step
  double least = 0.0, most = INFINITY;

  /** Reads a keyword; false if it is none of these. */
  bool read(KeywordReader &keyword);

  /** The step to come to. stable: NO_STEP_LIMIT if nothing limits it; present: the time step;
   *  at_once: the step is set before the first step of a run, because the user has not done it. */
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
