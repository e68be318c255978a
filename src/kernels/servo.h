/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_SERVO_H
#define VARDEM_SERVO_H

#include "kernels/flow.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace VARDEM {

/** Drives one component of the stress of a cell to a target, by the rate of strain of that component (ours).
 *
 *  Stiffness C. All particles follow the cell at once, so that a change of strain in one step changes the stress in that
 *  step by C times it, whatever else goes on in the packing at its slower pace. A probe too small to be seen otherwise is added to
 *  the rate, up in one step and down in the next in a random order, and each step gives a sample of C: second difference of
 *  stress by that of strain. Differences of strain below the probe count less, and so do those below the one before, which the
 *  dashpots answer with the other sign; no sample counts for more than OUTLIER times C: contacts that open and close have jumps
 *  of their own. C is the larger one of the means over FEW and over MANY steps, so that a packing that becomes stiff is
 *  noticed at once, and a rearrangement is no loss of stiffness. Of the mean over FEW steps SURE times its standard error is
 *  taken off: noise alone, in which the probe drowns, makes no C that makes the probe smaller still.
 *  Control. L = k (target - stress)/C + integral of k^2/4 (target - stress)/C dt, k = GAIN/h: critically damped if the
 *  packing is as stiff as measured, sluggish if it is softer, stable up to about twice as stiff: a rate takes effect two steps
 *  after the stress that it answers.
 */
struct Servo {
  static constexpr double GAIN = 0.3;
  static constexpr double FEW = 50.0, MANY = 2000.0;
  static constexpr double OUTLIER = 10.0;
  static constexpr double SURE = 2.0;
  static constexpr double PROBE = 1.0e-4;        // of the stress
  static constexpr double PROBE_SHARE = 0.01;    // of the limit of the rate, at most

  double rate;    // of the next step [1/time]
  double integral;
  double samples[2], weights[2];    // sums for the two means
  double squares;                   // of the samples of the first one
  double probe;                     // amplitude, in the rate
  double stress_before, stress_before_that, strain_before, of_strain_before;
  double seen;        // steps since the start
  double at_limit;    // steps in a row at the limit of the rate

  double stiffness() const
  {
    if (!(weights[1] > 0.0)) return 0.0;
    const double few = samples[0] / weights[0], spread = squares / weights[0] - few * few;
    const double sure = few - SURE * std::sqrt(std::max(spread, 0.0) / weights[0]);
    return std::max({sure, samples[1] / weights[1], 0.0});
  }

  /** stress at the end of a step of h, in which the rate was `applied`; bits: a random number. */
  void advance(double stress, double target, double applied, double limit, double h,
               std::uint64_t bits)
  {
    measure(stress, applied * h, h);
    const double scale = std::max(std::fabs(target), std::fabs(stress));
    probe = std::min(PROBE_SHARE * limit, quotient(PROBE * scale, stiffness() * h, limit));
    const double free = limit - probe;

    const double correction = quotient(GAIN * (target - stress), stiffness() * h, free / GAIN);
    const double wanted = correction + integral;
    const double given = std::clamp(wanted, -free, free);
    at_limit = (given == wanted) ? 0.0 : at_limit + 1.0;
    if (given == wanted || correction * given < 0.0)
      integral = std::clamp(integral + 0.25 * GAIN * correction, -free, free);
    rate = given + sign(bits) * probe;
  }

 private:
  /** a/b, within +-bound: what has no stiffness goes at the bound. */
  static double quotient(double a, double b, double bound)
  {
    return (std::fabs(a) < bound * b) ? a / b : std::copysign(bound, a);
  }

  void measure(double stress, double strain, double h)
  {
    const double of_strain = strain - strain_before;
    const double last = of_strain_before / of_strain, least = 2.0 * probe * h / of_strain;
    const double weight = 1.0 / (1.0 + last * last + least * least);
    if (seen >= 2.0 && weight > 0.0) {    // not where of_strain is 0
      const double of_stress = stress - 2.0 * stress_before + stress_before_that;
      const double bound = (stiffness() > 0.0) ? OUTLIER * stiffness() : INFINITY;
      const double sample = std::clamp(of_stress / of_strain, -bound, bound);
      for (int k = 0; k < 2; k++) {
        const double keep = 1.0 - 1.0 / (k == 0 ? FEW : MANY);
        samples[k] = keep * samples[k] + weight * sample;
        weights[k] = keep * weights[k] + weight;
      }
      squares = (1.0 - 1.0 / FEW) * squares + weight * sample * sample;
    }
    of_strain_before = of_strain;
    stress_before_that = stress_before;
    stress_before = stress;
    strain_before = strain;
    seen += 1.0;
  }

  /** +1, -1 or -1, +1 in pairs of steps. */
  double sign(std::uint64_t bits) const
  {
    const bool odd = std::fmod(seen, 2.0) == 1.0;
    return (((bits >> 32) & 1) != odd) ? 1.0 : -1.0;
  }
};

}    // namespace VARDEM
#endif
