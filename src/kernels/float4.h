// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FLOAT4_H
#define VARDEM_FLOAT4_H

#include "kernels/macros.h"

#include <cstring>

namespace VARDEM {

// VARDEM_VECTOR_TYPES: the compiler has types for vector registers. Without them it finds only some
// of the vector instructions.

#if (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 9)) && !defined(__CUDACC__) && \
    !defined(__HIPCC__)
#define VARDEM_VECTOR_TYPES
#endif

/** Four floats in one vector register. For a vector of space the last number is zero. */
struct Float4 {
#ifdef VARDEM_VECTOR_TYPES
  typedef float Numbers __attribute__((vector_size(16)));
  typedef int Whole __attribute__((vector_size(16)));
  Numbers x;
#else
  float x[4];
#endif

  VARDEM_INLINE static Float4 load(const float *from)
  {
    Float4 a;
    VARDEM_MEMCPY(&a.x, from, sizeof(a.x));
    return a;
  }
  VARDEM_INLINE void store(float *to) const
  {
    VARDEM_MEMCPY(to, &x, sizeof(x));
  }

  /** b - a. The difference of two whole numbers is exact before it is rounded to float. */
  VARDEM_INLINE static Float4 between(const int *a, const int *b)
  {
    Float4 c;
#ifdef VARDEM_VECTOR_TYPES
    Whole from, to;
    VARDEM_MEMCPY(&from, a, sizeof(from));
    VARDEM_MEMCPY(&to, b, sizeof(to));
    c.x = __builtin_convertvector(to - from, Numbers);
#else
    for (int k = 0; k < 4; k++) c.x[k] = static_cast<float>(b[k] - a[k]);
#endif
    return c;
  }
};

#ifdef VARDEM_VECTOR_TYPES
VARDEM_INLINE Float4 operator+(const Float4 &a, const Float4 &b)
{
  return {a.x + b.x};
}
VARDEM_INLINE Float4 operator-(const Float4 &a, const Float4 &b)
{
  return {a.x - b.x};
}
/** The product of each number of a with that of b. */
VARDEM_INLINE Float4 operator*(const Float4 &a, const Float4 &b)
{
  return {a.x * b.x};
}
VARDEM_INLINE Float4 operator*(float s, const Float4 &a)
{
  return {s * a.x};
}
#else
VARDEM_INLINE Float4 operator+(const Float4 &a, const Float4 &b)
{
  return {{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2], a.x[3] + b.x[3]}};
}
VARDEM_INLINE Float4 operator-(const Float4 &a, const Float4 &b)
{
  return {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2], a.x[3] - b.x[3]}};
}
VARDEM_INLINE Float4 operator*(const Float4 &a, const Float4 &b)
{
  return {{a.x[0] * b.x[0], a.x[1] * b.x[1], a.x[2] * b.x[2], a.x[3] * b.x[3]}};
}
VARDEM_INLINE Float4 operator*(float s, const Float4 &a)
{
  return {{s * a.x[0], s * a.x[1], s * a.x[2], s * a.x[3]}};
}
#endif

VARDEM_INLINE float dot(const Float4 &a, const Float4 &b)
{
  const Float4 c = a * b;
  return (c.x[0] + c.x[1]) + c.x[2];
}

}    // namespace VARDEM
#endif
