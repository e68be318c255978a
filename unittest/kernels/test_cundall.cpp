// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Cundall's damping: doc/notes/leapfrog-cell-damping.md 4.2 and 4.5.

#include "kernels/cundall_lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

using namespace VARDEM;

namespace {

constexpr double PI = 3.14159265358979323846;

/** A mass point on a line, in the full-step form of the leapfrog, damped. */
template <Cundall FORM> struct Particle {
  double x, v, lambda;
  double m = 1.0;
  Dissipation dissipation = {0.0, {0.0, 0.0}};
  Dissipation work = {0.0, {0.0, 0.0}};    // done against the undamped force
  Vec3 F = {0.0, 0.0, 0.0};

  template <class Force> void start(const Force &force, double h)
  {
    apply(force, damping_before_steps(FORM, h, 1.0));
    dissipation.start(power);
    work.start(against);
  }

  template <class Force> void step(const Force &force, double h)
  {
    v += 0.5 * h * F.x / m;
    x += h * v;
    apply(force, damping_in_step(h, 1.0));
    dissipation.step(power, h);
    work.step(against, h);
    v += 0.5 * h * F.x / m;
  }

 private:
  DampingPower power = {0.0, 0.0}, against = {0.0, 0.0};

  template <class Force> void apply(const Force &force, const DampingStep &s)
  {
    const Damped d =
        damp<FORM>({force(x), 0.0, 0.0}, {v, 0.0, 0.0}, isotropic_mobility(m, 1.0), lambda, s);
    F = d.force;
    power = d.power;
    against = {-force(x) * (v + s.at_step * F.x / m), -force(x) * F.x / m};
  }
};

template <Cundall FORM> Particle<FORM> particle(double x, double v, double lambda)
{
  Particle<FORM> p;
  p.x = x;
  p.v = v;
  p.lambda = lambda;
  return p;
}

double spring(double x)
{
  return -x;
}

/** Ratio of the first maximum of the displacement of an oscillator, w0 = 1, to its start from
 *  rest. */
double amplitude_ratio(double lambda, int steps_per_cycle)
{
  const double h = 2.0 * PI / steps_per_cycle;
  auto p = particle<Cundall::ONSTEP>(1.0, 0.0, lambda);
  p.start(spring, h);
  do p.step(spring, h);
  while (p.v <= 0.0);
  double most = p.x;
  do {
    p.step(spring, h);
    most = std::max(most, p.x);
  } while (p.v > 0.0);
  return most;
}

/** Mean time between passages of x = 0 upwards. */
double period(double lambda, int steps_per_cycle, int cycles)
{
  const double h = 2.0 * PI / steps_per_cycle;
  auto p = particle<Cundall::ONSTEP>(1.0, 0.0, lambda);
  p.start(spring, h);
  std::vector<double> passages;
  double last = p.x;
  for (int n = 1; (int) passages.size() <= cycles; n++) {
    p.step(spring, h);
    if (last < 0.0 && p.x >= 0.0) passages.push_back(h * (n - 1 + last / (last - p.x)));
    last = p.x;
  }
  return (passages.back() - passages.front()) / cycles;
}

constexpr double LAMBDA = 0.5, CHANGE = 0.1;    // of the random steps; velocity per force in h/2

/** Part of 2e5 random steps in which the damping does work on the particle, beyond round-off. */
template <Cundall FORM> double part_of_wrong_sign()
{
  std::mt19937 random(12345);
  std::normal_distribution<double> normal(0.0, 1.0);
  const int n = 200000;
  int wrong = 0;
  for (int k = 0; k < n; k++) {
    const Vec3 F = {normal(random), 0.0, 0.0}, v = {normal(random), 0.0, 0.0};
    const Damped d =
        damp<FORM>(F, v, isotropic_mobility(1.0, 1.0), LAMBDA, damping_in_step(2.0 * CHANGE, 1.0));
    wrong += d.power.power < -1e-15 * std::fabs(F.x * v.x);
  }
  return static_cast<double>(wrong) / n;
}

/** Whether an oscillator with w0 = 1 grows in steps of h. */
template <Cundall FORM> bool grows(double lambda, double h)
{
  auto p = particle<FORM>(1.0, 0.0, lambda);
  p.start(spring, h);
  for (int n = 0; n < 20000 && std::fabs(p.x) < 1e6; n++) p.step(spring, h);
  return std::fabs(p.x) >= 1e3;
}

template <Cundall FORM> double first_instability(double lambda)
{
  double h = 1.0;
  while (!grows<FORM>(lambda, h)) h += 0.01;    // half of the bound of FirstInstability
  return h;
}

}    // namespace

// (1-l)/(1+l) per cycle; 2e-5 at 1600 steps per cycle

TEST(Cundall, AmplitudeOfAnOscillatorFallsByTheSameRatioEachCycle)
{
  const std::pair<double, double> expected[] = {
      {.1, .818182}, {.2, .666667}, {.4, .428571}, {.7, .176471}};
  for (const auto &e : expected) EXPECT_NEAR(amplitude_ratio(e.first, 1600), e.second, 2e-5);
}

