/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_RIGID_STEPS_ON_H
#define VARDEM_HOST_RIGID_STEPS_ON_H

#include "domain.h"
#include "force.h"
#include "host/ghosts.h"
#include "host/interfaces.h"
#include "host/packing.h"
#include "host/rigid_steps_loops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** RigidSteps over a Space. Platform is as PackingSolverOn has it (host/packing_solver_on.h), and has
 *    spheres()                the spheres of this process (host/bodies.h)
 *    points(0)                all atoms
 *    changed_motion(), changed_forces()    after a loop that has changed the positions and velocities, or the forces, of atoms */
template <class Platform> class RigidStepsOn : public RigidSteps {
 public:
  using Space = typename Platform::Space;
  using Atoms = typename Platform::Atoms;
  using Geometry = VARDEM::CentralGeometry;
  template <class T> using Array = typename Space::template Array<T>;

  RigidStepsOn(LAMMPS *lmp, Fix *fix, ContactRules &rules_in) :
      RigidSteps(lmp), rules(rules_in), platform(lmp, fix), space(platform.make_space()),
      packing(lmp, rules_in)
  {
  }

  void request_list(Fix *fix) override { platform.request_list(fix, true); }
  VARDEM::DynamicsMemory &solver_memory() override { return dynamics.memory; }
  Ghosts &ghosts() override { return platform.ghosts; }
  Platform &where() { return platform; }
  bool is_serial() const override { return Space::SERIAL; }
  double bytes() const override { return space.bytes() + packing.bytes(); }

  void collect(NeighList *list, double h) override
  {
    const typename Space::Phase phase(space, "packing");
    if (!fixes_with<WallContacts>(modify).empty()) platform.bring_all();
    packing.collect(space, platform.atoms(list));
    auto &network = packing.network;
    network.owners.clear();
    network.has_gaps = true;
    space.allocate(network.gap, network.ncontacts);
    for (auto *a : {&velocity, &free_velocity, &u}) {
      space.allocate(*a, 3 * network.ncolumns);
      space.for_each(3 * network.ncolumns, VARDEM::SetZero{a->data()});
    }
    space.for_each(
        network.nrows,
        VARDEM::GapsOfSpheres{network.rows(), packing.spheres(), u.data(), network.gap.data()});
    if (h > 0.0) take_back_walls(h);
  }

  Overlaps overlaps(double least) override
  {
    const auto rows = packing.network.rows();
    const double *gap = packing.network.gap.data();
    space.template reduce<1>(rows.nrows, CountOverlaps{rows, gap, least}, 0);
    const double number = space.fetch(1)[0];
    return {number, space.maximum(rows.nrows, VARDEM::DeepestOverlap<Geometry>{rows, gap})};
  }

  StepFindings advance(const RigidStepSettings &settings, const PresentStep &step,
                       double *pushes) override
  {
    const typename Space::Phase phase(space, "step");
    StepFindings found;
    take_state(step, pushes);
    found.not_finite = count_not_finite();
    if (found.not_finite > 0.0) return found;
    found.report = solve(settings, step);
    found.overlap = dynamics.largest_overlap();
    sum_contacts(step.h, found);
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

  double farthest() override
  {
    const auto atoms = platform.points(0);
    return space.maximum(atom->nlocal,
                         DistanceMoved<std::decay_t<decltype(atoms)>>{atoms, packing.column.data(),
                                                                      packing.spheres().centres});
  }

  double next_motion(double h) override
  {
    const auto atoms = platform.points(0);
    return h *
        space.maximum(atom->nlocal,
                      NextSpeed<std::decay_t<decltype(atoms)>>{
                          atoms, packing.column.data(), velocity.data(), free_velocity.data()});
  }

 private:
  ContactRules &rules;
  Platform platform;
  Space space;
  Packing<Space, Atoms> packing;
  VARDEM::ContactDynamics<Space, Geometry> dynamics;
  Array<double> velocity, free_velocity, u;    // of columns
  Array<double> load, inertia;                 // of rows
  Array<double> restitution;                   // of contacts
  Array<double> pushes_of_all;                 // of atoms, owned and ghosts
  Array<double> of_types, of_walls;            // Newton's coefficients
  Array<VARDEM::WallMotion> wall_motions;

  ColumnsOfAtoms columns() const
  {
    return {packing.column.data(), packing.atom_of.data(), packing.network.nrows,
            packing.network.first_fixed, packing.atom_columns()};
  }

  /** Copies numbers of the host to where loops can reach them. */
  template <class T> T *bring(std::vector<T> &from, Array<T> &copy)
  {
    T *here = space.shadow(from.data(), from.size(), copy);
    space.copy_from_host(from.data(), from.size(), here);
    return here;
  }

  void take_back_walls(double h)
  {
    if (!packing.has_walls()) return;
    std::vector<VARDEM::WallMotion> motions;
    for (const auto *wall : fixes_with<WallContacts>(modify))
      motions.push_back(wall->wall_motion());
    const int first = packing.atom_columns();
    space.for_each(packing.network.ncolumns - first,
                   TakeFeet{packing.spheres().centres, packing.walls().walls,
                            bring(motions, wall_motions), first, velocity.data(),
                            free_velocity.data()});
    space.for_each(packing.network.nrows,
                   TakeBackWalls{packing.network.rows(), first, h, velocity.data(),
                                 packing.network.gap.data()});
    space.wait();
  }

  /** Ghosts of fixed atoms have velocities, too. */
  void take_state(const PresentStep &step, const double *pushes)
  {
    const auto atoms = platform.points(0);
    for (auto *a : {&load, &inertia}) space.allocate(*a, 3 * packing.network.nrows);
    space.for_each(atom->nlocal,
                   TakeState<std::decay_t<decltype(atoms)>>{
                       atoms, columns(), step.h, force->ftm2v, step.still_bits, step.moved_bits,
                       step.moving_bits, domain->dimension == 2, pushes, velocity.data(),
                       free_velocity.data(), load.data(), inertia.data()});
    auto &ghosts = platform.ghosts;
    ghosts.reset(packing.column, packing.atom_columns(), true);
    for (auto *a : {&velocity, &free_velocity}) space.forward(a->data(), 3);
    ghosts.reset(packing.column, packing.atom_columns(), packing.needs_ghosts());
  }

  /** Over all processes. */
  double count_not_finite()
  {
    space.template reduce<1>(packing.network.nrows, CountNotFinite{free_velocity.data()}, 0);
    return space.fetch(1)[0];
  }

  /** Returns Newton's coefficients of the contacts, or null if all are zero. */
  const double *take_restitution(double given)
  {
    const int n = rules.no_type();
    std::vector<double> types(n * n, 0.0), walls;
    if (given > 0.0) {
      types.assign(n * n, given);
    } else if (given < 0.0) {
      types = rules.restitutions();
    }
    for (const auto *wall : fixes_with<WallContacts>(modify))
      walls.push_back(given < 0.0 ? wall->restitution() : given);
    const auto is_positive = [](double e) {
      return e > 0.0;
    };
    if (std::none_of(types.begin(), types.end(), is_positive) &&
        std::none_of(walls.begin(), walls.end(), is_positive))
      return nullptr;
    space.allocate(restitution, packing.network.ncontacts);
    space.for_each(packing.network.nrows,
                   TakeRestitution{packing.network.rows(), packing.types_of_columns(),
                                   bring(types, of_types), bring(walls, of_walls),
                                   packing.walls().walls, n, packing.atom_columns(),
                                   restitution.data()});
    space.wait();
    return restitution.data();
  }

  /** Of the gaps, which are differences of coordinates. */
  double round_off() const
  {
    constexpr double TIMES = 4.0;
    double largest = 0.0;
    for (int k = 0; k < 3; k++)
      largest = std::max({largest, std::fabs(domain->boxlo[k]), std::fabs(domain->boxhi[k])});
    return TIMES * std::numeric_limits<double>::epsilon() * largest;
  }

  VARDEM::SolverReport solve(const RigidStepSettings &settings, const PresentStep &step)
  {
    const VARDEM::DynamicsStep rigid = {step.h,
                                        load.data(),
                                        velocity.data(),
                                        free_velocity.data(),
                                        take_restitution(settings.restitution),
                                        PUSHED_OUT * step.smallest / step.h,
                                        step.mean,
                                        round_off()};
    dynamics.newton.free_motions = domain->dimension;
    dynamics.setup(space, packing.network);
    if (settings.options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL) {
      packing.find_owners(space);
      order_by_tags();
    }
    return VARDEM::with_law(rules.law, [&](auto law) {
      return dynamics.template solve<decltype(law)>(rigid, inertia.data(), u.data(),
                                                    settings.options);
    });
  }

  /** A sweep takes contacts by the IDs of their particles, the lower one first; those with walls follow those with particles. */
  void order_by_tags()
  {
    if constexpr (Space::ON_HOST) {
      const auto rows = packing.network.rows();
      const int *atom_of = packing.atom_of.data(), natoms = packing.atom_columns();
      std::vector<std::pair<tagint, tagint>> keys(packing.network.ncontacts);
      for (int i = 0; i < rows.nrows; i++)
        for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
          const int j = rows.column[c];
          const tagint mine = atom->tag[atom_of[i]],
                       other = j < natoms ? atom->tag[atom_of[j]] : MAXTAGINT;
          keys[c] = {std::min(mine, other), std::max(mine, other)};
        }
      dynamics.order.resize(keys.size());
      std::iota(dynamics.order.begin(), dynamics.order.end(), 0);
      std::stable_sort(dynamics.order.begin(), dynamics.order.end(), [&](int a, int b) {
        return keys[a] < keys[b];
      });
    }
  }

  void sum_contacts(double h, StepFindings &found)
  {
    space.forward(u.data(), 3);
    space.template reduce<3>(
        packing.network.nrows,
        SumContacts{packing.network.rows(), h, dynamics.force(), velocity.data(), u.data()}, 0);
    const double *sums = space.fetch(3);
    found.dissipated = sums[0];
    found.contacts = sums[1];
    found.pushing = sums[2];
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
                   MoveAtoms<std::decay_t<decltype(points)>>{points, columns(), step.h,
                                                             step.moving_bits, step.still_bits,
                                                             velocity.data(), u.data()});
    space.for_each(atom->nlocal, SpinAtoms<Spheres>{atoms, columns(), step.h * force->ftm2v});
    platform.changed_motion();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
