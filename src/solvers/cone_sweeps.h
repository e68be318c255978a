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
// Solves what ConeGradients solves, and is there to check it: first the normal part of one contact,
// then the tangential part within its bound, since the diagonal is 1 in scaled numbers. Source:
// Jourdan, Alart & Jean, Comput. Methods Appl. Mech. Eng. 155 (1998) 31. (Projections on the cone
// come to no end in clusters with mu = 1.) Sweeps go forward and backward in turns. Bodies follow
// each change of an impulse, so that a contact costs the same in any network. This needs all rows
// in one process; a contact that is stored twice changes in both copies. Contacts have no moments.

template <class Space, class Problem> class ConeSweeps {
 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Contact = typename Problem::Contact;
  using Number = typename Contact::Number;

  /** As ConeGradients::solve(). The report counts sweeps as steps and as products. */
  SolverReport solve(Space &space, Problem &problem, const std::vector<ContactTurn> &turns,
                     double *impulse, const SolverOptions &options)
  {
    const int n = problem.size();
    for (auto *a : {&x, &Phi, &best}) space.allocate(*a, n);
    const Contact *contact = problem.contacts();
    const double unit = std::sqrt(problem.unit_square());
    SolverReport report;
    problem.for_normals(StartImpulses<Contact>{contact, impulse, nullptr, x.data()});
    double least = HUGE_VAL;
    while (true) {
      problem.take_step(GivenImpulses<Number>{x.data()});    // so that round-off does not pile up
      problem.judge(JudgeImpulses<Contact>{contact, x.data(), Phi.data()});
      const double error = std::sqrt(space.fetch(1)[0]) / unit;
      if (error < least) {
        least = error;
        space.for_each(n, CopyImpulses<Number>{x.data(), best.data()});
      }
      report.residual = least;
      if (ends_at(error, options, report)) break;
      sweep(problem, turns, report.steps % 2 == 1);
      report.steps++;
      report.products++;
    }
    problem.take_step(GivenImpulses<Number>{best.data()});
    problem.for_normals(StoreImpulses<Contact>{contact, best.data(), impulse, nullptr});
    return report;
  }

 private:
  Array<Number> x, Phi, best;

  void sweep(Problem &problem, const std::vector<ContactTurn> &turns, bool backward)
  {
    const std::size_t n = turns.size();
    for (std::size_t k = 0; k < n; k++) problem.push_one(turns[backward ? n - 1 - k : k], x.data());
  }
};

}    // namespace VARDEM
#endif
