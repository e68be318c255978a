// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_IMPLICIT_SPHERE_STEP_H
#define VARDEM_HOST_IMPLICIT_SPHERE_STEP_H

#include "host/atoms/atom_accessors.h"
#include "host/implicit/implicit_steps_loops.h"
#include "host/implicit/soft_spheres.h"
#include "host/implicit/steps_to_rest.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Implicit steps of spheres over a Space. Soft is SoftSpheres (host/implicit/soft_spheres.h). */
template <class Soft> class ImplicitSphereStep : public ImplicitSteps {
 public:
  using Model = typename Soft::Model;
  using Space = typename Soft::Space;
  using Points = typename Soft::Points;
  using Spheres = typename Soft::Spheres;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr int DOF = Soft::DOF;
  static constexpr bool FRICTION = Soft::WITH_FRICTION;

  ImplicitSphereStep(LAMMPS *lmp, Fix *fix, ContactRules &rules, Orientations &orientations) :
      ImplicitSteps(lmp), soft(lmp, fix, rules, orientations), model(soft.model),
      space(model.space), contact_forces(lmp, model.platform, space), rest(lmp, soft, rules)
  {
  }

  void request_list(Fix *fix) override
  {
    model.platform.request_list(fix, true);
    listed = -1;
  }
  GrainSizes sizes(int bits) override { return sizes_of_grains(model, atom, bits); }
  Ghosts &ghosts() override { return model.platform.ghosts; }
  bool has_factors() const override { return Space::ON_HOST; }
  Motion motion() override { return model.motion(); }

  StepsMemory memory() const override
  {
    StepsMemory kept = rest.memory();
    kept.margin = margin;
    kept.quick = soft.solver.quick;
    return kept;
  }
  void remember(const StepsMemory &kept) override
  {
    margin = kept.margin;
    soft.solver.quick = kept.quick;
    rest.remember(kept);
  }
  double bytes() const override
  {
    return space.bytes() + model.builder.bytes() + soft.solver.linear_solver().bytes();
  }

  ImplicitOutput advance(NeighList *list, const ImplicitSettings &settings,
                         const StepInput &step) override
  {
    const typename Space::Phase phase(space, "step");
    ImplicitOutput found;
    soft.collect(list, step, contact_forces.sum());
    soft.ask_books();
    found.not_finite =
        count_not_finite<3>(space, model.builder.network.nrows, model.free_velocity.data());
    if (found.not_finite > 0.0) {
      model.find_pairs(0.0, 0.0);    // names two particles at the same place, if that is the cause
      return found;
    }
    margin = std::max(margin, Model::LEAST_MARGIN * step.smallest);
    if (!settings.inertia) margin = std::max(margin, 2.0 * settings.reach);
    bool stay = settings.inertia && rows_stay(2.0 * way);
    do {
      if (!stay) find_rows(step.h);
      find_motions(settings, step, found);
    } while (!has_all_contacts(step, stay));
    drift = drift + middle;
    soft.tell_books(settings.inertia);
    soft.move_atoms(step);
    soft.move_walls();
    if constexpr (FRICTION) leave_mean_velocities(settings);
    return found;
  }

  /** With friction velocities are means, and those at the end of the step are still to come. */
  Motion next_motion(double h) override
  {
    if constexpr (FRICTION) return model.next_motion_of(PointsAtEnd<Points>{points(), changes}, h);
    return model.next_motion(h);
  }

  void take_pair_forces() override
  {
    const typename Space::Phase phase(space, "pre_reverse");
    contact_forces.take_pairs();
  }

  void finish(const ImplicitSettings &settings) override
  {
    if constexpr (FRICTION) {
      space.for_each(atom->nlocal,
                     AddChanges<Points, Spheres>{points(), spheres(), settings.kept.changes});
      model.platform.changed_motion();
    }
    if (settings.form.ahead == 0.0) return;
    const typename Space::Phase phase(space, "finish");
    const double time = settings.form.ahead * part_length;
    space.for_each(atom->nlocal,
                   KickAtoms<Points, Spheres>{points(), spheres(), time * force->ftm2v,
                                              domain->dimension == 2, contact_forces.sum(),
                                              settings.kept.elastic});
    model.platform.changed_motion();
    soft.solver.walls.start();
    soft.solver.walls.kick(time, true);
    soft.move_walls();
  }

  double largest_speed(int groupbit) override
  {
    return space.maximum(atom->nlocal, SpeedOf<Points>{points(groupbit)});
  }

  void add_weight(const std::vector<GravityField> &gravity_fields) override
  {
    const typename Space::Phase phase(space, "min_post_force");
    for (const GravityField &gravity_field : gravity_fields) {
      space.for_each(atom->nlocal,
                     AddWeight<Points>{points(gravity_field.bits), gravity_field.acceleration()});
      model.platform.changed_forces();
    }
  }

  double potential_of_weight(const std::vector<GravityField> &gravity_fields) override
  {
    double energy = 0.0;
    for (const GravityField &gravity_field : gravity_fields) {
      space.template reduce<1>(
          atom->nlocal,
          PotentialOfWeight<Points>{points(gravity_field.bits), gravity_field.acceleration(),
                                    model.platform.images(), VARDEM::upper(domain->h)},
          0);
      energy += space.fetch(1)[0];
    }
    return energy;
  }

  void release(const HeldAtoms &held) override
  {
    const typename Space::Phase phase(space, "min_post_force");
    space.for_each(atom->nlocal, ReleaseHeld<Points, Spheres>{points(), spheres(), held});
    model.platform.changed_forces();
    model.platform.changed_torques();
  }

 private:
  Soft soft;
  Model &model;
  Space &space;
  ForcesOfContacts<typename Model::Platform> contact_forces;
  StepsToRest<Soft> rest;
  double margin = 0.0;
  // of the rows: step of their lists, and gap of the other pairs where the rows were found
  bigint listed = -1;
  double apart = 0.0;
  // the farthest way of an atom since then, and in the last step, beside the drift: the sum of the
  // motions in the middle of all
  double since = 0.0, way = 0.0;
  VARDEM::Vec3 drift = {}, middle = {};
  int nrows_then = 0;
  Array<double> centres_then, radii_then;    // as SinceRows has them
  double part_length = 0.0;                  // of the last part of the last step
  double *changes = nullptr;                 // with friction: of atoms, 6 numbers

  Points points(int bits = 0) const { return model.platform.points(bits); }
  Spheres spheres() const { return model.platform.spheres(); }

  /** Puts the contacts of a step of length h into the network. */
  void find_rows(double h)
  {
    model.find_pairs(h, margin);
    const int n = model.builder.atom_columns();
    const VARDEM::ColumnSpheres spheres = model.builder.spheres();
    space.allocate(centres_then, 3 * n);
    space.allocate(radii_then, n);
    space.for_each(3 * n, VARDEM::Copy{spheres.centres, centres_then.data()});
    space.for_each(n, VARDEM::Copy{spheres.radii, radii_then.data()});
    listed = neighbor->lastcall;
    nrows_then = model.builder.network.nrows;
    apart = std::min(margin, neighbor->skin);    // the search has seen no more
    since = 0.0;
    drift = {0.0, 0.0, 0.0};
  }

  /** Do the rows of an earlier step have all pairs that may touch, if two bodies come nearer by
   *  this much at most? Rows with a far larger margin than is needed have more pairs than pays. */
  bool rows_stay(double approach)
  {
    const double left = apart - Model::TOUCHING * soft.last.smallest - approach;
    if (listed != neighbor->lastcall || !(left > 0.0) || apart > 2.0 * margin) return false;
    const auto &builder = model.builder;
    const auto found = space.template maxima<2>(
        builder.atom_columns(),
        SinceRows<typename Model::Rows>{builder.network.rows(), nrows_then, builder.spheres(),
                                        centres_then.data(), radii_then.data(), drift,
                                        builder.atom_of.data(), builder.walls()});
    since = found.s[0];
    return !(found.s[1] > 0.0) && 2.0 * since <= left;
  }

  /** Steps to the equilibrium have no friction. */
  void find_motions(const ImplicitSettings &settings, const StepInput &step, ImplicitOutput &found)
  {
    if constexpr (!FRICTION)
      if (!settings.inertia) return rest.go(settings, step, found);
    solve_parts(settings, step, found);
  }

  /** Makes momenta of velocities, where they belong to other times. finish() takes them back. */
  void start_momenta(const ImplicitSettings &settings, double h)
  {
    const int n = DOF * model.builder.network.nrows;
    double *forces = soft.contact_load.data();
    soft.solver.setup(space, model.builder.network);
    space.for_each(n, VARDEM::SetZero{forces});
    soft.solver.add_elastic(soft.input(settings.form, h), soft.rate.data(), forces);
    soft.solver.walls.keep_contacts();
    kick(-settings.form.ahead * h, forces);
    soft.solver.walls.kick(-settings.form.ahead * h, false);
  }

  void kick(double h, const double *forces)
  {
    space.for_each(DOF * model.builder.network.nrows,
                   KickRates{soft.mass.data(), forces, soft.load.data(), h, soft.rate.data()});
  }

  /** Solves the step in one part, or in more where that finds no solution. */
  void solve_parts(const ImplicitSettings &settings, const StepInput &step, ImplicitOutput &found)
  {
    auto &network = model.builder.network;
    const int n = DOF * network.nrows;
    if (settings.linear.kind != VARDEM::LinearChoice::BLOCK) model.builder.find_owners(space);
    model.take_laws(soft.mass.data());
    space.for_each(n, VARDEM::Copy{soft.rate.data(), soft.first_rate.data()});
    found.parts = 1;
    VARDEM::SolverReport spent;
    while (true) {
      soft.start_places(step.h);
      space.for_each(3 * network.ncolumns, VARDEM::SetZero{soft.total.data()});
      if constexpr (FRICTION) soft.start_springs();
      part_length = step.h / found.parts;
      const bool solved = solve_with(settings, found);
      spent.steps += found.report.steps;
      spent.products += found.report.products;
      if (solved || 2 * found.parts > settings.most_parts) break;
      found.parts *= 2;
      space.for_each(n, VARDEM::Copy{soft.first_rate.data(), soft.rate.data()});
    }
    found.report.steps = spent.steps;
    found.report.products = spent.products;
  }

  /** Makes the parts of a step. Returns false, without the parts that are left, if one of them has
   *  no solution. */
  bool solve_with(const ImplicitSettings &settings, ImplicitOutput &found)
  {
    const double h = part_length;
    auto &network = model.builder.network;
    const int n = DOF * network.nrows;
    space.for_each(n, VARDEM::Multiply{1.0 / (h * h), soft.mass.data(), soft.inertia.data()});
    soft.start_dashpots();
    if (settings.form.ahead != 0.0) start_momenta(settings, h);
    found.report = VARDEM::SolverReport();
    found.report.residual = 0.0;
    const bool may_fail = 2 * found.parts > settings.most_parts;
    for (int part = 0; part < found.parts; part++) {
      soft.solver.setup(space, network);
      soft.solver.linear_solver().choose(settings.linear);
      // those of ghosts may be of another part, or of an attempt that has failed
      if (found.parts > 1 || settings.form.ahead != 0.0) space.forward(soft.rate.data(), DOF);
      space.for_each(DOF * network.ncolumns,
                     VARDEM::Multiply{h, soft.rate.data(), soft.u_free.data()});
      soft.solver.walls.begin(space, settings.form, h, soft.place.data());
      soft.solver.walls.set_free(space, soft.u_free.data());
      const VARDEM::SolverReport report = solve_part(settings, part == 0, found);
      found.report.steps += report.steps;
      found.report.products += report.products;
      found.report.residual = std::max(found.report.residual, report.residual);
      found.report.reason = report.reason;
      if (report.reason != VARDEM::SolverReport::CONVERGED && !may_fail) return false;
    }
    return true;
  }

  VARDEM::SolverReport solve_part(const ImplicitSettings &settings, bool first,
                                  ImplicitOutput &found)
  {
    const int n = DOF * model.builder.network.nrows;
    const VARDEM::StepForm &form = settings.form;
    VARDEM::ImplicitInput in = soft.input(form, part_length);
    space.for_each(n, VARDEM::SetZero{soft.forces_of_rows.data()});
    space.for_each(n, VARDEM::Copy{soft.u_free.data(), soft.u.data()});
    in.known_start = first && form.ahead != 0.0;
    double *const lag = form.two_starts ? nullptr : settings.kept.lag;
    if (lag && found.parts == 1) in.predicted = predict(form, lag);
    const VARDEM::SolverReport report = soft.solver.solve(in, soft.u.data(), settings.options);
    soft.solver.add_contact_forces(soft.u.data(), soft.forces_of_rows.data());
    if constexpr (FRICTION) soft.solver.advance_springs(soft.u.data());
    if (settings.with_potential && form.at > 0.0 && !form.discrete && !form.live)
      found.potential = soft.solver.potential(soft.u.data());
    found.evaluations += soft.solver.force_evaluations();
    const bool by_motion = form.by_motion && report.reason != VARDEM::SolverReport::CONVERGED;
    soft.solver.walls.end_part(by_motion);
    if (by_motion)
      space.for_each(n, RatesOfMotion{part_length, form.weight, soft.u.data(), soft.rate.data()});
    else
      kick(part_length, soft.forces_of_rows.data());
    const bool solved = found.parts == 1 && report.reason == VARDEM::SolverReport::CONVERGED;
    if (lag)
      keep(solved && form.weight > 0.0 ? form.drag / form.weight : 0.0, soft.forces_of_rows,
           soft.contact_load.data(), lag);
    if (settings.kept.elastic) {
      space.for_each(DOF * atom->nlocal,
                     SetTo<double>{KickAtoms<Points, Spheres>::NO_ROW, settings.kept.elastic});
      space.for_each(n, VARDEM::SetZero{soft.elastic.data()});
      soft.solver.add_elastic_at(soft.u.data(), 1.0, soft.elastic.data());
      soft.solver.walls.keep_contacts();
      keep(1.0, soft.elastic, nullptr, settings.kept.elastic);
    }
    soft.add_dashpots(form, part_length);
    if (settings.kept.elastic)    // of the next part
      space.for_each(n, VARDEM::Copy{soft.elastic.data(), soft.contact_load.data()});
    soft.move_places();
    return report;
  }

  /** As KeepForAtoms has it. */
  void keep(double part, const Array<double> &a, const double *b, double *to)
  {
    space.for_each(model.builder.network.nrows,
                   KeepForAtoms{model.builder.atom_of.data(), part, a.data(), b, to});
  }

  /** Starts with the forces where the step starts and their lag, unless they would move a sphere by
   *  more than a Newton step may. In steps that are short beside a contact this leaves less out of
   *  balance than the free motion. The last forces contain the dashpots at the present velocities
   *  if momenta belong to the time of the positions; for other forms contact_load has the elastic
   *  forces alone. Returns whether it has changed the start. */
  bool predict(const VARDEM::StepForm &form, const double *lag)
  {
    const int n = model.builder.network.nrows;
    double *change = soft.forces_of_rows.data();
    space.for_each(n,
                   PredictedMotions{model.builder.atom_of.data(), soft.mass.data(),
                                    soft.load.data(), soft.contact_load.data(), lag,
                                    part_length * part_length * form.weight, change});
    const double longest = Soft::LONGEST * soft.last.smallest;
    const bool is_short = space.maximum(n, VARDEM::LargestLoad<DOF>{change}) < longest;
    if (is_short) {
      space.for_each(DOF * n, VARDEM::AddScaled{soft.u.data(), change, 1.0, soft.u.data()});
      soft.solver.walls.predict(longest);
    }
    space.for_each(DOF * n, VARDEM::SetZero{change});
    return is_short;
  }

  void leave_mean_velocities(const ImplicitSettings &settings)
  {
    changes = settings.kept.changes;
    space.for_each(atom->nlocal,
                   HandMeanVelocities<Points, Spheres>{points(), spheres(), model.columns(),
                                                       soft.last.h, soft.total.data(),
                                                       soft.turn.data(), changes});
  }

  /** Have all pairs that come into contact been in the network? Otherwise the rows do not stay. */
  bool has_all_contacts(const StepInput &step, bool &stay)
  {
    const int ncolumns = model.builder.network.ncolumns;
    const auto [extent] = space.template maxima<6>(
        model.builder.atom_columns(),    // wall points are found in each step
        ExtentsOfMotions<MotionsOfColumns>{{soft.total.data()}, middle});
    const VARDEM::Vec3 ahead = {extent[0], extent[1], extent[2]},
                       behind = {extent[3], extent[4], extent[5]};
    middle = middle + 0.5 * (ahead - behind);
    way = 0.5 * norm(ahead + behind);
    const double closed = Model::TOUCHING * step.smallest;
    bool complete = 2.0 * (since + way) + closed <= apart;
    if (complete) {
      Model::is_enough(2.0 * way + closed, margin);
    } else if (!stay) {
      space.for_each(
          3 * ncolumns,
          VARDEM::AddScaled{soft.total.data(), model.velocity.data(), -step.h, soft.beyond.data()});
      complete = model.had_all_pairs(soft.beyond, closed, margin);
    }
    if (!complete)
      space.for_each(DOF * model.builder.network.nrows,
                     VARDEM::Copy{soft.first_rate.data(), soft.rate.data()});
    stay = false;
    return complete;
  }
};

template <class Platform, bool BONDS>
std::unique_ptr<ImplicitSteps> make_implicit_spheres(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                     Orientations &orientations, bool friction)
{
  using Smooth = ImplicitSphereStep<SoftSpheres<Platform, BONDS, false>>;
  using Rough = ImplicitSphereStep<SoftSpheres<Platform, BONDS, true>>;
  if (friction) return std::make_unique<Rough>(lmp, fix, rules, orientations);
  return std::make_unique<Smooth>(lmp, fix, rules, orientations);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
