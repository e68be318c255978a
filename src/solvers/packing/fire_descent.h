// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FIRE_DESCENT_H
#define VARDEM_FIRE_DESCENT_H

#include "kernels/contact/no_tension.h"
#include "kernels/rigid/touching_spheres.h"
#include "solvers/network/column_spheres.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/solver_options.h"

#include <algorithm>
#include <cmath>

namespace VARDEM {

// --- elastic spheres go down their potential energy, far from equilibrium ---
//
// FIRE: the spheres move without damping, but their velocities turn towards the forces, and they
// stop where the forces do no work on them any longer. Source: Bitzek et al., Phys. Rev. Lett. 97
// (2006) 170201, with the order of operations of Guenole et al., Comput. Mater. Sci. 175 (2020)
// 109584, FIRE 2.0.
//
// The masses M are not the masses of the spheres. The mass of a row is the sum of the stiffnesses
// of all its pairs, also of pairs that do not touch. Then u.K u <= sum over contacts of 2 k
// (|u_i|^2 + |u_j|^2) = 2 u.M u for any set of closed contacts, the largest frequency is at most
// sqrt(2), and steps of time below sqrt(2) are stable. Stiffnesses of Hertz' law are those under
// the largest force, of a load or a contact.

/** Adds up the stiffnesses of the pairs of each row at the overlap under the force `load`, and no
 *  less than `least`. */
template <class Law> struct MassOfPairs {
  ContactRows<CentralGeometry> rows;
  double load, least;
  double *mass;

  VARDEM_INLINE void operator()(int i) const
  {
    double sum = least;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double stiffness =
          Law::tangent(rows.stiffness[c], Law::overlap(rows.stiffness[c], load));
      sum += stiffness;
      if (c < rows.middle[i]) mass[rows.column[c]] += stiffness;
    }
    mass[i] = sum;
  }
};

/** The force of a contact, with the geometry of the present positions. */
template <class Law> struct PresentForce {
  ContactRows<CentralGeometry> rows;
  const double *radii;

  VARDEM_INLINE double operator()(int i, int c) const
  {
    const int j = rows.column[c];
    return Law::force(rows.stiffness[c],
                      -touching_spheres(rows.geometry.row(i, j, c), radii[i], radii[j]).gap);
  }
};

/** Computes load + B^T f with the geometry of the present positions. */
template <class Law> struct ForcesOfSpheres {
  ContactRows<CentralGeometry> rows;
  const double *radii, *load;
  double *force;

  VARDEM_INLINE void operator()(int i) const
  {
    double sum[3];
    for (int k = 0; k < 3; k++) sum[k] = load[3 * i + k];
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const TouchingSpheres t = touching_spheres(rows.geometry.row(i, j, c), radii[i], radii[j]);
      const double s = Law::force(rows.stiffness[c], -t.gap) / t.distance;
      for (int k = 0; k < 3; k++) sum[k] -= s * t.branch.e[k];
      if (c < rows.middle[i])
        for (int k = 0; k < 3; k++) force[3 * j + k] += s * t.branch.e[k];
    }
    for (int k = 0; k < 3; k++) force[3 * i + k] = sum[k];
  }
};

/** Sums: F.v, v.M v, F.F/M. */
struct PowerSums {
  const double *force, *velocity, *mass;

  VARDEM_INLINE void operator()(int i, Sums<3> &sums) const
  {
    for (int k = 3 * i; k < 3 * (i + 1); k++) {
      sums.s[0] += force[k] * velocity[k];
      sums.s[1] += mass[i] * velocity[k] * velocity[k];
      sums.s[2] += force[k] * force[k] / mass[i];
    }
  }
};

/** Takes a step of time: v = keep (v + h F/M) + turn F/M, u = u - back v_before + h v. */
struct FireStep {
  double h, keep, turn, back;
  const double *force, *mass;
  double *velocity, *u;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 3 * i; k < 3 * (i + 1); k++) {
      const double a = force[k] / mass[i], v = keep * (velocity[k] + h * a) + turn * a;
      u[k] += h * v - back * velocity[k];
      velocity[k] = v;
    }
  }
};

/** How far a descent goes. */
struct DescentLimits {
  // it ends where the residual of each row is at most this part of its load
  double residual = 0.0;
  double reach = HUGE_VAL;    // and where a row has moved so far
  int most_steps = 10000;
};

