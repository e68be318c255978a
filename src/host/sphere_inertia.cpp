/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/sphere_inertia.h"
#include "host/interfaces.h"

#include "error.h"
#include "fix_nh_sphere.h"
#include "fix_nve_sphere.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

// LAMMPS' integrators of spheres have the moment of inertia / (mass radius^2) in protected members

struct StockNVE : FixNVESphere {
  static double inertia_of(const FixNVESphere *fix) { return fix->*(&StockNVE::inertia); }
};

struct StockNH : FixNHSphere {
  static double inertia_of(const FixNHSphere *fix) { return fix->*(&StockNH::inertia); }
};

/** True if the fix integrates the rotation of spheres; c is then their moment of inertia / (mass radius^2). */
bool integrates_spheres(Fix *fix, double &c)
{
  if (!fix->time_integrate) return false;
  if (const auto *nve = dynamic_cast<FixNVESphere *>(fix))
    c = StockNVE::inertia_of(nve);
  else if (const auto *nh = dynamic_cast<FixNHSphere *>(fix))
    c = StockNH::inertia_of(nh);
  else if (const auto *ours = dynamic_cast<SphereInertia *>(fix))
    c = ours->inertia_factor();
  else
    return false;
  return true;
}

}    // namespace

/* ----------------------------------------------------------------------
   needs no entry for balls, as long as all integrators have balls
------------------------------------------------------------------------- */

ByGroup<double> VARDEM_NS::inertia_factors(LAMMPS *lmp, const char *style)
{
  ByGroup<double> inertia = {};
  inertia.elsewhere = VARDEM::INERTIA_BALL;
  for (Fix *fix : lmp->modify->get_fix_list()) {
    double c;
    if (!integrates_spheres(fix, c)) continue;
    inertia.remove(fix->groupbit);
    if (inertia.n == 0 && c == VARDEM::INERTIA_BALL) continue;
    if (!inertia.add(fix->groupbit, c))
      lmp->error->all(FLERR, Error::NOLASTLINE,
                      "Fix {} supports at most {} groups of spheres with different integrators, if "
                      "one of these has a keyword disc or inertia. Use fewer groups",
                      style, inertia.MAX);
  }
  return inertia;
}
