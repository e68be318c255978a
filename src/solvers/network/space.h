// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SPACE_H
#define VARDEM_SPACE_H

#include "kernels/macros.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace VARDEM {

// --- where a solver runs: its arrays, its loops and sums, and its exchange with other processes
//
// A solver is written once, for any Space. A Space has
//   Array<T>                  memory with data(). allocate(a, n) makes room for n numbers, unless
//                             there is enough already; what the array had may be lost
//   bytes()                   memory that it has allocated so far. Arrays must live as long as the
//                             Space
//   for_each(n, f)            calls f(i) for i < n
//   reduce<m>(n, f, slot)     calls f(i, sums) for i < n. The m sums of this process are kept in
//                             the slots slot ... slot + m - 1
//   fetch(count, first = 0)   returns so many slots, summed over all processes. This is the only
//                             wait of an iteration
//   maximum(n, f)             returns the largest f(i) over all processes, or 0 if none is positive
//   maxima<m>(n, f)           calls f(i, maxima) for i < n; returns the m maxima over all processes
//   scan(n, a)                replaces a(i), i <= n, by the sum of all a before i; returns a(n)
//   select(n, f)              calls f.take(i, k) for the k-th of those i < n that f(i) selects;
//                             returns how many there are
//   store(p, value)           sets an int; if several calls of a loop set it, one value stays
//   add(p, value)             adds to a number that several calls of a loop may add to
//   least(p, value)           lowers a number to this one, if that is less
//   swap(p, value)            sets an int that several calls of a loop may set; returns the last
//                             one
//   copy_to_host(from, n, to), copy_from_host(from, n, to)
//                             copy n numbers between memory of the Space and of the host, unless
//                             both are the same
//   shadow(host, n, copy)     returns memory for n numbers that loops can reach: `host` itself if
//                             they can, otherwise that of the array `copy`
//   Phase(space, name)        an object that lives as long as a phase of the work; its name appears
//                             in the labels that tools for profiling show
//   forward(v, dof)           copies v of each row to the columns that stand for it on other
//                             processes or across a periodic boundary. Floats travel in pairs: dof
//                             is even then
//   immediate()               tells whether fetch() costs nothing
//   concurrency()             how many calls of a loop run at the same time
//   SERIAL                    whether a loop makes its calls in order, so that they may add to each
//                             other's results
//   processes(), me()         number of processes, and the number of this one
//   ON_HOST                   whether its memory is host memory. Then it also has
//   trade(send, received)     sends send[p] to each process p; all processes must call it
//   trade(width, sent, from, expected, to)
//                             sends parcels of vectors to some processes, and waits for those that
//                             they send
//   wait()                    waits for the loops, so that the host can read what they wrote
// f must be a struct with VARDEM_INLINE operator() const, because it runs on GPUs, too.

/** m numbers that a loop sums up together. */
template <int m> struct Sums {
  double s[m];

  VARDEM_INLINE Sums()
  {
    for (int k = 0; k < m; k++) s[k] = 0.0;
  }
  VARDEM_INLINE Sums &operator+=(const Sums &b)
  {
    for (int k = 0; k < m; k++) s[k] += b.s[k];
    return *this;
  }
};

/** m largest numbers that a loop finds together, at least 0. */
template <int m> struct Maxima {
  double s[m];

  VARDEM_INLINE Maxima()
  {
    for (int k = 0; k < m; k++) s[k] = 0.0;
  }
  VARDEM_INLINE void take(int k, double a)
  {
    if (a > s[k]) s[k] = a;
  }
  VARDEM_INLINE void join(const Maxima &b)
  {
    for (int k = 0; k < m; k++) take(k, b.s[k]);
  }
};

/** Vectors in an array that go to, or come from, another process. */
struct Parcel {
  int process;
  std::size_t first;
  int count;
};

/** The exchange of one process without periodic images: there is nothing to do. */
struct NoExchange {
  bool alone() const { return true; }
  void forward(double *, int) {}
  void sum(double *, int) {}
  void max(double *, int) {}
  int processes() const { return 1; }
  int me() const { return 0; }
  void trade(const std::vector<std::vector<int>> &send, std::vector<std::vector<int>> &received)
  {
    received = send;
  }
  void trade(int, const std::vector<Parcel> &, const double *, const std::vector<Parcel> &,
             double *)
  {
  }
};

/** Memory of pairs of floats, as an Exchange sees it, which moves words of eight bytes and does not
 *  compute with them. */
inline double *pairs_of(float *v)
{
  return reinterpret_cast<double *>(v);
}

