// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger in a cell that flows: the work of the flow on particles with friction, on
// ellipsoids and on clumps, whether they turn with the flow or not. The sum is constant to second
// order in the time step, by doc/notes/leapfrog-cell-damping.md 3.6.

#include "cell/cell.h"
#include "energy/ledger.h"

#include <cmath>

using namespace scenario;

namespace {

/** The change of the sum in a time t in steps h, in so many runs, relative to the work of the
 *  cell. */
double change(const std::string &script, double t, double h, int runs)
{
  Simulation sim(script + LEDGER + "thermo_style custom step\ntimestep " + number(h) + "\nrun 0");
  const double start = sum(sim);
  for (int k = 0; k < runs; k++) sim.run("run " + std::to_string(std::lround(t / h / runs)));
  return (sum(sim) - start) / part(sim, CELL);
}

/** The change of the sum is of second order, and less than `bound` of the work. */
void expect_second_order(const std::string &script, double t, double h, double bound, int runs = 1)
{
  const double coarse = change(script, t, h, runs), fine = change(script, t, 0.5 * h, runs);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.15) << script;
  EXPECT_LE(std::fabs(fine), bound) << script;
}

/** The fixes of a flow with v_x = rate(t) y: that of fix deform/gradv, or of fix streaming. */
std::string sheared(bool by_streaming, const std::string &keywords)
{
  return by_streaming
      ? "fix cell all deform 0 xy erate 2.0 remap v\nfix flow all streaming " + keywords +
          " origin 4 4 4\n"
      : "fix cell all deform/gradv gradv 0 0 0 2.0 0 0 origin 4 4 4 " + keywords + "\n";
}

/** Two spheres that roll and slide on each other, and separate later than t = .1. */
const std::string SPHERES = R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    region box prism 0 8 0 8 0 8 0 0 0
    create_box 1 box
    create_atoms 1 single 3.6 3.7 4
    create_atoms 1 single 4.35 4.2 4.2
    set group all diameter 1 mass 1
    set atom 1 vx 0.4 vy 0.2
    set atom 2 vx -0.2 vz -0.3
    set group all omega 0.3 -0.4 1.0
    neighbor 0.3 bin
    pair_style contact/hooke
    pair_coeff * * k 100 kt 60 mu 0.3 damping mass_velocity 2 1
)";

}    // namespace

// The contacts stick and slide. With the symmetric stress alone the sum changes by 10 % of the work
// with spin no, at any time step

TEST(LedgerCell, FrictionWithAndWithoutSpin)
{
  for (const std::string spin : {"yes", "no"})
    for (const std::string closure : {"exact", "sllod", "gradv2"})
      expect_second_order(SPHERES + sheared(false, "spin " + spin + " closure " + closure) +
                              "fix 1 all nve/sphere\n",
                          0.1, 1e-3, 1e-3);
}

TEST(LedgerCell, FrictionInACellOfFixDeform)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  for (const std::string spin : {"yes", "no"})
    for (const std::string closure : {"exact", "sllod", "gradv2"})
      expect_second_order(SPHERES + sheared(true, "spin " + spin + " closure " + closure) +
                              "fix 1 all nve/sphere\n",
                          0.1, 1e-3, 1e-3);
}

TEST(LedgerCell, FrictionInAFlowThatChanges)    // all components, L(t)
{
  const std::string gradient = "variable g equal 3*cos(8*(step+0.5)*dt)\nfix cell all deform/gradv "
                               "gradv 0.3 -0.4 v_g v_g -0.8 1.1 origin 4 4 4 spin ";
  for (const std::string spin : {"yes", "no", "yes closure gradv2"})
    expect_second_order(SPHERES + gradient + spin + "\nfix 1 all nve/sphere\n", 0.1, 1e-3, 1e-3);
}

// With lever radius the moments of a contact and of its forces leave a couple, which the flow
// turns. Without it the sum changes by 2 % of the work, at any time step

namespace {

const std::string LEVER_RADIUS =
    SPHERES + "pair_coeff * * k 100 kt 60 mu 0.3 lever radius damping mass_velocity 2 1\n";

}

