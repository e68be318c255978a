// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Memory of a device that is no GPU (cmake/device-source). Only kernels and deep_copy can read and write it.

#ifndef KOKKOS_MOCKSPACE_HPP
#define KOKKOS_MOCKSPACE_HPP

#include <Kokkos_HostSpace.hpp>

#include <cstring>
#include <new>
#include <numeric>

namespace Kokkos {

namespace Impl {
  /** While one of them exists, memory of the device is open. */
  struct MockOpen {
    MockOpen();
    ~MockOpen();
  };

  /** A kernel runs as long as this exists: memory of the device is open, that of the host is closed. */
  struct MockKernel {
    MockKernel();
    ~MockKernel();
  };

  /** What a kernel is about to do with memory of the host is right. */
  struct MockResult {
    MockResult();
    ~MockResult();
  };

  /** VARDEM_MOCK_SEED, 0: the order of the indices. */
  unsigned mock_seed();

  /** begin to end - 1, each of them once, in the order of the seed. */
  template <class Index> class MockOrder {
   public:
    MockOrder(Index begin, Index end) : first(begin), n(end > begin ? end - begin : 0)
    {
      if (n < 2 || mock_seed() == 0) return;
      stride = (n * 0.6180339887 + 37.0 * mock_seed());
      for (stride = stride % n; std::gcd(stride, n) != 1; stride = (stride + 1) % n) {}
      place = mock_seed() % n;
    }

    struct iterator {
      const MockOrder &order;
      long i, place;

      Index operator*() const { return static_cast<Index>(order.first + place); }
      bool operator!=(const iterator &other) const { return i != other.i; }
      void operator++()
      {
        i++;
        place += order.stride;
        if (place >= order.n) place -= order.n;
      }
    };
    iterator begin() const { return {*this, 0, place}; }
    iterator end() const { return {*this, n, 0}; }

   private:
    Index first;
    long n, stride = 1, place = 0;
  };
}    // namespace Impl

class MockSpace {
 public:
  using memory_space = MockSpace;
  using execution_space = Mock;
  using device_type = Kokkos::Device<execution_space, memory_space>;
  using size_type = size_t;

  template <class Space> void *allocate(const Space &, size_t size) const { return allocate(size); }
  template <class Space>
  void *allocate(const Space &, const char *label, size_t size, size_t logical = 0) const
  {
    return allocate(label, size, logical);
  }
  void *allocate(size_t size) const { return allocate("[unlabeled]", size); }
  void *allocate(const char *label, size_t size, size_t logical = 0) const;
  void deallocate(void *p, size_t size) const { deallocate("[unlabeled]", p, size); }
  void deallocate(const char *label, void *p, size_t size, size_t logical = 0) const;

  static constexpr const char *name() { return "Mock"; }
};

namespace Impl {

  template <> struct MemorySpaceAccess<HostSpace, MockSpace> {
    enum : bool { assignable = false, accessible = false, deepcopy = true };
  };
  template <> struct MemorySpaceAccess<MockSpace, HostSpace> {
    enum : bool { assignable = false, accessible = false, deepcopy = true };
  };

  struct MockCopy {
    MockCopy(void *to, const void *from, size_t n)
    {
      const MockOpen open;
      if (n > 0) std::memcpy(to, from, n);
    }
    static void result(void *to, const void *from, size_t n)
    {
      const MockResult open;
      if (to) std::memcpy(to, from, n);
    }
    template <class Space>
    MockCopy(const Space &, void *to, const void *from, size_t n) : MockCopy(to, from, n)
    {
    }
  };
  /** Memory that the members of a team share, and that a sum is made in. */
  struct MockScratch {
    static void *allocate(const char *, size_t size)
    {
      return ::operator new(size, std::align_val_t(64));
    }
    static void deallocate(void *p, size_t) { ::operator delete(p, std::align_val_t(64)); }
    static void impl_deallocate(const char *, void *p, size_t) { deallocate(p, 0); }
  };

  template <class Space> struct DeepCopy<MockSpace, HostSpace, Space> : MockCopy {
    using MockCopy::MockCopy;
  };
  template <class Space> struct DeepCopy<HostSpace, MockSpace, Space> : MockCopy {
    using MockCopy::MockCopy;
  };
  template <class Space> struct DeepCopy<MockSpace, MockSpace, Space> : MockCopy {
    using MockCopy::MockCopy;
  };

}    // namespace Impl
}    // namespace Kokkos

KOKKOS_IMPL_HOST_INACCESSIBLE_SHARED_ALLOCATION_SPECIALIZATION(Kokkos::MockSpace);
#endif
