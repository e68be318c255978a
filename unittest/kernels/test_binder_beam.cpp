// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Chains of particle-binder bonds in equilibrium, found by Newton's method with their tangent,
// against the theory of beams.

#include "binder_bonds.h"
#include "kernels/bond/binder.h"
#include "reference/stiffness_blocks.h"
#include "test_eigen.h"

#include <gtest/gtest.h>

#include <vector>

using namespace VARDEM;

namespace {

/** A straight chain of equal bonds along x. The first body is clamped, force and moment act on the
 *  last one. */
template <class Shear> class Cantilever {
 public:
  Cantilever(const Binder &law, double l, int bonds) : law(law), l(l), bonds(bonds)
  {
    for (int i = 0; i <= bonds; i++) {
      x.push_back({i * l, 0.0, 0.0});
      q.push_back({1.0, 0.0, 0.0, 0.0});
    }
    reference = bond_reference({l, 0.0, 0.0}, q[0], q[0]);
  }

  double length() const { return bonds * l; }
  Vec3 tip() const { return x.back() - Vec3{length(), 0.0, 0.0}; }
  Quat tip_orientation() const { return q.back(); }

  /** Bends every bond away from the straight line, where the quadratic energy of shear has no
   *  stiffness. */
  void shear_by(double angle)
  {
    for (int i = 0; i <= bonds; i++) x[i].y += i * l * angle;
  }

  /** Finds the equilibrium in so many steps of the load. */
  void bear(const Vec3 &force, const Vec3 &moment, int steps = 1)
  {
    for (int n = 1; n <= steps; n++) {
      F = (double(n) / steps) * force;
      M = (double(n) / steps) * moment;
      solve();
    }
  }

  /** Angular frequencies of small vibrations, the lowest first. Bodies of the mass m, the last one
   *  half of it; J = 0.1 m l^2. */
  Eigen::VectorXd frequencies(double m) const
  {
    Eigen::VectorXd inverse_root(6 * bonds);
    for (int k = 0; k < 6 * bonds; k++) {
      const double mass = k / 6 == bonds - 1 ? 0.5 * m : m;
      inverse_root(k) = 1.0 / std::sqrt(k % 6 < 3 ? mass : 0.1 * mass * l * l);
    }
    const Eigen::MatrixXd K = inverse_root.asDiagonal() * stiffness() * inverse_root.asDiagonal();
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K, Eigen::EigenvaluesOnly)
        .eigenvalues()
        .cwiseSqrt();
  }

 private:
  Binder law;
  double l;
  int bonds;
  BondReference reference;
  std::vector<Vec3> x;
  std::vector<Quat> q;
  Vec3 F, M;

  BondGeometry geometry(int bond) const
  {
    return bond_geometry(reference, x[bond + 1] - x[bond], q[bond], q[bond + 1]);
  }

  static void add(Eigen::VectorXd &r, int body, const Vec3 &F, const Vec3 &M)
  {
    if (body == 0) return;
    r.segment<3>(6 * body - 6) += eigen(F);
    r.segment<3>(6 * body - 3) += eigen(M);
  }

  Eigen::VectorXd residual() const
  {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(6 * bonds);
    add(r, bonds, F, M);
    for (int i = 0; i < bonds; i++) {
      const PairForce f = binder_force<Shear>(law, geometry(i)).f;
      add(r, i, f.F, f.M1);
      add(r, i + 1, -f.F, f.M2);
    }
    return r;
  }

  Eigen::MatrixXd stiffness() const
  {
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(6 * bonds + 6, 6 * bonds + 6);
    for (int i = 0; i < bonds; i++) {
      PairBlock K[2][2];
      stiffness_blocks(binder_tangent<Shear>(law, geometry(i)), K);
      for (int a : {0, 1})
        for (int b : {0, 1})
          all.block<6, 6>(6 * (i + a), 6 * (i + b)) +=
              Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(&K[a][b].a[0][0]);
    }
    return all.bottomRightCorner(6 * bonds, 6 * bonds);
  }

  void move(const Eigen::VectorXd &step)
  {
    for (int i = 1; i <= bonds; i++) {
      const double *s = step.data() + 6 * (i - 1);
      x[i] = x[i] + Vec3{s[0], s[1], s[2]};
      q[i] = normalized(exponential(Vec3{s[3], s[4], s[5]}) * q[i]);
    }
  }

  void solve()
  {
    // positions are of the size of the chain, which gives the round-off of the forces
    const double enough = 1e-10 * (norm(F) * l + norm(M)) + 1e-15 * law.axial * bonds;
    for (int iteration = 0; iteration < 50; iteration++) {
      const Eigen::VectorXd r = residual();
      if (r.norm() < enough) return;
      move(stiffness().partialPivLu().solve(r));
    }
    ADD_FAILURE() << "no equilibrium, residual " << residual().norm();
  }
};

/** l = 1 and KM = 1, so EI = 1. */
Binder beam_law(double KS, double KT)
{
  Binder law = {};
  law.axial = 100.0;
  law.shear_linear = KS;
  law.moment = 1.0;
  law.torsion = KT;
  return law;
}

constexpr int BONDS = 30;
constexpr double L = BONDS;

}    // namespace

// Timoshenko's beam under a small load at its tip, P L^3/(3 EI) + P L/(k G A) with EI = KM l, k G A
// = KS/l

TEST(BinderBeam, SmallDeflectionIsThatOfTimoshenko)
{
  for (const double KS : {100.0, 1.0, 0.05}) {
    Cantilever<ShearN> chain(beam_law(KS, 1.0), 1.0, BONDS);
    const double P = 1e-3 / (L * L), expected = P * L * L * L / 3.0 + P * L / KS;
    chain.bear({0.0, P, 0.0}, {});
    printf("KS/KM %g: %.5f of Timoshenko's deflection\n", KS, chain.tip().y / expected);
    EXPECT_NEAR(chain.tip().y / expected, 1.0, 0.01);
  }
}

