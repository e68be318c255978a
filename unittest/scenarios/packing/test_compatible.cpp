// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix compatible/cd: the contact forces that elastic grains would have.

#include "packing/packing.h"

#include "atom.h"
#include "force.h"
#include "neigh_list.h"
#include "neighbor.h"

#include <malloc.h>

#include <algorithm>

using namespace scenario;

namespace {

/** Soft where tag - 1 is even; 1/5, 1/3, 1 as E_a E_b/(E_a + E_b). */
const std::string TWO_SPECIES = "variable t atom 1+(id+1)%2\nset group all type v_t\n"
                                "pair_coeff 1 1 stiffness 0.2\n"
                                "pair_coeff 1 2 stiffness $(1/3:%.17g)\n";

/** Force of the base on the pyramid, by tag. */
std::map<int, double> base_reactions(const Simulation &sim, int n)
{
  std::map<int, double> reactions;
  for (const auto &c : contact_forces(sim))
    if (c.i <= n * n && c.j > n * n) reactions[c.i] -= c.force.z;
  return reactions;
}

}    // namespace

// Pyramid, 20 per side: doc/notes/compatible-forces.md 4.2 and 4.3

TEST(Compatible, PyramidOfTwenty)
{
  Simulation sim(box({}));
  build_pyramid(sim, 20, "tol 1e-10 law hertz");
  sim.run(TWO_SPECIES + "run 0");
  EXPECT_NEAR(output(sim, LARGEST), 6.5962458251, 1e-8);
  EXPECT_EQ(output(sim, CLOSED), 14440);
  EXPECT_EQ(output(sim, LOADED), 10539);
  EXPECT_LE(output(sim, BALANCE), 1e-10);
  EXPECT_LE(output(sim, GAP), 1e-10);
  EXPECT_EQ(contact_forces(sim).size(), 14440u);
  double sum = 0.0;
  for (const auto &[tag, f] : base_reactions(sim, 20)) sum += f;
  EXPECT_NEAR(sum, 2470.0, 1e-6);
}

// A start from the last solution: nothing is left to do, or less

TEST(Compatible, UnchangedPackingTakesNoStep)
{
  Simulation sim(box({}));
  build_pyramid(sim, 10, "tol 1e-8");
  sim.run("run 0");
  const double steps = output(sim, STEPS), products = output(sim, PRODUCTS);
  EXPECT_GT(steps, 0);
  const Sizes first = force_sizes(sim);
  sim.run("run 0");
  EXPECT_EQ(output(sim, STEPS), 0);
  EXPECT_EQ(output(sim, PRODUCTS), 0);
  EXPECT_EQ(relative_difference(force_sizes(sim), first), 0.0);

  sim.run("unfix g\nfix g all gravity 1 vector 0.01 0 -1\nrun 0");
  EXPECT_GT(output(sim, STEPS), 0);
  EXPECT_LT(output(sim, PRODUCTS), products);
}

// --- against soft spheres: stock gran/hooke, damped to rest ---

namespace {

/** Forces of gran/hooke of stiffness K at rest. */
Sizes soft_spheres(int n, double K)
{
  Simulation sim(box({"comm_modify vel yes"}));
  create(sim, pyramid(n));
  const std::string k = std::to_string(K), dt = std::to_string(0.15 / std::sqrt(K));
  sim.run(
      "group base id <= " + std::to_string(n * n) + "\npair_style gran/hooke " + k +
      " 0 0 0 0 0\npair_coeff * *\n"
      "group free subtract all base\nfix b base freeze\nneigh_modify exclude group base base\n" +
      GRAVITY + "fix 1 free nve/sphere\nfix 2 free viscous " + std::to_string(0.5 * std::sqrt(K)) +
      "\ntimestep " + dt +
      "\nrun 3000\n"
      "compute p all property/local patom1 patom2\ncompute d all pair/local force\nrun 0\n");
  auto *modify = sim.lammps()->modify;
  auto *tags = modify->get_compute_by_id("p"), *forces = modify->get_compute_by_id("d");
  tags->compute_local();
  forces->compute_local();
  Sizes sizes;
  for (int r = 0; r < forces->size_local_rows; r++) {
    const int a = (int) tags->array_local[r][0], b = (int) tags->array_local[r][1];
    sizes[{std::min(a, b), std::max(a, b)}] = forces->vector_local[r];
  }
  return sizes;
}

}    // namespace

