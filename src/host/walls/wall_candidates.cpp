// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/walls/wall_candidates.h"

#include "atom.h"
#include "host/walls/wall_geometry.h"
#include "neighbor.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::RigidMotion;
using VARDEM::Vec3;

const std::vector<int> &WallCandidates::find(const WallGeometry &geometry, const RigidMotion &place,
                                             const WallRows &springs, int groupbit)
{
  if (outdated(geometry, place)) collect(geometry, springs, groupbit);
  return atoms;
}

// Before a set-up, commands may have moved atoms at the same step.
bool WallCandidates::outdated(const WallGeometry &geometry, const RigidMotion &place)
{
  const bool near = !geometry.moves() || !has_moved(geometry, place);
  if (build == neighbor->lastcall && !update->setupflag && near) return false;
  build = neighbor->lastcall;
  place_then = place;
  return true;
}

// By half of the skin?
bool WallCandidates::has_moved(const WallGeometry &geometry, const RigidMotion &place) const
{
  const RigidMotion since = place * inverse(place_then);
  const auto way = [&](const Vec3 &p) {
    return norm(since.place(p) - p);
  };
  return geometry.farthest(place_then, way) >= 0.5 * neighbor->skin;
}

// An atom stays within half of the skin from its place at the last build. If the wall moves, this
// may be in the middle between two builds: then the atom may cross the whole skin while the wall
// crosses half of it. Triangles are those of this list, so that half of the skin is left for the
// loop.
double WallCandidates::margin(const WallGeometry &geometry) const
{
  return (geometry.moves() ? (geometry.is_mesh() ? 2.0 : 1.5) : 1.0) * neighbor->skin + reach;
}

double WallCandidates::reach_of_loop(const WallGeometry &geometry) const
{
  return (geometry.is_mesh() ? 0.5 : 1.0) * neighbor->skin + reach;
}

void WallCandidates::collect(const WallGeometry &geometry, const WallRows &springs, int groupbit)
{
  const double gap = margin(geometry);
  touches.resize(geometry.most_near());
  triangles.start(geometry.is_mesh() ? atom->nlocal : 0);
  atoms.clear();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    if (is_near(geometry, i, atom->radius[i] + gap) || springs.of(i).used()) atoms.push_back(i);
  }
}

bool WallCandidates::is_near(const WallGeometry &geometry, int i, double reach)
{
  const Vec3 x = *VARDEM::vectors_at(atom->x[i]);
  if (geometry.is_mesh()) return triangles.find(*geometry.shape(), i, x, reach);
  return geometry.near(x, reach, touches.data()) || geometry.is_behind(x);
}
