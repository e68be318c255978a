// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Command create_bonds/gap: which pairs it bonds, beside a search over all pairs and images, and
// what it does with bad input.

#include "contacts/soft_contact.h"

#include "atom.h"
#include "domain.h"
#include "lammps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

using namespace scenario;
using LAMMPS_NS::tagint;

namespace {

const std::string CUBE = "region box block 0 5 0 5 0 5\n",
                  SKEWED = "region box prism 0 5 0 5 0 5 1.2 -0.7 0.9\n";
const std::string TYPES = " bond/types 2 extra/bond/per/atom 60 extra/special/per/atom 250\n";

/** Radii from 0.1 to 0.5. */
std::string box(const std::string &newton, const std::string &cell = CUBE,
                const std::string &style = "bpm/sphere", const std::string &room = TYPES)
{
  return "units lj\nnewton on " + newton + "\natom_style " + style + "\n" + cell +
      "create_box 2 box" + room;
}

const std::string SETTINGS = "variable d atom 0.2+0.2*(id%5)\nset group all diameter v_d\n"
                             "set group all density 1\nneighbor 0.3 bin\n"
                             "pair_style zero 1.5\npair_coeff * *\n"
                             "bond_style zero\nbond_coeff *\n";

std::string packing(const std::string &newton, const std::string &cell = CUBE,
                    const std::string &style = "bpm/sphere")
{
  return box(newton, cell, style) +
      "create_atoms 1 random 100 8731 box\ncreate_atoms 2 random 80 177 box\n"
      "group odd id 1:180:2\ngroup late id 61:180\n" +
      SETTINGS;
}

using Pair = std::pair<tagint, tagint>;
using Bonds = std::map<Pair, int>;    // types

/** The bonds of the atoms, and a check that each stands where newton_bond wants it. */
Bonds bonds_of(const Simulation &sim, const std::string &newton)
{
  const LAMMPS_NS::Atom *atom = sim.lammps()->atom;
  Bonds bonds;
  std::map<Pair, int> ends;
  LAMMPS_NS::bigint entries = 0;
  for (int i = 0; i < atom->nlocal; i++)
    for (int k = 0; k < atom->num_bond[i]; k++) {
      const Pair pair = std::minmax(atom->tag[i], atom->bond_atom[i][k]);
      bonds[pair] = atom->bond_type[i][k];
      ends[pair]++;
      entries++;
    }
  for (const auto &[pair, n] : ends)
    EXPECT_EQ(n, newton == "on" ? 1 : 2) << pair.first << " " << pair.second;
  EXPECT_EQ(atom->nbonds, newton == "on" ? entries : entries / 2);
  return bonds;
}

/** The smallest distance between the images of two atoms. */
double distance(const Simulation &sim, int i, int j)
{
  const LAMMPS_NS::Atom *atom = sim.lammps()->atom;
  const LAMMPS_NS::Domain *domain = sim.lammps()->domain;
  const double *h = domain->h;    // xx yy zz yz xz xy
  const int periodic_z = domain->dimension == 3;
  double least = INFINITY;
  for (int a = -1; a <= 1; a++)
    for (int b = -1; b <= 1; b++)
      for (int c = -periodic_z; c <= periodic_z; c++)
        least = std::min(least,
                         std::hypot(atom->x[j][0] - atom->x[i][0] + h[0] * a + h[5] * b + h[4] * c,
                                    atom->x[j][1] - atom->x[i][1] + h[1] * b + h[3] * c,
                                    atom->x[j][2] - atom->x[i][2] + h[2] * c));
  return least;
}

struct Expected {
  Bonds bonds;
  double smallest = INFINITY, largest = -INFINITY, mean = 0.0;
};

/** What create_bonds/gap group1 group2 type D makes, by a search over all pairs. Bits are those of
 *  the groups. */
Expected search(const Simulation &sim, int bit1, int bit2, int type, double D)
{
  const LAMMPS_NS::Atom *atom = sim.lammps()->atom;
  Expected found;
  for (int i = 0; i < atom->nlocal; i++)
    for (int j = 0; j < atom->nlocal; j++) {
      if (atom->tag[i] >= atom->tag[j]) continue;
      const int m = atom->mask[i], n = atom->mask[j];
      if (!((m & bit1 && n & bit2) || (m & bit2 && n & bit1))) continue;
      const double radii = atom->radius[i] + atom->radius[j];
      const double gap = distance(sim, i, j) - radii;
      if (gap > D * radii / 2) continue;
      found.bonds[{atom->tag[i], atom->tag[j]}] = type;
      found.smallest = std::min(found.smallest, gap);
      found.largest = std::max(found.largest, gap);
      found.mean += gap;
    }
  found.mean /= static_cast<double>(found.bonds.size());
  return found;
}

/** The number behind a text. */
double number_behind(const std::string &output, const std::string &text)
{
  const auto at = output.find(text);
  return at == std::string::npos ? NAN : std::stod(output.substr(at + text.size()));
}

/** The log gives six digits. */
void expect_log(const std::string &output, const Expected &expected, std::size_t total)
{
  EXPECT_EQ(number_behind(output, "Added "), static_cast<double>(expected.bonds.size())) << output;
  EXPECT_EQ(number_behind(output, "new total = "), static_cast<double>(total)) << output;
  EXPECT_NEAR(number_behind(output, "smallest = "), expected.smallest, 1e-6);
  EXPECT_NEAR(number_behind(output, "mean = "), expected.mean, 1e-6);
  EXPECT_NEAR(number_behind(output, "largest = "), expected.largest, 1e-6);
}

constexpr int ALL = 1, ODD = 2, LATE = 4;    // bits of groups, in the order of their definition

}    // namespace

