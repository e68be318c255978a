// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_EXPONENTIAL_MAP_H
#define VARDEM_EXPONENTIAL_MAP_H

#include "kernels/vector3.h"

namespace VARDEM {

// --- rotation vectors as coordinates of the orientations that exp(phi) reaches ---
//
// Derived in doc/notes/implicit-steps.md 5.1. If phi changes by d, the orientation turns by J d in
// space, with
//   J x = x + a phi x x + b phi x (phi x x),   a = (1 - cos|phi|)/|phi|^2,
//       b = (|phi| - sin|phi|)/|phi|^3,
// the left Jacobian of the exponential map. The derivative of an energy by phi is then -J^T M,
// where M is the moment in space.

struct ExponentialMap {
  Vec3 phi;
  double a, b;
  double a_rate, b_rate;    // derivatives of a and b by |phi|, over |phi|
};

/** The coefficients as series up to |phi| = 1, where the terms left out are below 1e-17. */
VARDEM_INLINE ExponentialMap exponential_map(const Vec3 &phi)
{
  const double s = dot(phi, phi);
  if (s <= 1.0) {
    // term k of a is (-s)^k/(2k+2)!, of b (-s)^k/(2k+3)!
    double a = 0.0, b = 0.0, a_rate = 0.0, b_rate = 0.0, factorial = 1.0, power = 1.0, before = 0.0;
    for (int k = 0; k < 9; k++) {
      factorial *= (2 * k + 1) * (2 * k + 2);
      const double of_a = 1.0 / factorial, of_b = of_a / (2 * k + 3);
      a += power * of_a;
      b += power * of_b;
      a_rate += 2 * k * before * of_a;
      b_rate += 2 * k * before * of_b;
      before = -power;
      power *= -s;
    }
    return {phi, a, b, a_rate, b_rate};
  }
  const double angle = std::sqrt(s), sine = std::sin(angle), rest = 1.0 - std::cos(angle);
  return {phi, rest / s, (angle - sine) / (s * angle), (angle * sine - 2.0 * rest) / (s * s),
          (angle * rest - 3.0 * (angle - sine)) / (s * s * angle)};
}

VARDEM_INLINE ExponentialMap no_rotation()
{
  return {{0.0, 0.0, 0.0}, 0.5, 1.0 / 6.0, -1.0 / 12.0, -1.0 / 60.0};
}

VARDEM_INLINE Vec3 J_times(const ExponentialMap &m, const Vec3 &x)
{
  const Vec3 across = cross(m.phi, x);
  return x + m.a * across + m.b * cross(m.phi, across);
}

VARDEM_INLINE Vec3 JT_times(const ExponentialMap &m, const Vec3 &x)
{
  const Vec3 across = cross(m.phi, x);
  return x - m.a * across + m.b * cross(m.phi, across);
}

/** Change of J^T x if phi changes by d. */
VARDEM_INLINE Vec3 change_of_JT_times(const ExponentialMap &m, const Vec3 &x, const Vec3 &d)
{
  const Vec3 across = cross(m.phi, x), turned = cross(d, x);
  const double longer = dot(m.phi, d);
  return (-m.a) * turned - (m.a_rate * longer) * across +
      m.b * (cross(d, across) + cross(m.phi, turned)) + (m.b_rate * longer) * cross(m.phi, across);
}

}    // namespace VARDEM
#endif
