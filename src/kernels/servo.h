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

/** Drives one component of the stress of a cell to a target, by the strain rate of the same component (our own method).
 *
 *  Stiffness C. All particles follow the cell at once: a change of the strain in a step changes the stress in the same step by C
 *  times the change, while the packing itself reacts more slowly. The servo adds a small probe to the rate, up in one step and down
 *  in the next, in a random order. Each step gives a sample of C, the second difference of the stress by that of the strain.
 *  A difference of strain below the probe has less weight. So has one below the difference before it, because dashpots answer
 *  that one with the opposite sign. No sample counts for more than OUTLIER times C, because contacts that open and close cause
 *  jumps. C is the larger one of the means over FEW and over MANY steps: the servo notices at once that a packing becomes
 *  stiff, and does not take a rearrangement for a loss of stiffness. The mean over FEW steps is reduced by SURE times its
 *  standard error: otherwise noise larger than the probe would raise C, and a larger C makes the probe smaller still.
 *
 *  Control. L = k (target - stress)/C + integral of k^2/4 (target - stress)/C dt, k = GAIN/h. This is critically damped if the
 *  packing is as stiff as measured, slower if it is softer, and stable up to about twice that stiffness, because a rate takes
 *  effect two steps after the stress that caused it. Dashpots raise C: a step of strain stretches them at a high rate.
 */
struct Servo {
  static constexpr double GAIN = 0.3;
  static constexpr double FEW = 50.0, MANY = 2000.0;
  static constexpr double OUTLIER = 10.0;
  static constexpr double SURE = 2.0;
  static constexpr double PROBE = 1.0e-4;        // relative to the stress
  static constexpr double PROBE_SHARE = 0.01;    // largest probe relative to the limit of the rate

  double rate;    // of the next step [1/time]
  double integral;
  double samples[2], weights[2];    // sums for the two means
  double squares;                   // sum of squared samples for the mean over FEW steps
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

  /** Finds the rate of the next step from the stress at the end of a step h in which the rate was `applied`. bits: random. */
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
  /** a/b within +-bound. Where there is no stiffness b, it is the bound. */
  static double quotient(double a, double b, double bound)
  {
    return (std::fabs(a) < bound * b) ? a / b : std::copysign(bound, a);
  }

  void measure(double stress, double strain, double h)
  {
    const double of_strain = strain - strain_before;
    const double last = of_strain_before / of_strain, least = 2.0 * probe * h / of_strain;
    const double weight = 1.0 / (1.0 + last * last + least * least);
    if (seen >= 2.0 && weight > 0.0) {    // the weight is 0 where of_strain is 0
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

  /** The sign of the probe: +1, -1 or -1, +1 in each pair of steps. */
  double sign(std::uint64_t bits) const
  {
    const bool odd = std::fmod(seen, 2.0) == 1.0;
    return (((bits >> 32) & 1) != odd) ? 1.0 : -1.0;
  }
};

}    // namespace VARDEM
#endif
