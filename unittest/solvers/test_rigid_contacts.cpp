// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Rigid contacts by the solvers that find their forces: motions, reports, copies of contacts.

#include "cut_networks.h"
#include "random_networks.h"
#include "rigid_steps.h"

#include "gtest/gtest.h"

using namespace networks;

namespace {

/** Random contacts that some motion w can open: their gaps are approach(w) or more. open: the part
 *  of which is more. */
template <int n> RigidStep<RowPacking<n>> random_step(unsigned seed, double open = 0.5)
{
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  RigidStep<RowPacking<n>> step{RandomNetwork<n>(seed, 1.0).packing, {}, {}};
  const auto &p = step.packing;
  std::vector<double> w;
  for (bool fixed : p.fixed)
    for (int k = 0; k < n; k++) {
      w.push_back(fixed ? 0.0 : 2.0 * uniform(random) - 1.0);
      step.inertia.push_back(0.5 + uniform(random));
    }
  for (const auto &c : p.contacts)
    step.gap.push_back(approach(p, c, w) + (uniform(random) < open ? uniform(random) : 0.0));
  return step;
}

template <class AnyPacking>
std::vector<RigidSolution> by_all(const RigidStep<AnyPacking> &step, const SolverOptions &options,
                                  const RigidStart &start = {})
{
  return {by_apgd(step, options, start), by_pgs(step, options, start)};
}

/** u = D^-1 B^T f of each body, N f + gap, and the residual, from the packing alone. */
template <int n> struct Direct {
  std::vector<double> u, left;
  double residual = 0.0;

  Direct(const RigidStep<RowPacking<n>> &step, const std::vector<double> &f) :
      u(step.inertia.size())
  {
    const auto &p = step.packing;
    for (std::size_t c = 0; c < f.size(); c++)
      for (int k = 0; k < n; k++) {
        u[n * p.contacts[c].a + k] -= f[c] * p.contacts[c].A[k] * mobile(step, p.contacts[c].a, k);
        u[n * p.contacts[c].b + k] += f[c] * p.contacts[c].B[k] * mobile(step, p.contacts[c].b, k);
      }
    for (std::size_t c = 0; c < f.size(); c++) {
      const auto &of = p.contacts[c];
      double N = 0.0;
      for (int k = 0; k < n; k++)
        N += of.A[k] * of.A[k] * mobile(step, of.a, k) + of.B[k] * of.B[k] * mobile(step, of.b, k);
      left.push_back(step.gap[c] - approach(p, of, u));
      if (p.fixed[of.a] && p.fixed[of.b]) continue;
      residual = std::max(residual, std::fabs(std::min(N * f[c], left[c])));
    }
    residual /= step.scale();
  }

 private:
  static double mobile(const RigidStep<RowPacking<n>> &step, int i, int k)
  {
    return step.packing.fixed[i] ? 0.0 : 1.0 / step.inertia[n * i + k];
  }
};

/** Rows come first in the columns of the network, in the order of the free bodies. */
template <int n>
std::vector<double> of_rows(const RowPacking<n> &p, const std::vector<double> &of_bodies)
{
  std::vector<double> rows;
  for (std::size_t i = 0; i < p.fixed.size(); i++)
    if (!p.fixed[i])
      rows.insert(rows.end(), of_bodies.begin() + n * i, of_bodies.begin() + n * (i + 1));
  return rows;
}

template <int n> void expect_true(const RigidStep<RowPacking<n>> &step, const RigidSolution &s)
{
  const Direct<n> direct(step, s.force);
  const auto rows = of_rows(step.packing, direct.u);
  EXPECT_LE(apart(rows, s.u), 1e-13 * std::max(largest(rows), largest(s.force)));
  for (std::size_t k = rows.size(); k < s.u.size(); k++) EXPECT_EQ(s.u[k], 0.0);
  EXPECT_NEAR(s.report.residual, direct.residual,
              1e-13 * (1.0 + direct.residual + largest(s.force)));
  for (double f : s.force) EXPECT_GE(f, 0.0);
}

/** A pyramid of 6 per side at rest, with different masses. */
RigidStep<RowPacking<3>> resting_pyramid()
{
  const RowPacking<3> p = with_rows(pyramid(6));
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  std::vector<double> mass;
  for (std::size_t i = 0; i < p.fixed.size(); i++) mass.insert(mass.end(), 3, uniform(random));
  return step_from_rest(p, mass);
}

/** Gauss-Seidel takes more than a million sweeps on some networks. */
constexpr int MOST_SWEEPS = 20000;

/** Returns whether Gauss-Seidel has come to an end. */
template <int n> bool expect_agreement(unsigned seed)
{
  SCOPED_TRACE(seed);
  const auto step = random_step<n>(seed);
  RigidStart start;
  start.full = seed % 2;
  const RigidSolution a = by_apgd(step, within(1e-12), start),
                      b = by_pgs(step, within(1e-12, MOST_SWEEPS), start);
  const bool ended = b.report.reason == SolverReport::CONVERGED;
  EXPECT_EQ(a.report.reason, SolverReport::CONVERGED);
  if (ended) { EXPECT_LE(apart(a.u, b.u), 1e-8 * largest(a.u)); }
  if (step.scale() == 0.0) return ended;
  expect_true(step, a);
  expect_true(step, b);
  return ended;
}

}    // namespace

