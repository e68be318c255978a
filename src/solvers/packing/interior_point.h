// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_INTERIOR_POINT_H
#define VARDEM_INTERIOR_POINT_H

#include "solvers/packing/no_tension_newton.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- a network of contacts without tension, solved by an interior-point method ---
//
// The problem is the one of NoTensionNewton. Each contact has a force f > 0 and a slack s > 0. The
// equations are
//   load + B^T f = D u,   c + s = g(f),   f s = mu
//       with the overlap c = -B u - gap, and g the inverse of the law
// for mu that goes to zero. A contact then either pushes (s = 0) or is open (f = 0). Where Newton's
// method opens and closes contacts one after the other, all of them move at the same time here, so
// that the number of steps hardly grows with the size of a disordered packing.
//
// Source: Mehrotra, SIAM J. Optim. 2 (1992) 575. Each step solves two systems with the same matrix
// B^T W B + D, W = 1/(g' + s/f). The linear solver finds them only as accurately as it pays, and
// the second one as a change of the first. It should have a good preconditioner, because W spreads
// over many orders of magnitude.
//
// The result is judged as in NoTensionNewton, by the forces that follow from u. If the steps end
// before those balance the load, NoTensionNewton goes on from the best u.

/** Force and slack of each contact, and what the law makes of them. */
template <class Law> struct InteriorState {
  const double *stiffness, *overlap;
  double *force, *slack;

  /** g(f) */
  VARDEM_INLINE double law(int c) const { return Law::overlap(stiffness[c], force[c]); }
  /** c + s - g(f) */
  VARDEM_INLINE double defect(int c) const { return overlap[c] + slack[c] - law(c); }
  /** W */
  VARDEM_INLINE double weight(int c) const
  {
    return 1.0 / (1.0 / Law::tangent(stiffness[c], law(c)) + slack[c] / force[c]);
  }
};

/** A step of forces and slacks, for the overlaps that the step of u causes. */
template <class Law> struct InteriorStep {
  InteriorState<Law> now;
  const double *weight, *rate;
  const double *target;    // what f s + s df + f ds shall be; null: zero

  /** (target - f s)/f */
  VARDEM_INLINE double centring(int c) const
  {
    return (target ? target[c] / now.force[c] : 0.0) - now.slack[c];
  }
  /** The force that the right-hand side has. */
  VARDEM_INLINE double push(int c) const
  {
    return now.force[c] + weight[c] * (now.defect(c) + centring(c));
  }
  VARDEM_INLINE double of_force(int c) const
  {
    return weight[c] * (rate[c] + now.defect(c) + centring(c));
  }
  VARDEM_INLINE double of_slack(int c, double of_force) const
  {
    return centring(c) - now.slack[c] / now.force[c] * of_force;
  }
};

/** Forces for BalanceOf: those of bilateral contacts, ... */
struct BilateralForces {
  const double *stiffness, *overlap;

  VARDEM_INLINE double push(int c) const { return stiffness[c] * overlap[c]; }
};

/** ... and what the target adds to InteriorStep::push(). */
struct TargetForces {
  const double *weight, *target, *force;

  VARDEM_INLINE double push(int c) const { return weight[c] * target[c] / force[c]; }
};

/** Sets force and slack well inside of what is allowed, at a distance of `least`. */
template <class Law> struct StartInside {
  InteriorState<Law> state;
  double least;

  VARDEM_INLINE void operator()(int c) const
  {
    const double k = state.stiffness[c];
    if (std::is_same<Law, HookeLaw>::value) {
      const double push = k * state.overlap[c];
      state.force[c] = (push > 0.0 ? push : 0.0) + least;
      state.slack[c] = ((push < 0.0 ? -push : 0.0) + least) / k;
    } else {
      state.force[c] = least;
      state.slack[c] = state.law(c);
    }
  }
};

/** Sets force and slack from the motion. The force is at least `least`, and so the slack is
 *  bounded, too. */
template <class Law> struct StartAtMotion {
  InteriorState<Law> state;
  double least;

  VARDEM_INLINE void operator()(int c) const
  {
    const double k = state.stiffness[c], push = Law::force(k, state.overlap[c]);
    state.force[c] = push > least ? push : least;
    const double s = state.law(c) - state.overlap[c], least_slack = Law::overlap(k, least);
    state.slack[c] = s > least_slack ? s : least_slack;
  }
};