// Form B resists bending with KS/4, too

TEST(BinderBeam, FormBIsStifferInBending)
{
  const double KS = 2.0, P = 1e-3 / (L * L);
  Cantilever<ShearB> chain(beam_law(KS, 1.0), 1.0, BONDS);
  chain.bear({0.0, P, 0.0}, {});
  const double expected = P * L * L * L / (3.0 * (1.0 + 0.25 * KS)) + P * L / KS;
  EXPECT_NEAR(chain.tip().y / expected, 1.0, 0.01);
}

// A moment about its axis twists the chain. (Large deflections: scenarios/implicit/test_implicit_bonds.cpp)

TEST(BinderBeam, TorsionIsThatOfTheBar)
{
  for (const double T : {1e-4, 0.05, 0.5}) {
    const double KT = 0.4;
    Cantilever<ShearN> chain(beam_law(100.0, KT), 1.0, BONDS);
    chain.bear({}, {T, 0.0, 0.0}, 10);
    const RelativeRotation turn = relative_rotation(chain.tip_orientation());
    const double angle = std::remainder(T * L / KT, 2.0 * 3.14159265358979323846);
    EXPECT_NEAR(turn.theta.x / angle, 1.0, 1e-8);
  }
}

// Frequencies of the beam of Euler and Bernoulli, clamped and free: (b L)^2 sqrt(EI/(m/l))/L^2,
// cos(b L) cosh(b L) = -1. Two by two, because the beam is round

TEST(BinderBeam, FrequenciesAreThoseOfEulerAndBernoulli)
{
  const Cantilever<ShearN> chain(beam_law(100.0, 1.0), 1.0, BONDS);
  const Eigen::VectorXd w = chain.frequencies(1.0);
  const double roots[] = {1.8751040687, 4.6940911330, 7.8547574382};
  for (int n = 0; n < 3; n++) {
    const double expected = roots[n] * roots[n] / (L * L);
    printf("mode %d: %.5f, %.5f of Euler-Bernoulli\n", n + 1, w(2 * n) / expected,
           w(2 * n + 1) / expected);
    EXPECT_NEAR(w(2 * n) / expected, 1.0, 0.005);
    EXPECT_NEAR(w(2 * n + 1) / expected, 1.0, 0.005);
  }
}

// The stiffnesses of a beam give its deflection at any number of bonds

TEST(BinderBeam, StiffnessesOfABeamGiveItsDeflection)
{
  const double E = 200.0, nu = 0.3, r = 0.4, length = 6.0, pi = 3.14159265358979323846;
  const double A = pi * r * r, I = 0.25 * pi * std::pow(r, 4), G = E / 2.6;
  const double k = 6.0 * 1.3 / (7.0 + 1.8);
  for (const int bonds : {1, 2, 7}) {
    const double l = length / bonds;
    const Binder law = beam(E, nu, r, l);
    const double P = 1e-6;
    Cantilever<ShearN> bent(law, l, bonds), pulled(law, l, bonds), twisted(law, l, bonds);
    bent.bear({0.0, 0.0, P}, {});
    EXPECT_NEAR(bent.tip().z, P * (std::pow(length, 3) / (3.0 * E * I) + length / (k * G * A)),
                1e-7 * bent.tip().z);
    pulled.bear({P, 0.0, 0.0}, {});
    EXPECT_NEAR(pulled.tip().x, P * length / (E * A), 1e-7 * pulled.tip().x);
    twisted.bear({}, {P, 0.0, 0.0});
    const double angle = relative_rotation(twisted.tip_orientation()).theta.x;
    EXPECT_NEAR(angle, P * length / (G * 2.0 * I), 1e-9 * angle);
  }
}

TEST(BinderBeam, SlenderBeamIsThatOfEulerAndBernoulli)
{
  const Binder law = beam(3.0, 0.2, 1e-4, 1.0);
  EXPECT_NEAR(law.shear_linear / (12.0 * law.moment), 1.0, 1e-6);
}

// As published, the energy of shear is quadratic in 1 - c, and a chain has no linear stiffness
// against shear: deflection/(P L^3/3EI) = 1 + 3 (2 KM/(N^2 KS))^(1/3) q^(-2/3), q = P L^2/EI. By
// hand, doc/notes/binder-bonds.md 3.4

TEST(BinderBeam, PublishedShearHasNoLinearStiffness)
{
  const double loads[] = {1e-4, 1e-3, 1e-2}, expected[] = {67.9, 15.4, 4.1};
  for (int n = 0; n < 3; n++) {
    Binder law = beam_law(0.0, 1.0);
    law.shear_quadratic = 20.0;
    const double P = loads[n] / (L * L), bending = P * L * L * L / 3.0;
    Cantilever<ShearN> form_N(law, 1.0, BONDS);
    Cantilever<ShearB> form_B(law, 1.0, BONDS);
    const double angle = std::cbrt(2.0 * P / law.shear_quadratic);
    form_N.shear_by(angle);
    form_B.shear_by(angle);
    form_N.bear({0.0, P, 0.0}, {});
    form_B.bear({0.0, P, 0.0}, {});
    printf("q = %g: N %.2f, B %.2f\n", loads[n], form_N.tip().y / bending,
           form_B.tip().y / bending);
    EXPECT_NEAR(form_N.tip().y / bending / expected[n], 1.0, 0.03);
    EXPECT_NEAR(form_B.tip().y / bending / expected[n], 1.0, 0.03);
  }
}
