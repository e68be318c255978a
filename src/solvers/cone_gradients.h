// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONE_GRADIENTS_H
#define VARDEM_CONE_GRADIENTS_H

#include "solvers/frictional_contacts.h"
#include "solvers/solver_options.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace VARDEM {

// --- impulses with friction by accelerated projected gradients ---
//
// Finds x in the cones with x = P(x - Phi~(x)), where Phi~ is Phi with De Saxce's shift, which is
// renewed in every iteration. Sources: Mazhar, Heyn, Negrut & Tasora, ACM Trans. Graph. 34 (2015)
// 32, algorithm 1, for the acceleration and its restart; Carpentier et al., arXiv:2405.17020, for
// the shift in each iteration; doc/notes/friction.md 2 for the rest. The estimate L of the largest
// eigenvalue does not fall within a step: where it does, the iteration stalls if friction is large.
//
// The residual is |x - P(x - Phi~)|, the 2-norm over all contacts, in units of that of the contacts
// that close without impulses. Open gaps are no part of this unit.

/** What a step takes over from the step before. */
struct ConeMemory {
  double largest = 1.0;    // estimate of the largest eigenvalue
};

/** y = x + beta (x - old), and Phi there; the step from y. */
struct ConeStep {
  const ConeContact *contact;
  double beta, inverse_L;
  const double *x, *old, *Phi, *old_Phi;    // 3 numbers per contact
  double *next;

  VARDEM_INLINE static Vec3 extrapolated(const double *a, const double *b, double beta, int c)
  {
    const Vec3 &now = vectors_at(a)[c];
    return now + beta * (now - vectors_at(b)[c]);
  }
  VARDEM_INLINE Vec3 y(int c) const { return extrapolated(x, old, beta, c); }
  VARDEM_INLINE Vec3 Phi_y(int c) const { return extrapolated(Phi, old_Phi, beta, c); }

  /** Returns the impulse. */
  VARDEM_INLINE Vec3 operator()(int c) const
  {
    const ConeContact &of = contact[c];
    const Vec3 down = with_shift(Phi_y(c), of.n, of.scales.slope);
    const Vec3 to = on_cone(y(c) - inverse_L * down, of.n, of.scales.slope);
    vectors_at(next)[c] = to;
    return of.impulse(to);
  }
};

/** Sums: d.d and d.(Phi - Phi_y), d = next - y; the square of the residual; (y - next).(next - x);
 *  Phi.Phi. Stores Phi. */
struct JudgeStep {
  static constexpr int SUMS = 5;
  ConeStep step;
  double *Phi;

  VARDEM_INLINE void operator()(int c, const Vec3 &v, double share, Sums<SUMS> &sums) const
  {
    const ConeContact &of = step.contact[c];
    const Vec3 &next = vectors_at(step.next)[c];
    const Vec3 F = of.velocity(v, next), d = next - step.y(c);
    vectors_at(Phi)[c] = F;
    const Vec3 r = cone_residual(next, F, of.n, of.scales.slope);
    sums.s[0] += share * dot(d, d);
    sums.s[1] += share * dot(d, F - step.Phi_y(c));
    sums.s[2] += share * dot(r, r);
    sums.s[3] -= share * dot(d, next - vectors_at(step.x)[c]);
    sums.s[4] += share * dot(F, F);
  }
};

/** The impulses of given x. */
struct GivenImpulses {
  const ConeContact *contact;
  const double *x;

  VARDEM_INLINE Vec3 operator()(int c) const { return contact[c].impulse(vectors_at(x)[c]); }
};

/** Sums: the square of the residual. Stores Phi. */
struct JudgeImpulses {
  static constexpr int SUMS = 1;
  const ConeContact *contact;
  const double *x;
  double *Phi;

  VARDEM_INLINE void operator()(int c, const Vec3 &v, double share, Sums<SUMS> &sums) const
  {
    const ConeContact &of = contact[c];
    const Vec3 F = of.velocity(v, vectors_at(x)[c]);
    vectors_at(Phi)[c] = F;
    const Vec3 r = cone_residual(vectors_at(x)[c], F, of.n, of.scales.slope);
    sums.s[0] += share * dot(r, r);
  }
};

/** Scales impulses, and moves them into their cones. */
struct StartImpulses {
  const ConeContact *contact;
  const double *impulse;    // may be null
  double *x;

  VARDEM_INLINE void operator()(int c) const
  {
    const ConeContact &of = contact[c];
    vectors_at(x)[c] = impulse
        ? on_cone(of.of_impulse(vectors_at(impulse)[c]), of.n, of.scales.slope)
        : Vec3{0.0, 0.0, 0.0};
  }
};

/** Stores the impulses of x. */
struct StoreImpulses {
  const ConeContact *contact;
  const double *x;
  double *impulse;

  VARDEM_INLINE void operator()(int c) const
  {
    vectors_at(impulse)[c] = contact[c].impulse(vectors_at(x)[c]);
  }
};

