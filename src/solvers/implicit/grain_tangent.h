// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_GRAIN_TANGENT_H
#define VARDEM_GRAIN_TANGENT_H

#include "kernels/contact/grain_block.h"
#include "solvers/implicit/step_walls.h"
#include "solvers/network/contact_network.h"
#include "solvers/network/operator.h"

namespace VARDEM {

// --- the tangent D + sum of the blocks of contacts of an implicit step of spheres: an operator
//     (operator.h)
//
// Block: GrainBlock, or FrictionBlock. It has the contacts of a network, in its rows. Contacts with
// a zero block are left out of the products.

/** A view of the contacts that act, for loops over rows. */
template <int DOF, class Block> struct GrainRows {
  const int *first, *middle, *contact;    // of rows; number of the contact in the network
  const int *column;                      // by number in the network
  const Block *block;
  int nrows, first_fixed;
  DiagonalInertia<DOF> inertia;
  bool stressed;
};

/** Computes row i's part of product = K v. Sums: v . K v. What does not belong to rows stands, or
 *  goes where no force is left on it: its motion takes no work. */
template <int DOF, class Block> struct GrainProduct {
  GrainRows<DOF, Block> rows;
  const double *v;
  double *product;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    const double *vi = v + DOF * i, fixed[DOF] = {};
    double sum[DOF], energy = 0.0;
    rows.inertia.times(i, 0.0, vi, sum);
    for (int k = 0; k < DOF; k++) energy += sum[k] * vi[k];
    for (int a = rows.first[i]; a < rows.first[i + 1]; a++) {
      const int c = rows.contact[a], j = rows.column[c];
      const Block &K = rows.block[c];
      const double *vj = v + DOF * j;
      const ContactWrench push = times<DOF>(K, vi, vj, rows.stressed);
      add_wrench<DOF>(push, 1.0, K.lever_1, sum);
      const bool once = a < rows.middle[i];
      if (once) add_wrench<DOF>(push, -1.0, K.lever_2, product + DOF * j);
      if (j >= rows.first_fixed)
        energy += work_of<DOF>(K, push, vi, fixed);
      else
        energy += (once ? 1.0 : 0.5) * work_of<DOF>(K, push, vi, vj);
    }
    for (int k = 0; k < DOF; k++) product[DOF * i + k] = sum[k];
    sums.s[0] += energy;
  }
};

/** Computes the diagonal blocks of K without the geometric stiffness. */
template <int DOF, class Block, class Real> struct GrainDiagonal {
  GrainRows<DOF, Block> rows;
  Real *block;

  VARDEM_INLINE void operator()(int i) const
  {
    double own[BLOCK_SIZE<DOF>];
    for (int k = 0, m = 0; k < DOF; k++)
      for (int l = 0; l <= k; l++) own[m++] = rows.inertia.entry(i, k, l, 0.0);
    for (int a = rows.first[i]; a < rows.first[i + 1]; a++) {
      const int c = rows.contact[a];
      add_own_block<DOF>(rows.block[c], 1, own);
      if (a < rows.middle[i]) add_to_other(c);
    }
    for (int m = 0; m < BLOCK_SIZE<DOF>; m++)
      block[BLOCK_SIZE<DOF> * i + m] = static_cast<Real>(own[m]);
  }

 private:
  VARDEM_INLINE void add_to_other(int c) const
  {
    double part[BLOCK_SIZE<DOF>] = {};
    add_own_block<DOF>(rows.block[c], 2, part);
    Real *other = block + BLOCK_SIZE<DOF> * rows.column[c];
    for (int m = 0; m < BLOCK_SIZE<DOF>; m++) other[m] += static_cast<Real>(part[m]);
  }
};

template <class Block> struct IsActing {
  const Block *block;

  VARDEM_INLINE bool operator()(int, int c) const { return !block[c].is_zero(); }
};

struct ListContact {
  int *contact;

  VARDEM_INLINE void operator()(int, int c, int n) const { contact[n] = c; }
};

template <class Space, class Network, int DOF_, class Block = GrainBlock> class GrainTangent {
 public:
  static constexpr int DOF = DOF_;
  template <class T> using Array = typename Space::template Array<T>;
  DiagonalInertia<DOF> inertia = nullptr;    // D
  bool stressed = true;                      // with the geometric stiffness
  StepWalls<Space> *walls = nullptr;         // those that have been eliminated

  /** The network must stay where it is. */
  void setup(const Network &n) { network = &n; }

  /** Takes the blocks of all contacts of the network, which must stay where they are. */
  void pack(Space &s, const Block *blocks_in)
  {
    space = &s;
    block = blocks_in;
    const auto take_arrays = [&](int n) {
      s.allocate(contact, n);
      return ListContact{contact.data()};
    };
    nacting =
        choose_contacts(s, network->rows(), IsActing<Block>{block}, first, middle, take_arrays);
  }

  int acting() const { return nacting; }
  OperatorShape shape() const { return network->shape(); }
  GhostColumns ghosts() const { return network->ghosts(); }

  GrainProduct<DOF, Block> product(double *v, double *w) const
  {
    if (walls) walls->template follow<DOF>(*space, block, v);
    return {rows(), v, w};
  }
  template <class Real> GrainDiagonal<DOF, Block, Real> diagonal(Real *to) const
  {
    return {rows(), to};
  }

  template <class F> void pattern(const F &f) const { network->pattern(f); }

  template <class F> void blocks(const F &f) const
  {
    const GrainRows<DOF, Block> r = rows();
    for (int i = 0; i < r.nrows; i++) {
      f(i, i, [&](int k, int l) {
        return inertia.entry(i, k, l, 0.0);
      });
      for (int a = r.first[i]; a < r.first[i + 1]; a++)
        contact_blocks(r, i, r.contact[a], a < r.middle[i], f);
    }
  }

 private:
  Space *space = nullptr;
  const Network *network = nullptr;
  const Block *block = nullptr;
  int nacting = 0;
  Array<int> first, middle, contact;

  GrainRows<DOF, Block> rows() const
  {
    return {first.data(),           middle.data(), contact.data(),
            network->column.data(), block,         network->nrows,
            network->first_fixed,   inertia,       stressed};
  }

  template <class F>
  void contact_blocks(const GrainRows<DOF, Block> &r, int i, int c, bool once, const F &f) const
  {
    const int j = r.column[c];
    const Block &K = r.block[c];
    const auto entry = [&](int a, int b) {
      return [&K, a, b, this](int k, int l) {
        return entry_of<DOF>(K, a, k, b, l, stressed);
      };
    };
    f(i, i, entry(1, 1));
    if (j <= i || (j >= r.nrows && j < r.first_fixed)) f(i, j, entry(1, 2));
    if (once) f(j, j, entry(2, 2));
  }
};

}    // namespace VARDEM
#endif
