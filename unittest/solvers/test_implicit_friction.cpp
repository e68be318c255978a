// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Implicit steps of soft spheres with tangential springs and friction.

#include "implicit_grains.h"
#include "settled_packing.h"

#include <random>

using namespace implicit_grains;

namespace {

using Friction = StepFriction<SerialSpace>;
template <class NormalForce, int DOF = 6, template <class, class> class Linear = ConjugateGradients>
using Rough = Grains<NormalForce, DOF, Linear, NoStepBonds<SerialSpace>, Friction>;

ContactParameters rough(double k, double mu, double gamma = 0.0)
{
  ContactParameters law = hooke(k, gamma, 0.5 * gamma);
  law.tangential_stiffness = 2.0 / 7.0 * k;
  law.friction = mu;
  law.unlimited = 0.0;
  return law;
}

std::vector<StepForm> forms()
{
  return {form_of_alpha(0.5), form_of_theta(0.75), form_of_theta(1.0), form_of_energy()};
}

/** A cloud of spheres with springs: some slide, some stick. */
template <class NormalForce> Rough<NormalForce> cloud(const StepForm &form)
{
  auto s = cloud_of<Rough<NormalForce>>(form, rough(2e3, 0.3, 10.0));
  std::mt19937 random(2);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  s.collect(0.2);
  for (const auto &pair : s.touching)
    s.springs[pair] = 0.1 * Vec3{any(random), any(random), any(random)};
  return s;
}

/** mu times the normal force in the balance of a step from the positions of s by the motion u:
 *  elastic force at the trial state, and dashpot. */
template <class NormalForce>
double bound_at(const Rough<NormalForce> &s, const std::vector<double> &u, int i, int c)
{
  const int j = s.network.column[c];
  const Vec3 *x = vectors_at(s.centres.data());
  const auto way = [&](int k) {
    return Vec3{u[6 * k], u[6 * k + 1], u[6 * k + 2]};
  };
  const bool wall = j >= s.count();
  Vec3 e0 = x[j] - x[i], relative = way(i) - way(j);
  const double sum = s.R[i] + (wall ? 0.0 : s.R[j]), R = s.size[c];
  const auto overlap = [&](double part) {
    return sum - (wall ? s.centres[3 * i + 2] + part * u[6 * i + 2] : norm(e0 - part * relative));
  };
  const double d0 = overlap(0.0), d = overlap(s.form.at);
  const TrialForce trial = s.form.discrete ? mean_trial_force<NormalForce>(s.law, d0, d, R)
                                           : trial_force<NormalForce>(s.law, d, R);
  // the dashpot is held where the form says
  const Vec3 held = e0 - s.form.predicted * s.h * (s.v[i] - (wall ? Vec3{0, 0, 0} : s.v[j]));
  const Vec3 n = wall ? Vec3{0, 0, -1} : held / norm(held);
  const double then = wall ? sum - (s.centres[3 * i + 2] + s.form.predicted * s.h * s.v[i].z)
                           : sum - norm(held);
  const TrialDashpot dashpot =
      trial_dashpot<NormalForce>(s.law, n, then, s.R[i], 0.5, R, s.mass[c], wall);
  return s.law.friction * std::max(0.0, trial.force + dashpot.normal / s.h * dot(relative, n));
}

template <class NormalForce> class FrictionLaw : public testing::Test {
};
using Laws = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(FrictionLaw, Laws);

// With held bounds the tangent is minus the derivative of the residual.
TYPED_TEST(FrictionLaw, TangentIsTheDerivative)
{
  for (const StepForm &form : forms()) {
    if (form.discrete) continue;    // its tangent is not exact
    auto s = cloud<TypeParam>(form);
    const ImplicitInput in = s.input();
    s.step->setup(s.space, s.network);
    s.put_springs();
    EXPECT_LT(tangent_error<TypeParam>(s, in, 1e-7), 1e-8) << form.at;
    int sliding = 0;
    for (const TrialFriction &f : s.step->friction.friction) sliding += norm(f.start) > f.bound;
    EXPECT_GT(sliding, 3);
    EXPECT_LT(sliding, s.network.ncontacts - 3);
  }
}

TYPED_TEST(FrictionLaw, ResidualIsTheDerivativeOfThePotential)
{
  for (const StepForm &form : forms()) {
    if (form.discrete) continue;
    auto s = cloud<TypeParam>(form);
    const ImplicitInput in = s.input();
    s.step->setup(s.space, s.network);
    s.put_springs();
    const std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns);
    EXPECT_LT(potential_error(s, in, u, 1e-6), 1e-8) << form.at;
  }
}