// pi/w0 (1/sqrt(1-l) + 1/sqrt(1+l)), mean over 50 cycles to 1e-4. The sign changes at a step, so
// that the period converges to first order: with 1600 steps per cycle it is off by 2.5e-5, 7.1e-5,
// 2.4e-4 and 1.1e-3, with 25600 by 1e-6 ... 6.6e-5.

TEST(Cundall, PeriodOfAnOscillator)
{
  auto error = [](double l, int steps_per_cycle) {
    return period(l, steps_per_cycle, 50) /
        (PI * (1.0 / std::sqrt(1.0 - l) + 1.0 / std::sqrt(1.0 + l))) -
        1.0;
  };
  for (const double l : {.1, .2}) EXPECT_NEAR(error(l, 1600), 0.0, 1e-4) << l;
  for (const double l : {.1, .2, .4, .7}) EXPECT_NEAR(error(l, 25600), 0.0, 1e-4) << l;
}

// A body at rest in equilibrium has F = 0, and F = 0 is not damped: sgn(0) = 0, 1e-12

TEST(Cundall, EquilibriumIsNotShifted)
{
  auto p = particle<Cundall::ONSTEP>(0.0, 0.0, 0.5);
  auto force = [](double x) {
    return 0.05 - x;
  };
  p.start(force, 0.1);
  for (int n = 0; n < 5000; n++) p.step(force, 0.1);
  EXPECT_NEAR(p.x, 0.05, 1e-12);
}

// 2/sqrt(1+l) within 1 %, for the original form as well; regular 2/sqrt(1-l)

TEST(Cundall, FirstInstability)
{
  for (const double l : {.2, .5}) {
    EXPECT_NEAR(first_instability<Cundall::ONSTEP>(l) * std::sqrt(1.0 + l), 2.0, 0.02);
    EXPECT_NEAR(first_instability<Cundall::MIDSTEP>(l) * std::sqrt(1.0 + l), 2.0, 0.02);
    EXPECT_NEAR(first_instability<Cundall::REGULAR>(l) * std::sqrt(1.0 - l), 2.0, 0.02);
  }
}

// The work is W = -l |F u| h + l^2 F^2 h^2/(2m), u = v + F h/(2m): with k = h/(2m), of the wrong
// sign for |u| < l k |F|, in the original form for F v < 0, |v| < (1+l) k |F|. v/F of normal
// samples is Cauchy distributed: doc/notes/leapfrog-cell-damping.md 4.2.

TEST(Cundall, OnlyTheRegularFormNeverDoesWork)
{
  const double upper = std::atan((1.0 + LAMBDA) * CHANGE) / PI;
  const double lower = std::atan((1.0 - LAMBDA) * CHANGE) / PI;
  EXPECT_NEAR(part_of_wrong_sign<Cundall::ONSTEP>(), upper - lower, 1e-3);    // .0315
  EXPECT_NEAR(part_of_wrong_sign<Cundall::MIDSTEP>(), upper, 1e-3);           // .0474
  EXPECT_EQ(part_of_wrong_sign<Cundall::REGULAR>(), 0.0);
}

// The torque on an ellipsoid: R I^-1 R^T couples the axes, and the regular form must not do work
// all the same

