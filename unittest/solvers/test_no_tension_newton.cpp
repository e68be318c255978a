// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "../soak.h"
#include "solutions.h"

#include "gtest/gtest.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <type_traits>

using namespace networks;

using VARDEM::at_size;

namespace {

/** Two species: stiffness 1/5 between soft bodies, 1/3 between a soft and a hard one, 1 between
 *  hard ones. Bodies with even numbers are soft; the first body has the number `first`. */
std::function<double(int, int)> two_species(int first = 0)
{
  return [first](int a, int b) {
    const int soft = (a + first) % 2 + (b + first) % 2;
    return soft == 0 ? 1.0 / 5.0 : soft == 1 ? 1.0 / 3.0 : 1.0;
  };
}

/** Counts the contacts that carry a force: all of them, and those within a layer. */
std::pair<int, int> loaded(const Packing &p, const std::vector<double> &f)
{
  std::pair<int, int> count;
  for (std::size_t c = 0; c < f.size(); c++)
    if (f[c] > 1e-6) {
      count.first++;
      count.second += p.x[p.contacts[c].a].z == p.x[p.contacts[c].b].z;
    }
  return count;
}

/** Vertical forces on the bodies of the lowest layer, which are the first n^2. */
std::vector<double> on_base(const Packing &p, const std::vector<double> &f, int n)
{
  std::vector<double> force(n * n, 0.0);
  for (std::size_t c = 0; c < f.size(); c++)
    if (p.contacts[c].a < n * n)    // the contact's normal is (0.5, 0.5, sqrt(0.5)) but for signs
      force[p.contacts[c].a] += f[c] * std::sqrt(0.5);
  return force;
}

/** Largest deviation of the contact forces from the eight symmetries of the square, relative to the
 *  largest force. */
double asymmetry(const Packing &p, const std::vector<double> &force, int n)
{
  const auto place = [](double x, double y, double z) {
    return std::array<long, 3>{std::lround(2 * x), std::lround(2 * y), std::lround(2 * z)};
  };
  std::map<std::array<long, 3>, int> body;
  for (std::size_t i = 0; i < p.x.size(); i++) body[place(p.x[i].x, p.x[i].y, p.x[i].z)] = i;
  std::map<std::pair<int, int>, double> of;
  for (std::size_t c = 0; c < force.size(); c++) {
    const auto &pair = p.contacts[c];
    of[std::minmax(pair.a, pair.b)] = force[c];
  }
  const double side = n - 1.0;
  const auto turned = [&](int i) {
    const VARDEM::Vec3 &x = p.x[i];
    return body.at(place(side - x.y, x.x, x.z));
  };
  const auto mirrored = [&](int i) {
    const VARDEM::Vec3 &x = p.x[i];
    return body.at(place(side - x.x, x.y, x.z));
  };
  double most = 0.0;
  for (const auto &[pair, f] : of) {
    const auto [a, b] = pair;
    for (const auto &image :
         {std::minmax({turned(a), turned(b)}), std::minmax({mirrored(a), mirrored(b)})})
      most = std::max(most, std::fabs(of.at(image) - f));
  }
  return most / largest(force);
}

constexpr int SIDE = 20;

}    // namespace

// The pyramid of 2,870 spheres. All figures are those of an independent implementation:
// doc/notes/compatible-forces.md 4.2 and doc/notes/compatible-forces.md 4.3.