// --- which pairs are bonded ---

TEST(CreateBondsGap, PairsWithASmallGapAreBonded)
{
  for (const std::string newton : {"on", "off"})
    for (const auto &cell : {CUBE, SKEWED})
      for (const std::string D : {"0", "0.3"}) {
        SCOPED_TRACE("newton " + newton + ", D " + D + ", " + cell);
        Simulation sim(packing(newton, cell));
        const std::string output = sim.output_of("create_bonds/gap all all 2 " + D);
        const Expected expected = search(sim, ALL, ALL, 2, std::stod(D));
        EXPECT_GT(expected.bonds.size(), 100u);
        EXPECT_EQ(bonds_of(sim, newton), expected.bonds);
        expect_log(output, expected, expected.bonds.size());
        EXPECT_FALSE(contains(output, "skipped")) << output;
      }
}

TEST(CreateBondsGap, SpheresWithBondsOfPackageMoleculeWorkToo)
{
  Simulation sim(packing("off", CUBE, "hybrid sphere bond") + "create_bonds/gap all all 1 0.2");
  EXPECT_EQ(bonds_of(sim, "off"), search(sim, ALL, ALL, 1, 0.2).bonds);
}

/** One atom of a pair is in each group. */
TEST(CreateBondsGap, GroupsChooseThePairs)
{
  for (const std::string newton : {"on", "off"}) {
    Simulation sim(packing(newton) + "create_bonds/gap odd late 1 0.3");
    const Bonds expected = search(sim, ODD, LATE, 1, 0.3).bonds;
    EXPECT_GT(expected.size(), 50u);
    EXPECT_EQ(bonds_of(sim, newton), expected);
  }
}

/** Those of the first command stay, whatever special_bonds makes of their neighbors. */
TEST(CreateBondsGap, PairsWithABondAreSkipped)
{
  for (const std::string newton : {"on", "off"})
    for (const std::string weights : {"0 0 0", "0 1 1", "1 1 1"}) {
      SCOPED_TRACE("newton " + newton + ", special_bonds lj " + weights);
      Simulation sim(packing(newton) + "special_bonds lj/coul " + weights + "\n" +
                     "create_bonds/gap all all 1 0.1");
      const Bonds first = search(sim, ALL, ALL, 1, 0.1).bonds;
      const std::string output = sim.output_of("create_bonds/gap all all 2 0.4");
      Expected expected = search(sim, ALL, ALL, 2, 0.4);
      Bonds both = expected.bonds;
      for (const auto &[pair, type] : first) both[pair] = type;
      EXPECT_GT(both.size(), first.size() + 20);
      EXPECT_EQ(bonds_of(sim, newton), both);
      EXPECT_EQ(number_behind(output, "Added "), static_cast<double>(both.size() - first.size()));
      EXPECT_EQ(number_behind(output, "skipped "), static_cast<double>(first.size()));
    }
}

/** A bond that stands with the atom of the higher ID: LAMMPS stores it with the first one that the
 *  command names. */
