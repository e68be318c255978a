// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// What implicit steps of soft spheres do to impacts, to collisions with walls, to orders of
// convergence, and to a packing in long steps. Figures called "independent" are those of a program
// in numpy, doc/notes/implicit-steps.md 4. Diameter, mass and gravity are 1.

#include "../soak.h"
#include "implicit_grains.h"
#include "settled_packing.h"

#include <algorithm>
#include <random>

using namespace implicit_grains;

namespace {

constexpr double PI = 3.14159265358979323846, K = 195000.0;

double time_of_contact(double effective_mass = 0.5)
{
  return PI * std::sqrt(effective_mass / K);
}

/** Of errors: mean, standard deviation, largest. */
struct Errors {
  double sum = 0.0, squares = 0.0, largest = 0.0;
  int count = 0;

  void add(double error)
  {
    sum += error;
    squares += error * error;
    largest = std::max(largest, std::fabs(error));
    count++;
  }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(std::max(0.0, squares / count - mean() * mean())); }
  double standard_error() const { return deviation() / std::sqrt(count); }
};

StepForm live(StepForm form)
{
  form.live = true;
  return form;
}

constexpr int PHASES = 64;

/** Two spheres after their impact, with the velocities (5, 0, 0) and (-5, 0, 0) before it. They
 *  would meet `phase` steps after the start of a step; the centres are `aside` apart across.
 *  gamma_t is half of gamma. */
struct Impact : Grains<> {
  Impact(const StepForm &form_of_step, double gamma, double steps_per_contact, double phase,
         double aside = 0.0, double speed = 5.0, double tolerance = 1e-10)
  {
    form = form_of_step;
    h = time_of_contact() / steps_per_contact;
    law = hooke(K, gamma, gamma / 2.0);
    options.tolerance = tolerance;
    const double x = 0.5 * std::sqrt(1.0 - aside * aside) + speed * h * (1.0 + phase);
    add({-x, -0.5 * aside, 0}, {speed, 0, 0});
    add({x, 0.5 * aside, 0}, {-speed, 0, 0});
    begun = angular_momentum().z;
    while (steps < 5 || norm(this->x[1] - this->x[0]) < 1.0) advance();
    for (int n = 0; n < 5; n++) advance();
  }
  double lost_angular_momentum() const { return std::fabs(angular_momentum().z / begun - 1.0); }

  double begun;
};

/** The restitution of a linear spring and dashpot up to the time at which the overlap is zero
 *  again: doc/notes/soft-contacts.md 1.3. */
double restitution(double gamma)
{
  return std::exp(-0.5 * PI * gamma / std::sqrt(2.0 * K - 0.25 * gamma * gamma));
}

Errors head_on(const StepForm &form, double gamma, double steps_per_contact)
{
  Errors errors;
  for (int p = 0; p < PHASES; p++) {
    const Impact pair(form, gamma, steps_per_contact, (p + 0.5) / PHASES);
    EXPECT_EQ(pair.failed, 0);
    errors.add((pair.v[1].x - pair.v[0].x) / 10.0 - restitution(gamma));
  }
  return errors;
}

}    // namespace

// Independent figures of both members of the family; a phase is where in a step an impact begins. A
// bias is measured with the standard error deviation/8, so that it may be three of them.
TEST(ImplicitPhysics, HeadOnImpact)
{
  struct Row {
    double gamma, steps, bias[2], deviation[2], largest[2];    // alpha = 0, alpha = 1/2
  };
  for (const Row &row : {Row{0, 160, {1e-9, 5e-9}, {2.9e-7, 5.7e-7}, {4.9e-7, 9.8e-7}},
                         {0, 16.1, {7e-7, 3e-6}, {7.6e-4, 1.4e-3}, {1.3e-3, 2.4e-3}},
                         {0, 3.2, {5e-4, 6e-3}, {.019, .062}, {.033, .109}},
                         {30, 160, {2e-6, 8e-6}, {1.9e-4, 1.9e-4}, {8.4e-4, 8.3e-4}},
                         {30, 16.1, {1e-4, 4e-4}, {2.4e-3, 3.4e-3}, {8.9e-3, 8.9e-3}},
                         {30, 3.2, {4e-3, .015}, {.020, .061}, {.053, .130}}})
    for (int k : {0, 1}) {
      const Errors e = head_on(form_of_alpha(0.5 * k), row.gamma, row.steps);
      EXPECT_LE(std::fabs(e.mean()), std::max(row.bias[k], 3.0 * e.standard_error()));
      EXPECT_NEAR(e.deviation(), row.deviation[k], 0.15 * row.deviation[k]);
      EXPECT_NEAR(e.largest, row.largest[k], 0.15 * row.largest[k]);
    }
}