TEST(Compatible, ForcesAreThoseOfStiffSoftSpheres)
{
  Simulation sim(box({}));
  build_pyramid(sim, 6);
  sim.run("run 0");
  const Sizes compatible = force_sizes(sim);
  const double at_1e6 = relative_difference(soft_spheres(6, 1e6), compatible),
               at_1e7 = relative_difference(soft_spheres(6, 1e7), compatible);
  EXPECT_LE(at_1e6, 1e-5);
  EXPECT_LE(at_1e7, 1e-6);
  EXPECT_NEAR(at_1e6 / at_1e7, 10.0, 0.1);
}

// --- packings that can be solved by hand ---

namespace {

const std::string LOAD = "load variable v_fx v_fy v_fz ";

/** Grains in a ring that closes through the boundary of a periodic box, pushed along it: the first
 *  one by +p, the second by -p, p along `along`. Contacts do not pull: p > 0 is carried by the
 *  contact between them, p < 0 by all others. */
struct Ring {
  Box box;
  std::vector<Vec3> x;
  Vec3 along;
};

std::string push(const Vec3 &along, double p)
{
  std::string text;
  const double components[] = {along.x, along.y, along.z};
  for (int k = 0; k < 3; k++)
    text += std::string("variable f") + "xyz"[k] + " atom " + std::to_string(p * components[k]) +
        "*((id==1)-(id==2))\n";
  return text;
}

void expect_ring_by(const std::string &solver, const Ring &ring)
{
  Simulation sim(box(ring.box));
  create(sim, ring.x);
  const int n = (int) ring.x.size();
  sim.run(push(ring.along, 1.0) + "fix c all compatible/cd 1 tol 1e-12 solver " + solver + " " +
          LOAD + "\n" + FORCES + "run 0");
  for (const double p : {1.0, -2.0}) {
    sim.run(push(ring.along, p) + "run 0");
    const auto contacts = contact_forces(sim);
    EXPECT_EQ((int) contacts.size(), n);
    EXPECT_EQ(output(sim, CLOSED), n);
    EXPECT_EQ(output(sim, LOADED), p > 0.0 ? 1 : n - 1);
    for (const auto &c : contacts) {
      const double inside =
          c.normal.x * ring.along.x + c.normal.y * ring.along.y + c.normal.z * ring.along.z;
      const bool between = c.i == 1 && c.j == 2 && inside > 0.0;
      EXPECT_NEAR(c.size(), between ? std::max(p, 0.0) : std::max(-p, 0.0), 1e-11)
          << c.i << " " << c.j << " of " << n << ", p = " << p;
      EXPECT_NEAR(c.gap, 0.0, 1e-14);
    }
  }
}

void expect_ring(const Ring &ring)
{
  expect_ring_by("newton", ring);
  if (!TEST_HOST_KOKKOS) expect_ring_by("direct", ring);    // which the twin has not
}

}    // namespace

TEST(Compatible, RingThroughTheBoundary)
{
  for (const std::string before : {"newton on", "newton off"}) {
    expect_ring({periodic("block 0 3 0 3 0 3", before),
                 {{0.2, 1, 1}, {1.2, 1, 1}, {2.2, 1, 1}},
                 {1, 0, 0}});
    expect_ring({periodic("block 0 3 0 3 0 4", before),
                 {{1, 1, 3.7}, {1, 1, 0.7}, {1, 1, 1.7}, {1, 1, 2.7}},
                 {0, 0, 1}});
  }
}

TEST(Compatible, RingOfTwoGrainsThatTouchTwice)
{
  expect_ring({periodic("block 0 2 0 3 0 3"), {{0.5, 1, 1}, {1.5, 1, 1}}, {1, 0, 0}});
  expect_ring({periodic("block 0 3 0 3 0 2"), {{1, 1, 1.8}, {1, 1, 0.8}}, {0, 0, -1}});
}

TEST(Compatible, RingAlongATiltedEdge)
{
  const Vec3 b = {0.6, 0.8, 0.0};
  Ring ring{periodic("prism 0 4 0 2.4 0 3 1.8 0 0"), {}, b};
  for (const double s : {0.3, 1.3, 2.3}) ring.x.push_back({1 + s * b.x, s * b.y, 1});
  expect_ring(ring);
}

