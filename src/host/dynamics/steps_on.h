/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STEPS_ON_H
#define VARDEM_HOST_STEPS_ON_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/platform_steps.h"
#include "host/dynamics/remembered_forces.h"
#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/step_table.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/wall_contacts.h"
#include "host/solve/redundant_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What steps of all kinds of rigid bodies have in common: the forces of the step, the compatible ones, and the list of contacts. Platform is
 *  as PackingSolverOn has it (host/compatible/packing_solver_on.h). Packing has
 *    Space, Network         as Packing of host/network/packing.h has them
 *    network, find_owners(space), needs_ghosts(), has_walls(), bytes()    as there
 *    free_motions(dimension)    of a body
 *    ends(atoms)            the atoms of the contacts (host/network/contact_ends.h)
 *  A derived class makes the network, finds the state of the bodies before the step, and moves them after it. */
template <class Platform, class Packing>
class StepsOn : public PlatformSteps<RigidSteps, Platform, Packing> {
  using Base = PlatformSteps<RigidSteps, Platform, Packing>;

 public:
  using typename Base::Geometry;
  using typename Base::Space;
  static constexpr int DOF = Geometry::DOF;
  template <class T> using Array = typename Space::template Array<T>;

  using Base::Base;

  VARDEM::DynamicsMemory &solver_memory() override { return dynamics.memory; }
  void forget_forces() override { remembered.forget(); }
  bool is_serial() const override { return Space::SERIAL; }
  bool is_on_host() const override { return Space::ON_HOST; }
  int free_particles() const override { return packing.network.nrows; }
  bool has_walls() const override { return packing.has_walls(); }
  double bytes() const override
  {
    return space.bytes() + packing.bytes() + closed.forces.solver.linear_solver().bytes() +
        remembered.bytes();
  }

  Overlaps overlaps(double least) override
  {
    const auto rows = packing.network.rows();
    const double *gap = packing.network.gap.data();
    space.template reduce<1>(rows.nrows, CountOverlaps<Rows>{rows, gap, least}, 0);
    const double number = space.fetch(1)[0];
    return {number, space.maximum(rows.nrows, VARDEM::DeepestOverlap<Geometry>{rows, gap})};
  }

  void close_contacts(double length) override
  {
    const typename Space::Phase phase(space, "closed");
    space.allocate(start_gaps, packing.network.ncontacts);
    find_gaps(start_gaps.data());
    closed.select(space, packing.network,
                  {last.h, velocity.data(), u.data(), start_gaps.data(), dynamics.force()},
                  dynamics.stiffening(), length + CLOSED * last.smallest);
  }

  VARDEM::SolverReport solve(double *motion, const SolverSettings &settings,
                             const VARDEM::SolverOptions &options) override
  {
    const typename Space::Phase phase(space, "compatible");
    VARDEM::allocate_columns(space, closed.network, compatible_u);
    take_start(motion, compatible_u.data());
    if (settings.needs_owners()) take_owners();
    const VARDEM::SolverReport report = this->template find_by<Space>(
        settings, closed.forces, packing.free_motions(domain->dimension), [&] {
          return closed.solve(this->law, compatible_u.data(), options);
        });
    keep_start(motion, compatible_u.data(), std::isfinite(report.residual));
    return report;
  }

  void set_results(double *results) override
  {
    const typename Space::Phase phase(space, "results");
    const int all = RESULT_COLUMNS * (atom->nlocal + atom->nghost);
    space.allocate(results_of_all, all);
    space.for_each(all, VARDEM::SetZero{results_of_all.data()});
    const auto contacts = closed_contacts(true);
    space.for_each(packing.network.nrows,
                   AddStepResults<Space, std::decay_t<decltype(contacts)>>{
                       contacts, quality.least, force->nktv2p, results_of_all.data()});
    platform.ghosts.reverse(results_of_all.data(), RESULT_COLUMNS);
    space.for_each(RESULT_COLUMNS * atom->nlocal, VARDEM::Copy{results_of_all.data(), results});
  }

  void fill_table(StepTable &table, bool compatible) override
  {
    const typename Space::Phase phase(space, "listing");
    const auto contacts = closed_contacts(compatible);
    using Closed = std::decay_t<decltype(contacts)>;
    const int n = packing.network.nrows;
    space.allocate(first_listed, n + 1);
    space.for_each(n, CountClosedRows<Closed>{contacts, first_listed.data()});
    const int number = space.scan(n, first_listed.data());
    table.rows.resize(static_cast<std::size_t>(number) * ContactForces::COLUMNS);
    table.groups.resize(number);
    double *rows = space.shadow(table.rows.data(), table.rows.size(), rows_listed);
    int *groups = space.shadow(table.groups.data(), table.groups.size(), groups_listed);
    space.for_each(
        n, FillClosedRows<Closed>{contacts, start_gaps.data(), first_listed.data(), rows, groups});
    if (number == 0) return;
    space.copy_to_host(rows, table.rows.size(), table.rows.data());
    space.copy_to_host(groups, table.groups.size(), table.groups.data());
  }

