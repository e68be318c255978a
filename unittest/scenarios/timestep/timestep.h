// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TIMESTEP_H
#define VARDEM_TIMESTEP_H

#include "scenario.h"

#include <cstdio>
#include <string>

namespace scenario {

inline std::string hooke(double kn, double kt, const std::string &rest = "0 0 1000 0")
{
  return "pair_style gran/hooke/history " + number(kn) + " " + number(kt) + " " + rest +
      "\npair_coeff * *\n";
}

/** The scalar of a compute timestep/contact with these keywords. */
inline double step(Simulation &sim, const std::string &keywords = "")
{
  sim.run("compute step all timestep/contact " + keywords +
          "\nthermo_style custom step c_step\nrun 0");
  const double value = sim.value("c_step");
  sim.run("thermo_style one\nuncompute step");
  return value;
}

inline double step_of(const std::string &script, const std::string &keywords = "")
{
  Simulation sim(script);
  return step(sim, keywords);
}

}    // namespace scenario
#endif
