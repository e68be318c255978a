// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Steps of rigid bodies without friction, by Newton's method. Reference figures are those of
// doc/notes/contact-dynamics.md 5; lengths are diameters, forces weights, times sqrt(d/g).

#include "random_networks.h"
#include "rigid_spheres.h"
#include "solutions.h"

#include "gtest/gtest.h"

#include <limits>
#include <random>

using namespace networks;

namespace {

const double MILLISECOND = 1.0 / 15.96;    // for d = 2.5 mm, g = 9.81 m/s^2

Packing chain(int n, double distance = 1.0)
{
  Packing p;
  for (int i = 0; i < n; i++) {
    p.x.push_back({distance * i, 0.0, 0.0});
    if (i) p.contacts.push_back({i - 1, i, 1.0});
  }
  p.fixed.assign(n, false);
  p.load.assign(3 * n, 0.0);
  return p;
}

/** Two kinds of spheres; a stiffness of springs in series (doc/notes/compatible-forces.md 4.2). */
double species(int a, int b)
{
  const int soft = (a % 2 == 0) + (b % 2 == 0);
  return soft == 0 ? 1.0 : soft == 1 ? 1.0 / 3.0 : 0.2;
}

/** The pyramid, let fall with its layers a twentieth of a radius apart (Olsen & Kamrin, section
 *  8.2). */
RigidSpheres dropped_pyramid(int n)
{
  RigidSpheres s(pyramid(n));
  for (Vec3 &x : s.packing.x) x.z *= 1.0 + 0.025 / std::sqrt(0.5);
  s.h = MILLISECOND;
  return s;
}

RigidSpheres at_rest(const Packing &p)
{
  RigidSpheres s(p);
  s.h = MILLISECOND;
  s.options.tolerance = 1e-8;
  return s;
}

}    // namespace

// Newton's rule, to round-off, which grows with kappa. The step begins with a gap that closes in
// it, or none.
TEST(ContactDynamics, TwoBodies)
{
  for (const auto &[kappa, accuracy] :
       {std::pair{1.0, 1e-12}, {1e3, 1e-12}, {1e6, 1e-9}, {0.0, 1e-8}})
    for (double gap : {0.0, 0.03})
      for (double e : {0.0, 0.5, 1.0}) {
        RigidSpheres s(chain(2, 1.0 + gap));
        s.mass = {1.0, 3.0};
        s.v[0] = {2.0, 0.4, 0.0};
        s.v[1] = {-0.5, 0.0, 0.3};
        s.h = 0.05;
        s.restitution = e;
        s.options.kappa = kappa;
        s.options.tolerance = kappa > 0.0 ? accuracy : 1e-8;
        const Vec3 before = s.momentum();
        s.step();
        EXPECT_EQ(s.report.reason, SolverReport::CONVERGED) << s.report.residual << " " << kappa;
        const double expected = e > 0.0 ? 2.5 * e : -gap / s.h;
        EXPECT_NEAR(s.v[1].x - s.v[0].x, expected, accuracy) << kappa << " " << gap << " " << e;
        EXPECT_LT(norm(s.momentum() - before), 1e-14);
        EXPECT_EQ(s.v[0].y, 0.4);
      }
}

// A body that does not move has an infinite mass, and may have a velocity.
TEST(ContactDynamics, MovingWall)
{
  for (double e : {0.0, 0.5}) {
    RigidSpheres s(chain(2));
    s.packing.fixed[0] = true;
    s.v[0] = {1.0, 0.0, 0.0};
    s.restitution = e;
    s.h = 0.05;
    s.step();
    EXPECT_NEAR(s.v[1].x, 1.0 + e, 1e-8);
  }
}

// All bodies that touch move at once: Newton's rule holds for the first contact, and the others do
// not open.
TEST(ContactDynamics, CradleOfFive)
{
  RigidSpheres s(chain(5));
  s.v[0] = {1.0, 0.0, 0.0};
  s.restitution = 1.0;
  s.options.tolerance = 1e-9;
  const double before = s.kinetic_energy();
  s.step();
  EXPECT_NEAR(s.v[0].x, -0.6, 1e-8);
  for (int i = 1; i < 5; i++) EXPECT_NEAR(s.v[i].x, 0.4, 1e-8) << i;
  EXPECT_NEAR(s.kinetic_energy(), before, 1e-8);
}

// Loads of one step are no impact: a sphere at rest does not hop.
TEST(ContactDynamics, RestWithRestitution)
{
  RigidSpheres s(chain(2));
  s.packing.fixed[0] = true;
  s.packing.load[3] = -1.0;
  s.restitution = 0.9;
  for (int n = 0; n < 20; n++) {
    s.step();
    ASSERT_LT(std::fabs(s.v[1].x), 1e-6) << n;
  }
  EXPECT_NEAR(s.force[0], 1.0, 1e-6);
}

// doc/notes/contact-dynamics.md 5: at rest by 11 ms; the largest compatible force is 1.2776467.
TEST(ContactDynamics, Drop)
{
  RigidSpheres s = dropped_pyramid(6);
  s.options.tolerance = 1e-8;
  s.options.largest_overlap = 1e-10;
  for (int n = 0; n < 12; n++) {
    s.step();
    ASSERT_EQ(s.report.reason, SolverReport::CONVERGED) << n;
    ASSERT_LE(s.report.residual, 1e-8) << n;
  }
  for (const Vec3 &v : s.v) EXPECT_LT(norm(v), 1e-6);
  const Packing touching = pyramid(6);
  for (std::size_t i = 0; i < touching.x.size(); i++)
    EXPECT_LT(norm(s.packing.x[i] - touching.x[i]), 1e-9) << i;
  s.closed = 1e-7;
  s.step();
  EXPECT_NEAR(largest(s.compatible), 1.2776467, 5e-8);
  EXPECT_NEAR(largest(s.force), 1.2776467, 1e-5);    // near the compatible ones
}