namespace {

/** Of the uniform pyramid: largest force, contacts with a force, vertical forces on the spheres in
 *  the middle and at the corner of the base. */
template <class Law>
void expect_uniform(double largest_force, int number, double middle, double corner)
{
  const Packing p = pyramid(SIDE);
  const Solution s = by_gradients<Law>(p, 1e-13);
  const auto base = on_base(p, s.force, SIDE);
  EXPECT_EQ(p.contacts.size(), 14440u);
  EXPECT_NEAR(largest(s.force), largest_force, 1e-9);
  EXPECT_EQ(loaded(p, s.force), std::make_pair(number, 0));
  EXPECT_NEAR(base[9 * SIDE + 9], middle, 5e-5);
  EXPECT_NEAR(base[0], corner, 5e-5);
  EXPECT_NEAR(std::accumulate(base.begin(), base.end(), 0.0), 2470.0, 1e-8);
  EXPECT_LE(asymmetry(p, s.force, SIDE), 1e-12);
}

/** Of the pyramid of two species: largest force, contacts with a force, those within layers. */
template <class Law>
void expect_two_species(int first, double largest_force, int number, int in_layers)
{
  const Packing p = pyramid(SIDE, two_species(first));
  const Solution s = by_gradients<Law>(p, 1e-11);
  EXPECT_NEAR(largest(s.force), largest_force, 1e-9);
  EXPECT_EQ(loaded(p, s.force), std::make_pair(number, in_layers));
}

}    // namespace

TEST(Pyramid, Uniform)
{
  expect_uniform<HookeLaw>(4.3970111399, 9784, 7.6497, 2.5533);
  expect_uniform<HertzLaw>(4.5213094965, 9840, 7.6915, 2.5781);
}

TEST(Pyramid, TwoSpecies)
{
  expect_two_species<HookeLaw>(0, 7.1747131232, 10253, 1031);
  expect_two_species<HookeLaw>(1, 7.1878825934, 10264, 1032);
  expect_two_species<HertzLaw>(0, 6.5962458251, 10539, 1009);
}

/** Requirements: at most 300 products for n = 20 per side, and a growth of at most n^1.35. */
TEST(Pyramid, ProductsGrowSlowlyWithItsSize)
{
  std::map<int, double> products;
  // 60 takes 3/4 of the time
  const auto sides = at_size<std::vector<int>>({10, 20, 40}, {10, 20, 40, 60});
  for (int n : sides) products[n] = by_gradients<HookeLaw>(pyramid(n), 1e-8).report.products;
  EXPECT_LE(products[20], 300);
  for (int n : sides) EXPECT_LE(products[n] / products[10], std::pow(n / 10.0, 1.35)) << n;
}

TEST(Pyramid, SmallChangesAreCheaperThanTheFirstSolution)
{
  Packing p = pyramid(SIDE);
  const Solution first = by_gradients<HookeLaw>(p, 1e-8);
  Start start;
  start.u = &first.u;
  for (std::size_t i = 0; i < p.load.size(); i++) p.load[i] *= 1.0 + 0.01 * std::sin(1.0 * i);
  EXPECT_LE(by_gradients<HookeLaw>(p, 1e-8, start).report.products,
            0.8 * by_gradients<HookeLaw>(p, 1e-8).report.products);
}

// Progress is reported after each product, or after each factorization.

namespace {

template <template <class, class> class Linear> void expect_a_call_per_product(const Packing &p)
{
  long calls = 0;
  SolverOptions options = to(1e-10);
  options.progress = [&](const SolverReport &report) {
    EXPECT_EQ(report.products, ++calls);
  };
  const SolverReport report = newton<HertzLaw, Linear>(p, options).report;
  EXPECT_GT(report.products, report.reason == SolverReport::CONVERGED ? 1 : 1000000);
  EXPECT_EQ(report.products, calls);
}

}    // namespace

TEST(Progress, IsReportedAfterEachProduct)
{
  const Packing p = pyramid(5, two_species());
  expect_a_call_per_product<ConjugateGradients>(p);
  expect_a_call_per_product<SparseDirect>(p);
}

/** The first line of a solve is due after one interval, too. */
TEST(Progress, LinesAreDueEverySoManySeconds)
{
  ProgressClock clock{10.0};
  clock.start(100.0);
  std::vector<double> lines;
  for (double now = 100.0; now < 136.0; now += 0.5)
    if (clock.due(now)) lines.push_back(now);
  EXPECT_EQ(lines, (std::vector<double>{110.0, 120.0, 130.0}));
  EXPECT_EQ(clock.elapsed(135.5), 35.5);
  EXPECT_TRUE(
      clock.due(170.0));    // after a long product: one line, and the next ten seconds later
  EXPECT_FALSE(clock.due(179.9));
  clock.start(175.0);
  EXPECT_FALSE(clock.due(184.9));
  EXPECT_TRUE(clock.due(185.0));
}

