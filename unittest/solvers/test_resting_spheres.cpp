// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Elastic spheres at rest: RestingSpheres.

#include "networks.h"
#include "solvers/packing/resting_spheres.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace VARDEM;
using namespace networks;

namespace {

/** One free sphere of radius 1 in contact with fixed ones; the load is in the plane of x and z. */
struct OneSphere {
  SphereNetwork<SerialSpace> s;
  std::vector<double> centres, radii, u;
  SerialSpace space;
  CompatibleForces<SerialSpace, CentralGeometry> forces;
  RestingSpheres<SerialSpace> resting;

  struct Neighbor {
    Vec3 x;
    double stiffness;
  };

  OneSphere(const std::vector<Neighbor> &neighbors, const Vec3 &load) :
      s(packing(neighbors, load), true), radii(s.network.ncolumns, 1.0),
      u(3 * s.network.ncolumns, 0.0)
  {
    const double *x = s.network.geometry.x;
    centres.assign(x, x + 3 * s.network.ncolumns);
  }
  static Packing packing(const std::vector<Neighbor> &neighbors, const Vec3 &load)
  {
    Packing p;
    for (const Neighbor &n : neighbors) {
      p.contacts.push_back(
          {static_cast<int>(p.x.size()), static_cast<int>(neighbors.size()), n.stiffness});
      p.x.push_back(n.x);
      p.fixed.push_back(true);
    }
    p.x.push_back({0.0, 0.0, 0.0});
    p.fixed.push_back(false);
    p.load.assign(3 * p.x.size(), 0.0);
    const double components[3] = {load.x, load.y, load.z};
    std::copy_n(components, 3, p.load.end() - 3);
    return p;
  }
  SolverReport solve(double tolerance, const NetworkReach &reach = NetworkReach(),
                     int most_steps = SolverOptions().most_steps)
  {
    SolverOptions options;
    options.tolerance = tolerance;
    options.most_steps = most_steps;
    return resting.solve(space, forces, s.network, {centres.data(), radii.data()}, HOOKE,
                         s.load.data(), u.data(), options, reach);
  }
};

}    // namespace

/** The sphere presses two fixed ones apart, and can roll off. The residual is that of the true
 *  overlaps behind the motion, and no pass raises the potential energy. */
TEST(RestingSpheres, EachPassTellsTheTruth)
{
  const Vec3 fixed[2] = {{-1.1, 0.0, -std::sqrt(3.0)}, {0.9, 0.0, -std::sqrt(3.0)}};
  for (int steps : {0, 1, 2, 3, 500}) {
    OneSphere sphere({{fixed[0], 100.0}, {fixed[1], 100.0}}, {3.0, 0.0, -40.0});
    const auto report = sphere.solve(1e-13, NetworkReach(), steps);
    EXPECT_EQ(report.reason, steps == 500 ? SolverReport::CONVERGED : SolverReport::STEPS);
    const Vec3 u = {sphere.u[0], sphere.u[1], sphere.u[2]};
    double energy = -3.0 * u.x + 40.0 * u.z;
    Vec3 force = {3.0, 0.0, -40.0};
    for (const Vec3 &x : fixed) {
      const Vec3 e = x - u;
      const double overlap = std::max(0.0, 2.0 - norm(e));
      energy += 50.0 * overlap * overlap;
      force = force - (100.0 * overlap / norm(e)) * e;
    }
    EXPECT_TRUE(steps ? energy < -1.0 : energy < 0.12) << energy;
    EXPECT_NEAR(report.residual, norm(force) / std::hypot(3.0, 40.0), 1e-12);
  }
}

/** Two spheres press on the free one from both sides with a force of 10, and turn away from it when
 *  it moves across. This takes away 88 % of the stiffness of the sphere below, so that passes alone
 *  would come nearer by 12 % each, which takes about 200. */
TEST(RestingSpheres, GeometricStiffness)
{
  OneSphere sphere({{{-1.9, 0.0, 0.0}, 100.0}, {{1.9, 0.0, 0.0}, 100.0}, {{0.0, 0.0, -2.0}, 12.0}},
                   {0.0, 0.0, -0.05});
  const auto report = sphere.solve(1e-12);
  EXPECT_EQ(report.reason, SolverReport::CONVERGED);
  EXPECT_LE(report.steps, 12);
  const double z = -sphere.u[2], distance = std::hypot(1.9, z);
  EXPECT_GT(z, 0.03);
  EXPECT_NEAR(-0.05 - 2.0 * 100.0 * (2.0 - distance) * z / distance + 12.0 * z, 0.0, 1e-12);
}

/** A sphere sinks into the one below by 0.4. With a shorter reach it stops at half the reach, and
 *  the next network goes on from there. */
TEST(RestingSpheres, EndAtTheReach)
{
  OneSphere sphere({{{0.0, 0.0, -2.0}, 100.0}}, {0.0, 0.0, -40.0});
  auto report = sphere.solve(1e-12, {0.1, false});
  EXPECT_EQ(report.reason, SolverReport::REACH);
  EXPECT_NEAR(sphere.u[2], -0.05, 1e-14);
  EXPECT_NEAR(sphere.resting.farthest_motion(), 0.4, 1e-7);
  report = sphere.solve(1e-12, {1.0, true});
  EXPECT_EQ(report.reason, SolverReport::CONVERGED);
  EXPECT_NEAR(sphere.u[2], -0.4, 1e-12);
  // Forces that balance the loads do not count where contacts may be missing
  report = sphere.solve(1e-12, {0.1, true});
  EXPECT_EQ(report.reason, SolverReport::REACH);
  EXPECT_NEAR(sphere.u[2], -0.4, 1e-12);
}