TEST(Compatible, AGrainThatTouchesItsOwnImage)
{
  Simulation sim(box(periodic("block 0 1 0 3 0 5")) + "comm_modify cutoff 2\n");
  create(sim, {{0.4, 1, 1}, {0.4, 1, 2}, {0.4, 1, 3}});
  sim.run("group base id 1\nfix b base freeze\n" + GRAVITY + COMPATIBLE + "run 0");
  EXPECT_EQ(output(sim, CLOSED), 2);    // by its own image, nothing can be moved
  const auto forces = force_sizes(sim);
  EXPECT_NEAR(forces.at({1, 2}), 2.0, 1e-12);
  EXPECT_NEAR(forces.at({2, 3}), 1.0, 1e-12);
}

TEST(Compatible, DiscInAGroove)
{
  Simulation sim("dimension 2\n" + box({"dimension 2", "f f p", "block -3 3 -3 3 -0.5 0.5"}));
  create(sim, {{0, 0, 0}, {1, 0, 0}, {0.5, std::sqrt(0.75), 0}});
  sim.run("group base id 1 2\nfix b base freeze\nfix g all gravity 1 vector 0 -1 0\n" + COMPATIBLE +
          "run 0");
  const auto forces = force_sizes(sim);
  EXPECT_EQ(forces.size(), 2u);
  for (const auto &[pair, f] : forces) EXPECT_NEAR(f, 0.5 / std::cos(M_PI / 6), 1e-12);
}

// What has infinite mass: grains outside of the group, under fix freeze, or under fix move

TEST(Compatible, FixedGrains)
{
  Sizes first;
  for (const std::string base : {"fix b base freeze\n", "fix b base move linear 0 0 0\n",
                                 "fix b base move rotate 0 0 0 0 0 1 10\n",
                                 "unfix c\nuncompute f\nfix c free compatible/cd 1 tol "
                                 "1e-12\ncompute f all contact/force\n"}) {
    Simulation sim(box({}));
    create(sim, pyramid(5));
    sim.run("group base id <= 25\ngroup free subtract all base\n" + GRAVITY + COMPATIBLE + base +
            "run 0");
    if (first.empty()) first = force_sizes(sim);
    EXPECT_EQ(output(sim, CLOSED), first.size()) << base;
    EXPECT_EQ(force_sizes(sim), first) << base;
  }
  EXPECT_GT(first.size(), 25u);
}

// The only contact is of a fixed grain with the image of a free one, here and there

TEST(Compatible, FixedGrainBelowTheBoundary)
{
  for (const bool swap : {false, true}) {
    Simulation sim(box(periodic("block 0 4 0 4 0 4")));
    create(sim,
           swap ? std::vector<Vec3>{{1, 1, 0.5}, {1, 1, 3.5}}
                : std::vector<Vec3>{{1, 1, 3.5}, {1, 1, 0.5}});
    sim.run("group base id " + std::string(swap ? "2" : "1") + "\nfix b base freeze\n" + GRAVITY +
            COMPATIBLE + "run 0");
    const auto contacts = contact_forces(sim);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_NEAR(contacts[0].force.z, swap ? 1.0 : -1.0, 1e-12);
    double **results = sim.lammps()->modify->get_fix_by_id("c")->array_atom;
    for (int i = 0; i < 2; i++) {
      EXPECT_NEAR(results[i][2], -0.5, 1e-12);
      EXPECT_EQ(results[i][6], 1.0);
    }
  }
}

// --- a changing set of atoms ---

TEST(Compatible, GrainsComeAndGo)
{
  Simulation sim(box({}));
  build_pyramid(sim, 4);
  sim.run("run 0");
  const Sizes whole = force_sizes(sim);
  sim.run("group top id 30\nset group top mass 3\nrun 0");
  const double heavy = output(sim, LARGEST);
  sim.run("delete_atoms group top compress no\nrun 0");
  EXPECT_EQ(force_sizes(sim).size(), whole.size() - 4);
  sim.run("create_atoms 1 single 1.5 1.5 $(3*sqrt(0.5):%.17g)\nset atom 30 mass 1\nrun 0");
  EXPECT_LE(relative_difference(force_sizes(sim), whole), 1e-10);
  EXPECT_GT(heavy, output(sim, LARGEST));
}