// A heap that rests does not sink: what a stiffness leaves of the overlaps in one step does not add
// up.
TEST(ContactDynamics, NoDrift)
{
  RigidSpheres s = dropped_pyramid(4);
  for (int n = 0; n < 1000; n++) s.step();
  EXPECT_LT(s.largest_overlap(), 2e-7);
  EXPECT_LT(s.kinetic_energy(), 1e-12);
}

// A single step with kappa: the error of the forces falls as 1/kappa, 40/kappa and 112/kappa for 20
// layers (doc/notes/contact-dynamics.md 3.1).
TEST(ContactDynamics, SingleStep)
{
  for (const auto &[p, error] :
       {std::pair{pyramid(20), 40.0}, std::pair{pyramid(20, species), 112.0}}) {
    const Solution exact = by_gradients<HookeLaw>(p, 1e-10);
    for (double kappa : {1e5, 1e6}) {
      RigidSpheres now = at_rest(p);
      now.options.kappa = kappa;
      now.step();
      EXPECT_NEAR(kappa * distance(now.force, exact.force), error, 0.2 * error) << kappa;
    }
  }
}

// Overlaps are pushed out at a bounded speed, and bodies are not faster afterwards.
TEST(ContactDynamics, OverlapAtTheStart)
{
  RigidSpheres s(chain(2, 0.9));
  s.h = 0.1;
  s.step();
  EXPECT_NEAR(s.rate(s.packing.contacts[0]), 1e-3 / s.h, 1e-7);
  for (int n = 0; n < 120; n++) s.step();
  EXPECT_GE(s.gap(s.packing.contacts[0]), -1e-9);
  EXPECT_LE(s.rate(s.packing.contacts[0]), 1e-3 / s.h * (1.0 + 1e-6));
}

// No motion frees a sphere between two bodies that do not move: the step ends, and says so.
TEST(ContactDynamics, Squeezed)
{
  RigidSpheres s(chain(3, 0.999));
  s.packing.fixed[0] = s.packing.fixed[2] = true;
  s.step();
  EXPECT_EQ(s.report.reason, SolverReport::INFEASIBLE);
  EXPECT_LT(norm(s.v[1]), 1e-10);
}

// The same between two bodies that approach each other: there are no overlaps yet.
TEST(ContactDynamics, SqueezedByMotion)
{
  for (int n : {1, 20}) {
    RigidSpheres s(chain(n + 2));
    s.packing.fixed[0] = s.packing.fixed[n + 1] = true;
    s.v[0] = {1.0, 0.0, 0.0};
    s.v[n + 1] = {-1.0, 0.0, 0.0};
    s.h = 1e-3;
    s.options.most_steps = 20;
    s.step();
    EXPECT_EQ(s.report.reason, SolverReport::INFEASIBLE) << n;
  }
}

// The contact forces do no more work than their targets allow: the energy of a step is at most that
// of the loads and sum h f [t]_+ (doc/notes/contact-dynamics.md 2).
TEST(ContactDynamics, NoEnergyFromNothing)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> in(-1.0, 1.0);
  for (int run = 0; run < 50; run++) {
    RigidSpheres s(pyramid(4));
    std::fill(s.packing.load.begin(), s.packing.load.end(), 0.0);
    s.h = 0.01;
    s.restitution = 0.5 * (1.0 + in(random));
    for (std::size_t i = 0; i < s.v.size(); i++)
      if (!s.packing.fixed[i]) s.v[i] = {in(random), in(random), in(random)};
    std::vector<double> rates;
    for (const auto &c : s.packing.contacts) rates.push_back(s.rate(c));
    const double before = s.kinetic_energy();
    const Packing old = s.packing;
    s.step();
    double allowed = 0.0;
    for (std::size_t c = 0; c < rates.size(); c++)
      if (rates[c] < 0.0) allowed -= s.h * s.force[c] * s.restitution * rates[c];
    EXPECT_LE(s.kinetic_energy() - before, allowed + 1e-9 * before);
  }
}

// Caps and numbers that are none.
TEST(ContactDynamics, EndsThatAreNoSolution)
{
  const auto ends_at_step_five = [](const auto &change) {
    RigidSpheres s = dropped_pyramid(6);
    for (int n = 0; n < 4; n++) s.step();
    s.options.solver = DynamicsOptions::NEWTON;
    change(s);
    s.step();
    for (const Vec3 &v : s.v) EXPECT_LE(norm(v), 2.0);    // no sphere is thrown about
    return s.report;
  };
  const auto few_steps = ends_at_step_five([](RigidSpheres &s) {
    s.options.most_steps = 2;
  });
  EXPECT_EQ(few_steps.reason, SolverReport::STEPS);
  EXPECT_EQ(few_steps.steps, 2);
  const auto few_products = ends_at_step_five([](RigidSpheres &s) {
    s.options.most_products = 10;
  });
  EXPECT_EQ(few_products.reason, SolverReport::PRODUCTS);
  const auto no_number = ends_at_step_five([](RigidSpheres &s) {
    s.packing.load[3 * 40] = std::numeric_limits<double>::quiet_NaN();
  });
  EXPECT_EQ(no_number.reason, SolverReport::STALLED);
}
