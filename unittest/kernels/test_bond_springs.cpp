// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// A bond as springs and dashpots for the stable time step: exact without stress, never too soft
// otherwise.

#include "binder_bonds.h"
#include "kernels/bond/bond_springs.h"
#include "kernels/stable_step.h"
#include "reference/stiffness_blocks.h"
#include "test_eigen.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace VARDEM;

template <class Shear> struct BondSpringsOf : testing::Test {
};
using Forms = testing::Types<ShearB, ShearN, ShearPrinted>;
TYPED_TEST_SUITE(BondSpringsOf, Forms);

// That of the printed form does not stay without stress when the bond turns
template <class Shear> struct BondSpringsAtRest : testing::Test {
};
using ObjectiveForms = testing::Types<ShearB, ShearN>;
TYPED_TEST_SUITE(BondSpringsAtRest, ObjectiveForms);

namespace {

using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Jacobian = Eigen::Matrix<double, 3, 12>;

/** The symmetric part of the 12 x 12 matrix of a tangent. */
template <class Tangent> Matrix12 symmetric_part(const Tangent &t)
{
  PairBlock K[2][2];
  stiffness_blocks(t, K);
  Matrix12 all;
  for (int i : {0, 1})
    for (int j : {0, 1})
      all.block<6, 6>(6 * i, 6 * j) =
          Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(&K[i][j].a[0][0]);
  return 0.5 * (all + all.transpose());
}

/** Springs that act on the slip with lever arms, and on the relative rotation. */
Matrix12 matrix_of(const Springs &k, const Vec3 &n, double lever_1, double lever_2)
{
  const Eigen::Matrix3d one = Eigen::Matrix3d::Identity(), N = eigen(n) * eigen(n).transpose();
  Jacobian slip = Jacobian::Zero(), rotation = Jacobian::Zero();
  slip << one, -lever_1 * cross_matrix(n), -one, -lever_2 * cross_matrix(n);
  rotation.block<3, 3>(0, 3) = one;
  rotation.block<3, 3>(0, 9) = -one;
  return slip.transpose() * (k.normal * N + k.tangent * (one - N)) * slip +
      rotation.transpose() * (k.twist * N + k.roll * (one - N)) * rotation;
}

/** What turns: its blocks are those of springs, but each of both bodies turns against space. */
Matrix12 matrix_of_turning(const Springs &k, const Vec3 &n)
{
  Matrix12 all = matrix_of({k.normal, k.tangent, 0.0, 0.0}, n, 0.0, 0.0);
  const Eigen::Matrix3d N = eigen(n) * eigen(n).transpose();
  for (int at : {3, 9})
    all.block<3, 3>(at, at) += k.twist * N + k.roll * (Eigen::Matrix3d::Identity() - N);
  return all;
}

double largest_eigenvalue(const Matrix12 &A)
{
  return Eigen::SelfAdjointEigenSolver<Matrix12>(A, Eigen::EigenvaluesOnly).eigenvalues()(11);
}

}    // namespace

TYPED_TEST(BondSpringsAtRest, SpringsAreTheTangentWithoutStress)
{
  Random random;
  for (int n = 0; n < 100; n++) {
    const Binder law = random_binder(n % 2, random);
    const BondGeometry g = bond_at_rest(random).turned(random.orientation()).geometry();
    const auto tangent = binder_tangent<TypeParam>(law, g);
    const BondSprings springs = springs_of(tangent);
    const Matrix12 error =
        symmetric_part(tangent) - matrix_of(springs.of.k, g.n, springs.lever_1, springs.lever_2);
    EXPECT_LE(error.lpNorm<Eigen::Infinity>(), 1e-12 * springs.of.k.normal);
    const Springs &turning = springs.turning;
    EXPECT_LE(turning.normal + turning.tangent + turning.roll + turning.twist,
              1e-11 * springs.of.k.normal);
  }
}

// The bound of the stable time step is rigorous: no motion is stiffer than the springs, at any
// state

