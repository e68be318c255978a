// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The tangential springs of pair styles contact/hooke and contact/hertz belong to the same two
// grains, and to the same periodic images of them, whenever neighbor lists are built and whatever
// IDs the grains get.

#include "contacts/soft_contact.h"
#include "energy/ledger.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string HOOKE = "pair_style contact/hooke\npair_coeff * * k 2e4 kt 1e4 mu 0.5\n",
                  HERTZ = "pair_style contact/hertz\npair_coeff * * k 1e5 damping restitution 0.6 "
                          "kt 8e4 mu 0.5\n",
                  NVE = "fix 1 all nve/sphere\n",
                  IMPLICIT = "fix 1 all nve/sphere/implicit friction tresca tol 1e-12\n",
                  EACH_STEP = "neigh_modify every 1 delay 0 check no\n";

/** Twelve grains of diameter 1 that move and spin in a periodic slab. Each touches two images of
 *  its neighbors along x. copies: that many slabs on each other. */
std::string slab(const std::string &newton, const std::string &cell, int copies = 1)
{
  std::string script = "units lj\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n" +
      newton + "\nregion box " + cell + "\ncreate_box 1 box\n";
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      script += "create_atoms 1 single " + std::to_string(0.3 + 0.75 * i) + " " +
          std::to_string(i % 2 ? 0.15 : 0.75) + " " + std::to_string(0.4 + 0.95 * k) + "\n";
  return script + MASS_ONE +
      "variable vx atom 2*sin(id)\nvariable vy atom 2*sin(2*id)\nvariable vz atom 2*sin(3*id)\n"
      "velocity all set v_vx v_vy v_vz\n"
      "variable wx atom 5*cos(id)\nvariable wy atom 5*cos(2*id)\nvariable wz atom 5*cos(3*id)\n"
      "set group all omega v_wx v_wy v_wz\nneighbor 0.1 bin\ntimestep 0.0001\nreplicate 1 " +
      std::to_string(copies) + " 1\n";
}

/** The first twelve grains move as those of a box in which no two neighbors have the same ID. */
void expect_motion_of_copies(const std::string &newton, const std::string &cell, int copies,
                             const std::string &style, double bound)
{
  const std::string what = newton + ", " + cell + ", " + style, end = EACH_STEP + "run 400";
  Simulation thin(slab(newton, cell) + style + end),
      thick(slab(newton, cell, copies) + style + end);
  const State a = thin.state();
  State b = thick.state();
  for (auto *list : {&b.x, &b.v, &b.omega}) list->resize(a.x.size());
  EXPECT_LE(largest_difference(a.v, b.v), bound) << what;
  EXPECT_LE(largest_difference(a.omega, b.omega), bound) << what;
}

const std::string THIN = "block 0 3 0 1.2 0 2.85", TILTED = "prism 0 3 0 1.2 0 2.85 0.2 0.3 -0.1",
                  THINNER = "block 0 3 0 0.95 0 2.85";

}    // namespace

// A rerun behind a run has the springs that the run has left: the page says so. Two grains overlap
// by .1, and one of them slides. At the first snapshot k d^2/2 = 2.5 without a spring; the digits
// of a dump allow 1e-3

TEST(ContactSprings, RerunBeginsWithThoseOfTheRunBefore)
{
  const std::string file = scratch_file("dump"), pair = R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    newton off
    region box block -2 2 -2 2 -2 2
    create_box 1 box
    create_atoms 1 single 0 0 -0.45
    create_atoms 1 single 0 0 0.45
    set group all diameter 1 mass 1
    set atom 1 vx 5
    pair_style contact/hooke
    pair_coeff * * k 500 kt 300 mu 100
    fix 1 all nve/sphere
    thermo_modify norm no
    timestep 0.002
)";
  const std::string rerun = "rerun " + file + " first 0 last 0 dump x y z vx vy vz";
  Simulation behind(pair + "dump d all custom 5 " + file +
                    " id type x y z vx vy vz\nrun 5\nundump d\n" + rerun),
      alone(pair + rerun);
  EXPECT_GT(behind.value("pe"), 2.6);
  EXPECT_NEAR(alone.value("pe"), 2.5, 1e-3);
}

