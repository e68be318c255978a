// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Stable step of the leapfrog from blocks of the stiffness, against Eigen on the stiffness of the
// whole system.

#include "solvers/network/largest_eigenvalue.h"
#include "test_eigen.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace VARDEM;

namespace {

/** Balls in contact, without LAMMPS: mass, radius, and springs between two of them or (j < 0) to a
 *  wall at n. */
struct Ball {
  double m, R;
};
struct Spring {
  int i, j;
  Vec3 n;    // out of i
  Springs k, c;
};
struct System {
  std::vector<Ball> balls;
  std::vector<Spring> springs;
};

InverseInertia inverse(const Ball &b)
{
  const double m = 1.0 / b.m, I = 1.0 / (0.4 * b.m * b.R * b.R);
  return {{m, m, m}, {I, I, I}};
}

double bound_step(const System &s)
{
  std::vector<StiffnessBlock> K(s.balls.size()), C(s.balls.size());
  for (const auto &spring : s.springs) {
    add_contact(K[spring.i], spring.n, s.balls[spring.i].R, spring.k);
    add_contact(C[spring.i], spring.n, s.balls[spring.i].R, spring.c);
    if (spring.j < 0) continue;
    add_contact(K[spring.j], -1.0 * spring.n, s.balls[spring.j].R, spring.k);
    add_contact(C[spring.j], -1.0 * spring.n, s.balls[spring.j].R, spring.c);
  }
  double least = 1e300;
  for (const auto &spring : s.springs) {
    double lambda = 0.0, gamma = 0.0;
    for (const int i : {spring.i, spring.j})
      if (i >= 0) {
        lambda += largest_eigenvalue(K[i], inverse(s.balls[i]));
        gamma += largest_eigenvalue(C[i], inverse(s.balls[i]));
      }
    least = std::min(least, stable_step(lambda, gamma));
  }
  return least;
}

/** Adds J^T k J. The products of whole matrices are written one by one: in one expression they take
 *  Eigen and the compiler many times as long. */
void add_product(Eigen::MatrixXd &K, const Eigen::MatrixXd &J, const Eigen::MatrixXd &k)
{
  const Eigen::MatrixXd transposed = J.transpose(), left = transposed * k;
  K += left * J;
}

/** M^-1/2 K M^-1/2 of the whole system, from the relative displacement at each contact. */
Eigen::MatrixXd whole(const System &s, Springs Spring::*which)
{
  const int n = 6 * static_cast<int>(s.balls.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n, n);
  for (const auto &spring : s.springs) {
    const Springs &k = spring.*which;
    const Eigen::Vector3d normal = eigen(spring.n);
    const Eigen::Matrix3d nn = normal * normal.transpose(), tt = Eigen::Matrix3d::Identity() - nn;
    Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(3, n), turn = Eigen::MatrixXd::Zero(3, n);
    for (const int p : {spring.i, spring.j}) {
      if (p < 0) continue;
      const double sign = p == spring.i ? 1.0 : -1.0;
      shift.block<3, 3>(0, 6 * p) += sign * Eigen::Matrix3d::Identity();
      shift.block<3, 3>(0, 6 * p + 3) -= sign * cross_matrix(sign * s.balls[p].R * spring.n);
      turn.block<3, 3>(0, 6 * p + 3) += sign * Eigen::Matrix3d::Identity();
    }
    add_product(K, shift, k.normal * nn + k.tangent * tt);
    add_product(K, turn, k.twist * nn + k.roll * tt);
  }
  for (std::size_t p = 0; p < s.balls.size(); p++) {
    const InverseInertia inv = inverse(s.balls[p]);
    for (int a = 0; a < 6; a++) {
      const double scale = std::sqrt(a < 3 ? inv.mass.x : inv.moment.x);
      K.row(6 * p + a) *= scale;
      K.col(6 * p + a) *= scale;
    }
  }
  return K;
}

double largest(const Eigen::MatrixXd &K)
{
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .maxCoeff();
}

/** Gelfand's formula, the limit of |M^n|^(1/n), by squaring M forty times: what the formula leaves
 *  out is a factor of (condition of the eigenvectors)^(1/2^40). Eigen's EigenSolver would do as
 *  well, but takes 10 s to compile. */
double spectral_radius(Eigen::MatrixXd M)
{
  double log_radius = 0.0, share = 1.0;    // share = 1/n
  for (int k = 0; k < 40; k++, share *= 0.5) {
    const double size = M.norm();
    log_radius += share * std::log(size);
    M /= size;
    M = (M * M).eval();
  }
  return std::exp(log_radius);
}

double exact_step(const System &s)
{
  return 2.0 / std::sqrt(largest(whole(s, &Spring::k)));
}

class Random {
 public:
  double operator()(double lo, double hi) { return lo + (hi - lo) * uniform(engine); }
  Vec3 direction()
  {
    const Vec3 a{normal(engine), normal(engine), normal(engine)};
    return (1.0 / norm(a)) * a;
  }

