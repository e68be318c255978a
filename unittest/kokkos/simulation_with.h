// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_KOKKOS_SIMULATION_WITH_H
#define VARDEM_KOKKOS_SIMULATION_WITH_H

#include "scenario.h"

#include "atom.h"
#include "lammps.h"

#include <cstdlib>
#include <memory>
#include <vector>

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

/** Lines of a script with velocities. Those of velocity create come from a temperature, a sum in an
 *  order that a device does not have. */
inline std::string random_velocities(double largest)
{
  const std::string bound = number(largest);
  return "variable start atom random(-" + bound + "," + bound +
      ",4711)\nvelocity all set v_start v_start v_start\n";
}

/** Forces or torques of all atoms, in the order of their IDs. */
inline std::vector<Vec3> by_id(const Simulation &sim, double **of_atoms)
{
  const auto *atom = sim.lammps()->atom;
  std::vector<Vec3> sorted(atom->natoms);
  for (int i = 0; i < atom->nlocal; i++)
    sorted[atom->tag[i] - 1] = {of_atoms[i][0], of_atoms[i][1], of_atoms[i][2]};
  return sorted;
}

inline std::vector<Vec3> forces(const Simulation &sim)
{
  return by_id(sim, sim.lammps()->atom->f);
}

inline std::vector<Vec3> torques(const Simulation &sim)
{
  return by_id(sim, sim.lammps()->atom->torque);
}

}    // namespace scenario
#endif