// The reference is a box that consists of three or four copies of the thin one (command
// replicate), to round-off that 400 steps have amplified. In the last cell, grains touch their
// own images

TEST(ContactSprings, ThinBoxMovesAsItsCopies)
{
  for (const std::string newton : {"newton on", "newton off"})
    for (const std::string &style : {HOOKE + NVE, HERTZ + NVE}) {
      expect_motion_of_copies(newton, THIN, 3, style, 1e-9);
      expect_motion_of_copies(newton, TILTED, 3, style, 1e-9);
      expect_motion_of_copies(newton, THINNER, 4, style, 1e-9);
    }
}

// The same with steps that are solved to a tolerance

TEST(ContactSprings, ImplicitStepsInAThinBox)
{
  for (const std::string newton : {"newton on", "newton off"})
    expect_motion_of_copies(newton, THIN, 3, HOOKE + IMPLICIT, 1e-7);
  Simulation sim;
  EXPECT_TRUE(contains(sim.error_of(slab("", THINNER) + HOOKE + IMPLICIT + "run 10"),
                       "touches its own periodic image"));
}

// Nothing is lost but the error of the steps, which is of second order

TEST(ContactSprings, LedgerOfAThinBox)
{
  const auto change = [](const std::string &steps) {
    Simulation sim(slab("", THIN) + HOOKE + NVE + LEDGER + EACH_STEP + "run 0");
    const double start = sim.value("f_led");
    sim.run(steps);
    return sim.value("f_led") - start;
  };
  const double coarse = change("run 400"), fine = change("timestep 0.00005\nrun 800");
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1) << coarse << " " << fine;
}

// --- neighbor lists that are built in the step in which a contact opens ---

namespace {

/** The sum of the ledger after two grains have rubbed past each other. */
double sum_after_opening(const std::string &lists, const std::string &style,
                         const std::string &before)
{
  Simulation sim(empty_box(before) +
                 "create_atoms 1 single -0.6 0.6 0\ncreate_atoms 1 single 0.6 0 0\n" + MASS_ONE +
                 "set atom 1 vx 2\nset atom 2 omega 3 0 5\n" + style + lists + LEDGER +
                 "timestep 1e-4\nrun 4000");
  const State s = sim.state();
  EXPECT_GT(norm(s.x[1] - s.x[0]), 1.0);
  return sim.value("f_led");
}

}    // namespace

// The spring has 0.0037 of the energy of 3.7 when the contact opens

TEST(ContactSprings, LedgerDoesNotDependOnNeighborLists)
{
  for (const std::string before : {"newton on", "newton off"})
    for (const std::string &style : {HOOKE + NVE, HERTZ + NVE, HOOKE + IMPLICIT})
      EXPECT_NEAR(sum_after_opening(EACH_STEP, style, before),
                  sum_after_opening("neigh_modify every 1 delay 0 check yes\n", style, before),
                  1e-12)
          << before << style;
}

// --- grains with new IDs ---

