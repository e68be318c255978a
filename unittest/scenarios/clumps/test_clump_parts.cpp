// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The parts of fix rigid/small/variational in src/host that need no run: accessor of clumps, and
// the sums over them for the stress of the cell.

#include "host/clumps/clump_flow.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace LAMMPS_NS::VARDEM_NS;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;

namespace {

/** Two bodies in memory as a fix might keep them: one after the other, with other data between. */
struct Memory {
  double mass, x[3], before, v[3], L[3], omega[3], quat[4], inertia[3], ex[3], ey[3], ez[3];
};

class TwoClumps : public ::testing::Test {
 protected:
  Memory memory[2] = {};
  BodyTable table;

  TwoClumps()
  {
    for (int i = 0; i < 2; i++) {
      memory[i].mass = 2.0 + i;
      memory[i].before = -1.0;
      set_vector_at(memory[i].x, {1.0 * i, 2.0, 3.0});
      set_vector_at(memory[i].v, {0.5, -1.0 * i, 0.25});
      set_vector_at(memory[i].inertia, {1.0, 2.0, 2.5});
    }
    const double half = std::sqrt(0.5);
    VARDEM::set_quat_at(memory[0].quat, {1.0, 0.0, 0.0, 0.0});
    VARDEM::set_quat_at(memory[1].quat, {half, 0.0, 0.0, half});    // by 90 degrees about z
    const auto column = [](double *first) {
      return BodyColumn<double>{first, sizeof(Memory) / sizeof(double)};
    };
    table.n = 2;
    table.mass = column(&memory[0].mass);
    table.x = column(memory[0].x);
    table.v = column(memory[0].v);
    table.L = column(memory[0].L);
    table.omega = column(memory[0].omega);
    table.quat = column(memory[0].quat);
    table.inertia = column(memory[0].inertia);
    table.ex = column(memory[0].ex);
    table.ey = column(memory[0].ey);
    table.ez = column(memory[0].ez);
    for (int i = 0; i < 2; i++) Clumps(table).set_axes_to_q(i);
  }
};

void expect_equal(const Vec3 &a, const Vec3 &b)
{
  EXPECT_LT(norm(a - b), 1e-14) << a.x << " " << a.y << " " << a.z;
}

}    // namespace

TEST_F(TwoClumps, AreReadAndWrittenWhereTheyAre)
{
  const Clumps clumps(table);
  ASSERT_EQ(clumps.size(), 2);
  EXPECT_EQ(clumps.mass(1), 3.0);
  clumps.set_x(1, {4.0, 5.0, 6.0});
  clumps.set_L(1, {7.0, 8.0, 9.0});
  expect_equal(vector_at(memory[1].x), {4.0, 5.0, 6.0});
  expect_equal(vector_at(memory[1].L), {7.0, 8.0, 9.0});
  expect_equal(clumps.x(0), {0.0, 2.0, 3.0});
  for (const Memory &body : memory) EXPECT_EQ(body.before, -1.0);
}

// R = rotation by 90 degrees about z, omega = R I^-1 R^T L

TEST_F(TwoClumps, TurnWithTheirAxes)
{
  const Clumps clumps(table);
  const double along_x[] = {1.0, 0.0, 0.0};
  expect_equal(clumps.to_space(0, along_x), {1.0, 0.0, 0.0});
  expect_equal(clumps.to_space(1, along_x), {0.0, 1.0, 0.0});
  clumps.set_L(1, {4.0, 3.0, 5.0});
  expect_equal(clumps.omega_of_L(1), {2.0, 3.0, 2.0});
}

// m (v - L (x - x0)) (v - L (x - x0)), a simple shear L_xy = 2: relative velocities (.5 - 2, 0,
// .25), (.5 - 2, -1, .25)

TEST_F(TwoClumps, KineticStress)
{
  const UpperTriangle sum =
      kinetic_stress(Clumps(table), {0.0, 0.0, 0.0, 0.0, 0.0, 2.0}, {0.0, 1.0, 0.0});
  EXPECT_DOUBLE_EQ(sum.xx, 5.0 * 2.25);
  EXPECT_DOUBLE_EQ(sum.yy, 3.0);
  EXPECT_DOUBLE_EQ(sum.zz, 5.0 * 0.0625);
  EXPECT_DOUBLE_EQ(sum.xy, 3.0 * 1.5);
  EXPECT_DOUBLE_EQ(sum.xz, 5.0 * -1.5 * 0.25);
  EXPECT_DOUBLE_EQ(sum.yz, 3.0 * -0.25);
}

// A member of the second clump with arm (0, 2, 0) in space, and a particle that belongs to no clump

TEST_F(TwoClumps, MemberVirial)
{
  double arm[] = {2.0, 0.0, 0.0}, none[] = {5.0, 5.0, 5.0};
  double *displace[] = {arm, none};
  const VARDEM::Vec3 f[] = {{1.0, 3.0, -4.0}, {9.0, 9.0, 9.0}};
  const int body[] = {1, -1};
  MemberTable members;
  members.body = body;
  members.displace = displace;
  const VARDEM::FlowMoments moments = flow_moments(Clumps(table), members, 2, f, {});
  const UpperTriangle &sum = moments.virial;
  const double expected[] = {0.0, 6.0, 0.0, -4.0, 0.0, 1.0};    // xx yy zz yz xz xy
  const double found[] = {sum.xx, sum.yy, sum.zz, sum.yz, sum.xz, sum.xy};
  for (int k = 0; k < 6; k++) EXPECT_NEAR(found[k], expected[k], 1e-14) << k;
  expect_equal(moments.torque, {-8.0, 0.0, -2.0});    // (0, 2, 0) x (1, 3, -4)
}

TEST(ImageFlags, AreNumbersOfBoxes)
{
  for (const Vec3 &n : {Vec3{0.0, 0.0, 0.0}, Vec3{1.0, -2.0, 300.0}, Vec3{-511.0, 511.0, -1.0}})
    expect_equal(boxes(image_of(n)), n);
}
