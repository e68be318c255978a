/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_NO_TENSION_NEWTON_H
#define VARDEM_NO_TENSION_NEWTON_H

#include "solvers/line_minimum.h"
#include "solvers/network_loops.h"
#include "solvers/scale.h"
#include "solvers/solver_report.h"
#include "solvers/tangent.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- a network of contacts without tension, solved by a semismooth Newton method ---
//
//   min over u   1/2 u.D u - load.u + sum over contacts of w([c]_+),   c = -B u the overlap
//
// Source: Olsen & Kamrin, arXiv:1805.07437, the dual of (36) with the sign of (32) corrected. The
// paper has D = 0; here D is diagonal. The optimality condition is B^T f + load = D u, so the forces
// f = w'(c) are those of (36). A term 1/2 |u - u_free|^2_D is written as D u_free in the load.
//
// Each Newton step solves (B^T diag(w'') B + D + mu I) d = load + B^T f - D u, and then takes the
// exact minimum of the energy along d. The linear system is solved only as well as the step is worth
// (forcing terms). The small mu makes the matrix regular where the contacts that push leave a motion
// free. The forces do not depend on mu, because load + B^T f - D u vanishes at the end. Hooke's
// energy is piecewise quadratic, and the method minimizes it in finitely many steps (Sun, Math.
// Prog. 76 (1997) 349).
//
// LinearSolver is ConjugateGradients or SparseDirect.

