// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_SPHERES_H
#define VARDEM_HOST_FRICTIONAL_SPHERES_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/contact_memory.h"
#include "host/dynamics/frictional_solve.h"
#include "host/dynamics/sphere_loops.h"
#include "host/dynamics/sphere_network.h"
#include "kernels/contact/lever_row.h"
#include "kernels/inertia.h"

#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// Loops of a step of rigid spheres with friction (host/dynamics/frictional_spheres.h). They are as
// those of host/dynamics/sphere_loops.h. Motions of columns are two vectors: velocity and angular
// velocity.

/** Sets the motions of owned atoms at the start of the step and at its end without contact forces,
 *  and their inverse inertia. velocity, free_velocity: of columns, 3 numbers. */
template <class Points, class Spheres> struct TakeMotions {
  Points points;
  Spheres atoms;
  ColumnsOfAtoms columns;
  MovingAtoms moving;
  double h, unit;    // force times unit is mass times acceleration
  bool planar;       // 2d
  const double *contact_forces;
  const double *velocity, *free_velocity;
  double *motion, *free_motion;
  VARDEM::InverseSphere *inverse;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    const bool is_free = columns.is_free(i);
    const VARDEM::Vec3 v = VARDEM::vectors_at(velocity)[c];
    VARDEM::Vec3 spin = turning(atoms.omega(i));
    if (!is_free && !moving.move(points.group_bits(i))) spin = {0.0, 0.0, 0.0};
    VARDEM::vectors_at(motion)[2 * c] = v;
    VARDEM::vectors_at(motion)[2 * c + 1] = spin;
    VARDEM::vectors_at(free_motion)[2 * c] = VARDEM::vectors_at(free_velocity)[c];
    VARDEM::vectors_at(free_motion)[2 * c + 1] = spin;
    inverse[c] = {0.0, 0.0};
    if (!is_free) return;
    const double m = atoms.mass(i), R = atoms.radius(i);
    inverse[c] = {unit / m, unit / (VARDEM::INERTIA_BALL * m * R * R)};
    const double *push = contact_forces + CONTACT_FORCE_COLUMNS * i + TORQUE_COLUMN;
    const VARDEM::Vec3 torque = atoms.torque(i) - VARDEM::Vec3{push[0], push[1], push[2]};
    VARDEM::vectors_at(free_motion)[2 * c + 1] = spin + h * inverse[c].turn(turning(torque));
  }

 private:
  VARDEM_INLINE VARDEM::Vec3 turning(const VARDEM::Vec3 &a) const
  {
    return planar ? VARDEM::Vec3{0.0, 0.0, a.z} : a;
  }
};

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

/** Sets levers, and the impulses of the last step: its forces go on, also if its length was another
 *  one, and so do its moments. At a wall the lever is the radius, wherever the wall is in the
 *  step. */
template <class Rows, class Ends> struct TakeLevers {
  Rows rows;
  Ends ends;
  const double *radii;    // of columns
  int first_wall_point;
  double h;
  ContactMemory memory;
  VARDEM::SphereLevers *levers;
  double *start, *moment;    // moment: null if there are none

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const auto row = rows.geometry.row(i, j, c);
      const VARDEM::Vec3 e = {row.e[0], row.e[1], row.e[2]};
      VARDEM::SphereLevers of = VARDEM::levers_of_spheres(e, radii[i], radii[j]);
      if (j >= first_wall_point) of = {of.n, radii[i], 0.0};
      levers[c] = of;
      const double *before =
          memory.find(ends.first(i, c), ContactsOfStep<Rows, Ends>::name_of(ends, i, c), of.n);
      VARDEM::vectors_at(start)[c] = h * memory.force(before, of.n);
      if (moment) VARDEM::vectors_at(moment)[c] = h * memory.moment(before, of.n);
    }
  }
};

/** Sets u = h (v+ - v) of rows, as steps without friction have it. */
struct MotionsOfRows {
  const double *motion, *velocity;    // 6 and 3 numbers
  double h, *u;

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::vectors_at(u)[i] =
        h * (VARDEM::vectors_at(motion)[2 * i] - VARDEM::vectors_at(velocity)[i]);
  }
};

/** Adds what contacts do to the atoms, owned or ghosts, as FindContactForces does it: force,
 *  virial, torque. */
template <class Space> struct FindFrictionalForces {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  ColumnsOfAtoms columns;
  const VARDEM::SphereLevers *levers;
  const double *impulse, *moment;    // moment: null if there are none
  double h;
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
  /** Several rows may push the same atom. A particle has half of the virial of a pair, and all of
   *  that with a wall. */
  VARDEM_INLINE void add(int i, int j, int c, const VARDEM::Vec3 &f, bool to_first, int atom) const
  {
    const auto row = rows.geometry.row(i, j, c);
    const double *e = row.e, part = j < columns.natoms ? 0.5 : 1.0;
    VARDEM::Vec3 torque = levers[c].torque(f, to_first);
    if (moment) torque = torque + ((to_first ? -1.0 : 1.0) / h) * VARDEM::vectors_at(moment)[c];
    const VARDEM::Vec3 force = to_first ? -f : f;
    const double push[CONTACT_FORCE_COLUMNS] = {force.x,
                                                force.y,
                                                force.z,
                                                part * e[0] * f.x,
                                                part * e[1] * f.y,
                                                part * e[2] * f.z,
                                                0.5 * part * (e[0] * f.y + e[1] * f.x),
                                                0.5 * part * (e[0] * f.z + e[2] * f.x),
                                                0.5 * part * (e[1] * f.z + e[2] * f.y),
                                                torque.x,
                                                torque.y,
                                                torque.z};
    double *to = contact_forces + static_cast<bigint>(CONTACT_FORCE_COLUMNS) * atom;
    for (int k = 0; k < CONTACT_FORCE_COLUMNS; k++) Space::add(to + k, push[k]);
  }
};

