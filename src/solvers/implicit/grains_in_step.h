// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_GRAINS_IN_STEP_H
#define VARDEM_GRAINS_IN_STEP_H

#include "solvers/implicit/balance_lanes.h"
#include "solvers/implicit/implicit_step_loops.h"
#include "solvers/implicit/step_bonds.h"
#include "solvers/implicit/step_friction.h"
#include "solvers/implicit/step_walls.h"

#include <algorithm>
#include <cmath>

namespace VARDEM {

/** What a step starts from. Motions and loads have DOF numbers: displacement, rotation times
 *  radius; force, moment over radius. */
struct ImplicitInput {
  StepForm form;
  double h;
  ColumnSpheres spheres;    // where the step starts
  GrainLaws laws;
  const double *load;       // of rows: all forces but contact forces
  const double *inertia;    // of rows: M/h^2
  // of columns: h v. Of bodies that cannot move, and of wall points: their motion
  const double *u_free;
  double longest;             // displacement that a Newton step may add
  double reach = HUGE_VAL;    // there is no need to go on behind a larger displacement
  bool predicted = false;     // is the start another one than u_free?
  double round_off = 0.0;     // of the positions, for look()
  // Has add_elastic() been called for the same start? Forms with dashpots there find them once.
  bool known_start = false;
};

/** The grains of an implicit step at a trial state: where they are, and what is out of balance.
 *  Bonds: StepBonds, which needs DOF = 6, or NoStepBonds. Friction: StepFriction, or
 *  NoStepFriction. */
template <class Space, class Network, int DOF_, class Bonds, class Friction> class GrainsInStep {
 public:
  static constexpr int DOF = DOF_;
  template <class T> using Array = typename Space::template Array<T>;
  Bonds bonds;               // the caller fills them before setup()
  Friction friction;         // the caller sets the springs before solve()
  StepWalls<Space> walls;    // those that move by forces; the caller begins a part

  /** Adds the contact forces of the balance, with the mean of the dashpots over the step, to DOF
   *  numbers of each row. u: of solve(). Where the mean is that of the balance, or where forces
   *  have the weight 1 there, they are what the balance has beside them, but for moments of
   *  bonds. */
  void add_contact_forces(double *u, double *contact_forces)
  {
    const StepForm &form = input.form;
    const bool once = form.has_same_dashpots();
    if (!Bonds::EXIST && (once || form.weight == 1.0))
      take_forces(form.weight, input.load, input.u_free, u, contact_forces);
    else {
      place(u, form.at);
      if (form.live) find_dashpots();
      push(u, form.drag + (once ? form.closing : 0.0), true, contact_forces);
    }
    if (once) return;
    place(u, 1.0 - form.at);
    find_dashpots();
    push(u, form.closing, false, contact_forces);
  }

  /** Behind solve(): the springs are those at the end of the step. */
  void advance_springs(double *u)
  {
    place(u, input.form.at);
    space->for_each(network->nrows,
                    AdvanceSprings<Network, DOF>{find_friction(u, 1.0), friction.spring.data()});
  }

  /** What dashpots take from the motions `way` of columns, behind add_contact_forces(). of_points:
   *  as WorkOfDashpots has it. */
  struct DashpotWork {
    double pairs, bonds;
  };
  DashpotWork work_of_dashpots(double *u, const double *way, double *of_points)
  {
    const StepForm &form = input.form;
    const bool once = form.has_same_dashpots();
    if (!form.live && !once) hold_dashpots(input.u_free, form.predicted);
    place(u, form.at);
    if (form.live) find_dashpots();
    const DashpotWork sum =
        work_of_held(form.drag + (once ? form.closing : 0.0), true, u, way, of_points);
    if (once) return sum;
    place(u, 1.0 - form.at);
    find_dashpots();
    const DashpotWork closing = work_of_held(form.closing, false, u, way, of_points);
    return {sum.pairs + closing.pairs, sum.bonds + closing.bonds};
  }

  /** Adds the elastic forces behind a part of the motion of the last solve(). The forms that need
   *  it have no discrete gradient. */
  void add_elastic_at(double *u, double part, double *contact_forces)
  {
    place(u, part);
    push(u, 0.0, true, contact_forces);
  }

  /** 3 numbers per column: where the motion u takes them. Wall points slide with their spheres. */
  const double *displacements(double *u)
  {
    place(u, 1.0);
    return displacement.data();
  }

  /** The incremental potential at u. */
  double potential(double *u)
  {
    place(u, input.form.at);
    space->template reduce<1>(network->nrows,
                              StepPotential<Network, DOF, Friction>{
                                  contacts(), inertia(), input.form, input.h, input.load,
                                  input.u_free, u, held.data(), friction.held()},
                              0);
    const double of_contacts = space->fetch(1)[0] + walls.potential();
    if constexpr (Bonds::EXIST) return of_contacts + bonds.potential(input.form, input.h);
    return of_contacts;
  }

  /** Of the last evaluation: what is out of balance. */
  const double *residual() const { return r.data(); }

 protected:
  Space *space = nullptr;
  const Network *network = nullptr;
  ImplicitInput input{};
  Array<double> r;                          // of rows
  Array<typename Friction::Block> block;    // of contacts

  void setup_grains(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    s.allocate(displacement, 3 * n.ncolumns);
    s.allocate(r, DOF * n.nrows);
    s.allocate(largest, n.nrows);
    s.allocate(block, n.ncontacts);
    s.allocate(held, n.ncontacts);
    if (IN_LANES) s.allocate(lanes, n.ncontacts / LANES + 1);
    if constexpr (Friction::EXIST) s.allocate(friction.friction, n.ncontacts);
  }

  void start(const ImplicitInput &in)
  {
    input = in;
    space->allocate(walls.pushes, 6 * walls.points.number);
    if constexpr (Bonds::EXIST) bonds.setup(*space, in.spheres.centres, in.spheres.radii);
  }

  DiagonalInertia<DOF> inertia() const { return DiagonalInertia<DOF>::of(input.inertia); }

  void hold_dashpots(const double *u_free, double part)
  {
    place(u_free, part, &StepWall::u_free);
    find_dashpots();
  }

  /** The largest of loads, and of inertia times motion. */
  Maxima<2> largest_given() const
  {
    auto given = space->template maxima<2>(network->nrows,
                                           LargestGiven<DOF>{inertia(), input.load, input.u_free});
    given.take(1, walls.given);
    return given;
  }

  /** The numbers that are held while a step is solved: dashpots, and at first the bounds of
   *  friction at its start. */
  void hold(const double *u_free)
  {
    const bool known = !Bonds::EXIST && input.known_start && input.form.predicted == 0.0;
    if (!input.form.live && !known) hold_dashpots(u_free, input.form.predicted);
    if constexpr (Friction::EXIST) {
      place(u_free, 0.0, &StepWall::u_free);
      space->for_each(network->nrows, find_friction(u_free, 0.0));
    }
  }

  /** Finds the bounds of friction anew. */
  void find_bounds(double *u)
  {
    place(u, input.form.at);
    space->for_each(network->nrows, find_friction(u, 1.0));
  }

  /** Computes r at u, and the blocks of the tangent. Returns |r|, and the largest elastic force. */
  Maxima<2> find_balance_at(double *u, bool with_blocks)
  {
    space->forward(u, DOF);
    place(u, input.form.at);
    const double of_walls =
        compute_balance(input.form, input.u_free, u, with_blocks ? block.data() : nullptr);
    if constexpr (Bonds::EXIST) {
      if (input.form.live) bonds.find_dashpots();
      bonds.add_to_balance(input.form, input.h, r.data(), largest.data());
    }
    auto found =
        space->template maxima<2>(network->nrows, BalanceMaxima<DOF>{r.data(), largest.data()});
    found.take(0, of_walls);
    return found;
  }

 private:
  static constexpr bool IN_LANES = Space::SERIAL && !Friction::EXIST;

  Array<double> displacement;    // of columns
  Array<double> largest;         // of rows
  Array<TrialDashpot> held;      // of contacts
  Array<HeldLanes> lanes;

  DisplacedContacts<Network> contacts() const
  {
    return {network->rows(), input.spheres, input.laws, displacement.data()};
  }

  /** Puts columns behind a part of their motions, which of wall points are set here. */
  void place(double *u, double part)
  {
    walls.template set<DOF>(*space, input.spheres.centres, part, u);
    place(u, part, &StepWall::u);
  }
  void place(const double *u, double part, RollingPair StepWall::*of_walls)
  {
    space->for_each(network->ncolumns, PlaceColumns<DOF>{u, part, displacement.data()});
    space->for_each(input.spheres.wall_points,
                    PlaceWallPoints<DOF>{input.spheres, u, part, displacement.data()});
    walls.place(*space, of_walls, part, input.spheres, displacement.data());
    if constexpr (Bonds::EXIST) bonds.place(u, part, displacement.data());
  }

  /** rate: 1 with the normal dashpots, or 0. */
  FindFriction<Network, DOF> find_friction(const double *u, double rate)
  {
    return {contacts(),
            input.form,
            input.h,
            rate / input.h,
            u,
            held.data(),
            friction.spring.data(),
            friction.friction.data()};
  }

  void find_dashpots()
  {
    const FindDashpots<Network> find{contacts(), held.data()};
    if constexpr (IN_LANES)
      space->for_each(network->nrows, HoldInLanes<Network>{find, lanes.data()});
    else
      space->for_each(network->nrows, find);
    if constexpr (Bonds::EXIST)
      if (input.form.drag > 0.0) bonds.find_dashpots();
  }

  DashpotWork work_of_held(double drag, bool with_springs, const double *u, const double *way,
                           double *of_points)
  {
    const double rate = drag / input.h;
    space->template reduce<1>(
        network->nrows,
        WorkOfDashpots<Network, DOF, Friction>{contacts(), rate, with_springs, input.form.discrete,
                                               u, way, held.data(), friction.held(), of_points},
        0);
    const double of_pairs = space->fetch(1)[0];
    if constexpr (Bonds::EXIST) return {of_pairs, bonds.work_of_dashpots(rate, u, way)};
    return {of_pairs, 0.0};
  }

  /** Passes all contacts for a balance of this form. Returns what is out of balance on walls. */
  double compute_balance(const StepForm &form, const double *u_free, const double *u,
                         typename Friction::Block *blocks)
  {
    double *const pushes = walls.exist() ? walls.pushes.data() : nullptr;
    const StepBalance<Network, DOF, Friction> balance{
        contacts(),  inertia(),       form,   input.h,  input.load,     u_free, u,
        held.data(), friction.held(), blocks, r.data(), largest.data(), pushes};
    if constexpr (IN_LANES) {
      if (!blocks && !form.live && !(form.discrete && walls.any_turns())) {
        BalanceInLanes<DOF, decltype(balance)>{balance, lanes.data()}();
        return walls.find_balance(*space);
      }
    }
    space->for_each(network->nrows, balance);
    return walls.find_balance(*space);
  }

  /** Adds elastic forces, friction and `drag` times the dashpots at the displacements, or without
   *  elastic forces the dashpots alone. */
  void push(const double *u, double drag, bool elastic, double *contact_forces)
  {
    StepForm form = input.form;
    form.weight = elastic ? 1.0 : 0.0;
    form.drag = drag;
    form.live = false;
    compute_balance(form, u, u, nullptr);
    take_forces(1.0, elastic ? input.load : nullptr, u, u, contact_forces);
    if constexpr (Bonds::EXIST)
      bonds.add_contact_forces(input.form, drag / input.h, elastic, contact_forces);
  }

  void take_forces(double weight, const double *load, const double *u_free, const double *u,
                   double *contact_forces)
  {
    space->for_each(
        network->nrows,
        AddForcesOfBalance<DOF>{inertia(), weight, load, u_free, u, r.data(), contact_forces});
    walls.add_forces(weight);
  }
};

}    // namespace VARDEM
#endif