namespace {

/** Two spheres with a contact of one law, pressed together or not: the differential equations, in
 *  formulas of their own. */
template <class NormalForce> struct Pair {
  ContactParameters law;
  double pressure = 0.0;
  Vec3 x[2], v[2], w[2];

  Pair plus(double t, const Pair &rate) const
  {
    Pair sum = *this;
    for (int i = 0; i < 2; i++) {
      sum.x[i] = x[i] + t * rate.x[i];
      sum.v[i] = v[i] + t * rate.v[i];
      sum.w[i] = w[i] + t * rate.w[i];
    }
    return sum;
  }

  /** Of spheres with R = 0.5 and m = 1. */
  Pair rate() const
  {
    Pair rate = *this;
    const Vec3 branch = x[1] - x[0], load = {pressure, 0, 0};
    const double distance = norm(branch), overlap = std::max(0.0, 1.0 - distance),
                 power = NormalForce::EXPONENT - 2.0, shape = std::pow(overlap, power),
                 damping = overlap > 0.0 ? 0.5 * std::pow(0.25 * overlap, power) : 0.0;
    const Vec3 n = branch / distance, u = v[1] - v[0];
    const double lever = 0.5 * distance, opening = dot(u, n),
                 N = law.stiffness * shape * overlap - law.normal.by_mass * damping * opening;
    const Vec3 slip = u - opening * n - lever * cross(w[0] + w[1], n),
               T = law.tangential.by_mass * damping * slip;
    for (int i = 0; i < 2; i++) {
      const double side = i == 0 ? 1.0 : -1.0;
      rate.x[i] = v[i];
      rate.v[i] = side * (load + T - N * n);
      rate.w[i] = (lever / 0.1) * cross(n, T);
    }
    return rate;
  }

  /** The classical method of Runge and Kutta. */
  void go(double time, int steps)
  {
    const double h = time / steps;
    for (int n = 0; n < steps; n++) {
      const Pair a = rate(), b = plus(0.5 * h, a).rate(), c = plus(0.5 * h, b).rate(),
                 d = plus(h, c).rate();
      *this = plus(h / 6.0, a).plus(h / 3.0, b).plus(h / 3.0, c).plus(h / 6.0, d);
    }
  }
};

/** Energies after an oblique impact, over those before. */
struct Oblique {
  double translation, rotation;
};

Oblique exact_oblique(double gamma, double aside)
{
  Pair<HookeForce> pair;
  pair.law = hooke(K, gamma, gamma / 2.0);
  const double x = 0.5 * std::sqrt(1.0 - aside * aside);
  pair.x[0] = {-x, -0.5 * aside, 0};
  pair.x[1] = {x, 0.5 * aside, 0};
  pair.v[0] = {5, 0, 0};
  pair.v[1] = {-5, 0, 0};
  pair.w[0] = pair.w[1] = {0, 0, 0};
  pair.go(1.5 * time_of_contact(), 30000);
  return {dot(pair.v[0], pair.v[0]) / 25.0, 0.1 * dot(pair.w[0], pair.w[0]) / 25.0};
}

}    // namespace