  std::vector<int> closed_types() override
  {
    return mark_closed(rules.no_types(), [this](const auto &contacts, int *marks) {
      return MarkClosedTypes<Space, std::decay_t<decltype(contacts)>>{contacts, rules.no_type(),
                                                                      marks};
    });
  }

  std::vector<int> closed_walls() override
  {
    constexpr int FLAGS = ContactRules::WALL_FLAGS;
    const int walls = fixes_with<WallContacts>(modify).size();
    const std::vector<int> marks = mark_closed(FLAGS * walls, [](const auto &contacts, int *to) {
      return MarkClosedWalls<Space, std::decay_t<decltype(contacts)>>{contacts, FLAGS, to};
    });
    std::vector<int> largest(walls, ContactRules::WALL_AWAY);
    for (int k = 0; k < FLAGS * walls; k++)
      if (marks[k]) largest[k / FLAGS] = k % FLAGS;
    return largest;
  }

  double redundant() override
  {
    if constexpr (Space::ON_HOST) {
      take_owners();
      return redundant_contacts(space, closed.network, quality.closed, world);
    }
    return 0.0;
  }

  Grains residuals() override
  {
    const int n = packing.network.nrows;
    std::vector<double> of_rows(DOF * n);
    space.copy_to_host(closed.forces.residual(), of_rows.size(), of_rows.data());
    const std::vector<tagint> names = names_of_rows();
    Grains grains;
    for (int i = 0; i < n; i++)
      grains.emplace_back(VARDEM::norm(VARDEM::vectors_at(of_rows.data() + DOF * i)[0]), names[i]);
    return grains;
  }

 protected:
  using Rows = VARDEM::ContactRows<Geometry>;

  using Base::atom;
  using Base::bring;
  using Base::domain;
  using Base::force;
  using Base::free_velocity;
  using Base::last;
  using Base::modify;
  using Base::packing;
  using Base::platform;
  using Base::quality;
  using Base::rules;
  using Base::space;
  using Base::velocity;
  using Base::world;

  VARDEM::ContactDynamics<Space, Geometry> dynamics;
  Array<double> u;                               // of columns
  Array<double> load, inertia;                   // of rows
  VARDEM::StepForces<Space, Geometry> closed;    // the contacts of close_contacts()

  /** Computes the gaps of the network at the start of the step. */
  virtual void find_gaps(double *gap) = 0;
  /** Have all pairs that come into contact in the step been in the network? Otherwise the network is made again, with them. u is that of rows. */
  virtual bool has_all_contacts(const PresentStep & /*step*/) { return true; }
  /** Sets the start of a solve for compatible forces, in the columns of rows. motion: of atoms, as for solve(). */
  virtual void take_start(const double *motion, double *start) = 0;
  /** Keeps it for the next solve; zero if it is not useful. */
  virtual void keep_start(double *motion, const double *start, bool useful) = 0;
  /** The ID of an atom of each row. */
  virtual std::vector<tagint> names_of_rows() = 0;

  /** Finds the forces of a step of these bodies, and u. */
  StepFindings find_forces(const RigidStepSettings &settings, const PresentStep &step)
  {
    StepFindings found;
    last = step;
    found.not_finite = this->count_not_finite();
    if (found.not_finite > 0.0) return found;
    do {
      found.report = solve_step(settings, step);
    } while (!has_all_contacts(step));
    found.overlap = dynamics.largest_overlap();
    remember_forces(settings);
    sum_contacts(step.h, found);
    return found;
  }

 private:
  static constexpr double CLOSED =
      1e-7;    // of the smallest diameter: overlaps that a step may leave

  Array<double> start_gaps;        // of the contacts of the step
  Array<double> compatible_u;      // of columns
  Array<double> results_of_all;    // of atoms, owned and ghosts
  Array<double> rows_listed;       // of a table
  Array<int> first_listed, groups_listed, touching;
  Array<double> restitution;           // of contacts
  Array<double> of_types, of_walls;    // Newton's coefficients
  RememberedForces remembered;
  Array<double> known, first_forces;    // of columns, of contacts

  /** Of ghosts, for the network of closed contacts. */
  void take_owners()
  {
    packing.find_owners(space);
    closed.network.owners = packing.network.owners;
  }

  auto ends() { return packing.ends(platform.atoms(nullptr)); }

  /** compatible: with the forces of the last solve(), otherwise with those of the step. */
  auto closed_contacts(bool compatible)
  {
    const auto now = ends();
    return ClosedOfStep<Rows, std::decay_t<decltype(now)>>{
        closed.network.rows(), closed.contact(), now,
        compatible ? closed.compatible() : closed.classic(), closed.classic()};
  }

