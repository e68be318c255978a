// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONE_GRADIENTS_H
#define VARDEM_CONE_GRADIENTS_H

#include "solvers/dynamics/frictional_contacts.h"
#include "solvers/network/solver_options.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace VARDEM {

// --- impulses with friction by accelerated projected gradients ---
//
// Finds x in the cones with x = P(x - Phi~(x)), where Phi~ is Phi with De Saxce's shift, which is
// renewed in every iteration. Sources: Mazhar, Heyn, Negrut & Tasora, ACM Trans. Graph. 34 (2015)
// 32, algorithm 1, for the acceleration and its restart; Carpentier et al., arXiv:2405.17020, for
// the shift in each iteration; doc/notes/friction.md 2 for the rest. The estimate L of the largest
// eigenvalue does not fall within a step: where it does, the iteration stalls if friction is large.
//
// The error of a contact is |x - P(x - Phi~)| as a velocity. The residual has it in units of the
// contacts that close without impulses (ResidualUnit). Open gaps are no part of this unit.

/** What a step takes over from the step before. */
struct ConeMemory {
  double largest = 1.0;    // estimate of the largest eigenvalue
};

/** y = x + beta (x - old), and Phi there if it is linear; the step from y. */
template <class Contact> struct ConeStep {
  using Number = typename Contact::Number;
  const Contact *contact;
  double beta, inverse_L;
  const Number *x, *old, *Phi, *old_Phi;
  Number *next;

  VARDEM_INLINE static Number extrapolated(const Number *a, const Number *b, double beta, int c)
  {
    return a[c] + beta * (a[c] - b[c]);
  }
  VARDEM_INLINE Number y(int c) const { return extrapolated(x, old, beta, c); }
  VARDEM_INLINE Number Phi_y(int c) const { return extrapolated(Phi, old_Phi, beta, c); }

  VARDEM_INLINE Number operator()(int c, const Vec3 &n) const
  {
    const Contact &of = contact[c];
    return next[c] = of.on_cone(y(c) - inverse_L * of.shifted(Phi_y(c), n), n);
  }
};

/** How far a contact with impulse x and velocity Phi is from its law: zero at the solution. */
template <class Contact, class Number>
VARDEM_INLINE Number residual_of(const Contact &of, const Number &x, const Number &Phi,
                                 const Vec3 &n)
{
  return x - of.on_cone(x - of.shifted(Phi, n), n);
}

/** Sums: d.d and d.(Phi - Phi_y), d = next - y; (y - next).(next - x); Phi.Phi + Phi_y.Phi_y; those
 *  of ResidualUnit. Stores Phi. */
template <class Contact> struct JudgeStep {
  static constexpr int OF_RESIDUAL = 4, SUMS = OF_RESIDUAL + ResidualUnit::SUMS;
  using Number = typename Contact::Number;
  ConeStep<Contact> step;
  ResidualUnit unit;
  Number *Phi;

  template <class Levers>
  VARDEM_INLINE void operator()(int c, const Levers &levers, const Vec3 *A, const Vec3 *B,
                                double share, Sums<SUMS> &sums) const
  {
    const Contact &of = step.contact[c];
    const Number next = step.next[c], d = next - step.y(c), Phi_y = step.Phi_y(c);
    const Number F = of.velocity(levers, A, B, next);
    Phi[c] = F;
    const Number r = residual_of(of, next, F, levers.n);
    sums.s[0] += share * of.product(d, d);
    sums.s[1] += share * of.product(d, F - Phi_y);
    sums.s[2] -= share * of.product(d, next - step.x[c]);
    sums.s[3] += share * (of.product(F, F) + of.product(Phi_y, Phi_y));
    unit.add(share, of.square(r), sums.s + OF_RESIDUAL);
  }
};

template <class Number> struct GivenImpulses {
  const Number *x;

  VARDEM_INLINE Number operator()(int c, const Vec3 & /*n*/) const { return x[c]; }
};

