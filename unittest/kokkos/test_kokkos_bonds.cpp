// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// bond styles binder/kk and contact/hooke/kk against the host styles. Both run the same loops, and
// only the order of sums is free: bounds are those of round-off.

#include "packing/packing.h"
#include "profiled_loops.h"
#include "simulation_with.h"

using namespace scenario;

namespace {

const std::string ONE = "-k on t 1 -sf kk -pk kokkos newton on neigh half",
                  TWO = "-k on t 2 -sf kk -pk kokkos newton on neigh half",
                  NEWTON_OFF = "-k on t 2 -sf kk -pk kokkos newton off neigh half",
                  ON_DEVICE = NEWTON_OFF + " comm device sort device",
                  ONE_NEWTON_OFF = "-k on t 1 -sf kk -pk kokkos newton off neigh half";

std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &args)
{
  return simulation_with(args, script);
}

/** The host style with the same newton. */
std::unique_ptr<Simulation> host(const std::string &script, const std::string &args)
{
  const std::string newton = contains(args, "newton off") ? "newton off\n" : "newton on\n";
  std::string here = script;
  for (const std::string line : {"suffix off\n", "suffix on\n"})
    if (contains(here, line)) here.erase(here.find(line), line.size());
  return std::make_unique<Simulation>(newton + here);
}

const double AFTER_STEPS = 1e-10;

/** Bonded grains of two sizes across the corner of a periodic box that is tilted. They move and
 *  spin, and are sorted. The bonds have two types by turns. */
const std::string BLOCK =
    "units lj\natom_style hybrid sphere bond\natom_modify map array sort 20 2.0\n"
    "region box prism 0 9 0 9 0 9 1 0 0.5 units box\n"
    "create_box 1 box bond/types 2 extra/bond/per/atom 12 extra/special/per/atom 60\n"
    "lattice sc 1\nregion block block 0.1 4.9 0.1 4.9 0.1 4.9\ncreate_atoms 1 region block\n"
    "variable d atom 1-0.02*(id%3)\nset group all diameter v_d\nset group all mass 1\n"
    "displace_atoms all random 0.03 0.03 0.03 71\ndisplace_atoms all move -2 -2.3 6.8\n"
    "neighbor 0.3 bin\nneigh_modify every 10 delay 0 check no\ncomm_modify vel yes\n"
    "pair_style zero 1.5\npair_coeff * *\nspecial_bonds lj 0 1 1 coul 0 1 1\n"
    "group odd id 1:125:2\ngroup even subtract all odd\n"
    "create_bonds many odd odd 1 0.7 1.5\ncreate_bonds many even even 1 0.7 1.5\n"
    "create_bonds many odd even 2 0.7 1.2\nspecial_bonds lj 1 1 1 coul 1 1 1\n"
    "variable vx atom sin(id)\nvariable vy atom sin(2*id)\nvariable vz atom sin(3*id)\n"
    "velocity all set v_vx v_vy v_vz\nset group all omega v_vz v_vx v_vy\ntimestep 0.002\n"
    "thermo_modify norm no\n";

const std::string NVE = "fix nve all nve/sphere/rodrigues\n";

std::string binder(const std::string &first, const std::string &second)
{
  return "bond_style binder\nbond_coeff 1 " + first + "\nbond_coeff 2 " + second + "\n";
}

const std::string B = "axial 200 shear 200 moment 10",
                  N = "axial 150 shear 90 moment 8 torsion 5 "
                      "form N energy linear",
                  PRINTED = "axial 100 shear 80 moment 12 form printed", BEAM = "beam 300 0.3 0.8",
                  DAMPED = " damp 2 3 0.5", MID = DAMPED + " velocity mid";

const std::string FORMS[] = {binder(B, B),    binder(B, N),          binder(PRINTED, B),
                             binder(BEAM, N), binder(B + DAMPED, N), binder(N + MID, BEAM)};

const std::string HOOKE = "bond_style contact/hooke\nbond_coeff 1 k 300\n"
                          "bond_coeff 2 k 200 damping restitution 0.5\n",
                  HOOKE_MID = "bond_style contact/hooke\n"
                              "bond_coeff * k 200 damping mass_velocity 3 1 velocity mid\n",
                  HYBRID = "bond_style hybrid binder contact/hooke\nbond_coeff 1 binder " + N +
    "\nbond_coeff 2 contact/hooke k 200\n";

