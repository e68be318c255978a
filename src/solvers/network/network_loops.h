// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NETWORK_LOOPS_H
#define VARDEM_NETWORK_LOOPS_H

#include "solvers/network/contact_network.h"

#include <cmath>

namespace VARDEM {

// --- loops over the rows of a network, of which the solvers are made ---
//
// Each struct is the body of one loop of a Space (space.h). "Sums" names the numbers that
// the loop sums up, in their order.

/** The contacts are closed if the motions are zero. */
struct NoGaps {
  VARDEM_INLINE double overlap(int, double approach) const { return approach; }
};

/** The motions must bring the bodies of contact c together by gap[c] before they touch; gap < 0 if
 *  they overlap. Targets of velocities are such shifts, too. */
struct Gaps {
  const double *gap;

  VARDEM_INLINE double overlap(int c, double approach) const { return approach - gap[c]; }
};

/** Computes the overlap and the tangent of each contact at u, and residual = load + B^T f - D u.
 *  The residual of a row is complete when the loop has passed all rows. Overlaps: NoGaps or
 *  Gaps. */
template <class Law, class Overlaps, class Geometry> struct Residual {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  Overlaps overlaps;
  DiagonalInertia<DOF> inertia;
  const double *load, *u;
  double *overlap, *tangent, *residual;

  /** The force of a contact, divided by the length of its row: add_to_first() and add_to_second()
   *  multiply by the row. */
  VARDEM_INLINE double force_of_row(const double *ui, int i, int c) const
  {
    const auto r = rows.geometry.row(i, rows.column[c], c);
    const double length = std::sqrt(r.square()), k = rows.stiffness[c];
    const double o = overlaps.overlap(c, r.approach(ui, u + DOF * rows.column[c]) / length);
    overlap[c] = o;
    tangent[c] = Law::tangent(k, o);
    return Law::force(k, o) / length;
  }

  VARDEM_INLINE void operator()(int i) const
  {
    const double *ui = u + DOF * i;
    double sum[DOF];
    for (int k = 0; k < DOF; k++) sum[k] = load[DOF * i + k] - inertia.component(i, k, ui);
    int c = rows.first[i];
    for (; c < rows.middle[i]; c++) {
      const double s = force_of_row(ui, i, c);
      const auto r = rows.geometry.row(i, rows.column[c], c);
      add_to_first<DOF>(r, s, sum);
      add_to_second<DOF>(r, s, residual + DOF * rows.column[c]);
    }
    for (; c < rows.first[i + 1]; c++) {
      const double s = force_of_row(ui, i, c);
      add_to_first<DOF>(rows.geometry.row(i, rows.column[c], c), s, sum);
    }
    for (int k = 0; k < DOF; k++) residual[DOF * i + k] = sum[k];
  }
};

/** Bounds the round-off of Residual, number by number, to the first order: eps times the moduli of
 *  all terms. eps = 2^-52 allows each term two roundings. The motions themselves are rounded, too,
 *  so that an overlap is known to eps times the moduli of its terms, however exactly it is computed
 *  from them, and a force to the tangent of the law times that. gap may be null. */
template <class Law, class Geometry> struct RoundOffOfResidual {
  static constexpr int DOF = Geometry::DOF;
  static constexpr double EPS = 2.2204460492503131e-16;
  ContactRows<Geometry> rows;
  const double *gap;
  DiagonalInertia<DOF> inertia;
  const double *load, *u, *overlap;
  double *bound;

  /** That of a force, divided by the length of its row. */
  template <class Row> VARDEM_INLINE double of_force(const Row &r, int i, int c) const
  {
    const double *ui = u + DOF * i, *uj = u + DOF * rows.column[c];
    const double length = std::sqrt(r.square()), k = rows.stiffness[c];
    double moduli = 0.0;
    for (int m = 0; m < DOF; m++)
      moduli += std::fabs(r.first(m) * ui[m]) + std::fabs(r.second(m) * uj[m]);
    const double of_overlap = EPS * (moduli / length + (gap ? std::fabs(gap[c]) : 0.0));
    return (EPS * Law::force(k, overlap[c]) +
            Law::tangent(k, overlap[c] + of_overlap) * of_overlap) /
        length;
  }

  VARDEM_INLINE void operator()(int i) const
  {
    double sum[DOF];
    for (int k = 0; k < DOF; k++)
      sum[k] =
          EPS * (std::fabs(load[DOF * i + k]) + std::fabs(inertia.component(i, k, u + DOF * i)));
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const auto r = rows.geometry.row(i, j, c);
      const double s = of_force(r, i, c);
      for (int k = 0; k < DOF; k++) sum[k] += s * std::fabs(r.first(k));
      if (c < rows.middle[i])
        for (int k = 0; k < DOF; k++) bound[DOF * j + k] += s * std::fabs(r.second(k));
    }
    for (int k = 0; k < DOF; k++) bound[DOF * i + k] = sum[k];
  }
};