 private:
  std::mt19937 engine{20260704};
  std::uniform_real_distribution<double> uniform{0.0, 1.0};
  std::normal_distribution<double> normal;
};

/** Any balls with any springs between them; not a packing in space. */
System tangle(Random &random, int balls, int springs, double dashpots)
{
  System s;
  for (int i = 0; i < balls; i++)
    s.balls.push_back({std::pow(10.0, random(-1, 1)), random(0.5, 2.0)});
  const auto coefficients = [&](double f) {
    return Springs{f * random(0.1, 1), f * random(0, 1), f * random(0, 0.5), f * random(0, 0.5)};
  };
  for (int k = 0; k < springs; k++) {
    const int i = static_cast<int>(random(0, balls)), j = static_cast<int>(random(-1, balls));
    s.springs.push_back(
        {i, j == i ? -1 : j, random.direction(), coefficients(1.0), coefficients(dashpots)});
  }
  return s;
}

}    // namespace

// A chain of n equal spheres, free ends: lambda_max = 4 k/m sin^2(pi (n-1)/(2n)), the bound has 4
// k/m

TEST(StableStep, OfAChainIsExactTo1em3)
{
  for (const double ratio : {0.0, 2.0 / 7.0}) {
    System chain;
    for (int i = 0; i < 60; i++) {
      chain.balls.push_back({2.0, 0.5});
      if (i > 0) chain.springs.push_back({i - 1, i, {1, 0, 0}, {3.0, 3.0 * ratio, 0.0, 0.0}, {}});
    }
    const double exact = exact_step(chain);
    if (ratio == 0.0) {
      EXPECT_NEAR(exact, std::sqrt(2.0 / 3.0) / std::sin(M_PI * 59 / 120), 1e-12);
    }
    EXPECT_LE(bound_step(chain), exact);
    EXPECT_GE(bound_step(chain), (1.0 - 1e-3) * exact);
  }
}

TEST(StableStep, IsNeverAboveTheExactLimit)
{
  Random random;
  double worst = 0.0, best = 1.0;
  for (int n = 0; n < 300; n++) {
    const System s = tangle(random, 6, 12, 0.0);
    const double ratio = bound_step(s) / exact_step(s);
    worst = std::max(worst, ratio);
    best = std::min(best, ratio);
  }
  EXPECT_LE(worst, 1.0 + 1e-12);
  EXPECT_GE(best,
            0.7);    // and not far below: twice the largest block would give 1/sqrt(2) at best
}

// The leapfrog with forces of half a step ago is unstable where h^2 K + 2 h C has an eigenvalue
// above 4 M: the spectral radius of the map (x, v) -> (x + h v', v' = v - h (K x + C v))

