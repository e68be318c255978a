// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_OVER_PROCESSES_H
#define VARDEM_HOST_OVER_PROCESSES_H

#include "atom.h"

#include <cmath>
#include <mpi.h>
#include <type_traits>

namespace LAMMPS_NS::VARDEM_NS {

/** Returns the sum, the least or the largest of a number of each process, by the operation of MPI.
 *  All processes must call it. */
template <class Number> Number over_processes(Number mine, MPI_Op operation, MPI_Comm world)
{
  static_assert(std::is_same_v<Number, double> ||
                (std::is_integral_v<Number> && std::is_signed_v<Number> && sizeof(Number) >= 4));
  const MPI_Datatype type = std::is_same_v<Number, double> ? MPI_DOUBLE
      : sizeof(Number) == sizeof(int)                      ? MPI_INT
                                                           : MPI_LONG_LONG;
  Number all;
  MPI_Allreduce(&mine, &all, 1, type, operation, world);
  return all;
}

inline bool on_any_process(bool mine, MPI_Comm world)
{
  return over_processes<int>(mine, MPI_MAX, world) != 0;
}

/** Is f(mask) true of any atom? */
template <class F> bool any_atom(const Atom *atom, MPI_Comm world, const F &f)
{
  bool mine = false;
  for (int i = 0; i < atom->nlocal; i++) mine |= f(atom->mask[i]);
  return on_any_process(mine, world);
}

/** How many atoms there are for which f(i) is true. All processes must call it. */
template <class F> bigint count_atoms(const Atom *atom, MPI_Comm world, const F &f)
{
  bigint mine = 0;
  for (int i = 0; i < atom->nlocal; i++) mine += f(i) ? 1 : 0;
  return over_processes(mine, MPI_SUM, world);
}

/** Are any atoms ellipsoids? In atom style hybrid others may be spheres. */
inline bool has_ellipsoids(const Atom *atom, MPI_Comm world)
{
  return atom->ellipsoid_flag && count_atoms(atom, world, [atom](int i) {
                                   return atom->ellipsoid[i] >= 0;
                                 }) > 0;
}

/** Atoms in motion, over all processes. */
struct AtomsInMotion {
  double number, fastest;    // fastest: the largest speed
};

/** Of those for which f(mask) is true. Arrays of atoms must be on the host. */
template <class F> AtomsInMotion atoms_in_motion(const Atom *atom, MPI_Comm world, const F &f)
{
  double number = 0.0, square = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    const double *const v = atom->v[i], vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (vv == 0.0 || !f(atom->mask[i])) continue;
    number += 1.0;
    square = std::fmax(square, vv);
  }
  return {over_processes(number, MPI_SUM, world),
          std::sqrt(over_processes(square, MPI_MAX, world))};
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
