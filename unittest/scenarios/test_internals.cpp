/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The door into LAMMPS: one test for each entry of host/internals.h, with the name of the entry. It fails when a version of
// LAMMPS changes what the entry relies on, or does by itself what the entry is for.

#include "scenario.h"

#include "host/internals.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include "gtest/gtest.h"

using namespace LAMMPS_NS;
using namespace scenario;

TEST(Internals, sets_force_to_zero)
{
  Simulation sim("atom_style sphere\nregion box block -5 5 -5 5 -5 5\ncreate_box 1 box\n"
                 "region half block -5 0 -5 5 -5 5\nvariable zero equal 0\n");
  const auto holds = [&](const std::string &arguments, bool flat = false) {
    sim.run("fix s all setforce " + arguments);
    const bool answer =
        VARDEM_NS::sets_force_to_zero(sim.lammps()->modify->get_fix_by_id("s"), flat);
    sim.run("unfix s");
    return answer;
  };
  EXPECT_TRUE(holds("0 0 0"));
  EXPECT_FALSE(holds("0 0 1"));
  EXPECT_FALSE(holds("NULL 0 0"));
  EXPECT_FALSE(holds("0 v_zero 0"));    // a variable may change
  EXPECT_FALSE(holds("0 0 0 region half"));
  EXPECT_FALSE(holds("0 0 NULL"));
  EXPECT_TRUE(holds("0 0 NULL", true));
  sim.run("fix s all freeze");
  EXPECT_FALSE(VARDEM_NS::sets_force_to_zero(sim.lammps()->modify->get_fix_by_id("s"), false));
}