template <class Space, class G, template <class, class> class LinearSolver> class NoTensionNewton {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;

  /** Allocates memory for a network. The network must stay where it is until the last solve(). */
  void setup(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    allocate_columns(*space, n, d);
    space->allocate(r, DOF * n.nrows);
    for (auto *a : {&c, &tangents, &rate}) space->allocate(*a, n.ncontacts);
    linear.setup(*space, n);
  }

  /** Finds the minimum and returns it in u, which has DOF numbers per column. u is also the start: set
   *  it to zero if no better one is known. load has DOF numbers per row, and so has D unless it is
   *  null. */
  template <class Law>
  SolverReport solve(const double *load, const double *D, double *u, const SolverOptions &options)
  {
    minimize<Law>(load, D, u, options);
    restore_units(u);
    return report;
  }

  /** Does the same, but leaves u, overlap(), residual(), rows() and load() in the units of scale().
   *  restore_units() then brings them back to the units of the caller. */
  template <class Law>
  SolverReport minimize(const double *load, const double *D, double *u,
                        const SolverOptions &options)
  {
    begin<Law>(load, D, u, options);
    if (report.reason == SolverReport::SCALE) return report;
    if (load_norm == 0.0) space->for_each(DOF * network->nrows, SetZero{u});
    evaluate<Law>(u);
    if (report.residual > 1.0) {    // this start is worse than zero
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

  void restore_units(double *u)
  {
    if (units.is_one()) return;
    const double motion = power_of_two(units.motion), force = power_of_two(units.force);
    space->for_each(DOF * network->ncolumns, Multiply{motion, u, u});
    space->for_each(network->ncontacts, Multiply{motion, c.data(), c.data()});
    space->for_each(DOF * network->nrows, Multiply{force, r.data(), r.data()});
    units = Scale();
  }

  const Scale &scale() const { return units; }
  const double *load() const { return loads; }
  ContactRows<G> rows() const
  {
    auto all = network->rows();
    if (!units.is_one()) all.stiffness = scaled_stiffness.data();
    return all;
  }

  /** The overlap of each contact and the residual of each row, at the end of solve(). */
  const double *overlap() const { return c.data(); }
  const double *residual() const { return r.data(); }
  const LinearSolver<Space, G> &linear_solver() const { return linear; }

 private:
  Space *space = nullptr;
  const Network *network = nullptr;
  const double *loads = nullptr, *D = nullptr;
  Scale units;
  SolverOptions options;
  SolverReport report;
  Tangent<Space, G> K;
  LinearSolver<Space, G> linear;
  Array<double> d, r, c, tangents, rate;
  Array<double> scaled_stiffness, scaled_loads, scaled_inertia;    // empty unless units are changed
  double load_norm = 0.0, load_sum = 0.0, best = 0.0;
  double damping =
      0.0;    // mu over the mean tangent, where floppy motions ask for more than the least
  double gained = 0.0, most_gained = 0.0;    // estimates of how much a step has lowered the energy
  int rough = 0;                             // steps since the residual last fell to half its best
  int idle = 0;                              // steps since residual or energy last improved

  static constexpr double LINE_TOLERANCE = 1e-3;
  static constexpr int LOOSE_STEPS = 4, IDLE_STEPS = 20;

  template <class Law>
  void begin(const double *load, const double *inertia, double *u, const SolverOptions &o)
  {
    loads = load;
    D = inertia;
    options = o;
    report = SolverReport();
    start_anew();
    choose_units<Law>(u);
    space->template reduce<2>(network->nrows, LoadNorms<DOF>{loads}, 0);
    const double *sums = space->fetch(2);
    load_norm = std::sqrt(sums[0]);
    load_sum = sums[1];
  }

  /** Changes the units of stiffnesses, loads, D and u if they are far from one (solvers/scale.h). */
  template <class Law> void choose_units(double *u)
  {
    units = Scale();
    const auto all = rows();
    report.load = space->maximum(all.nrows, LargestLoad<DOF>{loads});
    report.stiffness = space->maximum(all.nrows, LargestOfRow<G>{all, all.stiffness});
    if (report.load == 0.0) return;
    const Scale chosen = scale_of<Law>(report.stiffness, report.load);
    if (!chosen.fits())
      refuse(u);
    else if (!chosen.is_one())
      change_units(chosen, u);
  }

  void change_units(const Scale &chosen, double *u)
  {
    const int n = DOF * network->nrows;
    const auto convert = [&](int count, int exponent, const double *from, Array<double> &to) {
      space->allocate(to, count);
      space->for_each(count, Multiply{power_of_two(exponent), from, to.data()});
      return static_cast<const double *>(to.data());
    };
    convert(network->ncontacts, -chosen.stiffness, network->stiffness.data(), scaled_stiffness);
    loads = convert(n, -chosen.force, loads, scaled_loads);
    if (D) D = convert(n, chosen.motion - chosen.force, D, scaled_inertia);
    space->for_each(DOF * network->ncolumns, Multiply{power_of_two(-chosen.motion), u, u});
    units = chosen;
  }

  /** Ends without a solution: all forces are zero, and the load is not balanced. */
  void refuse(double *u)
  {
    report.reason = SolverReport::SCALE;
    space->for_each(DOF * network->nrows, SetZero{u});
    space->for_each(network->ncontacts, SetZero{c.data()});
    space->for_each(DOF * network->nrows, Copy{loads, r.data()});
  }

  void start_anew()
  {
    best = HUGE_VAL;
    idle = 0;
    damping = gained = most_gained = 0.0;
    rough = 0;
  }

  /** Computes overlaps, tangents and residuals at u. */
  template <class Law> void evaluate(double *u)
  {
    space->forward(u, DOF);
    const auto rows = this->rows();
    space->for_each(rows.nrows,
                    Residual<Law, G>{rows, loads, D, u, c.data(), tangents.data(), r.data()});
    space->template reduce<3>(rows.nrows, Products<DOF>{r.data(), r.data()}, 0);
    const double square = space->fetch(1)[0];
    report.residual = load_norm != 0.0 ? std::sqrt(square) / load_norm
                                       : (square > 0.0 ? HUGE_VAL : 0.0);
  }

  struct TangentMean {
    double pushing;    // number of contacts that push
    double mean;       // mean of w'' over those contacts
  };

  TangentMean tangent_mean()
  {
    const auto rows = this->rows();
    space->template reduce<3>(rows.nrows, TangentSums<G>{rows, tangents.data()}, 0);
    const double *sums = space->fetch(3);
    return {sums[1], sums[1] > 0.0 ? sums[0] / sums[1] : 0.0};
  }

  bool nothing_pushes() { return tangent_mean().pushing == 0.0; }

  /** Returns the mean of w'' over the contacts that push. If none pushes, the step is taken as if all
   *  contacts pushed, with their stiffnesses as tangents. */
  double mean_tangent()
  {
    TangentMean t = tangent_mean();
    if (t.pushing > 0.0) return t.mean;
    space->for_each(network->ncontacts, Copy{rows().stiffness, tangents.data()});
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

  /** Stops the iteration when neither the residual nor the energy has improved for many steps: only
   *  round-off is left then. The residual alone cannot tell. It may rise for many steps, while the
   *  method finds out which contacts push; only the energy falls in every step. */
  void judge_progress()
  {
    const bool better = report.residual < 0.5 * best;
    best = std::min(best, report.residual);
    most_gained = std::max(most_gained, gained);
    rough = better ? 0 : rough + 1;
    idle = better || gained > 1e-14 * most_gained ? 0 : idle + 1;
    if (idle >= IDLE_STEPS) report.reason = SolverReport::STALLED;
  }

  /** Returns the tolerance of a step's linear system, relative to the residual before it. Conjugate
   *  gradients solve the soft part of a network last, so the tolerance is reduced after some steps
   *  that have not lowered the residual. */
  double forcing() const
  {
    const double loose = std::min(0.1, std::sqrt(report.residual)),
                 factor = std::pow(0.1, std::min(6, std::max(0, rough - LOOSE_STEPS)));
    return std::max(factor * loose, std::min(0.1, 0.3 * options.tolerance / report.residual));
  }

  /** Chooses mu from the length t of the last step. A step that is stopped by new contacts after a
   *  small part of its way was a floppy motion, driven by the load and not limited by mu. Such steps
   *  make u large, and with it the round-off of the overlaps. */
  void adapt_damping(double t)
  {
    if (t < 0.01)
      damping = std::min(0.1, std::max(1e-6, 10.0 * damping));
    else if (t > 0.5)
      damping = damping > 1e-11 ? 0.1 * damping : 0.0;
  }

  /** Computes how fast the motion d changes the overlaps. */
  void find_rate()
  {
    space->forward(d.data(), DOF);
    space->for_each(network->nrows, Rate<G>{rows(), d.data(), rate.data()});
  }

  /** Moves u to the minimum of the energy along d, but by no more than most times d. Newton's steps
   *  have most = 1: a minimum further away belongs to a floppy motion, and would only make u large. */
  template <class Law> void search(double *u, double most)
  {
    const auto rows = this->rows();
    find_rate();
    space->template reduce<3>(rows.nrows, LineTerms<DOF>{loads, D, u, d.data()}, 0);
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

  /** Starts from Hooke's solution, multiplied by the factor that is best for Hertz. Hertz's tangent
   *  vanishes at zero overlap, so there is no Newton step from u = 0. */
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

  /** Does a motion prove that no forces carry the load, unless their sum is more than two million times
   *  the sum of the loads? Let forces f >= 0 carry it: load + B^T f = 0. Then load.motion =
   *  -f.B motion = sum f_i c_i, with the overlaps c = -B motion. If no overlap is more than e, this is
   *  at most e sum f_i, and so sum f_i >= load.motion / e. The test below asks whether that is more
   *  than 2e6 times the sum of |load| over all bodies. With e = 0 no forces carry the load at all.
   *
   *  If the load cannot be carried, the energy has no lower bound, and the steps and u become such
   *  motions. A motion on which the load does hardly more work than round-off proves nothing. */
  bool opens_for_ever(const double *motion, const double *approach)
  {
    const auto rows = this->rows();
    const double e = space->maximum(rows.nrows, LargestOfRow<G>{rows, approach});
    space->template reduce<3>(rows.nrows, Products<DOF>{loads, motion}, 0);
    const double *sums = space->fetch(3);
    const double work = sums[2], round_off = 1e-10 * std::sqrt(sums[0] * sums[1]);
    return work > round_off && 1e6 * load_sum * e < 0.5 * work;
  }

  /** Is the load itself, taken for a motion, such a proof? It is, for example, where weights pull
   *  upwards. Then no step is needed. */
  bool load_opens_contacts()
  {
    if (D) return false;
    space->for_each(DOF * network->nrows, Copy{loads, d.data()});
    find_rate();
    return opens_for_ever(d.data(), rate.data());
  }
};

}    // namespace VARDEM
#endif
