/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_RIGID_SPHERES_H
#define VARDEM_HOST_RIGID_SPHERES_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/sphere_network.h"
#include "kernels/inertia.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// The loops of RigidSpheres come first. They are as those of host/dynamics/sphere_loops.h.

/** Sets the velocities of owned atoms, and load and inertia of rows. Forces of atoms contain the
 *  pushes of the last step. The loads of all other forces act over the whole step: v_free = v + h
 *  F/m. */
template <class Bodies> struct TakeState {
  Bodies atoms;
  ColumnsOfAtoms columns;
  double h, unit;    // force times unit is mass times acceleration
  MovingAtoms moving;
  bool planar;
  const double *pushes;
  double *velocity, *free_velocity, *load, *inertia;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    VARDEM::Vec3 v = atoms.v(i);
    if (planar) v.z = 0.0;
    if (!columns.is_free(i) && !moving.move(atoms.group_bits(i))) v = {0.0, 0.0, 0.0};
    VARDEM::vectors_at(velocity)[c] = VARDEM::vectors_at(free_velocity)[c] = v;
    if (!columns.is_free(i)) return;
    const double *push = pushes + PUSH_COLUMNS * i, m = atoms.mass(i) / unit;
    VARDEM::Vec3 F = atoms.f(i) - VARDEM::Vec3{push[0], push[1], push[2]};
    if (planar) F.z = 0.0;
    VARDEM::vectors_at(load)[c] = F;
    VARDEM::vectors_at(free_velocity)[c] = v + (h / m) * F;
    for (int k = 0; k < 3; k++) inertia[3 * c + k] = m / (h * h);
  }
};

/** Sets the gap of each contact. */
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
 *  by the velocities of the feet. If a wall passes a centre, the gap is that of the plane through
 *  the foot where the wall brings it. */
struct TakeBackWalls {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  const NearWall *walls;
  int first_foot;
  double h;
  const double *velocity;
  double *gap;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int foot = rows.column[c] - first_foot;
      if (foot < 0) continue;
      gap[c] += dot(walls[foot].shift, walls[foot].n) +
          h * VARDEM::approach_of_other(rows, i, c, velocity);
    }
  }
};

/** Sums: the work of gravity on a free atom in the step, with the mean of the velocities before and
 *  after it. */
template <class Bodies> struct SumPull {
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

/** Adds what contacts do to the atoms, owned or ghosts, which start at zero. A contact with a free
 *  ghost is also on the process that owns that atom; one with a fixed ghost is only here. Like
 *  LAMMPS, each of two atoms has half of the virial. A contact with a wall gives all of it to the
 *  atom. */
template <class Space> struct PushAtoms {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  ColumnsOfAtoms columns;
  const double *force;
  double *pushes;

  VARDEM_INLINE static void add(const VARDEM::TouchingSpheres &touch, double force, double halves,
                                double side, double *to)
  {
    for (int k = 0; k < 3; k++) to[k] += side * force / touch.distance * touch.branch.e[k];
    VARDEM::add_half_stress(touch, -halves * force, to + 3);
  }

  VARDEM_INLINE void operator()(int i) const
  {
    double *mine = pushes + PUSH_COLUMNS * columns.atom_of[i];
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      if (!(force[c] > 0.0)) continue;
      const int j = rows.column[c];
      const auto touch = VARDEM::touching_spheres(rows.geometry.row(i, j, c), 0.0, 0.0);
      add(touch, force[c], j < columns.natoms ? 1.0 : 2.0, -1.0, mine);
      if (c < rows.middle[i] || columns.is_fixed_atom(j)) push_other(touch, force[c], j);
    }
  }

 private:
  /** Several rows may push the same fixed atom. */
  VARDEM_INLINE void push_other(const VARDEM::TouchingSpheres &touch, double f, int j) const
  {
    double push[PUSH_COLUMNS] = {};
    add(touch, f, 1.0, 1.0, push);
    double *to = pushes + PUSH_COLUMNS * columns.atom_of[j];
    for (int k = 0; k < PUSH_COLUMNS; k++) Space::add(to + k, push[k]);
  }
};

/** Adds the pushes of the contacts to the forces of owned atoms. */
template <class Bodies> struct AddPushes {
  Bodies atoms;
  const double *pushes;

  VARDEM_INLINE void operator()(int i) const
  {
    const double *push = pushes + PUSH_COLUMNS * i;
    atoms.set_f(i, atoms.f(i) + VARDEM::Vec3{push[0], push[1], push[2]});
  }
};

