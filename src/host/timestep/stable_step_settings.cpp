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
  } else if (k.is("method", 1)) {
    dyndt = !k.choice("bound", "dyndt");
  } else if (k.is("dashpots", 1)) {
    dashpots = k.choice("yes", "no");
  } else if (k.is("sweeps", 1)) {
    sweeps = k.not_negative(1);
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
  } else {
    return false;
  }
  return true;
}

double VARDEM_NS::read_safety(const KeywordReader &k)
{
  constexpr double LARGEST = 2.0;
  const double safety = k.number(1);
  k.require(safety > 0.0 && safety <= LARGEST, 1, fmt::format("> 0 and <= {}", LARGEST));
  return safety;
}

bool StableStepRules::read(KeywordReader &keyword)
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
