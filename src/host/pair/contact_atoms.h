// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_ATOMS_H
#define VARDEM_HOST_CONTACT_ATOMS_H

#include "atom.h"
#include "fix_neigh_history.h"
#include "kernels/contact/normal_law.h"
#include "neigh_list.h"

namespace LAMMPS_NS::VARDEM_NS {

/** LAMMPS' arrays of spheres, owned and ghost, for ContactLoop. Valid within one call of
 *  compute(). */
struct ContactAtoms {
  const VARDEM::Vec3 *xs, *v_at_half, *w_at_half;    // half-step velocities
  const VARDEM::Vec3 *vs, *ws;                       // velocities that dashpots act on
  int stride;                                        // vs[stride * i] is that of atom i
  VARDEM::Vec3 *fs, *torques;
  const double *radii, *inverse_masses;
  const int *type;
  const VARDEM::ContactParameters *laws;    // of two types, no_type^2
  int no_type;                              // number of types + 1
  int nadd;                                 // forces are added to atoms below this index
  double *eatom;                            // null: not needed
  double (*vatom)[6];

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return xs[i]; }
  VARDEM_INLINE double radius(int i) const { return radii[i]; }
  VARDEM_INLINE double inverse_mass(int i) const { return inverse_masses[i]; }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return vs[stride * i]; }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return ws[stride * i]; }
  VARDEM_INLINE VARDEM::Vec3 v_half(int i) const { return v_at_half[i]; }
  VARDEM_INLINE VARDEM::Vec3 w_half(int i) const { return w_at_half[i]; }
  VARDEM_INLINE const VARDEM::ContactParameters &law(int i, int j) const
  {
    return laws[types(i, j)];
  }
  VARDEM_INLINE int types(int i, int j) const { return type[i] * no_type + type[j]; }

  /** Of velocities side by side the first and the last byte, which may be in two cache lines. */
  template <bool HALF> VARDEM_INLINE void fetch(int j) const
  {
    VARDEM_PREFETCH(type + j);
    VARDEM_PREFETCH(inverse_masses + j);
    VARDEM_PREFETCH(vs + stride * j);
    VARDEM_PREFETCH(&ws[stride * j].z);
    VARDEM_PREFETCH(fs + j);
    VARDEM_PREFETCH(torques + j);
    if constexpr (HALF)
      for (const VARDEM::Vec3 *rows : {v_at_half, w_at_half}) VARDEM_PREFETCH(rows + j);
  }

  VARDEM_INLINE void add(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &T) const
  {
    fs[i] = fs[i] + F;
    torques[i] = torques[i] + T;
  }
  VARDEM_INLINE void add_other(int j, const VARDEM::Vec3 &F, const VARDEM::Vec3 &T) const
  {
    if (j < nadd) add(j, F, T);
  }
  VARDEM_INLINE void tally(int i, int j, double energy, const double (&virial)[6]) const
  {
    for (int a : {i, j}) {
      if (a >= nadd) continue;
      if (eatom) eatom[a] += 0.5 * energy;
      if (vatom)
        for (int d = 0; d < 6; d++) vatom[a][d] += 0.5 * virial[d];
    }
  }
};

/** A half neighbor list of LAMMPS with the history of its contacts, for ContactLoop. */
struct ContactList {
  const int *ilist, *numneigh;
  int **firstneigh;
  const double *special_lj;
  int nlocal;
  bool newton;
  int **firsttouch;    // null without springs
  double **firstspring;
  int columns;    // numbers of a contact in it

  /** The tangential spring, and those against rolling and twisting. */
  static int columns_of(const VARDEM::NormalLaw &law) { return law.resists_rolling ? 6 : 3; }

  VARDEM_INLINE int atom(int n) const { return ilist[n]; }
  VARDEM_INLINE int size(int i) const { return numneigh[i]; }
  VARDEM_INLINE int entry(int i, int k) const { return firstneigh[i][k]; }
  VARDEM_INLINE int other(int i, int k) const { return entry(i, k) & NEIGHMASK; }
  VARDEM_INLINE double special(int entry) const { return special_lj[entry >> SBBITS & 3]; }
  VARDEM_INLINE double share(int j) const { return newton || j < nlocal ? 1.0 : 0.5; }
  VARDEM_INLINE int &touch(int i, int k) const { return firsttouch[i][k]; }
  VARDEM_INLINE VARDEM::Vec3 spring(int i, int k) const { return *vector_of(i, k, 0); }
  VARDEM_INLINE void fetch(int i, int k) const
  {
    for (int n : {0, columns - 1}) VARDEM_PREFETCH(&firstspring[i][columns * k + n]);
  }
  VARDEM_INLINE void set_spring(int i, int k, const VARDEM::Vec3 &spring) const
  {
    *vector_of(i, k, 0) = spring;
  }
  VARDEM_INLINE VARDEM::Vec3 turning(int i, int k) const { return *vector_of(i, k, 3); }
  VARDEM_INLINE void set_turning(int i, int k, const VARDEM::Vec3 &springs) const
  {
    *vector_of(i, k, 3) = springs;
  }

 private:
  VARDEM_INLINE VARDEM::Vec3 *vector_of(int i, int k, int column) const
  {
    return VARDEM::vectors_at(&firstspring[i][columns * k + column]);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