TEST(LedgerCell, LeverRadius)
{
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const std::string keywords : {"spin yes", "spin no", "spin no closure sllod"})
      expect_second_order(newton + LEVER_RADIUS + sheared(false, keywords) +
                              "fix 1 all nve/sphere\n",
                          0.1, 1e-3, 1e-3);
}

TEST(LedgerCell, LeverRadiusWithRollingResistance)    // whose couples are opposite
{
  expect_second_order(
      LEVER_RADIUS +
          "pair_coeff * * k 100 kt 60 mu 0.3 lever radius rolling 10 0.2 twisting 5 0.1\n" +
          sheared(false, "spin no") + "fix 1 all nve/sphere\n",
      0.1, 1e-3, 1e-3);
}

TEST(LedgerCell, LeverRadiusInACellOfFixDeform)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  for (const std::string spin : {"spin yes", "spin no"})
    expect_second_order(LEVER_RADIUS + sheared(true, spin) + "fix 1 all nve/sphere\n", 0.1, 1e-3,
                        1e-3);
}

// The log does not name fix deform any more where fix streaming tells its work

TEST(LedgerCell, NothingIsMissing)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  Simulation sim(SPHERES + sheared(true, "") + "fix 1 all nve/sphere\n" + LEDGER);
  EXPECT_FALSE(contains(sim.output_of("run 1"), "Fix energy/ledger"));
}

// Stock styles with lever radius do not tell the couples of their contacts

TEST(LedgerCell, NamesThePairStylesWhoseCouplesItDoesNotKnow)
{
  const std::string couples = "part 7 (cell) does not contain the work of the flow on the couples "
                              "of pair style gran/hooke",
                    stock = SPHERES + "pair_style gran/hooke 100 NULL 2 1 0.3 1\npair_coeff * *\n";
  Simulation flows(stock + sheared(false, "") + "fix 1 all nve/sphere\n" + LEDGER),
      rests(stock + "fix 1 all nve/sphere\n" + LEDGER),
      ours(LEVER_RADIUS + sheared(false, "") + "fix 1 all nve/sphere\n" + LEDGER);
  EXPECT_TRUE(contains(flows.output_of("run 1"), couples));
  EXPECT_FALSE(contains(rests.output_of("run 1"), "part 7"));
  EXPECT_FALSE(contains(ours.output_of("run 1"), "Fix energy/ledger"));
}

// Where forces do not depend on velocities, all parts are those of one run; so they are under
// stress control

TEST(LedgerCell, PartsDoNotDependOnHowARunIsCut)
{
  const std::string elastic = SPHERES + "pair_coeff * * k 100\n";
  for (const std::string keywords : {"spin no", "spin no stress yy -1 1"}) {
    const std::string script =
        elastic + sheared(false, keywords) + "fix 1 all nve/sphere\n" + LEDGER + "timestep 1e-3\n";
    Simulation whole(script + "run 200"), cut(script + "run 77\nrun 23 pre no\nrun 100");
    EXPECT_GE(std::fabs(part(whole, CELL)), 0.01) << keywords;
    for (int k = 1; k <= FRACTURE; k++)
      EXPECT_NEAR(part(cut, k), part(whole, k), 1e-12) << keywords << " " << k;
  }
}

// After a restart with the forces of the file, too, though they depend on velocities, and with the
// powers of the file

namespace {

void expect_same_after_restart(const std::string &cell)
{
  const std::string file = scratch_file("restart"),
                    more = "pair_coeff * * k 100 damping mass_velocity 2 0\n" + cell +
      "fix 1 all nve/sphere/leapfrog restart exact\n" + LEDGER + "timestep 1e-3\n";
  Simulation whole(SPHERES + more + "restart 40 " + file + ".*\nrun 80");
  Simulation parts("comm_modify vel yes\nread_restart " + file +
                   ".40\nneighbor 0.3 bin\npair_style contact/hooke\n" + more + "run 40");
  EXPECT_GE(std::fabs(part(whole, CELL)), 0.01) << cell;
  EXPECT_GE(part(whole, DASHPOTS), 0.01) << cell;
  for (int k = 1; k <= FRACTURE; k++)
    EXPECT_NEAR(part(parts, k), part(whole, k), 1e-12) << cell << " " << k;
}

}    // namespace

