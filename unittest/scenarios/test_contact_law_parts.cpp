// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// A law of this test's own, F = k d^2, in the force loop of the pair styles and at a plane: neither
// knows it.

#include "host/pair/contact_loop.h"

#include "gtest/gtest.h"

#include <cmath>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::ContactParameters;
using VARDEM::Vec3;

namespace {

/** A power law with p = 3: all that a law is, in the terms of kernels/contact/normal_force.h. */
struct QuadraticForce {
  static constexpr double EXPONENT = 3.0;
  static constexpr bool CAN_PULL = false;
  static double force(double k, double c, double a) { return k * c * a; }
  static double tangent(double k, double a) { return 2.0 * k * a; }
  static double energy(double k, double c, double a) { return k * c * c * a / 3.0; }
  static double power_radius(double c) { return c; }
  static double mean_radius(double a, double b) { return 0.5 * (a + b); }
  static double size_factor(double /*R*/) { return 1.0; }
};

struct Ball {
  Vec3 x, v, w, force = {0, 0, 0}, moment = {0, 0, 0};
};

constexpr double RADIUS = 0.5, MASS = 2.0;

/** Accessors of the loop for balls of the same size. */
struct Balls {
  std::vector<Ball> *balls;
  const ContactParameters *soft;
  double *energy;

  Vec3 x(int i) const { return (*balls)[i].x; }
  Vec3 v(int i) const { return (*balls)[i].v; }
  Vec3 w(int i) const { return (*balls)[i].w; }
  Vec3 v_half(int i) const { return v(i); }
  Vec3 w_half(int i) const { return w(i); }
  double radius(int) const { return RADIUS; }
  double inverse_mass(int) const { return 1.0 / MASS; }
  const ContactParameters &law(int, int) const { return *soft; }
  void add(int i, const Vec3 &F, const Vec3 &T) const
  {
    (*balls)[i].force = (*balls)[i].force + F;
    (*balls)[i].moment = (*balls)[i].moment + T;
  }
  void add_other(int j, const Vec3 &F, const Vec3 &T) const { add(j, F, T); }
  void tally(int, int, double e, const double *) const { *energy += e; }
};

/** Ball 0 has the neighbor 1. */
struct OnePair {
  Vec3 *kept;
  int *touching;

  int size(int i) const { return i == 0; }
  int entry(int, int) const { return 1; }
  double special(int) const { return 1.0; }
  double share(int) const { return 1.0; }
  int &touch(int, int) const { return *touching; }
  Vec3 spring(int, int) const { return *kept; }
  void set_spring(int, int, const Vec3 &s) const { *kept = s; }
};

ContactParameters law(double restitution, double kt, double mu)
{
  ContactParameters soft = {};
  soft.stiffness = 1e5;
  soft.normal.by_root = VARDEM::root_of_restitution<QuadraticForce>(restitution);
  soft.tangential_stiffness = kt;
  soft.friction = mu;
  soft.lever = 0.5;
  return soft;
}

/** Forces by the loop of the pair styles. */
ContactSums forces_of_pair(std::vector<Ball> &balls, const ContactParameters &soft, double h,
                           Vec3 &spring, double &energy)
{
  int touching = 1;
  energy = 0.0;
  for (Ball &b : balls) b.force = b.moment = {0.0, 0.0, 0.0};
  const ContactLoop<QuadraticForce, true, TangentialMemory::HALF_STEP, true, Balls, OnePair> loop =
      {{&balls, &soft, &energy}, {&spring, &touching}, h, true, true};
  ContactSums sums;
  for (int i : {0, 1}) loop(i, sums);
  return sums;
}

/** Force on a ball at the plane z = 0. */
Vec3 force_of_plane(const Ball &ball, const ContactParameters &soft)
{
  const VARDEM::WallTouch plane = VARDEM::touch_of_plane({0, 0, 0}, {0, 0, 1}, ball.x);
  if (plane.distance >= RADIUS) return {0.0, 0.0, 0.0};
  const VARDEM::SphereContact c = VARDEM::touching_wall(plane, RADIUS, soft.lever, plane.n);
  return total_force(c,
                     VARDEM::contact_force<QuadraticForce, true>(
                         soft, c, contact_velocity(c, ball.v, ball.w, {0, 0, 0}), MASS));
}

}    // namespace

// By hand: d = .1, F = 1e5 d^2 = 1000, energy 1e5 d^3/3; kt = KT d = 2000 times .1, a spring of
// .003 pulls with .6

TEST(ContactLawParts, PairLoopTakesAnyLaw)
{
  std::vector<Ball> balls = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                             {{0.9, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  Vec3 spring = {0.0, 0.003, 0.0};
  double energy = 0.0;
  const ContactSums sums = forces_of_pair(balls, law(1.0, 2000.0, 0.5), 1e-4, spring, energy);
  EXPECT_NEAR(balls[0].force.x, -1000.0, 1e-9);
  EXPECT_NEAR(balls[0].force.y, -0.6, 1e-12);
  EXPECT_NEAR(balls[1].force.x, 1000.0, 1e-9);
  EXPECT_NEAR(balls[0].moment.z, 0.45 * -0.6, 1e-12);
  EXPECT_NEAR(sums.energy, 100.0 / 3.0 + 0.5 * 200.0 * 0.003 * 0.003, 1e-10);
  EXPECT_EQ(sums.energy, energy);
  EXPECT_NEAR(sums.virial[0], 0.9 * 1000.0, 1e-9);
}

// Restitution by the formula for every power law (doc/notes/soft-contacts.md 1.3): pairs and a
// plane. 400 steps in an impact

TEST(ContactLawParts, PairAndPlaneHaveTheRestitutionOfTheLaw)
{
  const double h = 1e-5;
  for (const double E : {1.0, 0.8, 0.4}) {
    const ContactParameters soft = law(E, 0.0, 0.0);
    std::vector<Ball> balls = {{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}},
                               {{1.00003, 0, 0}, {-1, 0, 0}, {0, 0, 0}}};
    Ball bouncing = {{0, 0, 0.50003}, {0.3, 0, -1}, {0, 0, 0}};
    Vec3 spring = {0, 0, 0};
    double energy = 0.0;
    for (int n = 0; n < 30000; n++) {
      forces_of_pair(balls, soft, h, spring, energy);
      for (Ball &b : balls) {
        b.v = b.v + (h / MASS) * b.force;
        b.x = b.x + h * b.v;
      }
      bouncing.v = bouncing.v + (h / MASS) * force_of_plane(bouncing, soft);
      bouncing.x = bouncing.x + h * bouncing.v;
    }
    EXPECT_NEAR(balls[1].v.x - balls[0].v.x, 2.0 * E, 2e-3);
    EXPECT_NEAR(bouncing.v.z, E, 1e-3);
    EXPECT_EQ(bouncing.v.x, 0.3);
  }
}