// Centres 0.1 apart across. Independent figures: of tc/16.1, the mean errors of the energy of
// translation (over the one before) and of rotation (over the one after it), the latter with
// deviations of 2.4 to 4 %; of tc/3.2, errors of 4 to 11 % in the translation.
TEST(ImplicitPhysics, ObliqueImpact)
{
  const Oblique exact = exact_oblique(30.0, 0.1);
  const double bias_T[2] = {2e-4, 8e-4}, bias_R[2] = {0.003, 0.006}, coarse[2] = {0.04, 0.11};
  for (const double steps : {16.1, 3.2})
    for (int k : {0, 1}) {
      Errors T, R;
      for (int p = 0; p < PHASES; p++) {
        const Impact pair(form_of_alpha(0.5 * k), 30.0, steps, (p + 0.5) / PHASES, 0.1);
        T.add(pair.translation() / 25.0 - exact.translation);
        R.add(pair.rotation() / 25.0 / exact.rotation - 1.0);
      }
      if (steps < 10.0) {
        EXPECT_NEAR(T.deviation(), coarse[k], 0.15 * coarse[k]);
        continue;
      }
      EXPECT_LE(std::fabs(T.mean()), 1.15 * bias_T[k]);
      EXPECT_LE(std::fabs(R.mean()), 1.15 * bias_R[k]);
      EXPECT_LE(R.deviation(), 1.15 * 0.04);
    }
}

namespace {

/** The relative error of the energy of a sphere after 250 collisions with two planes whose distance
 *  is 1.01. */
double error_after_collisions(const StepForm &form, double h, double speed)
{
  Grains<HookeForce, 3> s;
  s.form = form;
  s.h = h;
  s.law = hooke(K);
  s.options.tolerance = 1e-10;
  s.planes = {{{0, 0, 0}, {0, 0, 1}}, {{0, 0, 1.01}, {0, 0, -1}}};
  s.add({0, 0, 0.505}, {0, 0, speed});
  double direction = 1.0;
  for (int collisions = 0; collisions < 250 && s.steps < 100000;) {
    s.advance(0.5);
    if (s.x[0].z > 0.5 && s.x[0].z < 0.51 && s.v[0].z * direction < 0.0) {
      direction = -direction;
      collisions++;
    }
  }
  EXPECT_EQ(s.failed, 0);
  EXPECT_LT(s.steps, 100000);
  return s.v[0].z * s.v[0].z / (speed * speed) - 1.0;
}

}    // namespace

// Independent figures of 2001 speeds from 2 to 10: deviations; the mean is zero within its standard
// error. The errors of a few members are large, so that the deviation of 41 of them scatters by a
// factor of two; that is enough for a systematic loss or gain, which would be tens of percents.
TEST(ImplicitPhysics, CollisionsWithWalls)
{
  const int members = at_size(41, 2001);
  const double accuracy = at_size(2.0, 1.15);
  const double of_wall = time_of_contact(1.0) / 32.0, of_pair = time_of_contact() / 32.0;
  struct Row {
    StepForm form;
    double h, deviation;
  };
  for (const Row &row : {Row{form_of_alpha(0.5), of_wall, 8.0e-4},
                         {form_of_alpha(0.0), of_wall, 4.6e-4},
                         {form_of_alpha(0.5), of_pair, 2.0e-3},
                         {form_of_alpha(0.0), of_pair, 1.8e-3}}) {
    Errors e;
    for (int i = 0; i < members; i++)
      e.add(error_after_collisions(row.form, row.h, 2.0 + 8.0 * i / (members - 1)));
    EXPECT_LE(std::fabs(e.mean()), 3.0 * e.standard_error());
    EXPECT_LT(e.deviation(), accuracy * row.deviation);
    EXPECT_GT(e.deviation(), row.deviation / accuracy);
  }
}

