// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NEWTON_PROGRESS_H
#define VARDEM_NEWTON_PROGRESS_H

#include "solvers/network/solver_options.h"

#include <algorithm>
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

/** What all Newton methods have in common, whatever they solve: how well the linear system of a
 *  step is solved, how much the matrix is damped, and when there is an end. */
class NewtonProgress {
 protected:
  SolverOptions options;
  SolverReport report;
  double imbalance = 0.0;    // what is out of balance, over the loads
  // mu over the mean tangent, where floppy motions ask for more than the least
  double damping = 0.0;
  double gained = 0.0;    // estimate of how much the last step has lowered the energy

  void start_anew()
  {
    best = HUGE_VAL;
    idle = 0;
    damping = gained = most_gained = 0.0;
    rough = 0;
  }

  void conclude()
  {
    if (report.residual <= options.tolerance) report.reason = SolverReport::CONVERGED;
    if (!std::isfinite(report.residual)) report.reason = SolverReport::STALLED;
  }

  /** What an improvement is compared with: the residual that round-off alone may make, and an order
   *  of magnitude of the energy. Zero: not known. */
  struct Scales {
    double round_off = 0.0, energy = 0.0;
  };

  /** Calls step() until the residual is small enough. step() may set a reason to stop. scales()
   *  returns the scales behind a step. */
  template <class Step, class FindScales> void iterate(const Step &step, const FindScales &scales)
  {
    while (report.residual > options.tolerance && report.steps < options.most_steps &&
           report.reason == SolverReport::STEPS) {
      step();
      judge_progress(scales);
      judge_products();
    }
  }

  /** What linear solvers call after each product: counts it, shows progress, and tells whether
   *  there may be another one. */
  auto counter()
  {
    const long before = report.products;
    return [this, before](int n) {
      report.products = before + n;
      if (options.progress) options.progress(report);
      return report.products < options.most_products;
    };
  }

  /** Returns the tolerance of a step's linear system, relative to the residual before it. Conjugate
   *  gradients solve the soft part of a network last, so the tolerance is reduced after some steps
   *  that have not lowered the residual. */
  double forcing() const
  {
    const double loose = options.loosest * std::min(1.0, 10.0 * std::sqrt(imbalance)),
                 factor = std::pow(0.1, std::min(6, std::max(0, rough - LOOSE_STEPS)));
    return std::max(factor * loose,
                    std::min(options.loosest, 0.3 * options.tolerance / report.residual));
  }

  /** Chooses mu from the length t of the last step. A step that is stopped by new contacts after a
   *  small part of its way was a floppy motion, driven by the load and not limited by mu. Such
   *  steps make u large, and with it the round-off of the overlaps. */
  void adapt_damping(double t)
  {
    if (t < 0.01)
      damping = std::min(0.1, std::max(1e-6, 10.0 * damping));
    else if (t > 0.5)
      damping = damping > 1e-11 ? 0.1 * damping : 0.0;
  }

 private:
  double best = 0.0, most_gained = 0.0;
  int rough = 0;    // steps since the residual last fell to half its best
  int idle = 0;     // steps since residual or energy last improved

  static constexpr int LOOSE_STEPS = 4, IDLE_STEPS = 20;

  void judge_products()
  {
    if (report.reason == SolverReport::STEPS && report.products >= options.most_products)
      report.reason = SolverReport::PRODUCTS;
  }

  /** Stops the iteration when neither the residual nor the energy has improved for many steps: only
   *  round-off is left then. The residual alone cannot tell. It may rise for many steps, while the
   *  method finds out which contacts push; only the energy falls in every step. Where the residual
   *  is round-off, so is the gain of energy r . K^-1 r / 2, which is never negative. */
  template <class FindScales> void judge_progress(const FindScales &scales)
  {
    const bool better = report.residual < 0.5 * best;
    best = std::min(best, report.residual);
    most_gained = std::max(most_gained, gained);
    const Scales scale = better ? Scales() : scales();
    report.round_off = scale.round_off;
    rough = better ? 0 : rough + 1;
    const bool lower =
        gained > 1e-14 * std::max(most_gained, scale.energy) && report.residual > scale.round_off;
    idle = better || lower ? 0 : idle + 1;
    if (idle >= IDLE_STEPS && report.reason == SolverReport::STEPS)
      report.reason = SolverReport::STALLED;
  }
};

}    // namespace VARDEM
#endif
