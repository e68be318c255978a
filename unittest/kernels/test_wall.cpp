// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// kernels/walls/wall_motion.h and wall_point.h, and walls in sphere_contact.h and
// tangential_spring.h: hollow and convex walls, walls that turn

#include "soft_contacts.h"

#include "kernels/walls/wall_motion.h"
#include "kernels/walls/wall_point.h"

#include "gtest/gtest.h"

using namespace VARDEM;

namespace {

/** Turns by the length of w about w, then shifts. */
RigidMotion motion_by(const Vec3 &w, const Vec3 &a)
{
  const double angle = norm(w);
  const Vec3 n = (1.0 / angle) * w;
  const auto turned = [&](const Vec3 &p) {
    return std::cos(angle) * p + std::sin(angle) * cross(n, p) +
        ((1.0 - std::cos(angle)) * dot(n, p)) * n;
  };
  return {a, {turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1})}};
}

double difference(const Vec3 &a, const Vec3 &b)
{
  return norm(a - b);
}

/** A spherical wall around or beside the origin; radius < 0: hollow. */
WallTouch sphere_wall(const Vec3 &centre, double radius, const Vec3 &x)
{
  const Vec3 r = centre - x;
  const double distance = norm(r);
  return radius < 0.0 ? WallTouch{(-1.0 / distance) * r, -radius - distance, 1.0 / radius, 0}
                      : WallTouch{(1.0 / distance) * r, distance - radius, 1.0 / radius, 0};
}

}    // namespace

TEST(WallMotion, RigidMotionsAreAGroup)
{
  Random random;
  for (int n = 0; n < 100; n++) {
    const RigidMotion a = motion_by(random.vector(), random.vector()),
                      b = motion_by(random.vector(), random.vector());
    const Vec3 p = random.vector();
    EXPECT_LE(difference((a * b).place(p), a.place(b.place(p))), 1e-15 * 10);
    EXPECT_LE(difference((inverse(a) * a).place(p), p), 1e-15 * 10);
  }
}

TEST(WallMotion, RotationVectorIsTheOneThatWasGiven)
{
  Random random;
  for (int n = 0; n < 100; n++) {
    const Vec3 axis = random.vector(), w = (random.between(1e-12, 3.1) / norm(axis)) * axis;
    EXPECT_LE(difference(rotation_vector(motion_by(w, random.vector())), w),
              1e-14 * norm(w) + 1e-16);
  }
  const Vec3 zero = rotation_vector(NO_MOTION);
  EXPECT_EQ(norm(zero), 0.0);
}

// force times displacement, summed over the points

TEST(WallMotion, WorkIsThatOfEachPoint)
{
  Random random;
  const RigidMotion m = motion_by({0.3, -0.2, 0.5}, {0.1, 0.4, -0.2});
  WallLoad load = {};
  double sum = 0.0;
  Vec3 torque = {0, 0, 0};
  for (int n = 0; n < 20; n++) {
    const Vec3 p = random.vector(), F = random.vector();
    load.add(p, F);
    sum += dot(F, m.place(p) - p);
    torque = torque + cross(p, F);
  }
  EXPECT_NEAR(work(load, m), sum, 1e-13);
  EXPECT_LE(difference(load.torque(), torque), 1e-13);
}

// a wall that turns and moves in an accelerated way: errors of the half-step and the full-step
// velocity fall with h^2

TEST(WallMotion, VelocitiesAreOfSecondOrder)
{
  const auto place = [](double t) {
    return motion_by((0.3 * t + 0.2 * t * t) * Vec3{0.6, 0.0, 0.8}, {std::sin(t), t * t, 0.0});
  };
  const Vec3 body = {0.7, -0.4, 0.2};
  const auto at = [&](double t) {
    return place(t).place(body);
  };
  const auto velocity = [&](double t) {
    constexpr double D = 1e-4;
    return (1.0 / (12.0 * D)) * (at(t - 2 * D) - 8.0 * at(t - D) + 8.0 * at(t + D) - at(t + 2 * D));
  };
  const auto errors = [&](double h) {
    const double t = 1.0;
    WallMotion m = {true,
                    place(t - h) * inverse(place(t)),
                    place(t - 2 * h) * inverse(place(t)),
                    1 / h,
                    1 / h,
                    {},
                    {}};
    m.w_half = (-1.0 / h) * rotation_vector(m.back);
    m.w_before = (-1.0 / h) * rotation_vector(place(t - 2 * h) * inverse(place(t - h)));
    const Vec3 w = (0.3 + 0.4 * t) * Vec3{0.6, 0.0, 0.8};
    return std::vector<double>{difference(m.v_half(at(t)), velocity(t - 0.5 * h)),
                               difference(m.v_full_step(at(t)), velocity(t)),
                               difference(m.w_full_step(), w)};
  };
  const auto coarse = errors(0.02), fine = errors(0.01);
  for (int k : {0, 1}) EXPECT_NEAR(std::log2(coarse[k] / fine[k]), 2.0, 0.1) << k;
  EXPECT_LE(fine[2], 1e-12);    // the rate of this rotation changes linearly, so it is exact
}

