// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RIGID_BODY_STEP_H
#define VARDEM_HOST_RIGID_BODY_STEP_H

#include "domain.h"
#include "force.h"
#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/step_record.h"
#include "host/dynamics/steps_loops.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/soft_contacts.h"
#include "host/network/contact_rules.h"
#include "host/solve/redundant_contacts.h"
#include "lmptype.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Coefficients of the contacts of a network, from those of pairs of types and of rigid walls. */
template <class Space> class NetworkCoefficients : protected Pointers {
 public:
  NetworkCoefficients(LAMMPS *lmp, Space &space_in, ContactRules &rules_in) :
      Pointers(lmp), space(space_in), rules(rules_in)
  {
  }

  /** Returns Newton's coefficients, or null if all are zero. given: of all contacts, unless < 0. */
  template <class Network, class Ends>
  const double *restitution(const Network &network, const Ends &ends, double given)
  {
    if (given < 0.0 ? !(rules.largest(&RigidCoefficients::restitution) > 0.0) : given == 0.0)
      return nullptr;
    return of_all(network, ends, &RigidCoefficients::restitution, newton, given);
  }

  /** Returns Coulomb's coefficients, and those of rolling friction. */
  template <class Network, class Ends>
  const double *friction(const Network &network, const Ends &ends)
  {
    return of_all(network, ends, &RigidCoefficients::friction, coulomb);
  }
  template <class Network, class Ends>
  const double *rolling(const Network &network, const Ends &ends)
  {
    return of_all(network, ends, &RigidCoefficients::rolling, rolling_of);
  }

 private:
  template <class T> using Array = typename Space::template Array<T>;

  Space &space;
  ContactRules &rules;
  Array<double> newton, coulomb, rolling_of;    // of contacts
  Array<double> of_types, of_walls;             // of the coefficient that was asked for last

  /** given: of all contacts, unless < 0. */
  template <class Network, class Ends>
  const double *of_all(const Network &network, const Ends &ends,
                       double RigidCoefficients::*coefficient, Array<double> &to,
                       double given = -1.0)
  {
    std::vector<double> types = rules.of_types(coefficient), walls = rules.of_walls(coefficient);
    if (given >= 0.0)
      for (auto *table : {&types, &walls}) table->assign(table->size(), given);
    // not null on processes without contacts: all must know that there is such a coefficient
    space.allocate(to, network.ncontacts + 1);
    const auto rows = network.rows();
    space.for_each(network.nrows,
                   TakeCoefficients<std::decay_t<decltype(rows)>, Ends>{
                       rows, ends, copy_here(space, types, of_types),
                       copy_here(space, walls, of_walls), rules.no_type(), to.data()});
    space.wait();
    return to.data();
  }
};

/** Returns the contacts of a network on the host in the order in which a sweep takes them: by the
 *  IDs of their particles, the lower one first. Contacts with walls come after contacts of
 *  particles. Ends are those of host/network/network_builder.h. */
template <class Network, class Ends>
std::vector<int> order_by_tags(const Network &network, const Ends &ends)
{
  std::vector<std::pair<tagint, tagint>> keys(network.ncontacts);
  const auto rows = network.rows();
  for (int i = 0; i < rows.nrows; i++)
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int b = ends.second(i, c);
      const tagint mine = ends.atoms.tag(ends.first(i, c)),
                   other = b < 0 ? MAXTAGINT : ends.atoms.tag(b);
      keys[c] = std::minmax(mine, other);
    }
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return keys[a] < keys[b];
  });
  return order;
}