TEST(Cundall, RegularFormNeverDoesWorkOnAnEllipsoid)
{
  std::mt19937 random(6789);
  std::normal_distribution<double> normal(0.0, 1.0);
  auto vector = [&]() {
    return Vec3{normal(random), normal(random), normal(random)};
  };
  int wrong = 0, wrong_onstep = 0;
  for (int k = 0; k < 200000; k++) {
    const Quat q = normalized(Quat{normal(random), normal(random), normal(random), normal(random)});
    const RotorMobility mobility = {q, {1.0, 0.3, 0.2}};
    const Vec3 T = vector(), omega = vector();
    const DampingStep s = damping_in_step(0.2, 1.0);
    const double least = -1e-15 * norm(T) * norm(omega);
    wrong += damp<Cundall::REGULAR>(T, omega, mobility, 0.5, s).power.power < least;
    wrong_onstep += damp<Cundall::ONSTEP>(T, omega, mobility, 0.5, s).power.power < least;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(wrong_onstep, 0);
}

template <Cundall FORM> void expect_balance()
{
  auto p = particle<FORM>(1.0, 0.0, 0.3);
  auto force = [](double x) {
    return -x * (1.0 + x * x);
  };
  p.start(force, 0.1);
  for (int n = 0; n < 1000; n++) {
    p.step(force, n % 2 ? 0.1 : 0.13);
    ASSERT_NEAR(0.5 * p.v * p.v + p.work.energy + p.dissipation.energy, 0.0, 1e-13) << n;
  }
  EXPECT_GT(p.dissipation.energy, 0.5);
}

TEST(Cundall, DissipatedEnergyIsTheLossUnderOtherForces)
{
  expect_balance<Cundall::ONSTEP>();
  expect_balance<Cundall::MIDSTEP>();
  expect_balance<Cundall::REGULAR>();
}

// In a flow v = L x, in which the peculiar velocity changes by force only, what is dissipated is
// energy of the peculiar velocity. A cell that is drawn along x and compressed along y; a particle
// in it on a spring.

namespace {

struct OneBody {
  Vec3 *place, *velocity, *force;

  Vec3 x(int) const { return *place; }
  Vec3 v(int) const { return *velocity; }
  Vec3 f(int) const { return *force; }
  double mass(int) const { return 1.0; }
  void set_f(int, const Vec3 &a) const { *force = a; }
};

}    // namespace

TEST(Cundall, DissipatesPeculiarEnergyInAFlow)
{
  const double h = 0.05, rate = 0.3;
  const Flow flow = {{rate, -rate, 0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  const FrameOfFlow frame = {flow, spin(flow.L), h};
  Vec3 x = {0.3, 2.0, 0.0}, v = velocity(flow, x) + Vec3{0.1, 0.2, -0.3}, F = {0.0, 0.0, 0.0};
  const OneBody body = {&x, &v, &F};

  Dissipation damping = {0.0, {0.0, 0.0}}, work = {0.0, {0.0, 0.0}};
  double start = 0.0, taken = 0.0;
  for (int n = 0; n < 40; n++) {
    x = x + h * v;
    const Vec3 undamped = -1.0 * x, relative = frame.velocity(body, 0);
    F = undamped;
    damping.step(damp_force<Cundall::ONSTEP>(body, 0, frame, NothingUndamped(), 0.3,
                                             damping_in_step(h, 1.0)),
                 h);
    const Vec3 onstep = relative + 0.5 * h * F;
    work.step({-dot(undamped, onstep), -dot(undamped, F)}, h);
    if (n == 0) {    // the sums begin at this step
      damping.energy = work.energy = 0.0;
      start = 0.5 * dot(onstep, onstep);
    }
    EXPECT_NEAR(0.5 * dot(onstep, onstep) + work.energy + damping.energy, start, 1e-13) << n;
    taken = damping.energy;

    const Vec3 next = relative + h * F + velocity(flow, x);    // = (1 - h L/2) v(t + h/2)
    v = {next.x / (1.0 - 0.5 * h * rate), next.y / (1.0 + 0.5 * h * rate), next.z};
    EXPECT_NEAR(norm(peculiar_velocity(flow, x + h * v, v, h) - (relative + h * F)), 0.0, 1e-13);
  }
  EXPECT_GT(taken, 0.1 * start);
}

namespace {

/** Largest difference of damp_lanes() to damp(), in forces (to be 0) and relative in the sums of
 *  the power. */
template <Cundall FORM> void expect_bits_of_damp()
{
  std::mt19937 random(4711);
  std::normal_distribution<double> normal;
  const auto vector = [&]() {
    return Vec3{normal(random), normal(random), normal(random)};
  };
  const DampingStep step = damping_in_step(0.3, 1.5);

  DampingLanes lanes;
  std::vector<Damped> one_by_one;
  DampingPower sum = {0.0, 0.0};
  for (int l = 0; l < LANES; l++) {
    if (l % 5 == 4) {
      lanes.leave_empty(l);
      one_by_one.push_back({{0.0, 0.0, 0.0}, {0.0, 0.0}});
      continue;
    }
    const Vec3 F = vector(), undamped = (l % 2) ? vector() : Vec3{0.0, 0.0, 0.0};
    const Vec3 v = (l % 3) ? vector() : Vec3{0.0, 0.0, 0.0};
    const IsotropicMobility mobility = isotropic_mobility(l % 7 ? 1.0 + l : 0.0, step.ftm2v);
    one_by_one.push_back(damp<FORM>(F, undamped, v, mobility, 0.4, step));
    sum += one_by_one.back().power;
    lanes.set(l, F, undamped, v, 0.4, mobility.inverse);
  }
  damp_lanes<FORM>(lanes, step);

  for (int l = 0; l < LANES; l++) {
    EXPECT_EQ(lanes.damped_force(l).x, one_by_one[l].force.x) << "lane " << l;
    EXPECT_EQ(lanes.damped_force(l).y, one_by_one[l].force.y) << "lane " << l;
    EXPECT_EQ(lanes.damped_force(l).z, one_by_one[l].force.z) << "lane " << l;
  }
  EXPECT_NEAR(lanes.sum().power, sum.power, 1e-14 * LANES);
  EXPECT_NEAR(lanes.sum().rate, sum.rate, 1e-14 * LANES);
}

}    // namespace

TEST(Cundall, LanesHaveTheBitsOfTheScalarLaw)
{
  expect_bits_of_damp<Cundall::ONSTEP>();
  expect_bits_of_damp<Cundall::MIDSTEP>();
  expect_bits_of_damp<Cundall::REGULAR>();
}