TYPED_TEST(BondSpringsOf, TangentIsNeverStiffer)
{
  Random random;
  for (const double size : {0.01, 0.1, 1.0, 10.0}) {
    double worst = -1.0, loosest = 0.0;
    for (int n = 0; n < STATES; n++) {
      const Binder law = random_binder(n % 2, random);
      const BondedPair rest = bond_at_rest(random);
      const double l0 = rest.reference.length;
      const auto part = [&]() {
        return size * random.between(0.0, 1.0) * unit(random.vector());
      };
      const BondGeometry g = (size > 1.0 ? strained_bond(random_angle(n, random), random)
                                         : rest.moved({{}, part(), l0 * part(), part()}))
                                 .geometry();
      const auto tangent = binder_tangent<TypeParam>(law, g);
      const BondSprings springs = springs_of(tangent);
      const Matrix12 bound = matrix_of(springs.of.k, g.n, springs.lever_1, springs.lever_2) +
          matrix_of_turning(springs.turning, g.n);
      const Matrix12 K = symmetric_part(tangent);
      const double most = largest_eigenvalue(bound);
      worst = larger(worst, largest_eigenvalue(K - bound) / most);
      loosest = larger(loosest, most / largest_eigenvalue(K));
    }
    printf("strains up to %g: excess %.1e, bound/eigenvalue %.3f\n", size, worst, loosest);
    EXPECT_LE(worst, 1e-14);
    if (size == 0.01 && !TypeParam::PRINTED) { EXPECT_LE(loosest, 1.05); }
  }
}

TEST(BondSprings, DashpotsAreExact)
{
  Random random;
  for (int n = 0; n < 100; n++) {
    const Binder law = random_binder(false, random);
    const BondGeometry g = strained_bond(random_angle(n, random), random).geometry();
    const BondSprings springs = springs_of(binder_tangent<ShearB>(law, g));
    const Matrix12 C = symmetric_part(BinderDashpots{law, g});
    const Matrix12 error = C - matrix_of(springs.of.c, g.n, springs.lever_1, springs.lever_2);
    EXPECT_LE(error.lpNorm<Eigen::Infinity>(), 1e-13 * C.lpNorm<Eigen::Infinity>());
  }
}

// The two-sided Hookean bond: its tangent in tension, and never softer

TEST(BondSprings, HookeanBondIsNeverStiffer)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    ContactParameters law = {};
    law.stiffness = random.between(500.0, 2000.0);
    law.unlimited = UNLIMITED;
    law.lever = 0.5;
    law.normal = {random.between(0.0, 5.0), 0.0, 0.0};
    law.tangential = {random.between(0.0, 5.0), 0.0, 0.0};
    const double rest = random.between(0.9, 1.1), l = rest * random.between(0.5, 1.5);
    const SphereContact c = bonded(l * unit(random.vector()), l, random.between(0.3, 0.7),
                                   random.between(0.3, 0.7), rest);
    const BondSprings springs = springs_of_hooke_bond(law, c, 1.0);
    const Matrix12 bound = matrix_of(springs.of.k, c.n, springs.lever_1, springs.lever_2) +
        matrix_of_turning(springs.turning, c.n);
    const HookeBondTangents t = hooke_bond_tangents(law, c, 1.0);
    const Matrix12 K = symmetric_part(t.springs);
    EXPECT_LE(largest_eigenvalue(K - bound), 1e-13 * law.stiffness);
    if (l > rest) { EXPECT_LE((K - bound).lpNorm<Eigen::Infinity>(), 1e-13 * law.stiffness); }
    const Matrix12 C = symmetric_part(t.dashpots);
    EXPECT_LE((C - matrix_of(springs.of.c, c.n, springs.lever_1, springs.lever_2))
                  .lpNorm<Eigen::Infinity>(),
              1e-13 * C.lpNorm<Eigen::Infinity>());
  }
}

// Against the 12 x 12 matrix of two bodies

TEST(BondSprings, FastestMotionOfTwoBodies)
{
  Random random;
  const auto any = [&random]() {
    return random.between(0.0, 1.0) < 0.2 ? 0.0 : random.between(0.1, 3.0);
  };
  for (int n = 0; n < STATES; n++) {
    const Springs k = {any(), any(), any(), any()};
    const double lever_1 = random.between(0.1, 1.0), lever_2 = random.between(0.1, 1.0);
    const InverseMasses one = {any(), any()}, two = {any(), any()};
    Eigen::Matrix<double, 12, 1> root;
    root << Eigen::Vector3d::Constant(one.mass), Eigen::Vector3d::Constant(one.moment),
        Eigen::Vector3d::Constant(two.mass), Eigen::Vector3d::Constant(two.moment);
    const auto M = root.cwiseSqrt().asDiagonal();
    const Matrix12 K = matrix_of(k, unit(random.vector()), lever_1, lever_2);
    const double exact = largest_eigenvalue(M * K * M);
    EXPECT_NEAR(fastest_square(k, lever_1, lever_2, one, two), exact, 1e-13 * (1.0 + exact));
  }
}

