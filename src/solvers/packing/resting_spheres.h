// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_RESTING_SPHERES_H
#define VARDEM_RESTING_SPHERES_H

#include "kernels/rigid/touching_spheres.h"
#include "solvers/network/column_spheres.h"
#include "solvers/packing/compatible_forces.h"
#include "solvers/packing/stressed_tangent.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace VARDEM {

// --- elastic spheres at rest near their present positions ---
//
// Finds motions u of the spheres such that the forces f = k [overlap(u)]_+^(p-1) balance the loads:
// load + B^T f = 0. Overlaps and normals are those of the positions x + u.
//
// Each pass takes a network (contact_network.h) whose normals and gaps are those at x + u, and
// finds its motions d with CompatibleForces; then d is added to u. The passes end if the forces at
// x + u balance the loads. The distance of two spheres is a convex function of their motion. So the
// overlaps behind d are at most those of the network, and the potential energy sum w(overlap) -
// load.u is at most the energy of the network, which d lowers: no pass can raise the potential
// energy. The same holds for walls that are flat or convex; near a hollow wall the overlap behind d
// is larger than that of the network, by d^2/(2 radius). The first pass alone is wrong by the turn
// of the normals, of first order in u/diameter.

/** Computes the gap of each contact behind the motions u. */
struct GapsOfSpheres {
  ContactRows<CentralGeometry> rows;
  ColumnSpheres spheres;
  const double *u;
  double *gap;

  VARDEM_INLINE void operator()(int i) const
  {
    const double *x = spheres.centres, *R = spheres.radii;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      gap[c] = moved(touching_spheres(x + 3 * i, R[i], x + 3 * j, R[j]), u + 3 * i, u + 3 * j).gap;
    }
  }
};

/** How far the network of a solve reaches, and whether it starts from the u of a network with a
 *  shorter reach. */
struct NetworkReach {
  double gap = HUGE_VAL;
  bool goes_on = false;
};

