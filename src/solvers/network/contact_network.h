// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_NETWORK_H
#define VARDEM_CONTACT_NETWORK_H

#include "kernels/rigid/contact_row.h"
#include "solvers/network/operator.h"

#include <type_traits>

namespace VARDEM {

// --- the contacts of the bodies of one process ---
//
// A row is a free body of this process. Columns are, in this order: the rows; ghosts, which stand
// for free bodies of other processes or across a periodic boundary; and bodies that cannot move.
// Contacts are stored row by row. There are two ways to store a contact between two rows of this
// process:
//   half: Once, in the row of the higher number, before the other contacts of that row. A loop then
//         adds to the other row, whose number was set earlier; no extra pass has to clear it.
//   full: In both rows. Each row then adds to itself alone, as threads and GPUs need it.
// A contact with a ghost is stored by both processes, so no result has to be sent back.
//
// The geometry says how many numbers a motion has (DOF), and gives the row of B of each contact.

/** A view of the contacts, for loops over rows. */
template <class Geometry> struct ContactRows {
  Geometry geometry;
  const int *first;     // nrows + 1
  const int *middle;    // nrows; from here on the loop must not add to the row of the other body
  const int *column;
  const double *stiffness;
  int nrows, first_fixed;

  /** How much a contact from middle on, with column j, counts in sums over all processes. */
  VARDEM_INLINE double share(int j) const { return j < first_fixed ? 0.5 : 1.0; }
  /** How much any contact c of row i counts. Contacts before middle are stored once and count
   *  fully. */
  VARDEM_INLINE double share(int i, int c) const { return c < middle[i] ? 1.0 : share(column[c]); }
};

/** Calls f(contact, column, share) for each contact of row i. */
template <class Rows, class F> VARDEM_INLINE void for_contacts(const Rows &rows, int i, const F &f)
{
  for (int c = rows.first[i]; c < rows.middle[i]; c++) f(c, rows.column[c], 1.0);
  for (int c = rows.middle[i]; c < rows.first[i + 1]; c++)
    f(c, rows.column[c], rows.share(rows.column[c]));
}

/** Returns the largest number(i, c) of the contacts c of row i, or zero if none is positive. */
template <class Rows, class Number> struct LargestOfContacts {
  Rows rows;
  Number number;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double a = number(i, c);
      if (a > largest) largest = a;
    }
    return largest;
  }
};

/** The largest number(i, c) of all contacts of all processes, or zero. */
template <class Space, class Rows, class Number>
double largest_of_contacts(Space &space, const Rows &rows, const Number &number)
{
  return space.maximum(rows.nrows, LargestOfContacts<Rows, Number>{rows, number});
}

/** Calls term(i, c, share, sums), which adds up m numbers, for the contacts c of row i. */
template <int m, class Rows, class Term> struct SumsOfContacts {
  Rows rows;
  Term term;

  VARDEM_INLINE void operator()(int i, Sums<m> &sums) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) term(i, c, rows.share(i, c), sums);
  }
};

/** Puts m sums over the contacts into the slots of a Space. */
template <int m, class Space, class Rows, class Term>
void sum_over_contacts(Space &space, const Rows &rows, const Term &term)
{
  space.template reduce<m>(rows.nrows, SumsOfContacts<m, Rows, Term>{rows, term}, 0);
}

/** A number of each contact, such as its overlap, rate or stiffness. */
struct NumberOfContact {
  const double *number;

  VARDEM_INLINE double operator()(int, int c) const { return number[c]; }
};

/** Counts the contacts c of row i for which test(i, c) holds: all of them in `first`, those before
 *  the middle in `middle`. */
template <class Rows, class Test> struct CountContacts {
  Rows rows;
  Test test;
  int *first, *middle;

  VARDEM_INLINE void operator()(int i) const
  {
    int low = 0, high = 0;
    for (int c = rows.first[i]; c < rows.middle[i]; c++) low += test(i, c);
    for (int c = rows.middle[i]; c < rows.first[i + 1]; c++) high += test(i, c);
    first[i] = low + high;
    middle[i] = low;
  }
};

/** Calls take(i, c, n) for the n-th of all these contacts. `middle` comes as a count and becomes an
 *  index. */
