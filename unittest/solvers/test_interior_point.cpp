// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The interior-point method against Newton's method and against sparse factors.

#include "../soak.h"
#include "random_networks.h"
#include "settled.h"
#include "solutions.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <limits>

using namespace networks;

namespace {

double two_species(int a, int b)
{
  return a % 3 && b % 3 ? 1.0 : 0.1;
}

/** Newton's method and the interior point find the same forces with all linear solvers. They have a residual of 1e-11, so that 1e-8 leaves room for soft networks. */
template <class Law, class AnyPacking> void expect_agreement(const AnyPacking &p)
{
  const Solution exact = by_factors<Law>(p, 1e-11);
  EXPECT_EQ(exact.report.reason, SolverReport::CONVERGED);
  for (const auto &s :
       {by_interior_point<Law>(p, 1e-11), by_interior_point<Law, SparseDirect>(p, 1e-11),
        by_interior_point<Law, ConjugateGradients>(p, 1e-11),
        newton<Law, IncompleteGradients>(p, to(1e-11)), by_gradients<Law>(p, 1e-11)}) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    EXPECT_LE(s.report.residual, 1e-11);
    EXPECT_LE(difference(s.force, exact.force), 1e-8);
  }
}

}    // namespace

TEST(InteriorPoint, PyramidsHaveTheForcesOfNewton)
{
  const Packing p = pyramid(8, two_species);
  expect_agreement<HookeLaw>(p);
  expect_agreement<HertzLaw>(p);
}

TEST(InteriorPoint, HalfAndFullRowsGiveTheSameForces)
{
  const Packing p = pyramid(8, two_species);
  Start full;
  full.full = true;
  const Solution a = by_interior_point<HookeLaw>(p, 1e-11),
                 b = by_interior_point<HookeLaw>(p, 1e-11, full);
  EXPECT_EQ(b.report.reason, SolverReport::CONVERGED);
  EXPECT_LE(difference(a.force, b.force), 1e-9);
}

/** The hard case: a disordered packing has hardly more contacts than it needs, and soft modes that
 *  extend over many particles (doc/notes/compatible-forces.md 4.4). The interior point is made for
 *  it: few steps, and few products with incomplete factors. Newton takes 1,000 products and more. */
TEST(InteriorPoint, DisorderedPackings)
{
  for (unsigned seed : VARDEM::at_size<std::vector<unsigned>>({1}, {1, 2, 3, 4})) {
    const Packing p = Settled(200, seed).packing;
    expect_agreement<HookeLaw>(p);
    expect_agreement<HertzLaw>(p);
    const Solution inside = by_interior_point<HookeLaw>(p, 1e-8),
                   newton = by_gradients<HookeLaw>(p, 1e-8);
    std::printf("%d steps, %ld products; Newton %d, %ld\n", inside.report.steps,
                inside.report.products, newton.report.steps, newton.report.products);
    EXPECT_LE(inside.report.steps, 25);
    EXPECT_LE(2 * inside.report.products, newton.report.products);
  }
}

/** An inertia D, as single steps of contact dynamics have it, and gaps of both signs. */
TEST(InteriorPoint, InertiaAndGaps)
{
  const Packing p = pyramid(6, two_species);
  const int rows = network_of(p, false).network.nrows;
  std::vector<double> inertia(3 * rows), gap;
  for (std::size_t k = 0; k < inertia.size(); k++) inertia[k] = 0.01 * (1 + k / 3 % 5);
  for (std::size_t c = 0; c < p.contacts.size(); c++)
    gap.push_back(c % 7 == 3 ? 2.0 : c % 5 == 1 ? -0.5 : 0.0);
  for (bool heavy : {false, true})
    for (bool apart : {false, true}) {
      Start start;
      if (heavy) start.inertia = &inertia;
      if (apart) start.gap = &gap;
      const Solution f = by_factors<HookeLaw>(p, 1e-11, start),
                     h = by_factors<HertzLaw>(p, 1e-11, start),
                     fi = by_interior_point<HookeLaw>(p, 1e-11, start),
                     hi = by_interior_point<HertzLaw>(p, 1e-11, start);
      for (const auto *s : {&f, &h, &fi, &hi})
        EXPECT_EQ(s->report.reason, SolverReport::CONVERGED) << heavy << apart;
      EXPECT_LE(difference(fi.force, f.force), 1e-8) << heavy << apart;
      EXPECT_LE(difference(hi.force, h.force), 1e-8) << heavy << apart;
    }
}

