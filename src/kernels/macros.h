// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_MACROS_H
#define VARDEM_MACROS_H

// VARDEM_INLINE inlines a kernel into the loop of its caller, on host and device.
// VARDEM_HOST_INLINE does so on the host only.

#if defined(__CUDACC__)
#define VARDEM_INLINE __host__ __device__ __forceinline__
#elif defined(__HIPCC__)
#define VARDEM_INLINE __host__ __device__ inline __attribute__((always_inline))
#elif defined(__GNUC__)
#define VARDEM_INLINE inline __attribute__((always_inline))
#else
#define VARDEM_INLINE inline
#endif

#if defined(__GNUC__)
#define VARDEM_HOST_INLINE inline __attribute__((always_inline))
#else
#define VARDEM_HOST_INLINE inline
#endif

// VARDEM_NOINLINE keeps a long loop out of its caller on the host, where it would have too few
// registers.

#if defined(__GNUC__)
#define VARDEM_NOINLINE __attribute__((noinline))
#else
#define VARDEM_NOINLINE
#endif

// VARDEM_PREFETCH asks for memory that a loop reads soon. The address need not exist.

#if defined(__GNUC__)
#define VARDEM_PREFETCH(address) __builtin_prefetch(address)
#else
#define VARDEM_PREFETCH(address) ((void) 0)
#endif

// VARDEM_MEMCPY copies bytes on host and device. HIP knows std::memcpy on the host only.

#if defined(__GNUC__) && !defined(__CUDACC__)
#define VARDEM_MEMCPY __builtin_memcpy
#else
#define VARDEM_MEMCPY std::memcpy
#endif

// VARDEM_UNREACHABLE follows a switch that has a case for each value.

#if defined(__GNUC__)
#define VARDEM_UNREACHABLE() __builtin_unreachable()
#else
#define VARDEM_UNREACHABLE() ((void) 0)
#endif

// VARDEM_CLONES compiles a loop over lanes for several vector widths; the machine chooses one when
// the program is loaded. This does not work with sanitizers, which are not ready yet when the
// machine chooses: with them there is one version only.

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    !defined(__CUDACC__) && !defined(__HIPCC__) && !defined(__SANITIZE_ADDRESS__) &&         \
    !defined(__SANITIZE_THREAD__)
#define VARDEM_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define VARDEM_CLONES
#endif

#endif
