// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_PAIR_ROWS_H
#define VARDEM_HOST_PAIR_ROWS_H

#include "host/tables/contact_table.h"
#include "host/tables/row_readers.h"
#include "kernels/contact/grain_forces.h"
#include "lmptype.h"
#include "solvers/network/network_loops.h"

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

  /** A contact that is in two neighbor lists is listed with the lower ID. */
  VARDEM_INLINE bool is_listed(int i, int j, const VARDEM::Vec3 &e) const
  {
    if (list.share(j) == 1.0) return true;
    if (atoms.tags[i] != atoms.tags[j]) return atoms.tags[i] < atoms.tags[j];
    return is_listed_direction(e);
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

/** Types, masks and tags of the owned and ghost atoms, where the loops of the Space can reach
 *  them. */
struct AtomLabels {
  const int *types, *masks;
  const tagint *tags;
};

/** Copies to `to` what the forces of atom i depend on. Atoms is the accessor of a ContactLoop. */
template <class Atoms> struct CopyAtom {
  Atoms atoms;
  AtomLabels labels;
  RecordedAtoms to;

  VARDEM_INLINE void operator()(int i) const
  {
    to.x[i] = atoms.x(i);
    to.v[i] = atoms.v(i);
    to.w[i] = atoms.w(i);
    to.v_half[i] = atoms.v_half(i);
    to.w_half[i] = atoms.w_half(i);
    to.radii[i] = atoms.radius(i);
    to.inverse_masses[i] = atoms.inverse_mass(i);
    to.types[i] = labels.types[i];
    to.masks[i] = labels.masks[i];
    to.tags[i] = labels.tags[i];
  }
};

template <class List> struct CountNeighbors {
  List list;
  const int *ilist;
  int *count;

  VARDEM_INLINE void operator()(int n) const { count[n] = list.size(ilist[n]); }
};

template <class List> struct CopySprings {
  List list;
  const int *ilist, *first;
  VARDEM::Vec3 *springs, *turnings;    // turnings: null without resistance against rolling

  VARDEM_INLINE void operator()(int n) const
  {
    const int i = ilist[n], size = list.size(i);
    for (int k = 0; k < size; k++) springs[first[n] + k] = list.spring(i, k);
    for (int k = 0; turnings && k < size; k++) turnings[first[n] + k] = list.turning(i, k);
  }
};

/** Records the state from which a pair style computes its forces, and lists the forces of its
 *  contacts later. At output the atoms are in another state: velocities already belong to the end
 *  of the step, velocities of ghosts are older, springs have moved, and fixes may have changed
 *  more. Only the neighbor list must still be the list of the record. */
class ContactRecord {
 public:
  virtual ~ContactRecord() = default;

  void forget() { when = {}; }
  /** As for RecordedStep. */
  void count_from_zero(bigint builds) { when.count_from_zero(builds); }
  bigint step(bigint builds) const { return when.at(builds); }

  /** Appends the rows of the contacts in a group, for a valid record. */
  virtual void list(int groupbit, ContactTable &to) = 0;
  virtual double bytes() const = 0;

 protected:
  RecordedStep when;
};

/** The record of a pair style whose loops run in a Space. List: as for ContactLoop. */
template <class Space, class List> class ContactRecordOn : public ContactRecord {
 public:
  template <class T> using Array = typename Space::template Array<T>;

  explicit ContactRecordOn(const Space &space_in = Space()) : space(space_in) {}

  /** The laws of two types: no_type^2, where the loops of the Space can reach them. */
  struct Laws {
    const VARDEM::ContactParameters *laws;
    int no_type;
  };
  /** The atoms ilist of the neighbor list, with the springs before the step. time: as for
   *  ContactLoop. */
  struct Neighbors {
    List list;
    const int *ilist;
    int inum;
    bool springs;
    VARDEM::StepTime time;
  };

  /** Call it before the force loop, with its accessors. nall: number of atoms with ghosts. */
  template <class NormalForce, class Atoms>
  void keep(const RecordedStep &now, const Atoms &atoms, int nall, const AtomLabels &labels,
            const Laws &present, const Neighbors &around)
  {
    const typename Space::Phase phase(space, "record");
    when = now;
    neighbors = around;
    no_type = present.no_type;
    if (around.springs)
      keep_state<NormalForce, true>(atoms, nall, labels);
    else
      keep_state<NormalForce, false>(atoms, nall, labels);
    space.allocate(laws, no_type * no_type);
    space.for_each(no_type * no_type,
                   VARDEM::Copy<VARDEM::ContactParameters>{present.laws, laws.data()});
  }

  void list(int groupbit, ContactTable &to) override
  {
    const typename Space::Phase phase(space, "listing");
    (this->*list_rows)({recorded(), neighbors.list, neighbors.ilist, groupbit, neighbors.springs},
                       to);
  }

  double bytes() const override { return space.bytes(); }

 private:
  Space space;
  Neighbors neighbors = {};
  int no_type = 0;
  Array<VARDEM::Vec3> x, v, w, v_half, w_half, springs, turnings;
  Array<double> radii, inverse_masses;
  Array<int> types, masks, first_spring;
  Array<tagint> tags;
  Array<VARDEM::ContactParameters> laws;
  RowLoops<Space> row_loops;
  void (ContactRecordOn::*list_rows)(const RecordedContacts<List> &, ContactTable &) = nullptr;

  RecordedAtoms recorded()
  {
    return {x.data(),
            v.data(),
            w.data(),
            v_half.data(),
            w_half.data(),
            radii.data(),
            inverse_masses.data(),
            types.data(),
            masks.data(),
            tags.data(),
            laws.data(),
            no_type};
  }

 public:    // CUDA takes no loops of private functions
  template <class NormalForce, bool SPRINGS, class Atoms>
  void keep_state(const Atoms &atoms, int nall, const AtomLabels &labels)
  {
    for (auto *vectors : {&x, &v, &w, &v_half, &w_half}) space.allocate(*vectors, nall);
    for (auto *numbers : {&radii, &inverse_masses}) space.allocate(*numbers, nall);
    for (auto *numbers : {&types, &masks}) space.allocate(*numbers, nall);
    space.allocate(tags, nall);
    if constexpr (SPRINGS) keep_springs(VARDEM::resists_rolling<NormalForce>());
    space.for_each(nall, CopyAtom<Atoms>{atoms, labels, recorded()});
    list_rows = &ContactRecordOn::template append<NormalForce, SPRINGS>;
  }

  void keep_springs(bool turns)
  {
    const Neighbors &a = neighbors;
    space.allocate(first_spring, a.inum + 1);
    space.for_each(a.inum, CountNeighbors<List>{a.list, a.ilist, first_spring.data()});
    const int count = space.scan(a.inum, first_spring.data());
    space.allocate(springs, count);
    if (turns) space.allocate(turnings, count);
    space.for_each(a.inum,
                   CopySprings<List>{a.list, a.ilist, first_spring.data(), springs.data(),
                                     turns ? turnings.data() : nullptr});
  }

  template <class NormalForce, bool SPRINGS>
  void append(const RecordedContacts<List> &contacts, ContactTable &to)
  {
    const RecordedSprings before = {springs.data(), turnings.data(), first_spring.data(),
                                    neighbors.time};
    row_loops.append(space, neighbors.inum,
                     RecordedRows<NormalForce, SPRINGS, List>{contacts, before}, to);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
