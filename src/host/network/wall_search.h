// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_SEARCH_H
#define VARDEM_HOST_WALL_SEARCH_H

#include "host/interfaces/soft_contacts.h"
#include "host/network/closed_contacts.h"
#include "host/network/near_walls.h"
#include "neighbor.h"
#include "update.h"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The fixes wall/contact of the input, and what loops must know about them. */
class PlacedWalls : protected Pointers {
 public:
  using Pointers::Pointers;

  typedef std::vector<std::pair<std::string, WallContacts *>> Fixes;    // with their IDs

  /** Of the last place(). */
  Fixes fixes;
  std::vector<PlacedWall> walls;
  std::vector<VARDEM::ContactParameters> laws;    // number of types + 1 of each wall
  bool have_shapes = true;                        // do kernels have all of them?

  /** Brings all walls to their places at this step. All processes must call it. */
  void place();
  /** Tells whose shapes kernels do not have. */
  void warn_of_host() const;
  /** How many surfaces a wall can have near an atom. */
  int most_surfaces() const;
  /** Has the input other walls? */
  bool are_others() const { return all_fixes(modify) != fixes; }
  /** Must the arrays of atoms be up to date on the host, so that walls can be found? Fixes without
   *  Kokkos have them there in any case. */
  static bool need_host(const Modify *modify);

  /** Stops because a wall passes the centre of an atom on too long a way. atom: what TellOfAtom
   *  tells. */
  [[noreturn]] void stop_at(int number, const double *atom, double gap) const;

 private:
  static Fixes all_fixes(const Modify *modify);
};

using VARDEM::copy_here;

/** The surfaces of walls of any shape, on the host. touches: room for those of one wall, so f must
 *  not call near(). */
struct AnyWalls {
  static constexpr bool HAVE_TRIANGLES = true;
  const std::pair<std::string, WallContacts *> *walls;
  VARDEM::WallTouch *touches;

  // It is a function of the host in a template for all Spaces. nvcc takes that as it is for calls
  // that depend on a parameter.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  template <class F, class Contacts = WallContacts>
  VARDEM_INLINE void near(int k, const VARDEM::Vec3 &x, double reach, const F &f) const
  {
    const int n = static_cast<Contacts *>(walls[k].second)->near(x, reach, touches);
    for (int j = 0; j < n; j++) f(touches[j]);
  }
};

/** Finds the walls near the owned atoms that can move: fixes wall/contact. The loops run where the
 *  Space is if kernels have the shapes of all walls, and otherwise on the host, where LAMMPS'
 *  regions are. */
