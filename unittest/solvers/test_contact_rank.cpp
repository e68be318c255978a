// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// How many motions open or close no contact, and so how many contacts are redundant. All figures
// are found by hand beside them.

#include "networks.h"
#include "solvers/linear/contact_rank.h"

#include <gtest/gtest.h>

using namespace networks;
using VARDEM::Vec3;

namespace {

/** Spheres at these places, which touch where it is said. The stiffnesses do not matter for the
 *  rank. */
Packing spheres(const std::vector<Vec3> &x, const std::vector<std::pair<int, int>> &touching)
{
  Packing p;
  p.x = x;
  p.fixed.assign(x.size(), false);
  p.load.assign(3 * x.size(), 0.0);
  for (const auto &[a, b] : touching) p.contacts.push_back({a, b, 1.0 + a + 10.0 * b});
  return p;
}

/** In the plane of x and y. */
RowPacking<2> in_plane(const Packing &p)
{
  RowPacking<2> q;
  q.fixed = p.fixed;
  q.load.assign(2 * p.fixed.size(), 0.0);
  for (const Packing::Contact &c : p.contacts) {
    const Vec3 n = (p.x[c.b] - p.x[c.a]) / norm(p.x[c.b] - p.x[c.a]);
    q.contacts.push_back({c.a, c.b, c.stiffness, {n.x, n.y}, {n.x, n.y}});
  }
  return q;
}

/** A straight chain in a direction that is along no axis. */
Packing chain(int number)
{
  const Vec3 along = {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0};
  std::vector<Vec3> x;
  std::vector<std::pair<int, int>> touching;
  for (int k = 0; k < number; k++) {
    x.push_back(static_cast<double>(k) * along);
    if (k) touching.emplace_back(k - 1, k);
  }
  return spheres(x, touching);
}

Packing triangle()
{
  return spheres({{0, 0, 0}, {1, 0, 0}, {0.5, std::sqrt(0.75), 0}}, {{0, 1}, {1, 2}, {2, 0}});
}

/** A square frame with both diagonals: bodies of any form could be in contact like this. */
Packing braced_square()
{
  return spheres({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                 {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}});
}

struct Found {
  int null_space, redundant;
};

template <class AnyPacking> Found found_in(const AnyPacking &p, bool full)
{
  auto of = network_of(p, full);
  using Network = std::decay_t<decltype(of.network)>;
  const int n = Network::Geometry::DOF * of.network.nrows;
  SerialSpace space;
  const int null_space =
      VARDEM::null_space(n, VARDEM::normal_matrix(space, of.network, std::vector<int>{0, n}));
  return {null_space, static_cast<int>(p.contacts.size()) - (n - null_space)};
}

template <class AnyPacking> void expect(const AnyPacking &p, int null_space, int redundant)
{
  for (const bool full : {false, true}) {
    const Found found = found_in(p, full);
    EXPECT_EQ(found.null_space, null_space) << "full " << full;
    EXPECT_EQ(found.redundant, redundant) << "full " << full;
  }
}

}    // namespace

// 4 spheres have 12 motions. The 3 contacts of the chain do not depend on each other: the first one
// alone moves sphere 0, and so on.
TEST(ContactRank, FreeChain)
{
  expect(chain(4), 12 - 3, 0);
}

// 9 motions are left.
TEST(ContactRank, ChainWithAFixedEnd)
{
  Packing p = chain(4);
  p.fixed[0] = true;
  expect(p, 9 - 3, 0);
}

// Between two fixed spheres, the 3 contacts of 2 spheres are compressed by motions along the chain
// only, and there are 2 of these.
TEST(ContactRank, ChainBetweenFixedEnds)
{
  Packing p = chain(4);
  p.fixed[0] = p.fixed[3] = true;
  expect(p, 6 - 2, 1);
}

// A triangle is rigid. In the plane its 6 motions are 3 of the whole, and 3 that change its sides.
// In space each sphere can leave the plane.
TEST(ContactRank, Triangle)
{
  expect(in_plane(triangle()), 3, 0);
  expect(triangle(), 3 + 3, 0);
}

// 4 bodies in the plane have 8 motions, 3 of the whole; so 5 of the 6 contacts are enough. In space
// 4 more motions leave the plane.
TEST(ContactRank, BracedSquare)
{
  expect(in_plane(braced_square()), 3, 1);
  expect(braced_square(), 3 + 4, 1);
}

// A sphere that touches nothing adds its 3 motions.
TEST(ContactRank, SphereOfItsOwn)
{
  Packing p = chain(4);
  p.x.push_back({9, 9, 9});
  p.fixed.push_back(false);
  p.load.insert(p.load.end(), 3, 0.0);
  expect(p, 9 + 3, 0);
}