namespace {

/** Both laws, on networks of bodies with n motions, against Newton's method down to this residual. */
template <int n> void expect_newton(unsigned networks, double residual, double bound)
{
  int steps = 0;
  long products = 0;
  for (unsigned seed = 1; seed <= networks; seed++) {
    const RandomNetwork<n> random(seed, 10.0);
    const Solution f = by_factors<HookeLaw>(random.packing, residual),
                   h = by_factors<HertzLaw>(random.packing, residual),
                   fi = by_interior_point<HookeLaw>(random.packing, 1e-11),
                   hi = by_interior_point<HertzLaw>(random.packing, 1e-11);
    EXPECT_EQ(fi.report.reason, SolverReport::CONVERGED) << seed;
    EXPECT_EQ(hi.report.reason, SolverReport::CONVERGED) << seed;
    EXPECT_LE(difference(fi.force, f.force), bound) << seed;
    EXPECT_LE(difference(hi.force, h.force), bound) << seed;
    steps += fi.report.steps;
    products += fi.report.products;
  }
  std::printf("%.1f steps, %.0f products in the mean\n", 1.0 * steps / networks,
              1.0 * products / networks);
}

}    // namespace

/** Network 882 is so soft (motions of 2e5) that Newton's method with gradients is off by 2e-6 at this
 *  residual. */
TEST(InteriorPoint, RandomNetworks)
{
  expect_newton<3>(VARDEM::at_size(150u, 1000u), 1e-12, VARDEM::at_size(1e-8, 1e-7));
  expect_newton<6>(VARDEM::at_size(50u, 300u), 1e-11, 1e-8);
}

/** Bodies that nothing holds drift away by up to 1e7, and the round-off of their overlaps makes a
 *  residual of up to 2e-10. Newton's steps go on from there (NoTensionNewton::from_here). A residual
 *  of zero is out of reach: the solve ends, and says so. */
TEST(InteriorPoint, LargeMotionsAndRoundOff)
{
  const auto reached = [](const Solution &s) {
    double largest = 0.0;
    for (double a : s.u) largest = std::max(largest, std::fabs(a));
    EXPECT_GE(largest, 1e6);
    EXPECT_LE(s.report.residual, 1e-13);
    EXPECT_LE(s.report.steps, 100);
    return s.report.reason;
  };
  const auto hooke = RandomNetwork<3>(456, 10.0).packing,
             hertz = RandomNetwork<3>(609, 10.0).packing;
  EXPECT_EQ(reached(by_interior_point<HookeLaw>(hooke, 1e-13)), SolverReport::CONVERGED);
  EXPECT_EQ(reached(by_interior_point<HertzLaw>(hertz, 1e-13)), SolverReport::CONVERGED);
  const Solution most = by_interior_point<HertzLaw>(hertz, 0.0);
  EXPECT_EQ(reached(most), SolverReport::STALLED);
  EXPECT_LE(most.report.residual, most.report.round_off);
}

/** By any method, for a tolerance that no solve can reach. */
TEST(InteriorPoint, StalledSolvesEnd)
{
  int steps = 0, at_round_off = 0, stalled = 0;
  for (unsigned seed = 1; seed <= VARDEM::at_size(60u, 300u); seed++) {
    const auto p = RandomNetwork<3>(seed, 10.0).packing;
    for (const auto &s :
         {by_factors<HookeLaw>(p, 0.0), by_factors<HertzLaw>(p, 0.0),
          by_interior_point<HookeLaw>(p, 0.0), by_interior_point<HertzLaw>(p, 0.0)}) {
      const bool exact = s.report.residual == 0.0;
      EXPECT_EQ(s.report.reason, exact ? SolverReport::CONVERGED : SolverReport::STALLED) << seed;
      EXPECT_LE(s.report.residual, 1e-12) << seed;
      steps = std::max(steps, s.report.steps);
      stalled += !exact;
      at_round_off += !exact && s.report.residual <= s.report.round_off;
    }
  }
  std::printf("at most %d steps; %d of %d at round-off\n", steps, at_round_off, stalled);
  EXPECT_LE(steps, 150);
  EXPECT_GE(at_round_off, 0.9 * stalled);
}

