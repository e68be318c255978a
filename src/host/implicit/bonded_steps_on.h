/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_BONDED_STEPS_ON_H
#define VARDEM_HOST_BONDED_STEPS_ON_H

#include "comm.h"
#include "host/atoms/attitudes.h"
#include "host/implicit/implicit_steps_on.h"
#include "host/implicit/step_bond_table.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Sets the attitudes of the columns of owned atoms. Without `kept` all are that of no rotation. */
struct TakeAttitudes {
  const double *kept;    // w x y z by atoms
  const int *column;
  double *attitude;

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::set_quat_at(attitude + 4 * column[i],
                        kept ? VARDEM::quat_at(kept + 4 * i) : VARDEM::Quat{1.0, 0.0, 0.0, 0.0});
  }
};

/** Returns the part of a motion b behind which a + t b is longer than `reach`: 1 - t, 0 if it never is. a is shorter than that. */
struct PartBeyond {
  const double *a, *b;
  double reach;

  VARDEM_INLINE double operator()(int i) const
  {
    const VARDEM::Vec3 &start = VARDEM::vectors_at(a)[i], &way = VARDEM::vectors_at(b)[i];
    const double square = dot(way, way), along = dot(start, way),
                 left = reach * reach - dot(start, start);
    if (!(square + 2.0 * along > left)) return 0.0;
    if (!(left > 0.0)) return 1.0;
    return 1.0 - left / (along + std::sqrt(along * along + square * left));
  }
};

/** Implicit steps of spheres that may be bonded, with their attitudes. Platform and Friction are as ImplicitStepsOn has them; the platform also has
 *    attitudes(all)                                rows w x y z of owned atoms, where loops run; only if all.exist() and all.are_there()
 *    set_attitudes(all, q, column, count, space)   gives owned atoms new attitudes, as Attitudes::set() has it */