/** v+ is unique (doc/notes/projected-solvers.md 1), whatever the forces. There are parallel and
 *  opposite contacts, bodies without contacts, and networks whose motions are free in part. The
 *  bound is a requirement. */
TEST(RigidContacts, MotionsOfSolversAgree)
{
  int ended = 0;
  for (unsigned seed = 1; seed <= 100; seed++)
    ended += expect_agreement<3>(seed) + expect_agreement<6>(seed);
  EXPECT_GE(ended, 195);    // 198 (measured)
}

/** All spheres are free, so that the forces of an impact cannot change their momentum. */
TEST(RigidContacts, KeepMomentum)
{
  Packing p = pyramid(6);
  p.fixed.assign(p.fixed.size(), false);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  std::vector<double> mass, flight;
  for (std::size_t i = 0; i < p.x.size(); i++) {
    mass.insert(mass.end(), 3, uniform(random));
    for (int k = 0; k < 3; k++) flight.push_back(uniform(random));
  }
  const auto step = step_of(p, mass, flight, std::vector<double>(p.contacts.size(), 0.0));
  for (const RigidSolution &s : by_all(step, within(1e-6))) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    EXPECT_GE(largest(s.force), 0.1);
    for (int k = 0; k < 3; k++) {
      double sum = 0.0, moduli = 0.0;
      for (std::size_t a = k; a < mass.size(); a += 3) {
        sum += mass[a] * s.u[a];
        moduli += std::fabs(mass[a] * s.u[a]);
      }
      EXPECT_LE(std::fabs(sum), 1e-14 * moduli) << k;
    }
  }
}

namespace {

/** The same step where some contacts go through ghosts, which stand for rows of the same
 *  process. */
template <template <class, class> class Solver>
RigidSolution with_images(const RigidStep<RowPacking<3>> &step, const Cut &cut,
                          const std::vector<int> &order,
                          const SolverOptions &options = within(1e-11, MOST_SWEEPS))
{
  using Space = HostSpace<Images>;
  CutNetwork<Space, 3> images(step.packing, cut, 0);
  Images exchange;
  exchange.nrows = images.network.nrows;
  exchange.owner = &images.network.owners.row;
  Space space(exchange);
  RigidStart start;
  start.order = &order;
  return solve_in<Solver>(space, images.network, images.contact,
                          of_rows(step.packing, step.inertia), step, options, start);
}

}    // namespace

/** Contacts across a periodic boundary are stored twice. Gauss-Seidel finds even forces that are
 *  not unique, because the order is the same. */
