// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_APGD_H
#define VARDEM_APGD_H

#include "solvers/network_loops.h"
#include "solvers/solver_options.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace VARDEM {

// --- accelerated projected gradient descent ---
//
//   min over f >= 0 of 1/2 f.N f + sum over contacts of phi(f_c)
//
// Source: Mazhar, Heyn, Negrut & Tasora, ACM Trans. Graph. 34 (2015) 32, algorithm 1. The paper
// accepts a step d = f - y if F(f) <= F(y) + g.d + L/2 d.d. Here the same test is written d.N d + q
// d.(phi'(f) - phi'(y)) <= L d.d, which is free of cancellation. The objective gives q: it is 1 for
// quadratic phi, and 2/m for phi = f^m. Differences within the round-off of N f pass the test.
//
// The objective has
//   apply(f, Nf)       one product with N. All arrays have one number per contact of a network
//   norm_at_least()    a lower bound of the norm of N. It is asked for only if N f tells nothing
//                      about it
//   slopes()           a view with slope(contact, f) = phi'(f), EXCESS = q, and error(contact, f,
//                      g), where g is the gradient. The error is 0 if f is optimal, and the largest
//                      of all errors is the residual of the solver

/** Sets f = max(0, y - g / L). */
template <class Slopes> struct ProjectedStep {
  Slopes phi;
  double inverse_L;
  const double *y, *Ny;
  double *f;

  VARDEM_INLINE void operator()(int c) const
  {
    const double step = y[c] - inverse_L * (Ny[c] + phi.slope(c, y[c]));
    f[c] = step > 0.0 ? step : 0.0;
  }
};

/** Adds up: d.d, d.(N d), d.(phi'(f) - phi'(y)), N f . N f + phi'(y)^2, g(y).(f - old). `old` is
 *  the f of the step before. */
template <class Slopes> struct StepSums {
  Slopes phi;
  const double *y, *Ny, *f, *Nf, *old;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<5> &sums) const
  {
    const double d = f[c] - y[c], at_y = phi.slope(c, y[c]);
    sums.s[0] += share * d * d;
    sums.s[1] += share * d * (Nf[c] - Ny[c]);
    sums.s[2] += share * d * (phi.slope(c, f[c]) - at_y);
    sums.s[3] += share * (Nf[c] * Nf[c] + at_y * at_y);
    sums.s[4] += share * (Ny[c] + at_y) * (f[c] - old[c]);
  }
};

/** Sets y = f + beta (f - old). */
struct Extrapolate {
  double beta;
  const double *f, *old;
  double *y;

  VARDEM_INLINE void operator()(int c) const { y[c] = f[c] + beta * (f[c] - old[c]); }
};

/** Sets z = factor f - 1. */
struct AwayFromOne {
  const double *f;
  double factor, *z;

  VARDEM_INLINE void operator()(int c) const { z[c] = factor * f[c] - 1.0; }
};

/** Adds up: a.a, b.b. */
struct ContactSquares {
  const double *a, *b;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<2> &sums) const
  {
    sums.s[0] += share * a[c] * a[c];
    sums.s[1] += share * b[c] * b[c];
  }
};

/** The error of a contact, infinity if it is not a number. */
template <class Slopes> struct ContactError {
  Slopes phi;
  const double *f, *Nf;

  VARDEM_INLINE double operator()(int, int c) const
  {
    const double error = phi.error(c, f[c], Nf[c] + phi.slope(c, f[c]));
    return error == error ? error : HUGE_VAL;
  }
};

