// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NETWORK_BUILDER_H
#define VARDEM_HOST_NETWORK_BUILDER_H

#include "host/network/near_walls.h"
#include "host/network/network_builder_loops.h"
#include "host/network/wall_search.h"
#include "solvers/network/contact_network.h"
#include "solvers/packing/resting_spheres.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// The spheres at the two ends of a contact of a network, as the loops of steps_loops.h see them. i
// is the row of the contact, c its number in the network of the step:
//   atoms                    has type(a), mask(a), tag(a) of atom a, owned or ghost
//                            (host/network/closed_contacts.h)
//   first(i, c)              the atom of the row, owned or ghost
//   second(i, c)             the other atom, or -1 at a wall
//   wall(i, c)               the wall, where there is one
//   touch(i, c)              TouchingSpheres of the two spheres at the start of the step, or of the
//                            first one and the wall point
//   centre(i, c), radius(i, c)    of the first sphere, at the start of the step

/** For networks whose rows are spheres. The columns behind the atoms are wall points. */
template <class Atoms> struct SphereEnds {
  VARDEM::ContactRows<VARDEM::CentralGeometry> rows;
  Atoms atoms;
  const int *atom_of;
  const double *radii;
  const NearWall *walls;
  int natoms;

  VARDEM_INLINE int first(int i, int) const { return atom_of[i]; }
  VARDEM_INLINE int second(int, int c) const
  {
    const int j = rows.column[c];
    return j < natoms ? atom_of[j] : -1;
  }
  VARDEM_INLINE const NearWall &wall(int, int c) const { return walls[rows.column[c] - natoms]; }
  VARDEM_INLINE VARDEM::TouchingSpheres touch(int i, int c) const
  {
    const int j = rows.column[c];
    return VARDEM::touching_spheres(rows.geometry.row(i, j, c), radii[i], radii[j]);
  }
  VARDEM_INLINE VARDEM::Vec3 centre(int i, int) const
  {
    return VARDEM::vectors_at(rows.geometry.x)[i];
  }
  VARDEM_INLINE double radius(int i, int) const { return radii[i]; }
};

/** The same spheres behind the motions u of the columns, or where they are if u is null. */
template <class Atoms> struct SphereEndsAtRest : SphereEnds<Atoms> {
  const double *u;

  VARDEM_INLINE VARDEM::TouchingSpheres touch(int i, int c) const
  {
    const VARDEM::TouchingSpheres now = SphereEnds<Atoms>::touch(i, c);
    return u ? VARDEM::moved(now, u + 3 * i, u + 3 * this->rows.column[c]) : now;
  }
  VARDEM_INLINE VARDEM::Vec3 centre(int i, int c) const
  {
    const VARDEM::Vec3 now = SphereEnds<Atoms>::centre(i, c);
    return u ? now + VARDEM::vectors_at(u)[i] : now;
  }
};

/** Collects the contacts of a packing as rows for a solver: half rows from a half neighbor list,
 *  which only a serial Space can fill, or full rows from a full list. They are valid until atoms
 *  move to other processes or neighbor lists are rebuilt. */
