// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/network/wall_search.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "host/interfaces/soft_contacts.h"
#include "modify.h"

#include <algorithm>
#include <cstdint>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

/** FNV-1a: the same on all machines, so that restart files may have it. */
double label_of(const std::string &id)
{
  std::uint32_t hash = 2166136261u;
  for (const unsigned char c : id) hash = (hash ^ c) * 16777619u;
  return hash;
}

}    // namespace

PlacedWalls::Fixes PlacedWalls::all_fixes(const Modify *modify)
{
  Fixes all;
  for (auto *wall : fixes_with<WallContacts>(modify))
    all.emplace_back(dynamic_cast<const Fix *>(wall)->id, wall);
  return all;
}

void PlacedWalls::place()
{
  fixes = all_fixes(modify);
  walls.clear();
  laws.clear();
  have_shapes = true;
  for (const auto &[id, wall] : fixes) {
    wall->place_wall();
    const VARDEM::WallShape *shape = wall->known_shape();
    walls.push_back({wall->wall_motion(), shape ? *shape : VARDEM::WallShape{},
                     wall->wall_law_kind().kind, wall->group_of_wall(), label_of(id),
                     wall->has_triangles(), shape && shape->is_convex()});
    have_shapes &= shape != nullptr;
    for (int type = 0; type <= atom->ntypes; type++) laws.push_back(wall->law_of_type(type));
  }
}

int PlacedWalls::most_surfaces() const
{
  int most = 0;
  for (const auto &[id, wall] : fixes) most = std::max(most, wall->most_surfaces());
  return most;
}

bool PlacedWalls::need_host(const Modify *modify)
{
  for (const auto &[id, wall] : all_fixes(modify))
    if (!wall->known_shape() || !dynamic_cast<const Fix *>(wall)->kokkosable) return true;
  return false;
}

void PlacedWalls::warn_of_host() const
{
  for (const auto &[id, wall] : fixes)
    if (!wall->known_shape() && comm->me == 0)
      error->warning(FLERR,
                     "Fix {}: styles with suffix kk know walls that are planes or regions of style "
                     "plane, block, sphere, cylinder or cone, or unions and intersections of "
                     "these, and this is another one; so in each step one thread looks for "
                     "contacts with walls, and a GPU copies all atoms to the host for it",
                     id);
}

// Contacts at the start are those with gaps up to that of the network. The particle closes at most
// half of it, or the fix stops.
void PlacedWalls::stop_at(int number, const double *atom, double gap) const
{
  const Vec3 x = *VARDEM::vectors_at(atom);
  error->one(
      FLERR, Error::NOLASTLINE,
      "Fix {}: the wall moves by {:.3g} in one step, beyond the centre of particle {:.0f} with "
      "radius {:.3g}, and contacts with walls that do so are found up to gaps of {:.3g}, of which "
      "it may close half; reduce the time step, or increase the neighbor skin (and keyword gap)",
      fixes[number].first, norm(walls[number].motion.carried(x) - x), atom[4], atom[3], gap);
}
