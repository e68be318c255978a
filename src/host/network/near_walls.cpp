// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/network/near_walls.h"

#include "error.h"
#include "host/interfaces/wall_contacts.h"
#include "host/lammps/over_processes.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::WallTouch;

namespace {

constexpr VARDEM::WallPointCurvature FLAT = {{0.0, 0.0, 0.0}, 0.0, 0.0};

/** A unit vector. */
Vec3 perpendicular(const Vec3 &n)
{
  const Vec3 axis = std::fabs(n.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
  const Vec3 a = cross(n, axis);
  return a / norm(a);
}

/** FNV-1a: the same on all machines, so that restart files may have it. */
double label_of(const std::string &id)
{
  std::uint32_t hash = 2166136261u;
  for (const unsigned char c : id) hash = (hash ^ c) * 16777619u;
  return hash;
}

}    // namespace

std::vector<std::pair<std::string, const WallContacts *>> NearWalls::all_fixes(const Modify *modify)
{
  std::vector<std::pair<std::string, const WallContacts *>> all;
  for (const auto *wall : fixes_with<WallContacts>(modify))
    all.emplace_back(dynamic_cast<const Fix *>(wall)->id, wall);
  return all;
}

void NearWalls::look(bool in_step)
{
  const auto walls = fixes_with<WallContacts>(modify);
  fixes = all_fixes(modify);
  first_of.clear();
  found.clear();
  if (walls.empty()) return;
  int most = 0;
  motions.clear();
  labels.clear();
  for (const auto &[id, wall] : fixes) labels.push_back(label_of(id));
  for (auto *wall : walls) {
    wall->place_wall();
    motions.push_back(wall->wall_motion());
    most = std::max(most, wall->most_surfaces());
  }
  std::vector<WallTouch> touches(most);
  first_of.push_back(0);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!rules.is_fixed(atom->mask[i]))
      for (std::size_t k = 0; k < walls.size(); k++)
        if (atom->mask[i] & walls[k]->group_of_wall())
          look_from(i, walls[k], k, in_step && passes(i, walls[k], motions[k], touches), touches);
    if (in_step) follow(i, walls, touches);
    first_of.push_back(count());
  }
}

void NearWalls::look_from(int i, WallContacts *wall, int number, bool at_start,
                          std::vector<WallTouch> &touches)
{
  const Vec3 &x = VARDEM::vectors_at(atom->x[0])[i];
  const double R = atom->radius[i];
  const VARDEM::WallMotion &motion = motions[number];
  if (at_start) require_short_way(i, number, motion);
  const Vec3 seen = at_start ? motion.carried(x) : x;
  const int n = wall->near(seen, R + neighbor->skin, touches.data());
  for (int k = 0; k < n; k++) {
    const WallTouch &touch = touches[k];
    const double size = effective_radius(touch, R);
    const double stiffness =
        ContactRules::stiffness(wall->law_of_type(atom->type[i]), wall->wall_law_kind(), size);
    found.push_back({touch.n, touch.distance, stiffness, number, touch.surface, FLAT, seen - x});
    found.back().size = size;
    found.back().label = labels[number];
  }
}

// Finds how far the surfaces near atom i have receded in the last step. first_of has the number of
// the first one. Seen from the wall where it is now, the centre was where the wall would carry it.
void NearWalls::follow(int i, const std::vector<WallContacts *> &walls,
                       std::vector<WallTouch> &touches)
{
  const Vec3 x = VARDEM::vectors_at(atom->x[0])[i];
  for (int k = first_of.back(); k < count(); k++) {
    NearWall &near = found[k];
    WallContacts *wall = walls[near.number];
    const VARDEM::WallMotion &motion = motions[near.number];
    if (!motion.moves || norm(near.shift) > 0.0) continue;
    const WallTouch *before =
        touch_of(wall, near.surface, motion.carried(x), atom->radius[i], touches);
    if (!before) continue;
    near.followed = true;
    near.receded = near.distance - before->distance;
  }
}

// How an atom touches a surface, or would if it were somewhere else; null if it is too far away.
const WallTouch *NearWalls::touch_of(WallContacts *wall, int surface, const Vec3 &x, double R,
                                     std::vector<WallTouch> &touches) const
{
  const int n = wall->near(x, R + neighbor->skin, touches.data());
  const auto end = touches.begin() + n,
             there = std::find_if(touches.begin(), end, [&](const WallTouch &touch) {
               return touch.surface == surface;
             });
  return there == end ? nullptr : &*there;
}