TEST(Compatible, GrainsAreDepositedAndSorted)
{
  // on each of 6 x 6 base grains a grain is put down, which rests at once
  Simulation sim(box({"", "f f f", "block -1 7 -1 7 -1 9"}) + "atom_modify sort 1 1.5\n");
  std::vector<Vec3> x;
  for (int k = 0; k < 36; k++) x.push_back({(double) (k % 6), (double) (k / 6), 0.0});
  create(sim, x);
  sim.run("group base id <= 36\nfix b base freeze\n" + GRAVITY + COMPATIBLE +
          "region spots block 2 2 2 2 1 1\nregion more block 4 4 3 3 1 1\n"
          "fix d all deposit 1 1 2 1 region spots\nfix e all deposit 1 1 3 1 region more\n"
          "fix_modify c dynamic/dof yes\nneigh_modify every 1 delay 0 check no\nthermo_modify lost "
          "ignore\n");
  EXPECT_TRUE(contains(sim.error_of("run 0"), "no two particles are in contact"));
  sim.run("unfix c\nuncompute f\nfix c all compatible/cd 1 noconverge ignore\n" + FORCES + "run 6");
  EXPECT_EQ(output(sim, CLOSED), 2);
  EXPECT_NEAR(output(sim, LARGEST), M_PI / 6, 1e-6);
}

// A pair that is in touch when lists are made, at step 100, further apart than the skin at the
// first evaluation with them, and in touch again at the second one

TEST(Compatible, ContactsOfTheMoment)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}, {3, 0, 0}, {3, 0, 1}});
  sim.run("group base id 1\ngroup moving id 3\nfix b base freeze\ntimestep 1\n"
          "fix 1 moving move wiggle 0 0 -0.35 100 units box\n"
          "neigh_modify every 100 delay 0 check no\n" +
          GRAVITY + "fix c all compatible/cd 40 noconverge ignore\n" + FORCES + "run 120");
  EXPECT_EQ(output(sim, CLOSED), 1);
  sim.run("run 40 pre no");
  EXPECT_EQ(sim.lammps()->neighbor->lastcall, 100);
  EXPECT_EQ(output(sim, CLOSED), 2);
}

// A grain comes near through the boundary, from where it was no ghost when lists were made

TEST(Compatible, ClosedContactsThatComeFromAfar)
{
  Simulation sim(box(periodic("block 0 9 0 9 0 10")));
  create(sim, {{1, 1, 0.1}, {1, 1, 8.65}});
  sim.run("group base id 1\ngroup free id 2\nfix b base freeze\nvelocity free set 0 0 0.015\n"
          "timestep 1\nfix 1 free nve/sphere\nneigh_modify every 100 delay 0 check no\n"
          "fix g free gravity 1e-9 vector 0 0 1\n"
          "fix c all compatible/cd 20 closed 0.2 noconverge ignore\n" +
          FORCES + "run 0");
  EXPECT_EQ(output(sim, CLOSED), 0);
  sim.run("run 20");
  ASSERT_EQ(output(sim, CLOSED), 1);
  EXPECT_NEAR(contact_forces(sim)[0].gap, 0.15, 1e-6);
}

TEST(Compatible, ClosedUpToAGap)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1.01}, {0, 0, 2.0}});
  sim.run("group base id 1\nfix b base freeze\n" + GRAVITY +
          "fix c all compatible/cd 1 tol 1e-12 closed 0.011\n" + FORCES + "run 0");
  const auto contacts = contact_forces(sim);
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_NEAR(contacts[0].gap, contacts[0].i == 1 ? 0.01 : -0.01, 1e-12);
  EXPECT_NEAR(force_sizes(sim).at({1, 2}), 2.0, 1e-11);
}

// --- in runs, and beside other commands ---

TEST(Compatible, GravityFromAVariable)
{
  // whose fix comes before or after in the input; its magnitude at the step of the forces
  const std::string gravity = "variable m equal 2+step\nfix g all gravity v_m vector 0 0 -1\n";
  for (const bool before : {true, false}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0}, {0, 0, 1}});
    sim.run("group base id 1\nfix b base freeze\n" +
            (before ? gravity + COMPATIBLE : COMPATIBLE + gravity) +
            "thermo_style custom step f_g\nthermo_modify norm no\nrun 0");
    EXPECT_NEAR(output(sim, LARGEST), 2.0, 1e-11) << before;
    EXPECT_NEAR(sim.value("f_g"), 2.0, 1e-12) << before;
    sim.run("run 5");
    EXPECT_NEAR(output(sim, LARGEST), 7.0, 1e-11) << before;
    sim.run("reset_timestep 1\nrun 0");
    EXPECT_NEAR(output(sim, LARGEST), 3.0, 1e-11) << before;
    sim.run("min_style cg\nreset_timestep 4\nminimize 0 0 0 0");
    EXPECT_NEAR(output(sim, LARGEST), 6.0, 1e-11) << before;
  }
}

// Loads by computes that are tallied only when they are asked for beforehand

