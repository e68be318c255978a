// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The normal force by the contact radius, by the power of the overlap, without tension, and as
// springs: one function.

#include "kernels/contact/no_tension.h"
#include "kernels/contact/springs.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace VARDEM;

template <class Force> struct NormalForce : testing::Test {
};
using Forces = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(NormalForce, Forces);

/** The k of the power is R^(p-2) times the modulus. */
TYPED_TEST(NormalForce, BothFormsAreTheSameFunction)
{
  using Power = NoTension<TypeParam>;
  for (double R : {0.3, 1.0, 7.0})
    for (double c : {1e-9, 0.01, 0.5, 2.0}) {
      const double kn = 3.0, k = kn * std::pow(R, TypeParam::EXPONENT - 2.0),
                   a = TypeParam::contact_radius(R, c);
      EXPECT_NEAR(TypeParam::force(kn, c, a), Power::force(k, c), 1e-15 * Power::force(k, c));
      EXPECT_NEAR(TypeParam::tangent(kn, a), Power::tangent(k, c), 1e-15 * Power::tangent(k, c));
      EXPECT_NEAR(TypeParam::energy(kn, c, a), Power::energy(k, c), 1e-15 * Power::energy(k, c));
    }
}

/** impact_overlap() uses it: the elastic energy at the tangent stiffness k is k c^2/(p (p - 1)). */
TYPED_TEST(NormalForce, EnergyByTheTangent)
{
  for (double c : {0.01, 2.0}) {
    const double a = TypeParam::contact_radius(0.3, c), p = TypeParam::EXPONENT;
    EXPECT_NEAR(TypeParam::energy(3.0, c, a), TypeParam::tangent(3.0, a) * c * c / (p * (p - 1.0)),
                1e-15 * c * c);
  }
}

/** Springs and dashpots of a contact at one overlap, as gran/hooke/history and gran/hertz/history
 *  have them: with Hertz' law the tangent of kn a d is 3/2 kn a, and all others are proportional to
 *  a = sqrt(R d). */
TEST(Springs, OfOneOverlap)
{
  ContactParameters law = {};
  law.modulus = 3.0;
  law.tangential_stiffness = 2.0;
  law.normal.by_mass = 0.5;
  law.tangential.by_mass = 0.25;
  const double d = 0.04, R = 0.25, m = 1.0, a = 0.1;
  const Coefficients linear = coefficients<HookeForce>(law, d, R, m),
                     elastic = coefficients<HertzForce>(law, d, R, m);
  EXPECT_DOUBLE_EQ(linear.k.normal, 3.0);
  EXPECT_DOUBLE_EQ(linear.k.tangent, 2.0);
  EXPECT_DOUBLE_EQ(linear.c.normal, 0.5);
  EXPECT_DOUBLE_EQ(linear.c.tangent, 0.25);
  EXPECT_DOUBLE_EQ(elastic.k.normal, 1.5 * 3.0 * a);
  EXPECT_DOUBLE_EQ(elastic.k.tangent, 2.0 * std::sqrt(d));    // KT sqrt(d), without R
  EXPECT_DOUBLE_EQ(elastic.c.normal, 0.5 * a);
  EXPECT_DOUBLE_EQ(elastic.c.tangent, 0.25 * a);
}
