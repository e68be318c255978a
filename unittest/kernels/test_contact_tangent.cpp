// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The tangent of a soft contact against differences of its force, and its blocks.

#include "kernels/stable_step.h"
#include "reference/contact_tangent.h"
#include "reference/stiffness_blocks.h"
#include "soft_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace VARDEM;

template <class NormalForce> struct ContactTangentOf : testing::Test {
};
using Laws = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(ContactTangentOf, Laws);

namespace {

enum State { STICKS, SLIDES, WITHOUT_SPRING };

double overlap_change(const TwoBodies &two, const Motion &way)
{
  return dot(way.u1 - way.u2, two.contact().n);
}

Vec3 slip(const TwoBodies &two, const Motion &way)
{
  const SphereContact c = two.contact();
  return contact_velocity(c, way.u1 - way.u2, way.th1, way.th2).sliding;
}

/** A state at rest, in which the spring is as long as Coulomb's bound allows if it slides. */
template <class NormalForce> TwoBodies state_at_rest(State state, bool plane, Random &random)
{
  ContactParameters law = elastic_law(random, random.between(0.0, 1.0) < 0.5 ? 0.5 : 0.0);
  if (state != WITHOUT_SPRING) add_friction(law, random, state == SLIDES ? 0.3 : 1e4);
  TwoBodies two = two_bodies(law, random, plane);
  two.v = {};
  if (state == SLIDES) {
    const SphereContact c = two.contact();
    const ElasticForce elastic = elastic_force<NormalForce>(law, c.overlap, c.R);
    const double length = friction_bound(law, elastic.force) / elastic.kt;
    two.spring = (length / norm(two.spring)) * two.spring;
  }
  if (state == WITHOUT_SPRING) two.spring = {};
  return two;
}

/** The rate at which the load would grow over Coulomb's bound: > 0 if the contact goes on
 *  sliding. */
template <class NormalForce> double overload(const TwoBodies &two, const Motion &way)
{
  const SphereContact c = two.contact();
  const ElasticForce elastic = elastic_force<NormalForce>(two.law, c.overlap, c.R);
  const double kt = elastic.kt, length = norm(two.spring), closing = overlap_change(two, way);
  const double softer = closing < 0.0 ? (NormalForce::EXPONENT - 2.0) * closing / c.overlap : 0.0;
  return kt * (dot(two.spring, slip(two, way)) / length + softer * length) -
      two.law.friction * elastic.tangent * closing;
}

/** What the largest of the tangent would give for a motion of this size. */
double scale(const ContactTangent &t, const Motion &way)
{
  return std::max(t.normal, t.tangent) *
      std::max({norm(way.u1 - way.u2), t.lever_1 * norm(way.th1), t.lever_2 * norm(way.th2)});
}

template <class NormalForce> ContactTangents tangents(const TwoBodies &two, bool loading)
{
  const SphereContact c = two.contact();
  const SpringStep step =
      spring_step<NormalForce>(two.law, two.spring, c, {}, {}, {}, two.law.lever, 0.0);
  return contact_tangents<NormalForce, true>(two.law, c, two.velocity(c), two.m, step, loading);
}

}    // namespace

// Requirement: tangent = dF/dx at 1,000 states of each law, relative 1e-8, moments likewise. The
// differences are those on the side to which the motion goes, of third order, because Hertz' spring
// has one tangent when the overlap grows and one when it falls

TYPED_TEST(ContactTangentOf, SpringsIsTheDerivativeOfForcesAndMoments)
{
  Random random;
  for (const State state : {WITHOUT_SPRING, STICKS, SLIDES}) {
    double worst = 0.0;
    for (int n = 0; n < STATES; n++) {
      const TwoBodies two = state_at_rest<TypeParam>(state, n % 3 == 0, random);
      Motion way = random_motion(two, random);
      if (state == SLIDES && overload<TypeParam>(two, way) < 0.0) way = -1.0 * way;
      if (state == SLIDES && overload<TypeParam>(two, way) < 0.0) continue;
      const Forces rest = two.now<TypeParam>().template forces<TypeParam>();
      const auto change = [&](double t) {
        return two.moved<TypeParam>(t * way).template forces<TypeParam>() - rest;
      };
      const double h = 1e-4;
      const Forces expected =
          (1.0 / (6.0 * h)) * (18.0 * change(h) - 9.0 * change(2 * h) + 2.0 * change(3 * h));
      const ContactTangent t = tangents<TypeParam>(two, overlap_change(two, way) > 0.0).springs;
      const Forces found = forces(t * displacement(way));
      worst = std::max(worst, largest(found - expected, 0.5) / scale(t, way));
    }
    printf("worst %.1e\n", worst);
    EXPECT_LE(worst, 1e-8) << state;
  }
}

// The same for dashpots and velocities

