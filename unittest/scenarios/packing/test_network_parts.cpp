// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// host/network/network_builder.h without a solve: what has changed about the atoms

#include "packing/packing.h"

#include "host/network/network_builder.h"

#include "atom.h"

using namespace LAMMPS_NS;
using namespace scenario;
using LAMMPS_NS::VARDEM_NS::ContactRules;
using LAMMPS_NS::VARDEM_NS::ListedSpheres;

namespace {

typedef std::vector<std::vector<int>> Lists;    // of each owned atom

/** The atoms of LAMMPS with a neighbor list of the test. */
struct Listed : public ListedSpheres {
  static constexpr bool HALF = true;
  const Lists *lists = nullptr;

  Listed() = default;
  Listed(const Atom *atom, const Lists &l) : ListedSpheres(atom, nullptr), lists(&l) {}
  int count() const { return lists->size(); }
  int atom(int n) const { return n; }
  int neighbors(int i) const { return (*lists)[i].size(); }
  int neighbor(int i, int k) const { return (*lists)[i][k]; }
};

/** All pairs, those of owned atoms only in the list of the first. */
Lists all_pairs(const Atom *atom)
{
  Lists lists(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    for (int j = i + 1; j < atom->nlocal + atom->nghost; j++) lists[i].push_back(j);
  return lists;
}

struct Built {
  Lists lists;
  VARDEM::SerialSpace space;
  VARDEM_NS::NetworkBuilder<VARDEM::SerialSpace, Listed> builder;

  Built(LAMMPS *lmp, ContactRules &rules) : lists(all_pairs(lmp->atom)), builder(lmp, rules)
  {
    builder.collect(space, {lmp->atom, lists});
  }

  int changes(LAMMPS *lmp) { return builder.changes(space, {lmp->atom, lists}); }
};

/** Two layers of touching grains of two types on a frozen layer, periodic along x. */
void build(Simulation &sim)
{
  Box b = periodic("block 0 3 0 9 0 9");
  b.boundary = "p f f";
  sim.run(box(b) + "pair_coeff 1 2 stiffness 2\n");
  std::vector<Vec3> x;
  for (int layer = 0; layer < 3; layer++)
    for (int iy = 0; iy < 3; iy++)
      for (int ix = 0; ix < 3; ix++) x.push_back({ix + 0.5, iy + 1.0, layer + 1.0});
  create(sim, x);
  sim.run("set group all diameter 1\nset group all mass 1\nset atom 11 type 2\nset atom 20 type 2\n"
          "group base id <= 9\nfix b base setforce 0 0 0\nfix h base move linear 0 0 0\n" +
          GRAVITY + "fix c all compatible/cd 1 noconverge ignore\nrun 0\n");
}

}    // namespace

TEST(NetworkBuilder, KnowsWhatHasChanged)
{
  Simulation sim;
  build(sim);
  LAMMPS *lmp = sim.lammps();
  Atom *atom = lmp->atom;
  ContactRules rules(lmp, lmp->modify->get_fix_by_id("c"));
  rules.update();
  Built built(lmp, rules);
  EXPECT_EQ(built.changes(lmp), 0);
  const auto change = [&](auto &value, auto other) {
    std::swap(value, other);
    const int found = built.changes(lmp);
    value = other;
    return found;
  };
  EXPECT_EQ(change(atom->x[5][2], 1.5), VARDEM_NS::MOVED);
  EXPECT_EQ(change(atom->radius[26], 0.4), VARDEM_NS::RESIZED);
  EXPECT_EQ(change(atom->type[3], 2), VARDEM_NS::RETYPED);
  EXPECT_EQ(change(atom->mask[0], 1), VARDEM_NS::HELD);    // group all only
  EXPECT_EQ(change(atom->nghost, atom->nghost - 1), VARDEM_NS::MOVED);
  EXPECT_EQ(built.changes(lmp), 0);
}
