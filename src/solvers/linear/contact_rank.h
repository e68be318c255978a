// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_RANK_H
#define VARDEM_CONTACT_RANK_H

#include "solvers/linear/block_columns.h"
#include "solvers/linear/sparse_direct.h"
#include "solvers/network/tangent.h"

#include <cmath>
#include <stdexcept>
#include <vector>

namespace VARDEM {

// --- how many contacts of a network are redundant ---
//
// The contacts are as many as the rows of B. Those beyond the rank of B are redundant: as many
// linearly independent sets of forces are in balance without a load. The rank of B is the number of
// free motions less the dimension of the null space of B^T B, that of the motions which open or
// close no contact. B^T B, scaled to a diagonal of ones, has as many eigenvalues below s as B^T B -
// s has negative ones, and these are as many as its LDL^T factors have negative pivots (Sylvester's
// law of inertia). s is far above round-off. It is also above what gaps of 1e-7 diameters turn the
// normals by, where the exact packing has a free motion: singular values of 1e-7.

/** A number of the lower triangle of a symmetric matrix. */
struct MatrixEntry {
  int row, column;
  double value;
};

/** Finds entries of the lower triangle of B^T B; those of all processes together are its sum. On
 *  the host, with the owners of ghosts (contact_network.h). first: of each process, the number of
 *  its first row of the matrix, of which a body has DOF. */
template <class Space, class G>
std::vector<MatrixEntry> normal_matrix(Space &space, const ContactNetwork<Space, G> &network,
                                       const std::vector<int> &first)
{
  constexpr int DOF = G::DOF;
  const std::vector<double> ones(network.ncontacts, 1.0);
  Tangent<Space, G> K;
  K.setup(network);
  K.pack(space, ones.data());
  const int mine = first[space.me()];
  std::vector<MatrixEntry> entries;
  K.blocks([&](int i, int j, const auto &entry) {
    int other = mine + DOF * j;
    if (j >= network.nrows) {
      const auto [process, row] = K.ghosts().row_of(j);
      other = first[process] + DOF * row;
    }
    for (int k = 0; k < DOF; k++)
      for (int l = 0; l < DOF; l++) {
        const MatrixEntry e = {mine + DOF * i + k, other + l, entry(k, l)};
        if (e.row >= e.column && e.value != 0.0) entries.push_back(e);
      }
  });
  return entries;
}

/** The dimension of the null space of a symmetric, positive semidefinite matrix of n rows. Throws
 *  an error if there is not enough memory. */
inline int null_space(int n, const std::vector<MatrixEntry> &lower)
{
  constexpr double SMALL = 1e-10;
  std::vector<double> scale(n, 0.0);
  for (const MatrixEntry &e : lower)
    if (e.row == e.column) scale[e.row] += e.value;
  std::vector<Eigen::Triplet<double>> entries;
  int empty = 0;
  for (int i = 0; i < n; i++) {
    empty += !(scale[i] > 0.0);
    scale[i] = scale[i] > 0.0 ? 1.0 / std::sqrt(scale[i]) : 0.0;
    entries.emplace_back(i, i, scale[i] > 0.0 ? -SMALL : 1.0);
  }
  for (const MatrixEntry &e : lower)
    entries.emplace_back(e.row, e.column, scale[e.row] * scale[e.column] * e.value);
  EigenFactors::Matrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  EigenFactors factors;
  factors.analyze(matrix, available_memory());
  if (!factors.factorize(matrix)) throw std::runtime_error("its factors cannot be made");
  return empty + factors.negative_pivots();
}

}    // namespace VARDEM
#endif
