/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_PACKING_KOKKOS_H
#define LMP_VARDEM_PACKING_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "force.h"
#include "host/packing.h"
#include "neigh_list_kokkos.h"
#include "vardem_exchange_kokkos.h"
#include "vardem_space_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Finds the contacts of atoms in their full neighbor list. */
template <class DeviceType> struct ClosedContacts {
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = X_MASK | RADIUS_MASK | TYPE_MASK | MASK_MASK | TAG_MASK;

  typename AT::t_kkfloat_1d_3_lr x;
  typename AT::t_kkfloat_1d radius;
  typename AT::t_int_1d type, mask;
  typename AT::t_tagint_1d tag;
  int inum;
  typename AT::t_int_1d numneigh;
  typename AT::t_neighbors_2d neighbors;
  Kokkos::View<double **, typename DeviceType::memory_space> stiffness;    // of two types
  VARDEM::ClosedRule closed;
  HeldAtoms held;
  bool excluded[4];    // kinds of special bonds

  KOKKOS_INLINE_FUNCTION bool is_fixed(int i) const { return held.is_fixed(mask(i)); }

  /** Calls f(j, TouchingSpheres, stiffness) for each contact of the owned atom i with an atom j, unless both are fixed. */
  template <class F> KOKKOS_INLINE_FUNCTION void of_atom(int i, const F &f) const
  {
    if (i >= inum) return;
    const bool fixed = is_fixed(i);
    const double xi[3] = {x(i, 0), x(i, 1), x(i, 2)};
    VARDEM::TouchingSpheres touch;
    for (int jj = 0; jj < numneigh(i); jj++) {
      const int entry = neighbors(i, jj), j = entry & NEIGHMASK;
      if (excluded[entry >> SBBITS & 3] || (fixed && is_fixed(j)) || tag(i) == tag(j)) continue;
      const double xj[3] = {x(j, 0), x(j, 1), x(j, 2)};
      if (VARDEM::are_closed(xi, radius(i), xj, radius(j), closed, touch))
        f(j, touch, stiffness(type(i), type(j)));
    }
  }
};

// Loops that make a network of the contacts

/** Numbers the atoms from `from` on: only the fixed ones, or only the others. */
template <class Contacts, class Array> struct NumberColumns {
  Contacts contacts;
  int from, next;
  bool fixed;
  Array column, atom_of;

  KOKKOS_INLINE_FUNCTION void operator()(const int k, int &n, const bool last) const
  {
    const int i = from + k;
    if (contacts.is_fixed(i) != fixed) return;
    if (last) {
      column(i) = next + n;
      atom_of(next + n) = i;
    }
    n++;
  }
};

template <class Contacts> struct Centres {
  Contacts contacts;
  const int *atom_of;
  double *centres, *radii;
  int *types;

  KOKKOS_INLINE_FUNCTION void operator()(const int c) const
  {
    const int i = atom_of[c];
    for (int k = 0; k < 3; k++) centres[3 * c + k] = contacts.x(i, k);
    radii[c] = contacts.radius(i);
    types[c] = contacts.type(i);
  }
};

/** Counts the contacts of each row. Sums over owned atoms: contacts with ghosts that can move, contacts without stiffness, and
 *  contacts without distance. Fixed atoms count, too, because their per-atom results are computed here. */
template <class Contacts> struct CountClosed {
  Contacts contacts;
  const int *column;
  int nrows, first_fixed;
  int *count;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, VARDEM::Sums<3> &sums) const
  {
    int n = 0;
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double k) {
      n++;
      sums.s[0] += column[j] >= nrows && column[j] < first_fixed;
      sums.s[1] += !(k > 0.0);
      sums.s[2] += !(touch.distance > 0.0);
    });
    if (column[i] < nrows) count[column[i]] = n;
  }
};

template <class Contacts> struct FillRows {
  Contacts contacts;
  const int *atom_of, *column_of, *first;
  int *column;
  double *stiffness;

  KOKKOS_INLINE_FUNCTION void operator()(const int row) const
  {
    int c = first[row];
    contacts.of_atom(atom_of[row], [&](int j, const VARDEM::TouchingSpheres &, double k) {
      column[c] = column_of[j];
      stiffness[c++] = k;
    });
  }
};