TEST(RigidContacts, KnowImages)
{
  int ghosts = 0;
  for (unsigned seed = 1; seed <= 20; seed++) {
    SCOPED_TRACE(seed);
    const auto step = random_step<3>(seed);
    Cut cut(step.packing, 1);
    for (std::size_t c = 0; c < cut.is_image.size(); c++) {
      const auto &of = step.packing.contacts[c];
      cut.is_image[c] = c % 3 == 0 && !step.packing.fixed[of.a] && !step.packing.fixed[of.b];
      ghosts += cut.is_image[c];
    }
    auto order = as_numbered(step.gap.size());
    std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
    RigidStart start;
    start.order = &order;
    const RigidSolution plain = by_pgs(step, within(1e-11), start);
    const std::size_t rows = of_rows(step.packing, step.inertia).size();
    for (RigidSolution s : {with_images<ProjectedGradients>(step, cut, order),
                            with_images<ProjectedGaussSeidel>(step, cut, order)}) {
      EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
      s.u.resize(rows);
      EXPECT_LE(apart(s.u, plain.u), 1e-7 * largest(plain.u));
    }
    const RigidSolution s = with_images<ProjectedGaussSeidel>(step, cut, order);
    EXPECT_EQ(s.report.steps, plain.report.steps);
    EXPECT_LE(apart(s.force, plain.force), 1e-9 * largest(plain.force));
  }
  EXPECT_GE(ghosts, 100);
}

/** Ghosts move as their rows after the solve, too, although the best step is not always the last
 *  one. */
TEST(RigidContacts, GhostsFollow)
{
  for (unsigned seed = 1; seed <= 10; seed++) {
    SCOPED_TRACE(seed);
    const auto step = random_step<3>(seed);
    Cut cut(step.packing, 1);
    cut.is_image.assign(cut.is_image.size(), true);
    const CutNetwork<SerialSpace, 3> images(step.packing, cut, 0);
    const auto order = as_numbered(step.gap.size());
    const SolverOptions round_off = within(0.0, 200);
    for (const RigidSolution &s :
         {with_images<ProjectedGradients>(step, cut, order, round_off),
          with_images<ProjectedGaussSeidel>(step, cut, order, round_off)}) {
      const auto &owner = images.network.owners.row;
      for (std::size_t g = 0; g < owner.size(); g++)
        for (int k = 0; k < 3; k++)
          EXPECT_EQ(s.u[3 * (images.network.nrows + g) + k], s.u[3 * owner[g] + k]);
    }
  }
}

/** Full rows of three spheres with period 2 along x. Spheres 0 and 2 are in the same place. Sphere
 *  1 touches 0 on both sides, and 2 on one side. Two of the contacts of 0 and 1 have the same row,
 *  and other gaps. */
TEST(ProjectedGaussSeidel, FindsCopies)
{
  const double x[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 2.0, 0.0, 0.0};
  ContactNetwork<SerialSpace, CentralGeometry> network;
  network.geometry = {x};
  network.nrows = network.nbodies = 3;
  network.first_fixed = network.ncolumns = 5;
  network.owners = {{0, 0}, {1, 0}};    // columns 3 and 4
  network.full = true;
  network.first = {0, 3, 7, 8};
  network.column = {1, 3, 1, 2, 4, 0, 0, 1};
  network.ncontacts = 8;
  network.has_gaps = true;
  network.gap = {-0.1, -0.1, -0.3, -0.1, -0.1, -0.3, -0.1, -0.1};
  SerialSpace space;
  ContactEnds<SerialSpace, CentralGeometry> ends;
  ends.find(space, network, 0.3);
  const int rows[] = {0, 0, 0, 1, 1, 1, 1, 2}, others[] = {1, 1, 1, 2, 0, 0, 0, 1},
            copies[] = {6, 4, 5, 7, 1, 2, 0, 3};
  for (int c = 0; c < network.ncontacts; c++) {
    EXPECT_EQ(ends.row(c), rows[c]) << c;
    EXPECT_EQ(ends.other(c), others[c]) << c;
    EXPECT_EQ(ends.copy(c), copies[c]) << c;
  }
}

