// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NO_TENSION_NEWTON_H
#define VARDEM_NO_TENSION_NEWTON_H

#include "kernels/contact/no_tension.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/newton_progress.h"
#include "solvers/network/operator.h"
#include "solvers/network/scale.h"
#include "solvers/network/tangent.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- a network of contacts without tension, solved by a semismooth Newton method ---
//
//   min over u   1/2 u.D u - load.u + sum over contacts of w([c]_+),   c = -B u - gap the overlap
//
// Source: Olsen & Kamrin, arXiv:1805.07437, the dual of (36) with the sign of (32) corrected. The
// paper has D = 0 and closed contacts. D is an inertia over a time, or zero (contact_network.h),
// and w is the energy of a power law (kernels/contact/no_tension.h). The optimality condition is
// B^T f + load = D u with the forces f = w'(c). A term 1/2 |u - u_free|^2_D is written as D u_free
// in the load.
//
// Each Newton step solves (B^T w'' B + D + mu I) d = load + B^T f - D u, and then takes the exact
// minimum of the energy along d. The linear system is solved only as well as the step is worth
// (forcing terms). The small mu makes the matrix regular where the contacts that push leave a
// motion free. The forces do not depend on mu, because load + B^T f - D u vanishes at the end.
// Hooke's energy is piecewise quadratic, and the method minimizes it in finitely many steps (Sun,
// Math. Prog. 76 (1997) 349).
//
// LinearSolver is ConjugateGradients or SparseDirect.

template <class Space, class G, template <class, class> class LinearSolver>
class NoTensionNewton : protected NewtonProgress {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;
  using Inertia = DiagonalInertia<DOF>;
  using Operator = Tangent<Space, G>;
  using Solver = LinearSolver<Space, Operator>;

  /** Allocates memory for a network. The network must stay where it is until the last solve(). */
  void setup(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    allocate_columns(*space, n, d);
    space->allocate(r, DOF * n.nrows);
    for (auto *a : {&c, &rate, &tangents}) space->allocate(*a, n.ncontacts);
    K.setup(n);
    linear.setup(*space, K);
  }

  /** Finds the minimum and returns it in u, which has DOF numbers per column. u is also the start:
   *  set it to zero if no better one is known. load has DOF numbers per row. D may be null. */
  template <class Law>
  SolverReport solve(const double *load, Inertia inertia, double *u, const SolverOptions &o)
  {
    minimize_by<Law>(load, inertia, u, o, [&] {
      take_newton_steps<Law>(u, [] {
      });
    });
    restore_units(u);
    return report;
  }

  /** Converts u, overlap() and residual() from the units of scale() to the units of the caller. */
  void restore_units(double *u)
  {
    if (units.is_one()) return;
    const double motion = power_of_two(units.motion), force = power_of_two(units.force);
    space->for_each(DOF * network->ncolumns, Multiply{motion, u, u});
    space->for_each(network->ncontacts, Multiply{motion, c.data(), c.data()});
    space->for_each(DOF * network->nrows, Multiply{force, r.data(), r.data()});
    units = Scale();
  }

  /** The overlap of each contact and the residual of each row, at the end of solve(). */
  const double *overlap() const { return c.data(); }
  const double *residual() const { return r.data(); }
  const Scale &scale() const { return units; }
  const double *load() const { return loads; }
  const double *gap() const { return gaps; }    // or null
  ContactRows<G> rows() const
  {
    auto all = network->rows();
    if (!units.is_one()) all.stiffness = scaled_stiffness.data();
    return all;
  }
  const Solver &linear_solver() const { return linear; }
  Solver &linear_solver() { return linear; }    // for its options, before setup()

 protected:
  Space *space = nullptr;
  const Network *network = nullptr;
  const double *loads = nullptr;
  const double *gaps = nullptr;    // null without gaps, and where a process has no contacts
  Inertia D = nullptr;
  Array<double> d, r, c, tangents, rate;
  double load_norm = 0.0, load_sum = 0.0;
  Operator K;
  Solver linear;
  Scale units;
  // empty unless units are changed
  Array<double> scaled_stiffness, scaled_loads, scaled_inertia, scaled_gaps;
  Array<double> origin, closed;    // empty unless round-off asks for steps from_here()

  /** Finds the minimum by steps(), which take steps from the motion of the last evaluation. Leaves
   *  u, overlap(), residual(), rows() and load() in the units of scale(). */
  template <class Law, class Steps>
  SolverReport minimize_by(const double *load, Inertia inertia, double *u, const SolverOptions &o,
                           const Steps &steps)
  {
    if (!begin<Law>(load, inertia, u, o)) return refuse(u);
    if (!is_solved()) steps();
    conclude();
    return report;
  }