template <class Platform, class Friction>
class BondedStepsOn :
    public ImplicitStepsOn<Platform, VARDEM::StepBonds<typename Platform::Space>, Friction> {
 public:
  using Base = ImplicitStepsOn<Platform, VARDEM::StepBonds<typename Platform::Space>, Friction>;
  using Space = typename Platform::Space;
  template <class T> using Array = typename Base::template Array<T>;

  BondedStepsOn(LAMMPS *lmp, Fix *fix, ContactRules &rules_in, Attitudes &attitudes_in) :
      Base(lmp, fix, rules_in), attitudes(attitudes_in), table(lmp)
  {
  }

 protected:
  using Base::atom;
  using Base::comm;
  using Base::DOF;
  using Base::inertia;
  using Base::inertia_of_pass;
  using Base::last;
  using Base::load;
  using Base::LONGEST;
  using Base::packing;
  using Base::platform;
  using Base::rate;
  using Base::rules;
  using Base::solver;
  using Base::space;
  using Base::total;
  using Base::u;
  using Base::u_free;

  void take_bonds() override
  {
    auto &network = packing.network;
    const StepBondTable::Columns columns = bond_columns();
    table.take(columns);
    if (table.has_distant_bonds()) {
      platform.ghosts.reset(packing.column, packing.atom_columns(), true);
      packing.find_owners(space);
      table.share(columns);
    }
    auto &bonds = solver.bonds;
    bonds.tangent.nrows = network.nrows;
    bonds.tangent.first_fixed = network.first_fixed;
    bonds.tangent.ncolumns = network.ncolumns;
    bonds.tangent.nbodies = network.nbodies;
    bonds.natoms = packing.atom_columns();
    bonds.damped = table.is_damped();
    table.fill(columns, !Space::SERIAL, lists);
    bonds.npairs = static_cast<int>(lists.column.size());
    this->hand(lists.first, bonds.tangent.first);
    this->hand(lists.middle, bonds.tangent.middle);
    this->hand(lists.column, bonds.tangent.column);
    this->hand(lists.end, bonds.end);
    this->hand(lists.bonds, bonds.bonds);
    this->hand(lists.shift, bonds.shift);
    take_attitudes();
  }

  bool needs_ghosts() const override { return Base::needs_ghosts() || table.needs_ghosts(); }

  void start_attitudes() override
  {
    space.for_each(4 * solver.bonds.natoms,
                   VARDEM::Copy{first_attitude.data(), solver.bonds.attitude.data()});
  }

  void put_attitudes() override
  {
    platform.set_attitudes(attitudes, solver.bonds.attitude.data(), packing.column.data(),
                           packing.network.nrows, space);
  }

  /** Moves the bodies to the equilibrium, or by `reach` towards it, by passes that an inertia holds back: each goes to the least potential energy with it, so
   *  that the energy falls in each. The less inertia, the less a pass leaves out of balance. */
  void go_to_rest(const ImplicitSettings &settings, const PresentStep &step,
                  ImplicitFindings &found) override
  {
    if (!table.has_bonds()) return Base::go_to_rest(settings, step, found);
    ImplicitSettings rest = settings;
    rest.form = VARDEM::form_of_rest();
    rest.options.by_grain = false;
    start_passes(rest, step);
    found.report = VARDEM::SolverReport();
    inertia_of_pass =
        std::max(LEAST_HOLD, inertia_of_pass);    // with 1 a load moves a free body by LONGEST
    VARDEM::with_law(rules.law, [&](auto kind_of) {
      judge<typename decltype(kind_of)::Force>(rest, found);
    });
    for (int pass = 0; pass < PASSES && found.report.reason == VARDEM::SolverReport::STEPS; pass++)
      VARDEM::with_law(rules.law, [&](auto kind_of) {
        make_pass<typename decltype(kind_of)::Force>(rest, found);
      });
    this->add_flow(step);
    space.for_each(DOF * packing.network.nrows, VARDEM::SetZero{rate.data()});
  }

 private:
  static constexpr int PASSES = 20;          // in one step
  static constexpr int FEW_BODIES = 3000;    // for which sparse factors are the best
  static constexpr double LEAST_HOLD = 1e-12, EASIER = 1e3;
  static constexpr double ROUND_OFF = 1e-9;
  static constexpr double HELD = 1e-15, FREE = 1e-12;    // of the stiffness

  Attitudes &attitudes;
  StepBondTable table;
  StepBondLists lists;
  std::vector<double> centres_on_host;
  Array<double> first_attitude;    // of columns, where the whole step starts: w x y z
  double stiffest = 0.0;           // the largest stiffness of a row at the last look

  StepBondTable::Columns bond_columns()
  {
    const auto &network = packing.network;
    return {this->bring_columns(), network.nrows, network.first_fixed, &network.owners,
            this->on_host(packing.spheres().centres, 3 * static_cast<std::size_t>(network.ncolumns),
                          centres_on_host)};
  }

  void take_attitudes()
  {
    auto &bonds = solver.bonds;
    space.allocate(first_attitude, 4 * bonds.natoms);
    space.allocate(bonds.attitude, 4 * bonds.natoms);
    const bool are_kept = attitudes.exist() && attitudes.are_there();
    space.for_each(atom->nlocal,
                   TakeAttitudes{are_kept ? platform.attitudes(attitudes) : nullptr,
                                 packing.column.data(), first_attitude.data()});
    this->forward_to_all(first_attitude, 4);
  }

  void start_passes(ImplicitSettings &rest, const PresentStep &step)
  {
    const auto &network = packing.network;
    const int n = DOF * network.nrows;
    if (Space::ON_HOST && rest.linear.kind == VARDEM::LinearChoice::BLOCK)
      rest.linear.kind = comm->nprocs == 1 && network.nbodies <= FEW_BODIES
          ? VARDEM::LinearChoice::DIRECT
          : VARDEM::LinearChoice::INCOMPLETE;
    if (Space::ON_HOST) rest.linear.incomplete.parts = Space::concurrency();
    packing.find_owners(space);
    this->take_laws();
    this->start_places(0.0);
    this->set_zero(total, 3 * network.ncolumns);
    this->follow_flow(step);
    table.fill_shifts(bond_columns(), step.flow, lists.shift);
    this->hand(lists.shift, solver.bonds.shift);
    solver.setup(space, network);
    solver.linear_solver().choose(rest.linear);
    space.for_each(n, VARDEM::SetZero{rate.data()});
    space.for_each(DOF * network.ncolumns, VARDEM::Multiply{step.h, rate.data(), u_free.data()});
    const int first_foot = packing.atom_columns();    // feet are at the end of the step already
    space.for_each(DOF * (network.ncolumns - first_foot),
                   VARDEM::SetZero{u_free.data() + DOF * first_foot});
  }

  /** Sets the reason if it is the last one. */
  template <class NormalForce> void make_pass(const ImplicitSettings &rest, ImplicitFindings &found)
  {
    const int n = DOF * packing.network.nrows, ncolumns = DOF * packing.network.ncolumns;
    space.for_each(n, SetTo<double>{least_inertia(), inertia.data()});
    space.for_each(n, VARDEM::SetZero{u.data()});
    const auto report = solver.template solve<NormalForce>(unlimited(rest), u.data(), rest.options);
    found.evaluations += solver.force_evaluations();
    found.report.steps += report.steps;
    found.report.products += report.products;
    const bool is_far = shorten_to(rest.reach);
    this->move_places();
    // those that cannot move are now where they are at the end of the step
    space.for_each(ncolumns, VARDEM::SetZero{u_free.data()});
    const double before = found.report.residual;
    judge<NormalForce>(rest, found);
    const bool solved = report.reason == VARDEM::SolverReport::CONVERGED,
               better = found.report.residual < 0.5 * before;
    if (found.report.reason == VARDEM::SolverReport::STEPS) {
      if (is_far)
        found.report.reason = VARDEM::SolverReport::REACH;
      else if (report.reason == VARDEM::SolverReport::STALLED && !better)
        found.report.reason = VARDEM::SolverReport::STALLED;
    }
    if (solved)
      inertia_of_pass = std::max(LEAST_HOLD, inertia_of_pass / EASIER);
    else if (report.reason != VARDEM::SolverReport::REACH)
      inertia_of_pass = std::min(1.0, inertia_of_pass * EASIER);
  }

  /** Finds what is out of balance, over the largest force, and whether it is little enough. */
  template <class NormalForce> void judge(const ImplicitSettings &rest, ImplicitFindings &found)
  {
    found.report.residual = imbalance<NormalForce>(rest);
    stiffest = solver.stiffest();
    if (found.report.residual <= rest.options.tolerance)
      found.report.reason = VARDEM::SolverReport::CONVERGED;
  }

  /** Neighbor lists limit the motion, not a length for each Newton step. */
  VARDEM::ImplicitInput unlimited(const ImplicitSettings &rest)
  {
    VARDEM::ImplicitInput in = this->input(rest, 1.0);
    in.longest = in.reach = rest.reach;
    in.round_off = this->round_off();
    return in;
  }

  /** What is out of balance without inertia where free bodies are now and all others at the end of the step, over the largest force. */
  template <class NormalForce> double imbalance(const ImplicitSettings &rest)
  {
    const int n = DOF * packing.network.nrows;
    space.for_each(n, VARDEM::SetZero{inertia.data()});
    space.for_each(DOF * packing.network.ncolumns, VARDEM::Copy{u_free.data(), u.data()});
    space.for_each(n, VARDEM::SetZero{u.data()});
    return solver.template look<NormalForce>(unlimited(rest), u.data(), rest.options);
  }

  /** A part of that with which the largest load moves a free body by LONGEST. The linear systems need a part of the stiffness, too, most of all where
   *  nothing is held, so that all can move as one. */
  double least_inertia()
  {
    const int n = packing.network.nrows;
    const double heaviest = space.maximum(n, VARDEM::LargestLoad<DOF>{load.data()});
    double held = packing.atom_columns() - packing.network.first_fixed;
    platform.ghosts.sum(&held, 1);
    return std::max(inertia_of_pass * heaviest / (LONGEST * last.smallest),
                    (held > 0.0 ? HELD : FREE) * stiffest);
  }

  /** Shortens u so that no body is farther than `reach` from where it was at the start, and returns whether it had to. */
  bool shorten_to(double reach)
  {
    const int n = packing.network.nrows;
    const double excess = space.maximum(
        n, PartBeyond{total.data(), solver.displacements(u.data()), (1.0 - ROUND_OFF) * reach});
    if (!(excess > 0.0)) return false;
    space.for_each(DOF * n, VARDEM::Multiply{1.0 - excess, u.data(), u.data()});
    space.forward(u.data(), DOF);
    return true;
  }
};

/** Makes them with or without friction. */
template <class Platform>
std::unique_ptr<ImplicitSteps> make_bonded_sphere_steps(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                        Attitudes &attitudes, bool friction)
{
  using Space = typename Platform::Space;
  using Smooth = BondedStepsOn<Platform, VARDEM::NoStepFriction<Space>>;
  using Rough = BondedStepsOn<Platform, VARDEM::StepFriction<Space>>;
  if (friction) return std::make_unique<Rough>(lmp, fix, rules, attitudes);
  return std::make_unique<Smooth>(lmp, fix, rules, attitudes);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