// Does a wall pass the centre of an atom in the last step? Seen from the wall where it is now, the
// centre comes from where the wall would carry it, and can go as far as the nearest surface is away
// without meeting any.
bool NearWalls::passes(int i, WallContacts *wall, const VARDEM::WallMotion &motion,
                       std::vector<WallTouch> &touches) const
{
  constexpr double MEETS = 1e-3;    // of the radius
  constexpr double ALMOST = 0.9;    // at a distance of zero a surface is not seen
  constexpr int MOST = 1000;    // of a wall that moves on along itself, in this part of a radius
  if (!motion.moves) return false;
  const Vec3 x = VARDEM::vectors_at(atom->x[0])[i];
  Vec3 seen = motion.carried(x);
  for (int step = 0; step < MOST; step++) {
    const Vec3 way = x - seen;
    const double left = norm(way);
    const int n = wall->near(seen, left, touches.data());
    if (n == 0 || !(left > 0.0)) return false;
    double least = left;
    for (int k = 0; k < n; k++) least = std::min(least, touches[k].distance);
    if (least < MEETS * atom->radius[i]) return true;
    seen = seen + (ALMOST * least / left) * way;
  }
  return true;
}

// Contacts at the start are those with gaps up to that of the network. The particle closes at most
// half of it, or the fix stops.
void NearWalls::require_short_way(int i, int number, const VARDEM::WallMotion &motion) const
{
  const Vec3 x = VARDEM::vectors_at(atom->x[0])[i];
  const double way = norm(motion.carried(x) - x), gap = rules.closed.length;
  if (2.0 * way > gap)
    error->one(
        FLERR, Error::NOLASTLINE,
        "Fix {}: the wall moves by {:.3g} in one step, beyond the centre of particle {} with "
        "radius {:.3g}, and contacts with walls that do so are found up to gaps of {:.3g}, of "
        "which "
        "it may close half; reduce the time step, or increase the neighbor skin (and keyword gap)",
        fixes[number].first, way, atom->tag[i], atom->radius[i], gap);
}

double NearWalls::largest_overlap() const
{
  double largest = 0.0;
  for (int i = 0; i < natoms(); i++)
    for (int k = first_of[i]; k < first_of[i + 1]; k++)
      largest = std::max(largest, atom->radius[i] - found[k].distance);
  return over_processes(largest, MPI_MAX, world);
}

void NearWalls::keep(const VARDEM::ClosedRule &closed)
{
  kept = closed;
  int count = 0;
  for (int i = 0, k = 0; i < natoms(); i++) {
    const double R = atom->radius[i];
    for (; k < first_of[i + 1]; k++)
      if (found[k].distance - R <= closed.gap(R, R)) found[count++] = found[k];
    first_of[i + 1] = count;
  }
  found.resize(count);
}

// The change of the normal of a surface per length, when the centre of atom i moves along a
// direction; zero at an edge, beyond which the surface is not found.
Vec3 NearWalls::change_of_normal(int i, const NearWall &near, WallContacts *wall,
                                 const Vec3 &direction, std::vector<WallTouch> &touches) const
{
  constexpr double PART = 1e-3;    // of the distance
  const double step = PART * near.distance;
  const Vec3 x = VARDEM::vectors_at(atom->x[0])[i];
  Vec3 n[2] = {near.n, near.n};
  for (const int side : {0, 1}) {
    const WallTouch *there = touch_of(wall, near.surface, x + (side ? step : -step) * direction,
                                      atom->radius[i], touches);
    if (!there) return {0.0, 0.0, 0.0};
    n[side] = there->n;
  }
  return (n[1] - n[0]) / (2.0 * step);
}

void NearWalls::find_curvatures()
{
  if (found.empty()) return;
  const auto walls = fixes_with<WallContacts>(modify);
  int most = 0;
  for (auto *wall : walls) most = std::max(most, wall->most_surfaces());
  std::vector<WallTouch> touches(most);
  for (int i = 0; i < atom->nlocal; i++)
    for (int k = first_of[i]; k < first_of[i + 1]; k++) {
      NearWall &near = found[k];
      if (!(near.distance > 0.0)) continue;    // an error follows
      const Vec3 a = perpendicular(near.n), b = cross(near.n, a);
      near.curvature = VARDEM::curvatures_of_wall(
          a, b, near.distance, change_of_normal(i, near, walls[near.number], a, touches),
          change_of_normal(i, near, walls[near.number], b, touches));
    }
}

bool NearWalls::have_changed() const
{
  if (update->whichflag == 0) return all_fixes(modify) != fixes;
  NearWalls now(lmp, rules);
  now.look();
  now.keep(kept);
  return now.first_of != first_of || !(now.found == found);
}

std::vector<int> NearWalls::touched() const
{
  std::vector<int> flags(fixes.size(), 0);
  for (const NearWall &wall : found) flags[wall.number] = std::max(flags[wall.number], wall.flag());
  return flags;
}

double NearWalls::bytes() const
{
  return static_cast<double>(first_of.capacity()) * sizeof(int) +
      static_cast<double>(found.capacity()) * sizeof(NearWall);
}
