/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/granular_wall.h"

#include "atom.h"
#include "fix.h"
#include "force.h"
#include "host/lammps/internals_granular.h"
#include "host/timestep/granular_springs.h"
#include "region.h"
#include "update.h"

// Of package GRANULAR only layouts, inline and virtual functions are used, because LAMMPS may have been built without it
#include "GRANULAR/fix_wall_gran_region.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Coefficients;
using VARDEM::Vec3;

/* ---------------------------------------------------------------------- */

bool GranularWall::knows(const Fix *fix)
{
  const std::string style = fix->style;
  return (style == "wall/gran" || style == "wall/gran/region") &&
      is_elastic(static_cast<const FixWallGran *>(fix)->model);
}

/* ---------------------------------------------------------------------- */

void GranularWall::prepare() const
{
  if (strcmp(fix->style, "wall/gran/region") != 0) return;
  Region *region = static_cast<FixWallGranRegion *>(fix)->region;
  if (region->dynamic_check()) region->prematch();
}

/* ---------------------------------------------------------------------- */

int GranularWall::contacts(LAMMPS *lmp, int i, double reach, Contact *walls) const
{
  if (!(lmp->atom->mask[i] & fix->groupbit)) return 0;
  const int n = strcmp(fix->style, "wall/gran") == 0 ? planes(lmp, i, reach, walls)
                                                     : surfaces(lmp, i, reach, walls);
  for (int k = 0; k < n; k++) walls[k].unit = lmp->force->ftm2v;
  return n;
}

/* ----------------------------------------------------------------------
   planes of fix wall/gran. As in its post_force(), the nearer one of two planes acts.
------------------------------------------------------------------------- */

int GranularWall::planes(LAMMPS *lmp, int i, double reach, Contact *walls) const
{
  const GranPlanes wall = gran_planes(fix, lmp->update->ntimestep);
  const Atom *atom = lmp->atom;
  const int axis = wall.axis;
  const double x = atom->x[i][axis] - wall.offset;
  const double above = x - wall.lo, below = wall.hi - x;
  const double side = above < below ? -1.0 : 1.0;
  const double distance = std::min(above, below);
  if (distance > atom->radius[i] + reach) return 0;
  Vec3 n{0.0, 0.0, 0.0};
  (axis == 0 ? n.x : axis == 1 ? n.y : n.z) = side;
  walls[0] = {
      i,   -1, 0, 0, n, distance, atom->radius[i], 0.0, side * (atom->v[i][axis] - wall.speed),
      0.0, 1.0};
  return 1;
}

/* ----------------------------------------------------------------------
   surfaces of a region, like in post_force() of fix wall/gran/region
------------------------------------------------------------------------- */

int GranularWall::surfaces(LAMMPS *lmp, int i, double reach, Contact *walls) const
{
  Region *region = static_cast<FixWallGranRegion *>(fix)->region;
  const Atom *atom = lmp->atom;
  double *x = atom->x[i];
  if (!region->match(x[0], x[1], x[2])) return 0;
  const int n = std::min(region->surface(x[0], x[1], x[2], atom->radius[i] + reach), MAXWALLS);
  for (int k = 0; k < n; k++) {
    const auto &surface = region->contact[k];
    double velocity[3] = {0.0, 0.0, 0.0};
    if (region->dynamic_check()) region->velocity_contact(velocity, x, k);
    const Vec3 normal = (-1.0 / surface.r) * Vec3{surface.delx, surface.dely, surface.delz};
    const Vec3 v{atom->v[i][0] - velocity[0], atom->v[i][1] - velocity[1],
                 atom->v[i][2] - velocity[2]};
    walls[k] = {i,   -1, 0, 0, normal, surface.r, atom->radius[i], surface.radius, dot(v, normal),
                0.0, 1.0};
  }
  return n;
}

/* ---------------------------------------------------------------------- */

Coefficients GranularWall::coefficients(const Contact &wall) const
{
  return model_at_impact(static_cast<FixWallGran *>(fix)->model, wall);
}
