// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_KOKKOS_SIMULATION_WITH_H
#define VARDEM_KOKKOS_SIMULATION_WITH_H

#include "scenario.h"

#include <cstdlib>
#include <memory>

namespace scenario {

/** Runs a script in a simulation that has more arguments on its command line. */
inline std::unique_ptr<Simulation> simulation_with(const std::string &args,
                                                   const std::string &script)
{
  setenv("VARDEM_TEST_ARGS", args.c_str(), 1);
  auto sim = std::make_unique<Simulation>(script);
  unsetenv("VARDEM_TEST_ARGS");
  return sim;
}

}    // namespace scenario
#endif