// The passes end where the balance holds with the bounds of its own solution. look() finds them as
// they are without the step.
TYPED_TEST(FrictionLaw, LoadsKeepTheBoundsOfTheSolution)
{
  for (const StepForm &form : forms()) {
    auto s = cloud<TypeParam>(form);
    s.options.tolerance = 1e-9;
    s.collect(0.2);
    const ImplicitInput in = s.input();
    s.step->setup(s.space, s.network);
    s.put_springs();
    std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns);
    const SolverReport report = s.step->solve(in, u.data(), s.options);
    EXPECT_EQ(report.reason, SolverReport::CONVERGED) << form.at;
    int slides = 0;
    for (int i = 0; i < s.count(); i++)
      for (int c = s.network.first[i]; c < s.network.first[i + 1]; c++) {
        const TrialFriction &f = s.step->friction.friction[c];
        if (!(f.bound > 0.0)) continue;
        EXPECT_NEAR(f.bound, bound_at(s, u, i, c), 1e-6 * s.step->force_scale()) << form.at;
        slides++;
      }
    EXPECT_GT(slides, 10);
  }
}

/** A sphere on a plane that is inclined by `angle`, at rest at its overlap. */
template <int DOF>
Rough<HookeForce, DOF> on_incline(double mu, double angle, double h_over_hc,
                                  const StepForm &form = form_of_theta(1.0))
{
  Rough<HookeForce, DOF> s;
  const double k = 1e5;
  s.law = rough(k, mu);
  s.h = h_over_hc * 2.0 / std::sqrt(k);
  s.form = form;
  s.planes = {{{0, 0, 0}, {0, 0, 1}}};
  s.g = {std::sin(angle), 0, -std::cos(angle)};
  s.add({0, 0, 0.5 - std::cos(angle) / k});
  return s;
}

TEST(ImplicitFriction, BodyThatDoesNotRotateSticksOrSlides)
{
  for (const double steps : {1.0, 10.0, 100.0}) {
    auto sticks = on_incline<3>(0.5, 0.4, steps), slides = on_incline<3>(0.3, 0.4, steps);
    for (int n = 0; n < 200; n++) {
      sticks.advance();
      slides.advance();
    }
    const double t = 200.0 * slides.h, a = std::sin(0.4) - 0.3 * std::cos(0.4);
    EXPECT_EQ(sticks.failed + slides.failed, 0);
    EXPECT_NEAR(sticks.v[0].x, 0.0, 1e-9);
    const Vec3 spring = sticks.springs.begin()->second;
    EXPECT_NEAR(2.0 / 7.0 * 1e5 * spring.x, std::sin(0.4), 1e-8);
    EXPECT_NEAR(slides.v[0].x, a * t, 2.0 * a * slides.h);
  }
}

/** A solid sphere rolls if mu > 2/7 tan(angle), and then falls with 5/7 of g. Otherwise it slides,
 *  and turns by the moment of mu N. */
TEST(ImplicitFriction, SphereRollsOrSlidesDown)
{
  for (const auto &[steps, form] :
       {std::pair{1.0, form_of_theta(1.0)}, std::pair{10.0, form_of_theta(1.0)},
        std::pair{100.0, form_of_theta(1.0)}, std::pair{1.0, form_of_alpha(0.5)}}) {
    auto rolls = on_incline<6>(0.3, 0.4, steps, form),
         slides = on_incline<6>(0.1, 0.4, steps, form);
    for (int n = 0; n < 200; n++) {
      rolls.advance();
      slides.advance();
    }
    const double t = 200.0 * slides.h, a = std::sin(0.4) - 0.1 * std::cos(0.4);
    EXPECT_EQ(rolls.failed + slides.failed, 0);
    EXPECT_NEAR(rolls.v[0].x, 5.0 / 7.0 * std::sin(0.4) * t, 0.01 * t) << steps;
    EXPECT_NEAR(rolls.w[0].y, rolls.v[0].x / 0.5, 0.01 * t);
    EXPECT_NEAR(slides.v[0].x, a * t, 2.0 * a * slides.h);
    EXPECT_NEAR(slides.w[0].y, 2.5 * 0.1 * std::cos(0.4) / 0.5 * t, 0.01 * t);
  }
}

/** The heap of settled_packing.h, whose box leans over so that it is sheared by .3 of its
 *  weight. */
Rough<HookeForce> leaning_heap(double mu, double h_over_hc)
{
  Rough<HookeForce> s;
  s.law = rough(195000.0, mu, 30.0);
  s.form = form_of_theta(1.0);
  s.h = h_over_hc * 2.0 / 1145.0;
  s.g = {0.3, 0, -1};
  s.options.tolerance = 1e-6;
  add_settled(s);
  return s;
}

/** Without relaxation, the bounds of a pass swing for mu >= .4 at 10 h_c: then there is no end
 *  (doc/notes/implicit-steps.md 3.6). */
TEST(ImplicitFriction, PassesConvergeInPackings)
{
  for (const double mu : {0.3, 0.5, 1.0})
    for (const double h : {1.0, 10.0}) {
      Rough<HookeForce> heap = leaning_heap(mu, h);
      for (int n = 0; n < 10; n++) heap.advance(0.1);
      EXPECT_EQ(heap.failed, 0) << mu << " " << h;
      EXPECT_LE(heap.newton, 15 * heap.steps) << mu << " " << h;
    }
}

}    // namespace