TEST(CreateBondsGap, BondsOfTheOtherAtomAreKnown)
{
  for (const std::string newton : {"on", "off"}) {
    Simulation sim(box(newton) + "create_atoms 1 single 1 1 1\ncreate_atoms 1 single 1.5 1 1\n" +
                   SETTINGS + "create_bonds single/bond 1 2 1 special no\n");
    const std::string output = sim.output_of("create_bonds/gap all all 2 1");
    EXPECT_EQ(bonds_of(sim, newton), (Bonds{{{1, 2}, 1}}));
    EXPECT_TRUE(contains(output, "Added 0 bonds, new total = 1")) << output;
    EXPECT_TRUE(contains(output, "skipped 1 pairs")) << output;
    EXPECT_FALSE(contains(output, "gaps:")) << output;
  }
}

/** Neighbor lists do not have such pairs. */
TEST(CreateBondsGap, ExcludedPairsAreBonded)
{
  Simulation sim(packing("off") + "neigh_modify exclude type 1 2\ncreate_bonds/gap all all 1 0.1");
  EXPECT_EQ(bonds_of(sim, "off"), search(sim, ALL, ALL, 1, 0.1).bonds);
}

/** Two atoms that touch inside of the box and across its boundary have one bond; an atom has none
 *  with its own image. */
TEST(CreateBondsGap, ImagesOfAnAtomAreOnePartner)
{
  for (const std::string newton : {"on", "off"}) {
    Simulation sim(box(newton, "region box block 0 1 0 5 0 5\n") +
                   "create_atoms 1 single 0.2 1 1\ncreate_atoms 1 single 0.7 1 1\n" + SETTINGS +
                   "set group all diameter 0.6\n");
    const std::string output = sim.output_of("create_bonds/gap all all 2 1");
    EXPECT_EQ(bonds_of(sim, newton), (Bonds{{{1, 2}, 2}}));
    EXPECT_NEAR(number_behind(output, "largest = "), -0.1, 1e-12);
  }
}

TEST(CreateBondsGap, DiscsOfTwoDimensions)
{
  for (const std::string newton : {"on", "off"}) {
    Simulation sim("dimension 2\n" + box(newton, "region box prism 0 8 0 8 -0.5 0.5 2 0 0\n") +
                   "create_atoms 1 random 90 8731 box\nset group all z 0\n" + SETTINGS +
                   "create_bonds/gap all all 1 0.3");
    const Bonds expected = search(sim, ALL, ALL, 1, 0.3).bonds;
    EXPECT_GT(expected.size(), 50u);
    EXPECT_EQ(bonds_of(sim, newton), expected);
  }
}

TEST(CreateBondsGap, TypesMayHaveLabels)
{
  Simulation sim(packing("off") +
                 "labelmap bond 1 weak 2 strong\n"
                 "create_bonds/gap all all strong 0.1");
  EXPECT_EQ(bonds_of(sim, "off"), search(sim, ALL, ALL, 2, 0.1).bonds);
  expect_parts(sim.error_of("create_bonds/gap all all glue 0.1"), {"ERROR", "glue"});
}

TEST(CreateBondsGap, EmptyGroupsHaveNoBonds)
{
  Simulation sim(packing("off") + "group nobody empty\n");
  const std::string output = sim.output_of("create_bonds/gap nobody all 1 0.1");
  EXPECT_TRUE(contains(output, "Added 0 bonds, new total = 0")) << output;
}

/** Special neighbors: a chain of four touching spheres. */
TEST(CreateBondsGap, SpecialNeighborsAreFound)
{
  Simulation sim(box("off") +
                 "create_atoms 1 single 1 1 1\ncreate_atoms 1 single 1.5 1 1\n"
                 "create_atoms 1 single 2 1 1\ncreate_atoms 1 single 2.5 1 1\n" +
                 SETTINGS + "set group all diameter 0.5\n" +
                 "special_bonds lj/coul 0 0.5 0.25\ncreate_bonds/gap all all 1 0.01\n");
  LAMMPS_NS::Atom *const atom = sim.lammps()->atom;
  const int i = atom->map(1);
  ASSERT_EQ(atom->nspecial[i][2], 3);
  EXPECT_EQ(atom->nspecial[i][0], 1);
  EXPECT_EQ(atom->nspecial[i][1], 2);
  for (int k = 0; k < 3; k++) EXPECT_EQ(atom->special[i][k], k + 2);
}