/** The proof comes from the interior point itself, or from the Newton steps that follow. */
TEST(InteriorPoint, LoadsThatCannotBeCarriedAreRecognised)
{
  int count = 0, most_steps = 0;
  for (unsigned seed = 1; seed <= VARDEM::at_size(100u, 1000u); seed++) {
    RandomNetwork<3> random(seed, 10.0);
    if (!random.overload(seed, 0.01)) continue;
    count++;
    for (const auto &s : {by_interior_point<HookeLaw>(random.packing, 1e-8),
                          by_interior_point<HertzLaw>(random.packing, 1e-8)}) {
      EXPECT_EQ(s.report.reason, SolverReport::INFEASIBLE) << seed;
      most_steps = std::max(most_steps, s.report.steps);
    }
  }
  std::printf("%d loads, at most %d steps\n", count, most_steps);
  EXPECT_GE(count, 90);
}

/** The load of a pyramid is turned so far that it slides: 15 steps are the requirement. */
TEST(InteriorPoint, TiltedPackingSlidesWithinFewSteps)
{
  for (double tilt : {0.3, 1.5}) {
    Packing p = pyramid(10, two_species);
    for (std::size_t i = 0; i < p.x.size(); i++) p.load[3 * i] = -3.0 * tilt * p.load[3 * i + 2];
    for (const auto &s :
         {by_interior_point<HookeLaw>(p, 1e-8), by_interior_point<HertzLaw>(p, 1e-8)}) {
      EXPECT_EQ(s.report.reason, SolverReport::INFEASIBLE) << tilt;
      EXPECT_LE(s.report.steps, 15) << tilt;
    }
  }
}

TEST(InteriorPoint, OneContactAndNothingToDo)
{
  Packing p;
  p.x = {{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
  p.fixed = {true, false};
  p.contacts = {{0, 1, 2.0}};
  p.load = {0.0, 0.0, 0.0, 0.0, 0.0, -3.0};
  const Solution one = by_interior_point<HookeLaw>(p, 1e-12);
  EXPECT_EQ(one.report.reason, SolverReport::CONVERGED);
  EXPECT_NEAR(one.force[0], 3.0, 1e-11);    // the weight
  p.load[5] = 0.0;
  const Solution none = by_interior_point<HookeLaw>(p, 1e-12);
  EXPECT_EQ(none.report.reason, SolverReport::CONVERGED);
  EXPECT_EQ(none.report.steps, 0);
  EXPECT_EQ(none.force[0], 0.0);
  p.load[5] = 3.0;    // upwards
  EXPECT_EQ(by_interior_point<HookeLaw>(p, 1e-12).report.reason, SolverReport::INFEASIBLE);
  p.contacts.clear();
  EXPECT_EQ(by_interior_point<HookeLaw>(p, 1e-12).report.reason, SolverReport::INFEASIBLE);
}

/** Steps that are cut off leave the best motion so far. */
TEST(InteriorPoint, StopsAfterTheLargestNumberOfSteps)
{
  SolverOptions options = to(1e-12);
  options.most_steps = 4;
  const Packing p = pyramid(8, two_species);
  const Solution s = solution_by<HookeLaw, InteriorPoint, IncompleteGradients>(p, options);
  EXPECT_EQ(s.report.reason, SolverReport::STEPS);
  EXPECT_EQ(s.report.steps, options.most_steps);
  EXPECT_TRUE(std::isfinite(s.report.residual));
  EXPECT_LE(s.report.residual, 1.0);    // that of no motion at all
}

/** The cap holds for all methods, up to the products that finish a step. The interior point keeps
 *  the motion with the least residual, which is no more than that of no motion; that of Newton's
 *  method may be larger, because each of its steps lowers the energy. */
TEST(InteriorPoint, StopsAfterTheLargestNumberOfProducts)
{
  const Packing p = pyramid(12, two_species);
  SolverOptions options = to(1e-12);
  for (long most : {1l, 10l, 20l}) {
    options.most_products = most;
    const Solution inside[] = {solution_by<HookeLaw, InteriorPoint, IncompleteGradients>(p,
                                                                                         options),
                               solution_by<HertzLaw, InteriorPoint, IncompleteGradients>(p,
                                                                                         options)},
                   newtons[] = {newton<HookeLaw, ConjugateGradients>(p, options),
                                newton<HertzLaw, IncompleteGradients>(p, options)};
    for (const auto *s : {&inside[0], &inside[1], &newtons[0], &newtons[1]}) {
      EXPECT_EQ(s->report.reason, SolverReport::PRODUCTS) << most;
      EXPECT_LE(s->report.products, most + 2) << most;
    }
    for (const auto &s : inside) EXPECT_LE(s.report.residual, 1.0) << most;
    for (const auto &s : newtons) EXPECT_TRUE(std::isfinite(s.report.residual)) << most;
  }
}