/** Computes W. Adds up: f s, f g(f), W, number of contacts. */
template <class Law> struct InteriorSums {
  InteriorState<Law> state;
  double *weight;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<4> &sums) const
  {
    weight[c] = state.weight(c);
    sums.s[0] += share * state.force[c] * state.slack[c];
    sums.s[1] += share * state.force[c] * state.law(c);
    sums.s[2] += share * weight[c];
    sums.s[3] += share;
  }
};

/** Returns the inverse of the longest step that contact c allows. */
template <class Law> struct ShortestReach {
  InteriorStep<Law> step;

  VARDEM_INLINE double operator()(int c) const
  {
    const double df = step.of_force(c), ds = step.of_slack(c, df);
    const double a = -df / step.now.force[c], b = -ds / step.now.slack[c];
    return a > b ? a : b;
  }
};

/** Adds up: f s after a step of length a. */
template <class Law> struct ComplementaritySum {
  InteriorStep<Law> step;
  double a;

  VARDEM_INLINE void operator()(int, int c, double share, Sums<1> &sums) const
  {
    const double df = step.of_force(c), ds = step.of_slack(c, df);
    sums.s[0] += share * (step.now.force[c] + a * df) * (step.now.slack[c] + a * ds);
  }
};

/** Sets the target of the corrector: centre - df ds. */
template <class Law> struct SetTarget {
  InteriorStep<Law> step;
  double centre;
  double *target;

  VARDEM_INLINE void operator()(int c) const
  {
    const double df = step.of_force(c);
    target[c] = centre - df * step.of_slack(c, df);
  }
};

template <class Law> struct MoveInside {
  InteriorStep<Law> step;
  double a;

  VARDEM_INLINE void operator()(int c) const
  {
    const double df = step.of_force(c), ds = step.of_slack(c, df);
    step.now.force[c] += a * df;
    step.now.slack[c] += a * ds;
  }
};

template <class Space, class G, template <class, class> class LinearSolver>
class InteriorPoint : public NoTensionNewton<Space, G, LinearSolver> {
  using Base = NoTensionNewton<Space, G, LinearSolver>;

 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Base::restore_units;
  using Base::rows;
  using typename Base::Inertia;

  /** Motions of a body on which its contacts can act: DOF, or 2 for spheres in two dimensions. */
  int free_motions = DOF;

  /** As NoTensionNewton has it. u is the start if it nearly solves the problem. */
  template <class Law>
  SolverReport solve(const double *load, Inertia inertia, double *u, const SolverOptions &options)
  {
    this->template minimize_by<Law>(load, inertia, u, options, [&] {
      take_interior_steps<Law>(u);
    });
    restore_units(u);
    return report;
  }

 protected:
  using Base::D;
  using Base::linear;
  using Base::loads;
  using Base::network;
  using Base::report;
  using Base::space;

  /** Takes steps of this method, and then Newton steps from the best motion. Memory is allocated
   *  here, because few solves need it. */
  template <class Law> void take_interior_steps(double *u)
  {
    if (this->load_opens_contacts()) {
      report.reason = SolverReport::INFEASIBLE;
      return;
    }
    if (report.steps >= this->options.most_steps) return;
    allocate();
    best = duality_gap = last_halved = HUGE_VAL;
    interior_steps = idle = 0;
    keep_best(u);
    if (start<Law>(u)) {
      while (go_on(u)) step<Law>(u);
    }
    space->for_each(DOF * network->nrows, Copy{best_u.data(), u});
    this->template evaluate<Law>(u);
    if (report.reason != SolverReport::STEPS) return;
    this->start_anew();
    this->template take_steps<Law>(u, [] {
    });
  }

 private:
  using Base::c;
  using Base::d;
  using Base::imbalance;
  using Base::K;
  using Base::load_norm;
  using Base::r;
  using Base::rate;
  using Base::tangents;

  static constexpr int MOST_STEPS = 60, IDLE_STEPS = 15;
  static constexpr double LEAST_GAP = 1e-16;    // below it forces and slacks are lost in round-off
  static constexpr double LARGE_GAP = 5.0, TIGHT = 1e-2;
  static constexpr double START = 10.0, NEARLY_BALANCED = 0.5;

