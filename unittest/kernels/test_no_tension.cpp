// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Contact laws that push and do not pull: energies, forces, tangents and their conjugates belong
// together.

#include "kernels/contact/no_tension.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace VARDEM;

template <class Law> struct WithoutTension : testing::Test {
};
using Laws = testing::Types<HookeLaw, HertzLaw>;
TYPED_TEST_SUITE(WithoutTension, Laws);

TYPED_TEST(WithoutTension, ForceIsTheDerivativeOfTheEnergyAndTangentThatOfTheForce)
{
  const double h = 1e-5;
  for (double k : {0.2, 3.0})
    for (double c : {0.01, 0.5, 2.0}) {
      EXPECT_NEAR((TypeParam::energy(k, c + h) - TypeParam::energy(k, c - h)) / (2.0 * h),
                  TypeParam::force(k, c), 1e-7);
      EXPECT_NEAR((TypeParam::force(k, c + h) - TypeParam::force(k, c - h)) / (2.0 * h),
                  TypeParam::tangent(k, c), 1e-5);
    }
}

TYPED_TEST(WithoutTension, DoesNotPull)
{
  for (double c : {-1e-300, -1.0, -1e300}) {
    EXPECT_EQ(TypeParam::energy(2.0, c), 0.0);
    EXPECT_EQ(TypeParam::force(2.0, c), 0.0);
    EXPECT_EQ(TypeParam::tangent(2.0, c), 0.0);
  }
}

/** Olsen & Kamrin, arXiv:1805.07437, (34): w + w* >= f c, equal where f = w'(c). */
TYPED_TEST(WithoutTension, ComplementaryEnergyIsTheConjugate)
{
  for (double k : {0.2, 3.0})
    for (double c : {0.01, 0.5, 2.0})
      for (double part : {0.0, 0.5, 0.99, 1.0, 1.01, 3.0}) {
        const double f = part * TypeParam::force(k, c),
                     gap = TypeParam::energy(k, c) + TypeParam::complementary_energy(k, f) - f * c;
        if (part == 1.0)
          EXPECT_NEAR(gap, 0.0, 1e-15 * f * c + 1e-18);
        else
          EXPECT_GT(gap, 0.0);
      }
}

TYPED_TEST(WithoutTension, OverlapIsTheInverseOfTheForce)
{
  for (double c : {0.0, 1e-9, 0.5, 2.0})
    EXPECT_NEAR(TypeParam::overlap(3.0, TypeParam::force(3.0, c)), c, 1e-15 * c);
}

TYPED_TEST(WithoutTension, EnergyIsAPower)    // of the overlap, of which EXPONENT tells
{
  EXPECT_NEAR(TypeParam::energy(1.0, 4.0) / TypeParam::energy(1.0, 1.0),
              std::pow(4.0, TypeParam::EXPONENT), 1e-13);
  EXPECT_NEAR(TypeParam::energy(1.0, 1.0) * TypeParam::EXPONENT, TypeParam::force(1.0, 1.0), 1e-15);
}