/** Plain arrays and loops. An Exchange with the functions of NoExchange connects the processes. */
template <class Exchange = NoExchange> class HostSpace {
 public:
  template <class T> using Array = std::vector<T>;
  static constexpr int SLOTS = 9;
  static constexpr bool SERIAL = true, ON_HOST = true;

  explicit HostSpace(const Exchange &e = Exchange()) : exchange(e) {}

  template <class T> void allocate(Array<T> &a, std::size_t n)
  {
    if (a.size() >= n) return;
    const std::size_t before = a.capacity();
    a.resize(n);
    allocated += (a.capacity() - before) * sizeof(T);
  }

  double bytes() const { return static_cast<double>(allocated); }

  // Loops are functions of their own, with a copy of f: so their pointers and factors stay in
  // registers.

  template <class F> VARDEM_NOINLINE static void for_each(int n, const F f)
  {
    for (int i = 0; i < n; i++) f(i);
  }

  template <int m, class F> VARDEM_NOINLINE void reduce(int n, const F f, int slot)
  {
    Sums<m> sums;
    for (int i = 0; i < n; i++) f(i, sums);
    std::copy(sums.s, sums.s + m, slots + slot);
  }

  const double *fetch(int count, int first = 0)
  {
    std::copy(slots + first, slots + first + count, fetched);
    exchange.sum(fetched, count);
    return fetched;
  }

  template <class F> double maximum(int n, const F &f)
  {
    double largest = 0.0;
    for (int i = 0; i < n; i++) largest = std::max(largest, f(i));
    exchange.max(&largest, 1);
    return largest;
  }

  template <int m, class F> Maxima<m> maxima(int n, const F &f)
  {
    Maxima<m> largest;
    for (int i = 0; i < n; i++) f(i, largest);
    exchange.max(largest.s, m);
    return largest;
  }

  static int scan(int n, int *a)
  {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      const int here = a[i];
      a[i] = sum;
      sum += here;
    }
    return a[n] = sum;
  }

  template <class F> static int select(int n, const F &f)
  {
    int count = 0;
    for (int i = 0; i < n; i++)
      if (f(i)) f.take(i, count++);
    return count;
  }

  VARDEM_INLINE static void store(int *p, int value) { *p = value; }
  VARDEM_INLINE static void add(double *p, double value) { *p += value; }
  VARDEM_INLINE static void least(double *p, double value)
  {
    if (value < *p) *p = value;
  }
  VARDEM_INLINE static int swap(int *p, int value)
  {
    const int last = *p;
    *p = value;
    return last;
  }

  template <class T> static void copy_to_host(const T *from, std::size_t n, T *to)
  {
    if (from != to) std::copy(from, from + n, to);
  }
  template <class T> static void copy_from_host(const T *from, std::size_t n, T *to)
  {
    copy_to_host(from, n, to);
  }
  template <class T> static T *shadow(T *host, std::size_t, Array<std::remove_const_t<T>> &)
  {
    return host;
  }

  struct Phase {
    Phase(HostSpace &, const char *) {}
  };

  void forward(double *v, int dof) { exchange.forward(v, dof); }
  void forward(float *v, int dof) { exchange.forward(pairs_of(v), dof / 2); }
  bool immediate() const { return exchange.alone(); }

  static int concurrency() { return 1; }
  int processes() const { return exchange.processes(); }
  int me() const { return exchange.me(); }
  static void wait() {}
  template <class... Args> void trade(Args &&...args)
  {
    exchange.trade(std::forward<Args>(args)...);
  }

 private:
  Exchange exchange;
  double slots[SLOTS] = {}, fetched[SLOTS] = {};
  std::size_t allocated = 0;
};

using SerialSpace = HostSpace<>;

/** Copies numbers of the host to where loops can reach them. */
template <class Space, class T, class Array>
T *copy_here(Space &space, std::vector<T> &from, Array &copy)
{
  T *here = space.shadow(from.data(), from.size(), copy);
  space.copy_from_host(from.data(), from.size(), here);
  return here;
}

/** A table of the host that seldom changes, with a copy where loops can reach it. */
template <class Space, class T> class SeldomCopied {
 public:
  /** Copies the table if it is not that of the last call. */
  T *of(Space &space, std::vector<T> &table)
  {
    const std::size_t bytes = table.size() * sizeof(T);
    T *where = space.shadow(table.data(), table.size(), copy);
    if (where == table.data()) return where;
    if (table.size() != copied.size() || std::memcmp(table.data(), copied.data(), bytes) != 0) {
      space.copy_from_host(table.data(), table.size(), where);
      copied = table;
    }
    return where;
  }

 private:
  std::vector<T> copied;
  typename Space::template Array<T> copy;
};

}    // namespace VARDEM
#endif
