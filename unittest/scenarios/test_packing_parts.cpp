/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// host/network/packing.h without a solve: half rows and full rows of the same atoms, and what has changed about the atoms

#include "packing.h"

#include "host/network/packing.h"

#include "atom.h"

#include <set>
#include <tuple>

using namespace LAMMPS_NS;
using namespace scenario;
using LAMMPS_NS::VARDEM_NS::ContactRules;
using LAMMPS_NS::VARDEM_NS::ListedSpheres;

namespace {

typedef std::vector<std::vector<int>> Lists;    // of each owned atom

/** The atoms of LAMMPS with a neighbor list of the test. */
template <bool half> struct Listed : public ListedSpheres {
  static constexpr bool HALF = half;
  const Lists *lists = nullptr;

  Listed() = default;
  Listed(const Atom *atom, const Lists &l) : ListedSpheres(atom, nullptr), lists(&l) {}
  int count() const { return lists->size(); }
  int atom(int n) const { return n; }
  int neighbors(int i) const { return (*lists)[i].size(); }
  int neighbor(int i, int k) const { return (*lists)[i][k]; }
};

/** All pairs: those of owned atoms in both lists, or only in that of the first. */
Lists all_pairs(const Atom *atom, bool half)
{
  Lists lists(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    for (int j = 0; j < atom->nlocal + atom->nghost; j++)
      if (j != i && (!half || j > i)) lists[i].push_back(j);
  return lists;
}

template <bool half> struct Packed {
  typedef VARDEM_NS::Packing<VARDEM::SerialSpace, Listed<half>> Packing;
  Lists lists;
  VARDEM::SerialSpace space;
  Packing packing;

  Packed(LAMMPS *lmp, ContactRules &rules) : lists(all_pairs(lmp->atom, half)), packing(lmp, rules)
  {
    packing.collect(space, {lmp->atom, lists});
  }

  int changes(LAMMPS *lmp) { return packing.changes(space, {lmp->atom, lists}); }

  /** Columns of each contact, the lower one first, and its stiffness. */
  std::multiset<std::tuple<int, int, double>> contacts() const
  {
    std::multiset<std::tuple<int, int, double>> found;
    const auto rows = packing.network.rows();
    for (int i = 0; i < rows.nrows; i++)
      for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
        found.emplace(std::min(i, rows.column[c]), std::max(i, rows.column[c]), rows.stiffness[c]);
    return found;
  }
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

TEST(Packing, HalfAndFullRowsHoldTheSameContacts)
{
  Simulation sim;
  build(sim);
  LAMMPS *lmp = sim.lammps();
  ContactRules rules(lmp, lmp->modify->get_fix_by_id("c"));
  rules.update();
  const Packed<true> half(lmp, rules);
  const Packed<false> full(lmp, rules);

  const auto &a = half.packing.network, &b = full.packing.network;
  EXPECT_EQ(a.nrows, 18);
  EXPECT_EQ(a.nrows, b.nrows);
  EXPECT_EQ(a.first_fixed, b.first_fixed);
  EXPECT_EQ(a.ncolumns, b.ncolumns);
  EXPECT_EQ(half.packing.atom_of, full.packing.atom_of);
  EXPECT_TRUE(half.packing.needs_ghosts());
  EXPECT_TRUE(full.packing.needs_ghosts());

  auto once = half.contacts(), twice = full.contacts();
  EXPECT_GT(once.size(), 40u);
  for (const auto &contact : once) {
    const bool both = std::get<1>(contact) < a.nrows;
    EXPECT_EQ(twice.count(contact), (both ? 2 : 1) * once.count(contact));
  }
  EXPECT_EQ(std::set(once.begin(), once.end()), std::set(twice.begin(), twice.end()));
}

/** As the solvers need it: solvers/contact_network.h. */
TEST(Packing, HalfRowsBeginWithContactsOfLowerRows)
{
  Simulation sim;
  build(sim);
  LAMMPS *lmp = sim.lammps();
  ContactRules rules(lmp, lmp->modify->get_fix_by_id("c"));
  rules.update();
  const Packed<true> half(lmp, rules);
  const auto rows = half.packing.network.rows();
  for (int i = 0; i < rows.nrows; i++)
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      if (c < rows.middle[i])
        EXPECT_LT(rows.column[c], i);
      else
        EXPECT_GE(rows.column[c], rows.nrows);
    }
}

TEST(Packing, KnowsWhatHasChanged)
{
  Simulation sim;
  build(sim);
  LAMMPS *lmp = sim.lammps();
  Atom *atom = lmp->atom;
  ContactRules rules(lmp, lmp->modify->get_fix_by_id("c"));
  rules.update();
  Packed<true> packed(lmp, rules);
  EXPECT_EQ(packed.changes(lmp), 0);
  const auto change = [&](auto &value, auto other) {
    std::swap(value, other);
    const int found = packed.changes(lmp);
    value = other;
    return found;
  };
  EXPECT_EQ(change(atom->x[5][2], 1.5), VARDEM_NS::MOVED);
  EXPECT_EQ(change(atom->radius[26], 0.4), VARDEM_NS::RESIZED);
  EXPECT_EQ(change(atom->type[3], 2), VARDEM_NS::RETYPED);
  EXPECT_EQ(change(atom->mask[0], 1), VARDEM_NS::HELD);    // group all only
  EXPECT_EQ(change(atom->nghost, atom->nghost - 1), VARDEM_NS::MOVED);
  EXPECT_EQ(packed.changes(lmp), 0);
}
