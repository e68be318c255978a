// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NO_TENSION_NEWTON_H
#define VARDEM_NO_TENSION_NEWTON_H

#include "kernels/contact/no_tension.h"
#include "solvers/convex_newton.h"
#include "solvers/scale.h"

#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- a network of contacts without tension, solved by ConvexNewton ---
//
//   min over u   1/2 u.D u - load.u + sum over contacts of w([c]_+),   c = -B u - gap the overlap
//
// Source: Olsen & Kamrin, arXiv:1805.07437, the dual of (36) with the sign of (32) corrected. The
// paper has D = 0 and closed contacts. To ConvexNewton this adds what is known of power laws: a
// start for Hertz' law, units for very large and very small numbers, and the proof that a load
// cannot be carried.

template <class Space, class G, template <class, class> class LinearSolver>
class NoTensionNewton : protected ConvexNewton<Space, G, LinearSolver> {
  using Base = ConvexNewton<Space, G, LinearSolver>;
  static_assert(G::ROWS == 1, "a power law has one number per contact");

 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Base::linear_solver;
  using Base::overlap;
  using Base::residual;
  using Base::setup;
  using typename Base::Inertia;
  using typename Base::Network;

  /** Finds the minimum and returns it in u, which has DOF numbers per column. u is also the start:
   *  set it to zero if no better one is known. load has DOF numbers per row. D may be null. */
  template <class Law>
  SolverReport solve(const double *load, Inertia inertia, double *u, const SolverOptions &options)
  {
    return solve_by<Law>(load, inertia, u, options, [&] {
      take_newton_steps<Law>(u, [] {
      });
    });
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

  const Scale &scale() const { return units; }
  const double *load() const { return loads; }
  const double *gap() const { return gaps; }    // or null
  ContactRows<G> rows() const
  {
    auto all = network->rows();
    if (!units.is_one()) all.stiffness = scaled_stiffness.data();
    return all;
  }

 protected:
  using Base::c;
  using Base::d;
  using Base::D;
  using Base::gaps;
  using Base::imbalance;
  using Base::load_norm;
  using Base::load_sum;
  using Base::loads;
  using Base::network;
  using Base::r;
  using Base::rate;
  using Base::report;
  using Base::space;

  Scale units;
  Array<double> scaled_stiffness, scaled_loads, scaled_inertia,
      scaled_gaps;    // empty unless units are changed

  /** Does what solve() does. steps() takes steps from the motion of the last evaluation. */
  template <class Law, class Steps>
  SolverReport solve_by(const double *load, Inertia inertia, double *u,
                        const SolverOptions &options, const Steps &steps)
  {
    minimize_by<Law>(load, inertia, u, options, steps);
    restore_units(u);
    return report;
  }

  /** Does the same, but leaves u, overlap(), residual(), rows() and load() in the units of
   *  scale(). */
  template <class Law, class Steps>
  SolverReport minimize_by(const double *load, Inertia inertia, double *u,
                           const SolverOptions &options, const Steps &steps)
  {
    if (!begin_at<Law>(load, inertia, u, options)) return refuse(u);
    if (!is_solved()) steps();
    this->conclude();
    return report;
  }

  /** Begins a solve, in units that suit it. Returns false if there are none. */
  template <class Law>
  bool begin_units(const double *load, Inertia inertia, double *u, const SolverOptions &options)
  {
    report = SolverReport();
    const double *gap = network->has_gaps ? network->gap.data() : nullptr;
    choose_units<Law>(load, inertia, gap, u);
    this->begin(load, inertia, gap, options);
    if (!units.is_one())
      for (double *length : {&this->options.motion, &this->options.closed_first})
        *length *= power_of_two(-units.motion);
    return report.reason != SolverReport::SCALE;
  }

  /** Begins a solve, and evaluates it at the start u, or at zero if that is better. Returns false
   *  if there are no units. */
  template <class Law>
  bool begin_at(const double *load, Inertia inertia, double *u, const SolverOptions &options)
  {
    if (!begin_units<Law>(load, inertia, u, options)) return false;
    const PowerEnergy<Law> energy{rows().stiffness};
    if (load_norm == 0.0 && !network->has_gaps)
      space->for_each(DOF * network->ncolumns, SetZero{u});
    this->evaluate(energy, u);
    if (imbalance > 1.0 && !(this->options.motion > 0.0)) {
      space->for_each(DOF * network->nrows, SetZero{u});
      this->evaluate(energy, u);
    }
    return true;
  }

  bool is_solved() const { return report.residual <= this->options.tolerance; }

  /** Changes the units of stiffnesses, loads, D, gaps and u if they are far from one
   *  (solvers/scale.h). */
  template <class Law>
  void choose_units(const double *&load, Inertia &inertia, const double *&gap, double *u)
  {
    units = Scale();
    const auto all = rows();
    report.load = space->maximum(all.nrows, LargestLoad<DOF>{load});
    report.stiffness = largest_of_contacts(*space, all, NumberOfContact{all.stiffness});
    if (report.load == 0.0) return;
    const Scale chosen = scale_of<Law>(report.stiffness, report.load);
    if (!chosen.fits())
      report.reason = SolverReport::SCALE;
    else if (!chosen.is_one())
      change_units(chosen, load, inertia, gap, u);
  }

  void change_units(const Scale &chosen, const double *&load, Inertia &inertia, const double *&gap,
                    double *u)
  {
    const auto convert = [&](int count, int exponent, const double *from, Array<double> &to) {
      space->allocate(to, count);
      space->for_each(count, Multiply{power_of_two(exponent), from, to.data()});
      return static_cast<const double *>(to.data());
    };
    const int nrows = network->nrows, ncontacts = network->ncontacts;
    convert(ncontacts, -chosen.stiffness, network->stiffness.data(), scaled_stiffness);
    load = convert(DOF * nrows, -chosen.force, load, scaled_loads);
    if (inertia)
      inertia.numbers =
          convert(DOF * nrows, chosen.motion - chosen.force, inertia.numbers, scaled_inertia);
    if (gap) gap = convert(ncontacts, -chosen.motion, gap, scaled_gaps);
    space->for_each(DOF * network->ncolumns, Multiply{power_of_two(-chosen.motion), u, u});
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

  /** Takes Newton steps from the motion of the last evaluation, u. after_step() may set a reason to
   *  stop. */
  template <class Law, class AfterStep>
  void take_newton_steps(double *u, const AfterStep &after_step)
  {
    if (this->nothing_pushes()) {
      if (load_opens_contacts())
        report.reason = SolverReport::INFEASIBLE;
      else if (!std::is_same<Law, HookeLaw>::value)
        start_from_hooke<Law>(u, after_step);
    }
    take_steps<Law>(u, after_step);
  }

  template <class Law, class AfterStep> void take_steps(double *u, const AfterStep &after_step)
  {
    this->iterate(PowerEnergy<Law>{rows().stiffness}, u, [&] {
      after_step();
      if (!D &&
          (opens_for_ever(d.data(), rate.data()) ||
           (!network->has_gaps && opens_for_ever(u, c.data()))))
        report.reason = SolverReport::INFEASIBLE;
    });
  }

  /** Starts from Hooke's solution, multiplied by the factor that is best for Hertz. Hertz's tangent
   *  vanishes at zero overlap, so there is no Newton step from u = 0. */
  template <class Law, class AfterStep>
  void start_from_hooke(double *u, const AfterStep &after_step)
  {
    const PowerEnergy<Law> energy{rows().stiffness};
    const double tolerance = this->options.tolerance;
    this->options.tolerance = std::max(1e-4, tolerance);
    take_steps<HookeLaw>(u, after_step);
    this->options.tolerance = tolerance;
    if (report.reason == SolverReport::INFEASIBLE) return;
    const bool capped = report.reason == SolverReport::PRODUCTS;
    report.reason = SolverReport::STEPS;
    const int n = DOF * network->nrows;
    space->for_each(n, Copy{u, d.data()});
    space->for_each(n, SetZero{u});
    this->evaluate(energy, u);
    this->search(energy, u, HUGE_VAL);
    this->evaluate(energy, u);
    this->start_anew();
    if (capped) report.reason = SolverReport::PRODUCTS;
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
    this->find_rate();
    return opens_for_ever(d.data(), rate.data());
  }
};

}    // namespace VARDEM
#endif
