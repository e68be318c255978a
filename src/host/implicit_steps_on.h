/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_IMPLICIT_STEPS_ON_H
#define VARDEM_HOST_IMPLICIT_STEPS_ON_H

#include "domain.h"
#include "force.h"
#include "host/implicit_steps.h"
#include "host/implicit_steps_loops.h"
#include "host/interfaces.h"
#include "host/packing.h"
#include "host/packing_solver_loops.h"
#include "host/steps_loops.h"
#include "solvers/chosen_solver.h"
#include "solvers/fire_descent.h"
#include "solvers/resting_spheres.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Implicit steps of spheres over a Space. Platform is as RigidStepsOn has it. */
template <class Platform> class ImplicitStepsOn : public ImplicitSteps {
 public:
  using Space = typename Platform::Space;
  using Packing = VARDEM_NS::Packing<Space, typename Platform::Atoms>;
  using Network = typename Packing::Network;
  static constexpr int DOF = 6;
  template <class T> using Array = typename Space::template Array<T>;

  ImplicitStepsOn(LAMMPS *lmp, Fix *fix, ContactRules &rules_in) :
      ImplicitSteps(lmp), rules(rules_in), platform(lmp, fix), space(platform.make_space()),
      packing(lmp, rules_in)
  {
  }

  void request_list(Fix *fix) override { platform.request_list(fix, true); }
  double &margin() override { return kept_margin; }
  Ghosts &ghosts() override { return platform.ghosts; }
  void reverse(double *forces) override { platform.ghosts.reverse(forces, FORCE_COLUMNS); }
  bool has_factors() const override { return Space::ON_HOST; }
  double bytes() const override
  {
    return space.bytes() + packing.bytes() + solver.linear_solver().bytes();
  }
  Platform &where() { return platform; }

  ImplicitFindings advance(NeighList *list, const ImplicitSettings &settings,
                           const PresentStep &step, const double *contact_forces) override
  {
    const typename Space::Phase phase(space, "step");
    ImplicitFindings found;
    collect(list, step, contact_forces, true);
    found.not_finite = count_not_finite();
    if (found.not_finite > 0.0) return found;
    kept_margin = std::max(kept_margin, LEAST_MARGIN * step.smallest);
    if (!settings.inertia) kept_margin = std::max(kept_margin, 2.0 * settings.reach);
    do {
      find_contacts(step.h);
      if (settings.inertia)
        solve_parts(settings, step, found);
      else
        go_to_rest(settings, step, found);
    } while (!has_all_contacts(step));
    move(step);
    return found;
  }

  void finish(NeighList *list, const ImplicitSettings &settings,
              const double *contact_forces) override
  {
    if (settings.form.ahead == 0.0) return;
    const typename Space::Phase phase(space, "finish");
    PresentStep now = last;
    now.h = part_length;
    collect(list, now, contact_forces, false);
    find_contacts(0.0);
    take_laws();
    start_places(0.0);
    kick_ahead(settings, part_length, 1.0);
    const auto atoms = platform.points(0);
    const auto spheres = platform.spheres();
    space.for_each(atom->nlocal,
                   SetRates<std::decay_t<decltype(atoms)>, std::decay_t<decltype(spheres)>>{
                       atoms, spheres, columns(), rate.data()});
    platform.changed_motion();
  }

  Motion motion() override
  {
    const auto atoms = platform.points(0);
    return motion_of(space, atom->nlocal,
                     MotionsSince<std::decay_t<decltype(atoms)>>{atoms, packing.column.data(),
                                                                 packing.spheres().centres});
  }

  Motion next_motion(double h) override
  {
    const auto atoms = platform.points(0);
    return motion_of(space, atom->nlocal,
                     NextMotions<std::decay_t<decltype(atoms)>>{
                         atoms, packing.column.data(), h, velocity.data(), free_velocity.data()});
  }

 private:
  using Rows = VARDEM::ContactRows<VARDEM::CentralGeometry>;

  // margins and gaps of pairs that touch are parts of the smallest diameter
  static constexpr double LEAST_MARGIN = 0.02, TOUCHING = 1e-3;
  static constexpr double AMPLE = 1.5, KEPT = 0.9;
  // residuals behind which it pays to look for the equilibrium: at first, after each time in vain, and at least
  static constexpr double CALM = 0.1, CALMER = 0.1, LEAST_CALM = 1e-6;
  static constexpr int MOST_DESCENT = 10000;    // steps down the potential energy
  static constexpr long ENOUGH =
      100;    // products for an equilibrium, over the root of the number of bodies
  static constexpr double LONGEST =
      0.1;    // displacement of a Newton step, over the smallest diameter

  ContactRules &rules;
  Platform platform;
  Space space;
  Packing packing;
  VARDEM::ImplicitStep<Space, Network, DOF, VARDEM::ChosenSolver> solver;
  VARDEM::CompatibleForces<Space, VARDEM::CentralGeometry> resting_forces;
  VARDEM::RestingSpheres<Space> resting;
  VARDEM::FireDescent<Space> descent;
  Array<double> forces_on_rows;    // 3 numbers
  bool is_loose = false;           // is it too early to look for the equilibrium?
  double calm = CALM;              // residual behind which it is not
  double kept_margin = 0.0;
  PresentStep last = {};
  double part_length = 0.0;    // of the last part of the last step

  Array<double> velocity, free_velocity, place, total, beyond;    // of columns, 3 numbers
  Array<double> rate, u, u_free;                                  // of columns, 6 numbers
  Array<double> load, mass, inertia, pushes, first_rate;          // of rows, 6 numbers
  Array<int> kind;                                                // of contacts
  Array<double> size, effective;
  std::vector<VARDEM::SoftContact> laws;
  Array<VARDEM::SoftContact> laws_here;
  Array<VARDEM::WallMotion> wall_motions;

  ColumnsOfAtoms columns() const
  {
    return {packing.column.data(), packing.atom_of.data(), packing.network.nrows,
            packing.network.first_fixed, packing.atom_columns()};
  }

  template <class T> T *bring(std::vector<T> &from, Array<T> &copy)
  {
    T *here = space.shadow(from.data(), from.size(), copy);
    space.copy_from_host(from.data(), from.size(), here);
    return here;
  }

  /** Also to ghosts whose contacts are not in the network. */
  void forward_to_all(Array<double> &vectors, int width)
  {
    auto &ghosts = platform.ghosts;
    ghosts.reset(packing.column, packing.atom_columns(), true);
    space.forward(vectors.data(), width);
    ghosts.reset(packing.column, packing.atom_columns(), packing.needs_ghosts());
  }

  /** The state of all columns before the step. in_step: walls have made the step already. */
  void collect(NeighList *list, const PresentStep &step, const double *contact_forces, bool in_step)
  {
    const typename Space::Phase phase(space, "packing");
    last = step;
    const bool walls = !fixes_with<WallContacts>(modify).empty();
    if (walls) platform.bring_all();
    packing.take(space, platform.atoms(list), in_step);
    const int ncolumns = packing.network.ncolumns, nrows = packing.network.nrows;
    for (auto *a : {&velocity, &free_velocity, &place, &total, &beyond}) set_zero(*a, 3 * ncolumns);
    for (auto *a : {&rate, &u, &u_free, &mass}) set_zero(*a, DOF * ncolumns);
    for (auto *a : {&load, &inertia, &pushes, &first_rate}) space.allocate(*a, DOF * nrows);
    const auto atoms = platform.points(0);
    const auto spheres = platform.spheres();
    space.for_each(atom->nlocal,
                   TakeGrains<std::decay_t<decltype(atoms)>, std::decay_t<decltype(spheres)>>{
                       atoms, spheres, columns(), step.h, force->ftm2v, MovingAtoms(step),
                       domain->dimension == 2, contact_forces, rate.data(), velocity.data(),
                       free_velocity.data(), load.data(), mass.data()});
    for (auto *a : {&velocity, &free_velocity}) forward_to_all(*a, 3);
    for (auto *a : {&rate, &mass}) forward_to_all(*a, DOF);
    if (packing.has_walls()) take_feet(step.h, in_step);
  }

  void set_zero(Array<double> &a, int n)
  {
    space.allocate(a, n);
    space.for_each(n, VARDEM::SetZero{a.data()});
  }

  void take_feet(double h, bool in_step)
  {
    const int first = packing.atom_columns(), n = packing.network.ncolumns - first;
    if (in_step) {
      std::vector<VARDEM::WallMotion> motions;
      for (const auto *wall : fixes_with<WallContacts>(modify))
        motions.push_back(wall->wall_motion());
      space.for_each(n,
                     TakeFeet{packing.spheres().centres, packing.walls().walls,
                              bring(motions, wall_motions), first, h, velocity.data(),
                              free_velocity.data()});
      space.wait();
    }
    space.for_each(n, RatesOfFeet{first, velocity.data(), rate.data()});
  }

  /** Over all processes. */
  double count_not_finite()
  {
    space.template reduce<1>(packing.network.nrows, CountNotFinite<3>{free_velocity.data()}, 0);
    return space.fetch(1)[0];
  }

  /** The contacts of a step of length h, or all pairs if h = 0. */
  void find_contacts(double h)
  {
    packing.contacts.step = {h, kept_margin, packing.column.data(), velocity.data(),
                             free_velocity.data()};
    packing.find_contacts(space);
    packing.network.owners.clear();
    platform.ghosts.reset(packing.column, packing.atom_columns(), packing.needs_ghosts());
  }

  void take_laws()
  {
    const auto &network = packing.network;
    list_laws();
    space.allocate(kind, network.ncontacts);
    for (auto *a : {&size, &effective}) space.allocate(*a, network.ncontacts);
    const auto ends = packing.ends(platform.atoms(nullptr));
    space.for_each(network.nrows,
                   TakeLaws<Rows, std::decay_t<decltype(ends)>>{
                       network.rows(), ends, mass.data(), packing.spheres().radii, rules.no_type(),
                       kind.data(), size.data(), effective.data()});
    bring(laws, laws_here);
  }

  /** Of two types, and of each wall. */
  void list_laws()
  {
    const int n = rules.no_type();
    const auto walls = fixes_with<WallContacts>(modify);
    laws.assign(n * (n + walls.size()), VARDEM::SoftContact{});
    const SoftContacts *pair = rules.soft_contacts();
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++) laws[i * n + j] = pair->law_of_types(i, j);
    for (std::size_t w = 0; w < walls.size(); w++)
      for (int i = 1; i < n; i++) laws[n * (n + w) + i] = walls[w]->law_of_type(i);
  }

  void start_places(double h)
  {
    space.for_each(packing.network.ncolumns,
                   StartPlaces{packing.spheres().centres, packing.walls().walls,
                               packing.atom_columns(), h, velocity.data(), place.data()});
    packing.network.geometry = {place.data()};
  }

  VARDEM::ImplicitInput input(const ImplicitSettings &settings, double h)
  {
    VARDEM::ColumnSpheres spheres = packing.spheres();
    spheres.centres = place.data();
    return {settings.form,
            h,
            spheres,
            {space.shadow(laws.data(), laws.size(), laws_here), kind.data(), size.data(),
             effective.data()},
            load.data(),
            inertia.data(),
            u_free.data(),
            LONGEST * last.smallest};
  }

  /** Makes momenta of velocities (part = -1), or velocities of momenta (part = 1), where they belong to other times. */
  void kick_ahead(const ImplicitSettings &settings, double h, double part)
  {
    const int n = DOF * packing.network.nrows;
    solver.setup(space, packing.network);
    space.for_each(n, VARDEM::SetZero{pushes.data()});
    VARDEM::with_law(rules.law, [&](auto kind_of) {
      solver.template add_elastic<typename decltype(kind_of)::Force>(input(settings, h), u.data(),
                                                                     pushes.data());
    });
    space.for_each(n,
                   KickRates{mass.data(), pushes.data(), load.data(),
                             part * settings.form.ahead * h, rate.data()});
  }

  /** Solves the step in one part, or in more where that finds no solution. */
  void solve_parts(const ImplicitSettings &settings, const PresentStep &step,
                   ImplicitFindings &found)
  {
    const int n = DOF * packing.network.nrows;
    if (settings.linear.kind != VARDEM::LinearChoice::BLOCK) packing.find_owners(space);
    take_laws();
    space.for_each(n, VARDEM::Copy{rate.data(), first_rate.data()});
    found.parts = 1;
    VARDEM::SolverReport spent;
    while (true) {
      start_places(step.h);
      space.for_each(3 * packing.network.ncolumns, VARDEM::SetZero{total.data()});
      part_length = step.h / found.parts;
      const bool solved = solve_with(settings, found);
      spent.steps += found.report.steps;
      spent.products += found.report.products;
      if (solved || 2 * found.parts > settings.most_parts) break;
      found.parts *= 2;
      space.for_each(n, VARDEM::Copy{first_rate.data(), rate.data()});
    }
    found.report.steps = spent.steps;
    found.report.products = spent.products;
  }

  /** Makes the parts of a step. Returns false, without the parts that are left, if one of them has no solution. */
  bool solve_with(const ImplicitSettings &settings, ImplicitFindings &found)
  {
    const double h = part_length;
    const int n = DOF * packing.network.nrows;
    space.for_each(n, InertiaOfStep{mass.data(), h, inertia.data()});
    if (settings.form.ahead != 0.0) kick_ahead(settings, h, -1.0);
    found.report = VARDEM::SolverReport();
    found.report.residual = 0.0;
    found.sums = {};
    const bool may_fail = 2 * found.parts > settings.most_parts;
    for (int part = 0; part < found.parts; part++) {
      solver.setup(space, packing.network);
      solver.linear_solver().choose(settings.linear);
      // those of ghosts may be of another part, or of an attempt that has failed
      if (found.parts > 1 || settings.form.ahead != 0.0) space.forward(rate.data(), DOF);
      space.for_each(DOF * packing.network.ncolumns,
                     VARDEM::Multiply{h, rate.data(), u_free.data()});
      const VARDEM::SolverReport report = solve_part(settings, found);
      found.report.steps += report.steps;
      found.report.products += report.products;
      found.report.residual = std::max(found.report.residual, report.residual);
      found.report.reason = report.reason;
      if (report.reason != VARDEM::SolverReport::CONVERGED && !may_fail) return false;
    }
    return true;
  }

  VARDEM::SolverReport solve_part(const ImplicitSettings &settings, ImplicitFindings &found)
  {
    const int n = DOF * packing.network.nrows;
    const VARDEM::ImplicitInput in = input(settings, part_length);
    VARDEM::SolverReport report;
    space.for_each(n, VARDEM::SetZero{pushes.data()});
    space.for_each(n, VARDEM::Copy{u_free.data(), u.data()});
    VARDEM::with_law(rules.law, [&](auto kind_of) {
      using NormalForce = typename decltype(kind_of)::Force;
      report = solver.template solve<NormalForce>(in, u.data(), settings.options);
      const double taken = found.sums.dissipated;
      found.sums = solver.template add_pushes<NormalForce>(u.data(), pushes.data());
      found.sums.dissipated += taken;
      const VARDEM::StepForm &form = settings.form;
      if (settings.with_potential && form.at > 0.0 && !form.discrete && !form.live)
        found.potential = solver.template potential<NormalForce>(u.data());
    });
    found.evaluations += solver.force_evaluations();
    if (settings.form.by_motion && report.reason != VARDEM::SolverReport::CONVERGED)
      space.for_each(n, RatesOfMotion{part_length, settings.form.weight, u.data(), rate.data()});
    else
      space.for_each(n,
                     KickRates{mass.data(), pushes.data(), load.data(), part_length, rate.data()});
    space.for_each(
        packing.network.ncolumns,
        MovePlaces{solver.displacements(u.data()), u.data(), place.data(), total.data()});
    return report;
  }

  // --- steps to the equilibrium ---

  /** Moves the spheres to the equilibrium, or by `reach` towards it. Where the loads are not supported, the step goes down the potential energy as far as
   *  a body without contacts would go. Walls and particles that others move are where they are at the end of the step. */
  void go_to_rest(const ImplicitSettings &settings, const PresentStep &step,
                  ImplicitFindings &found)
  {
    auto &network = packing.network;
    packing.find_owners(space);
    start_places(0.0);
    set_zero(total, 3 * network.ncolumns);
    space.allocate(forces_on_rows, 3 * network.nrows);
    space.for_each(network.nrows, TakeForces{load.data(), forces_on_rows.data()});
    const int behind = packing.atom_columns() - network.first_fixed;
    space.for_each(behind, CarryFixed{network.first_fixed, step.h, velocity.data(), place.data()});
    VARDEM::ColumnSpheres spheres = packing.spheres();
    spheres.centres = place.data();
    resting_forces.solver.choice = rest_choice(settings);
    resting_forces.solver.free_motions = packing.free_motions(domain->dimension);
    if (!is_loose) {
      VARDEM::SolverOptions options = settings.options;
      options.most_products = ENOUGH * static_cast<long>(std::sqrt(network.nbodies) + 1.0);
      found.report =
          resting.solve(space, resting_forces, network, spheres, rules.law, forces_on_rows.data(),
                        total.data(), options, {2.0 * settings.reach, false});
      judge_equilibrium(found.report);
    }
    if (is_loose) go_down(settings, spheres, found);
    found.sums.elastic = resting_forces.certificate.energy;
    space.for_each(DOF * network.nrows, VARDEM::SetZero{rate.data()});
    network.geometry = {place.data()};
  }

  VARDEM::MethodChoice rest_choice(const ImplicitSettings &settings) const
  {
    VARDEM::MethodChoice choice;
    choice.method = VARDEM::MethodChoice::AUTO;
    choice.linear = settings.linear;
    if (Space::ON_HOST && choice.linear.kind == VARDEM::LinearChoice::BLOCK)
      choice.linear.kind = VARDEM::LinearChoice::INCOMPLETE;
    if (Space::ON_HOST) choice.linear.incomplete.parts = Space::concurrency();
    return choice;
  }

  /** Is the state too far from the equilibrium for the solver that looks for it? Next time the forces must then be nearer to it. */
  void judge_equilibrium(const VARDEM::SolverReport &report)
  {
    using Report = VARDEM::SolverReport;
    is_loose = report.reason == Report::INFEASIBLE || report.reason == Report::SCALE ||
        (report.reason == Report::PRODUCTS && report.residual > calm);
    if (is_loose) calm = std::max(LEAST_CALM, CALMER * calm);
    if (report.reason == Report::CONVERGED) calm = CALM;
  }

  /** Goes down the potential energy from where the step starts, until it pays to look for the equilibrium. */
  void go_down(const ImplicitSettings &settings, const VARDEM::ColumnSpheres &spheres,
               ImplicitFindings &found)
  {
    set_zero(total, 3 * packing.network.ncolumns);
    const VARDEM::SolverReport report =
        descent.descend(space, packing.network, spheres, rules.law, forces_on_rows.data(),
                        total.data(), {calm, settings.reach, MOST_DESCENT});
    found.report.products += report.steps;
    found.report.residual = report.residual;
    found.report.reason = VARDEM::SolverReport::REACH;
    is_loose = report.reason != VARDEM::SolverReport::CONVERGED;
  }

  /** Have all pairs that come into contact in the step been in the network? */
  bool has_all_contacts(const PresentStep &step)
  {
    const int ncolumns = packing.network.ncolumns;
    space.for_each(3 * ncolumns, BeyondFree{step.h, total.data(), velocity.data(), beyond.data()});
    const double closed = TOUCHING * step.smallest,
                 closest = 2.0 * space.maximum(ncolumns, VARDEM::LengthOfMotion{beyond.data()});
    if (closest + closed < kept_margin) {    // no two bodies come nearer by more
      kept_margin = std::max(KEPT * kept_margin, AMPLE * (closest + closed));
      return true;
    }
    forward_to_all(beyond, 3);
    auto all = packing.contacts;
    all.step = StepAhead();
    const double needed = space.maximum(all.atoms.count(),
                                        NeededMargin<std::decay_t<decltype(all)>>{
                                            all, packing.contacts.step, beyond.data(), closed});
    const bool complete = !(needed > kept_margin);
    kept_margin = complete ? std::max(KEPT * kept_margin, AMPLE * needed) : AMPLE * needed;
    if (!complete)
      space.for_each(DOF * packing.network.nrows, VARDEM::Copy{first_rate.data(), rate.data()});
    return complete;
  }

  void move(const PresentStep &step)
  {
    const auto atoms = platform.points(0);
    const auto spheres = platform.spheres();
    space.for_each(atom->nlocal,
                   MoveGrains<std::decay_t<decltype(atoms)>, std::decay_t<decltype(spheres)>>{
                       atoms, spheres, columns(), MovingAtoms(step), step.h, total.data(),
                       rate.data(), velocity.data()});
    platform.changed_motion();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
