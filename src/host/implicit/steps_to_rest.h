// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEPS_TO_REST_H
#define VARDEM_HOST_STEPS_TO_REST_H

#include "comm.h"
#include "domain.h"
#include "host/implicit/soft_spheres.h"
#include "solvers/packing/fire_descent.h"
#include "solvers/packing/resting_spheres.h"

#include <algorithm>
#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** Returns the part of a motion b behind which a + t b is longer than `reach`: 1 - t, 0 if it never
 *  is. a is shorter than that. */
struct PartBeyond {
  const double *a, *b;
  double reach;

  VARDEM_INLINE double operator()(int i) const
  {
    const VARDEM::Vec3 &start = VARDEM::vectors_at(a)[i], &way = VARDEM::vectors_at(b)[i];
    const double square = dot(way, way), along = dot(start, way),
                 left = reach * reach - dot(start, start);
    if (!(square + 2.0 * along > left)) return 0.0;
    if (!(left > 0.0)) return 1.0;
    return 1.0 - left / (along + std::sqrt(along * along + square * left));
  }
};

/** Steps of soft spheres to the equilibrium, or by `reach` towards it. Soft is SoftSpheres, after
 *  its collect() and the contacts of the step, and without friction. */
template <class Soft> class StepsToRest : protected Pointers {
 public:
  using Space = typename Soft::Space;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr int DOF = Soft::DOF;

  StepsToRest(LAMMPS *lmp, Soft &soft_in, ContactRules &rules_in) :
      Pointers(lmp), soft(soft_in), model(soft_in.model), space(soft_in.model.space),
      rules(rules_in)
  {
  }

  /** What the next step takes over; the margin is not known here. */
  StepsMemory memory() const
  {
    return {0.0, calm_residual, is_loose ? 1.0 : 0.0, pass_inertia, 1.0};
  }
  void remember(const StepsMemory &kept)
  {
    calm_residual = kept.calm_residual;
    is_loose = kept.is_loose != 0.0;
    pass_inertia = kept.pass_inertia;
  }

  /** Walls and particles that others move are where they are at the end of the step. */
  void go(const ImplicitSettings &settings, const StepInput &step, ImplicitOutput &found)
  {
    bool bonded = false;
    if constexpr (Soft::WITH_BONDS) bonded = soft.bonds.exist();
    if (!bonded)
      go_by_contacts(settings, step, found);
    else if constexpr (Soft::WITH_BONDS)
      go_in_passes(settings, step, found);
    if (step.flows())
      space.for_each(3 * model.builder.network.first_fixed,
                     VARDEM::AddScaled{soft.total.data(), carried.data(), 1.0, soft.total.data()});
    space.for_each(DOF * model.builder.network.nrows, VARDEM::SetZero{soft.rate.data()});
  }

 private:
  // residuals behind which it pays to look for the equilibrium: at first, after each time in vain,
  // and at least
  static constexpr double CALM = 0.1, CALMER = 0.1, LEAST_CALM = 1e-6;
  static constexpr int MOST_DESCENT = 10000;    // steps down the potential energy
  /** Products for an equilibrium, over the root of the number of bodies. */
  static constexpr long ENOUGH = 100;
  static constexpr int PASSES = 20;          // in one step
  static constexpr int FEW_BODIES = 3000;    // for which sparse factors are the best
  static constexpr double LEAST_HOLD = 1e-12, EASIER = 1e3;
  static constexpr double ROUND_OFF = 1e-9;
  static constexpr double HELD = 1e-15, FREE = 1e-12;    // of the stiffness

  Soft &soft;
  typename Soft::Model &model;
  Space &space;
  ContactRules &rules;
  VARDEM::CompatibleForces<Space, VARDEM::CentralGeometry> resting_forces;
  VARDEM::RestingSpheres<Space> resting;
  VARDEM::FireDescent<Space> descent;
  Array<double> forces_on_rows;    // 3 numbers
  Array<double> carried;           // of columns: how far the flow of the cell moves them
  bool is_loose = false;           // is it too early to look for the equilibrium?
  double calm_residual = CALM;     // residual above which the packing is not calm
  double pass_inertia = 0.0;       // with bonds
  double stiffest = 0.0;           // the largest stiffness of a row at the last look

  /** The places of free particles move with the cell, also those of their periodic images. Their
   *  motion is counted when the rest is known. Particles that are held stay, and their images move
   *  with the edges of the cell. */
  void follow_flow(const StepInput &step)
  {
    if (!step.flows()) return;
    const int fixed = model.builder.network.first_fixed, atoms = model.builder.atom_columns();
    space.allocate(carried, 3 * model.builder.network.ncolumns);
    space.for_each(3 * atoms, VARDEM::Copy{soft.place.data(), carried.data()});
    model.forward_to_all(carried.data(), 3);
    space.for_each(atoms - fixed, CarryImages{step.flow, fixed, carried.data(), soft.place.data()});
    space.for_each(fixed, CarryByFlow{step.flow, step.origin, soft.place.data(), carried.data()});
  }

  void start(const StepInput &step)
  {
    soft.start_places(0.0);
    set_zero(space, soft.total, 3 * model.builder.network.ncolumns);
    follow_flow(step);
    model.builder.find_owners(space);
  }

  // --- without bonds ---

  /** Where the loads are not supported, the step goes down the potential energy as far as a body
   *  without contacts would go. */
  void go_by_contacts(const ImplicitSettings &settings, const StepInput &step,
                      ImplicitOutput &found)
  {
    auto &network = model.builder.network;
    space.allocate(forces_on_rows, 3 * network.nrows);
    space.for_each(network.nrows,
                   VARDEM::PlaceColumns<DOF>{soft.load.data(), 1.0, forces_on_rows.data()});
    start(step);
    // particles that cannot move by forces are where they are at the end of the step
    const int fixed = 3 * network.first_fixed;
    space.for_each(3 * model.builder.atom_columns() - fixed,
                   VARDEM::AddScaled{soft.place.data() + fixed, model.velocity.data() + fixed,
                                     step.h, soft.place.data() + fixed});
    VARDEM::ColumnSpheres spheres = model.builder.spheres();
    spheres.centres = soft.place.data();
    resting_forces.solver.choice = choice_of(settings);
    resting_forces.solver.free_motions = model.builder.free_motions(domain->dimension);
    if (!is_loose) {
      VARDEM::SolverOptions options = settings.options;
      options.most_products = ENOUGH * static_cast<long>(std::sqrt(network.nbodies) + 1.0);
      found.report =
          resting.solve(space, resting_forces, network, spheres, rules.law, forces_on_rows.data(),
                        soft.total.data(), options, {2.0 * settings.reach, false});
      judge_equilibrium(found.report);
    }
    if (is_loose) go_down(settings, spheres, found);
    network.geometry = {soft.place.data()};
  }

  VARDEM::MethodChoice choice_of(const ImplicitSettings &settings) const
  {
    VARDEM::MethodChoice choice;
    choice.method = VARDEM::MethodChoice::AUTO;
    choice.linear = settings.linear;
    if (Space::ON_HOST && choice.linear.kind == VARDEM::LinearChoice::BLOCK)
      choice.linear.kind = VARDEM::LinearChoice::INCOMPLETE;
    if (Space::ON_HOST) choice.linear.incomplete.parts = Space::concurrency();
    return choice;
  }

  /** Is the state too far from the equilibrium for the solver that looks for it? Next time the
   *  forces must then be nearer to it. */
  void judge_equilibrium(const VARDEM::SolverReport &report)
  {
    using Report = VARDEM::SolverReport;
    is_loose = report.reason == Report::INFEASIBLE || report.reason == Report::SCALE ||
        (report.reason == Report::PRODUCTS && report.residual > calm_residual);
    if (is_loose) calm_residual = std::max(LEAST_CALM, CALMER * calm_residual);
    if (report.reason == Report::CONVERGED) calm_residual = CALM;
  }

  /** Goes down the potential energy from where the step starts, until it pays to look for the
   *  equilibrium. */
  void go_down(const ImplicitSettings &settings, const VARDEM::ColumnSpheres &spheres,
               ImplicitOutput &found)
  {
    set_zero(space, soft.total, 3 * model.builder.network.ncolumns);
    const VARDEM::SolverReport report =
        descent.descend(space, model.builder.network, spheres, rules.law, forces_on_rows.data(),
                        soft.total.data(), {calm_residual, settings.reach, MOST_DESCENT});
    found.report.products += report.steps;
    found.report.residual = report.residual;
    found.report.reason = VARDEM::SolverReport::REACH;
    is_loose = report.reason != VARDEM::SolverReport::CONVERGED;
  }

  // --- with bonds ---

  /** Moves the bodies by passes that an inertia holds back: each goes to the least potential energy
   *  with it, so that the energy falls in each. The less inertia, the less a pass leaves out of
   *  balance. */
  void go_in_passes(const ImplicitSettings &settings, const StepInput &step, ImplicitOutput &found)
  {
    ImplicitSettings rest = settings;
    rest.form = VARDEM::form_of_rest();
    rest.options.by_grain = false;
    start_passes(rest, step);
    found.report = VARDEM::SolverReport();
    // with 1 a load moves a free body by LONGEST
    pass_inertia = std::max(LEAST_HOLD, pass_inertia);
    judge(rest, found);
    for (int pass = 0; pass < PASSES && found.report.reason == VARDEM::SolverReport::STEPS; pass++)
      make_pass(rest, found);
  }

  void start_passes(ImplicitSettings &rest, const StepInput &step)
  {
    const auto &network = model.builder.network;
    const int n = DOF * network.nrows;
    if (Space::ON_HOST && rest.linear.kind == VARDEM::LinearChoice::BLOCK)
      rest.linear.kind = comm->nprocs == 1 && network.nbodies <= FEW_BODIES
          ? VARDEM::LinearChoice::DIRECT
          : VARDEM::LinearChoice::INCOMPLETE;
    if (Space::ON_HOST) rest.linear.incomplete.parts = Space::concurrency();
    model.take_laws(soft.mass.data());
    start(step);
    soft.bonds.carry(model, step.flow, soft.solver.bonds);
    soft.solver.setup(space, network);
    soft.solver.linear_solver().choose(rest.linear);
    space.for_each(n, VARDEM::SetZero{soft.rate.data()});
    space.for_each(DOF * network.ncolumns,
                   VARDEM::Multiply{step.h, soft.rate.data(), soft.u_free.data()});
    // wall points are at the end of the step already
    const int first_wall_point = model.builder.atom_columns();
    space.for_each(DOF * (network.ncolumns - first_wall_point),
                   VARDEM::SetZero{soft.u_free.data() + DOF * first_wall_point});
  }

  /** Sets the reason if it is the last one. */
  void make_pass(const ImplicitSettings &rest, ImplicitOutput &found)
  {
    const auto &network = model.builder.network;
    const int n = DOF * network.nrows;
    space.for_each(n, SetTo<double>{least_inertia(), soft.inertia.data()});
    space.for_each(n, VARDEM::SetZero{soft.u.data()});
    const auto report = soft.solver.solve(unlimited(rest), soft.u.data(), rest.options);
    found.evaluations += soft.solver.force_evaluations();
    found.report.steps += report.steps;
    found.report.products += report.products;
    const bool is_far = shorten_to(rest.reach);
    soft.move_places();
    // bodies that cannot move are at the end of the step already
    space.for_each(DOF * network.ncolumns, VARDEM::SetZero{soft.u_free.data()});
    const double before = found.report.residual;
    judge(rest, found);
    const bool solved = report.reason == VARDEM::SolverReport::CONVERGED,
               better = found.report.residual < 0.5 * before;
    if (found.report.reason == VARDEM::SolverReport::STEPS) {
      if (is_far)
        found.report.reason = VARDEM::SolverReport::REACH;
      else if (report.reason == VARDEM::SolverReport::STALLED && !better)
        found.report.reason = VARDEM::SolverReport::STALLED;
    }
    if (solved)
      pass_inertia = std::max(LEAST_HOLD, pass_inertia / EASIER);
    else if (report.reason != VARDEM::SolverReport::REACH)
      pass_inertia = std::min(1.0, pass_inertia * EASIER);
  }

  /** Finds what is out of balance without inertia where free bodies are now and all others at the
   *  end of the step, over the largest force, and whether it is little enough. */
  void judge(const ImplicitSettings &rest, ImplicitOutput &found)
  {
    const int n = DOF * model.builder.network.nrows;
    space.for_each(n, VARDEM::SetZero{soft.inertia.data()});
    space.for_each(DOF * model.builder.network.ncolumns,
                   VARDEM::Copy{soft.u_free.data(), soft.u.data()});
    space.for_each(n, VARDEM::SetZero{soft.u.data()});
    found.report.residual = soft.solver.look(unlimited(rest), soft.u.data(), rest.options);
    stiffest = soft.solver.stiffest();
    if (found.report.residual <= rest.options.tolerance)
      found.report.reason = VARDEM::SolverReport::CONVERGED;
  }

  /** Neighbor lists limit the motion, not a length for each Newton step. */
  VARDEM::ImplicitInput unlimited(const ImplicitSettings &rest)
  {
    VARDEM::ImplicitInput in = soft.input(rest.form, 1.0);
    in.longest = in.reach = rest.reach;
    in.round_off = round_off_of_positions(domain);
    return in;
  }

  /** A part of that with which the largest load moves a free body by LONGEST. The linear systems
   *  need a part of the stiffness, too, most of all where nothing is held, so that all can move as
   *  one. */
  double least_inertia()
  {
    const auto &builder = model.builder;
    const double heaviest =
        space.maximum(builder.network.nrows, VARDEM::LargestLoad<DOF>{soft.load.data()});
    double held = builder.atom_columns() - builder.network.first_fixed;
    model.platform.ghosts.sum(&held, 1);
    return std::max(pass_inertia * heaviest / (Soft::LONGEST * soft.last.smallest),
                    (held > 0.0 ? HELD : FREE) * stiffest);
  }

  /** Shortens u so that no body is farther than `reach` from where it was at the start, and returns
   *  whether it had to. */
  bool shorten_to(double reach)
  {
    const int n = model.builder.network.nrows;
    const double excess =
        space.maximum(n,
                      PartBeyond{soft.total.data(), soft.solver.displacements(soft.u.data()),
                                 (1.0 - ROUND_OFF) * reach});
    if (!(excess > 0.0)) return false;
    space.for_each(DOF * n, VARDEM::Multiply{1.0 - excess, soft.u.data(), soft.u.data()});
    space.forward(soft.u.data(), DOF);
    return true;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
