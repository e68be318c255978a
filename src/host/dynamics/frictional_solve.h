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

template <class Levers> struct NormalForces {
  const Levers *levers;
  ContactImpulses of_step;
  double *normal;

  VARDEM_INLINE void operator()(int c) const { normal[c] = dot(of_step.force(c), levers[c].n); }
};

/** Sums: the energy that contacts lose along their normals, by friction and by rolling friction in
 *  the step, contacts, contacts that push, the work of bodies that cannot move (walls, atoms) on
 *  the others. The loss is minus the work of the forces on both bodies, with the mean of the
 *  velocities before and after the step; so it is exact for free bodies. */
template <class Rows, class Levers> struct SumContacts {
  Rows rows;
  const Levers *levers;
  const double *impulse, *moment;    // moment: null if there are none
  const double *before, *after;      // motions of columns
  const double *of_images;           // as FrictionalStep has it
  VARDEM::WallPoints wall_points;
  bool friction;    // otherwise its losses would be round-off

  struct Loss {
    double by_impact, by_slip, by_rolling;
  };

  VARDEM_INLINE bool pushes(int c) const
  {
    return dot(VARDEM::vectors_at(impulse)[c], levers[c].n) > 0.0;
  }
  VARDEM_INLINE VARDEM::Vec3 turn(int c) const
  {
    return moment ? VARDEM::vectors_at(moment)[c] : VARDEM::Vec3{0.0, 0.0, 0.0};
  }
  /** Work of the moment of a contact with j, which cannot move by forces, on the other body. */
  VARDEM_INLINE double work_of_turn(int c, int j) const
  {
    return -dot(turn(c), VARDEM::vectors_at(before)[2 * j + 1]);
  }
  VARDEM_INLINE Loss of(int i, int c) const
  {
    const int j = rows.column[c];
    const VARDEM::Vec3 &g = VARDEM::vectors_at(impulse)[c], &n = levers[c].n;
    const VARDEM::Vec3 *V = VARDEM::vectors_at(before), *W = VARDEM::vectors_at(after);
    const VARDEM::Vec3 mean = 0.5 *
            (levers[c].velocity(V + 2 * i, V + 2 * j) + levers[c].velocity(W + 2 * i, W + 2 * j)) +
        VARDEM::velocity_of_image<Levers>(of_images, c, j);
    const double along = dot(g, n) * dot(mean, n);
    if (!friction) return {-along, 0.0, 0.0};
    const VARDEM::Vec3 spin = V[2 * j + 1] - V[2 * i + 1] + W[2 * j + 1] - W[2 * i + 1];
    return {-along, along - dot(g, mean), -0.5 * dot(turn(c), spin)};
  }

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<6> &sums) const
  {
    VARDEM::for_contacts(rows, i, [&](int c, int j, double share) {
      sums.s[3] += share;
      if (!pushes(c)) return;
      sums.s[4] += share;
      const Loss loss = of(i, c);
      sums.s[0] += share * loss.by_impact;
      sums.s[1] += share * loss.by_slip;
      sums.s[2] += share * loss.by_rolling;
      if (j < rows.first_fixed || wall_points.find(j)) return;    // a free wall has work of its own
      const VARDEM::Vec3 &g = VARDEM::vectors_at(impulse)[c];
      const VARDEM::Vec3 none[2] = {}, *V = VARDEM::vectors_at(before);
      sums.s[5] += share * (work_of_turn(c, j) - dot(g, levers[c].velocity(none, V + 2 * j)));
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
  using Geometry = VARDEM::LeverGeometry<Levers>;
  template <class T> using Array = typename Space::template Array<T>;

  // The bodies set these before solve():
  Array<double> motion, free_motion;    // of columns: at the start, and without contact forces
  Array<Inverse> inverse;               // of columns
  Array<Levers> levers;                 // of contacts
  // of contacts that go on, 3 numbers; with rolling friction the moments of all contacts follow
  Array<double> impulse_before;
  const double *of_images = nullptr;    // as FrictionalStep has it ...
  VARDEM::YieldingCell cell = {};       // ... this, too

  VARDEM::FrictionalDynamics<Space, Geometry, Inverse> dynamics;    // has the results, too

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
    friction = step.friction;
    space.allocate(levers, ncontacts);
    space.allocate(impulse_before, (step.rolling ? 6 : 3) * ncontacts);
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

  /** Behind take_contacts(), when levers and wall points are known. */
  void start_walls()
  {
    dynamics.walls.start(space, levers.data(), motion.data(), free_motion.data());
  }

  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const StepCoefficients &of, const Domain *domain)
  {
    const VARDEM::SolverReport report = dynamics.solve(
        space, network(), in_step(settings, step, of, domain), inverse.data(), settings.options);
    // where the cell yields, ghosts have the velocities of their own places
    if (!cell.yields) space.forward(dynamics.velocities(), 6);
    length = step.h;
    return report;
  }

  /** In place of solve(), where another solver has found the normal forces, and there is no
   *  friction. */
  void take(const RigidStepSettings &settings, const StepInput &step, const Domain *domain,
            const double *found)
  {
    dynamics.take(space, network(), in_step(settings, step, {}, domain), inverse.data(), found);
    length = step.h;
  }

  /** The normal forces of the contacts that go on, and those of the last solve. Each call takes the
   *  memory of the other ones. */
  const double *normal_forces_before(double h)
  {
    return normal_forces({impulse_before.data(), nullptr, h});
  }
  const double *normal_forces() { return normal_forces(of_step()); }

  /** The losses of contacts that push. */
  SumContacts<Rows, Levers> losses()
  {
    return {model.builder.network.rows(),
            levers.data(),
            dynamics.impulses(),
            dynamics.moments(),
            motion.data(),
            dynamics.velocities(),
            of_images,
            dynamics.walls.points,
            friction};
  }

  /** Fills sums of the results. */
  void sum_contacts(StepOutput &found)
  {
    space.template reduce<6>(model.builder.network.nrows, losses(), 0);
    const double *sums = space.fetch(6);
    found.dissipated = sums[0];
    found.slipped = sums[1];
    found.rolled = sums[2];
    found.contacts = sums[3];
    found.pushing = sums[4];
    found.work_of_fixed = sums[5];
    found.on_cell = dynamics.on_cell();
  }

  bool has_friction() const { return friction; }
  ContactImpulses of_step() const { return {dynamics.impulses(), dynamics.moments(), length}; }

 private:
  Model &model;
  Space &space;
  Array<double> normal_of;    // of contacts, where somebody has asked for them
  double length = 0.0;        // of the step
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
            {PUSHED_OUT * step.smallest / step.h, step.pushed_out},
            round_off_of_positions(domain) / step.h,
            settings.compliance,
            of.rolling,
            of_images,
            settings.poisson,
            nullptr,
            cell,
            dynamics.walls.points};
  }

  const double *normal_forces(const ContactImpulses &of)
  {
    const int n = model.builder.network.ncontacts;
    space.allocate(normal_of, n);
    space.for_each(n, NormalForces<Levers>{levers.data(), of, normal_of.data()});
    return normal_of.data();
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