// The coupling of two bodies is never more than its blocks: [w P1, C; C^T, P2/w] has no negative
// eigenvalue, for either sign of C and any w. With springs along one direction only, the blocks are
// those of the springs.

TEST(BondSprings, CouplingIsBelowItsBlocks)
{
  Random random;
  double loosest = 1.0;
  for (int n = 0; n < STATES; n++) {
    const auto any = [&random]() {
      return random.between(0.0, 1.0) < 0.2 ? 0.0 : random.between(0.1, 3.0);
    };
    const Springs k = {any(), any(), any(), any()};
    const double lever_1 = random.between(0.1, 1.0), lever_2 = random.between(0.1, 1.0);
    const InverseMasses one = {random.between(0.1, 3.0), random.between(0.1, 9.0)},
                        two = {random.between(0.1, 3.0), random.between(0.1, 9.0)};
    const Vec3 axis = unit(random.vector());
    const BondCoupling found = coupling(k, lever_1, lever_2, one, two);
    const Matrix12 K = matrix_of(k, axis, lever_1, lever_2);
    const Matrix12 first = matrix_of(found.one.k, axis, found.one.lever, 0.0),
                   second = matrix_of(found.two.k, axis, 0.0, found.two.lever);
    for (const double w : {-1.0, 1.0, -0.3, 3.0}) {
      Matrix12 all = Matrix12::Zero();
      all.block<6, 6>(0, 0) = std::fabs(w) * first.block<6, 6>(0, 0);
      all.block<6, 6>(6, 6) = second.block<6, 6>(6, 6) / std::fabs(w);
      all.block<6, 6>(0, 6) = (w > 0.0 ? 1.0 : -1.0) * K.block<6, 6>(0, 6);
      all.block<6, 6>(6, 0) = all.block<6, 6>(0, 6).transpose();
      EXPECT_LE(largest_eigenvalue(-all), 1e-13);
    }
    // the limit of two bodies from own blocks and coupling, against the exact one
    Eigen::Matrix<double, 12, 1> root;
    root << Eigen::Vector3d::Constant(one.mass), Eigen::Vector3d::Constant(one.moment),
        Eigen::Vector3d::Constant(two.mass), Eigen::Vector3d::Constant(two.moment);
    const auto M = root.cwiseSqrt().asDiagonal();
    Matrix12 bound = Matrix12::Zero();
    const double w = std::sqrt(two.mass / one.mass);
    bound.block<6, 6>(0, 0) = K.block<6, 6>(0, 0) + w * first.block<6, 6>(0, 0);
    bound.block<6, 6>(6, 6) = K.block<6, 6>(6, 6) + second.block<6, 6>(6, 6) / w;
    const double exact = largest_eigenvalue(M * K * M);
    const double limit = largest_eigenvalue(M * bound * M);
    EXPECT_LE(exact, limit + 1e-13 * (1.0 + exact));
    if (exact > 0.0) loosest = std::max(loosest, limit / exact);
  }
  printf("bound/eigenvalue of two bodies: %.3f\n", loosest);
  EXPECT_LE(loosest, 1.21);    // 1.207 (measured)
  const Springs contact = {3.0, 2.0, 0.0, 0.0};
  const BondCoupling same = coupling(contact, 0.5, 0.5, {1.0, 10.0}, {1.0, 10.0});
  EXPECT_NEAR(same.one.k.normal, 3.0, 1e-14);
  EXPECT_NEAR(same.one.k.tangent, 2.0, 1e-14);
  EXPECT_NEAR(same.one.k.roll, 0.0, 1e-14);
  EXPECT_NEAR(same.one.lever, 0.5, 1e-14);
  EXPECT_NEAR(same.two.lever, 0.5, 1e-14);
}