/** Sums: square and length of the load of each row. */
template <int DOF> struct LoadNorms {
  const double *load;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    double square = 0.0;
    for (int k = DOF * i; k < DOF * (i + 1); k++) square += load[k] * load[k];
    sums.s[0] += square;
    sums.s[1] += std::sqrt(square);
  }
};

/** Returns the length of the residual of a row, over the length of its load, or over `mean` if it
 *  has no load. */
template <int DOF> struct BodyResidual {
  const double *residual, *load;
  double mean;

  VARDEM_INLINE double operator()(int i) const
  {
    double r = 0.0, l = 0.0;
    for (int k = DOF * i; k < DOF * (i + 1); k++) {
      r += residual[k] * residual[k];
      l += load[k] * load[k];
    }
    return std::sqrt(r) / (l > 0.0 ? std::sqrt(l) : mean);
  }
};

/** Returns the largest component of the motion by which a row would follow its residual. */
template <int DOF> struct MotionOfResidual {
  DiagonalInertia<DOF> inertia;
  const double *residual;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    for (int k = 0; k < DOF; k++) {
      const double motion = std::fabs(residual[DOF * i + k]) / inertia.entry(i, k, k, 0.0);
      if (motion > largest) largest = motion;
    }
    return largest;
  }
};

/** Returns the largest component of the load of a row. */
template <int DOF> struct LargestLoad {
  const double *load;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    for (int k = DOF * i; k < DOF * (i + 1); k++)
      if (std::fabs(load[k]) > largest) largest = std::fabs(load[k]);
    return largest;
  }
};

/** Sums: a . a, b . b, a . b. */
template <int DOF> struct Products {
  const double *a, *b;

  VARDEM_INLINE void operator()(int i, Sums<3> &sums) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) {
      sums.s[0] += a[k] * a[k];
      sums.s[1] += b[k] * b[k];
      sums.s[2] += a[k] * b[k];
    }
  }
};

template <int DOF> struct DotProduct {
  const double *a, *b;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) sums.s[0] += a[k] * b[k];
  }
};

/** The square root of what a loop over n rows sums up on all processes. */
template <class Space, class Body> double root_of_sum(Space &space, int n, const Body &body)
{
  space.template reduce<1>(n, body, 0);
  return std::sqrt(space.fetch(1)[0]);
}

/** The 2-norm of a vector of n rows, over all processes. */
template <int DOF, class Space> double norm_of_rows(Space &space, int n, const double *a)
{
  return root_of_sum(space, n, DotProduct<DOF>{a, a});
}

/** Coefficients of the energy along u + t d that do not depend on the contacts. Sums: load . d,
 *  u . D d, d . D d. */
template <int DOF> struct LineTerms {
  DiagonalInertia<DOF> inertia;
  const double *load, *u, *d;

  VARDEM_INLINE void operator()(int i, Sums<3> &sums) const
  {
    for (int k = 0, a = DOF * i; k < DOF; k++, a++) {
      sums.s[0] += load[a] * d[a];
      sums.s[1] += inertia.component(i, k, u + DOF * i) * d[a];
      sums.s[2] += inertia.component(i, k, d + DOF * i) * d[a];
    }
  }
};

/** Computes the overlap that the motion d alone would cause, where no contact has a gap. */
template <class Geometry> struct Rate {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  const double *d;
  double *rate;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const auto r = rows.geometry.row(i, rows.column[c], c);
      rate[c] = r.approach(d + DOF * i, d + DOF * rows.column[c]) / std::sqrt(r.square());
    }
  }
};

/** Forces of contacts for BalanceOf: stored forces, times a factor, ... */
struct StoredForces {
  const double *force;
  double factor = 1.0;

  VARDEM_INLINE double push(int c) const { return factor * force[c]; }
};

/** ... or those of a law. */
template <class Law> struct ForcesOfLaw {
  const double *stiffness, *overlap;

  VARDEM_INLINE double push(int c) const { return Law::force(stiffness[c], overlap[c]); }
  VARDEM_INLINE double operator()(int, int c) const { return push(c); }
};

/** residual = load - D u + B^T push. A row is complete when the loop has passed all rows. load may
 *  be null, or the same memory as residual; u may be null without D. */
