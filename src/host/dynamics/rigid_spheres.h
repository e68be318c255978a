// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RIGID_SPHERES_H
#define VARDEM_HOST_RIGID_SPHERES_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/frictional_spheres.h"
#include "host/dynamics/sphere_network.h"
#include "kernels/inertia.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// The loops of RigidSpheres come first. They are as those of host/dynamics/sphere_loops.h.

/** Sets the motions of owned atoms at the start of the step and at its end without contact forces,
 *  and load and inertia. Forces and torques of atoms contain the contact forces of the last step.
 *  The loads of all other forces act over the whole step: v_free = v + h F/m. Motions of columns
 *  are two vectors: velocity and angular velocity. */
template <class Points, class Spheres> struct TakeState {
  Points points;
  Spheres atoms;
  ColumnsOfAtoms columns;
  double h, unit;    // force times unit is mass times acceleration
  MovingAtoms moving;
  bool planar;    // 2d
  const double *contact_forces;
  double *velocity, *free_velocity, *motion, *free_motion;    // of columns
  VARDEM::InverseSphere *inverse;                             // of columns
  double *load, *inertia;                                     // of rows, or null

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    VARDEM::Vec3 v = in_plane(points.v(i)), spin = atoms.rotating(atoms.omega(i));
    if (!columns.is_free(i) && !moving.move(points.group_bits(i))) v = spin = {0.0, 0.0, 0.0};
    VARDEM::vectors_at(velocity)[c] = VARDEM::vectors_at(motion)[2 * c] = v;
    VARDEM::vectors_at(motion)[2 * c + 1] = spin;
    inverse[c] = {0.0, 0.0};
    if (columns.is_free(i)) {
      const VARDEM::Vec3 *push = VARDEM::vectors_at(contact_forces + CONTACT_FORCE_COLUMNS * i),
                         F = in_plane(atoms.f(i) - push[0]),
                         T = atoms.rotating(atoms.torque(i) - push[TORQUE_COLUMN / 3]);
      const double m = points.mass(i) / unit, R = atoms.radius(i);
      inverse[c] = {1.0 / m, 1.0 / (VARDEM::INERTIA_BALL * m * R * R)};
      if (load) {
        VARDEM::vectors_at(load)[c] = F;
        for (int k = 0; k < 3; k++) inertia[3 * c + k] = m / (h * h);
      }
      v = v + (h / m) * F;
      spin = spin + h * inverse[c].turn(T);
    }
    VARDEM::vectors_at(free_velocity)[c] = VARDEM::vectors_at(free_motion)[2 * c] = v;
    VARDEM::vectors_at(free_motion)[2 * c + 1] = spin;
  }

 private:
  VARDEM_INLINE VARDEM::Vec3 in_plane(const VARDEM::Vec3 &a) const
  {
    return planar ? VARDEM::Vec3{a.x, a.y, 0.0} : a;
  }
};

struct PresentGaps {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  const double *radii;    // of columns
  double *gap;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      gap[c] = VARDEM::touching_spheres(rows.geometry.row(i, j, c), radii[i], radii[j]).gap;
    }
  }
};

/** Walls have moved by one step already. Takes this motion back from the gaps: the solver counts it
 *  by the velocities of the wall points. If a wall passes a centre, the gap is that of the plane
 *  through the wall point where the wall brings it. */
struct TakeBackWalls {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  const NearWall *walls;
  int first_wall_point;
  double h;
  const double *velocity;
  double *gap;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int wall_point = rows.column[c] - first_wall_point;
      if (wall_point < 0) continue;
      gap[c] += dot(walls[wall_point].shift, walls[wall_point].n) +
          h * VARDEM::approach_of_other(rows, i, c, velocity);
    }
  }
};

/** Sums: the work of gravity on a free atom in the step, with the mean of the velocities before and
 *  after it. */
template <class Bodies> struct SumGravityField {
  Bodies atoms;
  ColumnsOfAtoms columns;
  VARDEM::Vec3 g;
  int bits;    // gravity acts on atoms that have all of these
  double h;
  const double *velocity, *motion;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<1> &sums) const
  {
    if (!columns.is_free(i) || (atoms.group_bits(i) & bits) != bits) return;
    const int c = columns.column[i];
    const VARDEM::Vec3 path =
        h * VARDEM::vectors_at(velocity)[c] + 0.5 * VARDEM::vectors_at(motion)[c];
    sums.s[0] += atoms.mass(i) * dot(g, path);
  }
};