// Awkward cases.

namespace {

/** An upright column of n spheres on a fixed one. */
Packing column(int n)
{
  Packing p;
  for (int i = 0; i <= n; i++) {
    p.x.push_back({0.0, 0.0, 1.0 * i});
    p.fixed.push_back(i == 0);
    for (double f : {0.0, 0.0, i ? -1.0 : 0.0}) p.load.push_back(f);
    if (i) p.contacts.push_back({i - 1, i, 1.0});
  }
  return p;
}

}    // namespace

TEST(NoTensionNewton, UprightColumnCarriesWhatIsAbove)
{
  const Solution s = by_gradients<HertzLaw>(column(50), 1e-13);
  for (int c = 0; c < 50; c++) EXPECT_NEAR(s.force[c], 50.0 - c, 1e-9);
  for (const auto &one :
       {by_gradients<HookeLaw>(column(1), 1e-12), by_gradients<HertzLaw>(column(1), 1e-12),
        by_factors<HookeLaw>(column(1), 1e-12), by_factors<HertzLaw>(column(1), 1e-12)}) {
    EXPECT_EQ(one.report.reason, SolverReport::CONVERGED);
    EXPECT_NEAR(one.force[0], 1.0, 1e-11);
  }
}

TEST(NoTensionNewton, LeaningColumnCannotBeCarried)
{
  for (int n : {1, 2, 20}) {
    Packing p = column(n);
    for (std::size_t i = 0; i < p.x.size(); i++) p.x[i].x = 0.1 * i;
    for (const auto &report :
         {by_gradients<HookeLaw>(p, 1e-8).report, by_gradients<HertzLaw>(p, 1e-8).report,
          by_factors<HookeLaw>(p, 1e-8).report}) {
      EXPECT_EQ(report.reason, SolverReport::INFEASIBLE);
      EXPECT_LE(report.steps, 5);
    }
  }
}

/** The particle is the one at the top, one on the base, or one in the middle. */
TEST(NoTensionNewton, GrainThatIsPushedUpCannotBeCarried)
{
  for (int n : {3, 10, at_size(5, 20)}) {    // 10 per side have all kinds of neighbors that 20 have
    const Packing heap = pyramid(n, two_species());
    const int last = heap.x.size() - 1;
    for (int grain : {last, n * n, n * n + (n - 1) * (n - 1) / 2}) {
      Packing p = heap;
      p.load[3 * grain + 2] = 0.2 * last;    // more than the weight above it
      for (const auto &report :
           {by_gradients<HookeLaw>(p, 1e-8).report, by_gradients<HertzLaw>(p, 1e-8).report}) {
        EXPECT_EQ(report.reason, SolverReport::INFEASIBLE) << n << " " << grain;
      }
    }
  }
}

TEST(NoTensionNewton, LoadedGrainWithoutContactsCannotBeCarried)
{
  Packing p = column(3);
  p.contacts.pop_back();
  EXPECT_EQ(by_gradients<HookeLaw>(p, 1e-8).report.reason, SolverReport::INFEASIBLE);
}

/** Networks without bodies, without contacts, and without loads. */
TEST(NoTensionNewton, NothingToDo)
{
  Packing none;
  Packing fixed = column(1);
  fixed.fixed[1] = true;
  Packing weightless = column(3);
  std::fill(weightless.load.begin(), weightless.load.end(), 0.0);
  for (const Packing &p : {none, fixed, weightless})
    for (const auto &s : {by_gradients<HookeLaw>(p, 1e-8), by_gradients<HertzLaw>(p, 1e-8),
                          by_factors<HookeLaw>(p, 1e-8)}) {
      EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
      EXPECT_EQ(s.report.steps, 0);
      EXPECT_EQ(largest(s.force), 0.0);
    }
}

