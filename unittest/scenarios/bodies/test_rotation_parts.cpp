// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The per-atom store of the integrators, keyword restart exact, and what fix damping/cundall/onstep
// consists of: without a run.

#include "scenario.h"

#include "host/damping/cundall_damping.h"
#include "host/damping/damping_settings.h"
#include "host/store/per_atom_store.h"
#include "host/store/restarted_forces.h"

#include "atom.h"
#include "lammps.h"
#include "lmptype.h"
#include "memory.h"
#include "update.h"

#include <cmath>
#include <numeric>

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::VARDEM_NS;
using namespace scenario;

namespace {

/** A store with three tables: 2 columns; 3 columns, of which restart files have two; 1 column that
 *  it does not use. */
struct Shelf {
  Simulation sim;
  PerAtomStore store;
  int pairs, triples, unused;

  Shelf() :
      store(sim.lammps()->memory), pairs(store.declare("pairs", 2, 0, {1.0, -1.0})),
      triples(store.declare("triples", 3, 2)), unused(store.declare("unused", 1, 1))
  {
    store.use(pairs);
    store.use(triples);
    store.grow(4);
    for (int i = 0; i < 4; i++) store.set(i);
  }

  void fill(int i, double first)
  {
    std::iota(store.rows(pairs)[i], store.rows(pairs)[i] + 2, first);
    std::iota(store.rows(triples)[i], store.rows(triples)[i] + 3, first + 2.0);
  }

  std::vector<double> row(int i) const
  {
    std::vector<double> all(store.rows(pairs)[i], store.rows(pairs)[i] + 2);
    all.insert(all.end(), store.rows(triples)[i], store.rows(triples)[i] + 3);
    return all;
  }
};

using Row = std::vector<double>;

}    // namespace

// The file may have tables that the fix knows, but does not use now. It may not have unknown ones,
// nor another size.

TEST(PerAtomStore, RestartFileOfOtherTables)
{
  Shelf shelf;
  double both[] = {5.0, ubuf(1 << shelf.triples | 1 << shelf.unused).d, 7.0, 8.0, 9.0};
  EXPECT_EQ(shelf.store.unpack_restart(0, both, 0), 1 << shelf.triples | 1 << shelf.unused);
  EXPECT_EQ(shelf.row(0), (Row{1.0, -1.0, 7.0, 8.0, 0.0}));
  double size[] = {4.0, ubuf(1 << shelf.triples | 1 << shelf.unused).d, 7.0, 8.0};
  EXPECT_EQ(shelf.store.unpack_restart(0, size, 0), -1);
  double unknown[] = {4.0, ubuf(1 << 5).d, 7.0, 8.0};
  EXPECT_EQ(shelf.store.unpack_restart(0, unknown, 0), -1);
  double no_restart[] = {4.0, ubuf(1 << shelf.pairs).d, 7.0, 8.0};
  EXPECT_EQ(shelf.store.unpack_restart(0, no_restart, 0), -1);
  double empty[] = {1.0};
  EXPECT_EQ(shelf.store.unpack_restart(0, empty, 0), -1);
}

// Elsewhere the rows are asked to come to the host before each access, and marked after each
// change.

TEST(PerAtomStore, LivesElsewhere)
{
  struct Elsewhere : PerAtomMemory {
    int came = 0, changed = 0;
    using PerAtomMemory::PerAtomMemory;
    void to_host() override { came++; }
    void changed_on_host() override { changed++; }
  };
  Shelf shelf;
  shelf.fill(3, 5.0);
  auto place = std::make_unique<Elsewhere>(shelf.sim.lammps()->memory);
  const Elsewhere &there = *place;
  shelf.store.move_to(std::move(place));
  EXPECT_EQ(there.changed, 1);
  EXPECT_EQ(shelf.row(3), (Row{5.0, 6.0, 7.0, 8.0, 9.0}));
  double buf[5];
  shelf.store.pack(3, buf);
  EXPECT_EQ(there.came, 1);
  EXPECT_EQ(there.changed, 1);
  shelf.store.unpack(1, buf);
  shelf.store.copy(3, 2);
  EXPECT_EQ(there.came, 3);
  EXPECT_EQ(there.changed, 3);
}

namespace {

/** Two spheres with forces, and a store for restart exact. */
struct Forces {
  Simulation sim;
  PerAtomStore store;
  RestartedForces forces;
  Atom *atom;

