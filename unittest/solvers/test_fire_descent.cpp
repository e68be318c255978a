// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "solvers/network/contact_network.h"
#include "solvers/packing/fire_descent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace VARDEM;

namespace {

/** Spheres of radius 1/2 above fixed ones; all pairs are in the network, in half rows. */
struct Fall {
  SerialSpace space;
  ContactNetwork<SerialSpace, CentralGeometry> network;
  FireDescent<SerialSpace> fire;
  std::vector<double> centres, radii, load, u;
  LawKind law = HOOKE;

  Fall(const std::vector<Vec3> &free, const std::vector<Vec3> &fixed, double stiffness)
  {
    const int n = static_cast<int>(free.size()), all = n + static_cast<int>(fixed.size());
    for (const auto *group : {&free, &fixed})
      for (const Vec3 &x : *group) centres.insert(centres.end(), {x.x, x.y, x.z});
    for (int i = 0; i < n; i++) {
      load.insert(load.end(), {0.0, 0.0, -1.0});
      network.first.push_back(static_cast<int>(network.column.size()));
      for (int j = 0; j < i; j++) network.column.push_back(j);
      network.middle.push_back(static_cast<int>(network.column.size()));
      for (int j = n; j < all; j++) network.column.push_back(j);
    }
    network.ncontacts = static_cast<int>(network.column.size());
    network.first.push_back(network.ncontacts);
    network.stiffness.assign(network.ncontacts, stiffness);
    network.nrows = network.first_fixed = n;
    network.ncolumns = all;
    network.nbodies = n;
    radii.assign(all, 0.5);
    u.assign(3 * all, 0.0);
  }
  SolverReport descend(const DescentLimits &limits)
  {
    return fire.descend(space, network, {centres.data(), radii.data()}, law, load.data(), u.data(),
                        limits);
  }
  Vec3 at(int i) const { return vectors_at(centres.data())[i] + vectors_at(u.data())[i]; }
  double energy() const
  {
    const int all = network.ncolumns, n = network.nrows;
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      sum += at(i).z;
      for (int j = 0; j < all; j++)
        if (j < i || j >= n) {
          const double overlap = 1.0 - norm(at(i) - at(j)), k = network.stiffness[0];
          sum += law == HOOKE ? HookeLaw::energy(k, overlap) : HertzLaw::energy(k, overlap);
        }
    }
    return sum;
  }
};

/** A sphere falls from the top of a saddle of four fixed ones into the hollow. */
Fall into_a_hollow(double stiffness)
{
  return Fall({{0.07, 0.03, 0.9}}, {{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {-0.5, 0.5, 0}, {0.5, 0.5, 0}},
              stiffness);
}

}    // namespace

/** It then overlaps each of the four by c, and its weight is 4 f(c) times the slope of the
 *  branch. */
TEST(FireDescent, SphereInAHollow)
{
  for (const LawKind law : {HOOKE, HERTZ}) {
    Fall fall = into_a_hollow(1e5);
    fall.law = law;
    const auto report = fall.descend({1e-10});
    EXPECT_EQ(report.reason, SolverReport::CONVERGED);
    const Vec3 x = fall.at(0);
    EXPECT_NEAR(x.x, 0.0, 1e-7);
    EXPECT_NEAR(x.y, 0.0, 1e-7);
    const double distance = std::sqrt(0.5 + x.z * x.z), overlap = 1.0 - distance;
    const double force = law == HOOKE ? HookeLaw::force(1e5, overlap)
                                      : HertzLaw::force(1e5, overlap);
    EXPECT_GT(overlap, 0.0);
    EXPECT_NEAR(4.0 * force * x.z / distance, 1.0, 1e-8);
  }
}

/** The energy behind each part of the way is not above that before it. */
TEST(FireDescent, EnergyFalls)
{
  std::vector<Vec3> free, fixed;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      const double x = 0.05 * std::sin(7 * i + j), y = 0.05 * std::cos(3 * i + 5 * j);
      fixed.push_back({i - 1.5, j - 1.5, 0.0});
      if (i < 3 && j < 3) free.push_back({i - 1.0 + x, j - 1.0 + y, 0.9});
      if (i < 2 && j < 2) free.push_back({i - 0.5 + y, j - 0.5 + x, 1.8});
    }
  Fall fall(free, fixed, 1e4);
  double before = fall.energy();
  for (int part = 0; part < 200; part++) {
    const auto report = fall.descend({1e-8, HUGE_VAL, 100});
    const double now = fall.energy();
    EXPECT_LE(now, before + 1e-12 * std::fabs(before)) << "part " << part;
    before = now;
    if (report.reason == SolverReport::CONVERGED) return;
  }
  ADD_FAILURE() << "no equilibrium";
}

/** Without loads it ends where the spheres only touch, and does nothing where they do not. */
TEST(FireDescent, WithoutLoads)
{
  for (const LawKind law : {HOOKE, HERTZ}) {
    Fall fall({{0.0, 0.0, 0.95}, {0.9, 0.0, 0.95}}, {{0.0, 0.0, 0.0}}, 1e4);
    fall.law = law;
    fall.load.assign(6, 0.0);
    EXPECT_EQ(fall.descend({1e-6}).reason, SolverReport::CONVERGED);
    EXPECT_GT(norm(fall.at(0) - fall.at(1)), 1.0 - 1e-4);
    EXPECT_GT(norm(vectors_at(fall.u.data())[1]), 0.01);
  }
  Fall apart({{0.0, 0.0, 1.1}}, {{0.0, 0.0, 0.0}}, 1e4);
  apart.load.assign(3, 0.0);
  EXPECT_EQ(apart.descend({1e-6}).reason, SolverReport::CONVERGED);
  EXPECT_EQ(norm(vectors_at(apart.u.data())[0]), 0.0);
}

/** It ends before the reach, and not much before. */
TEST(FireDescent, EndAtTheReach)
{
  Fall fall = into_a_hollow(1e5);
  const auto report = fall.descend({1e-10, 0.05});
  EXPECT_EQ(report.reason, SolverReport::REACH);
  const double motion = norm(vectors_at(fall.u.data())[0]);
  EXPECT_LE(motion, 0.05);
  EXPECT_GE(motion, 0.03);
}