template <class Space_, class Atoms_> class NetworkBuilder : protected Pointers {
 public:
  using Space = Space_;
  using Atoms = Atoms_;
  using Contacts = ClosedContacts<Atoms>;
  using Network = VARDEM::ContactNetwork<Space, VARDEM::CentralGeometry>;
  template <class T> using Array = typename Space::template Array<T>;
  static_assert(Space::SERIAL || !Atoms::HALF, "threads would add to the same half rows");

  Network network;
  Network own_images;    // of find_own_images(); rows and columns are those of `network`
  Array<int> column;     // of each atom, owned or ghost
  Array<int> atom_of;    // of each column but the last ones, which belong to walls
  Contacts contacts;

  NetworkBuilder(LAMMPS *lmp, ContactRules &rules_in) :
      Pointers(lmp), rules(rules_in), near_walls(lmp, rules_in)
  {
    network.full = own_images.full = !Atoms::HALF;
  }

  /** Makes the network from the present atoms and the present rules. */
  void collect(Space &space, const Atoms &atoms)
  {
    take(space, atoms, false);
    find_contacts(space);
  }
  /** The first half of collect(): columns, and contacts with walls. in_step: as WallSearch::look()
   *  has it. */
  void take(Space &space, const Atoms &atoms, bool in_step)
  {
    contacts.step = StepAhead();
    look_at(space, atoms, in_step);
    number_columns(space);
  }
  /** The second half: contacts of the atoms of take(), by the present contacts.step. */
  void find_contacts(Space &space)
  {
    count_contacts(space);
    fill_rows(space, contacts, network);
    space.for_each(walls().natoms,
                   FillWalls{walls(), column.data(), network.first.data(), network.nrows, natoms,
                             network.column.data(), network.stiffness.data()});
  }

  /** Finds where atoms of the last collect() touch their own images. No motion of the atoms changes
   *  such a contact, so the network of a solver has none of them. */
  void find_own_images(Space &space)
  {
    const Contacts touching = contacts_with_own_images();
    own_images.nrows = network.nrows;
    own_images.first_fixed = network.first_fixed;
    own_images.ncolumns = network.ncolumns;
    own_images.geometry = network.geometry;
    count_rows(space, touching, own_images);
    fill_rows(space, touching, own_images);
  }

  /** What has changed about the atoms since the last collect(): bits of Change, or 0. It is the
   *  answer for this process, where the numbers of the other processes are counted, too; so all
   *  processes must call it. atoms: needs no list. */
  int changes(Space &space, const Atoms &atoms)
  {
    const int nall = atom->nlocal + atom->nghost;
    const bool same = nall == natoms;
    Contacts now = {atoms, contacts.criteria};
    now.criteria.held = rules.find_held();
    space.template reduce<4>(same ? nall : 0,
                             CountChanges<Contacts>{now, column.data(), network.first_fixed,
                                                    centres.data(), radii.data(), types.data()},
                             0);
    const double *sums = space.fetch(4);
    int found = same ? 0 : MOVED;
    const int bits[4] = {MOVED, RESIZED, RETYPED, HELD};
    for (int k = 0; k < 4; k++)
      if (sums[k] > 0.0) found |= bits[k];
    if (near_walls.have_changed(space, atoms)) found |= WALLS;
    return found;
  }

  /** Finds the row, and its process, that each ghost column of the last collect() stands for.
   *  Solvers with factors, and those that take one contact after the other, ask for them. */
  void find_owners(Space &space)
  {
    network.owners.clear();
    std::vector<double> place(3 * network.ncolumns, -1.0);
    for (int i = 0; i < network.nrows; i++) {
      place[3 * i] = space.me();
      place[3 * i + 1] = i;
    }
    double *const here = space.shadow(place.data(), place.size(), places);
    space.copy_from_host(place.data(), place.size(), here);
    space.forward(here, 3);
    space.copy_to_host(here, place.size(), place.data());
    for (int c = network.nrows; c < network.first_fixed; c++) {
      network.owners.process.push_back(static_cast<int>(place[3 * c]));
      network.owners.row.push_back(static_cast<int>(place[3 * c + 1]));
    }
  }

  /** Of the last collect(). */
  VARDEM::ColumnSpheres spheres() const
  {
    return {centres.data(),
            radii.data(),
            natoms,
            near_walls.count(),
            row_of_wall_point.data(),
            curvature_of_wall_point.data()};
  }
  /** How many atoms have a column. The columns behind belong to walls. */
  int atom_columns() const { return natoms; }
  const WallsOfAtoms &walls() const { return near_walls.of_atoms(); }
  /** The walls by their numbers. */
  const PlacedWall *placed_walls() const { return near_walls.walls(); }
  /** Has this process contacts with walls? */
  bool has_walls() const { return near_walls.count() > 0; }

  /** Of a sphere whose rotation does not matter. */
  static int free_motions(int dimension) { return dimension; }
  /** The atoms of the contacts of the last collect(). atoms: the present ones, in the same
   *  order. */
  SphereEnds<Atoms> ends(const Atoms &atoms) const
  {
    return {network.rows(), atoms, atom_of.data(), radii.data(), walls().walls, natoms};
  }

  double bytes() const { return near_walls.bytes() + network.owners.bytes(); }

  /** Has any process a contact with a ghost that can move? */
  bool needs_ghosts() const { return ghosts_needed; }

 private:
  ContactRules &rules;
  Array<double> centres, radii;    // of columns, like types
  Array<double> places;            // of find_owners()
  Array<int> types, touching, next_both, next_other;
  VARDEM::SeldomCopied<Space, double> stiffness;    // of two types, and their moduli
  bool ghosts_needed = false;
  WallSearch<Space, Atoms> near_walls;
  Array<int> row_of_wall_point;
  Array<VARDEM::WallPointCurvature> curvature_of_wall_point;
  int natoms = 0;    // owned and ghost

  void look_at(Space &space, const Atoms &atoms, bool in_step)
  {
    contacts.atoms = atoms;
    contacts.criteria = rules.criteria();
    contacts.criteria.stiffness = stiffness.of(space, rules.stiffness_table());
    contacts.criteria.modulus = contacts.criteria.stiffness + rules.no_types();
    near_walls.place(space);
    if (rules.overlap)
      contacts.criteria.closed.length = rules.find_reach(
          std::max(space.maximum(contacts.atoms.count(), LargestOverlap<Contacts>{contacts}),
                   near_walls.largest_overlap(space, atoms)));
    near_walls.look(space, atoms, contacts.criteria.closed, in_step, rules.overlap || rules.trial);
  }

  /** Returns the next number. */
  int number(Space &space, int from, int to, bool fixed, int next)
  {
    return next +
        space.select(
            to - from,
            NumberColumns<Contacts>{contacts, from, next, fixed, column.data(), atom_of.data()});
  }

  /** First the owned atoms that can move, then the ghosts that can move, then all fixed ones. */
  void number_columns(Space &space)
  {
    const int nlocal = atom->nlocal, nall = nlocal + atom->nghost, nwalls = near_walls.count();
    natoms = nall;
    space.allocate(column, nall);
    space.allocate(atom_of, nall);
    space.allocate(centres, 3 * (nall + nwalls));
    space.allocate(radii, nall + nwalls);
    space.allocate(types, nall);
    space.allocate(row_of_wall_point, nwalls);
    space.allocate(curvature_of_wall_point, nwalls);
    network.nrows = number(space, 0, nlocal, false, 0);
    network.first_fixed = number(space, nlocal, nall, false, network.nrows);
    network.ncolumns = number(space, 0, nall, true, network.first_fixed) + nwalls;
    space.for_each(
        nall,
        KeepAtoms<Contacts>{contacts, atom_of.data(), centres.data(), radii.data(), types.data()});
    space.for_each(walls().natoms,
                   KeepWallPoints<Contacts>{contacts, walls(), column.data(), nall, centres.data(),
                                            radii.data(), row_of_wall_point.data(),
                                            curvature_of_wall_point.data()});
    network.geometry = {centres.data()};
    network.nbodies = rules.all(network.nrows);
  }

  Contacts contacts_with_own_images() const
  {
    Contacts touching = contacts;
    touching.criteria.own_images = true;
    touching.criteria.closed = rules.closed;
    return touching;
  }

  /** Puts the sums of CountClosed into the slots of the Space. */
  void count_rows(Space &space, const Contacts &touching, Network &of)
  {
    const int n = of.nrows;
    space.allocate(of.first, n + 1);
    space.for_each(n + 1, SetTo<int>{0, of.first.data()});
    if (Atoms::HALF) {
      space.allocate(of.middle, n);
      space.for_each(n, SetTo<int>{0, of.middle.data()});
    }
    space.template reduce<2>(touching.atoms.count(),
                             CountClosed<Contacts>{touching, column.data(), n, of.first_fixed,
                                                   of.first.data(), of.middle.data()},
                             0);
  }

  /** Stops if there are contacts that a network cannot have. */
  void count_contacts(Space &space)
  {
    const int n = network.nrows;
    count_rows(space, contacts, network);
    space.for_each(walls().natoms, CountWalls{walls(), column.data(), n, network.first.data()});
    const double *sums = space.fetch(2);
    ghosts_needed = sums[0] > 0.0;
    const bool no_distance = sums[1] > 0.0;
    if (no_distance) name_same_place(space);
    if (rules.has_two_laws()) rules.take_law(mark_touching(space));
    rules.require_walls(near_walls.touched());
  }

  void fill_rows(Space &space, const Contacts &touching, Network &of)
  {
    const int n = of.nrows;
    of.ncontacts = space.scan(n, of.first.data());
    space.allocate(of.column, of.ncontacts);
    space.allocate(of.stiffness, of.ncontacts);
    if (Atoms::HALF) {
      space.allocate(next_both, n);
      space.allocate(next_other, n);
      space.for_each(
          n, StartHalfRows{of.first.data(), of.middle.data(), next_both.data(), next_other.data()});
    }
    space.for_each(touching.atoms.count(),
                   FillRows<Contacts>{touching, column.data(), of.first.data(), n, next_both.data(),
                                      next_other.data(), of.column.data(), of.stiffness.data()});
  }

  /** 1 for each pair of types whose particles touch on this process, by code_of_types(). */
  std::vector<int> mark_touching(Space &space)
  {
    std::vector<int> marks(rules.no_types(), 0);
    int *reachable = copy_here(space, marks, touching);
    space.for_each(contacts.atoms.count(), MarkTouching<Space, Contacts>{contacts, reachable});
    if (rules.overlap)
      space.for_each(contacts.atoms.count(),
                     MarkTouching<Space, Contacts>{contacts_with_own_images(), reachable});
    space.copy_to_host(reachable, marks.size(), marks.data());
    return marks;
  }

  void name_same_place(Space &space)
  {
    const tagint low = least_tag(space, 0);
    rules.not_apart(low, least_tag(space, low));
  }

  tagint least_tag(Space &space, tagint partner_of) const
  {
    using Loop = SamePlace<Contacts>;
    return static_cast<tagint>(Loop::MOST -
                               space.maximum(contacts.atoms.count(), Loop{contacts, partner_of}));
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
