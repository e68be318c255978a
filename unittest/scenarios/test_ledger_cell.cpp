/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// fix energy/ledger in a cell that flows: the work of the flow on particles with friction, on ellipsoids and on clumps, whether they turn
// with the flow or not. The sum is constant to second order in the time step, by doc/notes/leapfrog-cell-damping.md 3.6.

#include "cell.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string LEDGER =
    "fix led all energy/ledger\nthermo_modify norm no\nthermo_style custom step\n";

double part(const Simulation &sim, int k)
{
  return sim.value("f_led[" + std::to_string(k) + "]");
}

struct Books {
  double change = 0.0;    // largest of the sum, at ten times
  double work = 0.0;      // part 7 at the end
};

/** The books of a time t in steps h, in one run or in ten. */
Books books(const std::string &script, double t, double h, bool in_parts)
{
  Simulation sim(script + LEDGER + "timestep " + number(h) + "\nrun 0 post no");
  const double start = sim.value("f_led");
  Books found;
  for (int k = 0; k < 10; k++) {
    sim.run("run " + std::to_string(std::lround(0.1 * t / h)) + (in_parts ? "" : " pre no"));
    found.change = std::max(found.change, std::fabs(sim.value("f_led") - start));
  }
  found.work = part(sim, 7);
  return found;
}

/** The change of the sum is of second order, and less than `part` of the work. */
void expect_second_order(const std::string &script, double t, double h, double part,
                         bool in_parts = false)
{
  const Books coarse = books(script, t, h, in_parts), fine = books(script, t, 0.5 * h, in_parts);
  EXPECT_NEAR(std::log2(coarse.change / fine.change), 2.0, 0.15) << script;
  EXPECT_LE(fine.change, part * std::fabs(fine.work)) << script;
}

/** The fixes of a flow with v_x = rate(t) y: that of fix deform/gradv, or of fix streaming. */
std::string sheared(bool by_streaming, const std::string &keywords)
{
  return by_streaming ? "fix cell all deform 0 xy erate 2.0 remap v\nfix flow all streaming " +
              keywords + " origin 4 4 4\n"
                      : "fix cell all deform/gradv gradv 0 0 0 2.0 0 0 origin 4 4 4 " + keywords + "\n";
}

/** Two spheres that touch all the time (half a period of the contact is .22), roll and slide on each other. */
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

// The contacts stick and slide. With the symmetric stress alone the sum changes by 10 % of the work with spin no, at any time step

TEST(LedgerCell, FrictionWithAndWithoutSpin)
{
  for (const std::string spin : {"yes", "no"})
    for (const std::string closure : {"exact", "sllod", "gradv2"})
      expect_second_order(SPHERES + sheared(false, "spin " + spin + " closure " + closure) +
                              "fix 1 all nve/sphere\n",
                          0.2, 1e-3, 1e-3);
}

TEST(LedgerCell, FrictionInACellOfFixDeform)
{
  for (const std::string spin : {"yes", "no"})
    for (const std::string closure : {"exact", "sllod", "gradv2"})
      expect_second_order(SPHERES + sheared(true, "spin " + spin + " closure " + closure) +
                              "fix 1 all nve/sphere\n",
                          0.2, 1e-3, 1e-3);
}

TEST(LedgerCell, FrictionInAFlowThatChanges)    // all components, L(t)
{
  const std::string gradient = "variable g equal 3*cos(8*(step+0.5)*dt)\nfix cell all deform/gradv "
                               "gradv 0.3 -0.4 v_g v_g -0.8 1.1 origin 4 4 4 spin ";
  for (const std::string spin : {"yes", "no"})
    expect_second_order(SPHERES + gradient + spin + "\nfix 1 all nve/sphere\n", 0.2, 1e-3, 1e-3);
}

// The log does not name fix deform any more where fix streaming tells its work

TEST(LedgerCell, NothingIsMissing)
{
  Simulation sim(SPHERES + sheared(true, "") + "fix 1 all nve/sphere\n" + LEDGER);
  EXPECT_FALSE(contains(sim.output_of("run 1"), "Fix energy/ledger"));
}

// Runs in ten parts: each begins with forces at new velocities, and no part of the books gets a jump from that

TEST(LedgerCell, RunsInParts)
{
  for (const std::string spin : {"yes", "no"})
    expect_second_order(SPHERES + sheared(false, "spin " + spin) + "fix 1 all nve/sphere\n", 0.2,
                        1e-3, 1e-3, true);
}

TEST(LedgerCell, RunsInPartsInACellOfFixDeform)
{
  for (const std::string spin : {"yes", "no"})
    expect_second_order(SPHERES + sheared(true, "spin " + spin) + "fix 1 all nve/sphere\n", 0.2,
                        1e-3, 1e-3, true);
}

// Where forces do not depend on velocities, all parts are those of one run; so they are under stress control

TEST(LedgerCell, PartsDoNotDependOnHowARunIsCut)
{
  const std::string elastic = SPHERES + "pair_coeff * * k 100\n";
  for (const std::string keywords : {"spin no", "spin no stress yy -1 1"}) {
    const std::string script = elastic + sheared(false, keywords) + "fix 1 all nve/sphere\n" +
        LEDGER + "timestep 1e-3\n";
    Simulation whole(script + "run 200"), cut(script + "run 77\nrun 23 pre no\nrun 100");
    EXPECT_GE(std::fabs(part(whole, 7)), 0.01) << keywords;
    for (int k = 1; k <= 13; k++)
      EXPECT_NEAR(part(cut, k), part(whole, k), 1e-12) << keywords << " " << k;
  }
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

// Without forces: a body that turns relative to the flow, while the flow turns. Part 7 is -integral of omega . (s x I s)

TEST(LedgerCell, FreeEllipsoids)
{
  const std::string flows[] = {sheared(false, "closure sllod"),
                               "variable g equal 3*cos(8*(step+0.5)*dt)\nfix cell all deform/gradv "
                               "gradv 0 0 0 v_g -0.8 1.1 origin 4 4 4\n"};
  for (const std::string &flow : flows)
    for (const std::string integrator : {"nve/asphere", "nve/asphere/variational"})
      expect_second_order(FREE + flow + "fix 1 all " + integrator + "\n", 1.0, 5e-3, 1e-2);
}

// With forces that turn them. With newton on LAMMPS sums this virial over atoms, with newton off over pairs

TEST(LedgerCell, EllipsoidsThatTurnEachOther)
{
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const std::string spin : {"yes", "no"})
      expect_second_order(newton + GAY_BERNE + sheared(false, "spin " + spin) +
                              "fix 1 all nve/asphere\n",
                          0.5, 2e-3, 1e-3);
}

// --- clumps ---

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
    pair_coeff * * k 100 kt 60 mu 0.3 damping mass_velocity 2 1
    fix 1 all rigid/small/variational molecule
)";
  for (const std::string spin : {"yes", "no"})
    expect_second_order(clumps + sheared(false, "spin " + spin), 0.2, 1e-3, 2e-3);
}
