// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_COMPATIBLE_SOLVER_ON_H
#define VARDEM_HOST_COMPATIBLE_SOLVER_ON_H

#include "domain.h"
#include "force.h"
#include "host/atoms/gravity.h"
#include "host/compatible/compatible_solve.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/soft_contacts.h"
#include "host/network/ghosts.h"
#include "host/network/network_builder.h"
#include "host/solve/redundant_contacts.h"
#include "host/solve/result_loops.h"
#include "host/tables/network_rows.h"
#include "solvers/packing/compatible_forces.h"

#include <algorithm>
#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** CompatibleSolver over a Space, for the host and for devices. Platform has
 *    Space, Atoms             (solvers/network/space.h, host/network/closed_contacts.h)
 *    make_space()             a Space with the Exchange of the ghosts
 *    request_list(fix)        requests a list of the kind that Atoms reads
 *    atoms(list)              the present atoms; list may be null
 *    points(bits)             masses of the atoms that have all these bits in their mask
 *                             (host/atoms/atom_accessors.h)
 *    ghosts                   which reset(columns, needed) prepares for a network
 *    sync_tags_to_host(), sync_all_to_host()    bring atom IDs, or all atom data, to the host */
template <class Platform> class CompatibleSolverOn : public CompatibleSolver {
 public:
  using Space = typename Platform::Space;
  using Atoms = typename Platform::Atoms;
  using Ends = SphereEndsAtRest<Atoms>;
  using Contacts = SolvedContacts<VARDEM::ContactRows<VARDEM::CentralGeometry>, Ends>;
  template <class T> using Array = typename Space::template Array<T>;

  CompatibleSolverOn(LAMMPS *lmp, Fix *fix, ContactRules &rules_in) :
      CompatibleSolver(lmp), rules(rules_in), platform(lmp, fix), space(platform.make_space()),
      builder(lmp, rules_in)
  {
  }

  void request_list(Fix *fix) override { platform.request_list(fix); }
  int free_particles() const override { return builder.network.nrows; }
  Ghosts &ghosts() override { return platform.ghosts; }
  bool is_on_host() const override { return Space::ON_HOST; }
  double bytes() const override
  {
    return space.bytes() + builder.bytes() + forces.solver.linear_solver().bytes() +
        resting.bytes();
  }
  Platform &where() { return platform; }

  bigint collect(NeighList *list) override
  {
    const typename Space::Phase phase(space, "packing");
    if (PlacedWalls::need_host(modify)) platform.sync_all_to_host();
    builder.collect(space, platform.atoms(list));
    if (rules.overlap) builder.find_own_images(space);
    platform.ghosts.reset(builder.column, builder.needs_ghosts());
    return static_cast<bigint>(builder.network.ncontacts) + builder.own_images.ncontacts;
  }

  int changes() override
  {
    const typename Space::Phase phase(space, "changes");
    if (PlacedWalls::need_host(modify)) platform.sync_all_to_host();
    return builder.changes(space, platform.atoms(nullptr));
  }

  LoadProblems set_loads(const ExternalLoadSource &source, bool on_demand) override
  {
    const typename Space::Phase phase(space, "loads");
    const int n = builder.network.nrows;
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
    const int n = builder.network.nrows, *atom_of = builder.atom_of.data();
    VARDEM::allocate_columns(space, builder.network, u);
    space.for_each(n, TakeMotion{atom_of, motion, u.data()});
    const VARDEM::SolverReport report = find_forces(settings, options);
    take_forces(contacts().ends, builder.network.ncontacts, normal_forces);
    if (rules.overlap) {
      take_forces(own_images().ends, builder.own_images.ncontacts, own_forces);
      judge_forces(options.tolerance);
    }
    const bool useful = (report.reason != VARDEM::SolverReport::INFEASIBLE || rules.overlap) &&
        std::isfinite(report.residual);
    space.for_each(n, KeepMotion{atom_of, motion, u.data(), useful});
    return report;
  }

  void set_results(double *results) override
  {
    const typename Space::Phase phase(space, "results");
    set_results_of_atoms(space, platform.ghosts, atom, contacts(), quality.least, force->nktv2p,
                         results_of_all, results);
    if (rules.overlap)
      space.for_each(
          builder.network.nrows,
          AddResults<Space, Contacts>{own_images(), quality.least, force->nktv2p, results});
  }

  double farthest_motion() const override { return resting.farthest_motion(); }

  bool has_walls() const override { return builder.has_walls(); }

  double redundant() override
  {
    if constexpr (Space::ON_HOST) {
      builder.find_owners(space);
      return redundant_contacts(space, builder.network, quality.closed, world);
    }
    return 0.0;
  }

  Grains residuals() override { return grains_of(residual); }

  void list_contacts(int groupbit, ContactTable &to) override
  {
    const typename Space::Phase phase(space, "listing");
    row_loops.append(space, builder.network.nrows,
                     SolvedRows<Contacts>{contacts(), groupbit, nullptr}, to);
    if (rules.overlap)
      row_loops.append(space, builder.network.nrows,
                       SolvedRows<Contacts>{own_images(), groupbit, nullptr}, to);
  }

 protected:
  ContactRules &rules;
  Platform platform;
  Space space;
  NetworkBuilder<Space, Atoms> builder;
  Array<double> load, u;    // of rows; of columns

  VARDEM::SolverReport find_forces(const SolverSettings &settings,
                                   const VARDEM::SolverOptions &options)
  {
    builder.network.owners.clear();
    if (settings.needs_owners()) builder.find_owners(space);
    const VARDEM::SolverReport report =
        this->template find_by<Space>(settings, forces, domain->dimension, [&] {
          return rules.overlap
              ? resting.solve(space, forces, builder.network, builder.spheres(), rules.law,
                              load.data(), u.data(), options, {rules.reach(), rules.is_extended()})
              : forces.solve(space, builder.network, rules.law, load.data(), u.data(), options);
        });
    residual = forces.residual();
    return report;
  }

 private:
  VARDEM::CompatibleForces<Space, VARDEM::CentralGeometry> forces;
  VARDEM::RestingSpheres<Space> resting;
  const double *residual = nullptr;    // of each row, from the last solve
  Array<double> values;                // of owned atoms
  Array<int> supported;
  Array<double> normal_forces;     // of contacts
  Array<double> own_forces;        // of the contacts of atoms with their own images
  Array<double> results_of_all;    // of atoms, owned and ghosts
  RowLoops<Space> row_loops;

  /** The contacts of the last solve, where they are at rest. LAMMPS may have moved its arrays since
   *  then. */
  Contacts contacts()
  {
    Ends ends = {builder.ends(platform.atoms(nullptr)), rules.overlap ? u.data() : nullptr};
    ends.rows.geometry = {builder.spheres().centres};    // the solver moves those of the network
    return {ends.rows, ends, nullptr, normal_forces.data(), nullptr, {nullptr, nullptr, 1.0}};
  }

  /** The contacts of atoms with their own images, for overlap yes. */
  Contacts own_images()
  {
    Contacts own = contacts();
    own.rows = own.ends.rows = builder.own_images.rows();
    own.rows.geometry = own.ends.rows.geometry = {builder.spheres().centres};
    own.ends.u = nullptr;
    own.force = own_forces.data();
    return own;
  }

  /** count: of the contacts of these ends. */
  void take_forces(const Ends &ends, int count, Array<double> &found)
  {
    space.allocate(found, count);
    VARDEM::with_law(rules.law, [&](auto law) {
      space.for_each(builder.network.nrows,
                     ForcesAtRest<decltype(law), Ends>{ends, u.data(), rules.overlap, rules.closed,
                                                       found.data()});
    });
  }

  /** With overlaps, the number of contacts that tables list and the largest force are those of the
   *  network and of own images, over all processes. */
  void judge_forces(double tolerance)
  {
    const Contacts own = own_images();
    quality.largest =
        std::max(quality.largest,
                 VARDEM::largest_of_contacts(space, own.rows, VARDEM::NumberOfContact{own.force}));
    quality.least = tolerance * quality.largest;
    quality.closed = quality.loaded = 0.0;
    for (const Contacts &of : {contacts(), own}) {
      VARDEM::sum_over_contacts<2>(space, of.rows, CountSolved<Contacts>{of, quality.least});
      const double *sums = space.fetch(2);
      quality.closed += sums[0];
      quality.loaded += sums[1];
    }
  }

  void add_gravity()
  {
    for (const Fix *gravity : acting_gravity(lmp)) {
      const double *g = acceleration_of(gravity);
      const auto points = platform.points(gravity->groupbit);
      space.for_each(builder.network.nrows,
                     AddWeights<std::decay_t<decltype(points)>>{
                         points, builder.atom_of.data(), {g[0], g[1], g[2]}, load.data()});
    }
  }

  /** LAMMPS evaluates variables on the host. */
  void add_variables(const ExternalLoadSource &source, bool on_demand)
  {
    platform.sync_all_to_host();
    source.evaluate(on_demand, [this](int k, std::vector<double> &on_host) {
      double *reachable = space.shadow(on_host.data(), on_host.size(), values);
      space.copy_from_host(on_host.data(), on_host.size(), reachable);
      space.for_each(builder.network.nrows,
                     TakeComponent{builder.atom_of.data(), reachable, k, load.data()});
    });
  }

  /** Data come to the host only if there are particles to be named. */
  LoadProblems check_loads()
  {
    const int n = builder.network.nrows;
    space.allocate(supported, n);
    space.for_each(n, SetTo<int>{0, supported.data()});
    const auto rows = builder.network.rows();
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
    const int n = builder.network.nrows;
    std::vector<double> v(3 * n);
    std::vector<int> atom_of(n);
    space.copy_to_host(vectors, v.size(), v.data());
    space.copy_to_host(builder.atom_of.data(), atom_of.size(), atom_of.data());
    platform.sync_tags_to_host();
    Grains grains;
    for (int i = 0; i < n; i++)
      grains.emplace_back(VARDEM::norm(VARDEM::vectors_at(v.data())[i]), atom->tag[atom_of[i]]);
    return grains;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