/** Sums: the virial of the pushes. */
struct SumVirial {
  const double *pushes;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<VIRIALS> &sums) const
  {
    const double *virial = pushes + PUSH_COLUMNS * i + 3;
    for (int k = 0; k < VIRIALS; k++) sums.s[k] += virial[k];
  }
};

/** Moves owned atoms by a step: v+ = v + u/h, x+ = x + h v+. */
template <class Bodies> struct MoveAtoms {
  Bodies atoms;
  ColumnsOfAtoms columns;
  double h;
  MovingAtoms moving;
  const double *velocity, *motion;

  VARDEM_INLINE void operator()(int i) const
  {
    const int c = columns.column[i];
    VARDEM::Vec3 v = VARDEM::vectors_at(velocity)[c];
    if (columns.is_free(i)) {
      v = v + VARDEM::vectors_at(motion)[c] / h;
      atoms.set_v(i, v);
    } else if (!moving.are_moved_here(atoms.group_bits(i))) {
      return;
    }
    atoms.set_x(i, atoms.x(i) + h * v);
  }
};

/** Turns free spheres by the torques of others: contacts without friction have none. */
template <class Spheres> struct SpinAtoms {
  Spheres atoms;
  ColumnsOfAtoms columns;
  double h;    // times the unit of force

  VARDEM_INLINE void operator()(int i) const
  {
    if (!columns.is_free(i)) return;
    const double r = atoms.radius(i);
    atoms.set_omega(
        i, atoms.omega(i) + h / (VARDEM::INERTIA_BALL * atoms.mass(i) * r * r) * atoms.torque(i));
  }
};

/** Rigid spheres over a Space, as RigidBodyStep moves them (host/dynamics/rigid_body_step.h).
 *  Platform is as SphereNetwork has it. */