TEST(StableStep, WithDashpotsIsThatOfTheMap)
{
  Random random;
  for (int n = 0; n < 20; n++) {
    const System s = tangle(random, 3, 5, 0.4);
    const Eigen::MatrixXd K = whole(s, &Spring::k), C = whole(s, &Spring::c);
    const long N = K.rows();
    const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(N, N);
    const auto radius = [&](double h) {
      Eigen::MatrixXd map(2 * N, 2 * N);
      map.topLeftCorner(N, N) = one - h * h * K;
      map.topRightCorner(N, N) = h * one - h * h * C;
      map.bottomLeftCorner(N, N) = -h * K;
      map.bottomRightCorner(N, N) = one - h * C;
      return spectral_radius(map);
    };
    double lo = 0.0, hi = 10.0 * bound_step(s);    // of the criterion
    for (int k = 0; k < 60; k++) {
      const double h = 0.5 * (lo + hi);
      (largest(h * h * K + 2.0 * h * C) > 4.0 ? hi : lo) = h;
    }
    EXPECT_LE(radius(0.999 * lo), 1.0 + 1e-6);
    EXPECT_GT(radius(1.001 * lo), 1.0 + 1e-6);
    EXPECT_LE(bound_step(s), lo);
  }
  // one mode: 4 = h^2 w^2 + 4 zeta w h
  EXPECT_NEAR(stable_step(1.0, 2.0 * 0.3), 2.0 * (std::sqrt(1.0 + 0.09) - 0.3), 1e-14);
}

// doc/notes/soft-contacts.md 6.1: dashpots of velocity onstep that leave a part p of the change
// out, each contact another one. The criterion h^2 K + 2 h sum (2 - p) C <= 4 M against the
// spectral radius of the map (x, v, v_before) of the leapfrog

namespace {

/** The dashpots of a system, each times its count in a step h less one. */
Eigen::MatrixXd extrapolated(System s, double h)
{
  for (auto &spring : s.springs) {
    double inverse_mass = inverse(s.balls[spring.i]).mass.x;
    if (spring.j >= 0) inverse_mass += inverse(s.balls[spring.j]).mass.x;
    const ContactDashpots c = {spring.c.normal, spring.c.tangent};
    spring.c = (full_step_count(h * inverse_mass * fastest(c)) - 1.0) * spring.c;
  }
  return whole(s, &Spring::c);
}

double radius_full_step(const Eigen::MatrixXd &K, const Eigen::MatrixXd &C,
                        const Eigen::MatrixXd &B, double h)
{
  const long N = K.rows();
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(N, N);
  Eigen::MatrixXd map = Eigen::MatrixXd::Zero(3 * N, 3 * N);
  map.block(N, 0, N, N) = -h * K;
  map.block(N, N, N, N) = one - h * (C + 0.5 * B);
  map.block(N, 2 * N, N, N) = 0.5 * h * B;
  map.block(0, 0, N, 3 * N) = h * map.block(N, 0, N, 3 * N);
  map.block(0, 0, N, N) += one;
  map.block(2 * N, N, N, N) = one;
  return spectral_radius(map);
}

}    // namespace

TEST(StableStep, WithDashpotsFullStepIsThatOfTheMap)
{
  Random random;
  int counts_once = 0, counts_twice = 0;
  for (int n = 0; n < 20; n++) {
    System s = tangle(random, 3, 5, 0.0);
    for (auto &spring : s.springs) {
      spring.k = random(0.01, 1.0) * spring.k;
      const double c = std::pow(10.0, random(-2.0, 0.5));
      spring.c = {c, random(0.0, 1.0) * c, 0.0, 0.0};
    }
    const Eigen::MatrixXd K = whole(s, &Spring::k), C = whole(s, &Spring::c);
    double lo = 0.0, hi = 100.0;
    for (int k = 0; k < 60; k++) {
      const double h = 0.5 * (lo + hi);
      (largest(h * h * K + 2.0 * h * (C + extrapolated(s, h))) > 4.0 ? hi : lo) = h;
    }
    const Eigen::MatrixXd B = extrapolated(s, lo);    // also a little below and above
    EXPECT_LE(radius_full_step(K, C, B, 0.999 * lo), 1.0 + 1e-6) << n;
    EXPECT_GT(radius_full_step(K, C, B, 1.001 * lo), 1.0 + 1e-6) << n;
    counts_once += B.norm() < 1e-12 * C.norm();
    counts_twice += (B - C).norm() < 1e-12 * C.norm();
  }
  EXPECT_LT(counts_once + counts_twice, 20);    // some of them are between
  // one mode, by hand: h^2 l + 2 h c = 4 where it counts once, h^2 l + 4 h c = 4 where it counts
  // twice
  EXPECT_NEAR(stable_step(0.0, 3.0, 3.0), 2.0 / 3.0, 1e-14);
  EXPECT_NEAR(stable_step(1.0, 0.02, 0.02), 2.0 * (std::sqrt(1.0 + 4e-4) - 0.02), 1e-14);
  const double h = stable_step(1.0, 0.085, 0.085);    // between
  EXPECT_NEAR(h * h + 2.0 * h * full_step_count(0.085 * h) * 0.085, 4.0, 1e-12);
}