namespace {

/** Of a run: errors of positions, velocities, spins. */
struct Distance {
  double x = 0.0, v = 0.0, w = 0.0;
};

template <class NormalForce> Pair<NormalForce> pressed_pair(const ContactParameters &law)
{
  Pair<NormalForce> pair;
  pair.law = law;
  pair.pressure = law.stiffness * std::pow(0.01, NormalForce::EXPONENT - 1.0);
  pair.x[0] = {-0.495, 0, 0};
  pair.x[1] = {0.495, 0, 0};
  pair.v[0] = {0.7, 1.0, -0.3};
  pair.v[1] = {-0.4, -0.5, 0.6};
  pair.w[0] = {1.0, -2.0, 1.5};
  pair.w[1] = {0.5, 1.0, 2.0};
  return pair;
}

template <class NormalForce>
Distance distance_after(const Pair<NormalForce> &start, const Pair<NormalForce> &end,
                        const StepForm &form, double time, int steps)
{
  Grains<NormalForce> s;
  s.form = form;
  s.h = time / steps;
  s.law = start.law;
  s.options.tolerance = 1e-13;
  s.loads = {{start.pressure, 0, 0}, {-start.pressure, 0, 0}};
  for (int i : {0, 1}) s.add(start.x[i], start.v[i], start.w[i]);
  for (int n = 0; n < steps; n++) s.advance();
  Distance d;
  for (int i : {0, 1}) {
    d.x += norm(s.x[i] - end.x[i]);
    d.v += norm(s.v[i] - end.v[i]);
    d.w += norm(s.w[i] - end.w[i]);
  }
  return d;
}

/** The orders of x, v and w, between 200 and 400 steps in two times of contact. */
template <class NormalForce> Distance orders(const ContactParameters &law, const StepForm &form)
{
  const Pair<NormalForce> start = pressed_pair<NormalForce>(law);
  Pair<NormalForce> end = start;
  const double time = 2.3 * time_of_contact();
  end.go(time, 4000);
  const Distance a = distance_after(start, end, form, time, 200),
                 b = distance_after(start, end, form, time, 400);
  return {std::log2(a.x / b.x), std::log2(a.v / b.v), std::log2(a.w / b.w)};
}

}    // namespace

template <class NormalForce> class ImplicitOrder : public testing::Test {
};
using Laws = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(ImplicitOrder, Laws);

// A contact that stays closed is smooth: two spheres pressed together that move in all ways, with
// dashpots. Held dashpots have the orders of live ones. A requirement: 2.0 +- .05 of x and v. The
// theta scheme has the order 1.
TYPED_TEST(ImplicitOrder, OfASmoothContact)
{
  ContactParameters law = hooke(std::is_same_v<TypeParam, HookeForce> ? K : 10.0 * K, 60.0, 30.0);
  if (!std::is_same_v<TypeParam, HookeForce>) law.normal.by_mass = 600.0;
  for (const StepForm &form : {form_of_alpha(0.0), form_of_alpha(0.25), form_of_alpha(0.5),
                               form_of_energy(), live(form_of_alpha(0.5))}) {
    const Distance order = orders<TypeParam>(law, form);
    EXPECT_NEAR(order.x, 2.0, 0.05) << form.at;
    EXPECT_NEAR(order.v, 2.0, 0.05) << form.at;
    EXPECT_NEAR(order.w, 2.0, 0.05) << form.at;
  }
  for (double theta : {0.75, 1.0}) {
    const Distance order = orders<TypeParam>(law, form_of_theta(theta));
    EXPECT_NEAR(order.x, 1.0, 0.15) << theta;
    EXPECT_NEAR(order.v, 1.0, 0.15) << theta;
    EXPECT_NEAR(order.w, 1.0, 0.15) << theta;
  }
}

