// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/stable_step_settings.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

bool StableStepSettings::read(KeywordReader &k)
{
  if (k.is("damping", 1)) {
    damping = k.number(1);
    damping_given = true;
    k.require(damping >= 0.0 && damping < 1.0, 1, ">= 0 and < 1");
  } else if (k.is("sweeps", 1)) {
    sweeps = positive_integer(k.word(1));
    k.require(sweeps > 0 || k.word(1) == "0", 1, "an integer >= 0");
  } else if (k.is("reach", 1)) {
    const bool list = k.word(1) == "list";
    reach = list ? -1.0 : k.number(1);
    k.require(list || reach >= 0.0, 1, "list or a distance >= 0");
  } else if (k.is("pwave", 2)) {
    waves = true;
    young = k.number(1);
    poisson = k.number(2);
    k.require(young > 0.0, 1, "a modulus > 0");
    k.require(poisson > -1.0 && poisson < 0.5, 2, "a Poisson ratio > -1 and < 0.5");
  } else
    return k.takes("method", dyndt, {"bound", "dyndt"}) || k.takes_yes("dashpots", dashpots);
  return true;
}

bool VARDEM_NS::takes_safety(KeywordReader &k, double &safety)
{
  constexpr double LARGEST = 2.0;
  if (!k.is("safety", 1)) return false;
  safety = k.number(1);
  k.require(safety > 0.0 && safety <= LARGEST, 1, fmt::format("> 0 and <= {}", LARGEST));
  return true;
}

bool StableStepRules::read(KeywordReader &keyword)
{
  return takes_safety(keyword, safety) || keyword.takes("growth", growth, Range::NOT_NEGATIVE) ||
      keyword.takes("min", least, Range::POSITIVE) || keyword.takes("max", most, Range::POSITIVE);
}
