// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TANGENT_H
#define VARDEM_TANGENT_H

#include "kernels/symmetric_block.h"
#include "solvers/contact_network.h"
#include "solvers/inertia_matrix.h"
#include "solvers/operator.h"

namespace VARDEM {

// --- the tangent K = B^T H B + D + mu I of the contacts that push: an operator (operator.h) ---
//
// H has the tangents h of the contacts, one number each or, with three rows, a symmetric matrix.
// Memory bandwidth limits the speed of the product with K. So the contacts that push are copied to
// arrays of their own, and a product reads only two numbers per contact: its column, and the
// coefficient h over the square of its row's length. Rows of spheres are computed from positions.

/** A view of the tangent, which computes its product with a vector. */
template <class Geometry, class Inertia> struct TangentProduct {
  static constexpr int DOF = Geometry::DOF;
  using Numbers = ContactNumbers<Geometry::ROWS>;
  ContactRows<Geometry> rows;    // the contacts that push; `stiffness` holds their coefficients
  const int *contact;            // their numbers in the network, if the geometry is BY_CONTACT
  Inertia inertia;
  double mu;
  const double *v;
  double *product;

  VARDEM_INLINE auto row(int i, int c) const
  {
    return rows.geometry.row(i, rows.column[c], Geometry::BY_CONTACT ? contact[c] : 0);
  }
  VARDEM_INLINE auto coefficient(int c) const { return Numbers::matrix(rows.stiffness, c); }

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
      const auto a = r.approach(vi, v + DOF * j);
      const auto s = coefficient(c) * a;
      add_to_first<DOF>(r, -s, sum);
      add_to_second<DOF>(r, -s, product + DOF * j);
      energy += dot(s, a);
    }
    for (; c < rows.first[i + 1]; c++) {
      const auto r = row(i, c);
      const int j = rows.column[c];
      const auto a = r.approach(vi, v + DOF * j);
      const auto s = coefficient(c) * a;
      add_to_first<DOF>(r, -s, sum);
      energy += rows.share(j) * dot(s, a);
    }
    for (int k = 0; k < DOF; k++) product[DOF * i + k] = sum[k];
    sums.s[0] += energy;
  }
};

/** Computes the diagonal blocks of K, in the precision of the preconditioner. */
template <class Geometry, class Inertia, class Real> struct TangentBlocks {
  static constexpr int DOF = Geometry::DOF;
  TangentProduct<Geometry, Inertia> K;
  Real *block;

  VARDEM_INLINE void operator()(int i) const
  {
    double own[BLOCK_SIZE<DOF>];
    for (int k = 0, m = 0; k < DOF; k++)
      for (int l = 0; l <= k; l++) own[m++] = K.inertia.entry(i, k, l, K.mu);
    for (int c = K.rows.first[i]; c < K.rows.first[i + 1]; c++) {
      const auto r = K.row(i, c);
      const auto s = K.coefficient(c);
      for (int k = 0, m = 0; k < DOF; k++)
        for (int l = 0; l <= k; l++) own[m++] += dot(s * r.first(k), r.first(l));
      if (c < K.rows.middle[i]) {
        Real *other = block + BLOCK_SIZE<DOF> * K.rows.column[c];
        for (int k = 0, m = 0; k < DOF; k++)
          for (int l = 0; l <= k; l++)
            other[m++] += static_cast<Real>(dot(s * r.second(k), r.second(l)));
      }
    }
    for (int m = 0; m < BLOCK_SIZE<DOF>; m++)
      block[BLOCK_SIZE<DOF> * i + m] = static_cast<Real>(own[m]);
  }
};

/** Counts the contacts of row i that push: all of them in `first`, those before middle in
 *  `middle`. */
template <class Geometry> struct CountLoadedContacts {
  using Numbers = ContactNumbers<Geometry::ROWS>;
  ContactRows<Geometry> rows;
  const double *tangent;    // a matrix per contact
  int *first, *middle;

  VARDEM_INLINE bool is_loaded(int c) const
  {
    return mean_eigenvalue(Numbers::matrix(tangent, c)) > 0.0;
  }
  VARDEM_INLINE void operator()(int i) const
  {
    int low = 0, high = 0;
    for (int c = rows.first[i]; c < rows.middle[i]; c++) low += is_loaded(c);
    for (int c = rows.middle[i]; c < rows.first[i + 1]; c++) high += is_loaded(c);
    first[i] = low + high;
    middle[i] = low;
  }
};

