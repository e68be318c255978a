/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The augmented Lagrangian solves for forces, and Newton's method for motions. They share the network,
// but nothing of the method.

#include "../soak.h"
#include "random_networks.h"
#include "solutions.h"

#include "gtest/gtest.h"

using namespace networks;

namespace {

double two_species(int a, int b)
{
  const int soft = a % 2 + b % 2;
  return soft == 0 ? 1.0 / 5.0 : soft == 1 ? 1.0 / 3.0 : 1.0;
}

template <class Law, class AnyPacking> void expect_newton(const AnyPacking &p, double bound)
{
  const Solution al = by_augmented_lagrangian<Law>(p, 1e-10), g = by_gradients<Law>(p, 1e-12),
                 f = by_factors<Law>(p, 1e-11);
  EXPECT_EQ(al.report.reason, SolverReport::CONVERGED);
  EXPECT_LE(difference(al.force, g.force), bound);
  EXPECT_LE(difference(al.force, f.force), bound);
}

double uniform(int, int)
{
  return 1.0;
}

}    // namespace

/** Requirement: Newton, factors and this agree to 1e-8, on 20 per side. That size is for
 *  make soak; 15 per side take a third of the time, and a multiplier that is wrong shows on any size. */
TEST(AugmentedLagrangian, AgreesOnThePyramid)
{
  const Packing p = pyramid(VARDEM::at_size(15, 20), uniform);
  EXPECT_LE(difference(by_augmented_lagrangian<HookeLaw>(p, 1e-10).force,
                       by_gradients<HookeLaw>(p, 1e-12).force),
            1e-8);    // and factors: Pyramid.SparseFactorsGiveTheSameForces
}

/** Here are 10 per side, because 20 take 7 s each, and as much again for the factors. Forces agree there,
 *  too: measured once, to 1.7e-9 for two species and to 9e-10 for Hertz, with a tolerance of 1e-9. */
TEST(AugmentedLagrangian, AgreesOnSmallerPyramids)
{
  expect_newton<HookeLaw>(pyramid(10, two_species), 1e-8);
  expect_newton<HertzLaw>(pyramid(10, uniform), 1e-8);
  expect_newton<HertzLaw>(pyramid(10, two_species), 1e-8);
}

TEST(AugmentedLagrangian, AgreesInExtremeUnits)
{
  for (double stiffness : {1e-150, 1e50}) {
    const Packing p = pyramid(4, [stiffness](int a, int b) {
      return stiffness * two_species(a, b);
    });
    expect_newton<HookeLaw>(p, 1e-8);
    expect_newton<HertzLaw>(p, 1e-8);
  }
}

TEST(AugmentedLagrangian, AgreesOnRandomNetworks)
{
  for (unsigned seed = 1; seed <= 8; seed++) {
    expect_newton<HookeLaw>(RandomNetwork<6>(seed, 10.0).packing, 1e-7);
    expect_newton<HertzLaw>(RandomNetwork<6>(seed, 10.0).packing, 1e-7);
  }
}

/** The multipliers u are the motions of the bodies: the forces of the overlaps under u carry the load. */
TEST(AugmentedLagrangian, MultipliersAreMotions)
{
  const Packing p = pyramid(4, two_species);
  const Solution al = by_augmented_lagrangian<HookeLaw>(p, 1e-11);
  Start start;
  start.u = &al.u;
  const Solution newton = by_gradients<HookeLaw>(p, 1e-8, start);
  EXPECT_EQ(newton.report.steps, 0);
}

/** Requirement: not more products than are allowed, but for the three before the first step of an inner iteration. */
TEST(AugmentedLagrangian, EndsAtTheLimitOfProducts)
{
  SolverOptions options = to(1e-10);
  const Packing p = pyramid(6, two_species);
  const long all = by_augmented_lagrangian<HookeLaw>(p, options).report.products;
  options.most_products = all / 2;
  const SolverReport report = by_augmented_lagrangian<HookeLaw>(p, options).report;
  EXPECT_EQ(report.reason, SolverReport::PRODUCTS);
  EXPECT_LE(report.products, all / 2 + 3);
  EXPECT_GE(report.products, all / 2);
}
