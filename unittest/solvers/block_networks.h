// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_BLOCK_NETWORKS_H
#define VARDEM_TEST_BLOCK_NETWORKS_H

// Networks of random contacts, and pairs of bodies with blocks of any numbers. Each comes with its
// dense matrix, which is made from the list of pairs and not from what the solvers
// see.

#include "networks.h"
#include "solvers/linear/symmetric_blocks.h"

#include <Eigen/Dense>

#include <random>

namespace networks {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Random {
  std::mt19937_64 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  double uniform(double low, double high)
  {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  int any(int below) { return static_cast<int>(uniform(0.0, below)); }
  MatrixXd matrix(int rows, int columns)
  {
    return MatrixXd::NullaryExpr(rows, columns, [&] {
      return uniform(-1.0, 1.0);
    });
  }
  VectorXd vector(int n) { return matrix(n, 1); }
};

/** Contacts with rows A and B of n numbers each and of length 1, between random bodies. The last body
 *  cannot move. */
template <int n> struct BlockPacking {
  struct Contact {
    int a, b;
    double stiffness;
    MatrixXd A, B;    // 1 x n
  };
  std::vector<bool> fixed;
  std::vector<Contact> contacts;
  std::vector<double> load;    // n per body

  BlockPacking(unsigned seed, int bodies, int ncontacts)
  {
    Random random(seed);
    fixed.assign(bodies, false);
    fixed[bodies - 1] = true;
    for (int c = 0; c < ncontacts; c++) {
      const int a = random.any(bodies), b = (a + 1 + random.any(bodies - 1)) % bodies;
      contacts.push_back({a, b, random.uniform(0.5, 2.0), random.matrix(1, n).normalized(),
                          random.matrix(1, n).normalized()});
    }
    for (int k = 0; k < n * bodies; k++) load.push_back(random.uniform(-1.0, 1.0));
  }

  int free() const { return n * (static_cast<int>(fixed.size()) - 1); }

  /** -B of contact c: a column for each number of the motions of the free bodies. */
  MatrixXd row(int c) const
  {
    MatrixXd all = MatrixXd::Zero(1, n * fixed.size());
    all.middleCols(n * contacts[c].a, n) += contacts[c].A;
    all.middleCols(n * contacts[c].b, n) -= contacts[c].B;
    return all.leftCols(free());
  }

  VectorXd loads() const { return Eigen::Map<const VectorXd>(load.data(), free()); }
};

template <int n> struct BlockNetwork : Topology<SerialSpace, VARDEM::StoredGeometry<n>> {
  using Geometry = VARDEM::StoredGeometry<n>;
  std::vector<double> ab;

  BlockNetwork(const BlockPacking<n> &p, bool full) : Topology<SerialSpace, Geometry>(p, full)
  {
    for (int c = 0; c < this->network.ncontacts; c++) {
      const auto &of = p.contacts[this->contact[c]];
      const bool s = this->swapped[c];
      for (const MatrixXd &row : {s ? MatrixXd(-of.B) : of.A, s ? MatrixXd(-of.A) : of.B})
        ab.insert(ab.end(), row.data(), row.data() + n);
    }
    this->network.geometry = {ab.data()};
  }
};

/** Pairs of bodies with symmetric matrices of 2 n x 2 n. Bodies from nrows on cannot move. */
template <int n> struct Pairs {
  struct Pair {
    int a, b;
    MatrixXd K;
  };
  int nrows;
  std::vector<Pair> pairs;
  std::vector<MatrixXd> own;    // a symmetric matrix for each row

  explicit Pairs(int rows) : nrows(rows), own(rows, MatrixXd::Zero(n, n)) {}

  MatrixXd dense() const
  {
    MatrixXd K = MatrixXd::Zero(n * nrows, n * nrows);
    for (int i = 0; i < nrows; i++) K.block(n * i, n * i, n, n) += own[i];
    for (const Pair &p : pairs) {
      const int at[2] = {p.a, p.b};
      for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
          if (at[r] < nrows && at[s] < nrows)
            K.block(n * at[r], n * at[s], n, n) += p.K.block(n * r, n * s, n, n);
    }
    return K;
  }

  VARDEM::SymmetricBlocks<SerialSpace, n> blocks(int ncolumns, bool full) const
  {
    VARDEM::SymmetricBlocks<SerialSpace, n> B;
    B.nrows = B.first_fixed = nrows;
    B.ncolumns = ncolumns;
    std::vector<MatrixXd> diagonal = own;
    for (const Pair &p : pairs) {
      if (p.a < nrows) diagonal[p.a] += p.K.topLeftCorner(n, n);
      if (p.b < nrows) diagonal[p.b] += p.K.bottomRightCorner(n, n);
    }
    for (int i = 0; i < nrows; i++) {
      for (int k = 0; k < n; k++)
        for (int l = 0; l <= k; l++) B.own.push_back(diagonal[i](k, l));
      B.first.push_back(B.column.size());
      for (const Pair &p : pairs) {
        const int other = p.a == i ? p.b : p.a;
        if ((p.a != i && p.b != i) || other >= nrows || (!full && other > i)) continue;
        B.column.push_back(other);
        const MatrixXd C = p.K.topRightCorner(n, n), block = p.a == i ? C : MatrixXd(C.transpose());
        for (int k = 0; k < n; k++)
          for (int l = 0; l < n; l++) B.pair.push_back(block(k, l));
      }
      B.middle.push_back(full ? B.first.back() : B.column.size());
    }
    B.first.push_back(B.column.size());
    return B;
  }
};

}    // namespace networks
#endif