/** Sums: those of ResidualUnit. Stores Phi. */
template <class Contact> struct JudgeImpulses {
  static constexpr int SUMS = ResidualUnit::SUMS;
  using Number = typename Contact::Number;
  const Contact *contact;
  ResidualUnit unit;
  const Number *x;
  Number *Phi;

  template <class Levers>
  VARDEM_INLINE void operator()(int c, const Levers &levers, const Vec3 *A, const Vec3 *B,
                                double share, Sums<SUMS> &sums) const
  {
    const Contact &of = contact[c];
    const Number F = of.velocity(levers, A, B, x[c]);
    Phi[c] = F;
    const Number r = residual_of(of, x[c], F, levers.n);
    unit.add(share, of.square(r), sums.s);
  }
};

/** Scales impulses, and moves them into their cones. */
template <class Contact> struct StartImpulses {
  const Contact *contact;
  const double *impulse, *moment;    // 3 numbers per contact
  typename Contact::Number *x;

  VARDEM_INLINE void operator()(int c, const Vec3 &n) const
  {
    auto start = contact[c].of_impulse(vectors_at(impulse)[c], n);
    if constexpr (Contact::ROLLS) start.roll = contact[c].of_moment(vectors_at(moment)[c]);
    x[c] = contact[c].on_cone(start, n);
  }
};

template <class Contact> struct StoreImpulses {
  const Contact *contact;
  const typename Contact::Number *x;
  double *impulse, *moment;

  VARDEM_INLINE void operator()(int c, const Vec3 &n) const
  {
    vectors_at(impulse)[c] = contact[c].impulse(x[c], n);
    if constexpr (Contact::ROLLS) vectors_at(moment)[c] = contact[c].moment(x[c]);
  }
};

