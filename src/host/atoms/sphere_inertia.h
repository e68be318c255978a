// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SPHERE_INERTIA_H
#define VARDEM_HOST_SPHERE_INERTIA_H

#include "kernels/inertia.h"

#include <string>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** One value for the atoms of each group that other fixes act on. Plain data that can be copied
   *  to a device. */
  template <class T> struct ByGroup {
    static constexpr int MAX = 8;

    int n;
    int bit[MAX];
    T value[MAX];
    T elsewhere;    // value of atoms that are in none of these groups

    /** Returns false if there is no room. */
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

    /** The value of an atom with these group bits. Of several values it is the one that was added
     *  last. */
    VARDEM_INLINE T of(int mask) const
    {
      T found = elsewhere;
      for (int k = 0; k < n; k++)
        if (mask & bit[k]) found = value[k];
      return found;
    }
  };

  /** The factor c of the moment of inertia c m R^2 of spheres. The atom's integrator, VARDEM's or
   *  LAMMPS', sets it; of several integrators the last one in the input does. Atoms without an
   *  integrator count as balls. style_name: the command that asks, for the error message about too
   *  many groups. */
  ByGroup<double> inertia_factors(LAMMPS *, const std::string &style_name);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