  Forces() :
      sim("units lj\natom_style sphere\nregion box block 0 9 0 9 0 9\ncreate_box 1 box\n"
          "create_atoms 1 single 1 1 1\ncreate_atoms 1 single 3 3 3\n"),
      store(sim.lammps()->memory), forces(sim.lammps(), store, "test:kept"),
      atom(sim.lammps()->atom)
  {
    store.use(forces.table());
    store.grow(atom->nmax);
    for (int i = 0; i < 2; i++) {
      store.set(i);
      forces.set(i);
      for (int k = 0; k < 3; k++) {
        atom->f[i][k] = 1.0 + 10.0 * i + k;
        atom->torque[i][k] = 4.0 + 10.0 * i + k;
        atom->v[i][k] = atom->omega[i][k] = 0.5;
      }
    }
  }

  double *row(int i) const { return store.rows(forces.table())[i]; }
};

}    // namespace

TEST(RestartedForces, AreUsedInTheFirstStepOnly)
{
  Forces set;
  Update *update = set.sim.lammps()->update;
  std::fill_n(set.row(0), 6, 7.0);    // the file has none for the second atom
  update->ntimestep = 20;
  update->whichflag = 1;
  set.forces.arrived();
  set.forces.init("test");
  EXPECT_TRUE(set.forces.waiting());
  EXPECT_FALSE(set.forces.due(21));
  ASSERT_TRUE(set.forces.start_half_step());
  set.forces.to_half_step(1, set.atom->omega);
  EXPECT_EQ(set.atom->f[0][0], 7.0);
  EXPECT_EQ(set.atom->f[1][0], 0.0);
  set.atom->v[0][0] = set.atom->omega[0][0] = -1.0;
  set.forces.to_step(set.atom->omega);
  EXPECT_EQ(set.atom->v[0][0], 0.5);
  EXPECT_EQ(set.atom->omega[0][0], 0.5);
  set.atom->f[0][0] = set.atom->f[1][0] = -3.0;    // as setup computes them anew
  update->ntimestep = 21;
  set.forces.use(1);
  EXPECT_EQ(set.atom->f[0][0], 7.0);
  EXPECT_EQ(set.atom->f[1][0], -3.0);
  EXPECT_FALSE(set.forces.waiting());
  update->whichflag = 0;
}

TEST(RestartedForces, OfAnotherStepAreDropped)
{
  Forces set;
  set.sim.lammps()->update->ntimestep = 20;
  set.forces.arrived();
  set.sim.lammps()->update->ntimestep = 30;
  set.forces.init("test");
  EXPECT_FALSE(set.forces.waiting());
  set.sim.lammps()->update->ntimestep = 0;
}

// A step of constant power P takes h P; the first call of a run takes nothing (kernels/cundall.h).

TEST(DissipationBooks, KeepTheAccountsApart)
{
  DissipationBooks books;
  const char names[2] = {};    // two addresses: the books ask fixes for nothing
  const auto fix = [&](int n) {
    return reinterpret_cast<const Fix *>(&names[n]);
  };
  const Dissipation none = {};
  const DampingSums two = {{2.0, 0.0}, {1.0, 0.0}};
  books.add(fix(0), two, 0.5, true);
  EXPECT_EQ(books.entry(DissipationBooks::LINEAR, none), 0.0);
  EXPECT_EQ(books.entry(DissipationBooks::RATE, none), 3.0);
  books.add(fix(0), two, 0.5, false);
  books.add(fix(1), two, 0.5, true);
  EXPECT_EQ(books.entry(DissipationBooks::LINEAR, none), 0.5 * 2.0);
  EXPECT_EQ(books.entry(DissipationBooks::ANGULAR, none), 0.5 * 1.0);
  EXPECT_EQ(books.entry(DissipationBooks::RATE, none), 6.0);
  books.start_run();
  EXPECT_EQ(books.entry(DissipationBooks::RATE, none), 0.0);
}

TEST(DampingSettings, LargestCoefficientDividesTheStep)
{
  DampingSettings settings;
  settings.linear = 0.2;
  settings.angular = 0.3;
  EXPECT_EQ(settings.step_divisor(), 0.3);
  settings.ratio = {1.0, 0.5, 2.0};
  EXPECT_EQ(settings.step_divisor(), 0.6);
  settings.form = VARDEM::Cundall::REGULAR;
  EXPECT_EQ(settings.step_divisor(), 0.0);
}
