/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_NO_TENSION_NEWTON_H
#define VARDEM_NO_TENSION_NEWTON_H

#include "solvers/line_minimum.h"
#include "solvers/network_loops.h"
#include "solvers/solver_report.h"
#include "solvers/tangent.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- the network without tension, by a semismooth Newton method ---
//
//   min over u   1/2 u.D u - load.u + sum over contacts of w([c]_+),   c = -B u the overlap
//
// Source: Olsen & Kamrin, arXiv:1805.07437, the dual of (36) with the sign of (32) corrected (there D = 0; D is diagonal
// here). The forces f = w'(c) are those of (36): the optimality condition is B^T f + load = D u. (A term 1/2 |u - u_free|^2_D
// is D u_free in the load.) Newton: (B^T diag(w'') B + D + mu I) d = load + B^T f - D u, solved no better than it pays
// (forcing terms); then the exact minimum along d. mu moves what the contacts that push leave floppy; forces do not depend
// on it, as load + B^T f vanishes at the end. Hooke's piecewise quadratic energy is minimised in finitely many steps (Sun,
// Math. Prog. 76 (1997) 349).
//
// LinearSolver: ConjugateGradients or SparseDirect.

template <class Space, class G, template <class, class> class LinearSolver> class NoTensionNewton {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;

  /** Memory for a network, which must stay where it is until the last solve(). */
  void setup(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    allocate_columns(*space, n, d);
    space->allocate(r, DOF * n.nrows);
    for (auto *a : {&c, &tangents, &rate}) space->allocate(*a, n.ncontacts);
    linear.setup(*space, n);
  }

  /** From u (DOF numbers of each column; a start, zero if none is known) to the minimum. load, and D unless null: DOF
   *  numbers per row. */
  template <class Law>
  SolverReport solve(const double *load, const double *D, double *u, const SolverOptions &options)
  {
    begin(load, D, options);
    if (load_norm == 0.0) space->for_each(DOF * network->nrows, SetZero{u});
    evaluate<Law>(u);
    if (report.residual > 1.0) {    // a start that is worse than none
      space->for_each(DOF * network->nrows, SetZero{u});
      evaluate<Law>(u);
    }
    if (report.residual > options.tolerance && nothing_pushes()) {
      if (load_opens_contacts())
        report.reason = SolverReport::INFEASIBLE;
      else if (!std::is_same<Law, HookeLaw>::value)
        start_from_hooke<Law>(u);
    }
    iterate<Law>(u);
    if (report.residual <= options.tolerance) report.reason = SolverReport::CONVERGED;
    if (!std::isfinite(report.residual)) report.reason = SolverReport::STALLED;
    return report;
  }

  /** At the end of solve(): overlaps per contact, and residuals per row. */
  const double *overlap() const { return c.data(); }
  const double *residual() const { return r.data(); }
  const LinearSolver<Space, G> &linear_solver() const { return linear; }

 private:
  Space *space = nullptr;
  const Network *network = nullptr;
  const double *load = nullptr, *D = nullptr;
  SolverOptions options;
  SolverReport report;
  Tangent<Space, G> K;
  LinearSolver<Space, G> linear;
  Array<double> d, r, c, tangents, rate;
  double load_norm = 0.0, load_sum = 0.0, best = 0.0;
  double damping = 0.0;                      // of floppy motions, over the mean tangent
  double gained = 0.0, most_gained = 0.0;    // about the energy that a step has brought down
  int rough = 0;                             // steps since the residual was last brought down
  int idle = 0;                              // steps since anything was gained

  static constexpr double LINE_TOLERANCE = 1e-3;
  static constexpr int LOOSE_STEPS = 4, IDLE_STEPS = 20;

  void begin(const double *loads, const double *inertia, const SolverOptions &o)
  {
    load = loads;
    D = inertia;
    options = o;
    report = SolverReport();
    start_anew();
    space->template reduce<2>(network->nrows, LoadNorms<DOF>{load}, 0);
    const double *sums = space->fetch(2);
    load_norm = std::sqrt(sums[0]);
    load_sum = sums[1];
  }

  void start_anew()
  {
    best = HUGE_VAL;
    idle = 0;
    damping = gained = most_gained = 0.0;
    rough = 0;
  }

  /** Overlaps, tangents and residuals at u. */
  template <class Law> void evaluate(double *u)
  {
    space->forward(u, DOF);
    const auto rows = network->rows();
    space->for_each(rows.nrows,
                    Residual<Law, G>{rows, load, D, u, c.data(), tangents.data(), r.data()});
    space->template reduce<3>(rows.nrows, Products<DOF>{r.data(), r.data()}, 0);
    const double square = space->fetch(1)[0];
    report.residual = load_norm != 0.0 ? std::sqrt(square) / load_norm
                                       : (square > 0.0 ? HUGE_VAL : 0.0);
  }

  struct TangentMean {
    double pushing;    // number of contacts
    double mean;       // of w'' over those that push
  };

  TangentMean tangent_mean()
  {
    const auto rows = network->rows();
    space->template reduce<3>(rows.nrows, TangentSums<G>{rows, tangents.data()}, 0);
    const double *sums = space->fetch(3);
    return {sums[1], sums[1] > 0.0 ? sums[0] / sums[1] : 0.0};
  }

  bool nothing_pushes() { return tangent_mean().pushing == 0.0; }

  /** Where nothing pushes yet, a bilateral network of the stiffnesses is solved: all contacts can. */
  double mean_tangent()
  {
    TangentMean t = tangent_mean();
    if (t.pushing > 0.0) return t.mean;
    space->for_each(network->ncontacts, Copy{network->stiffness.data(), tangents.data()});
    return tangent_mean().mean;
  }

  template <class Law> void iterate(double *u)
  {
    while (report.residual > options.tolerance && report.steps < options.most_steps &&
           report.reason == SolverReport::STEPS)
      step<Law>(u);
  }

  template <class Law> void step(double *u)
  {
    const double before = report.residual;
    K.mu = std::max({damping, 1e-8 * std::min(1.0, before), 1e-12}) * mean_tangent();
    K.inertia = D;
    K.pack(*space, *network, tangents.data());
    const long products = report.products;
    const auto tick = [&](int n) {
      report.products = products + n;
      if (options.progress) options.progress(report);
    };
    report.products = products +
        linear.solve(*space, K, r.data(), d.data(), forcing() * before * load_norm, tick);
    report.steps++;
    search<Law>(u, 1.0);
    evaluate<Law>(u);
    if (!D && (opens_for_ever(d.data(), rate.data()) || opens_for_ever(u, c.data())))
      report.reason = SolverReport::INFEASIBLE;
    judge_progress();
  }

  /** Only the energy falls in every step; residuals may rise for many steps while the contacts that push are sorted out.
   *  Where neither has gained anything for long, nothing but round-off is left. */
  void judge_progress()
  {
    const bool better = report.residual < 0.5 * best;
    best = std::min(best, report.residual);
    most_gained = std::max(most_gained, gained);
    rough = better ? 0 : rough + 1;
    idle = better || gained > 1e-14 * most_gained ? 0 : idle + 1;
    if (idle >= IDLE_STEPS) report.reason = SolverReport::STALLED;
  }

  /** How well a step is solved, relative to the residual before it. The soft part of a network comes last in a solution by
   *  conjugate gradients: where loose steps bring nothing, better ones are needed. */
  double forcing() const
  {
    const double loose = std::min(0.1, std::sqrt(report.residual)),
                 factor = std::pow(0.1, std::min(6, std::max(0, rough - LOOSE_STEPS)));
    return std::max(factor * loose, std::min(0.1, 0.3 * options.tolerance / report.residual));
  }

  /** A step that meets new contacts after a small part of its way was a floppy motion that the load drives and mu does not
   *  hold: it makes u, and with it the round-off of the overlaps, large. */
  void adapt_damping(double t)
  {
    if (t < 0.01)
      damping = std::min(0.1, std::max(1e-6, 10.0 * damping));
    else if (t > 0.5)
      damping = damping > 1e-11 ? 0.1 * damping : 0.0;
  }

  /** Of the motion d. */
  void find_rate()
  {
    space->forward(d.data(), DOF);
    space->for_each(network->nrows, Rate<G>{network->rows(), d.data(), rate.data()});
  }

  /** To the minimum of the energy along d, not beyond most. Newton's steps are taken no longer than they are: what lies
   *  beyond is floppy, and u would only grow. */
  template <class Law> void search(double *u, double most)
  {
    const auto rows = network->rows();
    find_rate();
    space->template reduce<3>(rows.nrows, LineTerms<DOF>{load, D, u, d.data()}, 0);
    const double *sums = space->fetch(3);
    const double constant = sums[1] - sums[0], linear_term = sums[2];
    double derivative[2];
    const auto slope = [&](double t) {
      space->template reduce<2>(rows.nrows, Slope<Law, G>{rows, c.data(), rate.data(), t}, 0);
      const double *s = space->fetch(2);
      derivative[0] = constant + t * linear_term + s[0];
      derivative[1] = linear_term + s[1];
      return static_cast<const double *>(derivative);
    };
    const double slope0 = slope(0.0)[0];
    const LineMinimum minimum = line_minimum(slope, slope0, LINE_TOLERANCE, most);
    adapt_damping(minimum.t);
    gained = -slope0 * minimum.t;
    space->for_each(rows.nrows, Advance<DOF>{minimum.t, d.data(), u});
  }

  /** Hertz's tangent vanishes at zero overlap: start from Hooke's solution, on the right scale. */
  template <class Law> void start_from_hooke(double *u)
  {
    SolverOptions whole = options;
    options.tolerance = std::max(1e-4, options.tolerance);
    iterate<HookeLaw>(u);
    options = whole;
    if (report.reason == SolverReport::INFEASIBLE) return;
    report.reason = SolverReport::STEPS;
    const int n = DOF * network->nrows;
    space->for_each(n, Copy{u, d.data()});
    space->for_each(n, SetZero{u});
    evaluate<Law>(u);
    search<Law>(u, HUGE_VAL);
    evaluate<Law>(u);
    start_anew();
  }

  /** Is a motion a proof that no forces carry the load? Forces f >= 0 that carry it have load.motion = sum f_i c_i, and
   *  that is <= e sum f if the motion moves no two bodies together by more than e. Forces of half a million times the load are
   *  taken for all that could be meant. Where the load cannot be carried the energy has no lower bound, and steps and u
   *  become such motions. */
  bool opens_for_ever(const double *motion, const double *approach)
  {
    const auto rows = network->rows();
    const double e = space->maximum(rows.nrows, LargestOfRow<G>{rows, approach});
    space->template reduce<3>(rows.nrows, Products<DOF>{load, motion}, 0);
    const double *sums = space->fetch(3);
    const double work = sums[2], round_off = 1e-10 * std::sqrt(sums[0] * sums[1]);
    return work > round_off && 1e6 * load_sum * e < 0.5 * work;
  }

  /** Is the load, taken for a motion, such a proof? Weights that pull upwards need no step to tell. */
  bool load_opens_contacts()
  {
    if (D) return false;
    space->for_each(DOF * network->nrows, Copy{load, d.data()});
    find_rate();
    return opens_for_ever(d.data(), rate.data());
  }
};

}    // namespace VARDEM
#endif