template <class Space, class G, class Objective> class Apgd {
 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;

  void setup(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    for (auto *a : {&old, &y, &Nf, &Nold, &Ny, &best}) space->allocate(*a, n.ncontacts);
  }

  /** Finds the minimum, from the start f >= 0. options.tolerance limits the largest error. At the
   *  end f is the best of all steps, which need not be the last one. Two products or three come
   *  before the first step, whatever options.most_products says. It may interrupt a step, whose f
   *  then is as good as its error says. */
  SolverReport solve(Objective &objective, double *f, const SolverOptions &options)
  {
    begin(objective, f);
    double theta = 1.0, least = HUGE_VAL;
    while (true) {
      const double error = largest_error(objective, f);
      if (error < least) {
        least = error;
        copy(f, best.data());
      }
      report.residual = least;
      if (options.progress) options.progress(report);
      if (ends_at(error, options, report)) break;
      const bool back = iterate(objective, f, options.most_products);
      const double before = theta;
      theta = back ? 1.0 : 0.5 * theta * (std::sqrt(theta * theta + 4.0) - theta);
      const double beta = back ? 0.0 : before * (1.0 - before) / (before * before + theta);
      space->for_each(network->ncontacts, Extrapolate{beta, f, old.data(), y.data()});
      space->for_each(network->ncontacts, Extrapolate{beta, Nf.data(), Nold.data(), Ny.data()});
    }
    copy(best.data(), f);
    return report;
  }

 private:
  Space *space = nullptr;
  const Network *network = nullptr;
  SolverReport report;
  Array<double> old, y, Nf, Nold, Ny, best;
  double L = 0.0;

  void copy(const double *from, double *to) { space->for_each(network->ncontacts, Copy{from, to}); }

  void apply(Objective &objective, const double *f, double *Nf_out)
  {
    objective.apply(f, Nf_out);
    report.products++;
  }

  void begin(Objective &objective, const double *f)
  {
    report = SolverReport();
    L = lipschitz(objective, f);
    apply(objective, f, Nf.data());
    copy(f, y.data());
    copy(f, best.data());
    copy(Nf.data(), Ny.data());
  }

  /** Estimates the norm of N by |N z| / |z| with z = f - 1, or z = -1 if f is 1 everywhere. N z may
   *  vanish: two contacts that press on the same body from opposite sides balance each other. */
  double lipschitz(Objective &objective, const double *f)
  {
    for (double factor : {1.0, 0.0}) {
      space->for_each(network->ncontacts, AwayFromOne{f, factor, old.data()});
      apply(objective, old.data(), Nold.data());
      sum_over_contacts<2>(*space, network->rows(), ContactSquares{old.data(), Nold.data()});
      const double *sums = space->fetch(2);
      const double norm = std::sqrt(sums[1] / sums[0]);
      if (norm > 0.0 && std::isfinite(norm)) return norm;
    }
    const double norm = objective.norm_at_least();
    return norm > 0.0 && std::isfinite(norm) ? norm : 1.0;
  }

  double largest_error(Objective &objective, const double *f)
  {
    using Slopes = decltype(objective.slopes());
    return largest_of_contacts(*space, network->rows(),
                               ContactError<Slopes>{objective.slopes(), f, Nf.data()});
  }

  /** Takes one step from y to f. Returns true if the momentum must be set to zero. */
  bool iterate(Objective &objective, double *f, long most_products)
  {
    using Slopes = decltype(objective.slopes());
    const auto phi = objective.slopes();
    copy(f, old.data());
    std::swap(Nf, Nold);
    double uphill;
    while (true) {
      space->for_each(network->ncontacts,
                      ProjectedStep<Slopes>{phi, 1.0 / L, y.data(), Ny.data(), f});
      apply(objective, f, Nf.data());
      sum_over_contacts<5>(*space, network->rows(),
                           StepSums<Slopes>{phi, y.data(), Ny.data(), f, Nf.data(), old.data()});
      const double *sums = space->fetch(5);
      uphill = sums[4];
      const double curvature = sums[1] + Slopes::EXCESS * sums[2];
      const double round_off = 1e-14 * std::sqrt(sums[3] * sums[0]);
      if (!(curvature - round_off > L * sums[0]) || report.products >= most_products) break;
      L *= 2.0;
    }
    L *= 0.9;
    report.steps++;
    if (!std::isfinite(uphill)) report.reason = SolverReport::STALLED;    // NaN or overflow
    return uphill > 0.0;
  }
};

}    // namespace VARDEM
#endif
