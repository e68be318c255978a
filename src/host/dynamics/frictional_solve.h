// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_SOLVE_H
#define VARDEM_HOST_FRICTIONAL_SOLVE_H

#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/steps_loops.h"
#include "solvers/dynamics/frictional_dynamics.h"
#include "solvers/dynamics/projected_gauss_seidel.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// Motions of columns are two vectors: velocity and angular velocity.

/** Sets the forces of contacts, their normal parts, and their moments. */
template <class Levers> struct ForcesOfImpulses {
  const Levers *levers;
  const double *impulse, *turn;    // turn: null if there are no moments
  double h, *force, *moment, *normal;

  VARDEM_INLINE void operator()(int c) const
  {
    if (turn) VARDEM::vectors_at(moment)[c] = VARDEM::vectors_at(turn)[c] / h;
    VARDEM::vectors_at(force)[c] = VARDEM::vectors_at(impulse)[c] / h;
    normal[c] = dot(VARDEM::vectors_at(force)[c], levers[c].n);
  }
};

/** Sums: the energy that contacts lose along their normals and by friction in the step, contacts,
 *  contacts that push, the work of bodies that cannot move (walls, atoms) on the others. The loss is
 *  minus the work of the forces on both bodies, with the mean of the velocities before and after
 *  the step; so it is exact for free bodies. */
template <class Rows, class Levers> struct SumContacts {
  Rows rows;
  const Levers *levers;
  const double *impulse, *moment;    // moment: null if there are none
  const double *before, *after;      // motions of columns
  const double *of_images;           // as FrictionalStep has it
  VARDEM::WallPoints wall_points;
  bool friction;    // otherwise its losses would be round-off
  double *loss;     // as FrictionalSolve has it

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<5> &sums) const
  {
    VARDEM::for_contacts(rows, i, [&](int c, int j, double share) {
      sums.s[2] += share;
      const VARDEM::Vec3 &g = VARDEM::vectors_at(impulse)[c], &n = levers[c].n;
      const double normal = dot(g, n);
      if (!(normal > 0.0)) return;
      const VARDEM::Vec3 *V = VARDEM::vectors_at(before), *W = VARDEM::vectors_at(after);
      const VARDEM::Vec3 mean = 0.5 *
              (levers[c].velocity(V + 2 * i, V + 2 * j) +
               levers[c].velocity(W + 2 * i, W + 2 * j)) +
          VARDEM::velocity_of_image<Levers>(of_images, c, j);
      const double along = normal * dot(mean, n);
      sums.s[3] += share;
      VARDEM::Vec3 M = {0.0, 0.0, 0.0};
      if (moment) M = VARDEM::vectors_at(moment)[c];
      const double slipped = friction ? along - dot(g, mean) -
              0.5 * dot(M, V[2 * j + 1] - V[2 * i + 1] + W[2 * j + 1] - W[2 * i + 1])
                                      : 0.0;
      sums.s[0] -= share * along;
      sums.s[1] += share * slipped;
      if (j < rows.first_fixed) return;
      loss[2 * c] = -along;
      loss[2 * c + 1] = slipped;
      if (wall_points.find(j)) return;    // has work of its own
      const VARDEM::Vec3 none[2] = {};
      sums.s[4] -= share * (dot(g, levers[c].velocity(none, V + 2 * j)) + dot(M, V[2 * j + 1]));
    });
  }
};

/** What steps of all kinds of bodies have in common, with friction or without: six numbers per body
 *  and three per contact, on the network of a model (host/dynamics/rigid_body_step.h). Levers and
 *  Inverse: kernels/rigid/lever_row.h. */
