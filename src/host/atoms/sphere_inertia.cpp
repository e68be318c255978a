// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/sphere_inertia.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/internals.h"

#include "error.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** If the fix integrates the rotation of spheres, their moment of inertia / (mass radius^2). */
std::optional<double> factor_of(const Fix *fix)
{
  if (!fix->time_integrate) return {};
  if (const auto *ours = dynamic_cast<const SphereIntegrator *>(fix))
    if (const auto c = ours->inertia_factor()) return c;
  return stock_inertia_factor(fix);
}

}    // namespace

// Needs no entry for balls, as long as all integrators have balls.
ByGroup<double> VARDEM_NS::inertia_factors(LAMMPS *lmp, const std::string &style_name)
{
  ByGroup<double> inertia = {};
  inertia.elsewhere = VARDEM::INERTIA_BALL;
  for (Fix *fix : lmp->modify->get_fix_list()) {
    const auto c = factor_of(fix);
    if (!c) continue;
    inertia.remove(fix->groupbit);
    if (inertia.n == 0 && *c == VARDEM::INERTIA_BALL) continue;
    if (!inertia.add(fix->groupbit, *c))
      lmp->error->all(FLERR, Error::NOLASTLINE,
                      "{} supports at most {} groups of spheres with different integrators, if "
                      "one of these has a keyword disc or inertia. Use fewer groups",
                      style_name, inertia.MAX);
  }
  return inertia;
}
