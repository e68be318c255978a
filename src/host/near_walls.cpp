/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/near_walls.h"

#include "host/interfaces.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::WallTouch;

/* ---------------------------------------------------------------------- */

std::vector<std::pair<std::string, const WallContacts *>> NearWalls::all_fixes(const Modify *modify)
{
  std::vector<std::pair<std::string, const WallContacts *>> all;
  for (const auto *wall : fixes_with<WallContacts>(modify))
    all.emplace_back(dynamic_cast<const Fix *>(wall)->id, wall);
  return all;
}

/* ---------------------------------------------------------------------- */

void NearWalls::look()
{
  const auto walls = fixes_with<WallContacts>(modify);
  fixes = all_fixes(modify);
  int most = 0;
  for (auto *wall : walls) {
    wall->place_wall();
    most = std::max(most, wall->most_surfaces());
  }
  std::vector<WallTouch> touches(most);
  found.clear();
  first_of.assign(1, 0);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!rules.is_fixed(atom->mask[i]))
      for (std::size_t k = 0; k < walls.size(); k++)
        if (atom->mask[i] & walls[k]->group_of_wall()) look_from(i, walls[k], k, touches);
    first_of.push_back(count());
  }
}

/* ---------------------------------------------------------------------- */

void NearWalls::look_from(int i, WallContacts *wall, int number, std::vector<WallTouch> &touches)
{
  const VARDEM::Vec3 &x = VARDEM::vectors_at(atom->x[0])[i];
  const double R = atom->radius[i];
  const int n = wall->near(x, R + neighbor->skin, touches.data());
  for (int k = 0; k < n; k++) {
    const WallTouch &touch = touches[k];
    const double stiffness = ContactRules::stiffness(
        wall->law_of_type(atom->type[i]), wall->wall_law_kind(), effective_radius(touch, R));
    found.push_back({touch.n, touch.distance, stiffness, number, touch.surface});
  }
}

/* ---------------------------------------------------------------------- */

double NearWalls::largest_overlap() const
{
  double largest = 0.0, of_all;
  for (int i = 0; i < atom->nlocal; i++)
    for (int k = first_of[i]; k < first_of[i + 1]; k++)
      largest = std::max(largest, atom->radius[i] - found[k].distance);
  MPI_Allreduce(&largest, &of_all, 1, MPI_DOUBLE, MPI_MAX, world);
  return of_all;
}

/* ---------------------------------------------------------------------- */

void NearWalls::keep(const VARDEM::ClosedRule &closed)
{
  kept = closed;
  int count = 0;
  for (int i = 0, k = 0; i < atom->nlocal; i++) {
    const double R = atom->radius[i];
    for (; k < first_of[i + 1]; k++)
      if (found[k].distance - R <= closed.gap(R, R)) found[count++] = found[k];
    first_of[i + 1] = count;
  }
  found.resize(count);
}

/* ---------------------------------------------------------------------- */

bool NearWalls::have_changed() const
{
  if (update->whichflag == 0) return all_fixes(modify) != fixes;
  NearWalls now(lmp, rules);
  now.look();
  now.keep(kept);
  return now.first_of != first_of || !(now.found == found);
}

/* ---------------------------------------------------------------------- */

std::vector<int> NearWalls::touched() const
{
  std::vector<int> flags(fixes.size(), 0);
  for (const NearWall &wall : found) {
    const int flag = !(wall.distance > 0.0) ? ContactRules::WALL_AT_CENTRE
        : !(wall.stiffness > 0.0)           ? ContactRules::WALL_WITHOUT_STIFFNESS
                                            : ContactRules::WALL_TOUCHED;
    flags[wall.number] = std::max(flags[wall.number], flag);
  }
  return flags;
}

/* ---------------------------------------------------------------------- */

double NearWalls::bytes() const
{
  return static_cast<double>(first_of.capacity()) * sizeof(int) +
      static_cast<double>(found.capacity()) * sizeof(NearWall);
}
