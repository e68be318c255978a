// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SERVO_H
#define VARDEM_SERVO_H

#include "kernels/flow.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace VARDEM {

/** Weighted sums that tell, by least squares, how a stress responds to strains. Older samples count
 *  less and less. */
struct StressResponse {
  static constexpr int CHANGES = 3;    // of the strain in the last steps, the latest one last ...
  static constexpr int N = CHANGES + 1;    // ... and the second difference of the stress

  double product[N][N];    // of column <= row

  void add(const double (&sample)[N], double keep, double weight)
  {
    for (int k = 0; k < N; k++)
      for (int l = k; l < N; l++)
        product[k][l] = keep * product[k][l] + weight * sample[k] * sample[l];
  }

  struct Estimate {
    double stiffness;    // change of the stress in the step in which the strain changes
    double error;        // standard error of that
    double elastic;      // change that is left after CHANGES steps
  };

  /** samples: how many there are in the sums. */
  Estimate solve(double samples) const
  {
    constexpr double ROUND_OFF = 1.0e-10;
    double a[N][N];
    for (int k = 0; k < N; k++)
      for (int l = k; l < N; l++) a[k][l] = product[k][l];
    for (int k = 0; k < CHANGES; k++) {
      if (!(a[k][k] > ROUND_OFF * product[k][k])) return {0.0, 0.0, 0.0};
      for (int i = k + 1; i < N; i++)
        for (int l = i; l < N; l++) a[i][l] -= a[k][i] / a[k][k] * a[k][l];
    }
    const double last = a[2][3] / a[2][2], before = (a[1][3] - a[1][2] * last) / a[1][1];
    const double first = (a[0][3] - a[0][1] * before - a[0][2] * last) / a[0][0];
    // The first samples fit exactly: the square root of their round-off would be 1e-8.
    constexpr double EXACT = 1.0e-14;
    const double rest = std::max(a[3][3] - EXACT * product[3][3], 0.0);
    return {last, std::sqrt(rest / (samples * a[2][2])), last + before + first};
  }
};

/** Drives one component of the stress of a cell to a target, by the strain rate of the same
 *  component (our own method; doc/notes/leapfrog-cell-damping.md 3.7).
 *
 *  Stiffness C. All particles follow the cell at once: a change of the strain in a step changes the
 *  stress in the same step by C times the change, while the packing itself reacts more slowly.
 *  Dashpots raise C, as a step of strain stretches them at a high rate, and give this part back in
 *  the next steps. The servo adds a small probe to the rate, up in one step and down in the next,
 *  in a random order, and finds by least squares what the last three changes of the strain do to
 *  the second difference of the stress. Over FEW steps all samples count alike, so that it notices
 *  at once that a packing becomes stiff. Over MANY steps large changes count more, so that noise
 *  and rearrangements do not make it forget what it knows.
 *
 *  Two stiffnesses. The probe depends on the smaller one, which is certain: otherwise noise larger
 *  than the probe would raise C, and a larger C makes the probe smaller still. The control depends
 *  on the larger one, which is safe: a cell that is softer than that responds more slowly, and one
 *  that is stiffer becomes unstable.
 *
 *  Control. In the FIRST steps there is the probe alone: the rate of an unknown stiffness is the
 *  bound, which would shake a packing that is near its target.
 *  L = k (target - stress)/C + integral of p k^2/4 (target - stress)/C dt, k = GAIN/h. p
 *  is the part of C that is elastic, at least CREEP, so that the integral also finds the rate of a
 *  packing that creeps, and 1 where an integral of more than FAST shrinks. This is critically
 *  damped if the packing is as stiff as measured, slower if it is softer, and stable up to three
 *  times that stiffness, with dashpots of any strength, because a rate takes effect two steps after
 *  the stress that caused it. */
struct Servo {
  static constexpr double GAIN = 0.3;
  static constexpr double FEW = 50.0, MANY = 2000.0;
  static constexpr double FIRST = 10.0;          // steps with the probe alone
  static constexpr double SURE = 2.0;            // standard errors
  static constexpr double CREEP = 0.25;          // least p
  static constexpr double FAST = 0.05;           // part of the limit of the rate
  static constexpr double PROBE = 1.0e-4;        // relative to the stress
  static constexpr double PROBE_SHARE = 0.01;    // largest probe relative to the limit of the rate

  double rate;    // of the next step [1/time]
  double integral;
  StressResponse few, many;
  double probe;                               // amplitude, in the rate
  double stresses[2];                         // of the last steps, the latest one last
  double strains[StressResponse::CHANGES];    // in the last steps
  double seen;                                // steps since the start
  double at_limit;                            // steps in a row at the limit of the rate
  // where contact dynamics finds the rate: target minus the stress of all but contacts, behind the
  // last step; NaN: it is not known
  double pull = NAN;

  /** The stiffness that is certain. */
  double stiffness() const
  {
    const auto now = of_few();
    return std::max({now.stiffness - SURE * now.error, of_many().stiffness, 0.0});
  }

  /** Finds the rate of the next step from the stress at the end of a step h in which the rate was
   *  `applied`. bits: random. */
  void advance(double stress, double target, double applied, double limit, double h,
               std::uint64_t bits)
  {
    measure(stress, applied * h, probe * h);
    const double scale = std::max(std::fabs(target), std::fabs(stress)), certain = stiffness();
    probe = std::min(PROBE_SHARE * limit, quotient(PROBE * scale, certain * h, limit));
    const double free = limit - probe;

    const auto now = of_few();
    const double safe = std::max(certain, now.stiffness + SURE * now.error);
    const double correction =
        seen <= FIRST ? 0.0 : quotient(GAIN * (target - stress), safe * h, free / GAIN);
    const double wanted = correction + integral;
    const double given = std::clamp(wanted, -free, free);
    at_limit = (given == wanted) ? 0.0 : at_limit + 1.0;
    if (given == wanted || correction * given < 0.0) {
      const double elastic = std::clamp((now.elastic - SURE * now.error) / safe, 0.0, 1.0);
      const bool returns = correction * integral < 0.0 && std::fabs(integral) > FAST * limit;
      const double part = (returns || safe == 0.0) ? 1.0 : std::max(elastic, CREEP);
      integral = std::clamp(integral + 0.25 * GAIN * part * correction, -free, free);
    }
    rate = given + sign(bits) * probe;
  }

 private:
  /** a/b within +-bound. Where there is no stiffness b, it is the bound. */
  static double quotient(double a, double b, double bound)
  {
    return (std::fabs(a) < bound * b) ? a / b : std::copysign(bound, a);
  }

  StressResponse::Estimate of_few() const { return few.solve(std::min(seen, FEW)); }
  StressResponse::Estimate of_many() const { return many.solve(std::min(seen, MANY)); }

  /** probed: amplitude of the probe in the strain. */
  void measure(double stress, double strain, double probed)
  {
    constexpr int M = StressResponse::CHANGES;
    double sample[StressResponse::N], size = probed * probed;
    for (int k = 0; k < M; k++) {
      sample[k] = (k + 1 < M ? strains[k + 1] : strain) - strains[k];
      size += sample[k] * sample[k];
    }
    sample[M] = stress - 2.0 * stresses[1] + stresses[0];
    if (seen >= M && size > 0.0) {
      few.add(sample, 1.0 - 1.0 / FEW, 1.0 / size);
      many.add(sample, 1.0 - 1.0 / MANY, 1.0);
    }
    std::copy(strains + 1, strains + M, strains);
    strains[M - 1] = strain;
    stresses[0] = stresses[1];
    stresses[1] = stress;
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