TYPED_TEST(ContactTangentOf, DashpotsIsTheDerivativeByVelocities)
{
  Random random;
  int sliding = 0;
  double worst = 0.0;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = elastic_law(random, n % 2 ? 0.5 : 0.0);
    add_dashpots(law, random);
    if (n % 3) add_friction(law, random, n % 3 == 1 ? 0.05 : 1e4);
    const TwoBodies two = two_bodies(law, random, n % 5 == 0).now<TypeParam>();
    const Motion way = random_motion(two, random);
    const double h = 3e-3;
    const auto at = [&](double t) {
      TwoBodies faster = two;
      faster.v = {two.v.u1 + t * way.u1, two.v.th1 + t * way.th1, two.v.u2 + t * way.u2,
                  two.v.th2 + t * way.th2};
      return faster.forces<TypeParam>();
    };
    const Forces expected =
        (1.0 / (12.0 * h)) * (8.0 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h)));
    const ContactTangent t = tangents<TypeParam>(two, false).dashpots;
    sliding += norm(t.sliding) > 0.0;
    worst = std::max(
        worst, largest(forces(t * displacement(way)) - expected, 0.5) / largest(expected, 0.5));
  }
  printf("worst %.1e, %d slide\n", worst, sliding);
  EXPECT_LE(worst, 1e-8);
  EXPECT_GT(sliding, STATES / 10);
}

// Blocks are the product, column by column; the elastic normal part is symmetric: k n n^T - N/r (1
// - n n^T)

TYPED_TEST(ContactTangentOf, BlocksAreThoseOfTheProduct)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const TwoBodies two = state_at_rest<TypeParam>(n % 2 ? STICKS : SLIDES, n % 3 == 0, random);
    const ContactTangent t = tangents<TypeParam>(two, n % 5 == 0).springs;
    PairBlock K[2][2];
    stiffness_blocks(t, K);
    const Motion a = random_motion(two, random);
    const Forces f = forces(t * displacement(a));
    const Vec3 motion[2][2] = {{a.u1, a.th1}, {a.u2, a.th2}};
    const Vec3 force[2][2] = {{f.F1, f.M1}, {f.F2, f.M2}};
    for (int i = 0; i < 2; i++)
      for (int row = 0; row < 6; row++) {
        double sum = 0.0, scale = 0.0;
        for (int j = 0; j < 2; j++)
          for (int column = 0; column < 6; column++) {
            const double part = K[i][j].a[row][column] * (&motion[j][column / 3].x)[column % 3];
            sum -= part;
            scale += std::fabs(part);
          }
        EXPECT_NEAR(sum, (&force[i][row / 3].x)[row % 3], 1e-13 * scale);
      }
  }
}

TYPED_TEST(ContactTangentOf, ElasticBlocksAreThoseOfThePotential)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const TwoBodies two = state_at_rest<TypeParam>(WITHOUT_SPRING, false, random);
    const SphereContact c = two.contact();
    const ElasticForce f = elastic_force<TypeParam>(two.law, c.overlap, c.R);
    PairBlock K[2][2];
    stiffness_blocks(tangents<TypeParam>(two, false).springs, K);
    for (int row = 0; row < 3; row++)
      for (int column = 0; column < 3; column++) {
        const double nn = (&c.n.x)[row] * (&c.n.x)[column];
        const double expected = f.tangent * nn - f.force / c.distance * ((row == column) - nn);
        for (int i : {0, 1})
          for (int j : {0, 1})
            EXPECT_NEAR(K[i][j].a[row][column], i == j ? expected : -expected, 1e-14 * f.tangent);
      }
  }
}

// The blocks of compute timestep/contact are this tangent without what turns

TYPED_TEST(ContactTangentOf, SymmetricPartIsTheStiffnessBlock)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const TwoBodies two = state_at_rest<TypeParam>(STICKS, false, random);
    const SphereContact c = two.contact();
    ContactTangent t = tangents<TypeParam>(two, true).springs;
    const Coefficients of = coefficients<TypeParam>(two.law, c.overlap, c.R, two.m);
    EXPECT_EQ(springs_of(t).normal, of.k.normal);
    EXPECT_EQ(springs_of(t).tangent, of.k.tangent);
    t.N = 0.0;
    t.T = {};
    StiffnessBlock first = {};
    add_contact(first, c.n, c.lever_1, springs_of(t));
    PairBlock K[2][2];
    stiffness_blocks(t, K);
    const Symmetric *parts[2] = {&first.uu, &first.rr};
    for (int part : {0, 1}) {
      const Symmetric &S = *parts[part];
      const double full[3][3] = {{S.xx, S.xy, S.xz}, {S.xy, S.yy, S.yz}, {S.xz, S.yz, S.zz}};
      for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
          EXPECT_NEAR(K[0][0].a[3 * part + row][3 * part + column], full[row][column],
                      1e-14 * (of.k.normal + of.k.tangent));
    }
    const Vec3 &L = first.lever;    // K_ur = -[L]x
    const double cross_of[3][3] = {{0, L.z, -L.y}, {-L.z, 0, L.x}, {L.y, -L.x, 0}};
    for (int row = 0; row < 3; row++)
      for (int column = 0; column < 3; column++)
        EXPECT_NEAR(K[0][0].a[row][3 + column], cross_of[row][column], 1e-14 * of.k.tangent);
  }
}