// A contact that runs over a wall that turns: the path of the wall's points under it is of second
// order. With the velocity at its place at the end of each step it would be of first order

TEST(WallMotion, PathUnderARunningContactIsOfSecondOrder)
{
  const auto place = [](double t) {
    return motion_by((0.3 * t + 0.2 * t * t) * Vec3{0.6, 0.0, 0.8}, {std::sin(t), t * t, 0.0});
  };
  const auto contact = [](double t) {
    return Vec3{std::cos(2.0 * t), 0.5 * t, t * t};
  };
  const auto path = [&](double h) {
    Vec3 passed = {0, 0, 0};
    for (int n = 1; n <= std::lround(1.0 / h); n++) {
      const double t = 1.0 + n * h;
      const WallMotion m = {true, place(t - h) * inverse(place(t)), NO_MOTION, 1 / h, 0.0, {}, {}};
      passed = passed + h * m.v_passed(contact(t), contact(t - h));
    }
    return passed;
  };
  const Vec3 fine = path(1e-4);
  EXPECT_NEAR(std::log2(difference(path(0.02), fine) / difference(path(0.01), fine)), 2.0, 0.05);
}

// A wall that is a sphere at rest is one of two spheres. Lever arms are radii, so that those of the
// wall turn nothing.

TEST(WallContact, SphericalWallIsASphere)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const double R1 = random.between(0.3, 0.7), R2 = random.between(1.0, 5.0), h = 0.01;
    Vec3 direction = random.vector();
    const Vec3 x2 = ((R1 + R2 - 0.02) / norm(direction)) * direction, v = random.vector(),
               w = random.vector();
    const SphereContact pair = touching(x2, norm(x2), R1, R2, 0.0);
    const WallTouch now = sphere_wall(x2, R2, {0, 0, 0}), before = sphere_wall(x2, R2, -h * v);
    const SphereContact wall = touching_wall(now, R1, 0.0, before.n);
    const Vec3 spring = tangent_to(before.n, 0.05 * random.vector());
    const PairMotion a = pair_motion(spring, pair, v, w, {0, 0, 0}, 0.0, h),
                     b = pair_motion(spring, wall, v, w, {0, 0, 0}, 0.0, h);
    EXPECT_NEAR(wall.R, pair.R, 1e-14);
    EXPECT_NEAR(wall.turning, pair.turning, 1e-14);
    EXPECT_LE(difference(a.carried, b.carried), 1e-15 * 10);
    // of third order in the step
    const double angle = h * norm(v) / (R1 + R2), bound = angle * angle * h * norm(v) / 4.0;
    EXPECT_LE(difference(a.slip, b.slip), bound);
    EXPECT_NEAR(a.overlap_before, b.overlap_before, bound);
  }
}

// a grain that a drum carries around without slip has no slip, up to the third order of the angle
// of a step; the spring turns with it

TEST(WallContact, GrainThatTurnsWithItsWallDoesNotSlip)
{
  const double R = 0.5, radius = 4.0;
  const Vec3 w = {0.0, 0.7, 0.0}, x = {1.0, 0.3, -3.0};
  const auto slip = [&](double h, double lever) {
    const RigidMotion back = motion_by(-h * w, {0, 0, 0});
    const WallTouch now = {(1.0 / norm(Vec3{x.x, 0, x.z})) * Vec3{x.x, 0, x.z},
                           radius - norm(Vec3{x.x, 0, x.z}), -0.5 / radius, 0};
    const SphereContact c =
        touching_wall({now.n, 0.99 * R, now.curvature, 0}, R, lever, back.turn(now.n));
    const WallMotion motion = {true, back, NO_MOTION, 1.0 / h, 0.0, w, {}};
    const Vec3 v_grain = (1.0 / h) * (x - back.place(x)), p = x + c.lever_1 * c.n;
    const Vec3 spring = tangent_to(c.n, {0.01, 0.02, 0.03});
    const PairMotion m =
        pair_motion(back.turn(spring), c, v_grain - motion.v_half(p), w, motion.w_half, lever, h);
    EXPECT_LE(difference(twisted(m.carried, c.n, m.twist), spring), 0.05 * h * h * h + 1e-15);
    EXPECT_NEAR(m.overlap_before, c.overlap, 1e-14);
    return norm(m.slip);
  };
  for (const double lever : {0.0, 0.5}) {
    EXPECT_NEAR(std::log2(slip(0.2, lever) / slip(0.1, lever)), 3.0, 0.05);
    EXPECT_LE(slip(1e-3, lever), 2e-10);
  }
}