template <class Spheres> struct AddContactForces {
  Spheres atoms;
  const double *contact_forces;

  VARDEM_INLINE void operator()(int i) const
  {
    const VARDEM::Vec3 *push = VARDEM::vectors_at(contact_forces + CONTACT_FORCE_COLUMNS * i);
    atoms.set_f(i, atoms.f(i) + push[0]);
    atoms.set_torque(i, atoms.torque(i) + push[TORQUE_COLUMN / 3]);
  }
};

struct SumVirial {
  const double *contact_forces;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<VIRIALS> &sums) const
  {
    const double *virial = contact_forces + CONTACT_FORCE_COLUMNS * i + 3;
    for (int k = 0; k < VIRIALS; k++) sums.s[k] += virial[k];
  }
};

/** Moves owned atoms by a step: v+ = v + u/h, x+ = x + h v+. after: motions at its end. */
template <class Points, class Spheres> struct MoveAtoms {
  Points points;
  Spheres atoms;
  ColumnsOfAtoms columns;
  double h;
  MovingAtoms moving;
  const double *velocity, *u, *after;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    VARDEM::Vec3 v = VARDEM::vectors_at(velocity)[c];
    if (columns.is_free(i)) {
      v = v + VARDEM::vectors_at(u)[c] / h;
      points.set_v(i, v);
      atoms.set_omega(i, VARDEM::vectors_at(after)[2 * c + 1]);
    } else if (!moving.are_moved_here(points.group_bits(i))) {
      return;
    }
    points.set_x(i, points.x(i) + h * v);
  }
};

/** Rigid spheres over a Space, as RigidBodyStep moves them (host/dynamics/rigid_body_step.h).
 *  Platform is as SphereNetwork has it. */