/** The solution starts from motions under an earlier load. */
TEST(NoTensionNewton, LoadThatVanishesLeavesNoForces)
{
  Packing p = column(3);
  const Solution before = by_gradients<HookeLaw>(p, 1e-8);
  std::fill(p.load.begin(), p.load.end(), 0.0);
  Start start;
  start.u = &before.u;
  const Solution s = by_gradients<HookeLaw>(p, 1e-8, start);
  EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
  EXPECT_EQ(largest(s.force), 0.0);
}

// Units far from one. Forces depend only on the ratios of the stiffnesses.

namespace {

/** The packing in other units: its stiffnesses, loads and positions are multiplied by these
 *  factors. */
Packing in_units(Packing p, double stiffness, double load, double length)
{
  for (auto &contact : p.contacts) contact.stiffness *= stiffness;
  for (double &f : p.load) f *= load;
  for (VARDEM::Vec3 &x : p.x) x = length * x;
  return p;
}

/** Both linear solvers find the same forces as in ordinary units, in as many steps and products.
 *  Hertz's law may take one step more or less: the search that starts from Hooke's solution takes
 *  other trial steps if the units of motions of the two laws differ. */
template <class Law> void expect_same_solution(const Packing &p, double stiffness, double load)
{
  const Packing q = in_units(p, stiffness, load, 1e-6);
  const int steps = std::is_same<Law, HookeLaw>::value ? 0 : 1, products = 5 * steps;
  for (bool direct : {false, true}) {
    const auto solve = [direct](const Packing &any) {
      return direct ? by_factors<Law>(any, 1e-10) : by_gradients<Law>(any, 1e-10);
    };
    const Solution one = solve(p);
    Solution s = solve(q);
    for (double &f : s.force) f /= load;
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED) << stiffness << " " << load;
    EXPECT_LE(difference(s.force, one.force), 1e-9) << stiffness << " " << load;
    EXPECT_NEAR(s.report.steps, one.report.steps, steps) << stiffness << " " << load;
    EXPECT_NEAR(s.report.products, one.report.products, products) << stiffness << " " << load;
  }
}

}    // namespace

template <class Law> struct ExtremeUnits : testing::Test {
};
using Laws = testing::Types<HookeLaw, HertzLaw>;
TYPED_TEST_SUITE(ExtremeUnits, Laws);

TYPED_TEST(ExtremeUnits, OfStiffness)
{
  for (const Packing &p : {pyramid(6), pyramid(6, two_species())})
    for (double stiffness : {1e-150, 1e-30, 1e-27, 1e39, 1e50, 1e150})
      expect_same_solution<TypeParam>(p, stiffness, 1.0);
}

TYPED_TEST(ExtremeUnits, OfLoadAndStiffness)
{
  for (double load : {1e-30, 1e30})
    for (double stiffness : {1e-150, 1.0, 1e150})
      expect_same_solution<TypeParam>(pyramid(6, two_species()), stiffness, load);
  expect_same_solution<TypeParam>(pyramid(6, two_species()), 1.0, 1e-160);    // squares underflow
  expect_same_solution<TypeParam>(pyramid(6, two_species()), 1.0, 1e160);
}

/** A factor that is a power of two (of eight, for Hertz's law) leaves all bits of the forces. */
TYPED_TEST(ExtremeUnits, KeepBits)
{
  const Packing p = pyramid(6);
  const Solution one = by_gradients<TypeParam>(p, 1e-10);
  for (int exponent : {-498, -99, 99, 498}) {
    const Solution s =
        by_gradients<TypeParam>(in_units(p, std::ldexp(1.0, exponent), 1.0, 1.0), 1e-10);
    EXPECT_EQ(s.force, one.force) << exponent;
    EXPECT_EQ(s.report.steps, one.report.steps) << exponent;
    EXPECT_EQ(s.report.products, one.report.products) << exponent;
    EXPECT_EQ(s.report.residual, one.report.residual) << exponent;
  }
}

