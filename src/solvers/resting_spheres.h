/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_RESTING_SPHERES_H
#define VARDEM_RESTING_SPHERES_H

#include "kernels/contact/touching_spheres.h"
#include "kernels/contact/wall_foot.h"
#include "solvers/compatible_forces.h"

#include <cmath>

namespace VARDEM {

// --- elastic spheres at rest near their present positions ---
//
// Finds motions u of the spheres such that the forces f = k [overlap(u)]_+^(p-1) balance the loads: load + B^T f = 0. Overlaps and
// normals are those of the positions x + u.
//
// Each pass takes a network (contact_network.h) whose normals and gaps are those at x + u, and finds its motions d with
// CompatibleForces; then d is added to u. The passes end if the forces at x + u balance the loads. The distance of two spheres is a
// convex function of their motion. So the overlaps behind d are at most those of the network, and the potential energy
// sum w(overlap) - load.u is at most the energy of the network, which d lowers: no pass can raise the potential energy. The same holds for
// walls that are flat or convex; near a hollow wall the overlap behind d is larger than that of the network, by d^2/(2 radius). The first
// pass alone is wrong by the turn of the normals, of first order in u/diameter.

/** Spheres in the order of the columns of a network. The last columns are the feet of rows: points on walls that are nearest to a centre,
 *  with radius 0. A foot slides along its wall with its sphere. */
struct ColumnSpheres {
  const double *centres, *radii;
  int first_foot = 0, feet = 0;
  const int *row_of_foot = nullptr;
  const FootCurvature *curvature = nullptr;    // of the wall at each foot
};

/** Sets the motions of feet to those behind the motions of their spheres. */
struct SlideFeet {
  ColumnSpheres spheres;
  double *u;

  VARDEM_INLINE void operator()(int k) const
  {
    const int i = spheres.row_of_foot[k], j = spheres.first_foot + k;
    const Vec3 *centres = vectors_at(spheres.centres);
    const Vec3 branch = centres[j] - centres[i];
    const double distance = norm(branch);
    vectors_at(u)[j] =
        motion_of_foot(branch / distance, distance, spheres.curvature[k], vectors_at(u)[i]);
  }
};

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

/** Sets a = b + c, number by number. */
struct AddTo {
  const double *b, *c;
  double *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = b[k] + c[k]; }
};

/** Returns the length of the motion of a row. */
struct LengthOfMotion {
  const double *u;

  VARDEM_INLINE double operator()(int i) const
  {
    const double *a = u + 3 * i;
    return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  }
};

template <class Space> class RestingSpheres {
 public:
  using Network = ContactNetwork<Space, CentralGeometry>;

  /** Finds the motions u, 3 numbers per column, and returns steps and products of all passes. u is also the start of the iteration,
   *  unless zero is a better one. network: that of the spheres; its geometry and gaps are changed. forces: CompatibleForces, which
   *  has the forces and the certificate at x + u afterwards. */
  template <class Forces>
  SolverReport solve(Space &s, Forces &forces, Network &n, const ColumnSpheres &present,
                     ContactLawKind law, const double *load, double *u,
                     const SolverOptions &options)
  {
    space = &s;
    network = &n;
    spheres = present;
    allocate();
    const auto at = [&](double *motion, const SolverOptions &o) {
      return solve_at(forces, motion, law, load, o);
    };
    choose_start(at, u, options);
    const SolverReport report = take_passes(at, u, options);
    space->template reduce<3>(network->nrows, Products<3>{forces.residual(), u}, 0);
    const double work = std::fabs(space->fetch(3)[2]), energy = forces.certificate.energy;
    forces.certificate.duality_gap = energy > 0.0 ? work / energy : 0.0;
    return report;
  }

 private:
  template <class T> using Array = typename Space::template Array<T>;
  Space *space = nullptr;
  Network *network = nullptr;
  ColumnSpheres spheres{};
  Array<double> positions, d, last;    // of columns

  void allocate()
  {
    allocate_columns(*space, *network, d);
    for (auto *a : {&positions, &last}) space->allocate(*a, 3 * network->ncolumns);
    space->allocate(network->gap, network->ncontacts);
    network->has_gaps = true;
    network->geometry = {positions.data()};
  }

  /** Solves the network at x + u, for motions d from there. */
  template <class Forces>
  SolverReport solve_at(Forces &forces, double *u, ContactLawKind law, const double *load,
                        const SolverOptions &options)
  {
    space->forward(u, 3);
    space->for_each(spheres.feet, SlideFeet{spheres, u});
    space->for_each(3 * network->ncolumns, AddTo{spheres.centres, u, positions.data()});
    space->for_each(network->nrows,
                    GapsOfSpheres{network->rows(), spheres, u, network->gap.data()});
    space->for_each(3 * network->nrows, SetZero{d.data()});
    return forces.solve(*space, *network, law, load, d.data(), options);
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

  template <class SolveAt>
  SolverReport take_passes(const SolveAt &at, double *u, const SolverOptions &options)
  {
    SolverReport all;
    SolverOptions rest = options;
    while (true) {
      const SolverReport pass = at(u, rest);
      const int steps = all.steps + pass.steps;
      const long products = all.products + pass.products;
      all = pass;
      all.steps = steps;
      all.products = products;
      if (pass.steps == 0) return all;
      rest.most_steps = options.most_steps - steps;
      if (pass.reason == SolverReport::INFEASIBLE || pass.reason == SolverReport::SCALE) break;
      space->for_each(3 * network->nrows, AddTo{u, d.data(), u});
      if (pass.reason == SolverReport::STALLED) break;
    }
    const SolverReport look = at(u, only_look(options));
    all.residual = look.residual;
    if (look.reason == SolverReport::CONVERGED) all.reason = look.reason;
    return all;
  }
};

}    // namespace VARDEM
#endif
