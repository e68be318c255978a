/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_IMPLICIT_STEPS_ON_H
#define VARDEM_HOST_IMPLICIT_STEPS_ON_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/sphere_steps_on.h"
#include "host/implicit/forces_of_contacts.h"
#include "host/implicit/implicit_steps.h"
#include "host/implicit/implicit_steps_loops.h"
#include "host/implicit/minimization_loops.h"
#include "host/interfaces/contact_laws.h"
#include "solvers/chosen_solver.h"
#include "solvers/fire_descent.h"
#include "solvers/resting_spheres.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Implicit steps of spheres over a Space. Platform is as SphereStepsOn has it (host/dynamics/sphere_steps_on.h). Bonds: VARDEM::StepBonds in host/implicit/bonded_steps_on.h,
 *  otherwise VARDEM::NoStepBonds. Friction: VARDEM::StepFriction, or VARDEM::NoStepFriction. */
template <class Platform, class Bonds = VARDEM::NoStepBonds<typename Platform::Space>,
          class Friction = VARDEM::NoStepFriction<typename Platform::Space>>
class ImplicitStepsOn :
    public SphereStepsOn<PlatformSteps<
        ImplicitSteps, Platform, Packing<typename Platform::Space, typename Platform::Atoms>>> {
  using Base =
      SphereStepsOn<PlatformSteps<ImplicitSteps, Platform,
                                  Packing<typename Platform::Space, typename Platform::Atoms>>>;

 public:
  using typename Base::Space;
  using Network = typename Base::Packing::Network;
  static constexpr int DOF = 6;
  template <class T> using Array = typename Space::template Array<T>;

  ImplicitStepsOn(LAMMPS *lmp, Fix *fix, ContactRules &rules_in) :
      Base(lmp, fix, rules_in), contact_forces(lmp, platform, space), springs(lmp)
  {
  }

  StepsMemory memory() const override
  {
    return {kept_margin, calm, is_loose ? 1.0 : 0.0, inertia_of_pass};
  }
  void remember(const StepsMemory &kept) override
  {
    kept_margin = kept.margin;
    calm = kept.calm;
    is_loose = kept.is_loose != 0.0;
    inertia_of_pass = kept.inertia_of_pass;
  }
  bool has_factors() const override { return Space::ON_HOST; }
  double bytes() const override
  {
    return space.bytes() + packing.bytes() + solver.linear_solver().bytes();
  }

  ImplicitFindings advance(NeighList *list, const ImplicitSettings &settings,
                           const PresentStep &step) override
  {
    const typename Space::Phase phase(space, "step");
    ImplicitFindings found;
    collect(list, step, true);
    found.not_finite = this->count_not_finite();
    if (found.not_finite > 0.0) return found;
    kept_margin = std::max(kept_margin, LEAST_MARGIN * step.smallest);
    if (!settings.inertia) kept_margin = std::max(kept_margin, 2.0 * settings.reach);
    do {
      this->find_pairs(step.h, kept_margin);
      if (settings.inertia)
        solve_parts(settings, step, found);
      else
        go_to_rest(settings, step, found);
    } while (!has_all_contacts(step));
    move(step);
    if constexpr (Friction::EXIST) hand_mean_velocities(settings);
    return found;
  }

  Motion next_motion(double h) override
  {
    if constexpr (Friction::EXIST) {
      const auto atoms = platform.points(0);
      using AtEnd = PointsAtEnd<std::decay_t<decltype(atoms)>>;
      return motion_of(
          space, atom->nlocal,
          NextMotions<AtEnd>{
              {atoms, changes}, packing.column.data(), h, velocity.data(), free_velocity.data()});
    } else {
      return Base::next_motion(h);
    }
  }

  void add_changes(const double *rows) override
  {
    const auto atoms = platform.points(0);
    const auto spheres = platform.spheres();
    space.for_each(atom->nlocal,
                   AddChanges<std::decay_t<decltype(atoms)>, std::decay_t<decltype(spheres)>>{
                       atoms, spheres, rows});
    platform.changed_motion();
  }

  void take_pair_forces() override
  {
    const typename Space::Phase phase(space, "pre_reverse");
    contact_forces.take_pairs();
  }

  double largest_speed(int groupbit) override
  {
    const auto atoms = platform.points(groupbit);
    return space.maximum(atom->nlocal, SpeedOf<std::decay_t<decltype(atoms)>>{atoms});
  }

  void add_weight(const std::vector<Pull> &pulls) override
  {
    const typename Space::Phase phase(space, "min_post_force");
    for (const Pull &pull : pulls) {
      const auto atoms = platform.points(pull.bits);
      space.for_each(atom->nlocal,
                     AddWeight<std::decay_t<decltype(atoms)>>{atoms, pull.acceleration()});
    }
    platform.changed_forces();
  }

  double potential_of_weight(const std::vector<Pull> &pulls) override
  {
    double energy = 0.0;
    for (const Pull &pull : pulls) {
      const auto atoms = platform.points(pull.bits);
      space.template reduce<1>(
          atom->nlocal,
          PotentialOfWeight<std::decay_t<decltype(atoms)>>{
              atoms, pull.acceleration(), platform.images(), VARDEM::upper(domain->h)},
          0);
      energy += space.fetch(1)[0];
    }
    return energy;
  }

  void release(const HeldAtoms &held) override
  {
    const typename Space::Phase phase(space, "min_post_force");
    const auto atoms = platform.points(0);
    const auto spheres = platform.spheres();
    space.for_each(atom->nlocal,
                   ReleaseHeld<std::decay_t<decltype(atoms)>, std::decay_t<decltype(spheres)>>{
                       atoms, spheres, held});
    platform.changed_forces();
    platform.changed_torques();
  }

  void finish(NeighList *list, const ImplicitSettings &settings) override
  {
    if (settings.form.ahead == 0.0) return;
    const typename Space::Phase phase(space, "finish");
    PresentStep now = last;
    now.h = part_length;
    collect(list, now, false);
    this->find_pairs(0.0, kept_margin);
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

 protected:
  using Rows = VARDEM::ContactRows<VARDEM::CentralGeometry>;

  using Base::atom;
  using Base::bring;
  using Base::columns;
  using Base::domain;
  using Base::force;
  using Base::free_velocity;
  using Base::last;
  using Base::LEAST_MARGIN;
  using Base::modify;
  using Base::packing;
  using Base::platform;
  using Base::rules;
  using Base::set_zero;
  using Base::space;
  using Base::TOUCHING;
  using Base::velocity;

  // residuals behind which it pays to look for the equilibrium: at first, after each time in vain, and at least
  static constexpr double CALM = 0.1, CALMER = 0.1, LEAST_CALM = 1e-6;
  static constexpr int MOST_DESCENT = 10000;    // steps down the potential energy
  static constexpr long ENOUGH =
      100;    // products for an equilibrium, over the root of the number of bodies
  static constexpr double LONGEST =
      0.1;    // displacement of a Newton step, over the smallest diameter

  VARDEM::ImplicitStep<Space, Network, DOF, VARDEM::ChosenSolver, Bonds, Friction> solver;
  VARDEM::CompatibleForces<Space, VARDEM::CentralGeometry> resting_forces;
  VARDEM::RestingSpheres<Space> resting;
  VARDEM::FireDescent<Space> descent;
  ForcesOfContacts<Platform> contact_forces;
  Array<double> forces_on_rows;    // 3 numbers
  Array<double> carried;           // of columns: how far the flow of the cell moves them
  bool is_loose = false;           // is it too early to look for the equilibrium?
  double calm = CALM;              // residual behind which it is not
  double kept_margin = 0.0;
  double inertia_of_pass = 0.0;    // of steps of bonded bodies to the equilibrium
  double part_length = 0.0;        // of the last part of the last step

  Array<double> place, total, beyond;                                     // of columns, 3 numbers
  Array<double> rate, u, u_free;                                          // of columns, 6 numbers
  Array<double> load, contact_load, mass, inertia, pushes, first_rate;    // of rows, 6 numbers
  Array<int> kind;                                                        // of contacts
  Array<double> size, effective;
  std::vector<VARDEM::SoftContact> laws;
  Array<VARDEM::SoftContact> laws_here;

  // with friction
  StepSprings springs;
  std::vector<int> columns_on_host;
  Array<int> first_spring;
  Array<SpringOfRow> springs_here;
  Array<double> turn;           // of rows, 3 numbers: rotation in the whole step, times the radius
  double *changes = nullptr;    // of atoms, 6 numbers

  /** The state of all columns before the step. in_step: walls have made the step already. */
  void collect(NeighList *list, const PresentStep &step, bool in_step)
  {
    const typename Space::Phase phase(space, "packing");
    last = step;
    this->take_columns(list, in_step);
    const int ncolumns = packing.network.ncolumns, nrows = packing.network.nrows;
    for (auto *a : {&velocity, &free_velocity, &place, &total, &beyond}) set_zero(*a, 3 * ncolumns);
    for (auto *a : {&rate, &u, &u_free, &mass}) set_zero(*a, DOF * ncolumns);
    for (auto *a : {&load, &contact_load, &inertia, &pushes, &first_rate})
      space.allocate(*a, DOF * nrows);
    const auto atoms = platform.points(0);
    const auto spheres = platform.spheres();
    space.for_each(atom->nlocal,
                   TakeGrains<std::decay_t<decltype(atoms)>, std::decay_t<decltype(spheres)>>{
                       atoms, spheres, columns(), step.h, force->ftm2v, MovingAtoms(step),
                       domain->dimension == 2, contact_forces.sum(), rate.data(), velocity.data(),
                       free_velocity.data(), load.data(), contact_load.data(), mass.data()});
    for (auto *a : {&velocity, &free_velocity}) this->forward_to_all(*a, 3);
    for (auto *a : {&rate, &mass}) this->forward_to_all(*a, DOF);
    if (packing.has_walls()) take_feet(step.h, in_step);
    if constexpr (Friction::EXIST) take_springs();
    take_bonds();
  }

  void take_feet(double h, bool in_step)
  {
    if (in_step) this->take_velocities_of_feet(h);
    const int first = packing.atom_columns();
    space.for_each(packing.network.ncolumns - first,
                   RatesOfFeet{first, velocity.data(), rate.data()});
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
                       network.rows(), ends, mass.data(), force->ftm2v, packing.spheres().radii,
                       rules.no_type(), kind.data(), size.data(), effective.data()});
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
    start_attitudes();
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
      if constexpr (Friction::EXIST) start_springs();
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
    if (settings.form.ahead != 0.0) {
      kick_ahead(settings, h, -1.0);
      space.for_each(n, VARDEM::Copy{pushes.data(), contact_load.data()});
    }
    found.report = VARDEM::SolverReport();
    found.report.residual = 0.0;
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
    VARDEM::ImplicitInput in = input(settings, part_length);
    VARDEM::SolverReport report;
    space.for_each(n, VARDEM::SetZero{pushes.data()});
    space.for_each(n, VARDEM::Copy{u_free.data(), u.data()});
    if (!settings.form.two_starts && part_length == last.h) in.predicted = predict(settings.form);
    VARDEM::with_law(rules.law, [&](auto kind_of) {
      using NormalForce = typename decltype(kind_of)::Force;
      report = solver.template solve<NormalForce>(in, u.data(), settings.options);
      solver.template add_pushes<NormalForce>(u.data(), pushes.data());
      if constexpr (Friction::EXIST) solver.template advance_springs<NormalForce>(u.data());
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
    move_places();
    return report;
  }

  /** Starts with the forces where the step starts, unless they would move a sphere by more than a Newton step may. In steps that are short beside a contact
   *  this leaves less out of balance than the free motion. The last forces contain the dashpots at the present velocities if momenta belong to the time of the
   *  positions; for other forms contact_load has the elastic forces alone. Returns whether it has changed the start. */
  bool predict(const VARDEM::StepForm &form)
  {
    const int n = packing.network.nrows;
    space.for_each(DOF * n,
                   PredictMotion{mass.data(), load.data(), contact_load.data(),
                                 part_length * part_length * form.weight, pushes.data()});
    const bool is_short =
        space.maximum(n, VARDEM::LargestLoad<DOF>{pushes.data()}) < LONGEST * last.smallest;
    if (is_short) space.for_each(DOF * n, VARDEM::AddTo{u.data(), pushes.data(), u.data()});
    space.for_each(DOF * n, VARDEM::SetZero{pushes.data()});
    return is_short;
  }

  /** Moves places and attitudes by u. */
  void move_places()
  {
    space.for_each(
        packing.network.ncolumns,
        MovePlaces{solver.displacements(u.data()), u.data(), place.data(), total.data()});
    if constexpr (Bonds::EXIST) solver.bonds.turn(u.data());
    if constexpr (Friction::EXIST)
      space.for_each(packing.network.nrows, AddTurns{u.data(), turn.data()});
  }

  // --- what friction adds ---

  void take_springs()
  {
    if (springs.must_share()) {
      platform.ghosts.reset(packing.column, packing.atom_columns(), true);
      packing.find_owners(space);
    }
    const auto &network = packing.network;
    springs.take({bring_columns(), network.nrows, network.first_fixed, &network.owners});
  }

  /** The columns of owned atoms and ghosts, on the host, as are the IDs of the atoms then. */
  const int *bring_columns()
  {
    platform.bring_tags();
    return this->on_host(packing.column.data(), atom->nlocal + atom->nghost, columns_on_host);
  }

  /** The springs are those at the start of the step again. */
  void start_springs()
  {
    const auto &network = packing.network;
    set_zero(turn, 3 * network.nrows);
    space.allocate(solver.friction.spring, 3 * network.ncontacts);
    const auto ends = packing.ends(platform.atoms(nullptr));
    space.for_each(network.nrows,
                   PlaceSprings<Rows, std::decay_t<decltype(ends)>>{
                       network.rows(), ends, bring(springs.first(), first_spring),
                       bring(springs.springs(), springs_here), solver.friction.spring.data()});
  }

  void hand_mean_velocities(const ImplicitSettings &settings)
  {
    changes = settings.changes;
    const auto atoms = platform.points(0);
    const auto spheres = platform.spheres();
    space.for_each(
        atom->nlocal,
        HandMeanVelocities<std::decay_t<decltype(atoms)>, std::decay_t<decltype(spheres)>>{
            atoms, spheres, columns(), last.h, total.data(), turn.data(), changes});
  }

  // --- what bonds add ---

  /** Takes the bonds, and the attitudes of all columns, behind collect(). */
  virtual void take_bonds() {}
  /** The attitudes are those at the start of the step again. */
  virtual void start_attitudes() {}
  virtual void put_attitudes() {}

  // --- steps to the equilibrium ---

  /** Moves the spheres to the equilibrium, or by `reach` towards it. Where the loads are not supported, the step goes down the potential energy as far as
   *  a body without contacts would go. Walls and particles that others move are where they are at the end of the step. */
  virtual void go_to_rest(const ImplicitSettings &settings, const PresentStep &step,
                          ImplicitFindings &found)
  {
    auto &network = packing.network;
    packing.find_owners(space);
    start_places(0.0);
    set_zero(total, 3 * network.ncolumns);
    space.allocate(forces_on_rows, 3 * network.nrows);
    space.for_each(network.nrows, TakeForces{load.data(), forces_on_rows.data()});
    follow_flow(step);
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
    add_flow(step);
    space.for_each(DOF * network.nrows, VARDEM::SetZero{rate.data()});
    network.geometry = {place.data()};
  }

  static bool has_flow(const PresentStep &step)
  {
    const VARDEM::Upper &L = step.flow;
    return L.xx != 0.0 || L.yy != 0.0 || L.zz != 0.0 || L.yz != 0.0 || L.xz != 0.0 || L.xy != 0.0;
  }

  /** The places of free particles move with the cell, also those of their periodic images. */
  void follow_flow(const PresentStep &step)
  {
    if (!has_flow(step)) return;
    space.allocate(carried, 3 * packing.network.ncolumns);
    space.for_each(packing.network.first_fixed,
                   CarryByFlow{step.flow, step.origin, place.data(), carried.data()});
  }

  /** Counts this motion when the rest is known. */
  void add_flow(const PresentStep &step)
  {
    if (has_flow(step))
      space.for_each(3 * packing.network.first_fixed,
                     VARDEM::AddTo{total.data(), carried.data(), total.data()});
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
    const bool complete = closest + closed < kept_margin    // no two bodies come nearer by more
        ? Base::is_enough(closest + closed, kept_margin)
        : this->had_all_pairs(beyond, closed, kept_margin);
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
    put_attitudes();
  }
};

/** Makes them with or without friction. */
template <class Platform>
std::unique_ptr<ImplicitSteps> make_sphere_steps(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                 bool friction)
{
  using Space = typename Platform::Space;
  using Smooth = ImplicitStepsOn<Platform>;
  using Rough = ImplicitStepsOn<Platform, VARDEM::NoStepBonds<Space>, VARDEM::StepFriction<Space>>;
  if (friction) return std::make_unique<Rough>(lmp, fix, rules);
  return std::make_unique<Smooth>(lmp, fix, rules);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