// Never below Eigen's value, and above it by round-off only; contacts along the axes give multiple
// eigenvalues

TEST(StableStep, LargestEigenvalueOfABlock)
{
  Random random;
  for (int n = 0; n < 5000; n++) {
    System s;
    s.balls = {{std::pow(10.0, random(-12, 3)), std::pow(10.0, random(-6, 1))}};
    const int contacts = static_cast<int>(random(0, 9));
    StiffnessBlock K = {};
    for (int k = 0; k < contacts; k++) {
      Vec3 normal = random.direction();
      if (n % 2) normal = {k % 3 == 0 ? 1.0 : 0.0, k % 3 == 1 ? -1.0 : 0.0, k % 3 == 2 ? 1.0 : 0.0};
      s.springs.push_back(
          {0, -1, normal, {random(0.1, 1), n % 3 ? random(0, 1) : 0.0, 0.0, 0.0}, {}});
      add_contact(K, normal, s.balls[0].R, s.springs.back().k);
    }
    const double exact = largest(whole(s, &Spring::k)),
                 found = largest_eigenvalue(K, inverse(s.balls[0]));
    EXPECT_GE(found, exact * (1.0 - 1e-15)) << n;
    EXPECT_LE(found, exact * (1.0 + 1e-12)) << n;
  }
}

// In two dimensions the particle moves in the plane and turns about its normal

TEST(StableStep, OnlyMotionThatIsThereCounts)
{
  StiffnessBlock K = {};
  add_contact(K, {1.0, 0.0, 0.0}, 1.0, {1.0, 3.0, 0.0, 0.0});
  EXPECT_NEAR(largest_eigenvalue(K, {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}), 1.0, 1e-12);
  EXPECT_NEAR(largest_eigenvalue(K, {{0.0, 0.0, 0.0}, {0.0, 0.0, 2.5}}), 7.5, 1e-12);
  EXPECT_EQ(largest_eigenvalue(K, {}), 0.0);
}

// Comparisons are false for NaN: it must not be lost where the others decide. Contacts may have
// rolling springs alone

TEST(StableStep, NotANumberComesOut)
{
  const double nan = std::nan("");
  const InverseInertia one = {{1.0, 1.0, 1.0}, {2.0, 2.0, 2.0}};
  for (const double others : {0.0, 1.0})
    for (double Springs::*which :
         {&Springs::normal, &Springs::tangent, &Springs::roll, &Springs::twist})
      for (const Vec3 &n : {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 0.0, 1.0}, Vec3{0.48, 0.6, 0.64}}) {
        Springs bad = {others, others, others, others};
        bad.*which = nan;
        StiffnessBlock K = {};
        add_contact(K, n, 0.5, {others, others, 0.0, 0.0});
        add_contact(K, n, 0.5, bad);
        EXPECT_TRUE(std::isnan(largest_eigenvalue(K, one))) << others;
        EXPECT_TRUE(std::isnan(largest_diagonal(K, one))) << others;
      }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++) {
      Matrix6 A = Matrix6::Identity();
      A(5, 0) = A(0, 5) = 0.1;
      A(i, j) = A(j, i) = nan;
      EXPECT_TRUE(std::isnan(largest_eigenvalue(A))) << i << j;
    }
}

// The block of a rigid body of three balls: each contact at r + R n from the center of mass,
// against the sum over its members

