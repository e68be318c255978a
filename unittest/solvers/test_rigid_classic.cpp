// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The forces of classic contact dynamics, where they are not unique: what each solver picks
// (doc/notes/projected-solvers.md).

#include "rigid_steps.h"
#include "solutions.h"

#include "gtest/gtest.h"

using namespace networks;

namespace {

/** From rest without gaps, D does not matter if it is the same for all spheres. */
RigidStep<Packing> resting_pyramid(int n)
{
  const Packing p = pyramid(n);
  return step_from_rest(p, std::vector<double>(p.load.size(), 1.0));
}

/** Contacts by the lower number of their spheres, then by the higher one. */
std::vector<int> lexicographic(const Packing &p)
{
  std::vector<int> order = as_numbered(p.contacts.size());
  const auto key = [&](int c) {
    return std::minmax(p.contacts[c].a, p.contacts[c].b);
  };
  std::sort(order.begin(), order.end(), [&](int c, int d) {
    const auto a = key(c), b = key(d);
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  return order;
}

int loaded(const std::vector<double> &f, double tolerance)
{
  int count = 0;
  for (double force : f) count += force > tolerance * largest(f);
  return count;
}

/** What each sphere of the base carries. */
std::vector<double> base_of(const Packing &p, const std::vector<double> &f)
{
  std::vector<double> base(std::count(p.fixed.begin(), p.fixed.end(), true), 0.0);
  for (std::size_t c = 0; c < f.size(); c++) {
    const int low = std::min(p.contacts[c].a, p.contacts[c].b);
    if (p.fixed[low]) base[low] += f[c] * std::sqrt(0.5);
  }
  return base;
}

/** The largest difference between the loads of spheres that turns and mirrors of the square
 *  exchange, over the largest load. */
double asymmetry(const std::vector<double> &base, int n)
{
  double most = 0.0;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      for (int image : {n * x + y, n * y + n - 1 - x})
        most = std::max(most, std::fabs(base[n * y + x] - base[image]));
  return most / largest(base);
}

}    // namespace

/** Figures of an independent program: doc/notes/projected-solvers.md 3.2. */
TEST(RigidPyramid, GradientsPlantSelfStress)
{
  const auto step = resting_pyramid(20);
  const RigidSolution s = by_apgd(step, within(1e-10));
  const Solution compatible = by_gradients<HookeLaw>(step.packing, 1e-12);
  EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
  EXPECT_LE(s.report.steps, 320);    // 304 there
  EXPECT_NEAR(largest(s.force) / 4.3970111399, 1.154, 0.0005);
  EXPECT_EQ(loaded(s.force, 1e-8), 14440);
  EXPECT_NEAR(distance(s.force, compatible.force), 0.120, 0.0005);
  const auto base = base_of(step.packing, s.force);
  EXPECT_NEAR(distance(base, base_of(step.packing, compatible.force)), 0.076, 0.0005);
  EXPECT_LE(asymmetry(base, 20), 1e-11);
  EXPECT_NEAR(std::accumulate(base.begin(), base.end(), 0.0), 2470.0, 1e-6);
}

TEST(RigidPyramid, GaussSeidelPlantsAnother)
{
  const auto step = resting_pyramid(20);
  const auto order = lexicographic(step.packing);
  RigidStart start;
  start.order = &order;
  const RigidSolution s = by_pgs(step, within(1e-10), start);
  const Solution compatible = by_gradients<HookeLaw>(step.packing, 1e-12);
  EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
  EXPECT_NEAR(largest(s.force) / 4.3970111399, 1.221, 0.0005);
  EXPECT_NEAR(distance(s.force, compatible.force), 0.091, 0.0005);
  const auto base = base_of(step.packing, s.force);
  EXPECT_NEAR(distance(base, base_of(step.packing, compatible.force)), 0.010, 0.0005);
  EXPECT_NEAR(asymmetry(base, 20), 0.04, 0.005);
}

namespace {

/** The pyramid of 6 per side falls on its base: the layers are apart by 5 % of a radius more than
 *  they touch. dt = 1 ms for spheres of 2.5 mm under g = 9.81, in units of diameter, mass and g.
 *  Returns the contact forces at rest. */
template <template <class, class> class Solver> std::vector<double> after_the_drop(bool warm)
{
  const double dt = 1e-3 / std::sqrt(2.5e-3 / 9.81);
  Packing p = pyramid(6);
  for (Vec3 &x : p.x) x.z *= 1.0 + 0.025 / std::sqrt(0.5);
  std::vector<double> v(p.load.size(), 0.0), force(p.contacts.size(), 0.0);
  const std::vector<double> inertia(v.size(), 1.0 / (dt * dt));
  const auto order = lexicographic(p);
  for (int step = 0; step < 16; step++) {
    std::vector<double> flight(v.size()), gap;
    for (std::size_t k = 0; k < v.size(); k++) flight[k] = dt * (v[k] + dt * p.load[k]);
    for (const auto &c : p.contacts) gap.push_back(norm(p.x[c.b] - p.x[c.a]) - 1.0);
    RigidStart start;
    start.order = &order;
    start.force = warm ? &force : nullptr;
    const RigidSolution s = rigid<Solver>(step_of(p, inertia, flight, gap), within(1e-10), start);
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED) << step;
    force = s.force;
    int row = 0;
    for (std::size_t i = 0; i < p.x.size(); i++) {
      if (p.fixed[i]) continue;
      for (int k = 0; k < 3; k++) {
        const double way = flight[3 * i + k] + s.u[3 * row + k];
        (&p.x[i].x)[k] += way;
        v[3 * i + k] = way / dt;
      }
      row++;
    }
  }
  EXPECT_LE(largest(v), 1e-6);
  return force;
}

}    // namespace

/** Source: doc/notes/projected-solvers.md 3.3. */
TEST(RigidPyramid, WarmStartsKeepTheStressOfImpacts)
{
  const double compatible = 1.2776467;
  EXPECT_NEAR(largest(after_the_drop<ProjectedGradients>(false)) / compatible, 1.017, 0.0005);
  EXPECT_NEAR(largest(after_the_drop<ProjectedGradients>(true)) / compatible, 2.39, 0.005);
  EXPECT_NEAR(largest(after_the_drop<ProjectedGaussSeidel>(true)) / compatible, 2.35, 0.005);
}
