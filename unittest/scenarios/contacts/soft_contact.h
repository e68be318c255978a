// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_SOFT_CONTACT_H
#define VARDEM_SCENARIO_SOFT_CONTACT_H

#include "refused.h"

#include <string>
#include <vector>

namespace scenario {

// Grains of diameter 1 and mass 1, units lj, under pair styles contact/hooke and contact/hertz.

const std::string MASS_ONE = "set group all diameter 1\nset group all mass 1\n";

/** Lets grains on a lattice have three sizes and two types, overlap by up to a tenth, and move and
 *  spin fast enough for new neighbor lists. */
const std::string STIRRED =
    "displace_atoms all random 0.05 0.05 0.05 71\n"
    "variable d atom 1.02+0.03*(id%3)\nset group all diameter v_d\nset group all mass 1\n"
    "variable odd atom 1+id%2\nset group all type v_odd\n"
    "variable vx atom 2*sin(id)\nvariable vy atom 2*sin(2*id)\nvariable vz atom 2*sin(3*id)\n"
    "velocity all set v_vx v_vy v_vz\nset group all omega v_vy v_vz v_vx\n"
    "neighbor 0.1 bin\nneigh_modify every 1 delay 0 check yes\ncomm_modify vel yes\n"
    "timestep 0.002\n";

/** A box of two types without atoms. before: commands before it. */
inline std::string empty_box(const std::string &before = "", const std::string &style = "sphere")
{
  return "units lj\n" + before + "\natom_style " + style +
      "\natom_modify map array\ncomm_modify vel yes\nregion box block -5 5 -5 5 -5 5\n"
      "create_box 2 box\nneighbor 0.3 bin\nneigh_modify every 1 delay 0\ntimestep 0.0005\n";
}

/** Two grains that overlap by 0.1 along a slanted line, move and spin. */
inline std::string two_grains(const std::string &before = "", const std::string &style = "sphere")
{
  return empty_box(before, style) +
      "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.6 0.5 $(sqrt(0.81-0.61):%.17g)\n" +
      MASS_ONE +
      "set atom 1 vx 0.5 vy -0.3 vz 0.1\nset atom 1 omega 1 -2 0.5\nset atom 2 omega -0.7 0.4 2\n";
}

/** 150 grains of three sizes in a periodic cube with sides of 5 at a packing fraction of about 0.6,
 *  that move and spin. cell: commands that may make it triclinic. They overlap a lot. */
inline std::string dense_grains(const std::string &before = "",
                                const std::string &cell = "region box block 0 5 0 5 0 5\n",
                                const std::string &style = "sphere")
{
  return "units lj\n" + before + "\natom_style " + style +
      "\natom_modify map array\ncomm_modify vel yes\n" + cell +
      "create_box 2 box\ncreate_atoms 1 random 100 8731 box\ncreate_atoms 2 random 50 177 box\n"
      "set type 1 diameter 0.9\nset type 2 diameter 1.1\nset group all density 1.5\n"
      "variable vx atom 2*sin(id)\nvariable vy atom 2*sin(2*id)\nvariable vz atom 2*sin(3*id)\n"
      "velocity all set v_vx v_vy v_vz\n"
      "variable wx atom 5*cos(id)\nvariable wy atom 5*cos(2*id)\nvariable wz atom 5*cos(3*id)\n"
      "set group all omega v_wx v_wy v_wz\n"
      "neighbor 0.2 bin\nneigh_modify every 1 delay 0\ntimestep 0.0005\n";
}

}    // namespace scenario
#endif
