/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_INERTIA_H
#define LMP_VARDEM_INERTIA_H

#include "kernels/inertia.h"

namespace LAMMPS_NS {

/** Values that hold for the atoms of a group each, as given by other fixes. Plain data that goes to a device. */
template <class T> struct VardemByGroup {
  static constexpr int MAX = 8;

  int n;
  int bit[MAX];
  T value[MAX];
  T elsewhere;    // of atoms of no such group

  /** False if there is no room. */
  bool add(int groupbit, const T &a)
  {
    if (n == MAX) return false;
    bit[n] = groupbit;
    value[n++] = a;
    return true;
  }

  void remove(int groupbit)
  {
    int kept = 0;
    for (int k = 0; k < n; k++) {
      if (bit[k] == groupbit) continue;
      bit[kept] = bit[k];
      value[kept++] = value[k];
    }
    n = kept;
  }

  /** Of an atom with these groups: the value that was added last. */
  VARDEM_INLINE T of(int mask) const
  {
    T found = elsewhere;
    for (int k = 0; k < n; k++)
      if (mask & bit[k]) found = value[k];
    return found;
  }
};

/** c of the moment of inertia c m R^2 of spheres: that of the integrator of the atom's group which is defined last, be it
 *  VARDEM's or LAMMPS' own, and that of a ball without one. style: of the fix that asks, for the message if there are too
 *  many groups. */
VardemByGroup<double> vardem_sphere_inertia(class LAMMPS *, const char *style);

}    // namespace LAMMPS_NS
#endif