/** Copies the contacts that push. `middle` comes as a count and becomes an index. */
template <class Geometry> struct PackLoadedContacts {
  using Numbers = ContactNumbers<Geometry::ROWS>;
  ContactRows<Geometry> rows;
  const double *tangent;
  const int *first;
  int *middle, *column, *contact;
  double *coefficient;

  VARDEM_INLINE void operator()(int i) const
  {
    int n = first[i];
    middle[i] += n;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const auto h = Numbers::matrix(tangent, c);
      if (!(mean_eigenvalue(h) > 0.0)) continue;
      column[n] = rows.column[c];
      Numbers::set_matrix(coefficient, n, h / rows.geometry.row(i, rows.column[c], c).square());
      if (Geometry::BY_CONTACT) contact[n] = c;
      n++;
    }
  }
};

template <class Space, class G, class Inertia = DiagonalInertia<G::DOF>> class Tangent {
 public:
  static constexpr int DOF = G::DOF;
  using Network = ContactNetwork<Space, G>;
  template <class T> using Array = typename Space::template Array<T>;
  double mu = 0.0;
  Inertia inertia = nullptr;    // D

  /** The network must stay where it is. */
  void setup(const Network &n) { network = &n; }

  /** Sets K up from the tangent of each contact. Contacts whose tangent is zero are left out. */
  void pack(Space &space, const double *tangent)
  {
    const auto rows = network->rows();
    const int n = rows.nrows;
    space.allocate(first, n + 1);
    space.allocate(middle, n);
    space.for_each(n, CountLoadedContacts<G>{rows, tangent, first.data(), middle.data()});
    ncontacts = space.scan(n, first.data());
    space.allocate(column, ncontacts);
    space.allocate(coefficient, ContactNumbers<G::ROWS>::MATRIX * ncontacts);
    if (G::BY_CONTACT) space.allocate(contact, ncontacts);
    space.for_each(n,
                   PackLoadedContacts<G>{rows, tangent, first.data(), middle.data(), column.data(),
                                         contact.data(), coefficient.data()});
    packed = {rows.geometry,   first.data(), middle.data(), column.data(), coefficient.data(), n,
              rows.first_fixed};
  }

  OperatorShape shape() const { return {network->nrows, network->ncolumns, network->nbodies}; }
  GhostColumns ghosts() const { return {network->nrows, network->first_fixed, &network->owners}; }

  /** The contacts that push; `stiffness` holds their coefficients. */
  const ContactRows<G> &pushing() const { return packed; }
  int nloaded() const { return ncontacts; }

  TangentProduct<G, Inertia> product(const double *v, double *w) const
  {
    return {packed, contact.data(), inertia, mu, v, w};
  }

  template <class Real> TangentBlocks<G, Inertia, Real> diagonal(Real *block) const
  {
    return {product(nullptr, nullptr), block};
  }

  /** The pattern has all contacts, whether they push or not. */
  template <class F> void pattern(const F &f) const
  {
    const auto rows = network->rows();
    for (int i = 0; i < rows.nrows; i++) {
      f(i, i);
      for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
        if (rows.column[c] < rows.first_fixed) f(i, rows.column[c]);
    }
  }

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
    const auto s = K.coefficient(c);
    f(i, i, [&](int k, int l) {
      return dot(s * r.first(k), r.first(l));
    });
    if (j <= i ||
        (j >= packed.nrows && j < packed.first_fixed))    // otherwise the other row adds it
      f(i, j, [&](int k, int l) {
        return -dot(s * r.first(k), r.second(l));
      });
    if (c < packed.middle[i])
      f(j, j, [&](int k, int l) {
        return dot(s * r.second(k), r.second(l));
      });
  }
};

}    // namespace VARDEM
#endif
