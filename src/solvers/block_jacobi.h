// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BLOCK_JACOBI_H
#define VARDEM_BLOCK_JACOBI_H

#include "kernels/symmetric_block.h"
#include "solvers/operator.h"

#include <cmath>

namespace VARDEM {

// --- the inverse of the diagonal blocks, as a preconditioner (conjugate_gradients.h) ---
//
// The blocks are in float, which saves memory traffic. NoTensionNewton keeps their entries within
// the range of float by its choice of units (solvers/scale.h).

/** Inverts the diagonal blocks. The block of a body with one or two contacts may be nearly
 *  singular; the shift keeps its inverse within the accuracy of single precision. */
template <int DOF> struct InvertBlocks {
  static constexpr double SHIFT = 1e-3;    // relative to the largest diagonal entry of the block
  float *block;

  VARDEM_INLINE void operator()(int i) const
  {
    float *own = block + BLOCK_SIZE<DOF> * i;
    float largest = 0.0f, beside = 0.0f;
    for (int k = 0; k < DOF; k++) {
      const float entry = own[block_index(k, k)];
      if (entry > largest) largest = entry;
      for (int l = 0; l < k; l++) beside += std::fabs(own[block_index(k, l)]);
    }
    if (beside > 0.0f)
      invert_block<DOF>(own, SHIFT * largest);
    else
      invert_diagonal(own, largest);
  }

 private:
  /** Of a body without contacts. */
  VARDEM_INLINE static void invert_diagonal(float *own, float largest)
  {
    for (int k = 0; k < DOF; k++) {
      float &entry = own[block_index(k, k)];
      entry = largest > 0.0f ? static_cast<float>(1.0 / (entry + SHIFT * largest)) : 0.0f;
    }
  }
};

/** Sets z = P r in a row. */
template <int DOF> struct TimesBlock {
  const float *block;

  template <class Real> VARDEM_INLINE void operator()(int i, const Real *r, Real *z) const
  {
    block_times<DOF>(block + BLOCK_SIZE<DOF> * i, r, z);
  }
};

template <class Space, class Operator> class BlockJacobi {
 public:
  static constexpr int DOF = Operator::DOF;
  static constexpr bool BY_ROWS = true;

  void setup(Space &space, const Operator &K)
  {
    space.allocate(block, BLOCK_SIZE<DOF> * K.shape().nrows);
  }

  void refresh(Space &space, const Operator &K)
  {
    const int n = K.shape().nrows;
    space.for_each(n, K.diagonal(block.data()));
    space.for_each(n, InvertBlocks<DOF>{block.data()});
  }

  TimesBlock<DOF> row() const { return {block.data()}; }
  double bytes() const { return 0.0; }

 private:
  typename Space::template Array<float> block;
};

}    // namespace VARDEM
#endif