// a grain that slides along a hollow wall on a given path: the slips add up to the length of the
// path of the contact point

TEST(WallContact, SlipAlongAHollowWallIsOfSecondOrder)
{
  const double R = 0.5, radius = 3.0;
  const auto error = [&](int steps) {
    const double h = 1.0 / steps;
    const auto x = [&](double t) {    // at an overlap of .01 (1 + t)
      const double r = radius - R + 0.01 * (1.0 + t), angle = t + 0.5 * t * t;
      return Vec3{r * std::cos(angle), r * std::sin(angle), 0.2 * t};
    };
    double length = 0.0;
    for (int n = 1; n <= steps; n++) {
      const double t = n * h;
      const auto touch = [&](double time) {
        Vec3 a = x(time);
        a.z = 0.0;
        return WallTouch{(1.0 / norm(a)) * a, radius - norm(a), -0.5 / radius, 0};
      };
      const SphereContact c = touching_wall(touch(t), R, 0.0, touch(t - h).n);
      length += norm(
          pair_motion({0, 0, 0}, c, (1.0 / h) * (x(t) - x(t - h)), {0, 0, 0}, {0, 0, 0}, 0.0, h)
              .slip);
    }
    double exact = 0.0;    // of the centre, since the grain does not spin
    constexpr int FINE = 20000;
    for (int n = 0; n < FINE; n++) {
      const double t = (n + 0.5) / FINE, r = radius - R + 0.01 * (1.0 + t), rate = 1.0 + t;
      exact += std::sqrt(r * r * rate * rate + 0.04) / FINE;
    }
    return std::fabs(length - exact);
  };
  EXPECT_NEAR(std::log2(error(20) / error(40)), 2.0, 0.1);
}

// --- wall points: the nearest points of walls ---

namespace {

/** The point of a sphere (open: of a cylinder along the unit vector `axis`) about the origin that
 *  is nearest to x. */
Vec3 nearest(const Vec3 &x, double radius, const Vec3 &axis, bool cylinder)
{
  const Vec3 along = cylinder ? dot(x, axis) * axis : Vec3{0, 0, 0}, r = x - along;
  return along + (radius / norm(r)) * r;
}

}    // namespace

// Hollow and convex spheres and cylinders, with motions as long as the distance; curvatures from
// normals beside the centre

TEST(WallPoint, SlidesAlongSpheresAndCylinders)
{
  Random random;
  for (int n = 0; n < 400; n++) {
    const bool cylinder = n % 2, hollow = n / 2 % 2;
    const Vec3 any = random.vector(), axis = any / norm(any), direction = random.vector();
    const double radius = random.between(1.0, 3.0),
                 part = (hollow ? 0.7 : 1.3) * radius / norm(direction);
    Vec3 x = part * direction;
    if (cylinder) {
      const Vec3 r = x - dot(x, axis) * axis;
      if (norm(r) < 1e-2) continue;
      x = x + ((hollow ? 0.7 : 1.3) * radius / norm(r) - 1.0) * r;
    }
    const auto wall_point = [&](const Vec3 &at) {
      return nearest(at, radius, axis, cylinder);
    };
    const auto normal = [&](const Vec3 &at) {
      return (wall_point(at) - at) / norm(wall_point(at) - at);
    };
    const double distance = norm(wall_point(x) - x), step = 1e-3 * distance;
    const Vec3 m = normal(x), other = cross(m, random.vector()), a = other / norm(other),
               b = cross(m, a);
    const auto change = [&](const Vec3 &t) {
      return (normal(x + step * t) - normal(x - step * t)) / (2.0 * step);
    };
    const WallPointCurvature c = curvatures_of_wall(a, b, distance, change(a), change(b));
    const double k = (hollow ? -1.0 : 1.0) / radius;
    EXPECT_NEAR(c.first + c.second, cylinder ? k : 2.0 * k, 1e-6);
    EXPECT_NEAR(c.first * c.second, cylinder ? 0.0 : k * k, 1e-6);
    for (const double length : {1e-3, 0.3}) {
      const Vec3 u = length * random.vector();
      // of a sphere the two circles leave out a term of the third order
      const double bound = 2e-6 * norm(u) + (cylinder ? 0.0 : 3.0 * std::pow(norm(u), 3));
      EXPECT_LE(
          difference(motion_of_wall_point(m, distance, c, u), wall_point(x + u) - wall_point(x)),
          bound)
          << cylinder << hollow << " " << length;
    }
  }
}

TEST(WallPoint, OfAPlaneGoesAlongIt)
{
  const Vec3 n = {0.6, 0.0, 0.8}, u = {0.3, -0.2, 0.1};
  const Vec3 slid = motion_of_wall_point(n, 0.5, {{0.8, 0.0, -0.6}, 0.0, 0.0}, u);
  EXPECT_LE(difference(slid, u - dot(u, n) * n), 1e-16);
}