template <class Forces, class Geometry> struct BalanceOf {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  Forces forces;
  DiagonalInertia<DOF> inertia;
  const double *load, *u;
  double *residual;

  VARDEM_INLINE void operator()(int i) const
  {
    double sum[DOF];
    for (int k = 0; k < DOF; k++) sum[k] = load ? load[DOF * i + k] : 0.0;
    if (inertia)
      for (int k = 0; k < DOF; k++) sum[k] -= inertia.component(i, k, u + DOF * i);
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const auto r = rows.geometry.row(i, rows.column[c], c);
      const double s = forces.push(c) / std::sqrt(r.square());
      add_to_first<DOF>(r, s, sum);
      if (c < rows.middle[i]) add_to_second<DOF>(r, s, residual + DOF * rows.column[c]);
    }
    for (int k = 0; k < DOF; k++) residual[DOF * i + k] = sum[k];
  }
};

/** Sets a = load + s B^T f of stored forces. load may be null. */
template <class Space, class Rows>
void push_rows(Space &space, const Rows &rows, const double *load, const double *f, double s,
               double *a)
{
  using Geometry = decltype(rows.geometry);
  space.for_each(rows.nrows,
                 BalanceOf<StoredForces, Geometry>{rows, {f, s}, nullptr, load, nullptr, a});
}

/** Adds up the first and second derivative, with respect to t, of the contacts' energy along u + t
 *  d. */
template <class Law> struct Slope {
  const double *stiffness, *overlap, *rate;
  double t;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<2> &sums) const
  {
    const double k = stiffness[c], o = overlap[c] + t * rate[c], r = share * rate[c];
    sums.s[0] += Law::force(k, o) * r;
    sums.s[1] += Law::tangent(k, o) * rate[c] * r;
  }
};

/** Adds up: |push|, its square, number of contacts. */
template <class Forces> struct PushSums {
  Forces forces;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<3> &sums) const
  {
    const double push = forces.push(c);
    sums.s[0] += share * std::fabs(push);
    sums.s[1] += share * (push * push);
    sums.s[2] += share;
  }
};

/** Sets the tangents of closed contacts where gaps are not longer than `gap`. */
struct ClosedTangents {
  const double *stiffness, *overlap;
  double gap;
  double *tangent;

  VARDEM_INLINE void operator()(int c) const
  {
    if (overlap[c] >= -gap) tangent[c] = stiffness[c];
  }
};

/** Adds up tangents, contacts that push, all contacts. */
struct TangentSums {
  const double *tangent;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<3> &sums) const
  {
    sums.s[0] += share * tangent[c];
    sums.s[1] += share * (tangent[c] > 0.0);
    sums.s[2] += share;
  }
};

template <class T> struct Copy {
  const T *b;
  T *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = b[k]; }
};
template <class T> Copy(const T *, T *) -> Copy<T>;

struct Multiply {
  double s;
  const double *b;
  double *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = s * b[k]; }
};

struct Scaled {
  const double *b, *c;
  double *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = b[k] * c[k]; }
};

struct AddScaled {
  const double *b, *c;
  double s, *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = b[k] + s * c[k]; }
};

/** The overlap of a contact, where gap < 0. */
struct OverlapOfGap {
  const double *gap;

  VARDEM_INLINE double operator()(int, int c) const { return -gap[c]; }
};

template <class Real> struct SetZero {
  Real *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = 0; }
};
template <class Real> SetZero(Real *) -> SetZero<Real>;

/** Allocates a vector of columns, and sets it to zero in the columns that are not rows. Columns of
 *  bodies that cannot move stay zero. */
template <int DOF, class Space, class Array>
void allocate_columns(Space &space, int nrows, int ncolumns, Array &a)
{
  const int rows = DOF * nrows, all = DOF * ncolumns;
  space.allocate(a, all);
  space.for_each(all - rows, SetZero{a.data() + rows});
}

template <class Space, class G>
void allocate_columns(Space &space, const ContactNetwork<Space, G> &network,
                      typename Space::template Array<double> &a)
{
  allocate_columns<G::DOF>(space, network.nrows, network.ncolumns, a);
}

/** Sets out = B v, by how much the motions v of all columns open each contact. The motions of rows
 *  are given. */
template <class Space, class G>
void opening(Space &space, const ContactNetwork<Space, G> &network, double *v, double *out)
{
  space.forward(v, G::DOF);
  space.for_each(network.nrows, Rate<G>{network.rows(), v, out});
  space.for_each(network.ncontacts, Multiply{-1.0, out, out});
}

}    // namespace VARDEM
#endif