/** Steps of rigid bodies of one kind: the forces of a step, the compatible ones, and the list of
 *  contacts. Bodies are RigidSpheres (host/dynamics/rigid_spheres.h) or ClumpBodies
 *  (host/clumps/clump_steps.cpp), and have
 *    model              platform, space and packing with its network, as SphereNetwork has them;
 *                       velocity and free_velocity of columns
 *    load, inertia      of rows
 *    collect(), add_to_forces(), motion(), next_motion()    as RigidSteps has them
 *    start(step, forces)    what comes before the forces of a step
 *    find_gaps(gap, h)  the gaps of the network at the start of the step; where the velocities of
 *                       bodies lack those of their periodic images, also what these open in h.
 *                       Returns whether they may have opened any
 *    has_all_contacts(step, u, margin)    were all pairs in the network that come into contact in
 *                       the step? Otherwise it makes the network again, with them
 *    finish(step, u, contact_forces)    moves the bodies, returns the work of gravity
 *    set_results(closed, least, results)
 *    frictional         the contacts as cones, as FrictionalSpheres
 *                       (host/dynamics/frictional_spheres.h) has them
 *    take_start(), keep_start()    motions of rows from those of atoms, and back, or zero
 *    names_of_rows()    the ID of an atom of each row */
template <class Bodies> class RigidBodyStep : public RigidSteps {
  using Model = typename Bodies::Model;

 public:
  using Space = typename Model::Space;
  using Network = typename Model::Network;
  using Geometry = typename Network::Geometry;
  static constexpr int DOF = Geometry::DOF;
  template <class T> using Array = typename Space::template Array<T>;

  template <class... Args>
  RigidBodyStep(LAMMPS *lmp, Fix *fix, ContactRules &rules_in, Args &&...of_bodies) :
      RigidSteps(lmp), bodies(lmp, fix, rules_in, std::forward<Args>(of_bodies)...),
      space(bodies.model.space), builder(bodies.model.builder), rules(rules_in),
      coefficients(lmp, space, rules_in)
  {
  }

  void request_list(Fix *fix) override { bodies.model.platform.request_list(fix, true); }
  GrainSizes sizes(int bits) override { return sizes_of_grains(bodies.model, atom, bits); }
  Ghosts &ghosts() override { return bodies.model.platform.ghosts; }
  void add_to_forces(const double *contact_forces) override
  {
    const typename Space::Phase phase(space, "post_force");
    bodies.add_to_forces(contact_forces);
  }
  Motion motion() override { return bodies.motion(); }
  Motion next_motion(double h) override { return bodies.next_motion(h); }

  void collect(NeighList *list, const StepInput &step, const double *contact_forces) override
  {
    const typename Space::Phase phase(space, "packing");
    bodies.collect(list, step, contact_forces, dynamics.memory.margin);
    set_zero(space, u, DOF * builder.network.ncolumns);
  }

  StepOutput advance(const RigidStepSettings &settings, const StepInput &step,
                     double *contact_forces) override
  {
    const typename Space::Phase phase(space, "step");
    bodies.start(step, contact_forces);
    StepOutput found;
    last = step;
    found.not_finite =
        count_not_finite<DOF>(space, builder.network.nrows, bodies.model.free_velocity.data());
    if (found.not_finite > 0.0) return found;
    bodies.frictional.start();
    take_walls();
    found.overlap = VARDEM::largest_of_contacts(space, rows(),
                                                VARDEM::OverlapOfGap{builder.network.gap.data()});
    do {
      bodies.frictional.take_contacts(step);
      found.report = step.compliant ? solve_compliant(settings, step) : solve_rigid(settings, step);
    } while (!bodies.has_all_contacts(step, u, dynamics.memory.margin));
    solver().sum_contacts(found);
    load_walls();
    found.work_of_gravity = bodies.finish(step, u, contact_forces);
    return found;
  }

  VARDEM::DynamicsMemory &solver_memory() override { return dynamics.memory; }
  VARDEM::ConeMemory &cone_memory() override { return solver().dynamics.memory; }
  int most_contacts() override { return bodies.frictional.most_contacts(); }
  void remember_contacts(const ContactMemory &memory) override
  {
    bodies.frictional.remember(memory, last.h);
  }
  bool is_serial() const override { return Space::SERIAL; }
  bool is_on_host() const override { return Space::ON_HOST; }
  int free_particles() const override { return builder.network.nrows; }
  bool has_walls() const override { return builder.has_walls(); }
  double bytes() const override
  {
    return space.bytes() + builder.bytes() + closed.forces.solver.linear_solver().bytes();
  }

  Overlaps overlaps(double least) override
  {
    const auto rows = builder.network.rows();
    const double *gap = builder.network.gap.data();
    space.template reduce<1>(rows.nrows, CountOverlaps<Rows>{rows, gap, least}, 0);
    const double number = space.fetch(1)[0];
    return {number, VARDEM::largest_of_contacts(space, rows, VARDEM::OverlapOfGap{gap})};
  }

  void close_contacts(double length) override
  {
    const typename Space::Phase phase(space, "closed");
    space.allocate(start_gaps, builder.network.ncontacts);
    const bool opened = bodies.find_gaps(start_gaps.data(), last.h);
    closed.select(space, builder.network,
                  {last.h, bodies.model.velocity.data(), u.data(), start_gaps.data(),
                   solver().normal_forces()},
                  last.compliant ? 1.0 : dynamics.stiffening(), length + CLOSED * last.smallest);
    if (opened) bodies.find_gaps(start_gaps.data(), 0.0);
  }

  VARDEM::SolverReport solve(double *motion, const SolverSettings &settings,
                             const VARDEM::SolverOptions &options) override
  {
    const typename Space::Phase phase(space, "compatible");
    VARDEM::allocate_columns(space, closed.network, compatible_u);
    bodies.take_start(motion, compatible_u.data());
    if (settings.needs_owners()) take_owners();
    const VARDEM::SolverReport report =
        find_by<Space>(settings, closed.forces, builder.free_motions(domain->dimension), [&] {
          return closed.solve(law, compatible_u.data(), options);
        });
    bodies.keep_start(motion, compatible_u.data(), std::isfinite(report.residual));
    return report;
  }

  void set_results(double *results) override
  {
    const typename Space::Phase phase(space, "results");
    bodies.set_results(closed_contacts(true), quality.least, results);
  }

  void fill_table(StepTable &table, bool compatible) override
  {
    const typename Space::Phase phase(space, "listing");
    const auto contacts = closed_contacts(compatible);
    constexpr int ANY_GROUP = ~0;
    const SolvedRows<std::decay_t<decltype(contacts)>> source = {contacts, ANY_GROUP,
                                                                 start_gaps.data()};
    const int n = builder.network.nrows;
    table.rows.clear();
    table.groups.resize(row_loops.append(space, n, source, table.rows));
    if (table.groups.empty()) return;
    int *groups = space.shadow(table.groups.data(), table.groups.size(), groups_listed);
    space.for_each(
        n, GroupsOfRows<std::decay_t<decltype(source)>>{source, row_loops.starts(), groups});
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
    const int n = builder.network.nrows;
    std::vector<double> of_rows(DOF * n);
    space.copy_to_host(closed.forces.residual(), of_rows.size(), of_rows.data());
    const std::vector<tagint> names = bodies.names_of_rows();
    Grains grains;
    for (int i = 0; i < n; i++)
      grains.emplace_back(VARDEM::norm(VARDEM::vectors_at(of_rows.data() + DOF * i)[0]), names[i]);
    return grains;
  }

 private:
  using Rows = VARDEM::ContactRows<Geometry>;

  Bodies bodies;
  Space &space;
  decltype(Model::builder) &builder;    // of the bodies
  ContactRules &rules;
  VARDEM::ContactDynamics<Space, Geometry> dynamics;
  Array<double> u;                               // of columns
  VARDEM::StepForces<Space, Geometry> closed;    // the contacts of close_contacts()
  StepInput last = {};                           // of the last advance()

  /** Overlaps that a step may leave, over the smallest diameter. */
  static constexpr double CLOSED = 1e-7;

  Array<double> start_gaps;      // of the contacts of the step
  Array<double> compatible_u;    // of columns
  RowLoops<Space> row_loops;
  Array<int> groups_listed, touching;
  NetworkCoefficients<Space> coefficients;
  Array<WallContacts::StepLoad> wall_loads;

  Rows rows() const { return builder.network.rows(); }

  /** Has the forces of the step. */
  auto &solver() { return bodies.frictional.solver; }

  /** Of ghosts, for the network of closed contacts. */
  void take_owners()
  {
    builder.find_owners(space);
    closed.network.owners = builder.network.owners;
  }

  auto ends() { return builder.ends(bodies.model.platform.atoms(nullptr)); }

  /** compatible: with the forces of the last solve(), otherwise with the forces of the step. */
  auto closed_contacts(bool compatible)
  {
    const auto now = ends();
    return SolvedContacts<Rows, std::decay_t<decltype(now)>>{
        closed.network.rows(), now,
        closed.contact(),      compatible ? closed.compatible() : closed.classic(),
        closed.classic(),      compatible ? ContactImpulses{} : solver().of_step()};
  }

  /** Returns n marks, which a loop over the closed contacts sets to 1. make_loop(contacts, marks)
   *  returns its body. */
  template <class F> std::vector<int> mark_closed(int n, const F &make_loop)
  {
    std::vector<int> marks(n, 0);
    if (n == 0) return marks;
    int *reachable = copy_here(space, marks, touching);
    space.for_each(builder.network.nrows, make_loop(closed_contacts(false), reachable));
    space.copy_to_host(reachable, marks.size(), marks.data());
    return marks;
  }

  VARDEM::SolverReport solve_rigid(const RigidStepSettings &settings, const StepInput &step)
  {
    const VARDEM::DynamicsStep rigid = {
        step.h,
        bodies.load.data(),
        bodies.model.velocity.data(),
        bodies.model.free_velocity.data(),
        coefficients.restitution(builder.network, ends(), settings.restitution),
        PUSHED_OUT * step.smallest / step.h,
        step.mean,
        round_off_of_positions(domain),
        domain->dimension};
    dynamics.newton.free_motions = builder.free_motions(domain->dimension);
    dynamics.setup(space, builder.network);
    if (settings.options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL) {
      builder.find_owners(space);
      if constexpr (Space::ON_HOST) dynamics.order = order_by_tags(builder.network, ends());
    }
    const double *start = settings.begins_with_forces() ? solver().normal_forces_before(step.h)
                                                        : nullptr;
    const VARDEM::SolverReport report = VARDEM::with_law(rules.law, [&](auto kind) {
      return dynamics.template solve<decltype(kind)>(rigid, bodies.inertia.data(), u.data(),
                                                     settings.options, start);
    });
    solver().take(settings, step, domain, dynamics.force());
    return report;
  }

  VARDEM::SolverReport solve_compliant(const RigidStepSettings &settings, const StepInput &step)
  {
    const auto now = ends();
    if constexpr (Space::SERIAL && Space::ON_HOST)
      if (settings.options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL)
        solver().take_turns(order_by_tags(builder.network, now), step.mean);
    const StepCoefficients of = {
        step.friction ? coefficients.friction(builder.network, now) : nullptr,
        step.rolling ? coefficients.rolling(builder.network, now) : nullptr,
        coefficients.restitution(builder.network, now, settings.restitution)};
    return bodies.frictional.solve(settings, step, of, u.data());
  }

  /** The free walls, where the step starts. */
  void take_walls()
  {
    auto &free = solver().dynamics.walls;
    free.step = {last.h, 0.5 * last.h * force->ftm2v};
    free.walls.clear();
    const auto walls = fixes_with<WallContacts>(modify);
    for (std::size_t w = 0; w < walls.size(); w++)
      if (walls[w]->free_wall())
        free.walls.push_back({static_cast<int>(w), *walls[w]->free_wall()});
  }

  /** Tells all walls what the last step does to them, and moves those that are free. */
  void load_walls()
  {
    const auto walls = fixes_with<WallContacts>(modify);
    if (walls.empty()) return;
    std::vector<WallContacts::StepLoad> loads(walls.size(), WallContacts::StepLoad{});
    const auto now = ends();
    const auto losses = solver().losses();
    auto *here = copy_here(space, loads, wall_loads);
    space.for_each(
        builder.network.nrows,
        AddWallLoads<Space, Rows, std::decay_t<decltype(now)>, std::decay_t<decltype(losses)>>{
            rows(), now, solver().of_step(), bodies.model.velocity.data(), losses, here});
    space.copy_to_host(here, loads.size(), loads.data());
    for (std::size_t w = 0; w < walls.size(); w++)
      if (walls[w]->is_rigid()) walls[w]->take_forces(loads[w], solver().dynamics.walls.step);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
