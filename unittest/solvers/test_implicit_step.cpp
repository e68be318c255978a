// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// One implicit step of soft spheres: the tangent, the potential, conservation and order.

#include "implicit_grains.h"

using namespace implicit_grains;

namespace {

template <class NormalForce> Grains<NormalForce> cloud(const StepForm &form)
{
  ContactParameters law = hooke(2e3, 20.0, 7.0);
  law.normal.constant = 0.3;
  return cloud_of<Grains<NormalForce>>(form, law);
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
  for (const StepForm &form : potential_forms())
    for (const bool full : {false, true}) {
      auto s = cloud<TypeParam>(form);
      s.full = full;
      s.collect(0.2);
      const ImplicitInput in = s.input();
      s.step->setup(s.space, s.network);
      EXPECT_LT(tangent_error<TypeParam>(s, in), 1e-8) << form.at << " " << full;
    }
}

// The residual is minus the derivative of the incremental potential.
TYPED_TEST(ImplicitLaw, ResidualIsTheDerivativeOfThePotential)
{
  for (const StepForm &form : potential_forms()) {
    if (form.at == 0.0) continue;
    auto s = cloud<TypeParam>(form);
    s.collect(0.2);
    const ImplicitInput in = s.input();
    s.step->setup(s.space, s.network);
    std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns);
    for (int k = 0; k < 6 * s.count(); k++) u[k] *= 1.1;
    EXPECT_LT(potential_error(s, in, u, 1e-6), 1e-9) << form.at;
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

// A step that is short beside a contact comes to the solution of Newton's method without a tangent.
// A long one does not, and goes on by Newton's method.
TYPED_TEST(ImplicitLaw, ShortSteps)
{
  for (const StepForm &form : {form_of_alpha(0.0), form_of_alpha(0.5), form_of_energy()})
    for (const double h : {0.1, 10.0}) {
      auto s = cloud<TypeParam>(form);
      s.h *= h;
      s.collect(0.2);
      ImplicitInput in = s.input();
      s.step->setup(s.space, s.network);
      std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns), by_newton = u;
      s.step->solve(in, by_newton.data(), s.options);
      const std::vector<Vec3> a = s.accelerations();
      for (int i = 0; i < s.count(); i++)
        vectors_at(u.data())[2 * i] =
            vectors_at(u.data())[2 * i] + (form.weight * s.h * s.h) * a[i];
      in.predicted = true;
      const SolverReport report = s.step->solve(in, u.data(), s.options);
      EXPECT_EQ(report.reason, SolverReport::CONVERGED) << form.at << " " << h;
      if (h < 1.0 || form.at > 0.0) { EXPECT_EQ(report.products == 0, h < 1.0) << form.at; }
      double longest = 0.0, apart = 0.0;
      for (int k = 0; k < 6 * s.count(); k++) {
        longest = std::max(longest, std::fabs(u[k]));
        apart = std::max(apart, std::fabs(u[k] - by_newton[k]));
      }
      EXPECT_LT(apart, 1e-8 * longest) << form.at << " " << h;
    }
}

// The balance in vector lanes, where there is no tangent to find, is the other one in all bits.
TYPED_TEST(ImplicitLaw, Lanes)
{
  for (const StepForm &form : {form_of_alpha(0.0), form_of_alpha(0.5), form_of_energy()})
    for (const bool full : {false, true}) {
      auto s = cloud<TypeParam>(form);
      s.law.modulus = 700.0;
      s.full = full;
      s.collect(0.2);
      EXPECT_NE(s.network.ncontacts % LANES, 0);
      ImplicitInput in = s.input();
      s.step->setup(s.space, s.network);
      std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns), found[2];
      for (int k = 0; k < 6 * s.count(); k++) u[k] *= 1.3;
      for (const bool in_lanes : {false, true}) {
        in.predicted = in_lanes;
        s.step->look(in, u.data());
        const double *r = s.step->residual();
        found[in_lanes].assign(r, r + 6 * s.count());
        found[in_lanes].push_back(s.step->force_scale());
      }
      EXPECT_EQ(found[true], found[false]) << form.at << " " << full;
    }
}

// alpha = 0 holds the dashpots that the start of the step has found already.
TYPED_TEST(ImplicitLaw, KnownStart)
{
  auto s = cloud<TypeParam>(form_of_alpha(0.0));
  s.collect(0.2);
  ImplicitInput in = s.input();
  s.step->setup(s.space, s.network);
  std::vector<double> u[2] = {s.u, s.u}, forces(6 * s.count());
  std::vector<double> u_free(in.u_free, in.u_free + 6 * s.network.ncolumns);
  s.step->solve(in, u[0].data(), s.options);
  s.step->add_contact_forces(u[0].data(), forces.data());    // holds others
  s.step->add_elastic(in, u_free.data(), forces.data());
  in.known_start = true;
  s.step->solve(in, u[1].data(), s.options);
  EXPECT_EQ(u[0], u[1]);
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
    verlet.advance_by_verlet();
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