TEST(CreateBondsGap, BadArgumentsAreErrors)
{
  expect_refused({packing("off"), "create_bonds/gap all "}, R"(
    all 1         | create_bonds/gap | needs 4 arguments | there are 3
    all 1 0.1 0.2 | create_bonds/gap | needs 4 arguments | there are 5
    stones 1 0.1  | create_bonds/gap | stones
    all 1 {-0.1,nan,inf,small}    | create_bonds/gap | must be a number >= 0: {1}
    all {0,3,-1,1.5,strong} 0.1   | create_bonds/gap | there is no bond type {1} | the types are 1 to 2
  )");
  expect_refused({"atom_style bpm/sphere\n"},
                 "create_bonds/gap all all 1 0.1 | create_bonds/gap | needs a simulation box");
  expect_refused(
      {"", "atom_style ", "\n" + CUBE + "create_box 1 box\ncreate_bonds/gap all all 1 0.1"},
      R"(
    sphere | atom_style sphere has no bonds | atom_style hybrid sphere bond | atom_style bpm/sphere
    bond   | atom_style bond has no radii | atom_style hybrid sphere bond | atom_style bpm/sphere
    bpm/sphere | there is no bond type 1 | create_box | bond/types | extra/bond/types
  )");
  expect_refused({packing("off"), "neighbor 0.3 multi\ncomm_modify mode multi\ncreate_bonds/gap "},
                 "all all 1 0.3 | create_bonds/gap | comm_modify mode single");
}

/** No bond is made if one atom has no room. */
TEST(CreateBondsGap, SaysHowManyBondsPerAtomAreNeeded)
{
  for (const std::string newton : {"on", "off"}) {    // with on, atom 1 keeps its three bonds, too
    const std::string start = "create_atoms 1 single 2 2 2\ncreate_atoms 1 single 1.5 2 2\n"
                              "create_atoms 1 single 2.5 2 2\ncreate_atoms 1 single 2 2.5 2\n" +
        SETTINGS + "set group all diameter 0.5\n";
    Simulation sim(box(newton, CUBE, "bpm/sphere", " bond/types 2 extra/bond/per/atom 2\n") +
                   start);
    expect_parts(sim.error_of("create_bonds/gap all all 1 0.01"),
                 {"create_bonds/gap", "needs 3 bonds per atom", "room for 2", "create_box",
                  "extra/bond/per/atom 3", "read_data extra/bond/per/atom 1"});
    EXPECT_EQ(bonds_of(sim, newton).size(), 0u);
    Simulation enough(box(newton, CUBE, "bpm/sphere", " bond/types 2 extra/bond/per/atom 3\n") +
                      start + "create_bonds/gap all all 1 0.01");
    EXPECT_EQ(bonds_of(enough, newton).size(), 3u);
  }
}

/** LAMMPS' search for special neighbors takes it for granted that partners exist, and crashes. */
TEST(CreateBondsGap, BondsWithAtomsThatAreGone)
{
  for (const std::string newton : {"on", "off"}) {
    Simulation sim(packing(newton) +
                   "create_bonds/gap all all 1 0.3\n"
                   "delete_atoms group late compress no");
    expect_parts(
        sim.error_of("create_bonds/gap all all 1 0.4"),
        {"create_bonds/gap", "are with atoms that do not exist", "delete_atoms ... bond yes"});
    Simulation good(packing(newton) +
                    "create_bonds/gap all all 1 0.3\n"
                    "delete_atoms group late compress no bond yes\n"
                    "create_bonds/gap all all 1 0.4");
    EXPECT_EQ(bonds_of(good, newton), search(good, ALL, ALL, 1, 0.4).bonds);
  }
}

/** 1.15 (0.5 + 0.5): two spheres of the largest radius with the largest gap. No pair style is needed
 *  if the cutoff is given. */
TEST(CreateBondsGap, SaysWhichCommunicationCutoffIsNeeded)
{
  Simulation sim(packing("off") + "pair_style zero 0.5\npair_coeff * *\n");
  expect_parts(sim.error_of("create_bonds/gap all all 1 0.3"),
               {"create_bonds/gap", "up to the distance 1.15", "cutoff is 0.8",
                "comm_modify cutoff 1.15115"});
  sim.run("pair_style none\ncomm_modify cutoff 1.15115\ncreate_bonds/gap all all 1 0.3");
  EXPECT_EQ(bonds_of(sim, "off"), search(sim, ALL, ALL, 1, 0.3).bonds);
}
