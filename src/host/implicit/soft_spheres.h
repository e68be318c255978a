// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SOFT_SPHERES_H
#define VARDEM_HOST_SOFT_SPHERES_H

#include "bond.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "host/dynamics/sphere_network.h"
#include "host/implicit/bonds_of_spheres.h"
#include "host/implicit/implicit_steps_loops.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "modify.h"
#include "pair.h"
#include "solvers/implicit/implicit_step.h"
#include "solvers/linear/chosen_solver.h"

#include <algorithm>
#include <type_traits>

namespace LAMMPS_NS::VARDEM_NS {

/** Body of a loop: copies forces and torques of atoms. */
template <class Spheres> struct CopyForces {
  Spheres atoms;
  double *to;    // FORCE_COLUMNS numbers of each

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::vectors_at(to)[2 * i] = atoms.f(i);
    VARDEM::vectors_at(to)[2 * i + 1] = atoms.torque(i);
  }
};

/** What pairs, bonds and walls have last added to the forces and torques of atoms. Platform is as
 *  SphereNetwork has it (host/dynamics/sphere_network.h). */
template <class Platform> class ForcesOfContacts : protected Pointers {
 public:
  using Space = typename Platform::Space;

  ForcesOfContacts(LAMMPS *lmp, Platform &platform_in, Space &space_in) :
      Pointers(lmp), platform(platform_in), space(space_in)
  {
  }

  /** Takes those of pairs and bonds. The arrays of atoms, also of ghosts, have no others now. */
  void take_pairs()
  {
    const int all = FORCE_COLUMNS * (atom->nlocal + atom->nghost);
    space.allocate(of_pairs, all);
    const auto atoms = platform.spheres();
    space.for_each(atom->nlocal + (force->newton ? atom->nghost : 0),
                   CopyForces<std::decay_t<decltype(atoms)>>{atoms, of_pairs.data()});
    if (force->newton) platform.ghosts.reverse(of_pairs.data(), FORCE_COLUMNS);
    taken = FORCE_COLUMNS * atom->nlocal;
  }

  /** Sums the forces of pairs, bonds and walls: FORCE_COLUMNS numbers of each owned atom. */
  const double *sum()
  {
    const int n = FORCE_COLUMNS * atom->nlocal;
    space.allocate(of_all, n);
    space.for_each(n, VARDEM::SetZero{of_all.data()});
    add(of_pairs.data(), std::min(n, taken));
    for (const auto *wall : fixes_with<WallContacts>(modify)) {
      const WallContacts::KeptForces kept = wall->kept_forces();
      add(kept.forces, std::min(n, FORCE_COLUMNS * kept.atoms));
    }
    return of_all.data();
  }

 private:
  Platform &platform;
  Space &space;
  typename Space::template Array<double> of_pairs, of_all;
  int taken = 0;

  void add(const double *forces, int n)
  {
    space.for_each(n, VARDEM::AddScaled{of_all.data(), forces, 1.0, of_all.data()});
  }
};

/** Soft spheres over a Space as an implicit step moves them: their network, the state at its start
 *  and on its way, and the solver of Newton's method. BONDS: do spheres have orientations and
 *  bonds? FRICTION: have contacts tangential springs? */
