// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "test_sphere_maps.h"

#include <gtest/gtest.h>
#include <map>

using namespace VARDEM;

// The pendulum of Baker & Gonzalez, arXiv:2112.01623, (39)-(42), m = g = J = 1: a sphere with its
// weight at rho0 = e3, that starts turned by 3/4 pi about e2 and with Omega = (.2, 0, .2). With
// this start the energy, the energy errors and the errors of the trajectory are those of the table
// in doc/notes/rotations.md 3.2, to its digits.

namespace {

const Weight WEIGHT = {{0.0, 0.0, 1.0}};
const Motion START = {exponential({0.0, 0.75 * M_PI, 0.0}), {0.2, 0.0, 0.2}};
const double E0 = total_energy(START, UNIT_SPHERE, WEIGHT);

constexpr double T = 10.0;
const std::vector<double> STEPS = {1e-1, 1e-2, 1e-3, 1e-4};

/** Orientations and angular momenta at 0, h, ... T, by the Runge-Kutta rule with steps that are
 *  small beside h or 1e-3. */
const std::vector<Motion> &exact_trajectory(double h)
{
  static std::map<double, std::vector<Motion>> all;    // several maps are compared with each
  std::vector<Motion> &trajectory = all[h];
  if (!trajectory.empty()) return trajectory;
  const int nsteps = static_cast<int>(std::lround(T / h));
  const int substeps = std::max(1, static_cast<int>(std::lround(h / 1e-3)));
  trajectory = {START};
  for (int n = 0; n < nsteps; n++)
    trajectory.push_back(runge_kutta(trajectory.back(), UNIT_SPHERE, WEIGHT, h, substeps));
  return trajectory;
}

double square(double a)
{
  return a * a;
}

/** Root mean square of E - E0 in units of E0, (38), and H1 norm of the difference of two
 *  trajectories, rotation [rad] and Omega, in units of that of the exact one. */
struct Errors {
  double energy, trajectory;
};

template <class Map> Errors errors(const std::vector<Motion> &exact, double h)
{
  const Map map = {WEIGHT, h};
  const std::size_t last = exact.size() - 1;
  double energy = 0.0, difference = 0.0, size = 0.0;
  Motion m = START;
  for (std::size_t n = 0; n <= last; n++) {
    const double weight = (n == 0 || n == last) ? 0.5 : 1.0;    // trapezoidal rule
    const Vec3 dL = m.L - exact[n].L;
    energy += weight * square(total_energy(m, UNIT_SPHERE, WEIGHT) / E0 - 1.0);
    difference += weight * (square(angle_between(exact[n].q, m.q)) + dot(dL, dL));
    size += weight *
        (square(angle_between({1.0, 0.0, 0.0, 0.0}, exact[n].q)) + dot(exact[n].L, exact[n].L));
    m = map(m);
  }
  return {std::sqrt(energy / last), std::sqrt(difference / size)};
}

/** Errors at the first STEPS, against the rows of the table and its slopes for h <= 1e-2. */
template <class Map> void compare(const std::vector<Errors> &table, double order, double tolerance)
{
  std::vector<Errors> found;
  for (std::size_t k = 0; k < table.size(); k++) {
    found.push_back(errors<Map>(exact_trajectory(STEPS[k]), STEPS[k]));
    EXPECT_NEAR(found[k].energy / table[k].energy, 1.0, 0.02) << "h = " << STEPS[k];
    EXPECT_NEAR(found[k].trajectory / table[k].trajectory, 1.0, 0.02) << "h = " << STEPS[k];
  }
  const double ratio = STEPS[1] / STEPS[table.size() - 1];
  EXPECT_NEAR(slope(found[1].energy, found.back().energy, ratio), order, tolerance);
  EXPECT_NEAR(slope(found[1].trajectory, found.back().trajectory, ratio), order, tolerance);
}

/** Largest |E - E0|/E0 in the first and the last tenth of a run of T = 2000 with h = .1. */
struct Tenths {
  double first = 0.0, last = 0.0;
};

template <class Map> Tenths long_run()
{
  constexpr int NSTEPS = 20000;
  const Map map = {WEIGHT, 0.1};
  Tenths largest;
  Motion m = START;
  for (int n = 0; n < NSTEPS; n++) {
    m = map(m);
    const double dE = std::fabs(total_energy(m, UNIT_SPHERE, WEIGHT) / E0 - 1.0);
    if (n < NSTEPS / 10) largest.first = std::max(largest.first, dE);
    if (n >= NSTEPS - NSTEPS / 10) largest.last = std::max(largest.last, dE);
  }
  return largest;
}

}    // namespace

TEST(Pendulum, StartsWithTheEnergyOfTheTable)
{
  EXPECT_NEAR(E0, 0.747106781186547, 1e-15);
}

// Of the exponential map the table has h = 1e-2 only; the other rows are that one times the square
// of the ratio of the steps
TEST(Pendulum, ErrorsAndOrdersOfTheMaps)
{
  compare<Map23>(
      {{4.424e-3, 5.64e-3}, {4.420e-5, 5.60e-5}, {4.420e-7, 5.60e-7}, {4.420e-9, 5.60e-9}}, 2.0,
      0.01);
  compare<Map25>(
      {{5.047e-4, 2.56e-3}, {5.045e-6, 2.56e-5}, {5.045e-8, 2.56e-7}, {5.045e-10, 2.56e-9}}, 2.0,
      0.01);
  compare<MapExponential>({{1.589e-3, 6.71e-4}, {1.589e-5, 6.71e-6}, {1.589e-7, 6.71e-8}}, 2.0,
                          0.01);
  compare<Map27>(    // the leapfrog
      {{5.564e-2, 2.02e-2}, {5.554e-3, 2.18e-3}, {5.554e-4, 2.20e-4}, {5.554e-5, 2.20e-5}}, 1.0,
      0.02);
}

// Long runs of doc/notes/rotations.md 3.2: 1.10e-2, 8.4e-4, 4.2e-3 in all windows
TEST(Pendulum, EnergyDoesNotDrift)
{
  const Tenths exact = long_run<Map23>(), newmark = long_run<Map25>(),
               exponential = long_run<MapExponential>();
  EXPECT_NEAR(exact.first / 1.10e-2, 1.0, 0.02);
  EXPECT_NEAR(newmark.first / 8.4e-4, 1.0, 0.02);
  EXPECT_NEAR(exponential.first / 4.2e-3, 1.0, 0.02);
  EXPECT_LE(exact.last, 1.02 * exact.first);
  EXPECT_LE(newmark.last, 1.02 * newmark.first);
  EXPECT_LE(exponential.last, 1.02 * exponential.first);
}

// Of a sphere: the spin about the weight's axis, the spin about the vertical. h = 1e-2, 1e4 steps
TEST(Pendulum, SpinsAboutTheWeightAndTheVerticalAreConstant)
{
  Motion m = START;
  const Map25 map = {WEIGHT, 1e-2};
  for (int n = 0; n < 10000; n++) {
    m = map(m);
    ASSERT_LE(std::fabs(dot(m.L, body_to_space(m.q, WEIGHT.rho))), 1e-13) << "step " << n;
    ASSERT_EQ(m.L.z, START.L.z) << "step " << n;
  }
}
