/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_PACKING_SOLVER_ON_H
#define VARDEM_HOST_PACKING_SOLVER_ON_H

#include "domain.h"
#include "force.h"
#include "host/atoms/gravity.h"
#include "host/compatible/packing_solver.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/wall_contacts.h"
#include "host/network/ghosts.h"
#include "host/network/packing.h"
#include "host/solve/packing_solver_loops.h"
#include "host/solve/redundant_contacts.h"
#include "host/tables/contact_listing.h"
#include "solvers/compatible_forces.h"

#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** PackingSolver over a Space, for the host and for devices. Platform has
 *    Space, Atoms             (solvers/space.h, host/network/closed_contacts.h)
 *    make_space()             a Space whose Exchange is that of the ghosts
 *    request_list(fix)        requests a list of the kind that Atoms reads
 *    atoms(list)              the present atoms; list may be null
 *    points(bits)             masses of the atoms that have all these bits in their mask (host/atoms/bodies.h)
 *    ghosts                   which reset(columns, number of columns, needed) prepares for a network
 *    bring_tags(), bring_all()    bring atom IDs, or all atom data, to the host */
template <class Platform> class PackingSolverOn : public PackingSolver {
 public:
  using Space = typename Platform::Space;
  using Atoms = typename Platform::Atoms;
  using Contacts = ClosedContacts<Atoms>;
  template <class T> using Array = typename Space::template Array<T>;

  PackingSolverOn(LAMMPS *lmp, Fix *fix, ContactRules &rules_in) :
      PackingSolver(lmp), rules(rules_in), platform(lmp, fix), space(platform.make_space()),
      packing(lmp, rules_in)
  {
  }

  void request_list(Fix *fix) override { platform.request_list(fix); }
  int free_particles() const override { return packing.network.nrows; }
  Ghosts &ghosts() override { return platform.ghosts; }
  bool is_on_host() const override { return Space::ON_HOST; }
  double bytes() const override
  {
    return space.bytes() + packing.bytes() + forces.solver.linear_solver().bytes() +
        resting.bytes();
  }
  Platform &where() { return platform; }

  bigint collect(NeighList *present) override
  {
    const typename Space::Phase phase(space, "packing");
    list = present;
    if (!fixes_with<WallContacts>(modify).empty()) platform.bring_all();
    packing.collect(space, platform.atoms(list));
    platform.ghosts.reset(packing.column, packing.atom_columns(), packing.needs_ghosts());
    return packing.network.ncontacts;
  }

  int changes() override
  {
    const typename Space::Phase phase(space, "changes");
    if (!fixes_with<WallContacts>(modify).empty()) platform.bring_all();
    return packing.changes(space, platform.atoms(nullptr));
  }

  LoadProblems set_loads(const LoadSource &source, bool on_demand) override
  {
    const typename Space::Phase phase(space, "loads");
    const int n = packing.network.nrows;
    space.allocate(load, 3 * n);
    space.for_each(3 * n, VARDEM::SetZero{load.data()});
    if (source.has_variables())
      add_variables(source, on_demand);
    else
      add_gravity();
    if (domain->dimension == 2) space.for_each(n, Flatten{load.data()});
    return check_loads();
  }

  VARDEM::SolverReport solve(double *motion, const SolverSettings &settings,
                             const VARDEM::SolverOptions &options) override
  {
    const typename Space::Phase phase(space, "solve");
    const int n = packing.network.nrows, *atom_of = packing.atom_of.data();
    VARDEM::allocate_columns(space, packing.network, u);
    space.for_each(n, TakeMotion{atom_of, motion, u.data()});
    const VARDEM::SolverReport report = find_forces(settings, options);
    if (rules.overlap) quality.closed = count_closed();
    const bool useful = (report.reason != VARDEM::SolverReport::INFEASIBLE || rules.overlap) &&
        std::isfinite(report.residual);
    space.for_each(n, KeepMotion{atom_of, motion, u.data(), useful});
    return report;
  }

  void set_results(double *results) override
  {
    const typename Space::Phase phase(space, "results");
    space.for_each(RESULT_COLUMNS * atom->nlocal, VARDEM::SetZero{results});
    with_forces([&](const auto &solved) {
      space.for_each(solved.contacts.atoms.count(),
                     AddResults<std::decay_t<decltype(solved)>>{
                         solved, quality.least, force->nktv2p, atom->nlocal, results});
    });
    with_walls([&](const auto &walls) {
      space.for_each(walls.walls.natoms,
                     AddWallResults<std::decay_t<decltype(walls)>>{walls, quality.least,
                                                                   force->nktv2p, results});
    });
  }

  double farthest_motion() const override { return resting.farthest_motion(); }

  bool has_walls() const override { return packing.has_walls(); }

  double redundant() override
  {
    if constexpr (Space::ON_HOST) {
      packing.find_owners(space);
      return redundant_contacts(space, packing.network, quality.closed, world);
    }
    return 0.0;
  }

  Grains residuals() override { return grains_of(residual); }

  int count_contacts(int groupbit) override
  {
    const typename Space::Phase phase(space, "listing");
    packing.contacts.atoms =
        platform.atoms(list);    // LAMMPS may have moved its arrays since the solve
    const int n = packing.contacts.atoms.count();
    listed = {packing.contacts.atoms, groupbit, atom->nlocal};
    const int nwalled = packing.walls().natoms;
    space.allocate(first_listed, n + nwalled + 1);
    with_forces([&](const auto &solved) {
      space.for_each(
          n,
          CountListed<std::decay_t<decltype(solved)>, Atoms>{solved, listed, first_listed.data()});
    });
    with_walls([&](const auto &walls) {
      space.for_each(nwalled,
                     CountListedWalls<std::decay_t<decltype(walls)>, Atoms>{
                         walls, listed, first_listed.data() + n});
    });
    return number_listed = space.scan(n + nwalled, first_listed.data());
  }

  void list_contacts(double *rows) override
  {
    const typename Space::Phase phase(space, "listing");
    const std::size_t size = static_cast<std::size_t>(number_listed) * ContactForces::COLUMNS;
    double *reachable = space.shadow(rows, size, rows_listed);
    with_forces([&](const auto &solved) {
      space.for_each(listed.atoms.count(),
                     FillListed<std::decay_t<decltype(solved)>, Atoms>{
                         solved, listed, first_listed.data(), reachable});
    });
    with_walls([&](const auto &walls) {
      space.for_each(walls.walls.natoms,
                     FillListedWalls<std::decay_t<decltype(walls)>, Atoms>{
                         walls, listed, first_listed.data() + listed.atoms.count(), reachable});
    });
    if (size) space.copy_to_host(reachable, size, rows);
  }

 protected:
  ContactRules &rules;
  Platform platform;
  Space space;
  Packing<Space, Atoms> packing;
  Array<double> load, u;    // of rows; of columns

  VARDEM::SolverReport find_forces(const SolverSettings &settings,
                                   const VARDEM::SolverOptions &options)
  {
    packing.network.owners.clear();
    if (settings.needs_owners()) packing.find_owners(space);
    const VARDEM::SolverReport report =
        this->template find_by<Space>(settings, forces, domain->dimension, [&] {
          return rules.overlap
              ? resting.solve(space, forces, packing.network, packing.spheres(), rules.law,
                              load.data(), u.data(), options, {rules.reach(), rules.is_extended()})
              : forces.solve(space, packing.network, rules.law, load.data(), u.data(), options);
        });
    residual = forces.residual();
    return report;
  }

 private:
  VARDEM::CompatibleForces<Space, VARDEM::CentralGeometry> forces;
  VARDEM::RestingSpheres<Space> resting;
  const double *residual = nullptr;     // of each row, from the last solve
  Array<double> values, rows_listed;    // of owned atoms; rows of a table of contacts
  Array<int> supported, first_listed;
  NeighList *list = nullptr;    // of the last solve
  ListedContacts<Atoms> listed;
  int number_listed = 0;

  /** Calls f with the SolvedContacts of the last solve. */
  template <class F> void with_forces(const F &f)
  {
    VARDEM::with_law(rules.law, [&](auto law) {
      f(SolvedContacts<decltype(law), Contacts>{packing.contacts, packing.column.data(), u.data()});
    });
  }

  /** Calls f with the SolvedWalls of the last solve. */
  template <class F> void with_walls(const F &f)
  {
    with_forces([&](const auto &solved) {
      f(SolvedWalls<std::decay_t<decltype(solved)>>{solved, packing.walls(),
                                                    packing.atom_columns()});
    });
  }

  /** Of the contacts of the network, those that tables of contacts have, over all processes. */
  double count_closed()
  {
    with_forces([&](const auto &solved) {
      space.template reduce<1>(solved.contacts.atoms.count(),
                               CountEnds<std::decay_t<decltype(solved)>>{solved, atom->nlocal}, 0);
    });
    with_walls([&](const auto &walls) {
      space.template reduce<1>(walls.walls.natoms,
                               CountSolvedWalls<std::decay_t<decltype(walls)>>{walls}, 1);
    });
    const double *sums = space.fetch(2);
    return 0.5 * sums[0] + sums[1];
  }

  void add_gravity()
  {
    for (const Fix *gravity : acting_gravity(lmp)) {
      const double *g = acceleration_of(gravity);
      const auto points = platform.points(gravity->groupbit);
      space.for_each(packing.network.nrows,
                     AddWeights<std::decay_t<decltype(points)>>{
                         points, packing.atom_of.data(), {g[0], g[1], g[2]}, load.data()});
    }
  }

  /** LAMMPS evaluates variables on the host. */
  void add_variables(const LoadSource &source, bool on_demand)
  {
    platform.bring_all();
    source.evaluate(on_demand, [this](int k, std::vector<double> &on_host) {
      double *reachable = space.shadow(on_host.data(), on_host.size(), values);
      space.copy_from_host(on_host.data(), on_host.size(), reachable);
      space.for_each(packing.network.nrows,
                     TakeComponent{packing.atom_of.data(), reachable, k, load.data()});
    });
  }

  /** Data come to the host only if there are particles to be named. */
  LoadProblems check_loads()
  {
    const int n = packing.network.nrows;
    space.allocate(supported, n);
    space.for_each(n, SetTo<int>{0, supported.data()});
    const auto rows = packing.network.rows();
    space.for_each(n, MarkSupported<std::decay_t<decltype(rows)>>{rows, supported.data()});
    space.template reduce<2>(n, CheckLoads{supported.data(), load.data()}, 0);
    const double *sums = space.fetch(2);
    LoadProblems problems;
    problems.any_not_finite = sums[0] > 0.0;
    problems.any_unsupported = sums[1] > 0.0;
    if (problems.any_not_finite || problems.any_unsupported) name(problems);
    if (problems.any_unsupported)
      space.for_each(n, UnloadUnsupported{supported.data(), load.data()});
    return problems;
  }

  void name(LoadProblems &problems)
  {
    const Grains all = grains_of(load.data());
    std::vector<int> has_contact(all.size());
    std::vector<double> loads(3 * all.size());
    space.copy_to_host(supported.data(), has_contact.size(), has_contact.data());
    space.copy_to_host(load.data(), loads.size(), loads.data());
    for (std::size_t i = 0; i < all.size(); i++) {
      for (int k = 0; k < 3; k++)
        if (!std::isfinite(loads[3 * i + k]))
          problems.not_finite = std::min(problems.not_finite, all[i].second);
      if (!has_contact[i] && all[i].first > 0.0) problems.unsupported.push_back(all[i]);
    }
  }

  /** Length of the vector of each row, with the ID of its atom. */
  Grains grains_of(const double *vectors)
  {
    const int n = packing.network.nrows;
    std::vector<double> v(3 * n);
    std::vector<int> atom_of(n);
    space.copy_to_host(vectors, v.size(), v.data());
    space.copy_to_host(packing.atom_of.data(), atom_of.size(), atom_of.data());
    platform.bring_tags();
    Grains grains;
    for (int i = 0; i < n; i++)
      grains.emplace_back(VARDEM::norm(VARDEM::vectors_at(v.data())[i]), atom->tag[atom_of[i]]);
    return grains;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