// At tc/16 with gamma = 150. Requirements: 1e-10 with live dashpots, 1e-5 with held ones. These
// turn by what the force bends the path in half a step: the loss falls with h^2 and is 3.6e-6 times
// the speed, so that the requirement holds up to a speed of 2.7. The loss at 5, 1.8e-5, is
// measured.
TEST(ImplicitPhysics, AngularMomentum)
{
  for (double speed : {1.0, 5.0}) {
    const auto loss = [&](const StepForm &form, double steps) {
      double most = 0.0;
      for (int p = 0; p < 8; p++)
        most = std::max(
            most,
            Impact(form, 150.0, steps, (p + 0.5) / 8, 0.1, speed, 1e-13).lost_angular_momentum());
      return most;
    };
    EXPECT_LT(loss(form_of_alpha(0.0), 16.0), 1e-13);
    for (const StepForm &form : {form_of_alpha(0.5), form_of_energy()}) {
      const double held = loss(form, 16.0);
      EXPECT_LT(held, speed > 1.0 ? 2e-5 : 1e-5);
      EXPECT_NEAR(std::log2(held / loss(form, 32.0)), 2.0, 0.1);
    }
    const Impact pair(live(form_of_alpha(0.5)), 150.0, 16.0, 0.3, 0.1, speed, 1e-13);
    EXPECT_EQ(pair.failed, 0);
    EXPECT_LT(pair.lost_angular_momentum(), 1e-10);
  }
}

namespace {

Setting settled_packing()
{
  Grains<> s;
  add_settled(s);
  s.g = {0, 0, -1};
  s.law = hooke(K);
  return s;
}

/** The highest frequency, by iteration of M^-1 K of the closed contacts. */
double highest_frequency(const Setting &packing)
{
  Grains<HookeForce, 3> s(packing);
  s.form = form_of_theta(1.0);
  s.h = 1e9;    // no inertia in the tangent
  s.collect(0.1);
  const ImplicitInput in = s.input();
  s.step->setup(s.space, s.network);
  std::vector<double> a(3 * s.network.ncolumns, 0.0), Ka(3 * s.count());
  s.step->look(in, a.data());
  std::mt19937 random(2);
  for (int i = 0; i < 3 * s.count(); i++)
    a[i] = std::uniform_real_distribution<double>(-1, 1)(random);
  double square = 0.0;
  for (int n = 0; n < 500; n++) {
    double aMa = 0.0, aKa = 0.0;
    s.space.reduce<1>(s.count(), s.step->tangent().product(a.data(), Ka.data()), 0);
    for (int i = 0; i < 3 * s.count(); i++) {
      aMa += a[i] * s.m[i / 3] * a[i];
      aKa += a[i] * Ka[i];
    }
    square = aKa / aMa;
    for (int i = 0; i < 3 * s.count(); i++) a[i] = Ka[i] / (square * s.m[i / 3]);
  }
  return std::sqrt(square);
}

/** A packing at rest that gets a kick: velocities of one size in random directions. */
struct Kick {
  const Setting &packing;
  double critical;    // step: 2 over the highest frequency
  double speed, gamma;
  unsigned seed = 11;    // of the directions
  double limit = 1.5;    // a run ends where the energy has grown more

  /** Returns the largest energy of the motion over its first one, of a run of `span` critical
   *  steps. The energy is that above the packing at rest. */
  double growth(const StepForm &form, double steps) const
  {
    return gamma > 0.0 ? growth_of<6>(form, steps) : growth_of<3>(form, steps);
  }
  bool usable(const StepForm &form, double steps) const { return growth(form, steps) <= 1.5; }

  /** The same of velocity-Verlet, without dashpots. */
  double growth_of_verlet(double steps) const
  {
    return growth_by<3>(StepForm(), steps, [](auto &s) {
      s.advance_by_verlet();
    });
  }

 private:
  template <int DOF> double growth_of(const StepForm &form, double steps) const
  {
    return growth_by<DOF>(form, steps, [](auto &s) {
      double fastest = 0.0;
      for (const Vec3 &v : s.v) fastest = std::max(fastest, norm(v));
      s.advance(std::min(0.5, 2.0 * s.h * fastest + 0.05));
    });
  }

