// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef KOKKOS_IMPL_PUBLIC_INCLUDE
#define KOKKOS_IMPL_PUBLIC_INCLUDE
#endif
#include <Kokkos_Core.hpp>
#include <impl/Kokkos_SharedAlloc_timpl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <vector>

namespace Kokkos {
namespace {

  constexpr size_t UNIT = 64;    // of addresses

  size_t rounded(size_t size, size_t unit)
  {
    return (size + unit - 1) / unit * unit;
  }

  /** Memory in one range of addresses that is open or closed as a whole. Memory protection keys do this in 20 ns, where the
 *  processor has them. Elsewhere a system call does, which makes tests a hundred times as long, so that the memory is closed there only
 *  if VARDEM_MOCK_CLOSED is set. */
  class Arena {
   public:
    explicit Arena(int timesopen) : opened(timesopen)
    {
      void *p = mmap(nullptr, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p == MAP_FAILED) Kokkos::abort("Kokkos::Mock: no range of addresses for the memory");
      base = static_cast<char *>(p);
      key = pkey_alloc(0, 0);
      if (key >= 0 && pkey_mprotect(base, SIZE, PROT_READ | PROT_WRITE, key) != 0) key = -1;
      if (key < 0 && !closes) mprotect(base, SIZE, PROT_READ | PROT_WRITE);
      permit();
    }

    /** change: 1 to open it, -1 to close it again. */
    void open(int change)
    {
      const bool was = opened > 0;
      opened += change;
      if (was != (opened > 0)) permit();
    }

    void *allocate(size_t size)
    {
      auto &free = freed[size];
      if (!free.empty()) {
        void *p = free.back();
        free.pop_back();
        return p;
      }
      if (size > SIZE - used) return nullptr;
      used += size;
      if (key < 0) permit();
      return base + used - size;
    }

    void deallocate(void *p, size_t size) { freed[size].push_back(p); }

   private:
    void permit()
    {
      if (key >= 0)
        pkey_set(key, opened > 0 ? 0 : PKEY_DISABLE_ACCESS);
      else if (closes)
        mprotect(base, rounded(used, 4096), opened > 0 ? PROT_READ | PROT_WRITE : PROT_NONE);
    }

    static constexpr size_t SIZE = size_t(1) << 36;
    char *base = nullptr;
    size_t used = 0;
    int key = -1, opened;
    const bool closes = std::getenv("VARDEM_MOCK_CLOSED");    // without keys
    std::map<size_t, std::vector<void *>> freed;    // by size
  };

  // They outlive all static views

  Arena &device()
  {
    static Arena *const it = new Arena(0);
    return *it;
  }

  Arena &host()
  {
    static Arena *const it = new Arena(1);
    return *it;
  }

  /** A signalling NaN as double or float, and 2146754221 as int. */
  void fill(void *p, size_t size)
  {
    constexpr std::uint64_t PATTERN = 0x7ff4dead7ff4dead;
    const Impl::MockOpen open;
    auto *words = static_cast<std::uint64_t *>(p);
    std::fill(words, words + size / sizeof(PATTERN), PATTERN);
  }

}    // namespace

Impl::MockOpen::MockOpen()
{
  device().open(1);
}
Impl::MockOpen::~MockOpen()
{
  device().open(-1);
}

Impl::MockKernel::MockKernel()
{
  mock_kernels++;
  device().open(1);
  host().open(-1);
}

Impl::MockKernel::~MockKernel()
{
  host().open(1);
  device().open(-1);
  mock_kernels--;
}

Impl::MockResult::MockResult()
{
  host().open(1);
}
Impl::MockResult::~MockResult()
{
  host().open(-1);
}

unsigned Impl::mock_seed()
{
  static const char *const text = std::getenv("VARDEM_MOCK_SEED");
  static const unsigned seed = text ? std::strtoul(text, nullptr, 10) : 1;
  return seed;
}

void *MockSpace::allocate(const char *label, size_t size, size_t logical) const
{
  void *p = device().allocate(rounded(size, UNIT));
  if (!p) Impl::throw_bad_alloc(name(), size, label);
  fill(p, rounded(size, UNIT));
  if (Profiling::profileLibraryLoaded())
    Profiling::allocateData(Tools::make_space_handle(name()), label, p,
                            logical > 0 ? logical : size);
  return p;
}

void MockSpace::deallocate(const char *label, void *p, size_t size, size_t logical) const
{
  if (!p) return;
  if (Profiling::profileLibraryLoaded())
    Profiling::deallocateData(Tools::make_space_handle(name()), label, p,
                              logical > 0 ? logical : size);
  fill(p, rounded(size, UNIT));    // for those who still use it
  device().deallocate(p, rounded(size, UNIT));
}

// Memory of the host: of HostSpace, and of LAMMPS' class Memory. The size stands before it.

void *Impl::mock_host_allocate(size_t size)
{
  const size_t total = rounded(size, UNIT) + UNIT;
  void *p = host().allocate(total);
  if (!p) return nullptr;
  const MockResult open;
  *static_cast<size_t *>(p) = total;
  return static_cast<char *>(p) + UNIT;
}

void Impl::mock_host_deallocate(void *p)
{
  const MockResult open;
  char *start = static_cast<char *>(p) - UNIT;
  host().deallocate(start, *reinterpret_cast<size_t *>(start));
}

void *Impl::mock_host_reallocate(void *p, size_t size)
{
  void *larger = mock_host_allocate(size);
  if (!p || !larger) return larger;
  const size_t old = *reinterpret_cast<size_t *>(static_cast<char *>(p) - UNIT) - UNIT;
  std::memcpy(larger, p, std::min(old, size));
  mock_host_deallocate(p);
  return larger;
}

}    // namespace Kokkos

KOKKOS_IMPL_HOST_INACCESSIBLE_SHARED_ALLOCATION_RECORD_EXPLICIT_INSTANTIATION(Kokkos::MockSpace);