template <class Space, class Atoms> class WallSearch : protected Pointers {
 public:
  template <class T> using Array = typename Space::template Array<T>;

  WallSearch(LAMMPS *lmp, const ContactRules &rules_in) :
      Pointers(lmp), rules(rules_in), placed(lmp)
  {
  }

  /** Brings the walls to their places at this step. All processes must call it. */
  void place(Space &space)
  {
    placed.place();
    bodies.clear();
    for (const PlacedWall &wall : placed.walls)
      bodies.insert(bodies.end(), wall.shape.bodies, wall.shape.bodies + wall.shape.nbodies);
    const VARDEM::WallBody *next = bodies_here.of(space, bodies);
    for (PlacedWall &wall : placed.walls) {
      wall.shape.bodies = next;
      next += wall.shape.nbodies;
    }
    walls_here = copy_here(space, placed.walls, placed_here);
    if (Space::SERIAL || placed.have_shapes || told_of_host) return;
    told_of_host = true;
    placed.warn_of_host();
  }

  // After place():

  /** The largest overlap of a particle with a wall over all processes, or 0. */
  double largest_overlap(Space &space, const Atoms &atoms)
  {
    double largest = 0.0;
    with_loop(space, atoms, {{neighbor->skin, 0.0}, neighbor->skin, HUGE_VAL, false, false},
              [&](auto &where, const auto &look) {
                largest = where.maximum(atom->nlocal,
                                        LargestWallOverlap<std::decay_t<decltype(look)>>{look});
              });
    return over_processes(largest, MPI_MAX, world);
  }

  /** Finds the surfaces that are in contact by a rule, as of now. in_step: walls are already at the
   *  end of the step, and atoms are still at its start. A wall that would pass the centre of an
   *  atom in this step is taken at its start, because the centre would see another side of the wall
   *  now, or none. Pieces of triangles count as seen from both places. curved: finds the curvatures
   *  of the surfaces, too. */
  void look(Space &space, const Atoms &atoms, const VARDEM::ClosedRule &closed, bool in_step,
            bool curved)
  {
    kept = closed;
    find(space, atoms, {closed, neighbor->skin, 0.5 * rules.closed.length, in_step, curved}, found);
    flags.assign(placed.walls.size(), 0);
    for (std::size_t k = 0; k < flags.size(); k++)
      for (int flag = 0; flag < ContactRules::WALL_FLAGS; flag++)
        if (marks[k * MARKS + flag]) flags[k] = flag;
  }

  /** Would look() find other contacts now? Between runs this tells only whether the input has other
   *  walls. All processes must call it; the answer is for this process, where those of the others
   *  are counted, too. */
  bool have_changed(Space &space, const Atoms &atoms)
  {
    if (placed.are_others()) return true;
    if (update->whichflag == 0 || placed.fixes.empty()) return false;
    place(space);
    find(space, atoms, {kept, neighbor->skin, HUGE_VAL, false, false}, now);
    const int n = now.of_atoms.natoms;
    const bool same = found.of_atoms.natoms == n;
    space.template reduce<1>(same ? n : 0, CountChangedWalls{found.of_atoms, now.of_atoms}, 0);
    return space.fetch(1)[0] > 0.0 || !same;
  }

  // Of the last look():

  const WallsOfAtoms &of_atoms() const { return found.of_atoms; }
  int count() const { return found.count; }
  /** By their numbers, where loops of the Space can reach them. */
  const PlacedWall *walls() const { return walls_here; }
  /** By the number of the wall, as ContactRules::require_walls() asks for it. */
  const std::vector<int> &touched() const { return flags; }
  double bytes() const { return found.bytes() + now.bytes(); }

 private:
  struct Found {
    std::vector<int> first;    // the host fills these
    std::vector<NearWall> walls;
    Array<int> first_here;
    Array<NearWall> walls_here;
    WallsOfAtoms of_atoms = {};
    int count = 0;

    double bytes() const
    {
      return static_cast<double>(first.capacity()) * sizeof(int) +
          static_cast<double>(walls.capacity()) * sizeof(NearWall);
    }
  };

  static constexpr int MARKS = LookAtWalls<Space, Atoms, ShapedWalls>::MARKS,
                       TOO_LONG = LookAtWalls<Space, Atoms, ShapedWalls>::TOO_LONG;

  const ContactRules &rules;
  PlacedWalls placed;
  bool told_of_host = false;
  VARDEM::ClosedRule kept = {0.0, 0.0};
  Found found, now;
  std::vector<int> flags, marks;
  std::vector<VARDEM::WallTouch> touches;
  std::vector<VARDEM::WallBody> bodies;    // of all walls
  VARDEM::SeldomCopied<Space, VARDEM::WallBody> bodies_here;
  Array<PlacedWall> placed_here;
  const PlacedWall *walls_here = nullptr;
  VARDEM::SeldomCopied<Space, VARDEM::ContactParameters> laws_here;
  Array<int> marks_here;

  /** Calls f with the Space where the loops run, and LookAtWalls. */
  template <class F>
  void with_loop(Space &space, const Atoms &atoms, const WallRules &wanted, const F &f)
  {
    const int n = static_cast<int>(placed.walls.size());
    const HeldAtoms held = rules.criteria().held;
    marks.assign(n * MARKS, 0);
    if (placed.have_shapes) {
      f(space,
        LookAtWalls<Space, Atoms, ShapedWalls>{atoms,
                                               held,
                                               wanted,
                                               n,
                                               rules.no_type(),
                                               walls_here,
                                               laws_here.of(space, placed.laws),
                                               {walls_here},
                                               copy_here(space, marks, marks_here)});
    } else {
      touches.resize(placed.most_surfaces());
      VARDEM::SerialSpace host;
      f(host,
        LookAtWalls<VARDEM::SerialSpace, ListedSpheres, AnyWalls>{
            {atom, nullptr},
            held,
            wanted,
            n,
            rules.no_type(),
            placed.walls.data(),
            placed.laws.data(),
            {placed.fixes.data(), touches.data()},
            marks.data()});
    }
  }

  void find(Space &space, const Atoms &atoms, const WallRules &wanted, Found &to)
  {
    to.of_atoms = {};
    to.count = 0;
    if (placed.walls.empty()) return;
    with_loop(space, atoms, wanted, [&](auto &where, const auto &look) {
      if constexpr (std::decay_t<decltype(where)>::SERIAL) {
        list_in_order(look, to);
        to.of_atoms = {atom->nlocal, copy_here(space, to.first, to.first_here),
                       copy_here(space, to.walls, to.walls_here)};
      } else {
        list(space, look, to);
        space.copy_to_host(look.marks, marks.size(), marks.data());
      }
      require_short_ways(where, look);
    });
  }

  template <class Look> void list(Space &space, const Look &look, Found &to)
  {
    const int n = atom->nlocal;
    space.allocate(to.first_here, n + 1);
    space.for_each(n, CountNearWalls<Look>{look, to.first_here.data()});
    to.count = space.scan(n, to.first_here.data());
    space.allocate(to.walls_here, to.count);
    space.for_each(n, FillNearWalls<Look>{look, to.first_here.data(), to.walls_here.data()});
    to.of_atoms = {n, to.first_here.data(), to.walls_here.data()};
  }

  /** The same in one loop. */
  template <class Look> void list_in_order(const Look &look, Found &to)
  {
    to.walls.clear();
    to.first.assign(1, 0);
    for (int i = 0; i < atom->nlocal; i++) {
      look.each(i, [&](const NearWall &near) {
        to.walls.push_back(near);
      });
      for (std::size_t k = to.first.back(); k < to.walls.size(); k++) look.complete(i, to.walls[k]);
      to.first.push_back(static_cast<int>(to.walls.size()));
    }
    to.count = to.first.back();
  }

  template <class Where, class Look> void require_short_ways(Where &where, const Look &look)
  {
    for (std::size_t k = 0; k < placed.walls.size(); k++) {
      const int i = marks[k * MARKS + TOO_LONG] - 1;
      if (i < 0) continue;
      std::vector<double> told(5);
      typename Where::template Array<double> told_here;
      double *here = copy_here(where, told, told_here);
      where.for_each(1, TellOfAtom<typename Look::Atoms>{look.atoms, i, here});
      where.copy_to_host(here, told.size(), told.data());
      placed.stop_at(k, told.data(), rules.closed.length);
    }
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
