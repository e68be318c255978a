/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_MACROS_H
#define VARDEM_MACROS_H

// VARDEM_INLINE: every kernel is inlined into the loop of its caller, on host and device. VARDEM_HOST_INLINE: on the host

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VARDEM_INLINE __host__ __device__ __forceinline__
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

// VARDEM_CLONES: a loop over lanes is compiled for several vector widths, the machine chooses at load time.
// Sanitizers run before the resolver of such a function may be instrumented: there, one version only.

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    !defined(__CUDACC__) && !defined(__HIPCC__) && !defined(__SANITIZE_ADDRESS__) &&         \
    !defined(__SANITIZE_THREAD__)
#define VARDEM_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define VARDEM_CLONES
#endif

#endif
