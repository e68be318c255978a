/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_SCALE_H
#define VARDEM_SCALE_H

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace VARDEM {

// --- units of a network, in which stiffnesses and loads are near one ---
//
// Forces depend on ratios of the stiffnesses only, but numbers far from one leave the range of float (the preconditioner) or
// of double (squares of loads and motions). The units are powers of two: a number keeps its bits when its unit changes.
// With the overlap c, f = k c^(p - 1) has to hold in the new units, too.

/** Exponents of two. A stiffness of 2^stiffness becomes 1, and likewise for forces and motions. */
struct Scale {
  int stiffness = 0, force = 0, motion = 0;

  static constexpr int ORDINARY = 64;    // numbers within 2^-64 ... 2^64 are left as they are
  static constexpr int LARGEST = 680;    // quotients of two units stay within the range of double

  bool is_one() const { return stiffness == 0 && force == 0; }
  bool fits() const
  {
    return std::max({std::abs(stiffness), std::abs(force), std::abs(motion)}) <= LARGEST;
  }
};

/** The exponent of two at or below a; 0 where there is none. */
inline int exponent_of(double a)
{
  return a > 0.0 && std::isfinite(a) ? std::ilogb(a) : 0;
}

/** For stiffnesses and loads up to these; one if both are ordinary. The exponent of motions is even, so that square roots of
 *  overlaps (Hertz) keep their bits, too. */
template <class Law> Scale scale_of(double stiffness, double load)
{
  Scale s{exponent_of(stiffness), exponent_of(load), 0};
  if (std::max(std::abs(s.stiffness), std::abs(s.force)) <= Scale::ORDINARY) return {};
  // force - stiffness = (p - 1) motion in whole numbers: p - 1 is half of `halves`
  constexpr int halves = static_cast<int>(2.0 * (Law::EXPONENT - 1.0));
  static_assert(halves == 2.0 * (Law::EXPONENT - 1.0), "motions need a power of two as unit");
  const double ratio = s.force - s.stiffness;
  s.motion = 2 * static_cast<int>(std::lround(ratio / halves));
  s.force = s.stiffness + s.motion / 2 * halves;
  return s;
}

/** 2^exponent. */
inline double power_of_two(int exponent)
{
  return std::ldexp(1.0, exponent);
}

}    // namespace VARDEM
#endif
