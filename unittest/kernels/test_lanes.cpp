// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/lanes.h"
#include "kernels/rotation/fincham.h"
#include "test_bodies.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

using Bodies = std::vector<TestBodies::Body>;

VARDEM_CLONES void rotate_orient(RotorLanes &lanes, double h)
{
  rotate_lanes(lanes, h, FinchamOrient());
}

Bodies random_bodies(int n, const std::vector<int> &left_out)
{
  Random random;
  Bodies body(n);
  for (auto &b : body) {
    b.m = 1.0 + std::fabs(random.number());
    b.x = random.vector();
    b.v = random.vector();
    b.f = random.vector();
    b.L = random.vector();
    b.torque = random.vector();
    b.q = random.orientation();
    b.I = inertia_ellipsoid(b.m, {1.0, 0.8, 0.6});
  }
  for (int i : left_out) body[i].selected = false;
  return body;
}

bool same_bits(const TestBodies::Body &a, const TestBodies::Body &b)
{
  return memcmp(&a.x, &b.x, sizeof(Vec3)) == 0 && memcmp(&a.v, &b.v, sizeof(Vec3)) == 0 &&
      memcmp(&a.L, &b.L, sizeof(Vec3)) == 0 && memcmp(&a.q, &b.q, sizeof(Quat)) == 0;
}

/** All of i0 ... i1 by lanes, and body by body. */
void compare(const Bodies &start, int i0, int i1)
{
  const Step step = {0.01, 0.005};
  Bodies in_lanes = start, one_by_one = start;
  for (int n = 0; n < 10; n++) {
    open_steps(TestBodies{in_lanes}, i0, i1, step, FinchamOrient(), rotate_orient);
    for (int i = i0; i < i1; i++)
      if (one_by_one[i].selected) open_step(TestBodies{one_by_one}, i, step, FinchamOrient());
  }
  for (std::size_t i = 0; i < start.size(); i++) {
    EXPECT_TRUE(same_bits(in_lanes[i], one_by_one[i])) << "body " << i;
    const bool moved = start[i].selected && (int) i >= i0 && (int) i < i1;
    EXPECT_EQ(same_bits(in_lanes[i], start[i]), !moved) << "body " << i;
  }
}

}    // namespace

TEST(Lanes, GiveTheBitsOfTheScalarLoop)
{
  compare(random_bodies(LANES, {}), 0, LANES);
}

TEST(Lanes, LeaveOtherGroupsAlone)
{
  compare(random_bodies(LANES, {0, 3, 7, 15}), 0, LANES);
}

TEST(Lanes, TakeBlocksThatAreNotFull)
{
  for (int n = 0; n <= LANES; n++) compare(random_bodies(LANES + 2, {}), 1, 1 + n);
}

TEST(Lanes, ClosingKicksWithTheSameForce)
{
  Bodies body = random_bodies(1, {});
  const Vec3 v = body[0].v, L = body[0].L;
  const TestBodies b = {body};
  const Step step = {0.01, 0.005};
  close_step(b, 0, step);
  EXPECT_DOUBLE_EQ(body[0].v.x, v.x + 0.005 * body[0].f.x / body[0].m);
  EXPECT_DOUBLE_EQ(body[0].L.z, L.z + 0.005 * body[0].torque.z);
}
