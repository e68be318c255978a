// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TIMESTEP_H
#define VARDEM_TIMESTEP_H

#include "scenario.h"

#include <cstdio>
#include <string>
#include <vector>

namespace scenario {

/** Spheres of diameter 1 and mass 1 at these points, without gravity; a pair style has to
 *  follow. */
inline std::string spheres(const std::vector<Vec3> &points,
                           const std::string &integrator = "nve/sphere")
{
  std::string script = R"(
    atom_style sphere
    atom_modify map array
    boundary f f f
    comm_modify vel yes
    region box block -20 120 -20 20 -20 20
    create_box 2 box
)";
  for (const Vec3 &x : points)
    script += "create_atoms 1 single " + number(x.x) + " " + number(x.y) + " " + number(x.z) + "\n";
  return script + "set group all diameter 1\nset group all mass 1\nfix nve all " + integrator +
      "\n";
}

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