template <class Space, class Problem> class ConeGradients {
 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Contact = typename Problem::Contact;
  using Number = typename Contact::Number;

  /** Finds the impulses of the contacts, 3 numbers of each, from their start; behind these are the
   *  moments of contacts that have one. Some contact must close without impulses. options:
   *  tolerance, most_steps, most_products. At the end the bodies have been moved by the best
   *  impulses of all iterations. */
  SolverReport solve(Space &s, Problem &problem, double *impulse, const SolverOptions &options,
                     ConeMemory &memory)
  {
    space = &s;
    n = problem.size();
    take_memory(impulse);
    report = SolverReport();
    contact = problem.contacts();
    unit = problem.unit();
    double *const moment = impulse + 3 * n;
    problem.for_normals(StartImpulses<Contact>{contact, impulse, moment, x});
    L = std::max(1.0, FALL * memory.largest);
    begin(problem);
    while (!ends_at(report.residual, options, report)) {
      iterate(problem, options);
      if (options.progress) options.progress(report);
    }
    if (report.steps > 0) memory.largest = L;
    finish(problem);
    problem.for_normals(StoreImpulses<Contact>{contact, x, impulse, moment});
    return report;
  }

  struct NoImpulses {
    const Contact *contact;
    Number *x;
    VARDEM_INLINE void operator()(int c, const Vec3 &n) const
    {
      x[c] = contact[c].on_cone(Number{}, n);
    }
  };

 private:
  Space *space = nullptr;
  SolverReport report;
  const Contact *contact = nullptr;
  ResidualUnit unit = {};
  int n = 0;    // contacts
  Array<Number> vectors[5], best;
  Number *x = nullptr, *old = nullptr, *next = nullptr;    // of contacts
  Number *Phi = nullptr, *old_Phi = nullptr, *next_Phi = nullptr;
  double L = 1.0, theta = 1.0, beta = 0.0;
  double least = 0.0;    // residual of the solve, and the step that has found it
  int least_at = 0;
  bool have_best = false, best_is_last = true;

  static constexpr double FALL = 0.98, SAFE = 1.05, RISE = 1.2, ROUND_OFF = 1e-13;

  /** The impulses that the caller gives are in x until it gets others: their memory has a Phi
   *  meanwhile. */
  void take_memory(double *impulse)
  {
    static_assert(sizeof(Number) <= (Contact::ROLLS ? 6 : 3) * sizeof(double));
    Number **const names[] = {&x, &old, &next, &Phi, &old_Phi};
    for (int k = 0; k < 5; k++) {
      space->allocate(vectors[k], n);
      *names[k] = vectors[k].data();
    }
    next_Phi = reinterpret_cast<Number *>(impulse);
  }

  void copy(const Number *from, Number *to) { space->for_each(n, Copy{from, to}); }

  void begin(Problem &problem)
  {
    theta = 1.0;
    beta = 0.0;
    report.residual = judge_start(problem);
    if (report.residual > 1.0) {    // behind an impact the last impulses may be far too large
      problem.for_normals(NoImpulses{contact, x});
      report.residual = judge_start(problem);
    }
    copy(x, old);
    copy(Phi, old_Phi);
    least = report.residual;
    least_at = 0;
    have_best = false;
    best_is_last = true;
  }

  double judge_start(Problem &problem)
  {
    problem.take_step(GivenImpulses<Number>{x});
    problem.judge(JudgeImpulses<Contact>{contact, unit, x, Phi});
    report.products++;
    return unit.residual(space->fetch(ResidualUnit::SUMS));
  }

  /** One step from y, with as many products as L has to rise. */
  void iterate(Problem &problem, const SolverOptions &options)
  {
    const double *sums;
    while (true) {
      const ConeStep<Contact> step = {contact, beta, 1.0 / L, x, old, Phi, old_Phi, next};
      problem.take_step(step);
      problem.judge(JudgeStep<Contact>{step, unit, next_Phi});
      sums = space->fetch(JudgeStep<Contact>::SUMS);
      report.products++;
      const double round_off = ROUND_OFF * std::sqrt(sums[3] * sums[0]);
      if (!(sums[1] - round_off > L * sums[0]) || report.products >= options.most_products) break;
      raise(problem, std::max(SAFE * sums[1] / sums[0], RISE * L));
    }
    const double residual = unit.residual(sums + JudgeStep<Contact>::OF_RESIDUAL);
    if (goes_round(residual) || sums[2] > 0.0) {
      theta = 1.0;
      report.restarts++;
    }
    const double before = theta;
    theta = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta * theta));
    beta = (before - 1.0) / theta;
    rotate(x, old, next);
    rotate(Phi, old_Phi, next_Phi);
    keep_best(residual);
    report.steps++;
  }

  /** A cell is not linear where its rate comes to a bound. Then Phi_y may be that of no impulses,
   *  and tells nothing about L; without momentum it is that of x. */
  void raise(const Problem &problem, double larger)
  {
    if (beta > 0.0 && !problem.is_linear()) {
      theta = 1.0;
      beta = 0.0;
    } else
      L = larger;
  }

  /** Where friction is large, momentum may carry the impulses round and round
   *  (doc/notes/friction.md 2). */
  bool goes_round(double residual)
  {
    constexpr int PATIENCE = 40;
    const bool better = residual < least;
    if (!better && report.steps - least_at < PATIENCE) return false;
    if (better) least = residual;
    least_at = report.steps;
    return !better;
  }

  /** The next becomes the present one, which becomes the old one. */
  static void rotate(Number *&now, Number *&before, Number *&coming)
  {
    std::swap(now, before);
    std::swap(now, coming);
  }

  /** Most steps converge soon. Only long ones keep the best impulses, which need not be the last
   *  ones. */
  void keep_best(double residual)
  {
    constexpr long SOON = 100;
    best_is_last = !have_best || residual <= report.residual || !std::isfinite(residual);
    if (!best_is_last) return;
    report.residual = residual;
    if (!(report.products > SOON)) return;
    space->allocate(best, n);
    copy(x, best.data());
    have_best = true;
  }

  void finish(Problem &problem)
  {
    if (best_is_last) return;
    copy(best.data(), x);
    problem.take_step(GivenImpulses<Number>{x});
    report.products++;
  }
};

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
    const ResidualUnit unit = problem.unit();
    SolverReport report;
    problem.for_normals(StartImpulses<Contact>{contact, impulse, nullptr, x.data()});
    double least = HUGE_VAL;
    while (true) {
      problem.take_step(GivenImpulses<Number>{x.data()});    // so that round-off does not pile up
      problem.judge(JudgeImpulses<Contact>{contact, unit, x.data(), Phi.data()});
      const double error = unit.residual(space.fetch(ResidualUnit::SUMS));
      if (error < least) {
        least = error;
        space.for_each(n, Copy{x.data(), best.data()});
      }
      report.residual = least;
      if (options.progress) options.progress(report);
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
