// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/symmetric_block.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

using namespace VARDEM;

namespace {

template <int n> using Matrix = Eigen::Matrix<double, n, n>;

template <int n> void pack(const Matrix<n> &A, double *block)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) block[block_index(i, j)] = A(i, j);
}

template <int n> Matrix<n> unpack(const double *block)
{
  Matrix<n> A;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) A(i, j) = block[block_index(i, j)];
  return A;
}

template <int n> Matrix<n> random_of_rank(int rank)
{
  const Eigen::MatrixXd half = Eigen::MatrixXd::Random(n, rank);
  return half * half.transpose();
}

template <int n> void invert_and_compare(const Matrix<n> &A, double shift)
{
  double block[BLOCK_SIZE<n>];
  pack<n>(A, block);
  invert_block<n>(block, shift);
  const Matrix<n> shifted = A + shift * Matrix<n>::Identity(), inverse = shifted.inverse();
  EXPECT_LE((unpack<n>(block) - inverse).norm(), 1e-11 * inverse.norm() * inverse.norm());
}

}    // namespace

TEST(SymmetricBlock, InverseIsThatOfEigen)
{
  std::srand(1);
  for (int trial = 0; trial < 50; trial++) {
    invert_and_compare<3>(random_of_rank<3>(5), 0.0);
    invert_and_compare<6>(random_of_rank<6>(9), 0.0);
  }
}

TEST(SymmetricBlock, SingularBlocksAreInvertedWithTheirShift)    // bodies with one or two contacts
{
  for (int rank : {1, 2}) {
    invert_and_compare<3>(random_of_rank<3>(rank), 1e-3);
    invert_and_compare<6>(random_of_rank<6>(rank), 1e-3);
  }
}

TEST(SymmetricBlock, ZeroStaysZero)    // a body without contacts
{
  float block[BLOCK_SIZE<3>] = {};
  invert_block<3>(block, 0.0);
  for (float b : block) EXPECT_EQ(b, 0.0f);
}

TEST(SymmetricBlock, TimesAVector)
{
  const Matrix<6> A = random_of_rank<6>(9);
  const Eigen::Matrix<double, 6, 1> x = Eigen::Matrix<double, 6, 1>::Random();
  double block[BLOCK_SIZE<6>], y[6];
  pack<6>(A, block);
  block_times<6>(block, x.data(), y);
  for (int k = 0; k < 6; k++) EXPECT_NEAR(y[k], (A * x)(k), 1e-14);
}
