/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STEP_SETTINGS_H
#define VARDEM_HOST_STEP_SETTINGS_H

#include "host/input/keyword_reader.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The stable step where nothing limits it: there is no contact, and no estimate by the speed of waves. */
constexpr double NO_STEP_LIMIT = 1.0e20;

/** Keywords that compute timestep/contact and fix timestep/contact have in common. */
struct StepSettings {
  double damping = 0.0;
  bool damping_given = false, dyndt = false, dashpots = true, waves = false;
  double young = 0.0, poisson = 0.0;    // of waves, in units of pressure
  int sweeps = 20;
  double reach = -1.0;    // gaps up to this count; < 0: all pairs in the neighbor list

  /** Reads the keyword. It must be one of these. */
  void read(KeywordReader &keyword);
};

/** The value of keyword safety, which both commands have with different defaults: > 0, and not so large that it can only be a
 *  mistake, because the bound is never so far below the limit. */
double read_safety(const KeywordReader &keyword);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