  /** Returns n marks, which a loop over the closed contacts sets to 1. make_loop(contacts, marks) returns its body. */
  template <class F> std::vector<int> mark_closed(int n, const F &make_loop)
  {
    std::vector<int> marks(n, 0);
    if (n == 0) return marks;
    int *reachable = bring(marks, touching);
    space.for_each(packing.network.nrows, make_loop(closed_contacts(false), reachable));
    space.copy_to_host(reachable, marks.size(), marks.data());
    return marks;
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
    const auto now = ends();
    space.for_each(packing.network.nrows,
                   TakeRestitution<Rows, std::decay_t<decltype(now)>>{
                       packing.network.rows(), now, bring(types, of_types), bring(walls, of_walls),
                       n, restitution.data()});
    space.wait();
    return restitution.data();
  }

  VARDEM::SolverReport solve_step(const RigidStepSettings &settings, const PresentStep &step)
  {
    const VARDEM::DynamicsStep rigid = {step.h,
                                        load.data(),
                                        velocity.data(),
                                        free_velocity.data(),
                                        take_restitution(settings.restitution),
                                        PUSHED_OUT * step.smallest / step.h,
                                        step.mean,
                                        this->round_off(),
                                        domain->dimension};
    dynamics.newton.free_motions = packing.free_motions(domain->dimension);
    dynamics.setup(space, packing.network);
    if (settings.options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL) {
      packing.find_owners(space);
      order_by_tags();
    }
    return VARDEM::with_law(rules.law, [&](auto kind) {
      return dynamics.template solve<decltype(kind)>(rigid, inertia.data(), u.data(),
                                                     settings.options, last_forces(settings));
    });
  }

  /** Does a solver begin with the forces of the last step? Not with threads and on devices, where contacts have no keys. */
  static bool begins_with_forces(const RigidStepSettings &settings)
  {
    return Space::SERIAL && Space::ON_HOST && settings.warm &&
        settings.options.solver > VARDEM::DynamicsOptions::NEWTON;
  }

  /** Calls f(row, contact, key) for each contact. Two contacts of the same particles have the same key. */
  template <class F> void for_keys(const F &f)
  {
    const auto rows = packing.network.rows();
    const auto now = ends();
    for (int i = 0; i < rows.nrows; i++)
      for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
        const int b = now.second(i, c);
        const tagint mine = now.atoms.tag(now.first(i, c));
        if (b < 0)
          f(i, c, ContactKey::of_wall(mine, now.wall(i, c).number, now.wall(i, c).surface));
        else
          f(i, c, ContactKey::of_particles(mine, now.atoms.tag(b)));
      }
  }

  /** Returns the forces with which a solver begins, by contacts, or null for none. */
  const double *last_forces(const RigidStepSettings &settings)
  {
    if (!begins_with_forces(settings)) return nullptr;
    const int n = packing.network.nrows, *column = packing.network.column.data();
    const std::vector<tagint> names = names_of_rows();
    space.allocate(known, packing.network.ncolumns);
    std::fill_n(known.data() + n, packing.network.ncolumns - n, 1.0);
    for (int i = 0; i < n; i++) known.data()[i] = remembered.knows(names[i]);
    space.forward(known.data(), 1);
    space.allocate(first_forces, packing.network.ncontacts);
    for_keys([&](int i, int c, const ContactKey &key) {
      const bool both = known.data()[i] * known.data()[column[c]] > 0.0;
      first_forces.data()[c] = both ? remembered.force(key) : 0.0;
    });
    return first_forces.data();
  }

  void remember_forces(const RigidStepSettings &settings)
  {
    if (!begins_with_forces(settings)) return;
    remembered.forget();
    for (const tagint id : names_of_rows()) remembered.add_particle(id);
    const double *f = dynamics.force();
    for_keys([&](int, int c, const ContactKey &key) {
      remembered.add(key, f[c]);
    });
    remembered.finish();
  }

  /** A sweep takes contacts by the IDs of their particles, the lower one first; those with walls follow those with particles. */
  void order_by_tags()
  {
    if constexpr (Space::ON_HOST) {
      std::vector<std::pair<tagint, tagint>> keys(packing.network.ncontacts);
      for_keys([&](int, int c, const ContactKey &key) {
        keys[c] = {key.low, key.is_of_wall() ? MAXTAGINT : key.high};
      });
      dynamics.order.resize(keys.size());
      std::iota(dynamics.order.begin(), dynamics.order.end(), 0);
      std::stable_sort(dynamics.order.begin(), dynamics.order.end(), [&](int a, int b) {
        return keys[a] < keys[b];
      });
    }
  }

  void sum_contacts(double h, StepFindings &found)
  {
    space.forward(u.data(), DOF);
    space.template reduce<4>(
        packing.network.nrows,
        SumContacts<Rows>{packing.network.rows(), h, dynamics.force(), velocity.data(), u.data()},
        0);
    const double *sums = space.fetch(4);
    found.dissipated = sums[0];
    found.contacts = sums[1];
    found.pushing = sums[2];
    found.work_of_fixed = sums[3];
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