  bool is_solved() const { return report.residual <= options.tolerance; }

  /** Computes overlaps, tangents and residuals at u. */
  template <class Law> void evaluate(double *u)
  {
    space->forward(u, DOF);
    const auto with = [&](auto gap_of) {
      space->for_each(network->nrows,
                      Residual<Law, decltype(gap_of), G>{rows(), gap_of, D, loads, u, c.data(),
                                                         tangents.data(), r.data()});
    };
    gaps ? with(Gaps{gaps}) : with(NoGaps());
    const double norm = norm_of_rows<DOF>(*space, network->nrows, r.data());
    if (load_norm == 0.0) load_norm = push_norm<Law>();    // gaps < 0 push without a load
    imbalance = norm != 0.0 ? norm / load_norm : 0.0;
    report.residual = measure(r.data(), imbalance);
  }

  /** Measures forces of rows that are out of balance as the options say. norm: that of the forces,
   *  over that of the loads. */
  double measure(const double *forces, double norm)
  {
    if (norm == 0.0 || !std::isfinite(norm)) return norm;
    const int n = network->nrows;
    if (options.motion > 0.0)
      return space->maximum(n, MotionOfResidual<DOF>{D, forces}) / options.motion;
    if (!options.by_grain) return norm;
    const double mean = load_norm / std::sqrt(static_cast<double>(network->nbodies));
    return space->maximum(n, BodyResidual<DOF>{forces, loads, mean});
  }

  /** The scales at the motion of the last evaluation, u. The energy is the work of the contact
   *  forces along their overlaps. With inertia a solve does not go on behind the bound of round-off,
   *  which is far above the true one, so it has none. Uses the memory of d. */
  template <class Law> Scales find_scales(const double *u)
  {
    const auto all = rows();
    sum_over_contacts<2>(*space, all, Slope<Law>{all.stiffness, c.data(), c.data(), 0.0});
    const double energy = space->fetch(2)[0];
    if (D) return {0.0, energy};
    space->for_each(all.nrows,
                    RoundOffOfResidual<Law, G>{all, gaps, D, loads, u, c.data(), d.data()});
    const double norm = norm_of_rows<DOF>(*space, all.nrows, d.data());
    return {measure(d.data(), norm / load_norm), energy};
  }

  /** What the tangents of the last evaluation tell. */
  struct TangentMean {
    double pushing, all;    // number of contacts that push; of all contacts
    double mean;            // mean of w'' over contacts that push
  };

  TangentMean tangent_mean()
  {
    sum_over_contacts<3>(*space, network->rows(), TangentSums{tangents.data()});
    const double *sums = space->fetch(3);
    return {sums[1], sums[2], sums[1] > 0.0 ? sums[0] / sums[1] : 0.0};
  }

  /** mu over the mean tangent, at least. With gaps, normals turn behind a free motion, such as a
   *  turn of all spheres in a cylinder: round-off must not drive it. */
  double least_damping() const { return network->has_gaps && !D ? 1e-8 : 1e-12; }

  void find_rate()
  {
    space->forward(d.data(), DOF);
    space->for_each(network->nrows, Rate<G>{network->rows(), d.data(), rate.data()});
  }

  /** Takes Newton steps from the motion of the last evaluation, u. after_step() may set a reason to
   *  stop. */
  template <class Law, class AfterStep>
  void take_newton_steps(double *u, const AfterStep &after_step)
  {
    if (tangent_mean().pushing == 0.0) {
      if (load_opens_contacts())
        report.reason = SolverReport::INFEASIBLE;
      else if (!std::is_same<Law, HookeLaw>::value)
        start_from_hooke<Law>(u, after_step);
    }
    take_steps<Law>(u, after_step);
  }

  template <class Law, class AfterStep> void take_steps(double *u, const AfterStep &after_step)
  {
    const auto scales = [&] {
      return find_scales<Law>(u);
    };
    iterate(
        [&] {
          step<Law>(u);
          after_step();
          if (!D &&
              (opens_for_ever(d.data(), rate.data()) ||
               (!network->has_gaps && opens_for_ever(u, c.data()))))
            report.reason = SolverReport::INFEASIBLE;
        },
        scales);
    if (report.reason == SolverReport::STALLED && report.residual <= report.round_off && !D)
      from_here(u, [&] {
        iterate(
            [&] {
              step<Law>(u);
              after_step();
            },
            scales);
      });
  }

