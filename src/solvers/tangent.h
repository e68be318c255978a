/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_TANGENT_H
#define VARDEM_TANGENT_H

#include "kernels/symmetric_block.h"
#include "solvers/contact_network.h"

namespace VARDEM {

// --- the tangent K = B^T diag(h) B + diag(inertia) + mu I of the contacts that push ---
//
// Memory bandwidth limits the speed of the product with K. So the contacts that push are copied to
// arrays of their own, and a product reads only two numbers per contact: its column, and the
// coefficient h over the square of its row's length. Rows of spheres are computed from positions.

/** A view of the tangent, which computes its product with a vector. */
template <class Geometry> struct TangentProduct {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;    // the contacts that push; `stiffness` holds their coefficients
  const int *contact;            // their numbers in the network, if the geometry is BY_CONTACT
  const double *inertia;         // DOF per row, or null
  double mu;
  const double *v;
  double *product;

  VARDEM_INLINE auto row(int i, int c) const
  {
    return rows.geometry.row(i, rows.column[c], Geometry::BY_CONTACT ? contact[c] : 0);
  }

  /** Adds row i's part of product = K v. Sums: v . K v. */
  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    const double *vi = v + DOF * i;
    double sum[DOF], energy = 0.0;
    for (int k = 0; k < DOF; k++) {
      sum[k] = inertia ? (mu + inertia[DOF * i + k]) * vi[k] : mu * vi[k];
      energy += sum[k] * vi[k];
    }
    int c = rows.first[i];
    for (; c < rows.middle[i]; c++) {
      const auto r = row(i, c);
      const int j = rows.column[c];
      const double a = r.approach(vi, v + DOF * j), s = rows.stiffness[c] * a;
      push_first<DOF>(r, -s, sum);
      push_second<DOF>(r, -s, product + DOF * j);
      energy += s * a;
    }
    for (; c < rows.first[i + 1]; c++) {
      const auto r = row(i, c);
      const int j = rows.column[c];
      const double a = r.approach(vi, v + DOF * j), s = rows.stiffness[c] * a;
      push_first<DOF>(r, -s, sum);
      energy += rows.share(j) * s * a;
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
    double own[BLOCK_SIZE<DOF>] = {};
    for (int k = 0; k < DOF; k++)
      own[block_index(k, k)] = K.inertia ? K.mu + K.inertia[DOF * i + k] : K.mu;
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

/** Inverts the diagonal blocks. The block of a body with one or two contacts may be nearly singular;
 *  the shift keeps its inverse within the accuracy of single precision. */
template <int DOF> struct InvertBlocks {
  static constexpr double SHIFT = 1e-3;    // relative to the largest diagonal entry of the block
  float *block;

  VARDEM_INLINE void operator()(int i) const
  {
    float *own = block + BLOCK_SIZE<DOF> * i;
    float largest = 0.0f;
    for (int k = 0; k < DOF; k++)
      if (own[block_index(k, k)] > largest) largest = own[block_index(k, k)];
    invert_block<DOF>(own, SHIFT * largest);
  }
};

/** Counts the contacts of row i that push: all of them in `first`, those before middle in `middle`. */
template <class Geometry> struct CountPushing {
  ContactRows<Geometry> rows;
  const double *tangent;    // per contact
  int *first, *middle;

  VARDEM_INLINE void operator()(int i) const
  {
    int low = 0, high = 0;
    for (int c = rows.first[i]; c < rows.middle[i]; c++) low += tangent[c] > 0.0;
    for (int c = rows.middle[i]; c < rows.first[i + 1]; c++) high += tangent[c] > 0.0;
    first[i] = low + high;
    middle[i] = low;
  }
};

/** Copies the contacts that push. `middle` comes as a count and becomes an index. */
template <class Geometry> struct PackPushing {
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
      if (!(tangent[c] > 0.0)) continue;
      column[n] = rows.column[c];
      coefficient[n] = tangent[c] / rows.geometry.row(i, rows.column[c], c).square();
      if (Geometry::BY_CONTACT) contact[n] = c;
      n++;
    }
  }
};

template <class Space, class G> class Tangent {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  double mu = 0.0;
  const double *inertia = nullptr;

  /** Sets K up from the tangent w'' of each contact. Contacts whose tangent is zero are left out. */
  void pack(Space &space, const ContactNetwork<Space, G> &network, const double *tangent)
  {
    const auto rows = network.rows();
    const int n = rows.nrows;
    space.allocate(first, n + 1);
    space.allocate(middle, n);
    space.for_each(n, CountPushing<G>{rows, tangent, first.data(), middle.data()});
    ncontacts = space.scan(n, first.data());
    space.allocate(column, ncontacts);
    space.allocate(coefficient, ncontacts);
    if (G::BY_CONTACT) space.allocate(contact, ncontacts);
    space.for_each(n,
                   PackPushing<G>{rows, tangent, first.data(), middle.data(), column.data(),
                                  contact.data(), coefficient.data()});
    packed = {rows.geometry,   first.data(), middle.data(), column.data(), coefficient.data(), n,
              rows.first_fixed};
  }

  TangentProduct<G> product(const double *v, double *w) const
  {
    return {packed, contact.data(), inertia, mu, v, w};
  }
  const ContactRows<G> &rows() const { return packed; }

 private:
  int ncontacts = 0;
  Array<int> first, middle, column, contact;
  Array<double> coefficient;
  ContactRows<G> packed{};
};

}    // namespace VARDEM
#endif
