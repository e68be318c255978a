// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONE_SWEEPS_H
#define VARDEM_CONE_SWEEPS_H

#include "solvers/cone_gradients.h"

#include <cmath>
#include <vector>

namespace VARDEM {

// --- impulses with friction by projected Gauss-Seidel, one contact after the other ---
//
// Solves what ConeGradients solves, and is there to check it. Source: Jourdan, Alart & Jean, Comput.
// Methods Appl. Mech. Eng. 155 (1998) 31. Sweeps go forward and backward in turns. Bodies follow
// each change of an impulse, so that a contact costs the same in any network. This needs all rows
// in one process; a contact that is stored twice changes in both copies.

/** A contact in a sweep: its columns, where a ghost is the row that it stands for, and its other
 *  copy, or a negative number. */
struct ContactTurn {
  int contact, first, second, copy;
};

template <class Space, class Problem> class ConeSweeps {
 public:
  template <class T> using Array = typename Space::template Array<T>;

  /** As ConeGradients::solve(). The report counts sweeps as steps and as products. */
  SolverReport solve(Space &space, Problem &problem, const std::vector<ContactTurn> &turns,
                     double *impulse, const SolverOptions &options)
  {
    const int n = 3 * problem.size();
    for (auto *a : {&x, &Phi, &best}) space.allocate(*a, n);
    const ConeContact *contact = problem.contacts();
    const double unit = std::sqrt(problem.unit_square());
    space.for_each(problem.size(),
                   StartImpulses{contact, unit > 0.0 ? impulse : nullptr, x.data()});
    SolverReport report;
    double least = HUGE_VAL;
    while (true) {
      problem.take_step(GivenImpulses{contact, x.data()});    // so that round-off does not pile up
      problem.judge(JudgeImpulses{contact, x.data(), Phi.data()});
      const double error = unit > 0.0 ? std::sqrt(space.fetch(1)[0]) / unit : 0.0;
      if (error < least) {
        least = error;
        space.for_each(n, Copy{x.data(), best.data()});
      }
      report.residual = least;
      if (ends_at(error, options, report)) break;
      sweep(problem, turns, report.steps % 2 == 1);
      report.steps++;
      report.products++;
    }
    problem.take_step(GivenImpulses{contact, best.data()});
    space.for_each(problem.size(), StoreImpulses{contact, best.data(), impulse});
    return report;
  }

 private:
  Array<double> x, Phi, best;

  void sweep(Problem &problem, const std::vector<ContactTurn> &turns, bool backward)
  {
    const std::size_t n = turns.size();
    for (std::size_t k = 0; k < n; k++) relax(problem, turns[backward ? n - 1 - k : k]);
  }

  void relax(Problem &problem, const ContactTurn &turn)
  {
    const int c = turn.contact;
    const ConeContact &of = problem.contacts()[c];
    const ContactWeights &w = problem.weights()[c];
    if (!(w.normal > 0.0)) return;
    const ConeScales &by = of.scales;
    Vec3 &here = vectors_at(x.data())[c];
    problem.push_one(turn, [&](const Vec3 &v) {
      const Vec3 before = here;
      here =
          relaxed_impulse(before, of.velocity(v, before), of.n, by.slope,
                          by.normal * by.normal * (w.normal + w.normal_compliance),
                          by.tangential * by.tangential * (w.tangential + w.tangential_compliance));
      return of.impulse(here - before);
    });
    if (turn.copy >= 0) vectors_at(x.data())[turn.copy] = -here;
  }
};

}    // namespace VARDEM
#endif
