// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_SPHERES_H
#define VARDEM_HOST_FRICTIONAL_SPHERES_H

#include "domain.h"
#include "host/dynamics/contact_memory.h"
#include "host/dynamics/frictional_solve.h"
#include "host/dynamics/sphere_loops.h"
#include "host/dynamics/sphere_network.h"
#include "kernels/rigid/body_row.h"
#include "kernels/rigid/lever_row.h"

#include <type_traits>

namespace LAMMPS_NS::VARDEM_NS {

// Loops of a step of rigid spheres, with friction or without. They are as those of
// host/dynamics/sphere_loops.h. Motions of columns are two vectors: velocity and angular
// velocity.

/** Sets the motions of wall points, whose velocities are those of the material of the wall. Spins
 *  count where contacts resist rolling. */
struct TakeWallMotions {
  int first_wall_point;
  const NearWall *walls;
  const PlacedWall *placed;    // by the number of the wall
  const double *velocity;
  double *motion, *free_motion;
  VARDEM::InverseSphere *inverse;

  VARDEM_INLINE void operator()(int k) const
  {
    const int c = first_wall_point + k;
    for (double *to : {motion, free_motion}) {
      VARDEM::vectors_at(to)[2 * c] = VARDEM::vectors_at(velocity)[c];
      VARDEM::vectors_at(to)[2 * c + 1] = placed[walls[k].number].motion.w_half;
    }
    inverse[c] = {0.0, 0.0};
  }
};

/** Sets levers, wall points, and the impulses of the last step: its forces go on, also if its
 *  length was another one, and so do its moments. At a wall the lever is the radius, wherever the
 *  wall is in the step. */
template <class Rows, class Ends> struct TakeLevers {
  Rows rows;
  Ends ends;
  const double *radii;    // of columns
  int first_wall_point;
  double h;
  ContactMemory memory;
  VARDEM::SphereLevers *levers;
  double *start, *moment;       // moment: null if there are none
  VARDEM::WallPoint *points;    // null: no wall is free

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const auto row = rows.geometry.row(i, j, c);
      VARDEM::SphereLevers of =
          VARDEM::levers_of_spheres(*VARDEM::vectors_at(row.e), radii[i], radii[j]);
      if (j >= first_wall_point) of = {of.n, radii[i], 0.0};
      levers[c] = of;
      if (points && j >= first_wall_point)
        points[j - first_wall_point] = {c, ends.wall(i, c).number,
                                        ends.centre(i, c) + radii[i] * of.n};
      const double name = ContactsOfStep<Rows, Ends>::name_of(ends, i, c, of.n);
      const int a = ends.first(i, c);
      const KeptContact before =
          memory.of_both(a, ends.atoms.tag(a), ends.second(i, c), name, of.n);
      VARDEM::vectors_at(start)[c] = h * before.force(of.n);
      if (moment) VARDEM::vectors_at(moment)[c] = h * before.moment(of.n);
    }
  }
};

/** Sets u = h (v+ - v) of columns. */
struct SetMotions {
  const double *motion, *velocity;    // 6 and 3 numbers
  double h, *u;

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::vectors_at(u)[i] =
        h * (VARDEM::vectors_at(motion)[2 * i] - VARDEM::vectors_at(velocity)[i]);
  }
};

/** Adds what contacts do to the atoms, owned or ghosts, which start at zero: force, virial, torque.
 *  A contact with a free ghost is also on the process that owns that atom; one with a fixed ghost
 *  is only here. Like LAMMPS, each of two atoms has half of the virial. A contact with a wall gives
 *  all of it to the atom. */
template <class Space> struct FindContactForces {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  ColumnsOfAtoms columns;
  const VARDEM::SphereLevers *levers;
  const double *impulse, *moment;    // moment: null if there are none
  double h;
  bool friction;    // otherwise torques would be round-off
  double *contact_forces;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const VARDEM::Vec3 f = VARDEM::vectors_at(impulse)[c] / h;
      if (!(dot(f, f) > 0.0)) continue;
      const int j = rows.column[c];
      add(i, j, c, f, true, columns.atom_of[i]);
      if (c < rows.middle[i] || columns.is_fixed_atom(j))
        add(i, j, c, f, false, columns.atom_of[j]);
    }
  }

 private:
  /** Several rows may push the same atom. */
  VARDEM_INLINE void add(int i, int j, int c, const VARDEM::Vec3 &f, bool to_first, int atom) const
  {
    const auto row = rows.geometry.row(i, j, c);
    const double part = (to_first ? 1.0 : -1.0) * (j < columns.natoms ? 0.5 : 1.0);
    double push[CONTACT_FORCE_COLUMNS] = {};
    VARDEM::add_force_at(to_first ? -f : f, part * VARDEM::vectors_at(row.e)[0], push);
    VARDEM::Vec3 &torque = VARDEM::vectors_at(push + TORQUE_COLUMN)[0];
    if (friction) torque = levers[c].torque(f, to_first);
    if (moment) torque = torque + ((to_first ? -1.0 : 1.0) / h) * VARDEM::vectors_at(moment)[c];
    double *to = contact_forces + CONTACT_FORCE_COLUMNS * atom;
    for (int k = 0; k < CONTACT_FORCE_COLUMNS; k++) Space::add(to + k, push[k]);
  }
};