  /** Calls steps(), which take u for the motion from where it is now. What the contacts have closed
   *  until here counts as gaps. So the round-off of large motions, such as those of bodies that
   *  nothing holds, is a change of gaps by no more than eps u, and no part of the residual. */
  template <class Steps> void from_here(double *u, const Steps &steps)
  {
    const int n = DOF * network->nrows;
    const double *given = gaps;
    space->allocate(origin, n);
    space->allocate(closed, network->ncontacts);
    space->for_each(n, Copy{u, origin.data()});
    space->for_each(network->ncontacts, Multiply{-1.0, c.data(), closed.data()});
    space->for_each(DOF * network->ncolumns, SetZero{u});
    gaps = network->ncontacts ? closed.data() : nullptr;
    start_anew();
    report.reason = SolverReport::STEPS;
    steps();
    gaps = given;
    space->for_each(n, AddScaled{origin.data(), u, 1.0, u});
    space->forward(u, DOF);
  }

  /** Does a motion prove that no forces carry the load, unless their sum is more than two million
   *  times the sum of the loads? Let forces f >= 0 carry it: load + B^T f = 0. Then load.motion =
   *  -f.B motion = sum f_i c_i, with c = -B motion. If no c is more than e, this is at most e sum
   *  f_i, and so sum f_i >= load.motion / e. The test below asks whether that is more than 2e6
   *  times the sum of |load| over all bodies. With e = 0 no forces carry the load at all.
   *
   *  If the load cannot be carried, the energy has no lower bound, and the steps and u become such
   *  motions. A motion on which the load does hardly more work than round-off proves nothing. */
  bool opens_for_ever(const double *motion, const double *approach)
  {
    const auto all = network->rows();
    const double e = largest_of_contacts(*space, all, NumberOfContact{approach});
    space->template reduce<3>(all.nrows, Products<DOF>{loads, motion}, 0);
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

 private:
  static constexpr double LINE_TOLERANCE = 1e-3;

  /** Begins a solve in units that suit it, and evaluates it at the start u, or at zero if that is
   *  better. Returns false if there are no units. */
  template <class Law>
  bool begin(const double *load, Inertia inertia, double *u, const SolverOptions &o)
  {
    report = SolverReport();
    options = o;
    loads = load;
    D = inertia;
    gaps = network->has_gaps ? network->gap.data() : nullptr;
    choose_units<Law>(u);
    start_anew();
    space->template reduce<2>(network->nrows, LoadNorms<DOF>{loads}, 0);
    const double *sums = space->fetch(2);
    load_norm = std::sqrt(sums[0]);
    load_sum = sums[1];
    if (report.reason == SolverReport::SCALE) return false;
    if (load_norm == 0.0 && !network->has_gaps)
      space->for_each(DOF * network->ncolumns, SetZero{u});
    evaluate<Law>(u);
    if (imbalance > 1.0 && !(options.motion > 0.0)) {
      space->for_each(DOF * network->nrows, SetZero{u});
      evaluate<Law>(u);
    }
    return true;
  }

  /** Changes the units of stiffnesses, loads, D, gaps and u if they are far from one
   *  (solvers/network/scale.h). */
  template <class Law> void choose_units(double *u)
  {
    units = Scale();
    const auto all = rows();
    report.load = space->maximum(all.nrows, LargestLoad<DOF>{loads});
    report.stiffness = largest_of_contacts(*space, all, NumberOfContact{all.stiffness});
    if (report.load == 0.0) return;
    const Scale chosen = scale_of<Law>(report.stiffness, report.load);
    if (!chosen.fits())
      report.reason = SolverReport::SCALE;
    else if (!chosen.is_one())
      change_units(chosen, u);
  }

  void change_units(const Scale &chosen, double *u)
  {
    const auto convert = [&](int count, int exponent, const double *from, Array<double> &to) {
      space->allocate(to, count);
      space->for_each(count, Multiply{power_of_two(exponent), from, to.data()});
      return static_cast<const double *>(to.data());
    };
    const int nrows = network->nrows, ncontacts = network->ncontacts;
    convert(ncontacts, -chosen.stiffness, network->stiffness.data(), scaled_stiffness);
    loads = convert(DOF * nrows, -chosen.force, loads, scaled_loads);
    if (D)
      D.numbers = convert(DOF * nrows, chosen.motion - chosen.force, D.numbers, scaled_inertia);
    if (gaps) gaps = convert(ncontacts, -chosen.motion, gaps, scaled_gaps);
    space->for_each(DOF * network->ncolumns, Multiply{power_of_two(-chosen.motion), u, u});
    for (double *length : {&options.motion, &options.closed_first})
      *length *= power_of_two(-chosen.motion);
    units = chosen;
  }

  /** Ends without a solution: all forces are zero, and the load is not balanced. */
  SolverReport refuse(double *u)
  {
    space->for_each(DOF * network->nrows, SetZero{u});
    space->for_each(network->ncontacts, SetZero{c.data()});
    space->for_each(DOF * network->nrows, Copy{loads, r.data()});
    return report;
  }

  /** The 2-norm of all forces at the present overlaps. */
  template <class Law> double push_norm()
  {
    const auto all = rows();
    sum_over_contacts<3>(*space, all, PushSums<ForcesOfLaw<Law>>{{all.stiffness, c.data()}});
    return std::sqrt(space->fetch(3)[1]);
  }

  /** Starts from Hooke's solution, multiplied by the factor that is best for Hertz. Hertz's tangent
   *  vanishes at zero overlap, so there is no Newton step from u = 0. */
  template <class Law, class AfterStep>
  void start_from_hooke(double *u, const AfterStep &after_step)
  {
    const double tolerance = options.tolerance;
    options.tolerance = std::max(1e-4, tolerance);
    take_steps<HookeLaw>(u, after_step);
    options.tolerance = tolerance;
    if (report.reason == SolverReport::INFEASIBLE) return;
    const bool capped = report.reason == SolverReport::PRODUCTS;
    report.reason = SolverReport::STEPS;
    const int n = DOF * network->nrows;
    space->for_each(n, Copy{u, d.data()});
    space->for_each(n, SetZero{u});
    evaluate<Law>(u);
    search<Law>(u, HUGE_VAL);
    evaluate<Law>(u);
    start_anew();
    if (capped) report.reason = SolverReport::PRODUCTS;
  }

  /** Moves u to the minimum of the energy along d, but by no more than most times d. Newton's steps
   *  have most = 1: a minimum further away belongs to a floppy motion, and would only make u
   *  large. */
  template <class Law> void search(double *u, double most)
  {
    const auto all = rows();
    find_rate();
    space->template reduce<3>(all.nrows, LineTerms<DOF>{D, loads, u, d.data()}, 0);
    const double *sums = space->fetch(3);
    const double constant = sums[1] - sums[0], linear_term = sums[2];
    double derivative[2];
    const auto slope = [&](double t) {
      sum_over_contacts<2>(*space, all, Slope<Law>{all.stiffness, c.data(), rate.data(), t});
      const double *s = space->fetch(2);
      derivative[0] = constant + t * linear_term + s[0];
      derivative[1] = linear_term + s[1];
      return static_cast<const double *>(derivative);
    };
    const double slope0 = slope(0.0)[0];
    const LineMinimum minimum = line_minimum(slope, slope0, LINE_TOLERANCE, most);
    adapt_damping(minimum.t);
    gained = -slope0 * minimum.t;
    space->for_each(DOF * all.nrows, AddScaled{u, d.data(), minimum.t, u});
  }

  /** Chooses mu, in proportion to the mean of w'', and returns how far the step may go, in units of
   *  d. If no contact pushes and there is no inertia, the step is taken as if all contacts were
   *  closed. Across gaps it may go any way. */
  double choose_mu()
  {
    const double *stiffness = rows().stiffness;
    TangentMean t = tangent_mean();
    double most = 1.0;
    if (t.pushing == 0.0 && !D) {
      space->for_each(network->ncontacts, Copy{stiffness, tangents.data()});
      t = tangent_mean();
      if (network->has_gaps) most = HUGE_VAL;
    } else if (options.closed_first >= 0.0 && report.steps == 0) {
      space->for_each(network->ncontacts,
                      ClosedTangents{stiffness, c.data(), options.closed_first, tangents.data()});
      t = tangent_mean();
    }
    K.mu = std::max({damping, 1e-8 * std::min(1.0, imbalance), least_damping()}) * t.mean;
    return most;
  }

  template <class Law> void step(double *u)
  {
    const double most = choose_mu();
    K.inertia = D;
    K.pack(*space, tangents.data());
    const long before = report.products;
    report.products = before +
        refresh_and_solve(linear, *space, K, r.data(), d.data(), forcing() * imbalance * load_norm,
                          counter());
    report.steps++;
    search<Law>(u, most);
    evaluate<Law>(u);
  }
};

}    // namespace VARDEM
#endif