template <class Platform, bool BONDS, bool FRICTION> class SoftSpheres : protected Pointers {
 public:
  using Model = SphereNetwork<Platform>;
  using Space = typename Model::Space;
  using Points = typename Model::Points;
  using Spheres = typename Model::Spheres;
  using Bonds = std::conditional_t<BONDS, VARDEM::StepBonds<Space>, VARDEM::NoStepBonds<Space>>;
  using Friction =
      std::conditional_t<FRICTION, VARDEM::StepFriction<Space>, VARDEM::NoStepFriction<Space>>;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr int DOF = 6;
  static constexpr bool WITH_BONDS = BONDS, WITH_FRICTION = FRICTION;

  /** Displacement of a Newton step, over the smallest diameter. */
  static constexpr double LONGEST = 0.1;

  Model model;
  VARDEM::ImplicitStep<Space, typename Model::Network, DOF, VARDEM::ChosenSolver, Bonds, Friction>
      solver;
  std::conditional_t<BONDS, BondsOfSpheres<Model>, VARDEM::NoStepBonds<Space>> bonds;
  StepInput last = {};    // of the last collect()
  // of columns, 3 numbers: trial places; motion since the start, and beside the free one
  Array<double> place, total, beyond;
  Array<double> rate, u, u_free;    // of columns, 6 numbers
  // of rows, 6 numbers; elastic: forces at the end of a part
  Array<double> load, contact_load, inertia, forces_of_rows, first_rate, elastic;
  Array<double> mass;    // of columns, 6 numbers
  Array<double> turn;    // of rows, with friction: rotation since the start, times the radius
  // what dashpots take in a step, if a style counts it: over all processes, and at wall points,
  // with the work of walls
  bool counts_dashpots = false;
  typename decltype(solver)::DashpotWork taken = {};
  Array<double> mean, of_wall_points;    // mean: motions of columns

  SoftSpheres(LAMMPS *lmp, Fix *fix, ContactRules &rules, Orientations &orientations) :
      Pointers(lmp), model(lmp, fix, rules), bonds(make_bonds(lmp, orientations))
  {
  }

  /** The state of all columns before the step. contact_forces: what contacts have added to the
   *  forces of atoms. */
  void collect(NeighList *list, const StepInput &step, const double *contact_forces)
  {
    const typename Space::Phase phase(model.space, "packing");
    last = step;
    model.take_columns(list, true);
    const int ncolumns = model.builder.network.ncolumns, nrows = model.builder.network.nrows;
    for (auto *a : {&place, &total, &beyond}) model.space.allocate(*a, 3 * ncolumns);
    for (auto *a : {&rate, &u, &u_free}) model.space.allocate(*a, DOF * ncolumns);
    set_zero(model.space, mass, DOF * ncolumns);
    for (auto *a : {&load, &contact_load, &inertia, &forces_of_rows, &first_rate, &elastic})
      model.space.allocate(*a, DOF * nrows);
    model.space.for_each(
        atom->nlocal,
        TakeGrains<Points, Spheres>{model.platform.points(0), model.platform.spheres(),
                                    model.columns(), step.h, force->ftm2v, MovingAtoms(step),
                                    domain->dimension == 2, contact_forces, rate.data(),
                                    model.velocity.data(), model.free_velocity.data(), load.data(),
                                    contact_load.data(), mass.data()});
    for (auto *a : {&model.velocity, &model.free_velocity}) model.forward_to_all(a->data(), 3);
    for (auto *a : {&rate, &mass}) model.forward_to_all(a->data(), DOF);
    model.take_velocities_of_wall_points(step.h);
    const int first = model.builder.atom_columns();
    model.space.for_each(ncolumns - first,
                         RatesOfWallPoints{first, model.velocity.data(), rate.data()});
    take_free_walls();
    if constexpr (FRICTION) model.take_springs();
    if constexpr (BONDS) bonds.take(model, solver.bonds);
  }

  /** Puts all columns where the step starts, and walls where they are h before their present
   *  places. */
  void start_places(double h)
  {
    auto &builder = model.builder;
    model.space.for_each(builder.network.ncolumns,
                         StartPlaces{builder.spheres().centres, builder.walls().walls,
                                     builder.atom_columns(), h, model.velocity.data(),
                                     place.data()});
    builder.network.geometry = {place.data()};
    if (solver.walls.exist())
      model.space.for_each(builder.network.nrows,
                           PointsOfWalls<typename Model::Rows>{
                               builder.network.rows(), builder.walls().walls, solver.walls.points});
    solver.walls.start();
    if constexpr (BONDS) bonds.start_orientations(model.space, solver.bonds);
  }

  /** Dashpots have taken nothing yet. */
  void start_dashpots()
  {
    taken = {};
    if (counts_dashpots) set_zero(model.space, of_wall_points, 2 * wall_points());
  }

  /** Behind a part of length h, with the rates at its end: adds what dashpots take from the mean of
   *  the motions by the velocities before and after it. So it is what they take from the kinetic
   *  energy, in all forms. */
  void add_dashpots(const VARDEM::StepForm &form, double h)
  {
    if (!counts_dashpots) return;
    const auto &network = model.builder.network;
    const int n = DOF * network.nrows, all = DOF * network.ncolumns;
    model.space.allocate(mean, all);
    model.space.for_each(n,
                         VARDEM::MeanMotions{u_free.data(), rate.data(), mass.data(), load.data(),
                                             contact_load.data(), elastic.data(), h, form.ahead,
                                             mean.data()});
    model.space.for_each(all - n, VARDEM::Copy{u.data() + n, mean.data() + n});
    model.space.forward(mean.data(), DOF);
    solver.walls.set_mean(model.space, mean.data());
    const auto more = solver.work_of_dashpots(u.data(), mean.data(), of_wall_points.data());
    taken = {taken.pairs + more.pairs, taken.bonds + more.bonds};
  }

  /** Does any style count what dashpots take in this step? */
  void ask_books()
  {
    counts_dashpots = false;
    for_books([this](DashpotBooks &, double) {
      counts_dashpots = true;
    });
    for (const auto *wall : fixes_with<WallContacts>(modify))
      counts_dashpots |= wall->counts_dashpots();
  }

  /** Tells the styles. Process 0 counts for all. act: do dashpots act? */
  void tell_books(bool act)
  {
    if (!counts_dashpots) return;
    if (!act) taken = {};
    const double mine = comm->me == 0 ? 1.0 : 0.0;
    for_books([&](DashpotBooks &books, double &of_kind) {
      books.take_from_dashpots(mine * of_kind);
      of_kind = 0.0;    // the first of several bond styles takes that of all bonds
    });
    const auto walls = fixes_with<WallContacts>(modify);
    for (std::size_t w = 0; w < walls.size(); w++) {
      if (!walls[w]->counts_dashpots()) continue;
      if (!act) {
        walls[w]->take_from_dashpots(0.0);
        continue;
      }
      model.space.template reduce<2>(wall_points(),
                                     VARDEM::SumOfWall<NearWall>{model.builder.walls().walls,
                                                                 static_cast<int>(w),
                                                                 of_wall_points.data()},
                                     0);
      const double *of_wall = model.space.fetch(2);
      walls[w]->take_from_dashpots(mine * of_wall[0]);
      walls[w]->take_work(mine * of_wall[1]);
    }
  }

  /** The springs are those at the start of the step again. */
  void start_springs()
  {
    const auto &network = model.builder.network;
    set_zero(model.space, turn, 3 * network.nrows);
    model.space.allocate(solver.friction.spring, 3 * network.ncontacts);
    model.place_springs(solver.friction.spring.data());
  }

  VARDEM::ImplicitInput input(const VARDEM::StepForm &form, double h)
  {
    VARDEM::ColumnSpheres spheres = model.builder.spheres();
    spheres.centres = place.data();
    return {form,          h,
            spheres,       model.grain_laws(),
            load.data(),   inertia.data(),
            u_free.data(), LONGEST * last.smallest};
  }

  /** Moves places, orientations and turns by u. */
  void move_places()
  {
    model.space.for_each(
        model.builder.network.ncolumns,
        MovePlaces{solver.displacements(u.data()), u.data(), place.data(), total.data()});
    if constexpr (BONDS) solver.bonds.turn(u.data());
    if constexpr (FRICTION)
      model.space.for_each(model.builder.network.nrows, AddTurns{u.data(), turn.data()});
  }

  /** Moves the atoms to the places of their columns. */
  void move_atoms(const StepInput &step)
  {
    model.space.for_each(atom->nlocal,
                         MoveGrains<Points, Spheres>{model.platform.points(0),
                                                     model.platform.spheres(), model.columns(),
                                                     MovingAtoms(step), step.h, total.data(),
                                                     rate.data(), model.velocity.data()});
    model.platform.changed_motion();
    if constexpr (BONDS) bonds.put_orientations(model, solver.bonds);
  }

  /** Tells free walls what the step has made of them. */
  void move_walls()
  {
    if (!solver.walls.exist()) return;
    const auto all = fixes_with<WallContacts>(modify);
    for (const VARDEM::StepWall &w : solver.walls.walls) all[w.number]->take_step(w.body.state);
  }

 private:
  int wall_points() const { return model.builder.network.ncolumns - model.builder.atom_columns(); }

  /** Calls f(books, energy) for each pair and bond style that counts: what the dashpots of all
   *  pairs, or of all bonds, have taken. */
  template <class F> void for_books(const F &f)
  {
    const auto call = [&f](DashpotBooks *books, double &energy) {
      if (books && books->counts_dashpots()) f(*books, energy);
    };
    for (const SubStyle &sub : pair_styles(lmp))
      call(dynamic_cast<SoftContacts *>(sub.pair), taken.pairs);
    for (const SubBond &sub : bond_styles(force))
      call(dynamic_cast<SoftBonds *>(sub.bond), taken.bonds);
  }

  void take_free_walls()
  {
    auto &free = solver.walls;
    free.walls.clear();
    const auto all = fixes_with<WallContacts>(modify);
    for (std::size_t w = 0; w < all.size(); w++)
      if (const VARDEM::FreeWall *wall = all[w]->free_wall())
        free.walls.push_back(
            {{static_cast<int>(w), *wall}, wall, all[w]->forces_of_contacts(), force->ftm2v});
    free.allocate(model.space, model.builder.atom_columns(), model.builder.network.ncolumns);
  }

  static auto make_bonds(LAMMPS *lmp, Orientations &orientations)
  {
    if constexpr (BONDS)
      return BondsOfSpheres<Model>(lmp, orientations);
    else
      return VARDEM::NoStepBonds<Space>();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
