/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_RIGID_STEPS_ON_H
#define VARDEM_HOST_RIGID_STEPS_ON_H

#include "host/dynamics/sphere_steps_on.h"
#include "host/dynamics/steps_on.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Steps of rigid spheres over a Space. Platform is as SphereStepsOn has it (host/dynamics/sphere_steps_on.h). */
template <class Platform>
class RigidStepsOn :
    public SphereStepsOn<
        StepsOn<Platform, Packing<typename Platform::Space, typename Platform::Atoms>>> {
  using Base =
      SphereStepsOn<StepsOn<Platform, Packing<typename Platform::Space, typename Platform::Atoms>>>;

 public:
  using typename Base::Space;
  template <class T> using Array = typename Space::template Array<T>;

  using Base::Base;

  void collect(NeighList *list, const PresentStep &step, const double *pushes) override
  {
    const typename Space::Phase phase(space, "packing");
    this->take_columns(list, step.h > 0.0);
    for (auto *a : {&velocity, &free_velocity, &u})
      this->set_zero(*a, 3 * packing.network.ncolumns);
    if (step.h > 0.0) {
      take_state(step, pushes);
      if (packing.has_walls()) this->take_velocities_of_feet(step.h);
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
    const bool complete = this->had_all_pairs(u, TOUCHING * step.smallest, dynamics.memory.margin);
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
  using Base::columns;
  using Base::domain;
  using Base::dynamics;
  using Base::force;
  using Base::free_velocity;
  using Base::inertia;
  using Base::LEAST_MARGIN;
  using Base::load;
  using Base::packing;
  using Base::platform;
  using Base::space;
  using Base::TOUCHING;
  using Base::u;
  using Base::velocity;

  Array<double> pushes_of_all;    // of atoms, owned and ghosts
  double step_length = 0.0;       // of the last collect()

  /** Contacts of the present margin, if there is a step; and their gaps at its start. */
  void find_contacts()
  {
    this->find_pairs(step_length, dynamics.memory.margin);
    auto &network = packing.network;
    network.has_gaps = true;
    space.allocate(network.gap, network.ncontacts);
    find_gaps(network.gap.data());
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
    for (auto *a : {&velocity, &free_velocity}) this->forward_to_all(*a, 3);
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
    this->set_zero(pushes_of_all, all);
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
