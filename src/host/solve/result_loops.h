// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RESULT_LOOPS_H
#define VARDEM_HOST_RESULT_LOOPS_H

#include "atom.h"
#include "host/solve/force_solver.h"
#include "kernels/rigid/touching_spheres.h"
#include "solvers/network/network_loops.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops around the solve of a packing (host/compatible/compatible_solve.h): loads before it,
// results after it. Each struct is the body of one loop of a Space (space.h).

/** Adds the weights of the particles that a gravity acts on. */
template <class Points> struct AddWeights {
  Points points;
  const int *atom_of;
  VARDEM::Vec3 g;
  double *load;

  VARDEM_INLINE void operator()(int row) const
  {
    const int i = atom_of[row];
    if (!points.selects(i)) return;
    const double m = points.mass(i);
    load[3 * row] += m * g.x;
    load[3 * row + 1] += m * g.y;
    load[3 * row + 2] += m * g.z;
  }
};

/** Copies numbers of atoms to one component of the vectors of rows. */
struct TakeComponent {
  const int *atom_of;
  const double *values;
  int component;
  double *vectors;

  VARDEM_INLINE void operator()(int row) const
  {
    vectors[3 * row + component] = values[atom_of[row]];
  }
};

/** For 2d. */
struct Flatten {
  double *vectors;

  VARDEM_INLINE void operator()(int row) const { vectors[3 * row + 2] = 0.0; }
};

/** Marks rows that have a contact. Half rows keep a contact with a lower row only once. */
template <class Rows> struct MarkSupported {
  Rows rows;
  int *supported;

  VARDEM_INLINE void operator()(int i) const
  {
    if (rows.first[i] < rows.first[i + 1]) supported[i] = 1;
    for (int c = rows.first[i]; c < rows.middle[i]; c++) supported[rows.column[c]] = 1;
  }
};

/** Sums: components of loads that are not finite; loads of rows without contacts. */
struct CheckLoads {
  const int *supported;
  const double *load;

  VARDEM_INLINE void operator()(int row, VARDEM::Sums<2> &sums) const
  {
    const double *a = load + 3 * row;
    for (int k = 0; k < 3; k++) sums.s[0] += !(a[k] - a[k] == 0.0);
    sums.s[1] += !supported[row] && (a[0] != 0.0 || a[1] != 0.0 || a[2] != 0.0);
  }
};

struct UnloadUnsupported {
  const int *supported;
  double *load;

  VARDEM_INLINE void operator()(int row) const
  {
    if (supported[row]) return;
    for (int k = 0; k < 3; k++) load[3 * row + k] = 0.0;
  }
};

struct TakeMotion {
  const int *atom_of;
  const double *motion;
  double *u;

  VARDEM_INLINE void operator()(int row) const
  {
    for (int k = 0; k < 3; k++) u[3 * row + k] = motion[3 * atom_of[row] + k];
  }
};

/** Copies the motions of rows to the atoms; or zero, because a useless motion may hold NaN. */
struct KeepMotion {
  const int *atom_of;
  double *motion;
  const double *u;
  bool useful;

  VARDEM_INLINE void operator()(int row) const
  {
    for (int k = 0; k < 3; k++) motion[3 * atom_of[row] + k] = useful ? u[3 * row + k] : 0.0;
  }
};

/** Sets the normal forces of the contacts of a packing from the motions of a solve. Ends are those
 *  at rest (host/network/network_builder.h). Where overlaps are part of the law, spheres that are
 *  apart at rest have no contact, and -1 in place of a force. */
template <class Law, class Ends> struct ForcesAtRest {
  Ends ends;
  const double *u;    // of columns
  bool overlap;
  VARDEM::ClosedRule listed;
  double *force;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = ends.rows.first[i]; c < ends.rows.first[i + 1]; c++) {
      const VARDEM::TouchingSpheres touch = ends.touch(i, c);
      const int j = ends.rows.column[c];
      const double overlap_now = overlap ? -touch.gap : touch.overlap(u + 3 * i, u + 3 * j);
      const double R = ends.radii[i], other = ends.second(i, c) < 0 ? R : ends.radii[j];
      const bool counts = !overlap || touch.gap <= listed.gap(R, other);
      force[c] = counts ? Law::force(ends.rows.stiffness[c], overlap_now) : -1.0;
    }
  }
};

/** Adds up: the contacts that count, and those of them with a force above `least`. Solved is
 *  SolvedContacts (host/tables/network_rows.h). */
template <class Solved> struct CountSolved {
  Solved solved;
  double least;

  VARDEM_INLINE void operator()(int, int c, double share, VARDEM::Sums<2> &sums) const
  {
    if (solved.counts(c)) sums.s[0] += share;
    if (solved.force[c] > least) sums.s[1] += share;
  }
};

/** Adds up the results of all atoms, owned or ghosts, which start at zero. A contact with a ghost
 *  that can move is also on the process that owns that body, one with a fixed ghost is only here. A
 *  particle has the whole stress of a contact with a wall. */
template <class Space, class Solved> struct AddResults {
  Solved solved;
  double least, units;    // forces above `least` count; units of stress x volume
  double *results;

  VARDEM_INLINE void operator()(int i) const
  {
    const auto &rows = solved.rows;
    for (int k = rows.first[i]; k < rows.first[i + 1]; k++) {
      if (!solved.counts(k)) continue;
      const int c = solved.number(k), b = solved.ends.second(i, c);
      double part[RESULT_COLUMNS] = {};
      VARDEM::add_half_stress(solved.ends.touch(i, c),
                              (b < 0 ? 2.0 : 1.0) * units * solved.force[k], part);
      part[STRESS_COLUMNS] = solved.force[k] > least;
      add(part, solved.ends.first(i, c));
      if (b >= 0 && (k < rows.middle[i] || rows.column[k] >= rows.first_fixed)) add(part, b);
    }
  }

 private:
  /** Several rows may add to the same atom. */
  VARDEM_INLINE void add(const double *part, int atom) const
  {
    for (int m = 0; m < RESULT_COLUMNS; m++)
      Space::add(results + RESULT_COLUMNS * atom + m, part[m]);
  }
};

/** Sets the results of owned atoms, whose ghosts may be in contacts of other processes. all: memory
 *  for those of all atoms. */
template <class Space, class Ghosts, class Solved, class Array>
void set_results_of_atoms(Space &space, Ghosts &ghosts, const Atom *atom, const Solved &solved,
                          double least, double units, Array &all, double *results)
{
  const int n = RESULT_COLUMNS * (atom->nlocal + atom->nghost);
  space.allocate(all, n);
  space.for_each(n, VARDEM::SetZero{all.data()});
  space.for_each(solved.rows.nrows, AddResults<Space, Solved>{solved, least, units, all.data()});
  ghosts.reverse(all.data(), RESULT_COLUMNS);
  space.for_each(RESULT_COLUMNS * atom->nlocal, VARDEM::Copy{all.data(), results});
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
