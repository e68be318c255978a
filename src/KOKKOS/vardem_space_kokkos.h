// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_SPACE_KOKKOS_H
#define LMP_VARDEM_SPACE_KOKKOS_H

#include "solvers/network/space.h"
#include "vardem_labels.h"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Bytes of the device that nobody has. Kokkos has no word for this. */
inline std::size_t available_on_device()
{
  std::size_t available = 0;
#if defined(KOKKOS_ENABLE_CUDA)
  std::size_t all = 0;
  if (cudaMemGetInfo(&available, &all) != cudaSuccess) available = 0;
#elif defined(KOKKOS_ENABLE_HIP)
  std::size_t all = 0;
  if (hipMemGetInfo(&available, &all) != hipSuccess) available = 0;
#elif defined(KOKKOS_ENABLE_MOCK)
  available = Kokkos::MockSpace::available();
#endif
  return available;
}

/** Ends the run with a message that names the style that asked for memory. */
[[noreturn]] inline void end_without_memory(const std::string &style, std::size_t bytes)
{
  throw std::runtime_error(style + "/kk asked for " + std::to_string(bytes >> 20) +
                           " MiB of memory on the device, and " +
                           std::to_string(available_on_device() >> 20) +
                           " MiB are available. Run fewer particles on each device, or use more "
                           "devices");
}

// Functors that run the loops of the solvers in Kokkos

template <int m, class F> struct Reduction {
  typedef VARDEM::Sums<m> value_type;
  F f;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, value_type &sums) const { f(i, sums); }
};

template <class F> struct Maximum {
  F f;

#ifdef __CUDACC__
#pragma nv_exec_check_disable    // f may be a function of the host
#endif
  KOKKOS_INLINE_FUNCTION void operator()(const int i, double &largest) const
  {
    const double here = f(i);
    if (here > largest) largest = here;
  }
};

template <int m, class F> struct Maximization {
  typedef VARDEM::Maxima<m> value_type;
  F f;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, value_type &largest) const { f(i, largest); }
  KOKKOS_INLINE_FUNCTION void init(value_type &largest) const { largest = value_type(); }
  KOKKOS_INLINE_FUNCTION void join(value_type &largest, const value_type &others) const
  {
    largest.join(others);
  }
};

/** a(i), i <= n, becomes the sum of all a before i. */
struct Scan {
  int n;
  int *a;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, int &sum, const bool last) const
  {
    const int here = i < n ? a[i] : 0;
    if (last) a[i] = sum;
    sum += here;
  }
};

/** Calls f.take(i, k) for the k-th i that f selects. */
template <class F> struct Selection {
  F f;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, int &count, const bool last) const
  {
    if (!f(i)) return;
    if (last) f.take(i, count);
    count++;
  }
};

/** A Space (space.h) of Kokkos views, for threads and devices. Networks must have full
 *  rows. The Exchange is that of HostSpace, but its forward() gets device memory. Only fetch(),
 *  maximum(), maxima(), scan() and select() wait for the device. Tools for profiling see loops with
 *  labels vardem/STYLE::PHASE::LOOP, where LOOP is the name of the struct. */