template <class Platform> class RigidSpheres : protected Pointers {
 public:
  using Model = SphereNetwork<Platform>;
  using Space = typename Model::Space;
  using Points = typename Model::Points;
  using Spheres = typename Model::Spheres;
  template <class T> using Array = typename Space::template Array<T>;

  Model model;
  Array<double> load, inertia;    // of rows, for the rigid limit
  FrictionalSpheres<Platform> frictional;

  RigidSpheres(LAMMPS *lmp, Fix *fix, ContactRules &rules) :
      Pointers(lmp), model(lmp, fix, rules), frictional(lmp, model)
  {
  }

  void collect(NeighList *list, const StepInput &step, const double *contact_forces, double &margin)
  {
    model.take_columns(list, step.h > 0.0);
    if (step.h > 0.0) {
      take_state(step, contact_forces);
      if (model.builder.has_walls()) model.take_velocities_of_wall_points(step.h);
    }
    step_length = step.h;
    margin = std::max(margin, Model::LEAST_MARGIN * step.smallest);
    find_contacts(margin);
  }

  void start(const StepInput & /*step*/, const double * /*contact_forces*/) {}

  /** In a step, walls are already where they will be at its end. */
  bool find_gaps(double *gap, double /*h*/)
  {
    auto &builder = model.builder;
    const auto rows = builder.network.rows();
    model.space.for_each(rows.nrows, PresentGaps{rows, builder.spheres().radii, gap});
    if (step_length > 0.0 && builder.has_walls())
      model.space.for_each(rows.nrows,
                           TakeBackWalls{rows, builder.walls().walls, builder.atom_columns(),
                                         step_length, model.velocity.data(), gap});
    return false;
  }

  /** The network is made again with a larger margin. */
  bool has_all_contacts(const StepInput &step, Array<double> &u, double &margin)
  {
    const auto &solver = frictional.solver;
    const bool complete =
        model.had_all_pairs(u, Model::TOUCHING * step.smallest, margin, solver.cell,
                            step.h * solver.dynamics.on_cell().change);
    if (!complete) find_contacts(margin);
    return complete;
  }

  double finish(const StepInput &step, const Array<double> &u, double *contact_forces)
  {
    const double work = work_of_gravity(step, u.data());
    move(step, u.data());
    find_contact_forces(step.h, contact_forces);
    return work;
  }

  void add_to_forces(const double *contact_forces)
  {
    model.space.for_each(atom->nlocal,
                         AddContactForces<Spheres>{model.platform.spheres(), contact_forces});
    model.platform.changed_forces();
    model.platform.changed_torques();
  }

  Motion motion() { return model.motion(); }
  Motion next_motion(double h) { return model.next_motion(h); }

  template <class Closed> void set_results(const Closed &closed, double least, double *results)
  {
    set_results_of_atoms(model.space, model.platform.ghosts, atom, closed, least, force->nktv2p,
                         results_of_all, results);
  }

  void take_start(const double *motion, double *start)
  {
    const auto &builder = model.builder;
    model.space.for_each(builder.network.nrows, TakeMotion{builder.atom_of.data(), motion, start});
  }

  void keep_start(double *motion, const double *start, bool useful)
  {
    const auto &builder = model.builder;
    model.space.for_each(builder.network.nrows,
                         KeepMotion{builder.atom_of.data(), motion, start, useful});
  }

  std::vector<tagint> names_of_rows()
  {
    std::vector<int> atoms(model.builder.network.nrows);
    model.space.copy_to_host(model.builder.atom_of.data(), atoms.size(), atoms.data());
    model.platform.sync_tags_to_host();
    std::vector<tagint> names;
    for (const int i : atoms) names.push_back(atom->tag[i]);
    return names;
  }

 private:
  Array<double> all_contact_forces, results_of_all;    // of atoms, owned and ghosts
  double step_length = 0.0;                            // of the last collect()

  /** Contacts of this margin, if there is a step; and their gaps at its start. */
  void find_contacts(double margin)
  {
    model.find_pairs(step_length, margin);
    auto &network = model.builder.network;
    network.has_gaps = true;
    model.space.allocate(network.gap, network.ncontacts);
    find_gaps(network.gap.data(), 0.0);
  }

  /** Ghosts of fixed atoms have velocities, too. */
  void take_state(const StepInput &step, const double *contact_forces)
  {
    const int in_limit = step.compliant ? 0 : 3 * model.builder.network.nrows;
    for (auto *a : {&load, &inertia}) model.space.allocate(*a, in_limit);
    auto &solver = frictional.solver;
    solver.take_columns();
    model.space.for_each(atom->nlocal,
                         TakeState<Points, Spheres>{
                             model.platform.points(0), model.platform.spheres(), model.columns(),
                             step.h, force->ftm2v, MovingAtoms(step), domain->dimension == 2,
                             contact_forces, model.velocity.data(), model.free_velocity.data(),
                             solver.motion.data(), solver.free_motion.data(), solver.inverse.data(),
                             step.compliant ? nullptr : load.data(), inertia.data()});
    for (auto *a : {&model.velocity, &model.free_velocity}) model.forward_to_all(a->data(), 3);
    model.take_flow(step.flow, step.h);
  }

  /** To be called before atoms move. */
  double work_of_gravity(const StepInput &step, const double *u)
  {
    double work = 0.0;
    for (const GravityField &gravity_field : step.gravity_fields) {
      model.space.template reduce<1>(
          atom->nlocal,
          SumGravityField<Points>{model.platform.points(0), model.columns(),
                                  gravity_field.acceleration(), gravity_field.bits, step.h,
                                  model.velocity.data(), u},
          0);
      work += model.space.fetch(1)[0];
    }
    return work;
  }

  void find_contact_forces(double h, double *contact_forces)
  {
    auto &space = model.space;
    set_zero(space, all_contact_forces, CONTACT_FORCE_COLUMNS * (atom->nlocal + atom->nghost));
    frictional.find_contact_forces(h, all_contact_forces.data());
    model.platform.ghosts.reverse(all_contact_forces.data(), CONTACT_FORCE_COLUMNS);
    space.for_each(CONTACT_FORCE_COLUMNS * atom->nlocal,
                   VARDEM::Copy{all_contact_forces.data(), contact_forces});
  }

  void move(const StepInput &step, const double *u)
  {
    model.space.for_each(atom->nlocal,
                         MoveAtoms<Points, Spheres>{
                             model.platform.points(0), model.platform.spheres(), model.columns(),
                             step.h, MovingAtoms(step), model.velocity.data(), u,
                             frictional.solver.dynamics.velocities()});
    model.platform.changed_motion();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
