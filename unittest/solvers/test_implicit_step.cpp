// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// One implicit step of soft spheres: the tangent, the potential, conservation and order.

#include "implicit_grains.h"

#include <random>

using namespace implicit_grains;

namespace {

constexpr double PI = 3.14159265358979323846;

/** A cloud of spheres that overlap, some with planes. */
template <class NormalForce, int DOF = 6>
Grains<NormalForce, DOF> cloud(const StepForm &form, unsigned seed = 1)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Grains<NormalForce, DOF> s;
  s.form = form;
  s.h = 3e-3;
  s.law = hooke(2e3, 20.0, 7.0);
  s.law.normal.constant = 0.3;
  s.planes = {{{0, 0, 0}, {0, 0, 1}}};
  for (int i = 0; i < 12; i++)
    s.add({0.93 * (i % 2) + 0.05 * any(random), 0.93 * (i / 2 % 2) + 0.05 * any(random),
           0.46 + 0.93 * (i / 4) + 0.05 * any(random)},
          {any(random), any(random), any(random)}, {any(random), any(random), any(random)},
          0.5 + 0.02 * any(random), 1.0 + 0.3 * any(random));
  return s;
}

std::vector<StepForm> forms()
{
  return {form_of_alpha(0.0),  form_of_alpha(0.25), form_of_alpha(0.5),
          form_of_alpha(0.75), form_of_theta(0.6),  form_of_theta(1.0)};
}

}    // namespace

template <class NormalForce> class ImplicitLaw : public testing::Test {
};
using Laws = testing::Types<HookeForce, HertzForce>;
TYPED_TEST_SUITE(ImplicitLaw, Laws);

// The tangent is minus the derivative of the residual; the discrete gradient has a symmetric
// tangent that is not exact.
TYPED_TEST(ImplicitLaw, TangentIsTheDerivative)
{
  for (const StepForm &form : forms())
    for (const bool full : {false, true}) {
      auto s = cloud<TypeParam>(form);
      s.full = full;
      s.collect(0.2);
      const ImplicitInput in = s.input();
      s.step->setup(s.space, s.network);
      EXPECT_LT(tangent_error<TypeParam>(s, in), 1e-8) << form.at << " " << full;
    }
}

// d.K e = e.K d to round-off.
TYPED_TEST(ImplicitLaw, TangentIsSymmetric)
{
  for (const StepForm &form : forms()) {
    auto s = cloud<TypeParam>(form);
    s.collect(0.2);
    const ImplicitInput in = s.input();
    s.step->setup(s.space, s.network);
    const int n = 6 * s.count();
    std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns), a(u.size(), 0.0), b(a);
    std::mt19937 random(4);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    for (int k = 0; k < n; k++) {
      a[k] = any(random);
      b[k] = any(random);
    }
    s.step->look(in, u.data());
    const auto &K = s.step->tangent();
    std::vector<double> Ka(n), Kb(n);
    s.space.template reduce<1>(s.count(), K.product(a.data(), Ka.data()), 0);
    s.space.template reduce<1>(s.count(), K.product(b.data(), Kb.data()), 0);
    double ab = 0.0, ba = 0.0, norm = 0.0;
    for (int k = 0; k < n; k++) {
      ab += a[k] * Kb[k];
      ba += b[k] * Ka[k];
      norm += std::fabs(b[k] * Ka[k]);
    }
    EXPECT_NEAR(ab, ba, 1e-14 * norm) << form.at;
  }
}

// The residual is minus the derivative of the incremental potential.
TYPED_TEST(ImplicitLaw, ResidualIsTheDerivativeOfThePotential)
{
  for (const StepForm &form : forms()) {
    if (form.at == 0.0) continue;
    auto s = cloud<TypeParam>(form);
    s.collect(0.2);
    const ImplicitInput in = s.input();
    s.step->setup(s.space, s.network);
    const int n = 6 * s.count();
    std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns), d(u.size(), 0.0);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    for (int k = 0; k < n; k++) {
      u[k] *= 1.1;
      d[k] = any(random);
    }
    s.step->look(in, u.data());
    double slope = 0.0, norm = 0.0;
    for (int k = 0; k < n; k++) {
      slope -= s.step->residual()[k] * d[k];
      norm += std::fabs(s.step->residual()[k] * d[k]);
    }
    const double t = 1e-6;
    double value[2];
    for (int side : {0, 1}) {
      std::vector<double> there = u;
      for (int k = 0; k < n; k++) there[k] += (side ? t : -t) * d[k];
      value[side] = s.step->potential(there.data());
    }
    EXPECT_NEAR((value[1] - value[0]) / (2.0 * t), slope, 1e-9 * norm) << form.at;
  }
}