  Array<double> force, slack, target;    // of contacts
  Array<double> best_u, predicted;       // the best motion; the predictor's step
  double best = 0.0, duality_gap = 0.0, last_halved = 0.0;
  int interior_steps = 0, idle = 0;

  template <class Law> InteriorState<Law> state()
  {
    return {rows().stiffness, c.data(), force.data(), slack.data()};
  }

  void allocate()
  {
    for (auto *a : {&force, &slack, &target}) space->allocate(*a, network->ncontacts);
    space->allocate(best_u, DOF * network->nrows);
    space->allocate(predicted, DOF * network->nrows);
  }

  void keep_best(const double *u)
  {
    const double now = std::min(report.residual, duality_gap);
    idle = now < 0.5 * last_halved ? 0 : idle + 1;
    if (idle == 0) last_halved = now;
    if (!(report.residual < best)) return;
    best = report.residual;
    space->for_each(DOF * network->nrows, Copy{u, best_u.data()});
  }

  bool go_on(double *u)
  {
    if (!std::isfinite(report.residual)) return false;
    keep_best(u);
    if (report.residual <= this->options.tolerance || idle > IDLE_STEPS ||
        !(duality_gap > LEAST_GAP) || interior_steps >= MOST_STEPS ||
        report.steps >= this->options.most_steps)
      return false;
    if (is_proof(u))
      report.reason = SolverReport::INFEASIBLE;
    else if (report.products >= this->options.most_products)
      report.reason = SolverReport::PRODUCTS;
    return report.reason == SolverReport::STEPS;
  }

  /** Does u or its last change prove that the load cannot be carried? */
  bool is_proof(const double *u)
  {
    if (D) return false;
    return (interior_steps > 0 && this->opens_for_ever(d.data(), rate.data())) ||
        (!network->has_gaps && this->opens_for_ever(u, c.data()));
  }

  /** Returns false if no contact carries anything. */
  template <class Law> bool start(double *u)
  {
    return imbalance < NEARLY_BALANCED ? start_warm<Law>() : start_cold<Law>(u);
  }

  /** Starts from the motion of the last evaluation. It nearly balances the load, as the motion of
   *  the last solve does in a simulation. A distance of one mean force takes half of the steps and
   *  products of a cold start. */
  template <class Law> bool start_warm()
  {
    const double m = mean_push(ForcesOfLaw<Law>{rows().stiffness, c.data()});
    if (!(m > 0.0) || !std::isfinite(m)) return false;
    space->for_each(network->ncontacts, StartAtMotion<Law>{state<Law>(), m});
    return true;
  }

  /** The mean of the moduli of these forces. */
  template <class Forces> double mean_push(const Forces &forces)
  {
    sum_over_contacts<3>(*space, rows(), PushSums<Forces>{forces});
    const double *sums = space->fetch(3);
    return sums[2] > 0.0 ? sums[0] / sums[2] : 0.0;
  }

  /** Are n contacts as many as the free motions? Then at most one set of forces carries a load, and
   *  the set of bilateral contacts is the solution if it has no tension. Many fewer contacts carry
   *  few loads, and their system is hard to solve. */
  bool is_isostatic(double n) const
  {
    const double motions = static_cast<double>(free_motions) * network->nbodies;
    return n <= motions && n >= 0.99 * motions;
  }

  /** Starts from the motion of bilateral contacts (Hooke), or from zero. */
  template <class Law> bool start_cold(double *u)
  {
    const auto all = rows();
    space->for_each(DOF * network->nrows, SetZero{u});
    this->template evaluate<Law>(u);
    space->for_each(network->ncontacts, Copy{all.stiffness, tangents.data()});
    const auto t = this->tangent_mean();
    balance(BilateralForces{all.stiffness, c.data()}, u);
    prepare(t.all > 0.0 ? t.mean * t.pushing / t.all : 0.0);
    const bool exact = std::is_same<Law, HookeLaw>::value && is_isostatic(t.all);
    solve_linear((exact ? std::min(1e-3, 0.3 * this->options.tolerance) : 1e-3) * load_norm);
    space->for_each(DOF * network->nrows, Copy{d.data(), u});
    this->template evaluate<Law>(u);
    const double m = mean_push(BilateralForces{all.stiffness, c.data()});
    if (!(m > 0.0) || !std::isfinite(m)) return false;
    if (!std::is_same<Law, HookeLaw>::value) {
      space->for_each(DOF * network->nrows, SetZero{u});
      this->template evaluate<Law>(u);
    }
    space->for_each(network->ncontacts, StartInside<Law>{state<Law>(), START * m});
    return true;
  }