  template <int DOF, class F>
  double growth_by(const StepForm &form, double steps, const F &advance) const
  {
    Grains<HookeForce, DOF> s(packing);
    const double rest = s.energy(), span = at_size(500.0, 2000.0);
    std::mt19937 random(seed);
    std::normal_distribution<double> any;
    for (Vec3 &v : s.v) {
      const Vec3 e = {any(random), any(random), any(random)};
      v = (speed / norm(e)) * e;
    }
    s.form = form;
    s.h = steps * critical;
    s.law = hooke(K, gamma, gamma / 2.0);
    s.options.tolerance = form.discrete ? 1e-8 : form.at == 0.5 ? 1e-10 : 1e-6;
    s.options.most_steps = 50;
    const double first = s.energy() - rest;
    double most = 1.0;
    const int n = std::max(at_size(20, 50), static_cast<int>(span / steps));
    for (int k = 0; k < n && most <= limit; k++) {
      advance(s);
      const double now = (s.energy() - rest) / first;
      most = now < 1e9 ? std::max(most, now) : 1e9;
    }
    return most;
  }
};

}    // namespace

// Independent figures of another packing of 218 spheres (656 contacts, highest frequency 1073.8):
// the largest usable steps among .5, .9, 1, 1.1, 1.9, 3, 10, 30, 100, 300 and 1000 critical steps.
// "Usable" means that the energy never is more than 1.5 times the first one. A figure is taken as
// reached if the step is usable, and as a limit if twice the step is not. Linear theory: no step
// above 1 for alpha = 0. Of the kick 1e-4 without dashpots the figure is .5 for alpha = 0. That of
// alpha = 1/2 is 3, and is compared with the kick 3e-4: the packing here keeps its contacts closed
// after the smaller one, and then any step is usable. There its solves have to be exact: the energy
// grows 1.3 times with the tolerance 1e-6, 1.7 times with 1e-8, and 4 to 6 times with smaller ones.
// Without dashpots, the energy of the midpoint grows so slowly that runs of 500 critical steps need
// longer steps to show it than those of 2000. Nor does alpha = 0 keep it after the kick .3: runs of
// 500 reach the published .9; those of 2000 take .8 (1.39 to 1.48 times), since at .9
// velocity-Verlet is at the bound here, too (the next test).
TEST(ImplicitPhysics, LargeStepsOfTheFamily)
{
  const Setting packing = settled_packing();
  const double critical = 2.0 / highest_frequency(packing);
  struct Row {
    double speed, gamma, explicit_like, too_long, midpoint, too_long_for_midpoint;    // 0: no limit
  };
  for (const Row &row : {Row{1e-4, 60, 1.0, 2.0, 1000, 0},
                         {3e-4, 0, 0.5, 1.1, 3, 6},
                         {1e-2, 0, 0.5, 1.1, 0.5, at_size(1.9, 1.0)},
                         {1e-2, 60, 1.0, 2.0, 3, 10},
                         {0.3, 0, at_size(0.9, 0.8), 1.8, 1.1, at_size(2.3, 2.2)},
                         {0.3, 60, 1.1, 2.2, 3, 6}}) {
    const Kick kick{packing, critical, row.speed, row.gamma};
    SCOPED_TRACE(testing::Message() << row.speed << " " << row.gamma);
    EXPECT_TRUE(kick.usable(form_of_alpha(0.0), row.explicit_like));
    EXPECT_FALSE(kick.usable(form_of_alpha(0.0), row.too_long));
    EXPECT_TRUE(kick.usable(form_of_alpha(0.5), row.midpoint));
    if (row.too_long_for_midpoint > 0.0) {
      EXPECT_FALSE(kick.usable(form_of_alpha(0.5), row.too_long_for_midpoint));
    }
  }
}

