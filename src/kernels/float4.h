/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_FLOAT4_H
#define VARDEM_FLOAT4_H

#include "kernels/macros.h"

namespace VARDEM {

/** Four floats, which compilers keep in one vector register. For a vector of space the last number is zero. */
struct Float4 {
  float x[4];

  VARDEM_INLINE static Float4 load(const float *from)
  {
    Float4 a;
    for (int k = 0; k < 4; k++) a.x[k] = from[k];
    return a;
  }
  /** b - a. The difference of two whole numbers is exact before it is rounded to float. */
  VARDEM_INLINE static Float4 between(const int *a, const int *b)
  {
    Float4 c;
    for (int k = 0; k < 4; k++) c.x[k] = static_cast<float>(b[k] - a[k]);
    return c;
  }
  VARDEM_INLINE void store(float *to) const
  {
    for (int k = 0; k < 4; k++) to[k] = x[k];
  }
};

VARDEM_INLINE Float4 operator+(const Float4 &a, const Float4 &b)
{
  Float4 c;
  for (int k = 0; k < 4; k++) c.x[k] = a.x[k] + b.x[k];
  return c;
}

VARDEM_INLINE Float4 operator-(const Float4 &a, const Float4 &b)
{
  Float4 c;
  for (int k = 0; k < 4; k++) c.x[k] = a.x[k] - b.x[k];
  return c;
}

/** The product of each number of a with that of b. */
VARDEM_INLINE Float4 operator*(const Float4 &a, const Float4 &b)
{
  Float4 c;
  for (int k = 0; k < 4; k++) c.x[k] = a.x[k] * b.x[k];
  return c;
}

VARDEM_INLINE Float4 operator*(float s, const Float4 &a)
{
  Float4 c;
  for (int k = 0; k < 4; k++) c.x[k] = s * a.x[k];
  return c;
}

/** The scalar product of two vectors of space. */
VARDEM_INLINE float dot(const Float4 &a, const Float4 &b)
{
  const Float4 c = a * b;
  return (c.x[0] + c.x[1]) + c.x[2];
}

}    // namespace VARDEM
#endif