template <class Model, class Levers, class Inverse> class FrictionalSolve {
 public:
  using Space = typename Model::Space;
  using Rows = VARDEM::ContactRows<typename Model::Network::Geometry>;
  template <class T> using Array = typename Space::template Array<T>;

  // The bodies set these before solve():
  Array<double> motion, free_motion;    // of columns: at the start, and without contact forces
  Array<Inverse> inverse;               // of columns
  Array<Levers> levers;                 // of contacts
  // of contacts that go on, 3 numbers; with rolling friction the moments of all contacts follow
  Array<double> impulse_before;
  const double *of_images = nullptr;    // as FrictionalStep has it ...
  VARDEM::YieldingCell cell = {};       // ... this, too

  explicit FrictionalSolve(Model &of_bodies) : model(of_bodies), space(of_bodies.space) {}

  /** Makes room for the columns; motions are zero. */
  void take_columns()
  {
    const int ncolumns = model.builder.network.ncolumns;
    for (auto *a : {&motion, &free_motion}) set_zero(space, *a, 6 * ncolumns);
    space.allocate(inverse, ncolumns);
  }

  void take_contacts(const StepInput &step)
  {
    const int ncontacts = model.builder.network.ncontacts;
    const bool have_moments = step.rolling;
    friction = step.friction;
    space.allocate(levers, ncontacts);
    space.allocate(force_of, 3 * ncontacts);
    space.allocate(moment_of, have_moments ? 3 * ncontacts : 0);
    space.allocate(normal_of, ncontacts);
    space.allocate(impulse_before, (have_moments ? 6 : 3) * ncontacts);
  }

  /** Solves by Gauss-Seidel from here on, with the contacts in this order. mean: diameter. */
  void take_turns(const std::vector<int> &order, double mean)
  {
    model.builder.find_owners(space);
    VARDEM::ContactEnds<Space, typename Model::Network::Geometry> ends;
    ends.find(space, model.builder.network, mean);
    dynamics.turns.clear();
    for (const int c : order)
      dynamics.turns.push_back({c, ends.row(c), ends.other(c), ends.copy(c)});
  }

  /** The free walls. */
  VARDEM::FreeWalls<Space> &walls() { return dynamics.walls; }
  /** Behind take_contacts(), when levers and wall points are known. */
  void start_walls()
  {
    dynamics.walls.start(space, levers.data(), motion.data(), free_motion.data());
  }

  /** Finds the impulses. */
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const StepCoefficients &of, const Domain *domain)
  {
    const VARDEM::SolverReport report = dynamics.solve(
        space, network(), in_step(settings, step, of, domain), inverse.data(), settings.options);
    // where the cell yields, ghosts have the velocities of their own places
    if (!cell.yields) space.forward(dynamics.velocities(), 6);
    take_forces(dynamics.impulses(), dynamics.moments(), step.h);
    return report;
  }

  /** In place of solve(), where another solver has found the normal forces, and there is no
   *  friction. */
  void take(const RigidStepSettings &settings, const StepInput &step, const Domain *domain,
            const double *found)
  {
    dynamics.take(space, network(), in_step(settings, step, {}, domain), inverse.data(), found);
    take_forces(dynamics.impulses(), nullptr, step.h);
  }

  /** The normal forces of the contacts that go on, until the next solve. */
  const double *normal_forces_before(double h)
  {
    take_forces(impulse_before.data(), nullptr, h);
    return normal_of.data();
  }

  /** Fills sums of the results. loss: energy that each contact loses by impact and by friction, if
   *  it pushes with what cannot move. */
  void sum_contacts(StepOutput &found, double *loss)
  {
    const Rows rows = model.builder.network.rows();
    space.template reduce<5>(rows.nrows,
                             SumContacts<Rows, Levers>{rows, levers.data(), dynamics.impulses(),
                                                       dynamics.moments(), motion.data(),
                                                       dynamics.velocities(), of_images,
                                                       dynamics.walls.points, friction, loss},
                             0);
    const double *sums = space.fetch(5);
    found.dissipated = sums[0];
    found.slipped = sums[1];
    found.contacts = sums[2];
    found.pushing = sums[3];
    found.work_of_fixed = sums[4];
    found.on_cell = on_cell();
  }

  /** Has the step of the contacts friction? */
  bool has_friction() const { return friction; }
  /** Motions at the end of the step. */
  const double *velocities() { return dynamics.velocities(); }
  const double *impulses() const { return dynamics.impulses(); }
  /** As FlowOfCell::give_way() has it. */
  const VARDEM::Vec3 &on_cell() const { return dynamics.on_cell(); }
  const double *moment_impulses() const { return dynamics.moments(); }
  const int *hits() const { return dynamics.hits(); }
  /** Normal forces of the contacts, and their forces and moments on the second bodies. */
  const double *forces() const { return normal_of.data(); }
  const double *vector_forces() const { return force_of.data(); }
  const double *moments() const { return moment_of.data(); }
  VARDEM::ConeMemory &memory() { return dynamics.memory; }

 private:
  using Geometry = VARDEM::LeverGeometry<Levers>;

  Model &model;
  Space &space;
  VARDEM::FrictionalDynamics<Space, Geometry, Inverse> dynamics;
  Array<double> force_of, moment_of, normal_of;    // of contacts
  bool friction = false;

  VARDEM::FrictionalStep in_step(const RigidStepSettings &settings, const StepInput &step,
                                 const StepCoefficients &of, const Domain *domain) const
  {
    return {step.h,
            motion.data(),
            free_motion.data(),
            of.friction,
            of.restitution,
            impulse_before.data(),
            PUSHED_OUT * step.smallest / step.h,
            round_off_of_positions(domain) / step.h,
            settings.compliance,
            of.rolling,
            of_images,
            settings.poisson,
            nullptr,
            cell,
            dynamics.walls.points};
  }

  void take_forces(const double *impulse, const double *turn, double h)
  {
    space.for_each(model.builder.network.ncontacts,
                   ForcesOfImpulses<Levers>{levers.data(), impulse, turn, h, force_of.data(),
                                            moment_of.data(), normal_of.data()});
  }

  /** The rows of the model, with levers. */
  VARDEM::FrictionalNetwork<Geometry> network() const
  {
    const auto &of_model = model.builder.network;
    const Rows rows = of_model.rows();
    return {{{levers.data()},
             rows.first,
             rows.middle,
             rows.column,
             nullptr,
             rows.nrows,
             rows.first_fixed},
            of_model.gap.data(),
            of_model.ncontacts,
            of_model.ncolumns};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