// Momentum to round-off, angular momentum to what the solver leaves: of springs, and of dashpots at
// alpha = 0, where they are those at the positions of the momenta.
TYPED_TEST(ImplicitLaw, Momenta)
{
  for (const StepForm &form : {form_of_alpha(0.0), form_of_alpha(0.5), form_of_energy()}) {
    auto s = cloud<TypeParam>(form);
    s.planes.clear();
    s.options.tolerance = 1e-12;
    if (form.at > 0.0) s.law = hooke(2e3);
    const Vec3 P = s.momentum(), L = s.angular_momentum();
    for (int n = 0; n < 30; n++) s.advance();
    EXPECT_EQ(s.failed, 0);
    EXPECT_LT(norm(s.momentum() - P), 1e-13);
    EXPECT_LT(norm(s.angular_momentum() - L), 1e-10 * norm(L)) << form.at;
  }
}

// Held dashpots are at the middle of the free motion, which is not the middle of the step: the
// angular momentum is that of the second order, and so its error is a quarter with half the step.
// Momentum to round-off.
TYPED_TEST(ImplicitLaw, HeldDashpotsHaveTheSecondOrder)
{
  for (const StepForm &form : {form_of_alpha(0.5), form_of_energy()}) {
    double error[2];
    for (int halved : {0, 1}) {
      auto s = cloud<TypeParam>(form);
      s.planes.clear();
      s.options.tolerance = 1e-12;
      if (halved) s.h *= 0.5;
      const Vec3 P = s.momentum(), L = s.angular_momentum();
      for (int n = 0; n < (halved ? 60 : 30); n++) s.advance();
      EXPECT_EQ(s.failed, 0);
      EXPECT_LT(norm(s.momentum() - P), 1e-13);
      error[halved] = norm(s.angular_momentum() - L) / norm(L);
    }
    EXPECT_LT(error[0], 1e-3);
    EXPECT_NEAR(error[0] / error[1], 4.0, 0.2) << form.at;
  }
}

// Live dashpots at the midpoint conserve angular momentum. (Where a contact begins, there may be no
// solution; there is none of that here.)
TEST(ImplicitStep, LiveDashpotsConserveAngularMomentum)
{
  StepForm form = form_of_alpha(0.5);
  form.live = true;
  auto s = cloud<HookeForce>(form);
  s.planes.clear();
  s.options.tolerance = 1e-12;
  const Vec3 L = s.angular_momentum();
  for (int n = 0; n < 5; n++) s.advance();
  EXPECT_EQ(s.failed, 0);
  EXPECT_LT(norm(s.angular_momentum() - L), 1e-10 * norm(L));
}

// The scheme "energy" conserves the energy of contacts that open and close.
TYPED_TEST(ImplicitLaw, EnergyScheme)
{
  auto s = cloud<TypeParam>(form_of_energy());
  s.law = hooke(2e3);
  s.options.tolerance = 1e-13;
  const double E = s.energy();
  for (int n = 0; n < 200; n++) s.advance(0.5);
  EXPECT_EQ(s.failed, 0);
  EXPECT_NEAR(s.energy(), E, 1e-10 * E);
}

// alpha = 0 without dashpots is leapfrog: the trajectory of velocity-Verlet.
TEST(ImplicitStep, AlphaZeroIsVelocityVerlet)
{
  auto s = cloud<HookeForce>(form_of_alpha(0.0));
  s.law = hooke(2e3);
  auto verlet = cloud<HookeForce>(form_of_alpha(0.0));
  verlet.law = s.law;
  for (int n = 0; n < 1000; n++) {
    s.advance();
    auto a = verlet.accelerations();
    for (int i = 0; i < verlet.count(); i++) {
      verlet.v[i] = verlet.v[i] + (0.5 * verlet.h) * a[i];
      verlet.x[i] = verlet.x[i] + verlet.h * verlet.v[i];
    }
    a = verlet.accelerations();
    for (int i = 0; i < verlet.count(); i++) verlet.v[i] = verlet.v[i] + (0.5 * verlet.h) * a[i];
  }
  double apart = 0.0;
  for (int i = 0; i < s.count(); i++) apart = std::max(apart, norm(s.x[i] - verlet.x[i]));
  EXPECT_LT(apart, 1e-9);
}

// The factors of the whole tangent give the same step as conjugate gradients.
TEST(ImplicitStep, DirectFactors)
{
  auto a = cloud<HookeForce>(form_of_alpha(0.5));
  Grains<HookeForce, 6, SparseDirect> b(a);
  for (int n = 0; n < 10; n++) {
    a.advance();
    b.advance();
  }
  for (int i = 0; i < a.count(); i++) EXPECT_LT(norm(a.x[i] - b.x[i]), 1e-9);
}