TEST(StableStep, BlockOfARigidBody)
{
  Random random;
  for (int n = 0; n < 200; n++) {
    Matrix6 direct = Matrix6::Zero(), sum = Matrix6::Zero();
    for (int member = 0; member < 3; member++) {
      const Vec3 r = {random(-2, 2), random(-2, 2), random(-2, 2)};
      const double R = random(0.1, 1);
      StiffnessBlock K = {};
      for (int contact = 0; contact < 3; contact++) {
        const Vec3 normal = random.direction();
        const Springs k = {random(0.1, 1), random(0, 1), random(0, 1), random(0, 1)};
        add_contact(K, normal, R, k);
        const Eigen::Vector3d e = eigen(normal);
        const Eigen::Matrix3d nn = e * e.transpose(), tt = Eigen::Matrix3d::Identity() - nn;
        Eigen::Matrix<double, 3, 6> shift, turn;
        shift << Eigen::Matrix3d::Identity(), -cross_matrix(r + R * normal);
        turn << Eigen::Matrix3d::Zero(), Eigen::Matrix3d::Identity();
        direct += shift.transpose() * (k.normal * nn + k.tangent * tt) * shift;
        direct += turn.transpose() * (k.twist * nn + k.roll * tt) * turn;
      }
      sum += block_of_member(K, r);
    }
    EXPECT_LE((sum - direct).norm(), 1e-13 * direct.norm()) << n;
  }
}

// M^-1/2 of a body with oblique axes: its square times M is 1, and in 2d only motion in the plane
// is left

TEST(StableStep, RootOfTheInertiaOfARigidBody)
{
  const double s = std::sqrt(0.5);
  const Vec3 ex = {s, s, 0.0}, ey = {-s, s, 0.0}, ez = {0.0, 0.0, 1.0};
  const Matrix6 root = root_of(1.0 / 3.0, {1.0, 0.5, 0.25}, ex, ey, ez);    // mass 3, moments 1 2 4
  Matrix6 M = Matrix6::Zero();
  M.topLeftCorner<3, 3>().diagonal().setConstant(3.0);
  M.bottomRightCorner<3, 3>() << 1.5, -0.5, 0.0, -0.5, 1.5, 0.0, 0.0, 0.0, 4.0;
  EXPECT_LE((root * root * M - Matrix6::Identity()).norm(), 1e-14);
  const Matrix6 flat = in_plane(root);
  EXPECT_NEAR(flat.norm(), std::sqrt(2.0 / 3.0 + 0.25), 1e-14);
  EXPECT_NEAR(flat(5, 5), 0.5, 1e-14);
}

TEST(StableStep, CundallsDampingAndWaves)
{
  EXPECT_NEAR(damped_step(2.0, 0.44), 2.0 / 1.2,
              // first instability at w h = 2/sqrt(1 + l): doc/notes/leapfrog-cell-damping.md 4.4
              1e-15);
  EXPECT_NEAR(wave_step(0.5, 2500.0, 1e7, 0.0), 0.5 * std::sqrt(2500.0 / 1e7),
              1e-18);    // Woo: R sqrt(rho/E)
  EXPECT_NEAR(wave_step(0.5, 2500.0, 1e7, 0.25), 0.5 * std::sqrt(2500.0 / 1.2e7), 1e-15);
}

// Impact of two grains: d_max = v sqrt(m/k) with Hooke, (15 m v^2/(16 E* sqrt R))^(2/5) = (5 m
// v^2/(4 k))^(2/5) with Hertz, F = k d^(3/2)

TEST(StableStep, OverlapAtTheTurnOfAnImpact)
{
  const double m = 0.3, v = 2.0, k = 1e4;
  const double hertz = std::pow(1.25 * m * v * v / k, 0.4);
  const auto tangent = [=](double d) {
    return 1.5 * k * std::sqrt(d);
  };
  EXPECT_NEAR(tangent(impact_overlap(tangent, 1e-6, v, m)) / tangent(hertz), 1.0, 0.01);
  EXPECT_GE(impact_overlap(tangent, 1e-6, v, m), 0.999 * hertz);
  EXPECT_EQ(impact_overlap(tangent, 1e-3, -v, m), 1e-3);
  const auto constant = [=](double) {
    return k;
  };
  EXPECT_GE(impact_overlap(constant, 1e-6, v, m), v * std::sqrt(m / k));
}