TEST(LedgerCell, RestartExact)
{
  expect_same_after_restart(sheared(false, "spin no"));
  expect_same_after_restart("fix cell all deform/gradv gradv 0 0 0 2 0 0 stress yy -1 1\n");
}

TEST(LedgerCell, RestartExactInACellOfFixDeform)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  expect_same_after_restart(sheared(true, "spin no"));
}

// --- ellipsoids ---

namespace {

/** Two ellipsoids with angular velocity; `pair`: their interaction. */
std::string ellipsoids(const std::string &pair)
{
  return R"(
    units lj
    atom_style ellipsoid
    atom_modify map array
    comm_modify vel yes
    region box prism 0 8 0 8 0 8 0 0 0
    create_box 1 box
    create_atoms 1 single 3.5 3.7 4
    create_atoms 1 single 4.6 4.4 4.3
    set group all shape 0.8 1.2 1.8
    set group all mass 1
    set atom 1 quat 1 0.3 -0.2 40
    set atom 2 quat 0.2 1 0.5 110
    set atom 1 vx 0.2 angmom 0.1 -0.2 0.3
    set atom 2 vy -0.3 angmom -0.2 0.1 0.1
    neighbor 0.3 bin
)" + pair;
}

const std::string FREE = ellipsoids("pair_style zero 2.0\npair_coeff * *\n");
const std::string GAY_BERNE = ellipsoids("pair_style gayberne 1 1 1 3.5\npair_coeff * * 1.0 1.0 "
                                         "0.7 1 1.4 0.7 1 1.4 3.5\n");

}    // namespace

// Without forces: a body that turns relative to the flow, while the flow turns. Part 7 is -integral
// of omega . (s x I s)

TEST(LedgerCell, FreeEllipsoids)
{
  const std::string flows[] = {sheared(false, "closure sllod"),
                               "variable g equal 3*cos(8*(step+0.5)*dt)\nfix cell all deform/gradv "
                               "gradv 0 0 0 v_g -0.8 1.1 origin 4 4 4\n"};
  for (const std::string &flow : flows)
    for (const std::string integrator : {"nve/asphere", "nve/asphere/variational"})
      expect_second_order(FREE + flow + "fix 1 all " + integrator + "\n", 1.0, 5e-3, 1e-2);
}

// With forces that turn them. With newton on LAMMPS sums their virial over atoms, with newton off
// over pairs

TEST(LedgerCell, EllipsoidsThatTurnEachOther)
{
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const std::string spin : {"yes", "no"})
      expect_second_order(newton + GAY_BERNE + sheared(false, "spin " + spin) +
                              "fix 1 all nve/asphere\n",
                          0.5, 2e-3, 1e-3);
}

// --- clumps ---

// Tangential springs of clumps leave an error of lower order, also in a cell at rest (7e-6 of an
// energy of 1 here)

TEST(LedgerCell, Clumps)
{
  const std::string clumps = R"(
    units lj
    atom_style hybrid sphere molecular
    atom_modify map array
    comm_modify vel yes
    newton off
    region box prism 0 8 0 8 0 8 0 0 0
    create_box 1 box
    create_atoms 1 single 3.3 3.4 4
    create_atoms 1 single 3.9 3.7 4.2
    create_atoms 1 single 4.5 4.1 4.5
    create_atoms 1 single 4.9 4.7 4.3
    set atom 1*2 mol 1
    set atom 3*4 mol 2
    set group all diameter 1 density 1
    set atom 1*2 vx 0.5 vy 0.2
    set atom 3*4 vx -0.3
    neighbor 0.3 bin
    neigh_modify exclude molecule/intra all
    pair_style contact/hooke
    fix 1 all rigid/small/variational molecule
)";
  const std::string stretched = "variable g equal 0.5*cos(2*(step+0.5)*dt)\n"
                                "fix cell all deform/gradv gradv v_g 0 0 0 0 0 kick yes\n";
  for (const std::string &flow :
       {sheared(false, "spin yes"), sheared(false, "spin no"), stretched}) {
    expect_second_order(clumps + "pair_coeff * * k 100\n" + flow, 0.1, 1e-3, 1e-3);
    EXPECT_LE(
        std::fabs(change(clumps + "pair_coeff * * k 100 kt 60 mu 0.3\n" + flow, 0.1, 5e-4, 1)),
        1e-4)
        << flow;
  }
}