template <class DeviceType, class Exchange = VARDEM::NoExchange> class SpaceKokkos {
 public:
  typedef typename DeviceType::execution_space execution_space;
  typedef typename DeviceType::memory_space memory_space;
  typedef Kokkos::RangePolicy<execution_space> Range;
  template <class T> using Array = Kokkos::View<T *, memory_space>;
  static constexpr int SLOTS = 9;
  static constexpr bool SERIAL = false;
  static constexpr bool ON_HOST = std::is_same<memory_space, Kokkos::HostSpace>::value;

  explicit SpaceKokkos(const Exchange &e = Exchange(), const std::string &style = "solver") :
      exchange(e), labels(style), slots("vardem:slots", SLOTS)
  {
  }

  struct Phase : PhaseLabel {
    Phase(SpaceKokkos &space, const char *name) : PhaseLabel(space.labels, name) {}
  };

  /** New memory is zero. What has grown once may grow again, and memory of a device is dear to
   *  get: so it gets more than it needs. */
  template <class T> void allocate(Array<T> &a, std::size_t n)
  {
    const std::size_t before = a.extent(0), room = before > 0 ? n + n / 4 : n;
    if (before >= n) return;
    allocated += (room - before) * sizeof(T);
    a = Array<T>();    // frees the old memory before it allocates the new one
    try {
      a = Array<T>("vardem:solver", room);
    } catch (const std::runtime_error &) {    // of Kokkos, which does not know who asks
      if (ON_HOST) throw;
      end_without_memory(labels.style_name(), room * sizeof(T));
    }
  }

  double bytes() const { return static_cast<double>(allocated); }

  template <class F> void for_each(int n, const F &f) const
  {
    Kokkos::parallel_for(labels.template of<F>(), Range(0, n), f);
  }

  template <int m, class F> void reduce(int n, const F &f, int slot)
  {
    typedef VARDEM::Sums<m> Result;
    static_assert(sizeof(Result) == m * sizeof(double), "Sums must fill the slots");
    Kokkos::parallel_reduce(labels.template of<F>(), Range(0, n), Reduction<m, F>{f},
                            Kokkos::View<Result, result_space, Unmanaged>(
                                reinterpret_cast<Result *>(slots.data() + slot)));
  }

  const double *fetch(int count, int first = 0)
  {
    execution_space().fence("vardem:fetch");
    std::copy(slots.data() + first, slots.data() + first + count, fetched);
    exchange.sum(fetched, count);
    return fetched;
  }

  template <class F> double maximum(int n, const F &f)
  {
    double largest = 0.0;
    Kokkos::parallel_reduce(labels.template of<F>(), Range(0, n), Maximum<F>{f},
                            Kokkos::Max<double>(largest));
    largest = std::max(0.0, largest);    // without rows, Kokkos returns the lowest number
    exchange.max(&largest, 1);
    return largest;
  }

  template <int m, class F> VARDEM::Maxima<m> maxima(int n, const F &f)
  {
    VARDEM::Maxima<m> largest;
    Kokkos::parallel_reduce(labels.template of<F>(), Range(0, n), Maximization<m, F>{f}, largest);
    exchange.max(largest.s, m);
    return largest;
  }

  int scan(int n, int *a) const
  {
    int sum = 0;
    Kokkos::parallel_scan(labels.template of<Scan>(), Range(0, n + 1), Scan{n, a}, sum);
    return sum;
  }

  template <class F> int select(int n, const F &f) const
  {
    int count = 0;
    Kokkos::parallel_scan(labels.template of<F>(), Range(0, n), Selection<F>{f}, count);
    return count;
  }

  /** On GPUs a store is a loop with an exchange, and many iterations store the same value. */
  KOKKOS_INLINE_FUNCTION static void store(int *p, int value)
  {
    if (Kokkos::atomic_load(p) != value) Kokkos::atomic_store(p, value);
  }
  KOKKOS_INLINE_FUNCTION static void add(double *p, double value) { Kokkos::atomic_add(p, value); }
  KOKKOS_INLINE_FUNCTION static void least(double *p, double value)
  {
    Kokkos::atomic_min(p, value);
  }
  KOKKOS_INLINE_FUNCTION static int swap(int *p, int value)
  {
    return Kokkos::atomic_exchange(p, value);
  }

  void forward(double *v, int dof) { exchange.forward(v, dof); }
  void forward(float *v, int dof) { exchange.forward(VARDEM::pairs_of(v), dof / 2); }

  bool immediate() const { return ON_HOST && exchange.alone(); }

  static int concurrency() { return execution_space().concurrency(); }
  int processes() const { return exchange.processes(); }
  int me() const { return exchange.me(); }
  static void wait() { execution_space().fence("vardem:wait"); }
  template <class... Args> void trade(Args &&...args)
  {
    wait();
    exchange.trade(std::forward<Args>(args)...);
  }

  template <class T> T *shadow(T *host, std::size_t n, Array<T> &copy)
  {
    if (ON_HOST) return host;
    allocate(copy, n);
    return copy.data();
  }

  template <class T> static void copy_to_host(const T *from, std::size_t n, T *to)
  {
    if (from == to) return;
    Kokkos::deep_copy(Kokkos::View<T *, Kokkos::HostSpace, Unmanaged>(to, n),
                      Kokkos::View<const T *, memory_space, Unmanaged>(from, n));
  }

  template <class T> static void copy_from_host(const T *from, std::size_t n, T *to)
  {
    if (from == to) return;
    Kokkos::deep_copy(Kokkos::View<T *, memory_space, Unmanaged>(to, n),
                      Kokkos::View<const T *, Kokkos::HostSpace, Unmanaged>(from, n));
  }

 private:
  typedef Kokkos::MemoryTraits<Kokkos::Unmanaged> Unmanaged;
  typedef Kokkos::SharedHostPinnedSpace result_space;    // the device writes to this host memory

  Exchange exchange;
  LoopLabels labels;
  Kokkos::View<double *, result_space> slots;
  double fetched[SLOTS] = {};
  std::size_t allocated = 0;
};

/** Copies n numbers of the host to a view, which gets this size. */
template <class T, class View> void copy_from(const T *from, std::size_t n, View &to)
{
  if (to.extent(0) != n) to = View("vardem:copy", n);
  SpaceKokkos<typename View::device_type>::copy_from_host(from, n, to.data());
}
template <class T, class View> void copy_from(const std::vector<T> &from, View &to)
{
  copy_from(from.data(), from.size(), to);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