/** What bonds do; atoms in the order of their IDs. */
struct Results {
  std::vector<Vec3> x, v, omega, f, torque;
  std::vector<double> sums;
};

Results results(const Simulation &sim)
{
  const State s = sim.state();
  Results r = {s.x, s.v, s.omega, forces(sim), torques(sim), {}};
  for (const char *name : {"ebond", "pxx", "pyy", "pzz", "pxy", "pxz", "pyz"})
    r.sums.push_back(sim.value(name));
  return r;
}

void expect_same(const Results &host, const Results &device, double bound = AFTER_STEPS)
{
  EXPECT_GT(host.sums[0], 1.0);
  EXPECT_GT(largest(host.f), 1.0);
  EXPECT_LE(largest_difference(host.x, device.x), bound * largest(host.x));
  EXPECT_LE(largest_difference(host.v, device.v), bound * largest(host.v));
  EXPECT_LE(largest_difference(host.omega, device.omega), bound * largest(host.omega));
  EXPECT_LE(largest_difference(host.f, device.f), bound * largest(host.f));
  EXPECT_LE(largest_difference(host.torque, device.torque), bound * largest(host.f));
  for (std::size_t k = 0; k < host.sums.size(); k++)
    EXPECT_NEAR(device.sums[k], host.sums[k], bound * (k ? 1.0 : host.sums[0])) << "entry " << k;
}

Results after(Simulation &sim, const std::string &runs)
{
  sim.run("thermo_style custom step ebond press pxx pyy pzz pxy pxz pyz\nthermo_modify norm no\n" +
          runs);
  return results(sim);
}

/** The host style and the Kokkos variant after these runs. */
void compare(const std::string &script, const std::string &runs, const std::string &args)
{
  SCOPED_TRACE(script.substr(script.find("norm no") + 8) + args);
  const auto expected = after(*host(script, args), runs);
  expect_same(expected, after(*kokkos(script, args), runs));
}

}    // namespace

// -----------------------------------------------------------------------

// 100 steps with 10 new tables; atoms are sorted on the way

TEST(KokkosBonds, Forms)
{
  for (const auto &bonds : FORMS) compare(BLOCK + NVE + bonds, "run 100", TWO);
}

TEST(KokkosBonds, NewtonAndThreads)
{
  for (const auto &args : {ONE, ONE_NEWTON_OFF, NEWTON_OFF, ON_DEVICE})
    compare(BLOCK + NVE + FORMS[4], "run 100", args);
}

TEST(KokkosBonds, ContactHooke)
{
  for (const auto &bonds : {HOOKE, HOOKE_MID, HYBRID})
    for (const auto &args : {TWO, ON_DEVICE}) compare(BLOCK + NVE + bonds, "run 100", args);
}

TEST(KokkosBonds, NextRuns)
{
  compare(BLOCK + NVE + FORMS[4], "run 50\nrun 0\nrun 30\nrun 20 pre no", ON_DEVICE);
}

TEST(KokkosBonds, MapOfHashes)
{
  std::string script = BLOCK + NVE + FORMS[1];
  compare(script.replace(script.find("map array"), 9, "map hash "), "run 100", TWO);
}

TEST(KokkosBonds, PairStylesAddTheirForces)
{
  const std::string script =
      BLOCK + NVE + FORMS[1] + "pair_style contact/hooke\npair_coeff * * k 100\n";
  for (const auto &args : {TWO, ON_DEVICE}) compare(script, "run 100", args);
}

// --- orientations ---

TEST(KokkosBonds, OrientationsOfOtherIntegrators)
{
  for (const std::string fixes :
       {"fix nve all nve/sphere/leapfrog update quat\n",
        "fix a odd nve/sphere/rodrigues\nfix b even nve/sphere/leapfrog update quat\n",
        "suffix off\nfix nve all nve/sphere/rodrigues\nsuffix on\n"})
    compare(BLOCK + fixes + FORMS[1], "run 100", TWO);
}

// Of the host is the bond style only: it reads orientations that are on the device

TEST(KokkosBonds, BondStyleOfTheHost)
{
  for (const auto &bonds : {FORMS[1], FORMS[4], HOOKE})
    compare(BLOCK + NVE + "suffix off\n" + bonds + "suffix on\n", "run 100", NEWTON_OFF);
}

