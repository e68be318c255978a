// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_AUGMENTED_LAGRANGIAN_H
#define VARDEM_AUGMENTED_LAGRANGIAN_H

#include "solvers/apgd.h"

#include <algorithm>
#include <cmath>

namespace VARDEM {

// --- compatible forces by the augmented Lagrangian: an independent check of NoTensionNewton ---
//
//   min over f >= 0 of sum of w*(f)   where   load + B^T f = 0
//
// Source: Olsen & Kamrin, arXiv:1805.07437, (36), solved as in their section 7. (Their (32) has the
// load with the wrong sign.) The multipliers u are motions of the bodies. Each outer iteration
// finds the f that minimizes sum of w*(f) + u.v + rho/2 v.v with v = load + B^T f, and then sets u
// += rho v. If |v| has not fallen to a quarter, rho is multiplied by 4. NoTensionNewton is much
// faster.

/** The slope of w*(f) + f (B (u + rho load)), the part of the objective that is a sum over
 *  contacts. */
template <class Law> struct ComplementarySlopes {
  static constexpr double EXCESS = 2.0 * (Law::EXPONENT - 1.0) / Law::EXPONENT;
  const double *stiffness, *linear;
  double unit;    // unit of force

  VARDEM_INLINE double slope(int c, double f) const
  {
    return Law::overlap(stiffness[c], f) + linear[c];
  }
  /** Estimates how far f >= 0 is from the force at which the gradient g vanishes, in units of
   *  `unit`. */
  VARDEM_INLINE double error(int c, double f, double g) const
  {
    const double step = g * unit / Law::overlap(stiffness[c], unit);
    return std::fabs(step < f ? step : f) / unit;
  }
};

template <class Space, class G> class AugmentedLagrangian {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;

  void setup(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    for (auto *a : {&v, &motion}) allocate_columns(*space, n, *a);
    space->allocate(linear, n.ncontacts);
  }

  /** Finds the minimum. f >= 0 and u are the start (zero, if nothing better is known) and the
   *  result. options.tolerance limits the residual of the balance and the error of the forces. The
   *  report counts outer iterations as steps. */
  template <class Law>
  SolverReport solve(const double *load, double *u, double *f, const SolverOptions &options)
  {
    SolverReport report;
    Penalty<Law> objective{*this};
    Apgd<Space, G, Penalty<Law>> inner;
    inner.setup(*space, *network);
    const double norm = start(load, objective, f, report);
    double before = HUGE_VAL;
    while (report.reason == SolverReport::STEPS && report.steps < options.most_steps) {
      if (report.products >= options.most_products) {
        report.reason = SolverReport::PRODUCTS;
        break;
      }
      tilt(load, u, objective.rho);
      SolverOptions each;
      each.tolerance = std::max(0.3 * options.tolerance, std::min(1e-2, 0.1 * report.residual));
      each.most_steps = INNER_STEPS;
      each.most_products = options.most_products - report.products;
      const SolverReport descent = inner.solve(objective, f, each);
      report.products += descent.products;
      report.steps++;
      push_rows(*space, network->rows(), load, f, 1.0, v.data());
      report.residual = length(v.data()) / norm;
      if (options.progress) options.progress(report);
      if (report.residual <= options.tolerance && descent.residual <= options.tolerance)
        report.reason = SolverReport::CONVERGED;
      if (!std::isfinite(report.residual) || descent.reason == SolverReport::STALLED)
        report.reason = SolverReport::STALLED;
      space->for_each(DOF * network->nrows, AddScaled{u, v.data(), objective.rho, u});
      if (report.residual > 0.25 * before) objective.rho *= 4.0;
      before = report.residual;
    }
    return report;
  }

 private:
  static constexpr int INNER_STEPS = 20000;
  // rho at first, in units of a contact's compliance
  static constexpr double FIRST_PENALTY = 10.0;

  /** The objective of the inner iteration, with N = rho B B^T. */
  template <class Law> struct Penalty {
    AugmentedLagrangian &al;
    double rho = 0.0, unit = 1.0;

    void apply(const double *f, double *Nf)
    {
      const auto rows = al.network->rows();
      push_rows(*al.space, rows, nullptr, f, rho, al.motion.data());
      opening(*al.space, *al.network, al.motion.data(), Nf);
    }
    double norm_at_least() const { return rho; }    // the rows of B have at least length 1
    ComplementarySlopes<Law> slopes() const
    {
      return {al.network->stiffness.data(), al.linear.data(), unit};
    }
  };

  Space *space = nullptr;
  const Network *network = nullptr;
  Array<double> v, motion, linear;

  /** Sets linear = B (u + rho load). */
  void tilt(const double *load, const double *u, double rho)
  {
    space->for_each(DOF * network->nrows, AddScaled{u, load, rho, motion.data()});
    opening(*space, *network, motion.data(), linear.data());
  }

  double length(const double *a)
  {
    space->template reduce<2>(network->nrows, LoadNorms<DOF>{a}, 0);
    return std::sqrt(space->fetch(1)[0]);
  }

  /** Sets the unit of force and the first penalty. Returns |load|. */
  template <class Law>
  double start(const double *load, Penalty<Law> &objective, double *f, SolverReport &report)
  {
    const double norm = length(load);
    if (norm == 0.0 || network->nbodies == 0) {
      space->for_each(network->ncontacts, SetZero{f});
      report.residual = 0.0;
      report.reason = SolverReport::CONVERGED;
      return 1.0;
    }
    sum_over_contacts<3>(*space, network->rows(), TangentSums{network->stiffness.data()});
    const double *sums = space->fetch(3);
    const double stiffness = sums[2] > 0.0 ? sums[0] / sums[2] : 1.0;
    objective.unit = norm / std::sqrt(static_cast<double>(network->nbodies));
    objective.rho = FIRST_PENALTY * Law::overlap(stiffness, objective.unit) / objective.unit;
    if (!std::isfinite(norm)) report.reason = SolverReport::STALLED;
    return norm;
  }
};

}    // namespace VARDEM
#endif