template <class Space> class FireDescent {
 public:
  using Network = ContactNetwork<Space, CentralGeometry>;

  /** Moves the spheres from rest at u, 3 numbers per column, and leaves them at rest. The geometry
   *  of the network is changed. A step is an evaluation of the forces. The reason is CONVERGED,
   *  STEPS, or REACH. */
  SolverReport descend(Space &s, Network &n, const ColumnSpheres &present, LawKind law,
                       const double *load, double *u, const DescentLimits &limits);

 private:
  template <class T> using Array = typename Space::template Array<T>;
  Space *space = nullptr;
  Network *network = nullptr;
  ColumnSpheres spheres{};
  const double *loads = nullptr;
  Array<double> positions;                // of columns
  Array<double> velocity, force, mass;    // of rows
  SolverReport report;
  double mean_load = 0.0;    // root mean square; of packings without loads, a force
  double h = 0.0, mixing = 0.0;
  int downhill = 0;    // steps since the forces did no work

  // time steps, in the unit of the masses; the rest are parameters of the source
  static constexpr double LARGEST_STEP = 1.3, FIRST_STEP = 0.1, LEAST_STEP = 0.01;
  static constexpr double LONGER = 1.1, SHORTER = 0.5, FIRST_MIXING = 0.25, LESS_MIXING = 0.99;
  static constexpr int DELAY = 20;
  static constexpr int LOOKS = 16;    // steps between two looks at residual and motion

  void start()
  {
    space->allocate(positions, 3 * network->ncolumns);
    for (auto *a : {&velocity, &force}) space->allocate(*a, 3 * network->nrows);
    space->allocate(mass, network->nrows);
    space->for_each(3 * network->nrows, SetZero{velocity.data()});
    network->geometry = {positions.data()};
    space->template reduce<2>(network->nrows, LoadNorms<3>{loads}, 0);
    mean_load = std::sqrt(space->fetch(2)[0] / std::max(1L, network->nbodies));
    h = FIRST_STEP;
    mixing = FIRST_MIXING;
    downhill = 0;
  }

  /** Returns whether there are any forces. */
  template <class Law> bool find_masses(double reach)
  {
    const auto rows = network->rows();
    const double push = largest_of_contacts(*space, rows, PresentForce<Law>{rows, spheres.radii}),
                 largest = std::max(push, space->maximum(rows.nrows, LargestLoad<3>{loads}));
    if (!(largest > 0.0)) return false;
    if (!(mean_load > 0.0)) mean_load = push;
    const double stiffest = largest_of_contacts(*space, rows, NumberOfContact{rows.stiffness});
    // without any pair the masses are those with which the first look is not behind the reach
    const double least = stiffest > 0.0 ? Law::tangent(stiffest, Law::overlap(stiffest, largest))
                                        : LOOKS * LOOKS * largest / reach;
    space->for_each(rows.nrows, MassOfPairs<Law>{rows, largest, least, mass.data()});
    return true;
  }

  template <class Law> void find_forces(double *u)
  {
    space->forward(u, 3);
    space->for_each(spheres.wall_points, PlaceWallPoints<3>{spheres, nullptr, 1.0, u});
    space->for_each(3 * network->ncolumns, AddScaled{spheres.centres, u, 1.0, positions.data()});
    space->for_each(network->nrows,
                    ForcesOfSpheres<Law>{network->rows(), spheres.radii, loads, force.data()});
  }

  template <class Law> void run(double *u, const DescentLimits &limits)
  {
    find_forces<Law>(u);
    if (!find_masses<Law>(limits.reach)) report.reason = SolverReport::CONVERGED;
    while (report.reason == SolverReport::STEPS && report.steps < limits.most_steps) {
      if (report.steps % LOOKS == 0 && is_over(u, limits)) return;
      take_step(u);
      report.steps++;
      find_forces<Law>(u);
    }
  }

  /** Is there an equilibrium, or could spheres leave the reach before the next look? */
  bool is_over(const double *u, const DescentLimits &limits)
  {
    const int n = network->nrows;
    report.residual = space->maximum(n, BodyResidual<3>{force.data(), loads, mean_load});
    const double farthest = space->maximum(n, DisplacementOf<3>{u}),
                 fastest = space->maximum(n, DisplacementOf<3>{velocity.data()});
    if (report.residual <= limits.residual)
      report.reason = SolverReport::CONVERGED;
    else if (farthest + LOOKS * LARGEST_STEP * fastest > limits.reach)
      report.reason = SolverReport::REACH;
    return report.reason != SolverReport::STEPS;
  }

  void take_step(double *u)
  {
    const int n = network->nrows;
    space->template reduce<3>(n, PowerSums{force.data(), velocity.data(), mass.data()}, 0);
    const double *sums = space->fetch(3);
    const double power = sums[0], square = sums[1], force_square = sums[2];
    FireStep step{h, 0.0, 0.0, 0.0, force.data(), mass.data(), velocity.data(), u};
    if (power > 0.0) {
      if (++downhill > DELAY) {
        h = std::min(LARGEST_STEP, LONGER * h);
        mixing *= LESS_MIXING;
      }
      step.h = h;
      step.keep = 1.0 - mixing;
      step.turn = force_square > 0.0 ? mixing * std::sqrt(square / force_square) : 0.0;
    } else {
      step.back = 0.5 * h;
      if (report.steps > 0) h = std::max(LEAST_STEP, SHORTER * h);
      downhill = 0;
      mixing = FIRST_MIXING;
      step.h = h;
      step.turn = h;
    }
    space->for_each(n, step);
  }
};

// Outside of the class it can be compiled once for a Space (host/solve/host_solvers.h).
template <class Space>
SolverReport FireDescent<Space>::descend(Space &s, Network &n, const ColumnSpheres &present,
                                         LawKind law, const double *load, double *u,
                                         const DescentLimits &limits)
{
  space = &s;
  network = &n;
  spheres = present;
  loads = load;
  report = SolverReport();
  start();
  with_law(law, [&](auto kind) {
    run<decltype(kind)>(u, limits);
  });
  return report;
}

}    // namespace VARDEM
#endif
