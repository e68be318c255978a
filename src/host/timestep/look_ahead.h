/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_LOOK_AHEAD_H
#define VARDEM_HOST_LOOK_AHEAD_H

#include <algorithm>
#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** Which contacts with a gap count, because they may close before the stable step is evaluated again. A gap counts
 *  - if it is at most `reach`, where that is >= 0;
 *  - else, within the neighbor list, if it can close within the time `horizon` at twice the present speeds. */
struct LookAhead {
  double reach = -1.0;
  double horizon = INFINITY;    // infinite: all in the neighbor list count

  /** Of a pair in the list. speeds() is the sum of the speeds of both, which are known unless a ghost comes without its
   *  velocity. */
  template <class Speeds> bool counts_pair(double gap, bool known, const Speeds &speeds) const
  {
    if (gap <= 0.0) return true;
    if (reach >= 0.0) return gap <= reach;
    if (std::isinf(horizon) || !known) return true;
    return gap <= 2.0 * horizon * speeds();
  }

  /** Up to which gap a wall must be looked for. speed: of the particle. */
  double range_of_walls(double skin, double speed) const
  {
    if (reach >= 0.0) return reach;
    return std::isinf(horizon) ? skin : std::max(skin, 4.0 * horizon * speed);
  }

  /** Of a particle and a wall within that range. */
  bool counts_wall(double gap, double speed, double closing) const
  {
    if (reach >= 0.0 || std::isinf(horizon) || gap <= 0.0) return true;
    return gap <= 2.0 * horizon * (speed + std::fabs(closing));
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
