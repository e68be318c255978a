// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_SPHERES_H
#define VARDEM_HOST_FRICTIONAL_SPHERES_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/frictional_loops.h"
#include "host/dynamics/frictional_solve.h"
#include "host/dynamics/sphere_network.h"

#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

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
