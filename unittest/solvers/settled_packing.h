// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_SETTLED_PACKING_H
#define VARDEM_TEST_SETTLED_PACKING_H

// A packing of 218 spheres without friction at rest, in a box of 6 x 6 with a floor; K = 195000, g
// = 1, masses 8 R^3. Spheres of a loose lattice fell with dashpots (60, 30) for 12 units of time by
// alpha = 0 and h = 1e-3. Then 130 steps of theta = 1 without dashpots, h = 0.1 and more, took them
// to rest: no force is out of balance by more than 1e-9. There are 655 contacts, 146 of them with
// the box. The file has centre and radius of each sphere.

#include "implicit_grains.h"

#include <fstream>
#include <string>

extern const char *const heaps_folder;    // from CMake

namespace implicit_grains {

/** Adds the spheres and the box. */
template <class G> void add_settled(G &s)
{
  constexpr double BOX = 6.0;
  std::ifstream file(std::string(heaps_folder) + "/settled");
  Vec3 x;
  for (double R; file >> x.x >> x.y >> x.z >> R;)
    s.add(x, {0, 0, 0}, {0, 0, 0}, R, 8.0 * R * R * R);
  EXPECT_EQ(s.count(), 218);
  s.planes = {{{0, 0, 0}, {0, 0, 1}},
              {{0, 0, 0}, {1, 0, 0}},
              {{BOX, 0, 0}, {-1, 0, 0}},
              {{0, 0, 0}, {0, 1, 0}},
              {{0, BOX, 0}, {0, -1, 0}}};
}

}    // namespace implicit_grains
#endif