/** Finds the smallest code of types (ContactRules::code_of_types) of a contact without stiffness. */
template <class Contacts> struct MissingStiffness {
  Contacts contacts;
  int no_type;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, int &least) const
  {
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double k) {
      const int code = type_pair_code(contacts.type(i), contacts.type(j), no_type);
      if (!(k > 0.0) && code < least) least = code;
    });
  }
};

/** Finds the smallest ID of an atom that is at the same place as another one; or the smallest ID of the others that are at
 *  the place of atom partner_of. */
template <class Contacts> struct SamePlace {
  Contacts contacts;
  tagint partner_of;    // or 0

  KOKKOS_INLINE_FUNCTION void operator()(const int i, tagint &least) const
  {
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double) {
      const tagint a = contacts.tag(i), b = contacts.tag(j), low = a < b ? a : b,
                   high = a + b - low;
      if (touch.distance > 0.0 || (partner_of && low != partner_of)) return;
      const tagint here = partner_of ? high : low;
      if (here < least) least = here;
    });
  }
};

/** Finds what has changed about the atoms since the last collect(): bits of Change. */
template <class Contacts> struct FindChanges {
  Contacts contacts;
  const int *column;
  int first_fixed;
  const double *centres, *radii;
  const int *types;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, int &found) const
  {
    const int col = column[i];
    const double *c = centres + 3 * col;
    if (contacts.x(i, 0) != c[0] || contacts.x(i, 1) != c[1] || contacts.x(i, 2) != c[2])
      found |= MOVED;
    if (contacts.radius(i) != radii[col]) found |= RESIZED;
    if (contacts.type(i) != types[col]) found |= RETYPED;
    if (contacts.is_fixed(i) != (col >= first_fixed)) found |= HELD;
  }
};

/** Marks the pairs of types whose particles touch, by ContactRules::code_of_types(). */
template <class Contacts> struct MarkTouching {
  Contacts contacts;
  int no_type;
  int *touching;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double) {
      const int code = type_pair_code(contacts.type(i), contacts.type(j), no_type);
      Kokkos::atomic_store(touching + code, 1);
    });
  }
};