template <class Space, class Problem> class ConeGradients {
 public:
  template <class T> using Array = typename Space::template Array<T>;

  ConeMemory memory;

  /** Finds the impulses of the contacts, 3 numbers of each, from their start. options: tolerance,
   *  most_steps, most_products. At the end the bodies have been moved by the best impulses of all
   *  iterations. */
  SolverReport solve(Space &s, Problem &problem, double *impulse, const SolverOptions &options)
  {
    space = &s;
    const int n = problem.size();
    for (auto *a : {&x, &old, &next, &Phi, &old_Phi, &next_Phi, &best}) space->allocate(*a, 3 * n);
    report = SolverReport();
    contact = problem.contacts();
    const double unit = std::sqrt(problem.unit_square());
    if (unit == 0.0) return stay(problem, impulse);
    space->for_each(n, StartImpulses{contact, impulse, x.data()});
    begin(problem, unit);
    while (!ends_at(report.residual, options, report)) iterate(problem, unit, options);
    finish(problem);
    space->for_each(n, StoreImpulses{contact, x.data(), impulse});
    return report;
  }

 private:
  Space *space = nullptr;
  SolverReport report;
  const ConeContact *contact = nullptr;
  Array<double> x, old, next, Phi, old_Phi, next_Phi, best;
  double L = 1.0, theta = 1.0, beta = 0.0;
  bool best_is_last = true;

  static constexpr double FALL = 0.98, SAFE = 1.05, RISE = 1.2, ROUND_OFF = 1e-13;

  /** No contact closes: there are no impulses. */
  SolverReport stay(Problem &problem, double *impulse)
  {
    space->for_each(3 * problem.size(), SetZero{impulse});
    problem.take_step(StoredImpulses{impulse});
    report.reason = SolverReport::CONVERGED;
    report.residual = 0.0;
    return report;
  }

  struct StoredImpulses {
    const double *impulse;
    VARDEM_INLINE Vec3 operator()(int c) const { return vectors_at(impulse)[c]; }
  };

  void begin(Problem &problem, double unit)
  {
    const int n = 3 * problem.size();
    L = std::max(1.0, FALL * memory.largest);
    theta = 1.0;
    beta = 0.0;
    report.residual = judge_start(problem) / unit;
    if (report.residual > 1.0) {    // behind an impact the last impulses may be far too large
      space->for_each(n, SetZero{x.data()});
      report.residual = judge_start(problem) / unit;
    }
    space->for_each(n, Copy{x.data(), old.data()});
    space->for_each(n, Copy{Phi.data(), old_Phi.data()});
    best_is_last = true;
  }

  double judge_start(Problem &problem)
  {
    problem.take_step(GivenImpulses{contact, x.data()});
    problem.judge(JudgeImpulses{contact, x.data(), Phi.data()});
    report.products++;
    return std::sqrt(space->fetch(1)[0]);
  }

  /** One step from y, with as many products as L has to rise. */
  void iterate(Problem &problem, double unit, const SolverOptions &options)
  {
    const double *sums;
    while (true) {
      const ConeStep step = {contact,    beta,       1.0 / L,        x.data(),
                             old.data(), Phi.data(), old_Phi.data(), next.data()};
      problem.take_step(step);
      problem.judge(JudgeStep{step, next_Phi.data()});
      sums = space->fetch(JudgeStep::SUMS);
      report.products++;
      const double round_off = ROUND_OFF * std::sqrt(sums[4] * sums[0]);
      if (!(sums[1] - round_off > L * sums[0]) || report.products >= options.most_products) break;
      L = std::max(SAFE * sums[1] / sums[0], RISE * L);
    }
    const double residual = std::sqrt(sums[2]) / unit;
    if (sums[3] > 0.0) theta = 1.0;
    const double before = theta;
    theta = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta * theta));
    beta = (before - 1.0) / theta;
    rotate(x, old, next);
    rotate(Phi, old_Phi, next_Phi);
    keep_best(problem, residual);
    report.steps++;
    memory.largest = L;
  }

  /** The next becomes the present one, which becomes the old one. */
  static void rotate(Array<double> &now, Array<double> &before, Array<double> &coming)
  {
    std::swap(now, before);
    std::swap(now, coming);
  }

  /** Most steps converge soon. Only long ones keep the best impulses, which need not be the last
   *  ones. */
  void keep_best(Problem &problem, double residual)
  {
    constexpr long SOON = 100;
    const bool better = residual <= report.residual || !(report.products > SOON + 1);
    best_is_last = better || !std::isfinite(residual);
    if (best_is_last) report.residual = residual;
    if (best_is_last && report.products > SOON)
      space->for_each(3 * problem.size(), Copy{x.data(), best.data()});
  }

  void finish(Problem &problem)
  {
    if (best_is_last) return;
    space->for_each(3 * problem.size(), Copy{best.data(), x.data()});
    problem.take_step(GivenImpulses{contact, x.data()});
    report.products++;
  }
};

}    // namespace VARDEM
#endif