template <class Rows, class Test, class Take> struct TakeContacts {
  Rows rows;
  Test test;
  Take take;
  const int *first;
  int *middle;

  VARDEM_INLINE void operator()(int i) const
  {
    int n = first[i];
    middle[i] += n;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
      if (test(i, c)) take(i, c, n++);
  }
};

/** Finds the contacts for which test(i, c) holds. Sets first and middle to where they are in the
 *  rows of a network that has them alone. take_arrays(n) makes room for n contacts and returns what
 *  takes each of them. Returns their number. */
template <class Space, class Rows, class Test, class TakeArrays>
int choose_contacts(Space &space, const Rows &rows, const Test &test,
                    typename Space::template Array<int> &first,
                    typename Space::template Array<int> &middle, const TakeArrays &take_arrays)
{
  const int n = rows.nrows;
  space.allocate(first, n + 1);
  space.allocate(middle, n);
  space.for_each(n, CountContacts<Rows, Test>{rows, test, first.data(), middle.data()});
  const int chosen = space.scan(n, first.data());
  const auto take = take_arrays(chosen);
  space.for_each(n,
                 TakeContacts<Rows, Test, std::decay_t<decltype(take)>>{
                     rows, test, take, first.data(), middle.data()});
  return chosen;
}

/** The contacts, in memory of a Space. The arrays of the geometry belong to the code that fills
 *  it. */
template <class Space, class G> struct ContactNetwork {
  using Geometry = G;
  template <class T> using Array = typename Space::template Array<T>;

  Geometry geometry{};
  int nrows = 0, first_fixed = 0, ncolumns = 0, ncontacts = 0;
  long nbodies = 0;     // number of rows of all processes
  bool full = false;    // full rows, otherwise half rows
  Array<int> first, middle, column;
  // of the ghost columns (operator.h); empty unless a linear solver asks for them
  GhostOwners owners;
  Array<double> stiffness;    // > 0; units of force/length^(p - 1)
  bool has_gaps = false;      // otherwise all contacts are closed where the motions are zero
  Array<double> gap;          // of contacts: what the motions must close first

  ContactRows<Geometry> rows() const
  {
    return {geometry,      first.data(),     full ? first.data() : middle.data(),
            column.data(), stiffness.data(), nrows,
            first_fixed};
  }

  // --- what a matrix with a block for each contact has in common with all operators (operator.h)

  OperatorShape shape() const { return {nrows, ncolumns, nbodies}; }
  GhostColumns ghosts() const { return {nrows, first_fixed, &owners}; }
  /** The pattern has all contacts, whether they push or not. */
  template <class F> void pattern(const F &f) const
  {
    for (int i = 0; i < nrows; i++) {
      f(i, i);
      for (int c = first[i]; c < first[i + 1]; c++)
        if (column[c] < first_fixed) f(i, column[c]);
    }
  }
};

/** The matrix D of 1/2 u.D u: inertia over a time, or no inertia at all. It is diagonal and has n
 *  numbers per row; the motions of bodies whose moments of inertia differ are in their principal
 *  axes (kernels/rigid/body_row.h). Without memory it is zero. */
template <int n> struct DiagonalInertia {
  const double *numbers;
  bool exists;

  VARDEM_INLINE DiagonalInertia(const double *d = nullptr) : numbers(d), exists(d) {}
  /** It exists also on a process that has no rows, and no memory for them. */
  VARDEM_INLINE static DiagonalInertia of(const double *d)
  {
    DiagonalInertia inertia(d);
    inertia.exists = true;
    return inertia;
  }
  VARDEM_INLINE explicit operator bool() const { return exists; }

  /** Number k of D v in row i, where v points to the numbers of the row. */
  VARDEM_INLINE double component(int i, int k, const double *v) const
  {
    return numbers ? numbers[n * i + k] * v[k] : 0.0;
  }
  /** Sets out = (D + mu I) v in row i. */
  VARDEM_INLINE void times(int i, double mu, const double *v, double *out) const
  {
    for (int k = 0; k < n; k++) out[k] = numbers ? (mu + numbers[n * i + k]) * v[k] : mu * v[k];
  }
  /** An entry of the block of row i in D + mu I. */
  VARDEM_INLINE double entry(int i, int k, int l, double mu) const
  {
    return k != l ? 0.0 : numbers ? mu + numbers[n * i + k] : mu;
  }
};

}    // namespace VARDEM
#endif
