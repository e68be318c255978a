// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_LEDGER_H
#define VARDEM_SCENARIO_LEDGER_H

#include "scenario.h"

namespace scenario {

// Fix energy/ledger led, whose scalar is the sum of its parts

enum Part {
  TRANSLATION = 1,
  ROTATION,
  ELASTIC,
  BOND,
  GRAVITY_PART,
  WALLS,
  CELL,
  DASHPOTS,
  FRICTION,
  DAMPED,
  IMPACTS,
  INSERTIONS,
  FRACTURE
};

const std::string LEDGER = "fix led all energy/ledger\nthermo_modify norm no\n";

inline double part(const Simulation &sim, int k)
{
  return sim.value("f_led[" + std::to_string(k) + "]");
}

inline double sum(const Simulation &sim)
{
  return sim.value("f_led");
}

/** Friction and dashpots. */
inline double losses(const Simulation &sim)
{
  return part(sim, DASHPOTS) + part(sim, FRICTION);
}

}    // namespace scenario
#endif