TEST(Compatible, LoadFromACompute)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 1}});
  sim.run("group base id 1\nfix b base freeze\ncompute s all stress/atom NULL pair\n"
          "variable z atom 0\nvariable w atom -1-step+c_s[3]\nfix c all compatible/cd 3 tol 1e-12 "
          "load variable v_z v_z v_w\n" +
          FORCES + "thermo 100\nreset_timestep 1\nrun 0");
  EXPECT_NEAR(output(sim, LARGEST), 2.0, 1e-11);
  sim.run("run 6");
  EXPECT_NEAR(output(sim, LARGEST), 7.0, 1e-11);    // of step 6
}

TEST(Compatible, AfterARestart)
{
  const std::string file = scratch_file("restart");
  Simulation sim(box({}));
  build_pyramid(sim, 6, "tol 1e-10");
  sim.run(TWO_SPECIES + "run 0\nwrite_restart " + file);
  Simulation again("read_restart " + file + "\nneighbor 0.3 bin\nfix b base freeze\n" + GRAVITY +
                   "fix c all compatible/cd 1 tol 1e-10\n" + FORCES + "run 0");
  EXPECT_LE(relative_difference(force_sizes(again), force_sizes(sim)), 1e-9);
}

TEST(Compatible, Rerun)
{
  const std::string file = scratch_file("dump");
  Simulation sim(box({}));
  build_pyramid(sim, 5);
  sim.run("dump d all custom 1 " + file +
          " id type x y z\ndump_modify d format float %.17g\nrun 3\nundump d");
  const Sizes first = force_sizes(sim);
  sim.run("rerun " + file + " dump x y z");
  EXPECT_LE(relative_difference(force_sizes(sim), first), 1e-10);
}

// A minimization begins with the forces of the packing as it is, as a run does

TEST(Compatible, Minimize)
{
  Simulation sim(box({}));
  build_pyramid(sim, 4);
  sim.run("min_style cg\nminimize 0 1e-8 10 10");
  const double largest = output(sim, LARGEST);
  EXPECT_GT(output(sim, STEPS), 0);
  sim.run("run 0");
  EXPECT_EQ(output(sim, STEPS), 0);
  EXPECT_EQ(output(sim, LARGEST), largest);
}

TEST(Compatible, ExcludedAndBondedPairsAreNoContacts)
{
  Simulation sim(box({}));
  create(sim, pyramid(4));
  sim.run("group base id <= 16\ngroup free subtract all base\ngroup second id 17:25\nfix b base "
          "freeze\n" +
          GRAVITY + COMPATIBLE + "run 0");
  const double all = output(sim, CLOSED);
  sim.run("neigh_modify exclude group second second\nrun 0");
  EXPECT_EQ(output(sim, CLOSED), all - 12);

  Simulation bonded("units lj\natom_style hybrid sphere bond\natom_modify map array\nboundary f f "
                    "f\nregion box block -9 9 -9 9 -9 9\n"
                    "create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom "
                    "4\nneighbor 0.3 bin\n"
                    "pair_style contact/rigid\npair_coeff * * stiffness 1\nbond_style "
                    "zero\nbond_coeff * 1.0\nspecial_bonds lj/coul 0 1 1\n");
  create(bonded, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {1, 0, 1}, {1, 0, 0}});
  bonded.run("create_bonds single/bond 1 2 4\ngroup base id 1 5\nfix b base freeze\n" + GRAVITY +
             COMPATIBLE + "run 0");
  const Sizes forces = force_sizes(bonded);
  EXPECT_EQ(forces.count({2, 4}), 0u);
  EXPECT_EQ(forces.size(), 3u);
}

// Output of `info memory` and the like: what the fix holds, its solver included, is what is free
// again without it

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)

// no kk: memory is that of the host style
TEST(Compatible, MemoryUsageIsWhatIsAllocated)
{
  const auto in_use = [] {
    const auto heap = mallinfo2();
    return static_cast<double>(heap.uordblks + heap.hblkhd);
  };
  for (const std::string solver : {"newton", "direct"}) {
    Simulation sim(box({}));
    build_pyramid(sim, 16, "tol 1e-6 solver " + solver);
    sim.run("run 0\nuncompute f\n");
    const double told = sim.lammps()->modify->get_fix_by_id("c")->memory_usage(), before = in_use();
    sim.run("unfix c");
    const double held = before - in_use();
    EXPECT_NEAR(told / held, 1.0, 0.03) << solver;
  }
}

#endif
