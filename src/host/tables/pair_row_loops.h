// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_PAIR_ROW_LOOPS_H
#define VARDEM_HOST_PAIR_ROW_LOOPS_H

#include "host/tables/contact_table.h"
#include "kernels/contact/grain_forces.h"
#include "lmptype.h"

namespace LAMMPS_NS::VARDEM_NS {

// Loops that list the soft contacts of a pair style as rows of a table, each contact once over all
// processes. They evaluate the kernels at a recorded state, as the force loop has done, and change
// nothing. List is the accessor of a ContactLoop (host/pair/contact_loop.h).

/** Atoms, owned and ghost, as they were when the forces were computed. */
struct RecordedAtoms {
  VARDEM::Vec3 *x, *v, *w;    // v, w: the velocities that dashpots act on
  VARDEM::Vec3 *v_half,
      *w_half;    // at the half step, by which springs move; without springs they are not used
  double *radii, *inverse_masses;
  int *types, *masks;
  tagint *tags;
  const VARDEM::ContactParameters *laws;    // of two types, no_type^2
  int no_type;                              // number of types + 1

  VARDEM_INLINE const VARDEM::ContactParameters &law(int i, int j) const
  {
    return laws[types[i] * no_type + types[j]];
  }
};

/** Two spheres in contact, of which this process lists the contact. */
struct RecordedTouch {
  int n;    // number of i in ilist
  int i, j;
  int k;             // number of j in the neighbor list of i
  VARDEM::Vec3 e;    // from i to j
  double factor;     // weight of special bonds
};

template <class List> struct RecordedContacts {
  RecordedAtoms atoms;
  List list;
  const int *ilist;
  int groupbit;
  bool springs;    // has the list a memory of contacts?

  /** Calls f(RecordedTouch) for each contact of two atoms of the group that this process lists with
   *  the n-th atom of ilist. */
  template <class NormalForce, class F> VARDEM_INLINE void of_atom(int n, const F &f) const
  {
    const int i = ilist[n];
    if (!(atoms.masks[i] & groupbit)) return;
    const VARDEM::Vec3 xi = atoms.x[i];
    const int size = list.size(i);
    for (int k = 0; k < size; k++) {
      const int entry = list.entry(i, k), j = entry & NEIGHMASK;
      const VARDEM::Vec3 e = atoms.x[j] - xi;
      const double reach = reach_between<NormalForce>(i, j, k);
      if (dot(e, e) >= reach * reach || !(atoms.masks[j] & groupbit)) continue;
      const double factor = list.special(entry);
      if (factor == 0.0 || !is_listed(i, j, e)) continue;
      f(RecordedTouch{n, i, j, k, e, factor});
    }
  }

 private:
  /** The list may have the memory from before the force loop or from behind it. Both give the
   *  same contacts. */
  template <class NormalForce> VARDEM_INLINE double reach_between(int i, int j, int k) const
  {
    const double R1 = atoms.radii[i], R2 = atoms.radii[j];
    bool held = false;
    if constexpr (VARDEM::beyond_touch<NormalForce>()) held = springs && list.touch(i, k) != 0;
    return VARDEM::reach_from<NormalForce>(R1 + R2, atoms.law(i, j),
                                           VARDEM::effective_radius(R1, R2), held);
  }

  /** A contact that is in two neighbor lists is listed with the lower ID; that of an atom with its
   *  own image with one of the two directions. */
  VARDEM_INLINE bool is_listed(int i, int j, const VARDEM::Vec3 &e) const
  {
    if (list.share(j) == 1.0) return true;
    if (atoms.tags[i] != atoms.tags[j]) return atoms.tags[i] < atoms.tags[j];
    return e.z != 0.0 ? e.z > 0.0 : (e.y != 0.0 ? e.y > 0.0 : e.x > 0.0);
  }
};

/** The tangential springs of a list before the step, and those against rolling and twisting. The
 *  springs of its n-th atom begin at first[n]. */
struct RecordedSprings {
  const VARDEM::Vec3 *springs, *turnings;
  const int *first;
  VARDEM::StepTime time;
};

/** The contacts of a pair style, for RowLoops. SPRINGS: are there tangential springs? */
template <class NormalForce, bool SPRINGS, class List> struct RecordedRows {
  RecordedContacts<List> contacts;
  RecordedSprings before;

  template <class F> VARDEM_INLINE void each(int n, const F &f) const
  {
    contacts.template of_atom<NormalForce>(n, f);
  }
  VARDEM_INLINE void fill(const RecordedTouch &t, double *row) const
  {
    const RecordedAtoms &atoms = contacts.atoms;
    const auto now = contact(t);
    const VARDEM::Vec3 F = t.factor * total_force(now.contact, now.force);
    VARDEM::Vec3 couple = {0.0, 0.0, 0.0};
    if constexpr (TURNS) couple = t.factor * now.couple;
    fill_row(atoms.tags[t.i], atoms.tags[t.j], ContactForces::PAIR,
             VARDEM::listed_contact(atoms.x[t.i], atoms.radii[t.i], now.contact.n,
                                    -now.contact.overlap, F, couple),
             row);
  }

 private:
  static constexpr bool TURNS = VARDEM::resists_rolling<NormalForce>() && SPRINGS;

  VARDEM_INLINE auto contact(const RecordedTouch &t) const
  {
    using VARDEM::TangentialMemory;
    const RecordedAtoms &a = contacts.atoms;
    const VARDEM::ContactParameters &law = a.law(t.i, t.j);
    const VARDEM::SphereContact c =
        VARDEM::touching(t.e, norm(t.e), a.radii[t.i], a.radii[t.j], law.lever);
    VARDEM::StateOf<NormalForce> state = {};
    state.inverse_mass = a.inverse_masses[t.i] + a.inverse_masses[t.j];
    state.now = {a.v[t.i] - a.v[t.j], a.w[t.i], a.w[t.j]};
    state.half = {a.v_half[t.i] - a.v_half[t.j], a.w_half[t.i], a.w_half[t.j]};
    if constexpr (SPRINGS) state.spring = before.springs[before.first[t.n] + t.k];
    if constexpr (TURNS) state.turning = before.turnings[before.first[t.n] + t.k];
    constexpr TangentialMemory MOTION = SPRINGS ? TangentialMemory::FULL_STEP
                                                : TangentialMemory::NONE_FULL_STEP;
    return VARDEM::grain_contact<NormalForce, true, MOTION>(law, c, state, before.time);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
