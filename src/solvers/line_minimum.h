// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LINE_MINIMUM_H
#define VARDEM_LINE_MINIMUM_H

#include <cmath>
#include <limits>

namespace VARDEM {

struct LineMinimum {
  double t = 0.0;
  int evaluations = 0;
  bool bounded = true;    // false if the energy falls without limit
};

/** Finds the minimum in 0 <= t <= most of a convex function whose slope at 0 is slope0 < 0.
 *  Newton's method is applied to the slope, and kept within the bracket that is known so far. It
 *  ends when |slope| <= tolerance |slope0|. slope(t) returns two numbers: the first and second
 *  derivative. */
template <class SlopeAt>
LineMinimum line_minimum(const SlopeAt &slope, double slope0, double tolerance,
                         double most = std::numeric_limits<double>::infinity())
{
  const double infinity = std::numeric_limits<double>::infinity();
  double low = 0.0, high = infinity, t = most < 1.0 ? most : 1.0;
  LineMinimum minimum;
  while (minimum.evaluations < 200) {
    const double *derivative = slope(t);
    const double first = derivative[0], second = derivative[1];
    minimum.evaluations++;
    minimum.t = t;
    if (std::fabs(first) <= tolerance * std::fabs(slope0)) return minimum;
    if (first < 0.0 && t >= most) return minimum;
    (first < 0.0 ? low : high) = t;
    if (high < infinity && high - low <= 1e-15 * high) return minimum;
    double next = second > 0.0 ? t - first / second : infinity;
    if (high == infinity)
      next = next > t && next < 4.0 * t ? next : 4.0 * t;
    else if (!(next > low && next < high))
      next = 0.5 * (low + high);
    if (!(next < 1e30)) break;    // also if next is NaN
    t = next < most ? next : most;
  }
  minimum.bounded = high < infinity;
  return minimum;
}

}    // namespace VARDEM
#endif