/** Gauss-Seidel cannot know which rows ghosts without owners stand for, nor change forces on
 *  another process. */
TEST(ProjectedGaussSeidel, RefusesWhatItCannotReach)
{
  const auto step = random_step<3>(2);
  Cut cut(step.packing, 1);
  cut.is_image.assign(cut.is_image.size(), true);
  CutNetwork<SerialSpace, 3> images(step.packing, cut, 0);
  images.network.owners.clear();
  SerialSpace space;
  ContactEnds<SerialSpace, StoredGeometry<3>> ends;
  EXPECT_THROW(ends.find(space, images.network, 1.0), std::logic_error);

  struct Two : NoExchange {
    int processes() const { return 2; }
  };
  HostSpace<Two> two;
  CutNetwork<HostSpace<Two>, 3> piece(step.packing, Cut(step.packing, 1), 0);
  ContactEnds<HostSpace<Two>, StoredGeometry<3>> of_two;
  EXPECT_THROW(of_two.find(two, piece.network, 1.0), std::logic_error);
}

TEST(RigidContacts, NothingToDo)
{
  auto step = random_step<3>(1);
  for (double &g : step.gap) g = std::fabs(g);
  const std::vector<double> warm(step.gap.size(), 1.0);
  RigidStart start;
  start.force = &warm;
  for (const RigidSolution &s : by_all(step, within(1e-10), start)) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    EXPECT_EQ(s.report.residual, 0.0);
    EXPECT_EQ(s.report.products, 0);
    EXPECT_EQ(largest(s.force), 0.0);
    EXPECT_EQ(largest(s.u), 0.0);
  }
  // no contacts here, but other processes have some
  step.packing.contacts.clear();
  step.gap = {-1.0};
  for (const RigidSolution &s : by_all(step, within(1e-10))) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    EXPECT_EQ(largest(s.u), 0.0);
  }
}

TEST(RigidContacts, ASolutionIsAStart)
{
  const auto step = random_step<3>(2);
  RigidStart start;
  const RigidSolution first = by_pgs(step, within(1e-11));
  start.force = &first.force;
  for (const RigidSolution &s : by_all(step, within(1e-10), start)) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    EXPECT_EQ(s.report.steps, 0);
    EXPECT_EQ(s.force, first.force);
  }
}

/** Contacts that are open but push count with the motion N_cc f that takes the force off. */
TEST(RigidContacts, ForcesOfOpenContactsAreErrors)
{
  for (unsigned seed = 1; seed <= 5; seed++) {
    SCOPED_TRACE(seed);
    auto step = random_step<6>(seed);
    for (double &g : step.gap) g += 100.0;
    step.gap[0] = -1e-3;
    std::vector<double> warm(step.gap.size(), 0.0);
    for (std::size_t c = 1; c < warm.size(); c += 2) warm[c] = 1e-3 * c;
    RigidStart start;
    start.force = &warm;
    for (const RigidSolution &s : by_all(step, within(1e-11, 0), start)) expect_true(step, s);
  }
}

/** Wherever a cap on products falls: the residual is that of the forces. Two products start a
 *  descent. */
TEST(RigidContacts, CapsOnProductsTellTheTruth)
{
  const auto step = resting_pyramid();
  for (int most = 1; most <= 60; most++) {
    SolverOptions options = within(1e-11);
    options.most_products = most;
    const auto all = by_all(step, options);
    const int number[] = {std::max(most, 2), most};
    for (int k : {0, 1}) {
      SCOPED_TRACE(testing::Message() << most << " " << k);
      expect_true(step, all[k]);
      EXPECT_EQ(all[k].report.reason, SolverReport::PRODUCTS);
      EXPECT_EQ(all[k].report.products, number[k]);
    }
  }
}