// --- energies and virials of atoms ---

// --- bonds that break ---

const std::string BREAKING = binder(B + " break axial 0.05 break bend 0.1", N + " break energy 3");
const std::string COUNT = "compute n all count/type bond\n";

TEST(KokkosBonds, Breaking)
{
  const std::string script = BLOCK + NVE + BREAKING + COUNT +
      "thermo_style custom step ebond press c_n c_n[1] c_n[2]\nthermo_modify norm no\n";
  for (const auto &args : {ONE_NEWTON_OFF, NEWTON_OFF, ON_DEVICE}) {
    const auto expected = host(script, args), found = kokkos(script, args);
    for (const std::string run : {"run 10", "run 40", "run 50 pre no"}) {
      expected->run(run);
      found->run(run);
      for (const std::string n : {"c_n", "c_n[1]", "c_n[2]"})
        EXPECT_EQ(expected->value(n), found->value(n)) << n << args << run;
    }
    EXPECT_GT(expected->value("c_n"), 20.0);
    EXPECT_GT(expected->value("c_n[1]"), 20.0);
    expect_same(results(*expected), results(*found));
  }
}

/** Two pairs of bonded grains that fly apart. */
const std::string PAIRS =
    "units lj\natom_style hybrid sphere bond\natom_modify map array\nboundary f f f\n"
    "region box block -20 20 -5 5 -5 5\n"
    "create_box 1 box bond/types 2 extra/bond/per/atom 4 extra/special/per/atom 10\n"
    "create_atoms 1 single -0.5 0 0\ncreate_atoms 1 single 0.5 0 0\n"
    "create_atoms 1 single -0.5 3 0\ncreate_atoms 1 single 0.5 3 0\n"
    "set group all diameter 1\nset group all mass 1\nset atom 1 vx -5\nset atom 2 vx 5\n"
    "set atom 3 vx 0.1\nset atom 4 vx -0.1\n"
    "neighbor 0.3 bin\nneigh_modify every 1 delay 0\ntimestep 0.002\n"
    "pair_style zero 2.0\npair_coeff * *\nspecial_bonds lj 0 1 1 coul 0 1 1\n" +
    NVE + "bond_style binder\nbond_coeff * " + B +
    " break axial 0.1\ncreate_bonds single/bond 1 1 2\ncreate_bonds single/bond 2 3 4\n" + COUNT;

// LAMMPS' lists of bonds leave broken ones out; else it would miss atoms that are too far apart

TEST(KokkosBonds, PartnersOfBrokenBondsMayGo)
{
  const auto sim = kokkos(PAIRS + "run 1500", NEWTON_OFF);
  const State s = sim->state();
  EXPECT_GT(s.x[1].x - s.x[0].x, 20.0);
  EXPECT_EQ(sim->value("c_n"), 1.0);
  EXPECT_EQ(sim->value("c_n[1]"), 0.0);
  EXPECT_EQ(sim->value("c_n[2]"), 1.0);
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(sim->lammps()->atom->nspecial[i][0], sim->lammps()->atom->tag[i] > 2 ? 1 : 0);
  sim->run("run 100");
}

// The partners touch each other from the next step on: with special_bonds 0 they did not before

TEST(KokkosBonds, PartnersOfBrokenBondsTouch)
{
  std::string script = PAIRS;
  const std::string zero = "pair_style zero 2.0\npair_coeff * *\n";
  script.replace(script.find(zero), zero.size(),
                 "pair_style contact/hooke\npair_coeff * * k 100\n");
  script += "bond_coeff * " + B +
      " break bend 0.01\nset atom 1 vx 1\nset atom 2 vx -1\n"
      "set atom 1 omega 0 0 3\n";
  const std::string args = NEWTON_OFF;
  const auto expected = host(script + "run 100", args), found = kokkos(script + "run 100", args);
  EXPECT_EQ(expected->value("c_n"), 1.0);
  EXPECT_EQ(found->value("c_n"), 1.0);
  EXPECT_GT(expected->value("evdwl"), 0.01);
  EXPECT_NEAR(expected->value("evdwl"), found->value("evdwl"), 1e-10);
}

// --- the energy balance ---

// --- restart: both variants have the same files ---