template <class Platform> class RigidSpheres : protected Pointers {
 public:
  using Model = SphereNetwork<Platform>;
  using Space = typename Model::Space;
  template <class T> using Array = typename Space::template Array<T>;

  Model model;
  Array<double> load, inertia;    // of rows

  RigidSpheres(LAMMPS *lmp, Fix *fix, ContactRules &rules) : Pointers(lmp), model(lmp, fix, rules)
  {
  }

  void collect(NeighList *list, const PresentStep &step, const double *pushes, double &margin)
  {
    model.take_columns(list, step.h > 0.0);
    if (step.h > 0.0) {
      take_state(step, pushes);
      if (model.packing.has_walls()) model.take_velocities_of_feet(step.h);
    }
    step_length = step.h;
    margin = std::max(margin, Model::LEAST_MARGIN * step.smallest);
    find_contacts(margin);
  }

  void start(const PresentStep & /*step*/, const double * /*pushes*/) {}

  /** In a step, walls are already where they will be at its end. */
  void find_gaps(double *gap)
  {
    auto &packing = model.packing;
    const auto rows = packing.network.rows();
    model.space.for_each(rows.nrows, PresentGaps{rows, packing.spheres().radii, gap});
    if (step_length > 0.0 && packing.has_walls())
      model.space.for_each(rows.nrows,
                           TakeBackWalls{rows, packing.walls().walls, packing.atom_columns(),
                                         step_length, model.velocity.data(), gap});
  }

  /** The network is made again with a larger margin. */
  bool has_all_contacts(const PresentStep &step, Array<double> &u, double &margin)
  {
    const bool complete = model.had_all_pairs(u, Model::TOUCHING * step.smallest, margin);
    if (!complete) find_contacts(margin);
    return complete;
  }

  double finish(const PresentStep &step, const double *forces, const Array<double> &u,
                double *pushes)
  {
    const double work = work_of_gravity(step, u.data());
    push_atoms(forces, pushes);
    move(step, u.data());
    return work;
  }

  void add_to_forces(const double *pushes)
  {
    const auto atoms = model.platform.points(0);
    model.space.for_each(atom->nlocal, AddPushes<std::decay_t<decltype(atoms)>>{atoms, pushes});
    model.platform.changed_forces();
  }

  Motion motion() { return model.motion(); }
  Motion next_motion(double h) { return model.next_motion(h); }

  template <class Closed> void set_results(const Closed &closed, double least, double *results)
  {
    auto &space = model.space;
    const int all = RESULT_COLUMNS * (atom->nlocal + atom->nghost);
    set_zero(space, results_of_all, all);
    space.for_each(
        model.packing.network.nrows,
        AddStepResults<Space, Closed>{closed, least, force->nktv2p, results_of_all.data()});
    model.platform.ghosts.reverse(results_of_all.data(), RESULT_COLUMNS);
    space.for_each(RESULT_COLUMNS * atom->nlocal, VARDEM::Copy{results_of_all.data(), results});
  }

  void take_start(const double *motion, double *start)
  {
    const auto &packing = model.packing;
    model.space.for_each(packing.network.nrows, TakeMotion{packing.atom_of.data(), motion, start});
  }

  void keep_start(double *motion, const double *start, bool useful)
  {
    const auto &packing = model.packing;
    model.space.for_each(packing.network.nrows,
                         KeepMotion{packing.atom_of.data(), motion, start, useful});
  }

  std::vector<tagint> names_of_rows()
  {
    std::vector<int> atoms(model.packing.network.nrows);
    model.space.copy_to_host(model.packing.atom_of.data(), atoms.size(), atoms.data());
    model.platform.bring_tags();
    std::vector<tagint> names;
    for (const int i : atoms) names.push_back(atom->tag[i]);
    return names;
  }

 private:
  Array<double> pushes_of_all, results_of_all;    // of atoms, owned and ghosts
  double step_length = 0.0;                       // of the last collect()

  /** Contacts of this margin, if there is a step; and their gaps at its start. */
  void find_contacts(double margin)
  {
    model.find_pairs(step_length, margin);
    auto &network = model.packing.network;
    network.has_gaps = true;
    model.space.allocate(network.gap, network.ncontacts);
    find_gaps(network.gap.data());
  }

  /** Ghosts of fixed atoms have velocities, too. */
  void take_state(const PresentStep &step, const double *pushes)
  {
    const auto atoms = model.platform.points(0);
    for (auto *a : {&load, &inertia}) model.space.allocate(*a, 3 * model.packing.network.nrows);
    model.space.for_each(atom->nlocal,
                         TakeState<std::decay_t<decltype(atoms)>>{
                             atoms, model.columns(), step.h, force->ftm2v, MovingAtoms(step),
                             domain->dimension == 2, pushes, model.velocity.data(),
                             model.free_velocity.data(), load.data(), inertia.data()});
    for (auto *a : {&model.velocity, &model.free_velocity}) model.forward_to_all(*a, 3);
  }

  /** To be called before atoms move. */
  double work_of_gravity(const PresentStep &step, const double *u)
  {
    const auto atoms = model.platform.points(0);
    double work = 0.0;
    for (const Pull &pull : step.pulls) {
      model.space.template reduce<1>(
          atom->nlocal,
          SumPull<std::decay_t<decltype(atoms)>>{atoms, model.columns(), pull.acceleration(),
                                                 pull.bits, step.h, model.velocity.data(), u},
          0);
      work += model.space.fetch(1)[0];
    }
    return work;
  }

  void push_atoms(const double *forces, double *pushes)
  {
    auto &space = model.space;
    const auto rows = model.packing.network.rows();
    set_zero(space, pushes_of_all, PUSH_COLUMNS * (atom->nlocal + atom->nghost));
    space.for_each(rows.nrows,
                   PushAtoms<Space>{rows, model.columns(), forces, pushes_of_all.data()});
    model.platform.ghosts.reverse(pushes_of_all.data(), PUSH_COLUMNS);
    space.for_each(PUSH_COLUMNS * atom->nlocal, VARDEM::Copy{pushes_of_all.data(), pushes});
  }

  void move(const PresentStep &step, const double *u)
  {
    const auto atoms = model.platform.spheres();
    const auto points = model.platform.points(0);
    model.space.for_each(atom->nlocal,
                         MoveAtoms<std::decay_t<decltype(points)>>{points, model.columns(), step.h,
                                                                   MovingAtoms(step),
                                                                   model.velocity.data(), u});
    model.space.for_each(
        atom->nlocal,
        SpinAtoms<std::decay_t<decltype(atoms)>>{atoms, model.columns(), step.h * force->ftm2v});
    model.platform.changed_motion();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