template <class Space> class RestingSpheres {
 public:
  using Network = ContactNetwork<Space, CentralGeometry>;

  /** Finds the motions u, 3 numbers per column, and returns steps and products of all passes. u is
   *  also the start of the iteration, unless zero is a better one. network: the network of the
   *  spheres, whose geometry and gaps are changed. forces: CompatibleForces, which has the forces
   *  and the certificate at x + u afterwards. */
  template <class Forces>
  SolverReport solve(Space &s, Forces &forces, Network &n, const ColumnSpheres &present,
                     LawKind law, const double *load, double *u, const SolverOptions &options,
                     const NetworkReach &limit = NetworkReach());

  /** The length of the longest motion that the last solve has asked for, over all processes. It may
   *  be longer than those in u, if the reason of its end is REACH. */
  double farthest_motion() const { return farthest; }
  double bytes() const { return stressed.bytes(); }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  Space *space = nullptr;
  Network *network = nullptr;
  ColumnSpheres spheres{};
  Array<double> positions, d, last, motion;    // of columns
  Array<double> push;                          // of rows: what was out of balance before a step
  StressedMotion<Space> stressed;
  bool stressed_is_ready = false;
  double reach = HUGE_VAL, farthest = 0.0;
  const double *residual = nullptr;    // of the last look, when Newton steps are taken
  SolverReport total;

  static constexpr double PASS = 0.1;    // what a pass leaves of the residual
  // how hard the end of a Newton step may push back, over its start
  static constexpr double PUSH_BACK = 0.1;
  static constexpr double SHORTEST = 0.1, FALL = 0.9;

  void allocate()
  {
    for (auto *a : {&d, &motion, &last}) allocate_columns(*space, *network, *a);
    space->allocate(positions, 3 * network->ncolumns);
    space->allocate(push, 3 * network->nrows);
    stressed_is_ready = false;
    space->allocate(network->gap, network->ncontacts);
    network->has_gaps = true;
    network->geometry = {positions.data()};
  }

  /** Solves the network at x + u, for motions d from there. */
  template <class Forces>
  SolverReport solve_at(Forces &forces, double *u, LawKind law, const double *load,
                        const SolverOptions &options)
  {
    space->forward(u, 3);
    space->for_each(spheres.wall_points, PlaceWallPoints<3>{spheres, nullptr, 1.0, u});
    space->for_each(3 * network->ncolumns, AddScaled{spheres.centres, u, 1.0, positions.data()});
    space->for_each(network->nrows,
                    GapsOfSpheres{network->rows(), spheres, u, network->gap.data()});
    space->for_each(3 * network->nrows, SetZero{d.data()});
    const SolverReport report = forces.solve(*space, *network, law, load, d.data(), options);
    keep_method(forces.solver);
    return report;
  }

  /** A packing that is nearly isostatic remains so in the next passes, which need not find it out
   *  again. */
  template <class Solver> static void keep_method(Solver &solver)
  {
    if (solver.method_taken().why == MethodTaken::ISOSTATIC)
      solver.choice.method = solver.method_taken().method;
  }

  static SolverOptions only_look(SolverOptions options)
  {
    options.most_steps = 0;
    return options;
  }

  /** Sets u to zero if that is a better start. */
  template <class SolveAt>
  void choose_start(const SolveAt &at, double *u, const SolverOptions &options)
  {
    const int n = 3 * network->nrows;
    const double there = at(u, only_look(options)).residual;
    space->for_each(n, Copy{u, last.data()});
    space->for_each(n, SetZero{u});
    if (there < at(u, only_look(options)).residual) space->for_each(n, Copy{last.data(), u});
  }

  /** Adds steps and products of a part of the work to the totals. */
  void count(const SolverReport &part)
  {
    total.steps += part.steps;
    total.products += part.products;
  }

  /** Takes the state at u for the result of the whole solve. */
  template <class SolveAt> void look(const SolveAt &at, double *u, const SolverOptions &options)
  {
    take_state(at(u, only_look(options)));
  }

  void take_state(const SolverReport &now)
  {
    const SolverReport before = total;
    total = now;
    total.steps = before.steps;
    total.products = before.products;
  }

  SolverOptions what_is_left(SolverOptions options) const
  {
    options.most_steps -= total.steps;
    options.most_products -= total.products;
    return options;
  }

  bool is_open(const SolverOptions &options) const
  {
    return total.reason == SolverReport::STEPS && total.steps < options.most_steps &&
        total.products < options.most_products;
  }

  template <class SolveAt, class FindNewton>
  void take_passes(const SolveAt &at, const FindNewton &newton, double *u,
                   const SolverOptions &options)
  {
    look(at, u, options);
    require_reach(u);
    while (is_open(options) && take_pass(at, u, options))
      while (is_open(options) && take_newton_step(at, newton, u, options)) {}
    if (total.reason == SolverReport::STEPS && total.products >= options.most_products)
      total.reason = SolverReport::PRODUCTS;
  }

  /** Moves u by the motions of a network. Returns false if this is the end. */
  template <class SolveAt>
  bool take_pass(const SolveAt &at, double *u, const SolverOptions &options)
  {
    SolverOptions of_pass = what_is_left(options);
    of_pass.tolerance = std::max(options.tolerance, PASS * total.residual);
    const SolverReport pass = at(u, of_pass);
    count(pass);
    if (pass.reason == SolverReport::INFEASIBLE || pass.reason == SolverReport::SCALE) {
      look(at, u, options);
      if (total.reason != SolverReport::CONVERGED) total.reason = pass.reason;
      return false;
    }
    space->for_each(3 * network->nrows, Copy{d.data(), motion.data()});
    const bool within = advance(u);
    look(at, u, options);
    if (total.reason == SolverReport::CONVERGED) return false;
    total.reason = within ? pass.reason : SolverReport::REACH;
    total.round_off = pass.round_off;
    if (pass.reason == SolverReport::CONVERGED && within) total.reason = SolverReport::STEPS;
    return total.reason == SolverReport::STEPS && pass.steps > 0;
  }

  double longest(const double *u) { return space->maximum(network->nrows, DisplacementOf<3>{u}); }

  /** Adds `motion` to u, or the part of it that the reach allows. Returns whether it allows all of
   *  it. */
  bool advance(double *u)
  {
    const int n = 3 * network->nrows;
    const double before = longest(u), step = longest(motion.data());
    space->for_each(n, AddScaled{u, motion.data(), 1.0, last.data()});
    farthest = longest(last.data());
    if (2.0 * farthest <= reach) {
      space->for_each(n, Copy{last.data(), u});
      return true;
    }
    const double part = std::min(1.0, std::max(0.0, (0.5 * reach - before) / step));
    space->for_each(n, AddScaled{u, motion.data(), part, u});
    return false;
  }

  /** Finds Newton's motion at the state of the last look. */
  template <class Forces>
  SolverReport find_newton_motion(Forces &forces, LawKind law, const double *load, double part,
                                  const SolverOptions &options)
  {
    if (!stressed_is_ready) {
      std::vector<double> keys;
      if constexpr (Space::ON_HOST) keys = depths(*space, *network, load);
      stressed.setup(*space, *network, forces.solver.choice.linear, std::move(keys));
      stressed_is_ready = true;
    }
    space->for_each(3 * network->nrows, Copy{forces.residual(), push.data()});
    residual = forces.residual();
    SolverReport step;
    step.steps = 1;
    const auto tick = [&](int n) {
      SolverReport now = total;
      now.products += n;
      if (options.progress) options.progress(now);
      return now.products < options.most_products;
    };
    step.products = with_law(law, [&](auto kind) {
      return stressed.template solve<decltype(kind)>(network->ncolumns - spheres.wall_points,
                                                     push.data(), part, motion.data(), tick);
    });
    return step;
  }

  /** The work of what is out of balance, along `motion`. */
  double work_of(const double *forces)
  {
    space->template reduce<3>(network->nrows, Products<3>{forces, motion.data()}, 0);
    return space->fetch(3)[2];
  }

  /** Moves u by a Newton step, or leaves it. Returns whether another such step may be worth it. */
  template <class SolveAt, class FindNewton>
  bool take_newton_step(const SolveAt &at, const FindNewton &newton, double *u,
                        const SolverOptions &options)
  {
    const double before = total.residual;
    count(newton(std::max(1e-3, std::min(0.1, std::sqrt(before))), options));
    const double start = work_of(push.data()), length = longest(motion.data());
    if (!(start > 0.0)) return false;
    double t = 2.0 * length > reach ? 0.5 * reach / length : 1.0;
    while (t >= SHORTEST) {
      space->for_each(3 * network->nrows, Copy{u, last.data()});
      space->for_each(3 * network->nrows, AddScaled{last.data(), motion.data(), t, last.data()});
      const SolverReport there = at(last.data(), only_look(options));
      const double end = work_of(residual);
      if (there.residual < 0.5 * before || end >= -PUSH_BACK * start) {
        accept(there, u);
        return total.residual <= FALL * before;
      }
      t *= std::max(0.1, std::min(0.9, start / (start - end)));
    }
    look(at, u, options);
    return false;
  }

  /** Moves u to `last`, the state of the report. */
  void accept(const SolverReport &there, double *u)
  {
    space->for_each(3 * network->ncolumns, Copy{last.data(), u});
    take_state(there);
    require_reach(u);
  }

  /** Even forces that balance the loads count only if the network has all contacts that u may
   *  close. */
  void require_reach(const double *u)
  {
    farthest = longest(u);
    if (2.0 * farthest > reach) total.reason = SolverReport::REACH;
  }
};

// Outside of the class it can be compiled once for a Space (host/solve/host_solvers.h).
template <class Space>
template <class Forces>
SolverReport RestingSpheres<Space>::solve(Space &s, Forces &forces, Network &n,
                                          const ColumnSpheres &present, LawKind law,
                                          const double *load, double *u,
                                          const SolverOptions &options, const NetworkReach &limit)
{
  space = &s;
  network = &n;
  spheres = present;
  reach = limit.gap;
  allocate();
  const auto at = [&](double *motion, const SolverOptions &o) {
    return solve_at(forces, motion, law, load, o);
  };
  const auto newton = [&](double part, const SolverOptions &o) {
    return find_newton_motion(forces, law, load, part, o);
  };
  const MethodChoice chosen = forces.solver.choice;
  total = SolverReport();
  if (!limit.goes_on) choose_start(at, u, options);
  take_passes(at, newton, u, options);
  forces.solver.choice = chosen;
  space->template reduce<3>(network->nrows, Products<3>{forces.residual(), u}, 0);
  const double work = std::fabs(space->fetch(3)[2]), energy = forces.certificate.energy;
  forces.certificate.duality_gap = energy > 0.0 ? work / energy : 0.0;
  return total;
}

}    // namespace VARDEM
#endif
