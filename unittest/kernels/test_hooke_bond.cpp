// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The two-sided Hookean bond: a contact that never opens.

#include "binder_bonds.h"
#include "kernels/bond/hooke_bond.h"
#include "reference/stiffness_blocks.h"
#include "test_eigen.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace VARDEM;

namespace {

/** Two spheres and their bond, at any distance from the rest length. */
struct HookeBonded {
  ContactParameters law;
  double R1, R2, rest_length, m;
  Vec3 x1, x2;
  Motion v;

  SphereContact contact() const
  {
    const Vec3 e = x2 - x1;
    return bonded(e, norm(e), R1, R2, rest_length);
  }
  ContactVelocity velocity() const
  {
    return contact_velocity(contact(), v.u1 - v.u2, v.th1, v.th2);
  }
  ContactForce force() const { return hooke_bond_force<true>(law, contact(), velocity(), m); }
  Forces forces() const
  {
    const SphereContact c = contact();
    const ContactForce f = force();
    const Vec3 F = total_force(c, f), M = moment_per_lever(c, f);
    return {F, c.lever_1 * M, -F, c.lever_2 * M};
  }
  HookeBondTangents tangents() const { return hooke_bond_tangents(law, contact(), m); }
};

HookeBonded random_bond(bool damped, Random &random)
{
  HookeBonded pair = {};
  pair.law.stiffness = random.between(500.0, 2000.0);
  pair.law.unlimited = UNLIMITED;
  pair.law.lever = 0.5;
  if (damped) add_dashpots(pair.law, random);
  pair.R1 = random.between(0.3, 0.7);
  pair.R2 = random.between(0.3, 0.7);
  pair.rest_length = (pair.R1 + pair.R2) * random.between(0.9, 1.3);
  pair.x1 = random.vector();
  pair.x2 = pair.x1 + (pair.rest_length * random.between(0.5, 1.5)) * unit(random.vector());
  pair.m = random.between(0.2, 2.0);
  pair.v = {random.vector(), random.vector(), random.vector(), random.vector()};
  return pair;
}

}    // namespace

// Requirement: force = -dU/dx and tangent = dF/dx at 1,000 states in tension and in compression,
// relative 1e-8

TEST(HookeBond, ForceIsTheDerivativeOfTheEnergy)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const HookeBonded pair = random_bond(false, random);
    const Forces found = pair.forces();
    for (int k = 0; k < 3; k++) {
      const double expected = -central_difference(1e-3, [&](double t) {
        HookeBonded moved = pair;
        moved.x1 = moved.x1 + t * unit_motion(k).u1;
        return moved.force().energy;
      });
      EXPECT_NEAR((&found.F1.x)[k], expected, 1e-8 * norm(found.F1));
    }
    const double stretch = norm(pair.x2 - pair.x1) - pair.rest_length;
    EXPECT_NEAR(pair.force().energy, 0.5 * pair.law.stiffness * stretch * stretch, 1e-9);
    EXPECT_GE(dot(found.F1, pair.x2 - pair.x1) * stretch, 0.0);    // it pulls if it is longer
  }
}

TEST(HookeBond, TangentIsTheDerivativeOfTheForce)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const HookeBonded pair = random_bond(false, random);
    const Motion way = {random.vector(), random.vector(), random.vector(), random.vector()};
    const Forces expected = central_difference(1e-3, [&](double t) {
      HookeBonded moved = pair;
      moved.x1 = pair.x1 + t * way.u1;
      moved.x2 = pair.x2 + t * way.u2;
      return moved.forces();
    });
    const Forces found = forces(pair.tangents().springs * displacement(way));
    EXPECT_LE(largest(found - expected, 0.5), 1e-8 * largest(expected, 0.5));
  }
}

TEST(HookeBond, DashpotsTakeEnergyAndHaveTheirTangent)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const HookeBonded pair = random_bond(true, random);
    HookeBonded at_rest = pair;
    at_rest.v = {};
    const Forces damping = pair.forces() - at_rest.forces();
    const Forces found = forces(pair.tangents().dashpots * displacement(pair.v));
    EXPECT_LE(largest(found - damping, 0.5), 1e-11 * largest(pair.forces(), 0.5));
    const ContactForce f = pair.force();
    EXPECT_GE(f.dashpot_power, 0.0);
    EXPECT_NEAR(-dot(damping, pair.v), f.dashpot_power, 1e-10 * (1.0 + f.dashpot_power));
    EXPECT_EQ(f.friction_power, 0.0);
  }
}

// It is objective: M1 + M2 = e x F1, and a rigid motion meets no dashpot

TEST(HookeBond, KeepsAngularMomentum)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    HookeBonded pair = random_bond(true, random);
    const Vec3 e = pair.x2 - pair.x1;
    const Forces f = pair.forces();
    EXPECT_LE(norm(f.M1 + f.M2 - cross(e, f.F1)), 1e-15 * norm(e) * norm(f.F1) + 1e-14);
    const Vec3 w = random.vector();
    pair.v = {cross(w, pair.x1), w, cross(w, pair.x2), w};
    const ContactForce rigid = pair.force();
    EXPECT_LE(norm(rigid.tangential), 1e-12);
    EXPECT_LE(rigid.dashpot_power, 1e-20);
  }
}

// The chain 3-1-2 of a contact k and a bond kB: w^2 = (k + kB + sqrt(k^2 + kB^2 - k kB))/m, and not
// min(2k, 2kB)/m. By hand, for the section 3.3 of De Klerk et al.

TEST(HookeBond, FrequencyOfAChainIsThatOfBothSprings)
{
  for (const double kB : {0.1, 1.0, 30.0}) {
    const double k = 1.0;
    ContactParameters contact = {}, bond = {};
    contact.stiffness = k;
    bond.stiffness = kB;
    contact.unlimited = bond.unlimited = UNLIMITED;
    contact.lever = bond.lever = 0.5;
    const Vec3 e = {1.0, 0.0, 0.0};
    const SphereContact c = bonded(e, 1.0, 0.5, 0.5, 1.0);
    PairBlock a[2][2], b[2][2];
    stiffness_blocks(hooke_bond_tangents(contact, c, 1.0).springs, a);
    stiffness_blocks(hooke_bond_tangents(bond, c, 1.0).springs, b);
    Eigen::Matrix3d K = Eigen::Matrix3d::Zero();
    for (int i : {0, 1})
      for (int j : {0, 1}) {
        K(i, j) += a[i][j].a[0][0];
        K(i + 1, j + 1) += b[i][j].a[0][0];
      }
    const double expected = k + kB + std::sqrt(k * k + kB * kB - k * kB);
    EXPECT_NEAR(Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(K).eigenvalues()(2), expected,
                1e-14 * expected);
  }
}
