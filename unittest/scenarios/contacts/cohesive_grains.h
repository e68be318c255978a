// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_COHESIVE_GRAINS_H
#define VARDEM_SCENARIO_COHESIVE_GRAINS_H

#include "contacts/soft_contact.h"
#include "packing/packing.h"

#include "atom.h"

namespace scenario {

/** One or two grains along x: the second one, or the only one with a plane at 0, has this gap. */
inline std::string grains(double gap, const std::string &contacts, const std::string &before = "")
{
  const bool wall = contains(contacts, "wall/contact");
  const double x = wall ? 0.5 + gap : 1.0 + gap;
  return empty_box(before) + (wall ? "" : "create_atoms 1 single 0 0 0\n") +
      "create_atoms 1 single " + number(x) + " 0 0\n" + MASS_ONE + contacts + "\n" + FORCES;
}

/** What the last grain has. */
inline Vec3 last(double **of, const Simulation &sim)
{
  return *VARDEM::vectors_at(of[sim.lammps()->atom->map(sim.lammps()->atom->natoms)]);
}

}    // namespace scenario
#endif