  /** Puts load - D u + B^T push into r, and returns its norm over the norm of the load. */
  template <class Forces> double balance(const Forces &forces, const double *u)
  {
    space->for_each(network->nrows, BalanceOf<Forces, G>{rows(), forces, D, loads, u, r.data()});
    return norm_of_rows<DOF>(*space, network->nrows, r.data()) / load_norm;
  }

  /** Sets K up from the weights in `tangents`. */
  void prepare(double mean)
  {
    K.mu = this->least_damping() * mean;
    K.inertia = D;
    K.pack(*space, tangents.data());
    linear.refresh(*space, K);
  }

  /** Solves K d = r, and finds how d changes the overlaps. */
  void solve_linear(double largest_residual)
  {
    const long before = report.products;
    report.products = before +
        linear.solve_again(*space, K, r.data(), d.data(), largest_residual, this->counter());
    this->find_rate();
  }

  /** Adds to d what a change of the right-hand side adds. r still has what was left of the first
   *  solution. */
  void correct(const TargetForces &change, const double *u, double largest_residual)
  {
    const int n = network->nrows;
    space->for_each(DOF * n, Copy{d.data(), predicted.data()});
    space->for_each(n, BalanceOf<TargetForces, G>{rows(), change, nullptr, r.data(), u, r.data()});
    solve_linear(largest_residual);
    space->for_each(DOF * n, AddScaled{d.data(), predicted.data(), 1.0, d.data()});
    this->find_rate();
  }

  template <class Law> double longest(const InteriorStep<Law> &step)
  {
    const double shortest = space->maximum(network->ncontacts, ShortestReach<Law>{step});
    return shortest > 0.0 ? 1.0 / shortest : HUGE_VAL;
  }

  /** The residual of the linear systems, over the norm of the load. A duality gap that has grown is
   *  a sign that the load cannot be carried: the proof of it needs a motion that is accurate. */
  double inner_tolerance(double res) const
  {
    // The residual of each grain may be larger than the norm of all (by_grain).
    const double norms = report.residual > 0.0 ? imbalance / report.residual : 1.0;
    const double least = std::min(1e-10, 0.1 * this->options.tolerance * norms);
    const double loose = 0.3 * std::min(1.0, std::max(0.1 * res, std::min(res, duality_gap)));
    return std::max(least, duality_gap > LARGE_GAP ? TIGHT * loose : loose);
  }

  template <class Law> void step(double *u)
  {
    const auto all = rows();
    sum_over_contacts<4>(*space, all, InteriorSums<Law>{state<Law>(), tangents.data()});
    const double *sums = space->fetch(4);
    const double contacts = sums[3], mu = sums[0] / contacts, mean = sums[2] / contacts;
    duality_gap = sums[0] / sums[1];
    const double res = balance(StoredForces{force.data()}, u);
    const double loose = load_norm * inner_tolerance(res);
    prepare(mean);

    InteriorStep<Law> s{state<Law>(), tangents.data(), rate.data(), nullptr};
    balance(s, u);
    solve_linear(loose);
    const double affine = std::min(1.0, longest(s));
    sum_over_contacts<1>(*space, all, ComplementaritySum<Law>{s, affine});
    const double left = space->fetch(1)[0] / (contacts * mu), sigma = left * left * left;

    space->for_each(network->ncontacts, SetTarget<Law>{s, sigma * mu, target.data()});
    s.target = target.data();
    correct(TargetForces{tangents.data(), target.data(), force.data()}, u, loose);
    const double a = std::min(1.0, std::max(0.9, 1.0 - 0.1 * sigma) * longest(s));
    space->for_each(network->ncontacts, MoveInside<Law>{s, a});
    space->for_each(DOF * all.nrows, AddScaled{u, d.data(), a, u});
    this->template evaluate<Law>(u);
    interior_steps++;
    report.steps++;
  }
};

}    // namespace VARDEM
#endif