// Without dashpots alpha = 0 is velocity-Verlet, whose energy grows after the kick .3 as well: in
// 2000 critical steps of .9 to 1.456, 1.493, 1.498 and 1.525 times the first one for four kicks in other
// directions, that of alpha = 0 to 1.570, 1.452, 1.569 and 1.504. Round-off soon makes two
// trajectories of one kick.
TEST(ImplicitPhysics, AlphaZeroIsUsableWhereVelocityVerletIs)
{
  const Setting packing = settled_packing();
  const double critical = 2.0 / highest_frequency(packing);
  const std::vector<unsigned> seeds = at_size<std::vector<unsigned>>({11, 12}, {11, 12, 13, 14});
  double ours = 0.0, verlet = 0.0;
  for (const unsigned seed : seeds) {
    const Kick kick{packing, critical, 0.3, 0.0, seed, HUGE_VAL};
    ours += kick.growth(form_of_alpha(0.0), 0.9) / seeds.size();
    verlet += kick.growth_of_verlet(0.9) / seeds.size();
  }
  std::printf("alpha = 0: %.3f, velocity-Verlet: %.3f\n", ours, verlet);
  EXPECT_NEAR(ours, verlet, 0.05 * verlet);
}

// Independent figures, as above: theta = 1 has no limit, with some steps that Newton's method did
// not finish. For .75 and the energy scheme the figures are those up to which it did. The energy
// scheme takes half of them from day to day, which is still more than the midpoint can.
TEST(ImplicitPhysics, LargeStepsOfOtherSchemes)
{
  const Setting packing = settled_packing();
  const double critical = 2.0 / highest_frequency(packing), part = at_size(0.5, 1.0);
  struct Row {
    double speed, gamma, theta, energy;
  };
  for (const Row &row : at_size<std::vector<Row>>(
           {{1e-2, 60, 1000, 100}, {0.3, 0, 30, 30}},
           {{1e-2, 0, 100, 100}, {1e-2, 60, 1000, 100}, {0.3, 0, 30, 30}, {0.3, 60, 1000, 100}})) {
    const Kick kick{packing, critical, row.speed, row.gamma};
    SCOPED_TRACE(testing::Message() << row.speed << " " << row.gamma);
    EXPECT_TRUE(kick.usable(form_of_theta(1.0), 1000.0));
    EXPECT_TRUE(kick.usable(form_of_theta(0.75), row.theta));
    EXPECT_TRUE(kick.usable(form_of_energy(), part * row.energy));
  }
}

// Dashpots with gamma = 1 and 100 sqrt(2K/m) limit velocity-Verlet to .29 and .0029 critical steps
// (independent figures), but not alpha = 0.
TEST(ImplicitPhysics, StiffDashpots)
{
  const Setting packing = settled_packing();
  const double critical = 2.0 / highest_frequency(packing);
  for (double gamma : {1.0, 100.0})
    EXPECT_TRUE(
        (Kick{packing, critical, 1e-2, gamma * std::sqrt(2.0 * K)}.usable(form_of_alpha(0.0), 0.9)))
        << gamma;
}

// A sphere that falls on a plane, with steps of 2 to 100 over the frequency of the contact. theta =
// 1 takes energy, the energy scheme keeps it. The midpoint is stable for linear springs only: where
// it finds an overlap at once, it adds the energy of it.
TEST(ImplicitPhysics, OneSphere)
{
  for (const double steps : {2.0, 5.0, 20.0, 100.0})
    for (const StepForm &form : {form_of_alpha(0.5), form_of_theta(1.0), form_of_energy()}) {
      double most = 0.0;
      for (int p = 0; p < 20; p++) {
        Grains<HookeForce, 3> s;
        s.form = form;
        s.h = steps / std::sqrt(K);
        s.law = hooke(K);
        s.options.tolerance = 1e-13;
        s.planes = {{{0, 0, 0}, {0, 0, 1}}};
        s.g = {0, 0, -1};
        s.add({0, 0, 1.0 + 0.025 * p});
        const double rest = 0.5 - 0.5 / K, first = s.energy() - rest;
        for (int n = 0; n < 400; n++) {
          s.advance(0.5);
          most = std::max(most, (s.energy() - rest) / first);
        }
      }
      if (form.at == 0.5)
        EXPECT_GT(most, 1.5) << steps;
      else
        EXPECT_LT(most, 1.0 + 1e-9) << steps << " " << form.discrete;
    }
}