/** Sets the angular velocities of free spheres. */
template <class Spheres> struct SetSpins {
  Spheres atoms;
  ColumnsOfAtoms columns;
  const double *motion;

  VARDEM_INLINE void operator()(int i) const
  {
    if (columns.is_free(i))
      atoms.set_omega(i, VARDEM::vectors_at(motion)[2 * columns.column[i] + 1]);
  }
};

/** The part of a step of rigid spheres that is other with friction, on the network of RigidSpheres
 *  (host/dynamics/rigid_spheres.h). */
template <class Platform> class FrictionalSpheres : protected Pointers {
 public:
  using Model = SphereNetwork<Platform>;
  using Space = typename Model::Space;
  using Rows = typename Model::Rows;
  using Points = typename Model::Points;
  using Spheres = typename Model::Spheres;
  template <class T> using Array = typename Space::template Array<T>;

  FrictionalSpheres(LAMMPS *lmp, Model &model_in) :
      Pointers(lmp), model(model_in), space(model_in.space), solver(model_in)
  {
  }

  /** Takes the motions where the step starts. contact_forces: those that atoms have in their forces
   *  and torques. */
  void start(const StepInput &step, const double *contact_forces)
  {
    const int ncolumns = model.builder.network.ncolumns;
    solver.take_columns();
    space.for_each(atom->nlocal,
                   TakeMotions<Points, Spheres>{
                       model.platform.points(0), model.platform.spheres(), model.columns(),
                       MovingAtoms(step), step.h, force->ftm2v, domain->dimension == 2,
                       contact_forces, model.velocity.data(), model.free_velocity.data(),
                       solver.motion.data(), solver.free_motion.data(), solver.inverse.data()});
    for (auto *a : {&solver.motion, &solver.free_motion}) model.forward_to_all(*a, 6);
    share_inverse();
    const int first = model.builder.atom_columns();
    space.for_each(ncolumns - first,
                   TakeWallMotions{first, model.builder.walls().walls, model.builder.placed_walls(),
                                   model.velocity.data(), solver.motion.data(),
                                   solver.free_motion.data(), solver.inverse.data()});
  }

  void take_turns(const std::vector<int> &order, double mean) { solver.take_turns(order, mean); }

  /** Finds the impulses of the present network, and u = h (v+ - v) of its rows. */
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const StepCoefficients &of, double *u)
  {
    solver.take_contacts(of.rolling);
    solver.of_images = model.velocities_of_images();
    double *const before = solver.impulse_before.data();
    const Rows rows = model.builder.network.rows();
    const auto ends = model.builder.ends(model.platform.atoms(nullptr));
    space.for_each(rows.nrows,
                   TakeLevers<Rows, std::decay_t<decltype(ends)>>{
                       rows, ends, model.builder.spheres().radii, model.builder.atom_columns(),
                       step.h, step.memory, solver.levers.data(), before,
                       of.rolling ? before + 3 * model.builder.network.ncontacts : nullptr});
    const VARDEM::SolverReport report = solver.solve(settings, step, of, domain);
    space.for_each(rows.nrows,
                   MotionsOfRows{solver.velocities(), model.velocity.data(), step.h, u});
    return report;
  }

  void sum_contacts(StepOutput &found, double *loss) { solver.sum_contacts(found, loss); }

  /** Adds the contact forces of all atoms, which start at zero. */
  void find_contact_forces(double h, double *of_all)
  {
    const Rows rows = model.builder.network.rows();
    space.for_each(rows.nrows,
                   FindFrictionalForces<Space>{rows, model.columns(), solver.levers.data(),
                                               solver.impulses(), solver.moment_impulses(), h,
                                               of_all});
  }

  void set_spins()
  {
    space.for_each(
        atom->nlocal,
        SetSpins<Spheres>{model.platform.spheres(), model.columns(), solver.velocities()});
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

  /** Normal forces of the contacts of the last step, and their forces and moments on the second
   *  bodies. */
  const double *forces() const { return solver.forces(); }
  const double *vector_forces() const { return solver.vector_forces(); }
  const double *moments() const { return solver.moments(); }
  VARDEM::ConeMemory &memory() { return solver.memory(); }

 private:
  struct LargestCount {
    const int *count;
    VARDEM_INLINE double operator()(int i) const { return count[i]; }
  };
  struct ForgetContacts {
    ContactMemory memory;
    VARDEM_INLINE void operator()(int i) const { memory.clear(i); }
  };

  Model &model;
  Space &space;
  FrictionalSolve<Model, VARDEM::SphereLevers, VARDEM::InverseSphere> solver;
  Array<double> inverse_numbers;
  Array<int> count;    // of atoms

  void share_inverse()
  {
    static_assert(sizeof(VARDEM::InverseSphere) == 2 * sizeof(double));
    const int ncolumns = model.builder.network.ncolumns;
    space.allocate(inverse_numbers, 2 * ncolumns);
    double *const of_columns = reinterpret_cast<double *>(solver.inverse.data());
    space.for_each(2 * ncolumns, VARDEM::Copy{of_columns, inverse_numbers.data()});
    model.forward_to_all(inverse_numbers, 2);
    space.for_each(2 * ncolumns, VARDEM::Copy{inverse_numbers.data(), of_columns});
  }

  auto contacts_of_step(double h)
  {
    const auto ends = model.builder.ends(model.platform.atoms(nullptr));
    return ContactsOfStep<Rows, std::decay_t<decltype(ends)>>{model.builder.network.rows(),
                                                              ends,
                                                              solver.levers.data(),
                                                              solver.impulses(),
                                                              solver.moment_impulses(),
                                                              solver.hits(),
                                                              h};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
