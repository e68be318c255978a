// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_DYNAMICS_H
#define VARDEM_CONTACT_DYNAMICS_H

#include "solvers/dynamics/apgd.h"
#include "solvers/dynamics/projected_gauss_seidel.h"
#include "solvers/dynamics/rigid_contacts.h"
#include "solvers/network/contact_dynamics_loops.h"
#include "solvers/packing/no_tension_solver.h"

#include <algorithm>
#include <cmath>

namespace VARDEM {

// --- one step of rigid bodies without friction ---
//
// Finds contact forces f and the velocities v+ at the end of a step of length h,
//   v+ = v + h M^-1 (B^T f + F),   0 <= f _|_ B v+ - t >= 0
// where t is the target of each gap's rate (kernels/rigid/impact.h). Source: Olsen & Kamrin,
// arXiv:1805.07437, (13)-(22), with targets for their -Phi/h.
//
// PROJECTED_GRADIENTS and GAUSS_SEIDEL find f (rigid_contacts.h), beginning with given forces.
//
// NEWTON finds the motions u = h (v+ - v), which are small where bodies rest. Contacts get a finite
// stiffness: the problem is then that of NoTensionNewton with D = M/h^2, the load F and the gaps h
// (B v - t). Its forces are near the compatible ones, unlike those of solvers that work with f
// itself. The stiffness is kappa m/h^2, m the mean mass, times the relative stiffness of the
// contact. kappa is so large that the overlaps are small. A contact where bodies hit each other
// begins with the force that it would have alone: so the impact of two bodies is exact for any
// kappa.
//
// AUTO takes NEWTON where bodies rest, whose forces are then near the compatible ones. Where bodies
// hit each other, Newton's method takes long to find out which contacts push. Then
// PROJECTED_GRADIENTS find the forces of the step (doc/notes/contact-dynamics.md 3.5). Only NEWTON
// finds out that bodies are squeezed between others that cannot move: it comes last where the
// others find no forces.
//
// At the end, u is computed from the forces. So the loads give the whole momentum, to round-off.

struct DynamicsOptions : SolverOptions {
  enum Solver { AUTO, NEWTON, PROJECTED_GRADIENTS, GAUSS_SEIDEL };
  Solver solver = AUTO;
  double kappa = 0.0;               // if > 0, NEWTON takes this kappa, and overlaps remain
  double largest_overlap = 1e-7;    // that may remain otherwise, over the diameter
};

/** The steps in which AUTO does not try a method that has failed; more of them after each
 *  failure. */
struct MethodPause {
  int left = 0, length = 0;

