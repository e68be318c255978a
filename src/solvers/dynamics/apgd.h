// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_APGD_H
#define VARDEM_APGD_H

#include "solvers/dynamics/rigid_contacts.h"
#include "solvers/network/solver_options.h"

#include <cmath>
#include <utility>

namespace VARDEM {

// --- rigid contacts by accelerated projected gradient descent ---
//
// Source: Mazhar, Heyn, Negrut & Tasora, ACM Trans. Graph. 34 (2015) 32, algorithm 1. The paper
// accepts a step d = f - y if F(f) <= F(y) + g.d + L/2 d.d. Here the same test is written d.N d <=
// L d.d, which is free of cancellation. Differences within the round-off of N f pass the test.

/** Sets f = max(0, y - g / L). */
struct ProjectedStep {
  const double *gap;
  double inverse_L;
  const double *y, *Ny;
  double *f;

  VARDEM_INLINE void operator()(int c) const
  {
    const double step = y[c] - inverse_L * (Ny[c] + gap[c]);
    f[c] = step > 0.0 ? step : 0.0;
  }
};

/** Adds up: d.d, d.(N d), N f . N f + gap^2, g(y).(f - old). `old` is the f of the step before. */
struct StepSums {
  const double *gap, *y, *Ny, *f, *Nf, *old;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<4> &sums) const
  {
    const double d = f[c] - y[c];
    sums.s[0] += share * d * d;
    sums.s[1] += share * d * (Nf[c] - Ny[c]);
    sums.s[2] += share * (Nf[c] * Nf[c] + gap[c] * gap[c]);
    sums.s[3] += share * (Ny[c] + gap[c]) * (f[c] - old[c]);
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

template <class Space, class G> class ProjectedGradients {
 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;
  using Problem = RigidContacts<Space, G>;

  /** At the end f is the best of all steps, which need not be the last one. Two products or three
   *  come before the first step, whatever options.most_products says. It may interrupt a step,
   *  whose f then is as good as its error says. */
  SolverReport solve(Space &s, const Network &n, Problem &problem, double *f,
                     const SolverOptions &options)
  {
    report = SolverReport();
    if (problem.stays_open(f, report)) return report;
    setup(s, n);
    begin(problem, f);
    double theta = 1.0, least = HUGE_VAL;
    while (true) {
      const double error = problem.largest_error(f, Nf.data());
      if (error < least) {
        least = error;
        copy(f, best.data());
      }
      report.residual = least;
      if (options.progress) options.progress(report);
      if (ends_at(error, options, report)) break;
      const bool back = iterate(problem, f, options.most_products);
      const double before = theta;
      theta = back ? 1.0 : 0.5 * theta * (std::sqrt(theta * theta + 4.0) - theta);
      const double beta = back ? 0.0 : before * (1.0 - before) / (before * before + theta);
      space->for_each(network->ncontacts, Extrapolate{beta, f, old.data(), y.data()});
      space->for_each(network->ncontacts, Extrapolate{beta, Nf.data(), Nold.data(), Ny.data()});
    }
    copy(best.data(), f);
    problem.finish(f);
    return report;
  }

 private:
  Space *space = nullptr;
  const Network *network = nullptr;
  SolverReport report;
  Array<double> old, y, Nf, Nold, Ny, best;
  double L = 0.0;

  void setup(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    for (auto *a : {&old, &y, &Nf, &Nold, &Ny, &best}) space->allocate(*a, n.ncontacts);
  }

  void copy(const double *from, double *to) { space->for_each(network->ncontacts, Copy{from, to}); }

  void apply(Problem &problem, const double *f, double *Nf_out)
  {
    problem.apply(f, Nf_out);
    report.products++;
  }

  void begin(Problem &problem, const double *f)
  {
    L = lipschitz(problem, f);
    apply(problem, f, Nf.data());
    copy(f, y.data());
    copy(f, best.data());
    copy(Nf.data(), Ny.data());
  }

  /** Estimates the norm of N by |N z| / |z| with z = f - 1, or z = -1 if f is 1 everywhere. N z may
   *  vanish: two contacts that press on the same body from opposite sides balance each other. */
  double lipschitz(Problem &problem, const double *f)
  {
    for (double factor : {1.0, 0.0}) {
      space->for_each(network->ncontacts, AwayFromOne{f, factor, old.data()});
      apply(problem, old.data(), Nold.data());
      sum_over_contacts<2>(*space, network->rows(), ContactSquares{old.data(), Nold.data()});
      const double *sums = space->fetch(2);
      const double norm = std::sqrt(sums[1] / sums[0]);
      if (norm > 0.0 && std::isfinite(norm)) return norm;
    }
    const double norm = problem.norm_at_least();
    return norm > 0.0 && std::isfinite(norm) ? norm : 1.0;
  }

  /** Takes one step from y to f. Returns true if the momentum must be set to zero. */
  bool iterate(Problem &problem, double *f, long most_products)
  {
    const double *gap = network->gap.data();
    copy(f, old.data());
    std::swap(Nf, Nold);
    double uphill;
    while (true) {
      space->for_each(network->ncontacts, ProjectedStep{gap, 1.0 / L, y.data(), Ny.data(), f});
      apply(problem, f, Nf.data());
      sum_over_contacts<4>(*space, network->rows(),
                           StepSums{gap, y.data(), Ny.data(), f, Nf.data(), old.data()});
      const double *sums = space->fetch(4);
      uphill = sums[3];
      const double round_off = 1e-14 * std::sqrt(sums[2] * sums[0]);
      if (!(sums[1] - round_off > L * sums[0]) || report.products >= most_products) break;
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