/** The contacts of a step of rigid spheres as cones, with friction or without, on the network of
 *  RigidSpheres (host/dynamics/rigid_spheres.h). */
template <class Platform> class FrictionalSpheres : protected Pointers {
 public:
  using Model = SphereNetwork<Platform>;
  using Space = typename Model::Space;
  using Rows = typename Model::Rows;
  template <class T> using Array = typename Space::template Array<T>;

  FrictionalSolve<Model, VARDEM::SphereLevers, VARDEM::InverseSphere> solver;

  FrictionalSpheres(LAMMPS *lmp, Model &model_in) :
      Pointers(lmp), solver(model_in), model(model_in), space(model_in.space)
  {
  }

  /** Owned atoms have their motions where the step starts (TakeState): takes those of ghosts and of
   *  wall points. */
  void start()
  {
    for (auto *a : {&solver.motion, &solver.free_motion}) model.forward_to_all(a->data(), 6);
    static_assert(sizeof(VARDEM::InverseSphere) == 2 * sizeof(double));
    model.forward_to_all(reinterpret_cast<double *>(solver.inverse.data()), 2);
    const int first = model.builder.atom_columns();
    space.for_each(model.builder.network.ncolumns - first,
                   TakeWallMotions{first, model.builder.walls().walls, model.builder.placed_walls(),
                                   model.velocity.data(), solver.motion.data(),
                                   solver.free_motion.data(), solver.inverse.data()});
  }

  /** Takes the contacts of the present network, and their forces of the last step. */
  void take_contacts(const StepInput &step)
  {
    solver.take_contacts(step);
    solver.of_images = model.velocities_of_images();
    solver.cell = step.cell;
    if (step.cell.yields) {
      solver.cell.origin = step.origin;
      solver.cell.centres = model.builder.spheres().centres;
      solver.cell.first_fixed = model.builder.network.first_fixed;
    }
    double *const before = solver.impulse_before.data();
    const Rows rows = model.builder.network.rows();
    const auto ends = model.builder.ends(model.platform.atoms(nullptr));
    space.for_each(rows.nrows,
                   TakeLevers<Rows, std::decay_t<decltype(ends)>>{
                       rows, ends, model.builder.spheres().radii, model.builder.atom_columns(),
                       step.h, step.memory, solver.levers.data(), before,
                       step.rolling ? before + 3 * model.builder.network.ncontacts : nullptr,
                       solver.dynamics.walls.allocate(space, model.builder.atom_columns(),
                                                      model.builder.network.ncolumns)});
    solver.start_walls();
  }

  /** Finds the impulses of these contacts, and u = h (v+ - v) of rows and wall points. The v of
   *  a free wall counts as zero. */
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const StepCoefficients &of, double *u)
  {
    const VARDEM::SolverReport report = solver.solve(settings, step, of, domain);
    const auto &network = model.builder.network;
    const int first = model.builder.atom_columns();
    const double *after = solver.dynamics.velocities(), *before = model.velocity.data();
    space.for_each(network.nrows, SetMotions{after, before, step.h, u});
    space.for_each(network.ncolumns - first,
                   SetMotions{after + 6 * first, before + 3 * first, step.h, u + 3 * first});
    return report;
  }

  /** Adds the contact forces of all atoms, which start at zero. */
  void find_contact_forces(double h, double *of_all)
  {
    const Rows rows = model.builder.network.rows();
    space.for_each(rows.nrows,
                   FindContactForces<Space>{rows, model.columns(), solver.levers.data(),
                                            solver.dynamics.impulses(), solver.dynamics.moments(),
                                            h, solver.has_friction(), of_all});
  }

  /** The most contacts that go on of any atom, over all processes. */
  int most_contacts()
  {
    const auto contacts = contacts_of_step(1.0);
    set_zero(space, count, atom->nlocal + atom->nghost);
    space.for_each(contacts.rows.nrows,
                   CountContacts<std::decay_t<decltype(contacts)>>{contacts, count.data()});
    return static_cast<int>(space.maximum(atom->nlocal, LargestCount{count.data()}));
  }

  /** Keeps the forces of the last step, of length h. */
  void remember(const ContactMemory &memory, double h)
  {
    const auto contacts = contacts_of_step(h);
    space.for_each(atom->nlocal, ForgetContacts{memory});
    space.for_each(contacts.rows.nrows,
                   RememberContacts<std::decay_t<decltype(contacts)>>{contacts, memory});
  }

  struct LargestCount {
    const int *count;
    VARDEM_INLINE double operator()(int i) const { return count[i]; }
  };
  struct ForgetContacts {
    ContactMemory memory;
    VARDEM_INLINE void operator()(int i) const { memory.clear(i); }
  };

 private:
  Model &model;
  Space &space;
  Array<int> count;    // of atoms

  auto contacts_of_step(double h)
  {
    const auto ends = model.builder.ends(model.platform.atoms(nullptr));
    return ContactsOfStep<Rows, std::decay_t<decltype(ends)>>{
        model.builder.network.rows(),
        ends,
        solver.levers.data(),
        solver.dynamics.impulses(),
        solver.dynamics.moments(),
        solver.has_friction() ? solver.dynamics.hits() : nullptr,
        h};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
