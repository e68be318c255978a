// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/dynamics/skin_check.h"

#include "domain.h"
#include "error.h"
#include "fix.h"
#include "host/interfaces/wall_contacts.h"
#include "modify.h"
#include "neighbor.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void SkinCheck::start()
{
  built = neighbor->lastcall;
  since = {0.0, 0.0};
  width = narrowest_subdomain();
}

void SkinCheck::start_step()
{
  if (built != neighbor->lastcall) start();
}

// Over all processes; infinite along axes without neighbors.
double SkinCheck::narrowest_subdomain() const
{
  const double *h = domain->h_inv;    // xx yy zz yz xz xy
  const double slopes[3] = {std::hypot(h[0], h[5], h[4]), std::hypot(h[1], h[3]), h[2]};
  const double *low = domain->triclinic ? domain->sublo_lamda : domain->sublo,
               *high = domain->triclinic ? domain->subhi_lamda : domain->subhi;
  double least = HUGE_VAL, of_all;
  for (int k = 0; k < domain->dimension; k++) {
    const double box = domain->triclinic ? 1.0 : domain->prd[k], part = high[k] - low[k];
    if (domain->periodicity[k] || part < box)
      least = std::min(least, domain->triclinic ? part / slopes[k] : part);
  }
  MPI_Allreduce(&least, &of_all, 1, MPI_DOUBLE, MPI_MIN, world);
  return of_all;
}

bool SkinCheck::needs_lists(const Motion &now, const Motion &next, double gap)
{
  since.approach += now.approach;
  since.farthest += now.farthest;
  if (!std::isfinite(since.approach + since.farthest + next.approach + next.farthest))
    stop("particles move by a distance that is not a finite number; look at their velocities, at "
         "the fixes that set forces, and at the time step");
  require_pairs(now, gap);
  require_next(next, gap);
  // an impact can make a particle faster than this: in the worst case, a light one twice as fast as
  // what hits it
  return since.approach + 2.0 * next.approach > neighbor->skin ||
      since.farthest + 2.0 * next.farthest > width;
}

void SkinCheck::require_pairs(const Motion &now, double gap) const
{
  if (now.approach > gap || since.approach > neighbor->skin)
    stop(fmt::format(
        "particles may have approached each other by up to {:.3g} in one step, and by "
        "{:.3g} since the neighbor lists were made, so that contacts may be missing; {}",
        now.approach, since.approach, what_is_covered(gap)));
  if (now.farthest > way_to_walls(gap))
    stop(
        fmt::format("particles have moved by up to {:.3g} in one step, so that contacts with walls "
                    "may be missing; {}",
                    now.farthest, what_is_covered(gap)));
  if (since.farthest > width)
    stop(fmt::format("particles have moved by up to {:.3g} since the neighbor lists were made; {}",
                     since.farthest, what_lammps_follows()));
}

void SkinCheck::require_next(const Motion &next, double gap) const
{
  const double covered = std::min(gap, neighbor->skin);
  if (next.approach > covered)
    stop(fmt::format("in the next step two particles may approach each other by {:.3g}; {}",
                     next.approach, what_is_covered(gap)));
  if (next.farthest > way_to_walls(covered))
    stop(fmt::format("in the next step a particle may move by {:.3g}, and pass a wall; {}",
                     next.farthest, what_is_covered(gap)));
  if (next.farthest > width)
    stop(fmt::format("in the next step a particle may move by {:.3g}; {}", next.farthest,
                     what_lammps_follows()));
}

void SkinCheck::stop(const std::string &why) const
{
  error->all(FLERR, Error::NOLASTLINE, "Fix {}: {}", fix->style, why);
}

std::string SkinCheck::what_is_covered(double gap) const
{
  if (!gap_is_keyword)
    return fmt::format("the neighbor skin is {:.3g}; increase it, or reduce the time step",
                       neighbor->skin);
  return fmt::format("contacts are looked for at gaps up to {:.3g} (keyword gap), and the neighbor "
                     "skin is {:.3g}; increase both, or reduce the time step",
                     gap, neighbor->skin);
}

std::string SkinCheck::what_lammps_follows() const
{
  return fmt::format("LAMMPS can lose particles that move by more than {:.3g}, the width of a "
                     "subdomain; reduce the time step, or use fewer MPI ranks",
                     width);
}

// Surfaces that are farther from a particle than gap are no contacts of the step. A wall that moves
// may pass a particle, and needs the other half of the gap for this (WallSearch).
double SkinCheck::way_to_walls(double gap) const
{
  double way = HUGE_VAL;
  for (const auto *wall : fixes_with<WallContacts>(modify))
    way = std::min(way, wall->wall_motion().moves ? 0.5 * gap : gap);
  return way;
}