namespace {

const std::string FLOOR = "fix w all wall/contact plane 0 0 -0.48 0 0 1 k 2e4 kt 1e4 mu 0.5\n";

/** Four grains on a floor that touch each other when half of their impact is over, and a first
 *  one that is far away. */
std::string heap_and_a_grain(const std::string &newton, const std::string &style)
{
  return empty_box(newton) +
      "create_atoms 1 single 4 4 4\ncreate_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.98 0 0\n"
      "create_atoms 1 single 0.5 0.8 0.1\ncreate_atoms 2 single 0.5 0.25 0.81\n" +
      MASS_ONE +
      "group far id 1\nset atom 2 vx 0.5 vy -0.3\nset atom 3 omega 1 -2 0.5\n"
      "set atom 5 vz -0.5 omega 3 0 0\n" +
      style + FLOOR + NVE + "run 6\nrun 0\n";
}

Vec3 force_on(const Simulation &sim, int id)
{
  const std::string of = "[" + std::to_string(id) + "]";
  return {sim.value("fx" + of), sim.value("fy" + of), sim.value("fz" + of)};
}

/** The forces on the heap after some commands are those before, to round-off: sums have another
 *  order. */
void expect_same_forces(const std::string &start, const std::string &commands)
{
  Simulation sim(start);
  const State before = sim.state();
  std::vector<Vec3> force;
  for (std::size_t i = 0; i < before.x.size(); i++) force.push_back(force_on(sim, i + 1));
  sim.run(commands + "run 0");
  const State after = sim.state();
  ASSERT_EQ(after.x.size(), 4u) << commands;
  int same = 0;
  for (std::size_t i = 0; i < after.x.size(); i++)
    for (std::size_t k = 0; k < before.x.size(); k++) {
      if (norm(after.x[i] - before.x[k]) > 1e-9) continue;
      EXPECT_LE(norm(force_on(sim, i + 1) - force[k]), 1e-11 * largest(force)) << start << commands;
      same++;
    }
  EXPECT_EQ(same, 4) << commands;
}

}    // namespace

// No grain of the heap feels that the first one is deleted

TEST(ContactSprings, DeletedGrainsChangeNoForces)
{
  const std::string file = scratch_file("restart");
  for (const std::string newton : {"newton on", "newton off"})
    for (const std::string &style : {HOOKE, HERTZ})
      for (const std::string &commands :
           {std::string("delete_atoms group far\n"),
            std::string("delete_atoms group far compress no\nreset_atoms id sort yes\n"),
            std::string("delete_atoms group far\nreset_atoms id sort yes\n"),
            "delete_atoms group far\nwrite_restart " + file + "\nclear\n" + newton +
                "\nread_restart " + file + "\nneighbor 0.3 bin\n" + FLOOR + NVE})
        expect_same_forces(heap_and_a_grain(newton, style), commands);
}

// The last grain is deleted, and another one with its ID takes its place. Springs of the old one
// would push it across the branches: at rest, its force on a single neighbor is along the branch

TEST(ContactSprings, NewGrainsHaveNoSprings)
{
  const std::string place = "0.6 0.5 0.45";
  for (const std::string newton : {"newton on", "newton off"}) {
    Simulation sim(empty_box(newton) + "create_atoms 1 single 0 0 0\ncreate_atoms 1 single " +
                   place + "\n" + MASS_ONE + "set atom 2 omega 5 0 0\n" + HOOKE + NVE +
                   "fix s all setforce 0 0 0\nrun 50\nunfix s\ngroup old id 2\n"
                   "delete_atoms group old compress no\ncreate_atoms 1 single " +
                   place + "\n" + MASS_ONE +
                   "set group all omega 0 0 0\nvelocity all set 0 0 0\n"
                   "run 0");
    const Vec3 F = force_on(sim, 2), e = {0.6, 0.5, 0.45};
    EXPECT_GT(norm(F), 100.0);
    EXPECT_LE(norm(cross(F, e)), 1e-12 * norm(F)) << newton;
  }
}

// --- what LAMMPS cannot do ---

TEST(ContactSprings, OrderOfFixesAndTiles)
{
  Simulation sim;
  const std::string evaporate = "region all block INF INF INF INF INF INF\n"
                                "fix out all evaporate 5 1 all 4711\n";
  EXPECT_TRUE(contains(sim.error_of(two_grains() + evaporate + HOOKE + NVE + "run 10"),
                       "must be defined before fixes that delete or exchange atoms"));
  sim.run("clear");
  sim.run(two_grains() + HOOKE + evaporate + NVE + "run 10\nclear");
  const std::string tiled = two_grains("newton on\ncomm_style tiled") + HOOKE + NVE;
  EXPECT_TRUE(contains(sim.error_of(tiled + "run 1"), "use newton off, or comm_style brick"));
}
