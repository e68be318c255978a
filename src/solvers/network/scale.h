// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCALE_H
#define VARDEM_SCALE_H

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace VARDEM {

// --- units in which the stiffnesses and loads of a network are near one ---
//
// Forces depend only on the ratios of the stiffnesses. But if stiffnesses or loads are very large
// or very small, the preconditioner leaves the range of float, and squares of loads and motions
// leave that of double. So the solver then works in other units. They are powers of two, because a
// number keeps all its bits when it is multiplied by a power of two. The law f = k c^(p - 1) of
// force f, stiffness k and overlap c must hold in these units, too.

/** The units, as exponents of two: a stiffness of 2^stiffness becomes 1, and so on. */
struct Scale {
  int stiffness = 0, force = 0, motion = 0;

  static constexpr int ORDINARY = 64;    // between 2^-64 and 2^64 no other units are needed
  static constexpr int LARGEST = 680;    // quotients of units stay in the range of double

  bool is_one() const { return stiffness == 0 && force == 0; }
  bool fits() const
  {
    return std::max({std::abs(stiffness), std::abs(force), std::abs(motion)}) <= LARGEST;
  }
};

/** Returns the largest e with 2^e <= a, or 0 if a is zero or no number. */
inline int exponent_of(double a)
{
  return a > 0.0 && std::isfinite(a) ? std::ilogb(a) : 0;
}

/** Chooses the units for the largest stiffness and load. They are one if both are ordinary. The
 *  exponent of motions is even: Hertz's law has square roots of overlaps, whose bits must not
 *  change. */
template <class Law> Scale scale_of(double stiffness, double load)
{
  Scale s{exponent_of(stiffness), exponent_of(load), 0};
  if (std::max(std::abs(s.stiffness), std::abs(s.force)) <= Scale::ORDINARY) return {};
  // the law asks for force - stiffness = (p - 1) motion, in whole numbers; p - 1 is halves / 2
  constexpr int halves = static_cast<int>(2.0 * (Law::EXPONENT - 1.0));
  static_assert(halves == 2.0 * (Law::EXPONENT - 1.0), "motions need a power of two as unit");
  const double ratio = s.force - s.stiffness;
  s.motion = 2 * static_cast<int>(std::lround(ratio / halves));
  s.force = s.stiffness + s.motion / 2 * halves;
  return s;
}

inline double power_of_two(int exponent)
{
  return std::ldexp(1.0, exponent);
}

}    // namespace VARDEM
#endif
