// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TANGENT_H
#define VARDEM_TANGENT_H

#include "kernels/symmetric_block.h"
#include "solvers/network/contact_network.h"
#include "solvers/network/operator.h"

namespace VARDEM {

// --- the tangent K = B^T H B + D + mu I of the contacts that push: an operator (operator.h) ---
//
// H has the tangents h of the contacts. Memory bandwidth limits the speed of the product with K. So
// the contacts that push are copied to arrays of their own, and a product reads only two numbers
// per contact: its column, and the coefficient h over the square of its row's length. Rows of
// spheres are computed from positions.

/** A view of the tangent, which computes its product with a vector. */
template <class Geometry> struct TangentProduct {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;    // the contacts that push; `stiffness` holds their coefficients
  const int *contact;            // their numbers in the network, if the geometry is BY_CONTACT
  DiagonalInertia<DOF> inertia;
  double mu;
  const double *v;
  double *product;

  VARDEM_INLINE auto row(int i, int c) const
  {
    return rows.geometry.row(i, rows.column[c], Geometry::BY_CONTACT ? contact[c] : 0);
  }

  /** Computes row i's part of product = K v. Sums: v . K v. */
  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    const double *vi = v + DOF * i;
    double sum[DOF], energy = 0.0;
    inertia.times(i, mu, vi, sum);
    for (int k = 0; k < DOF; k++) energy += sum[k] * vi[k];
    int c = rows.first[i];
    for (; c < rows.middle[i]; c++) {
      const auto r = row(i, c);
      const int j = rows.column[c];
      const double a = r.approach(vi, v + DOF * j);
      const double s = rows.stiffness[c] * a;
      add_to_first<DOF>(r, -s, sum);
      add_to_second<DOF>(r, -s, product + DOF * j);
      energy += s * a;
    }
    for (; c < rows.first[i + 1]; c++) {
      const auto r = row(i, c);
      const int j = rows.column[c];
      const double a = r.approach(vi, v + DOF * j);
      const double s = rows.stiffness[c] * a;
      add_to_first<DOF>(r, -s, sum);
      energy += rows.share(j) * (s * a);
    }
    for (int k = 0; k < DOF; k++) product[DOF * i + k] = sum[k];
    sums.s[0] += energy;
  }
};

/** Computes the diagonal blocks of K, in the precision of the preconditioner. */
template <class Geometry, class Real> struct TangentBlocks {
  static constexpr int DOF = Geometry::DOF;
  TangentProduct<Geometry> K;
  Real *block;

  VARDEM_INLINE void operator()(int i) const
  {
    double own[BLOCK_SIZE<DOF>];
    for (int k = 0, m = 0; k < DOF; k++)
      for (int l = 0; l <= k; l++) own[m++] = K.inertia.entry(i, k, l, K.mu);
    for (int c = K.rows.first[i]; c < K.rows.first[i + 1]; c++) {
      const auto r = K.row(i, c);
      const double s = K.rows.stiffness[c];
      for (int k = 0, m = 0; k < DOF; k++)
        for (int l = 0; l <= k; l++) own[m++] += s * r.first(k) * r.first(l);
      if (c < K.rows.middle[i]) {
        Real *other = block + BLOCK_SIZE<DOF> * K.rows.column[c];
        for (int k = 0, m = 0; k < DOF; k++)
          for (int l = 0; l <= k; l++)
            other[m++] += static_cast<Real>(s * r.second(k) * r.second(l));
      }
    }
    for (int m = 0; m < BLOCK_SIZE<DOF>; m++)
      block[BLOCK_SIZE<DOF> * i + m] = static_cast<Real>(own[m]);
  }
};

struct IsLoaded {
  const double *tangent;

  VARDEM_INLINE bool operator()(int, int c) const { return tangent[c] > 0.0; }
};

/** Copies contacts that push. */
template <class Geometry> struct PackContact {
  ContactRows<Geometry> rows;
  const double *tangent;
  int *column, *contact;
  double *coefficient;

  VARDEM_INLINE void operator()(int i, int c, int n) const
  {
    column[n] = rows.column[c];
    coefficient[n] = tangent[c] / rows.geometry.row(i, rows.column[c], c).square();
    if (Geometry::BY_CONTACT) contact[n] = c;
  }
};

template <class Space, class G> class Tangent {
 public:
  static constexpr int DOF = G::DOF;
  using Network = ContactNetwork<Space, G>;
  template <class T> using Array = typename Space::template Array<T>;
  double mu = 0.0;
  DiagonalInertia<DOF> inertia = nullptr;    // D

  /** The network must stay where it is. */
  void setup(const Network &n) { network = &n; }

  /** Sets K up from the tangent of each contact. Contacts whose tangent is zero are left out. */
  void pack(Space &space, const double *tangent)
  {
    const auto rows = network->rows();
    const auto take_arrays = [&](int n) {
      space.allocate(column, n);
      space.allocate(coefficient, n);
      if (G::BY_CONTACT) space.allocate(contact, n);
      return PackContact<G>{rows, tangent, column.data(), contact.data(), coefficient.data()};
    };
    ncontacts = choose_contacts(space, rows, IsLoaded{tangent}, first, middle, take_arrays);
    packed = {rows.geometry,      first.data(), middle.data(),   column.data(),
              coefficient.data(), rows.nrows,   rows.first_fixed};
  }

  OperatorShape shape() const { return network->shape(); }
  GhostColumns ghosts() const { return network->ghosts(); }

  /** The contacts that push; `stiffness` holds their coefficients. */
  const ContactRows<G> &pushing() const { return packed; }
  int nloaded() const { return ncontacts; }

  TangentProduct<G> product(const double *v, double *w) const
  {
    return {packed, contact.data(), inertia, mu, v, w};
  }

  template <class Real> TangentBlocks<G, Real> diagonal(Real *block) const
  {
    return {product(nullptr, nullptr), block};
  }

  template <class F> void pattern(const F &f) const { network->pattern(f); }

  template <class F> void blocks(const F &f) const
  {
    for (int i = 0; i < packed.nrows; i++) {
      f(i, i, [&](int k, int l) {
        return inertia.entry(i, k, l, mu);
      });
      for (int c = packed.first[i]; c < packed.first[i + 1]; c++)
        contact_blocks(i, c, packed.column[c], f);
    }
  }

 private:
  const Network *network = nullptr;
  int ncontacts = 0;
  Array<int> first, middle, column, contact;
  Array<double> coefficient;
  ContactRows<G> packed{};

  template <class F> void contact_blocks(int i, int c, int j, const F &f) const
  {
    const auto K = product(nullptr, nullptr);
    const auto r = K.row(i, c);
    const double s = K.rows.stiffness[c];
    f(i, i, [&](int k, int l) {
      return s * r.first(k) * r.first(l);
    });
    if (j <= i ||
        (j >= packed.nrows && j < packed.first_fixed))    // otherwise the other row adds it
      f(i, j, [&](int k, int l) {
        return -(s * r.first(k) * r.second(l));
      });
    if (c < packed.middle[i])
      f(j, j, [&](int k, int l) {
        return s * r.second(k) * r.second(l);
      });
  }
};

}    // namespace VARDEM
#endif
