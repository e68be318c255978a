/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/step_rules.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

bool StepRules::read(KeywordReader &keyword)
{
  if (keyword.is("safety", 1)) {
    safety = read_safety(keyword);
  } else if (keyword.is("growth", 1)) {
    growth = keyword.number(1);
    keyword.require(growth >= 0.0, 1, ">= 0");
  } else if (keyword.is("min", 1)) {
    least = keyword.number(1);
    keyword.require(least > 0.0, 1, "> 0");
  } else if (keyword.is("max", 1)) {
    most = keyword.number(1);
    keyword.require(most > 0.0, 1, "> 0");
  } else
    return false;
  return true;
}