/** Motions are returned in the units of the caller, so that they are a start that needs no step. */
TYPED_TEST(ExtremeUnits, OfMotions)
{
  for (double stiffness : {1e-150, 1e50}) {
    const Packing p = in_units(pyramid(6, two_species()), stiffness, 1e3, 1e-6);
    const Solution before = by_gradients<TypeParam>(p, 1e-10);
    Start start;
    start.u = &before.u;
    const Solution s = by_gradients<TypeParam>(p, 2e-10, start);
    EXPECT_EQ(s.report.steps, 0);
    EXPECT_LE(difference(s.force, before.force), 1e-9);
  }
}

TEST(NoTensionNewton, MotionsOutOfRangeHaveTheirOwnReason)
{
  for (double exponent : {-160.0, 160.0}) {
    const Packing p =
        in_units(pyramid(3), std::pow(10.0, exponent), std::pow(10.0, -exponent), 1.0);
    for (const Solution &s : {by_gradients<HookeLaw>(p, 1e-8), by_gradients<HertzLaw>(p, 1e-8),
                              by_factors<HookeLaw>(p, 1e-8)}) {
      EXPECT_EQ(s.report.reason, SolverReport::SCALE);
      EXPECT_EQ(largest(s.force), 0.0);
      EXPECT_DOUBLE_EQ(s.report.stiffness, std::pow(10.0, exponent));
      EXPECT_DOUBLE_EQ(s.report.load, std::pow(10.0, -exponent));
    }
  }
}

/** Particles weigh 1e-3 to 1e3 times the mean weight. */
TEST(NoTensionNewton, LoadsOfManyOrdersOfMagnitude)
{
  Packing p = pyramid(10, two_species());
  for (std::size_t i = 2; i < p.load.size(); i += 3)
    p.load[i] *= std::pow(10.0, 3.0 * std::sin(1.0 * i));
  const Solution s = by_gradients<HookeLaw>(p, 1e-12);
  EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
  EXPECT_LE(difference(s.force, by_factors<HookeLaw>(p, 1e-12).force), 1e-9);
}

namespace {

/** The middle half of all particles, in the order of their numbers, is heavier. These are some
 *  layers and parts of two others. Each weight can go down four straight lines of contacts to the
 *  base, so such a load can be carried, however large it is. */
Packing heavy_middle(int n, double factor)
{
  Packing p = pyramid(n);
  const std::size_t grains = p.x.size();
  for (std::size_t i = grains / 4; i < 3 * grains / 4; i++) p.load[3 * i + 2] *= factor;
  return p;
}

template <class Law, template <class, class> class Linear> void expect_carried(const char *name)
{
  SolverOptions options = to(1e-8);
  options.most_steps = 500;
  // 10 per side need up to 94 steps, so that a solver that gives up early fails; 14 per side take
  // ten times as long
  for (int n : at_size<std::vector<int>>({5, 10}, {5, 10, 14}))
    for (double factor : {1e3, 4e4}) {
      const SolverReport r = newton<Law, Linear>(heavy_middle(n, factor), options).report;
      std::printf("%s, n = %d, %g: reason %d, %d steps, %ld products, residual %.1e\n", name, n,
                  factor, r.reason, r.steps, r.products, r.residual);
      EXPECT_EQ(r.reason, SolverReport::CONVERGED) << name << ", n = " << n << ", " << factor;
    }
}

}    // namespace

TEST(HeavyMiddle, IsCarriedByGradients)
{
  expect_carried<HookeLaw, ConjugateGradients>("Hooke");
  expect_carried<HertzLaw, ConjugateGradients>("Hertz");
}

TEST(HeavyMiddle, IsCarriedByFactors)
{
  expect_carried<HookeLaw, SparseDirect>("Hooke");
  expect_carried<HertzLaw, SparseDirect>("Hertz");
}