/** Collects the contacts of a packing on a device as full rows for a solver. Packing does this on the host. */
template <class DeviceType> class PackingKokkos : protected Pointers {
 public:
  typedef SpaceKokkos<DeviceType, Exchange> Space;
  typedef VARDEM::ContactNetwork<Space, VARDEM::CentralGeometry> Network;
  typedef ClosedContacts<DeviceType> Contacts;
  template <class T> using Array = typename Space::template Array<T>;

  Network network;
  Array<int> column;     // of each atom, owned or ghost
  Array<int> atom_of;    // of each column
  Contacts contacts;

  PackingKokkos(LAMMPS *lmp, ContactRules &rules_in) :
      Pointers(lmp), rules(rules_in), atomKK((AtomKokkos *) atom)
  {
    network.full = true;
  }

  void collect(Space &space, NeighList *list)
  {
    look_at(list);
    number_columns(space);
    fill_rows(space);
  }

  bool needs_ghosts() const { return ghosts_needed; }

  /** What has changed about the atoms of this process since the last collect(): bits of Change, or 0. */
  int changes() const
  {
    const int nall = atom->nlocal + atom->nghost;
    if (nall != network.ncolumns) return MOVED;
    Contacts now = contacts;
    look_at_atoms(now);
    now.held = rules.find_held();
    int found = 0;
    Kokkos::parallel_reduce("vardem:changes", Range(0, nall),
                            FindChanges<Contacts>{now, column.data(), network.first_fixed,
                                                  centres.data(), radii.data(), types.data()},
                            Kokkos::BOr<int>(found));
    return found;
  }

 private:
  typedef Kokkos::RangePolicy<DeviceType> Range;

  ContactRules &rules;
  AtomKokkos *atomKK;
  Array<double> centres, radii;    // of columns, like types
  Array<int> types, touching;
  bool ghosts_needed = false;

  void look_at(NeighList *list)
  {
    const auto *kk_list = static_cast<NeighListKokkos<DeviceType> *>(list);
    look_at_atoms(contacts);
    contacts.inum = list->inum;
    contacts.numneigh = kk_list->d_numneigh;
    contacts.neighbors = kk_list->d_neighbors;
    contacts.closed = rules.closed;
    for (int k = 0; k < 4; k++) contacts.excluded[k] = rules.is_excluded(k);
    copy_stiffness();
  }

  void look_at_atoms(Contacts &c) const
  {
    c.x = atomKK->k_x.template view<DeviceType>();
    c.radius = atomKK->k_radius.template view<DeviceType>();
    c.type = atomKK->k_type.template view<DeviceType>();
    c.mask = atomKK->k_mask.template view<DeviceType>();
    c.tag = atomKK->k_tag.template view<DeviceType>();
    c.held = rules.held_atoms();
  }

  void copy_stiffness()
  {
    const int n = rules.no_type();
    if (static_cast<int>(contacts.stiffness.extent(0)) != n)
      contacts.stiffness = decltype(contacts.stiffness)("vardem:stiffness", n, n);
    const auto host = Kokkos::create_mirror_view(contacts.stiffness);
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++) host(i, j) = rules.stiffness(i, j);
    Kokkos::deep_copy(contacts.stiffness, host);
  }

  /** Returns the next number. */
  int number(int from, int to, bool fixed, int next)
  {
    int n = 0;
    Kokkos::parallel_scan(
        "vardem:columns", Range(0, to - from),
        NumberColumns<Contacts, Array<int>>{contacts, from, next, fixed, column, atom_of}, n);
    return next + n;
  }

  /** First the owned atoms that can move, then the ghosts that can move, then all fixed ones. */
  void number_columns(Space &space)
  {
    const int nlocal = atom->nlocal, nall = nlocal + atom->nghost;
    space.allocate(column, nall);
    space.allocate(atom_of, nall);
    space.allocate(centres, 3 * nall);
    space.allocate(radii, nall);
    space.allocate(types, nall);
    network.nrows = number(0, nlocal, false, 0);
    network.first_fixed = number(nlocal, nall, false, network.nrows);
    network.ncolumns = number(0, nall, true, network.first_fixed);
    space.for_each(
        nall,
        Centres<Contacts>{contacts, atom_of.data(), centres.data(), radii.data(), types.data()});
    network.geometry = {centres.data()};

    bigint rows = network.nrows, all;
    MPI_Allreduce(&rows, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
    network.nbodies = all;
  }

  void fill_rows(Space &space)
  {
    const int n = network.nrows;
    space.allocate(network.first, n + 1);
    space.template reduce<3>(atom->nlocal,
                             CountClosed<Contacts>{contacts, column.data(), n, network.first_fixed,
                                                   network.first.data()},
                             0);
    const double *sums = space.fetch(3);
    ghosts_needed = sums[0] > 0.0;
    const bool no_stiffness = sums[1] > 0.0, no_distance = sums[2] > 0.0;
    if (no_distance) name_same_place();
    if (no_stiffness) name_missing_stiffness();
    if (rules.has_two_laws()) take_law(space);

    network.ncontacts = space.scan(n, network.first.data());
    space.allocate(network.column, network.ncontacts);
    space.allocate(network.stiffness, network.ncontacts);
    space.for_each(n,
                   FillRows<Contacts>{contacts, atom_of.data(), column.data(), network.first.data(),
                                      network.column.data(), network.stiffness.data()});
  }

  void name_missing_stiffness()
  {
    int least = rules.no_types();
    Kokkos::parallel_reduce("vardem:stiffness", Range(0, atom->nlocal),
                            MissingStiffness<Contacts>{contacts, rules.no_type()},
                            Kokkos::Min<int>(least));
    rules.require_stiffness(std::min(least, rules.no_types()));
  }

  void take_law(Space &space)
  {
    std::vector<int> marks(rules.no_types(), 0);
    space.allocate(touching, marks.size());
    space.copy_from_host(marks.data(), marks.size(), touching.data());
    space.for_each(atom->nlocal,
                   MarkTouching<Contacts>{contacts, rules.no_type(), touching.data()});
    space.copy_to_host(touching.data(), marks.size(), marks.data());
    rules.take_law(marks);
  }

  void name_same_place()
  {
    tagint low = least_tag(0), high = low < MAXTAGINT ? least_tag(low) : MAXTAGINT;
    rules.require_distance(low, high);
  }

  tagint least_tag(tagint partner_of) const
  {
    tagint least = MAXTAGINT;
    Kokkos::parallel_reduce("vardem:same_place", Range(0, atom->nlocal),
                            SamePlace<Contacts>{contacts, partner_of}, Kokkos::Min<tagint>(least));
    return std::min(least, static_cast<tagint>(MAXTAGINT));
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