  /** Is the method to be tried in this step? */
  bool is_over()
  {
    if (left == 0) return true;
    left--;
    return false;
  }
  /** To be called after each try. */
  void take(bool failed)
  {
    constexpr int LONGEST = 31;
    length = failed ? std::min(2 * length + 1, LONGEST) : 0;
    left = length;
  }
};

/** What a step takes over from the steps before. It only decides how the next step is solved. */
struct DynamicsMemory {
  /** How many times a contact may have the force that stops a single body; 0: not known. */
  double chain = 0.0;
  MethodPause newton;
  int resting = 0;        // do bodies rest?
  double margin = 0.0;    // up to which least_gap() (kernels/rigid/impact.h) pairs were contacts
};

template <class Space, class G> class ContactDynamics {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;
  using Inertia = DiagonalInertia<DOF>;

  NoTensionSolver<Space, G> newton;    // with the choice of methods
  DynamicsMemory memory;
  /** For GAUSS_SEIDEL: the contacts of a sweep (projected_gauss_seidel.h). */
  std::vector<int> order;

  /** The network has the gaps at the start of the step and stiffnesses of any unit; both will be
   *  changed. */
  void setup(Space &s, Network &n)
  {
    space = &s;
    network = &n;
    stiffened = 1.0;
    allocate_columns(s, n, motion);
    for (auto *a : {&first, &forces}) s.allocate(*a, n.ncontacts);
  }

  /** Finds the motions u = h (v+ - v), DOF numbers per column. inertia: D = M/h^2, DOF numbers per
   *  row. start: forces of the contacts from which projected solvers begin; null: zero. Steps of
   *  these solvers are short: a hundred of them count as one of options.most_steps. */
  template <class Law>
  SolverReport solve(const DynamicsStep &step, const double *inertia, double *u,
                     const DynamicsOptions &options, const double *start = nullptr)
  {
    const Inertia D = Inertia::of(inertia);
    problem.setup(*space, *network, D, motion.data());
    space->for_each(network->nrows,
                    SetTargets<G>{network->rows(), problem.inverse_effective_masses(), step,
                                  network->gap.data(), first.data()});
    find_approach(step);
    SolverReport report;
    const bool begins = at_rest || tries_newton(options);
    if (begins) {
      report = take_newton<Law>(step, D, u, options);
      if (!(approach > 0.0 && gives_up(report, options))) return report;
    }
    add_openings(1.0, step.load);
    add_to(report, project(start, after(report, options)));
    problem.move(step.load, forces.data(), u);
    if (!begins && options.solver == DynamicsOptions::AUTO &&
        (report.reason == SolverReport::STEPS || report.reason == SolverReport::STALLED))
      look_for_squeezed<Law>(step, D, u, options, report);
    return report;
  }

  /** Of each contact of the network. */
  const double *force() const { return forces.data(); }
  /** By how much the last step has multiplied the stiffnesses of the network. */
  double stiffening() const { return stiffened; }

 private:
  Space *space = nullptr;
  Network *network = nullptr;
  RigidContacts<Space, G> problem;
  ProjectedGradients<Space, G> gradients;
  Array<double> motion;           // of columns
  Array<double> first, forces;    // of contacts
  double kappa = 0.0;             // of the last solve by Newton's method
  double stiffened = 1.0;         // all factors of the stiffnesses in this step
  double approach = 0.0;          // the largest motion of free bodies beyond a target
  bool at_rest = false;           // is what brings bodies together round-off?

  static constexpr double SOFT = 1e-7, ROUND_OFF = 1e-15;
  static constexpr double FORCING = 3e-3, TOUCHING = 1e-3;
  static constexpr double ENOUGH = 15.0, RESTING = 0.1;
  static constexpr int FEW_STEPS = 20;
  static constexpr double NEAR = 100.0;    // times the tolerance
  static constexpr double LEAST_CHAIN = 10.0, LONGEST_CHAIN = 1e6;

  /** The largest overlap that the stiffness of the last stage has left behind, over all
   *  processes. */
  double overlap_left()
  {
    return space->maximum(network->ncontacts,
                          OverlapLeft{newton.overlap(), first.data(), network->stiffness.data()});
  }

  // --- which method ---

  bool tries_newton(const DynamicsOptions &options)
  {
    if (options.solver != DynamicsOptions::AUTO) return options.solver == DynamicsOptions::NEWTON;
    if (options.kappa > 0.0) return true;
    return memory.resting && memory.newton.is_over();
  }

  /** Products that AUTO lets Newton's method use: at least twice what it needs for regular packings
   *  from rest. Pyramids of n layers take 350 for n = 20, and 1,600 for n = 60. */
  long enough_products() const
  {
    return std::lround(ENOUGH * std::sqrt(static_cast<double>(network->nbodies)));
  }

  /** After each time that AUTO gives up, it waits for longer before it tries again. */
  bool gives_up(const SolverReport &report, const DynamicsOptions &options)
  {
    if (options.solver != DynamicsOptions::AUTO || options.kappa > 0.0) return false;
    const bool solved =
        report.reason == SolverReport::CONVERGED && report.residual <= options.tolerance;
    const bool failed =
        !solved && report.reason != SolverReport::SCALE && report.products < options.most_products;
    memory.newton.take(failed);
    return failed;
  }

  /** Where Newton's method finds that bodies are squeezed, stiffnesses may be too far apart: a few
   *  steps of another method tell. */
  static DynamicsOptions after(const SolverReport &report, DynamicsOptions options)
  {
    if (report.reason == SolverReport::INFEASIBLE)
      options.most_steps = std::min(options.most_steps, FEW_STEPS);
    return options;
  }

  static void add_to(SolverReport &report, SolverReport next)
  {
    if (report.reason == SolverReport::INFEASIBLE && next.reason == SolverReport::STEPS)
      next.reason = SolverReport::INFEASIBLE;
    next.add_work(report);
    report = next;
  }

  /** Is Newton's method at its end, or almost? Before, the forces of its overlaps would throw
   *  bodies about, and its own motions are better than those that follow from the forces. */
  static bool is_near(const SolverReport &report, const DynamicsOptions &options)
  {
    return report.reason == SolverReport::CONVERGED || report.reason == SolverReport::INFEASIBLE ||
        report.residual < NEAR * options.tolerance;
  }

  /** h (v_free - v). */
  const double *find_free_motion(const double *load)
  {
    space->for_each(DOF * network->nrows, Scaled{problem.inverse_inertia(), load, motion.data()});
    space->forward(motion.data(), DOF);
    return motion.data();
  }

  /** Bodies rest if it is the loads that would bring them together, and not their velocities. */
  void find_approach(const DynamicsStep &step)
  {
    const auto rows = network->rows();
    const double *gap = network->gap.data();
    const double by_velocities = largest_of_contacts(*space, rows, OverlapOfGap{gap});
    approach =
        largest_of_contacts(*space, rows, ApproachOf<G>{rows, find_free_motion(step.load), gap});
    at_rest = approach > 0.0 && approach <= step.negligible;
    if (at_rest) approach = 0.0;
    const bool before = memory.resting;
    memory.resting = by_velocities <= RESTING * approach;
    if (memory.resting && !before) memory.newton = MethodPause();
  }

  SolverReport project(const double *start, const DynamicsOptions &given)
  {
    constexpr int SHORT = 100, MOST = 1000000000;
    SolverOptions options = given;
    options.most_steps = given.most_steps < MOST / SHORT ? SHORT * given.most_steps : MOST;
    if (start)
      space->for_each(network->ncontacts, Copy{start, forces.data()});
    else
      space->for_each(network->ncontacts, SetZero{forces.data()});
    problem.take_scale(approach);
    if (given.solver != DynamicsOptions::GAUSS_SEIDEL)
      return gradients.solve(*space, *network, problem, forces.data(), options);
    if constexpr (Space::SERIAL && Space::ON_HOST) {
      ProjectedGaussSeidel<Space, G> sweeps;
      sweeps.order = order;
      return sweeps.solve(*space, *network, problem, forces.data(), options);
    }
    return SolverReport();
  }

  template <class Law>
  SolverReport take_newton(const DynamicsStep &step, Inertia D, double *u,
                           const DynamicsOptions &options)
  {
    SolverReport report = by_newton<Law>(step, D, u, options);
    if (is_near(report, options)) {
      problem.move(step.load, forces.data(), u);
      if (approach > 0.0) judge(report, u, options.tolerance);
    }
    return report;
  }

  /** Adds to the gaps what free flight opens, or takes it away. */
  void add_openings(double sign, const double *load)
  {
    space->for_each(
        network->nrows,
        AddOpenings<G>{network->rows(), sign, find_free_motion(load), network->gap.data()});
  }

  /** Descent does not see why it finds no forces. Newton's method tells if bodies are squeezed, and
   *  its motions are the better ones. */
  template <class Law>
  void look_for_squeezed(const DynamicsStep &step, Inertia D, double *u,
                         const DynamicsOptions &options, SolverReport &report)
  {
    add_openings(-1.0, step.load);
    add_to(report, take_newton<Law>(step, D, u, options));
  }

  template <class Law>
  SolverReport by_newton(const DynamicsStep &step, Inertia D, double *u,
                         const DynamicsOptions &options)
  {
    SolverReport report;
    if (!(approach > 0.0)) {
      space->for_each(network->ncontacts, SetZero{forces.data()});
      report.reason = SolverReport::CONVERGED;
      report.residual = 0.0;
      return report;
    }
    if (memory.chain == 0.0) memory.chain = likely_chain(step.dimension);
    newton.setup(*space, *network);
    space->for_each(DOF * network->nrows, SetZero{u});
    report = take_stages<Law>(step, D, u, options);
    space->for_each(
        network->ncontacts,
        ForcesOfOverlaps<Law>{newton.overlap(), network->stiffness.data(), forces.data()});
    return report;
  }

  /** Solves with a stiffness. If it leaves too large overlaps, the next stage begins with the
   *  forces of this one, so that their overlaps count as none (method of multipliers). */
  template <class Law>
  SolverReport take_stages(const DynamicsStep &step, Inertia D, double *u,
                           const DynamicsOptions &options)
  {
    SolverReport report;
    const double limit = options.largest_overlap * step.diameter;
    choose_kappa(step, options);
    const long most = options.solver == DynamicsOptions::AUTO && !(options.kappa > 0.0)
        ? std::min(options.most_products, enough_products())
        : options.most_products;
    stiffen(kappa * unit_of<Law>(step, D));
    double before = HUGE_VAL;
    bool stiffer = false;
    while (true) {
      SolverOptions o = stage_options(options, step);
      o.most_products = most;
      if (before == HUGE_VAL) o.closed_first = TOUCHING * approach;
      report = take_stage<Law>(step, D, u, o, report);
      if (options.kappa > 0.0 || report.reason != SolverReport::CONVERGED) break;
      const double left = overlap_left();
      if (before == HUGE_VAL) adapt_chain(left / (SOFT * step.diameter));
      if (left <= limit) break;
      if (stiffer && left > 0.5 * before) {    // bodies are squeezed
        report.reason = SolverReport::INFEASIBLE;
        break;
      }
      keep_forces<Law>();
      stiffer = left > 0.1 * before;
      if (stiffer) {
        stiffen(10.0);
        kappa *= 10.0;
      }
      before = left;
    }
    return report;
  }

  /** Of a pile: its height in bodies. */
  double likely_chain(int dimension) const
  {
    return std::max(LEAST_CHAIN, std::pow(static_cast<double>(network->nbodies), 1.0 / dimension));
  }

  /** The overlaps that kappa leaves should not be larger than SOFT diameters. The round-off of
   *  forces grows with kappa. */
  void choose_kappa(const DynamicsStep &step, const DynamicsOptions &options)
  {
    kappa = options.kappa > 0.0 ? options.kappa
                                : std::min(memory.chain * approach / (SOFT * step.diameter),
                                           0.25 * options.tolerance / ROUND_OFF);
  }

  /** The residual of the first stage over its goal tells how the next step should begin. */
  void adapt_chain(double part)
  {
    const double factor = part > 1.0 ? 2.0 * part : std::max(0.5, std::min(1.0, 4.0 * part));
    memory.chain = std::min(LONGEST_CHAIN, std::max(1.0, memory.chain * factor));
  }

  /** The motions that residuals may leave are a part of what is to be solved, and of the overlaps
   *  that are left: otherwise bodies at rest would be pushed about. */
  SolverOptions stage_options(const DynamicsOptions &options, const DynamicsStep &step) const
  {
    SolverOptions o = options;
    const double left = std::max(0.02 * SOFT * step.diameter, ROUND_OFF * kappa * approach);
    o.motion = 0.25 * approach;
    if (!(options.kappa > 0.0)) o.motion = std::min(o.motion, left / options.tolerance);
    o.loosest = FORCING;
    return o;
  }

  /** The next stage begins with the present forces. */
  template <class Law> void keep_forces()
  {
    space->for_each(
        network->ncontacts,
        ForcesOfOverlaps<Law>{newton.overlap(), network->stiffness.data(), first.data()});
  }

  template <class Law>
  SolverReport take_stage(const DynamicsStep &step, Inertia D, double *u, SolverOptions options,
                          const SolverReport &before)
  {
    options.most_steps -= before.steps;
    options.most_products -= before.products;
    shift_gaps(-1.0);
    SolverReport report = newton.template minimize<Law>(step.load, D, u, options);
    newton.restore_units(u);
    shift_gaps(1.0);
    report.add_work(before);
    return report;
  }

  void stiffen(double factor)
  {
    double *k = network->stiffness.data();
    space->for_each(network->ncontacts, Multiply{factor, k, k});
    stiffened *= factor;
  }

  void shift_gaps(double sign)
  {
    space->for_each(network->ncontacts,
                    ShiftGaps{sign, first.data(), network->stiffness.data(), network->gap.data()});
  }

  /** A stiffness of kappa = 1. */
  template <class Law> double unit_of(const DynamicsStep &step, Inertia D)
  {
    space->template reduce<DOF>(network->nrows, ComponentSums<DOF>{D.numbers}, 0);
    const double mean = space->fetch(DOF)[0] / static_cast<double>(network->nbodies);
    const auto rows = network->rows();
    const double stiffest = largest_of_contacts(*space, rows, NumberOfContact{rows.stiffness});
    return mean / (stiffest * std::pow(step.diameter, Law::EXPONENT - 2.0));
  }

  /** How well the motions that follow from the forces meet the targets. */
  void judge(SolverReport &report, double *u, double tolerance)
  {
    space->forward(u, DOF);
    const double worst = largest_of_contacts(
        *space, network->rows(),
        NaturalResidual<G>{network->rows(), problem.inverse_effective_masses(), u,
                           network->gap.data(), forces.data(), newton.overlap(), first.data()});
    if (std::isfinite(report.residual)) report.residual = worst / approach;
    if (report.reason == SolverReport::STALLED && report.residual <= tolerance)
      report.reason = SolverReport::CONVERGED;
  }
};

}    // namespace VARDEM
#endif
