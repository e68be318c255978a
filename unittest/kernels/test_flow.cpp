// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Upper triangular gradients and the flow of a cell. Eigen is the reference of the algebra.

#include "kernels/flow.h"
#include "test_upper.h"

#include <gtest/gtest.h>

using namespace VARDEM;

TEST(UpperTriangle, ProductsSumsAndInverseAreThoseOfMatrices)
{
  std::mt19937_64 random(1);
  for (int n = 0; n < 1000; n++) {
    const UpperTriangle a = random_upper(random, 2.0), b = random_upper(random, 2.0);
    const Vec3 x = random_vector(random);
    const Eigen::Matrix3d A = eigen(a), B = eigen(b);
    EXPECT_LE(largest(eigen(a * b) - A * B), 1e-14);
    EXPECT_LE(largest(eigen(a + b) - (A + B)), 0.0);
    EXPECT_LE(largest(eigen(a - b) - (A - B)), 0.0);
    EXPECT_LE(largest(eigen(0.3 * a) - 0.3 * A), 0.0);
    EXPECT_LE((eigen(a * x) - A * eigen(x)).norm(), 1e-14);
    EXPECT_LE(largest(eigen(inverse(a)) - A.inverse()), 1e-13);
    EXPECT_NEAR(determinant(a), A.determinant(), 1e-14 * std::fabs(A.determinant()) + 1e-15);
  }
}

TEST(UpperTriangle, OrderIsThatOfLammps)    // domain->h: xx yy zz yz xz xy
{
  const double six[UPPER] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  Eigen::Matrix3d H;
  H << 1.0, 6.0, 5.0, 0.0, 2.0, 4.0, 0.0, 0.0, 3.0;
  EXPECT_EQ(eigen(upper(six)), H);
}

TEST(UpperTriangle, SquareIsTheTensorProduct)
{
  const UpperTriangle aa = square({2.0, 3.0, 5.0});
  EXPECT_EQ(aa.xx, 4.0);
  EXPECT_EQ(aa.yy, 9.0);
  EXPECT_EQ(aa.zz, 25.0);
  EXPECT_EQ(aa.xy, 6.0);
  EXPECT_EQ(aa.xz, 10.0);
  EXPECT_EQ(aa.yz, 15.0);
}

TEST(Flow,
     // v_x = g y: omega_z = -g/2, doc/notes/leapfrog-cell-damping.md 3.1
     ShearTurnsWithTheOtherSign)
{
  const double g = 0.8;
  const Vec3 w = spin({0.0, 0.0, 0.0, 0.0, 0.0, g});
  EXPECT_EQ(w.x, 0.0);
  EXPECT_EQ(w.y, 0.0);
  EXPECT_EQ(w.z, -0.5 * g);
}

TEST(Flow, SpinIsTheAntisymmetricPartOfTheGradient)    // W r = omega x r, W = (L - L^T)/2
{
  std::mt19937_64 random(2);
  for (int n = 0; n < 100; n++) {
    const UpperTriangle L = random_upper(random, 0.0);
    const Eigen::Matrix3d W = 0.5 * (eigen(L) - eigen(L).transpose());
    EXPECT_LE(largest(W - cross_matrix(spin(L))), 1e-16);
  }
}

TEST(Flow,
     // doc/notes/leapfrog-cell-damping.md 3.3: 0 for a particle that moves with the flow
     PeculiarVelocityIsThatOfMidStep)
{
  std::mt19937_64 random(3);
  const double h = 0.07;
  for (int n = 0; n < 100; n++) {
    const UpperTriangle L = random_upper(random, 0.0);
    const Flow flow = {L, random_vector(random), random_vector(random)};
    const Vec3 middle = random_vector(random), own = random_vector(random);
    const Vec3 v = velocity(flow, middle) + own, x = middle + 0.5 * h * v;
    EXPECT_LE(norm(peculiar_velocity(flow, x, v, h) - own), 1e-15);
  }
}
