/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/atoms/spared_gravity.h"

#include "host/atoms/gravity.h"

#include "error.h"
#include "fix.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

/* ---------------------------------------------------------------------- */

void SparedGravity::find(LAMMPS *lmp, const Fix *before)
{
  fixes.clear();
  const std::vector<Fix *> all = lmp->modify->get_fix_list();    // acting_gravity() makes the list anew
  const auto end = std::find(all.begin(), all.end(), before);
  for (const Fix *gravity : acting_gravity(lmp))
    if (std::find(all.begin(), end, gravity) != end) fixes.push_back(gravity);
  if (fixes.size() > ByGroup<Vec3>::MAX)
    lmp->error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword gravity supports at most {} fixes gravity before it, and there are {}",
        before->style, ByGroup<Vec3>::MAX, fixes.size());
}

/* ---------------------------------------------------------------------- */

SpareGravity SparedGravity::now() const
{
  SpareGravity spared = {};
  for (const Fix *fix : fixes) {
    const double *g = acceleration_of(fix);
    spared.gravity.add(fix->groupbit, {g[0], g[1], g[2]});
  }
  return spared;
}
