// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_DYNAMIC_CLUMPS_H
#define VARDEM_TEST_DYNAMIC_CLUMPS_H

#include "packing.h"

namespace scenario {

// Rigid bodies of spheres of diameter 1 and mass 1 under fix rigid/small/cd.

const std::string CD = "fix d bodies rigid/small/cd molecule ";
const std::string STEP = "timestep 0.01\n";

inline Box molecules(const std::string &boundary = "f f f",
                     const std::string &region = "block -19 19 -19 19 -19 19",
                     const std::string &before = "")
{
  return {before, boundary, region, "hybrid sphere molecular"};
}

/** Spheres of mass 1, with the molecule IDs of their bodies; 0 is no body. */
inline void create(Simulation &sim, const std::vector<Vec3> &x, const std::vector<int> &molecule)
{
  scenario::create(sim, x);
  std::string sets;
  for (std::size_t k = 0; k < x.size(); k++)
    sets += "set atom " + std::to_string(k + 1) + " mol " + std::to_string(molecule[k]) + "\n";
  // the temperature of particles does not know how few ways bodies have to move
  sim.run(sets + "group bodies molecule > 0\nthermo_style custom step\n");
}

/** Two bodies of three spheres that fly towards each other and turn. */
inline void two_bodies(Simulation &sim, const Vec3 &shift)
{
  std::vector<Vec3> x;
  for (const Vec3 &a : {Vec3{2, 4, 4}, {2.8, 4, 4}, {2, 4.9, 4.2}}) x.push_back(a);
  for (const Vec3 &a : {Vec3{4.2, 4.3, 4.2}, {4.9, 4.5, 4.1}, {4.4, 3.4, 4.3}}) x.push_back(a);
  create(sim, x, {1, 1, 1, 2, 2, 2});
  sim.run("displace_atoms all move " + number(shift.x) + " " + number(shift.y) + " " +
          number(shift.z) + " units box\n");    // with image flags, by which bodies are made
  sim.run("variable vx atom 1.5*(id<4)-0.5\nset group all vx v_vx\nset group all vy 0.2\n"
          "variable vz atom 0.3*(id==2)-0.4*(id==5)\nset group all vz v_vz\n");
}

}    // namespace scenario
#endif