TEST(KokkosBonds, RestartFilesOfBothVariants)
{
  const std::string file = scratch_file("bonds"),
                    fix = "fix nve all nve/sphere/rodrigues restart "
                          "exact\n",
                    bonds = FORMS[1],
                    settings = "neighbor 0.3 bin\nneigh_modify every 10 delay 0 check no\n"
                               "comm_modify vel yes\npair_style zero 1.5\npair_coeff * *\n"
                               "thermo_modify norm no\n";
  const Results expected = after(*host(BLOCK + fix + bonds, NEWTON_OFF), "run 100\nrun 100 pre no");
  for (const bool write_on_device : {false, true}) {
    const std::string write = BLOCK + fix + bonds + "run 100\nwrite_restart " + file;
    if (write_on_device)
      kokkos(write, NEWTON_OFF);
    else
      host(write, NEWTON_OFF);
    const std::string read =
        "atom_modify map array sort 20 2.0\nread_restart " + file + "\n" + settings + fix;
    const auto on_host = host(read, NEWTON_OFF), on_device = kokkos(read, NEWTON_OFF);
    for (const auto &sim : {on_host.get(), on_device.get()}) {
      SCOPED_TRACE(std::to_string(write_on_device) + (sim == on_host.get() ? " host" : " device"));
      expect_same(expected, after(*sim, "run 100"));
    }
  }
}

// --- what kokkos-tools show: the styles run on the device, and make a table with each neighbor
//     list

TEST(KokkosBonds, KernelsHaveLabels)
{
  const auto sim = kokkos(BLOCK + NVE + HYBRID + "thermo 1000\nrun 0", TWO);
  auto run = profile(*sim, "run 20 pre no post no");
  for (const std::string style : {"vardem/binder::", "vardem/contact/hooke::"}) {
    EXPECT_EQ(run.loops[style + "compute"], 19);    // the last step has sums
    EXPECT_EQ(run.loops[style + "table::count_bonds"], 2);
    EXPECT_EQ(run.loops[style + "table::fill_bonds"], 2);
  }
  EXPECT_EQ(run.loops["vardem/contact/hooke::masses::inverse_masses"], 20);
}

// --- bad input ---

TEST(KokkosBonds, BadInputIsFoundOnTheDevice)
{
  const auto sim = kokkos(PAIRS + "create_bonds single/bond 1 1 2\n", NEWTON_OFF);
  const std::string twice = sim->error_of("run 0");
  EXPECT_TRUE(contains(twice, "has two bonds with the same atom")) << twice;
  const auto same = kokkos(PAIRS + "set atom 2 x -0.5\nset atom 4 x 0.5\n", NEWTON_OFF);
  const std::string zero = same->error_of("run 0");
  EXPECT_TRUE(contains(zero, "has the length zero")) << zero;
}

/** LAMMPS takes half of a box length as a whole number there. */
TEST(KokkosBonds, SmallPeriodicCell)
{
  const auto cell = [](double half) {
    return "units lj\natom_style hybrid sphere bond\natom_modify map array\nregion box block -" +
        std::to_string(half) + " " + std::to_string(half) +
        " -9 9 -9 9\ncreate_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4\n"
        "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.8 0 0\nset group all diameter 1\n"
        "set group all mass 1\ncomm_modify vel yes\nspecial_bonds lj 0 1 1\nneighbor 0.3 bin\n"
        "pair_style contact/hooke\npair_coeff * * k 1000\n"
        "create_bonds single/bond 1 1 2\nbond_style contact/hooke\nbond_coeff * k 100\n"
        "fix i all nve/sphere/implicit\n";
  };
  const auto sim = kokkos(cell(0.9), NEWTON_OFF);
  const std::string message = sim->error_of("run 0");
  EXPECT_TRUE(
      contains(message,
               "Pair style contact/hooke/kk: KOKKOS rounds half of each periodic box length, "
               "0.9 9 9, down to a whole number"))
      << message;
  const auto all = kokkos(cell(0.9) + "special_bonds lj 1 1 1\nrun 0", NEWTON_OFF);
  EXPECT_GT(all->value("pe"), 0.0);
  const auto large = kokkos(cell(1.2) + "run 0", NEWTON_OFF);
  EXPECT_EQ(large->value("pe"), 0.0);
}
