// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "test_bodies.h"
#include "test_eigen.h"

#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

constexpr double EPSILON = 1e-15;

void expect_near(const Vec3 &a, const Eigen::Vector3d &b, double tolerance)
{
  EXPECT_NEAR(a.x, b.x(), tolerance);
  EXPECT_NEAR(a.y, b.y(), tolerance);
  EXPECT_NEAR(a.z, b.z(), tolerance);
}

void expect_near(const Quat &a, const Eigen::Quaterniond &b, double tolerance)
{
  EXPECT_NEAR(a.w, b.w(), tolerance);
  EXPECT_NEAR(a.x, b.x(), tolerance);
  EXPECT_NEAR(a.y, b.y(), tolerance);
  EXPECT_NEAR(a.z, b.z(), tolerance);
}

}    // namespace

TEST(Vector, ProductsAreThoseOfEigen)
{
  Random random;
  for (int n = 0; n < 100; n++) {
    const Vec3 a = random.vector(), b = random.vector();
    EXPECT_NEAR(dot(a, b), eigen(a).dot(eigen(b)), 10 * EPSILON);
    expect_near(cross(a, b), eigen(a).cross(eigen(b)), 10 * EPSILON);
    EXPECT_NEAR(norm(a), eigen(a).norm(), 10 * EPSILON);
    expect_near(2.0 * a - b + a, 3.0 * eigen(a) - eigen(b), 20 * EPSILON);
  }
}

TEST(Quaternion, ProductAndRotationAreThoseOfEigen)
{
  Random random;
  for (int n = 0; n < 100; n++) {
    const Quat p = random.orientation(), q = random.orientation();
    const Vec3 a = random.vector();
    expect_near(p * q, eigen(p) * eigen(q), 10 * EPSILON);
    expect_near(body_to_space(q, a), eigen(q) * eigen(a), 20 * EPSILON);
    expect_near(space_to_body(q, a), eigen(q).conjugate() * eigen(a), 20 * EPSILON);
  }
}

TEST(Quaternion, DerivativeIsHalfTheProductWithTheBodyRate)
{
  Random random;
  const Quat q = random.orientation();
  const Vec3 omega = random.vector();
  const Quat expected = 0.5 * (q * Quat{0.0, omega.x, omega.y, omega.z});
  expect_near(derivative(q, omega), eigen(expected), 10 * EPSILON);
}

TEST(Exponential, IsTheRotationAboutTheVector)
{
  Random random;
  for (double length : {1e-30, 1e-9, 0.99e-4, 1.01e-4, 1e-2, 1.0, 3.0, 6.0}) {
    const Vec3 n = random.vector();
    const Vec3 r = (length / norm(n)) * n;
    expect_near(exponential(r),
                Eigen::Quaterniond(Eigen::AngleAxisd(length, eigen(n).normalized())), 2 * EPSILON);
    const double s = norm({exponential(r).x, exponential(r).y, exponential(r).z});
    EXPECT_NEAR(s / std::sin(0.5 * length), 1.0, 4 * EPSILON)
        << "relative error of the vector part, length " << length;
  }
}

TEST(Exponential, OfNothingIsTheIdentity)
{
  const Quat q = exponential({0.0, 0.0, 0.0});
  EXPECT_EQ(q.w, 1.0);
  EXPECT_EQ(q.x, 0.0);
  EXPECT_EQ(q.y, 0.0);
  EXPECT_EQ(q.z, 0.0);
}

TEST(Inertia,
     // m/5 (b^2 + c^2): a ball of radius 2 and mass 5 has 2/5 m R^2 = 8
     OfAnEllipsoidIsThatOfItsSemiAxes)
{
  const Vec3 ball = inertia_ellipsoid(5.0, {2.0, 2.0, 2.0});
  EXPECT_DOUBLE_EQ(ball.x, INERTIA_BALL * 5.0 * 4.0);
  const Vec3 I = inertia_ellipsoid(10.0, {1.0, 2.0, 3.0});
  EXPECT_DOUBLE_EQ(I.x, 26.0);
  EXPECT_DOUBLE_EQ(I.y, 20.0);
  EXPECT_DOUBLE_EQ(I.z, 10.0);
}

TEST(Inertia, AVanishingMomentCarriesNoSpin)
{
  const Vec3 omega = angular_velocity({1, 0, 0, 0}, {1.0, 2.0, 3.0}, {0.0, 2.0, 3.0});
  EXPECT_EQ(omega.x, 0.0);
  EXPECT_EQ(omega.y, 1.0);
  EXPECT_EQ(omega.z, 1.0);
}
