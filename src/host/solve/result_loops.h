// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RESULT_LOOPS_H
#define VARDEM_HOST_RESULT_LOOPS_H

#include "host/network/solved_contacts.h"
#include "host/solve/force_solver.h"
#include "solvers/space.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops around the solve of a packing (host/compatible/compatible_solver.h): loads before it,
// results after it. Each struct is the body of one loop of a Space (solvers/space.h).

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

/** Copies the motions of atoms to the rows. */
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

/** Adds up the results of owned atoms, which start at zero: contacts of two atoms. */
template <class Solved> struct AddResults {
  Solved solved;
  double least, units;    // forces above `least` count; units of stress x volume
  int nlocal;
  double *results;

  VARDEM_INLINE static void add(const VARDEM::TouchingSpheres &touch, double stress, bool loaded,
                                double *to)
  {
    VARDEM::add_half_stress(touch, stress, to);
    to[STRESS_COLUMNS] += loaded;
  }

  VARDEM_INLINE void operator()(int n) const
  {
    const int i = solved.contacts.atoms.atom(n);
    double own[RESULT_COLUMNS], *mine = results + RESULT_COLUMNS * i;
    for (int k = 0; k < RESULT_COLUMNS; k++) own[k] = mine[k];
    solved.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double force) {
      add(touch, units * force, force > least, own);
      if (Solved::Contacts::HALF && j < nlocal)
        add(touch, units * force, force > least, results + RESULT_COLUMNS * j);
    });
    for (int k = 0; k < RESULT_COLUMNS; k++) mine[k] = own[k];
  }
};

/** Adds the contacts with walls. The particle has the whole stress of such a contact, with the
 *  branch from its centre to the wall. */
template <class Walls> struct AddWallResults {
  Walls walls;
  double least, units;
  double *results;

  VARDEM_INLINE void operator()(int i) const
  {
    double *mine = results + RESULT_COLUMNS * i;
    walls.of_atom(i, [&](const VARDEM::TouchingSpheres &touch, double force) {
      VARDEM::add_half_stress(touch, 2.0 * units * force, mine);
      mine[STRESS_COLUMNS] += force > least;
    });
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