/** With a cap on steps, the forces of a descent and of sweeps are the best of all steps so far. A
 *  descent gets worse at times. */
TEST(RigidContacts, CapsOnStepsKeepTheBest)
{
  const auto step = resting_pyramid();
  double least[] = {HUGE_VAL, HUGE_VAL};
  int kept = 0;
  for (int most = 0; most <= 60; most++) {
    const auto all = by_all(step, within(1e-11, most));
    for (int k : {0, 1}) {
      SCOPED_TRACE(testing::Message() << most << " " << k);
      expect_true(step, all[k]);
      EXPECT_EQ(all[k].report.reason, SolverReport::STEPS);
      EXPECT_EQ(all[k].report.steps, most);
      EXPECT_LE(all[k].report.residual, least[k]);
      kept += all[k].report.residual == least[k];
      least[k] = all[k].report.residual;
    }
  }
  EXPECT_GE(kept, 5);
}

TEST(RigidContacts, NotANumber)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto good = random_step<3>(2);
  ASSERT_GT(good.scale(), 0.0);
  std::vector<RigidStep<RowPacking<3>>> bad(5, good);
  const auto free = std::find(good.packing.fixed.begin(), good.packing.fixed.end(), false);
  int touched = -1;
  for (std::size_t c = 0; c < good.gap.size(); c++)
    if (!good.packing.fixed[good.packing.contacts[c].a]) touched = static_cast<int>(c);
  ASSERT_GE(touched, 0);
  ASSERT_NE(free, good.packing.fixed.end());
  bad[0].gap[touched] = nan;
  bad[1].gap.assign(good.gap.size(), nan);    // then the scale is 0
  bad[2].inertia.assign(good.inertia.size(), nan);
  bad[3].packing.contacts[touched].A[0] = nan;
  bad[4].inertia.assign(good.inertia.size(), 0.0);
  for (std::size_t k = 0; k < bad.size(); k++)
    for (const RigidSolution &s : by_all(bad[k], within(1e-10))) {
      EXPECT_EQ(s.report.reason, SolverReport::STALLED) << k;
      EXPECT_FALSE(std::isfinite(s.report.residual)) << k;
      EXPECT_EQ(s.report.steps, 0) << k;
    }
  const std::vector<double> warm(good.gap.size(), nan);
  RigidStart start;
  start.force = &warm;
  for (const RigidSolution &s : by_all(good, within(1e-10), start))
    EXPECT_EQ(s.report.reason, SolverReport::STALLED);
}

/** A body between two walls: N vanishes on equal forces, so that neither f - 1 nor 1 tells how
 *  large N is. By hand: the wall that it overlaps by 1 pushes with D, the other one does not.
 *  Without a bound from N_cc, D = 1e12 takes 260 steps of factor 0.9. */
TEST(ProjectedGradients, FindsTheNormOfNBetweenTwoWalls)
{
  for (double D : {1e-12, 1.0, 1e12})
    for (double first : {0.0, 1.0}) {
      RigidStep<RowPacking<3>> step;
      step.packing.fixed = {false, true, true};
      step.packing.load.assign(9, 0.0);
      step.packing.contacts = {{0, 1, 1.0, {1, 0, 0}, {1, 0, 0}},
                               {0, 2, 1.0, {-1, 0, 0}, {-1, 0, 0}}};
      step.inertia.assign(9, D);
      step.gap = {-1.0, 2.0};
      const std::vector<double> warm(2, D * first);
      RigidStart start;
      start.force = &warm;
      const RigidSolution s = by_apgd(step, within(1e-12), start);
      EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
      EXPECT_LE(s.report.steps, 20);
      EXPECT_NEAR(s.u[0], -1.0, 1e-11);
      EXPECT_NEAR(s.force[0] / D, 1.0, 1e-11);
      EXPECT_NEAR(s.force[1] / D, 0.0, 1e-11);
    }
}
