/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CONTACT_RECORD_H
#define VARDEM_HOST_CONTACT_RECORD_H

#include "host/soft_contact_listing.h"
#include "solvers/space.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Types, masks and tags of the owned and ghost atoms, where the loops of the Space can reach them. */
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
    to.positions[i] = atoms.x(i);
    to.velocities[i] = atoms.v(i);
    to.spins[i] = atoms.w(i);
    to.radii[i] = atoms.radius(i);
    to.inverse_masses[i] = atoms.inverse_mass(i);
    to.types[i] = labels.types[i];
    to.masks[i] = labels.masks[i];
    to.tags[i] = labels.tags[i];
  }
};

struct CopyLaw {
  const VARDEM::SoftContact *from;
  VARDEM::SoftContact *to;

  VARDEM_INLINE void operator()(int n) const { to[n] = from[n]; }
};

/** Records the state of atoms at which a pair style computes its forces, and lists the forces of its contacts later. At output
 *  the atoms are in another state: they have the velocities of the end of the step, the ghosts those of the half step, and fixes
 *  may have changed more. Neighbor list and springs must still be those of the record. List: as for ContactLoop, with the
 *  springs that the step has left. */
template <class Space, class List> class ContactRecord {
 public:
  template <class T> using Array = typename Space::template Array<T>;

  explicit ContactRecord(const Space &space_in = Space()) : space(space_in) {}

  /** Must the pair style call keep() at each step? */
  bool wanted = false;

  /** Where: step, and number of neighbor list builds that LAMMPS has counted since its last init(). */
  struct When {
    bigint step, builds;
  };
  /** Which contacts: the list has inum atoms ilist, with or without springs. */
  struct Neighbors {
    List list;
    const int *ilist;
    int inum;
    bool springs;
  };

  /** nall: number of atoms with ghosts; laws: of two types, no_type^2. */
  template <class NormalForce, class Atoms>
  void keep(const When &now, const Atoms &atoms, const AtomLabels &labels, int nall,
            const VARDEM::SoftContact *present_laws, int no_type, const Neighbors &present)
  {
    const typename Space::Phase phase(space, "record");
    when = now;
    neighbors = present;
    const RecordedAtoms to = allocate(nall, no_type);
    space.for_each(nall, CopyAtom<Atoms>{atoms, labels, to});
    space.for_each(no_type * no_type, CopyLaw{present_laws, laws.data()});
    fill = present.springs ? &ContactRecord::template fill_rows<NormalForce, true>
                           : &ContactRecord::template fill_rows<NormalForce, false>;
  }

  void forget() { when = {-1, -1}; }

  /** Call it in init_style(): LAMMPS will count builds from 0. builds: counted until now. */
  void count_from_zero(bigint builds)
  {
    if (when.builds == builds)
      when.builds = 0;
    else
      forget();
  }

  /** Step of the record, or -1 if there is none whose neighbor list is still there. */
  bigint step(bigint builds) const { return when.builds == builds ? when.step : -1; }

  /** Call it with a valid record. */
  int count(int groupbit)
  {
    const typename Space::Phase phase(space, "listing");
    listed = {recorded(), neighbors.list, groupbit};
    space.allocate(first, neighbors.inum + 1);
    space.for_each(neighbors.inum, CountRecorded<List>{listed, neighbors.ilist, first.data()});
    return number = space.scan(neighbors.inum, first.data());
  }

  /** Fills the rows that count() has counted, ContactForces::COLUMNS numbers each, on the host. */
  void fill_table(double *rows)
  {
    const typename Space::Phase phase(space, "listing");
    const std::size_t size = static_cast<std::size_t>(number) * ContactForces::COLUMNS;
    double *reachable = space.shadow(rows, size, table);
    (this->*fill)(reachable);
    if (size) space.copy_to_host(reachable, size, rows);
  }

  double bytes() const { return space.bytes(); }

 private:
  Space space;
  When when = {-1, -1};
  Neighbors neighbors = {};
  Array<VARDEM::Vec3> x, v, w;
  Array<double> radii, inverse_masses, table;
  Array<int> types, masks, first;
  Array<tagint> tags;
  Array<VARDEM::SoftContact> laws;
  int types_of_laws = 0, number = 0;
  RecordedContacts<List> listed = {};
  void (ContactRecord::*fill)(double *) = nullptr;

  RecordedAtoms recorded()
  {
    return {x.data(),     v.data(),     w.data(),    radii.data(), inverse_masses.data(),
            types.data(), masks.data(), tags.data(), laws.data(),  types_of_laws};
  }

  RecordedAtoms allocate(int nall, int no_type)
  {
    for (auto *vectors : {&x, &v, &w}) space.allocate(*vectors, nall);
    for (auto *numbers : {&radii, &inverse_masses}) space.allocate(*numbers, nall);
    for (auto *numbers : {&types, &masks}) space.allocate(*numbers, nall);
    space.allocate(tags, nall);
    space.allocate(laws, no_type * no_type);
    types_of_laws = no_type;
    return recorded();
  }

 public:    // CUDA takes no functions with loops that are private
  template <class NormalForce, bool SPRINGS> void fill_rows(double *rows)
  {
    space.for_each(
        neighbors.inum,
        FillRecorded<NormalForce, SPRINGS, List>{listed, neighbors.ilist, first.data(), rows});
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
