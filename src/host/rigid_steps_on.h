/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_RIGID_STEPS_ON_H
#define VARDEM_HOST_RIGID_STEPS_ON_H

#include "host/packing.h"
#include "host/packing_solver_loops.h"
#include "host/rigid_steps_loops.h"
#include "host/steps_on.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Steps of spheres over a Space. Platform also has
 *    spheres()                the spheres of this process (host/bodies.h)
 *    points(0)                all atoms
 *    changed_motion(), changed_forces()    after a loop that has changed the positions and velocities, or the forces, of atoms */
template <class Platform>
class RigidStepsOn :
    public StepsOn<Platform, Packing<typename Platform::Space, typename Platform::Atoms>> {
  using Base = StepsOn<Platform, Packing<typename Platform::Space, typename Platform::Atoms>>;

 public:
  using typename Base::Space;
  template <class T> using Array = typename Space::template Array<T>;

  using Base::Base;

  void collect(NeighList *list, const PresentStep &step, const double *pushes) override
  {
    const typename Space::Phase phase(space, "packing");
    if (!fixes_with<WallContacts>(modify).empty()) platform.bring_all();
    packing.take(space, platform.atoms(list), step.h > 0.0);
    const int n = 3 * packing.network.ncolumns;
    for (auto *a : {&velocity, &free_velocity, &u}) {
      space.allocate(*a, n);
      space.for_each(n, VARDEM::SetZero{a->data()});
    }
    if (step.h > 0.0) {
      take_state(step, pushes);
      take_feet(step.h);
    }
    step_length = step.h;
    double &margin = dynamics.memory.margin;
    margin = std::max(margin, LEAST_MARGIN * step.smallest);
    find_contacts();
  }

  StepFindings advance(const RigidStepSettings &settings, const PresentStep &step,
                       double *pushes) override
  {
    const typename Space::Phase phase(space, "step");
    StepFindings found = this->find_forces(settings, step);
    if (found.not_finite > 0.0) return found;
    found.work_of_gravity = work_of_gravity(step);
    push_atoms(pushes);
    move(step);
    return found;
  }

  void add_to_forces(const double *pushes) override
  {
    const typename Space::Phase phase(space, "post_force");
    const auto atoms = platform.points(0);
    space.for_each(atom->nlocal, AddPushes<std::decay_t<decltype(atoms)>>{atoms, pushes});
    platform.changed_forces();
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

 protected:
  /** In a step, walls are already where they will be at its end. */
  void find_gaps(double *gap) override
  {
    auto &network = packing.network;
    space.for_each(network.nrows, PresentGaps{network.rows(), packing.spheres().radii, gap});
    if (step_length > 0.0 && packing.has_walls())
      space.for_each(network.nrows,
                     TakeBackWalls{network.rows(), packing.walls().walls, packing.atom_columns(),
                                   step_length, velocity.data(), gap});
  }

  /** The network is made again with a larger margin. */
  bool has_all_contacts(const PresentStep &step) override
  {
    forward_to_all(u);
    auto all = packing.contacts;
    all.step = StepAhead();
    const double needed =
        space.maximum(all.atoms.count(),
                      NeededMargin<std::decay_t<decltype(all)>>{
                          all, packing.contacts.step, u.data(), TOUCHING * step.smallest});
    double &margin = dynamics.memory.margin;
    const bool complete = !(needed > margin);
    margin = complete ? std::max(KEPT * margin, AMPLE * needed) : AMPLE * needed;
    if (!complete) find_contacts();
    return complete;
  }

  void take_start(const double *motion, double *start) override
  {
    space.for_each(packing.network.nrows, TakeMotion{packing.atom_of.data(), motion, start});
  }

  void keep_start(double *motion, const double *start, bool useful) override
  {
    space.for_each(packing.network.nrows,
                   KeepMotion{packing.atom_of.data(), motion, start, useful});
  }

  std::vector<tagint> names_of_rows() override
  {
    const int n = packing.network.nrows;
    std::vector<int> atoms(n);
    space.copy_to_host(packing.atom_of.data(), atoms.size(), atoms.data());
    platform.bring_tags();
    std::vector<tagint> names;
    for (const int i : atoms) names.push_back(atom->tag[i]);
    return names;
  }

 private:
  using Base::atom;
  using Base::domain;
  using Base::dynamics;
  using Base::force;
  using Base::free_velocity;
  using Base::inertia;
  using Base::load;
  using Base::modify;
  using Base::packing;
  using Base::platform;
  using Base::space;
  using Base::u;
  using Base::velocity;

  // margins and gaps of pairs that touch are parts of the smallest diameter
  static constexpr double LEAST_MARGIN = 0.02, TOUCHING = 1e-3;
  static constexpr double AMPLE = 1.5, KEPT = 0.9;

  Array<double> pushes_of_all;    // of atoms, owned and ghosts
  Array<VARDEM::WallMotion> wall_motions;
  double step_length = 0.0;    // of the last collect()

  ColumnsOfAtoms columns() const
  {
    return {packing.column.data(), packing.atom_of.data(), packing.network.nrows,
            packing.network.first_fixed, packing.atom_columns()};
  }

  /** Also to ghosts whose contacts are not in the network. */
  void forward_to_all(Array<double> &vectors)
  {
    auto &ghosts = platform.ghosts;
    ghosts.reset(packing.column, packing.atom_columns(), true);
    space.forward(vectors.data(), 3);
    ghosts.reset(packing.column, packing.atom_columns(), packing.needs_ghosts());
  }

  /** Contacts of the present margin, if there is a step; and their gaps at its start. */
  void find_contacts()
  {
    packing.contacts.step = {step_length, dynamics.memory.margin, packing.column.data(),
                             velocity.data(), free_velocity.data()};
    packing.find_contacts(space);
    auto &network = packing.network;
    network.owners.clear();
    network.has_gaps = true;
    space.allocate(network.gap, network.ncontacts);
    platform.ghosts.reset(packing.column, packing.atom_columns(), packing.needs_ghosts());
    find_gaps(network.gap.data());
  }

  void take_feet(double h)
  {
    if (!packing.has_walls()) return;
    std::vector<VARDEM::WallMotion> motions;
    for (const auto *wall : fixes_with<WallContacts>(modify))
      motions.push_back(wall->wall_motion());
    const int first = packing.atom_columns();
    space.for_each(packing.network.ncolumns - first,
                   TakeFeet{packing.spheres().centres, packing.walls().walls,
                            this->bring(motions, wall_motions), first, h, velocity.data(),
                            free_velocity.data()});
    space.wait();
  }

  /** Ghosts of fixed atoms have velocities, too. */
  void take_state(const PresentStep &step, const double *pushes)
  {
    const auto atoms = platform.points(0);
    for (auto *a : {&load, &inertia}) space.allocate(*a, 3 * packing.network.nrows);
    space.for_each(atom->nlocal,
                   TakeState<std::decay_t<decltype(atoms)>>{
                       atoms, columns(), step.h, force->ftm2v, MovingAtoms(step),
                       domain->dimension == 2, pushes, velocity.data(), free_velocity.data(),
                       load.data(), inertia.data()});
    for (auto *a : {&velocity, &free_velocity}) forward_to_all(*a);
  }

  /** To be called before atoms move. */
  double work_of_gravity(const PresentStep &step)
  {
    const auto atoms = platform.points(0);
    double work = 0.0;
    for (const Pull &pull : step.pulls) {
      space.template reduce<1>(
          atom->nlocal,
          SumPull<std::decay_t<decltype(atoms)>>{atoms, columns(), pull.acceleration(), pull.bits,
                                                 step.h, velocity.data(), u.data()},
          0);
      work += space.fetch(1)[0];
    }
    return work;
  }

  void push_atoms(double *pushes)
  {
    const int all = PUSH_COLUMNS * (atom->nlocal + atom->nghost);
    space.allocate(pushes_of_all, all);
    space.for_each(all, VARDEM::SetZero{pushes_of_all.data()});
    space.for_each(packing.network.nrows,
                   PushAtoms<Space>{packing.network.rows(), columns(), dynamics.force(),
                                    pushes_of_all.data()});
    platform.ghosts.reverse(pushes_of_all.data(), PUSH_COLUMNS);
    space.for_each(PUSH_COLUMNS * atom->nlocal, VARDEM::Copy{pushes_of_all.data(), pushes});
  }

  void move(const PresentStep &step)
  {
    const auto atoms = platform.spheres();
    const auto points = platform.points(0);
    using Spheres = std::decay_t<decltype(atoms)>;
    space.for_each(atom->nlocal,
                   MoveAtoms<std::decay_t<decltype(points)>>{
                       points, columns(), step.h, MovingAtoms(step), velocity.data(), u.data()});
    space.for_each(atom->nlocal, SpinAtoms<Spheres>{atoms, columns(), step.h * force->ftm2v});
    platform.changed_motion();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
