/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/covered_motion.h"

#include "error.h"
#include "fix.h"
#include "neighbor.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

void CoveredMotion::start()
{
  built = neighbor->lastcall;
  moved = 0.0;
}

/* ---------------------------------------------------------------------- */

void CoveredMotion::start_step()
{
  if (built != neighbor->lastcall) start();
}

/* ---------------------------------------------------------------------- */

bool CoveredMotion::needs_lists(double motion, double next, double gap)
{
  const double skin = neighbor->skin, before = moved;
  moved += motion;
  if (2.0 * motion > gap || 2.0 * moved > skin)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: particles have moved by up to {:.3g} in one step, and by {:.3g} since the "
               "neighbor lists were made, so that contacts may be missing; these are pairs with "
               "gaps up to {:.3g} (keyword gap), and the neighbor skin is {:.3g}; increase both, "
               "or reduce the time step",
               fix->style, motion, before + motion, gap, skin);
  if (2.0 * next > std::min(gap, skin))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: in the next step two particles may approach each other by {:.3g}, but "
               "contacts are pairs with gaps up to {:.3g} (keyword gap), and the neighbor skin is "
               "{:.3g}; increase both, or reduce the time step",
               fix->style, 2.0 * next, gap, skin);
  // an impact can make a particle faster than this: in the worst case, a light one twice as fast as what hits it
  return 2.0 * (moved + 2.0 * next) > skin;
}
