// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_SPHERES_H
#define VARDEM_HOST_FRICTIONAL_SPHERES_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/frictional_loops.h"
#include "host/dynamics/sphere_network.h"
#include "solvers/projected_gauss_seidel.h"

#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The part of a step of rigid spheres that is other with friction: six numbers per sphere, three
 *  per contact, on the network of RigidSpheres (host/dynamics/rigid_spheres.h). */
template <class Platform> class FrictionalSpheres : protected Pointers {
 public:
  using Model = SphereNetwork<Platform>;
  using Space = typename Model::Space;
  using Rows = typename Model::Rows;
  using Geometry = VARDEM::LeverGeometry<VARDEM::SphereLevers>;
  template <class T> using Array = typename Space::template Array<T>;

  FrictionalSpheres(LAMMPS *lmp, Model &model_in) :
      Pointers(lmp), model(model_in), space(model_in.space)
  {
  }

  /** Takes the motions where the step starts. contact_forces: those that atoms have in their forces
   *  and torques. */
  void start(const StepInput &step, const double *contact_forces)
  {
    const int ncolumns = model.builder.network.ncolumns;
    for (auto *a : {&motion, &free_motion}) set_zero(space, *a, 6 * ncolumns);
    space.allocate(inverse, ncolumns);
    const auto points = model.platform.points(0);
    const auto atoms = model.platform.spheres();
    space.for_each(atom->nlocal,
                   TakeMotions<std::decay_t<decltype(points)>, std::decay_t<decltype(atoms)>>{
                       points, atoms, model.columns(), MovingAtoms(step), step.h, force->ftm2v,
                       domain->dimension == 2, contact_forces, model.velocity.data(),
                       model.free_velocity.data(), motion.data(), free_motion.data(),
                       inverse.data()});
    for (auto *a : {&motion, &free_motion}) model.forward_to_all(*a, 6);
    share_inverse();
    const int first = model.builder.atom_columns();
    space.for_each(ncolumns - first,
                   TakeWallMotions{first, model.velocity.data(), motion.data(), free_motion.data(),
                                   inverse.data()});
  }

  /** Solves by Gauss-Seidel from here on, with the contacts in this order. */
  void take_turns(const std::vector<int> &order, double mean)
  {
    model.builder.find_owners(space);
    VARDEM::ContactEnds<Space, typename Model::Network::Geometry> ends;
    ends.find(space, model.builder.network, mean);
    dynamics.turns.clear();
    for (const int c : order)
      dynamics.turns.push_back({c, ends.row(c), ends.other(c), ends.copy(c)});
  }

  /** Finds the impulses of the present network, and u = h (v+ - v) of its rows. mu, restitution: of
   *  contacts; restitution may be null. */
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const double *mu, const double *restitution, double *u)
  {
    const int ncontacts = model.builder.network.ncontacts;
    space.allocate(levers, ncontacts);
    space.allocate(impulse_before, 3 * ncontacts);
    space.allocate(force_of, 3 * ncontacts);
    space.allocate(normal_of, ncontacts);
    const Rows rows = model.builder.network.rows();
    const auto ends = model.builder.ends(model.platform.atoms(nullptr));
    space.for_each(rows.nrows,
                   TakeLevers<Rows, std::decay_t<decltype(ends)>>{
                       rows, ends, model.builder.spheres().radii, model.builder.atom_columns(),
                       step.h, step.memory, levers.data(), impulse_before.data()});
    const VARDEM::FrictionalStep in = {step.h,
                                       motion.data(),
                                       free_motion.data(),
                                       mu,
                                       restitution,
                                       nullptr,
                                       impulse_before.data(),
                                       PUSHED_OUT * step.smallest / step.h,
                                       round_off_of_positions(domain) / step.h,
                                       settings.compliance};
    const VARDEM::SolverReport report =
        dynamics.solve(space, network(), in, inverse.data(), settings.options);
    space.for_each(model.builder.network.ncontacts,
                   ForcesOfImpulses{levers.data(), dynamics.impulses(), step.h, force_of.data(),
                                    normal_of.data()});
    space.for_each(rows.nrows,
                   MotionsOfRows{dynamics.velocities(), model.velocity.data(), step.h, u});
    return report;
  }

  /** Fills sums of the results. */
  void sum_contacts(StepOutput &found)
  {
    space.forward(dynamics.velocities(), 6);
    const Rows rows = model.builder.network.rows();
    space.template reduce<5>(rows.nrows,
                             SumFrictionalContacts<Rows>{rows, levers.data(), dynamics.impulses(),
                                                         motion.data(), dynamics.velocities()},
                             0);
    const double *sums = space.fetch(5);
    found.dissipated = sums[0];
    found.slipped = sums[1];
    found.contacts = sums[2];
    found.pushing = sums[3];
    found.work_of_fixed = sums[4];
  }

  /** Adds the contact forces of all atoms, which start at zero. */
  void find_contact_forces(double h, double *of_all)
  {
    const Rows rows = model.builder.network.rows();
    space.for_each(rows.nrows,
                   FindFrictionalForces<Space>{rows, model.columns(), levers.data(),
                                               dynamics.impulses(), h, of_all});
  }

  void set_spins()
  {
    const auto atoms = model.platform.spheres();
    space.for_each(
        atom->nlocal,
        SetSpins<std::decay_t<decltype(atoms)>>{atoms, model.columns(), dynamics.velocities()});
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

  /** Normal forces of the contacts of the last step, and their forces on the second bodies. */
  const double *forces() const { return normal_of.data(); }
  const double *vector_forces() const { return force_of.data(); }
  VARDEM::ConeMemory &memory() { return dynamics.memory; }

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
  VARDEM::FrictionalDynamics<Space, Geometry, VARDEM::InverseSphere> dynamics;
  Array<double> motion, free_motion;    // of columns, 6 numbers
  Array<VARDEM::InverseSphere> inverse;
  Array<VARDEM::SphereLevers> levers;                   // of contacts
  Array<double> impulse_before, force_of, normal_of;    // of contacts
  Array<double> inverse_numbers;
  Array<int> count;    // of atoms

  void share_inverse()
  {
    static_assert(sizeof(VARDEM::InverseSphere) == 2 * sizeof(double));
    const int ncolumns = model.builder.network.ncolumns;
    space.allocate(inverse_numbers, 2 * ncolumns);
    double *const of_columns = reinterpret_cast<double *>(inverse.data());
    space.for_each(2 * ncolumns, VARDEM::Copy{of_columns, inverse_numbers.data()});
    model.forward_to_all(inverse_numbers, 2);
    space.for_each(2 * ncolumns, VARDEM::Copy{inverse_numbers.data(), of_columns});
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

  auto contacts_of_step(double h)
  {
    const auto ends = model.builder.ends(model.platform.atoms(nullptr));
    return ContactsOfStep<Rows, std::decay_t<decltype(ends)>>{
        model.builder.network.rows(), ends, levers.data(), dynamics.impulses(), dynamics.hits(), h};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
