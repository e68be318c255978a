// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_PAIR_ROWS_H
#define VARDEM_HOST_PAIR_ROWS_H

#include "host/tables/pair_row_loops.h"
#include "host/tables/row_readers.h"
#include "solvers/space.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

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

struct CopyLaw {
  const VARDEM::ContactParameters *from;
  VARDEM::ContactParameters *to;

  VARDEM_INLINE void operator()(int n) const { to[n] = from[n]; }
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
    space.for_each(no_type * no_type, CopyLaw{present.laws, laws.data()});
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
