// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// pair styles contact/hooke/kk and contact/hertz/kk against the host styles. Both run the same
// loop, and only the order of sums is free: bounds are those of round-off.

#include "profiled_loops.h"
#include "simulation_with.h"

#include "gtest/gtest.h"

using namespace scenario;

namespace {

const std::string TWO = "-k on t 2 -sf kk ", ONE = "-k on t 1 -sf kk ";

std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &args)
{
  return simulation_with(args, script);
}

/** 400 grains of two types and several sizes, pressed together, in motion, in a periodic box with a
 *  tilt. */
std::string packing(const std::string &style, const std::string &coefficients,
                    const std::string &before = "")
{
  return "units lj\natom_style sphere\natom_modify map array sort 20 2.0\n" + before +
      "region box prism 0 8 0 8 0 8 1 0.5 -0.5\ncreate_box 2 box\n"
      "create_atoms 1 random 400 4711 box overlap 0.9 maxtry 1000\n"
      "variable odd atom id%2\ngroup odd variable odd\nset group odd type 2\n"
      "variable d atom 1.0+0.03*(id%7)\nset group all diameter v_d density 1.0\n" +
      random_velocities(1.22) +
      "variable w atom 0.3*(id%5)-0.6\n"
      "set group all omega v_w -0.2 0.4\n"
      "pair_style " +
      style + "\n" + coefficients +
      "neighbor 0.3 bin\nneigh_modify every 5 delay 0 check no\ncomm_modify vel yes\n"
      "fix 1 all nve/sphere\ntimestep 0.001\n"
      "compute pressure all pressure NULL pair\n"
      "compute e all pe/atom pair\ncompute s all stress/atom NULL pair\n"
      "variable e atom id*c_e\n"
      "variable s atom id*(c_s[1]+2*c_s[2]+3*c_s[3]+4*c_s[4]+5*c_s[5]+6*c_s[6])\n"
      "compute sums all reduce sum v_e v_s\n"
      "thermo_style custom step pe c_pressure[*] c_sums[*]\nthermo 100\n";
}

/** What a pair style gives; atoms in the order of their IDs. */
struct Results {
  std::vector<Vec3> f, torque;
  std::map<std::string, double> sums;    // energy, pressure tensor, weighted sums over atoms
};

Results results(const Simulation &sim)
{
  Results r;
  r.f = forces(sim);
  r.torque = torques(sim);
  for (const char *name :
       {"c_thermo_pe", "c_pressure[1]", "c_pressure[2]", "c_pressure[3]", "c_pressure[4]",
        "c_pressure[5]", "c_pressure[6]", "c_sums[1]", "c_sums[2]"})
    r.sums[name] = sim.value(name);
  return r;
}

void expect_same(const Results &host, const Results &device, double bound)
{
  EXPECT_GT(largest(host.f), 0.0);
  EXPECT_LE(largest_difference(host.f, device.f), bound * largest(host.f));
  EXPECT_LE(largest_difference(host.torque, device.torque), bound * largest(host.f));
  const double scale = std::abs(host.sums.at("c_pressure[1]"));
  for (const auto &[name, value] : host.sums)
    EXPECT_NEAR(device.sums.at(name), value, bound * std::max(std::abs(value), scale)) << name;
}

struct Lists {
  const char *newton, *neigh;

  std::string package() const
  {
    return std::string("-pk kokkos newton ") + newton + " neigh " + neigh;
  }
};

const Lists NEWTON_OFF = {"off", "half"};

Results on_host(const std::string &script, const Lists &lists, const std::string &runs)
{
  Simulation sim("newton " + std::string(lists.newton) + "\n" + script);
  sim.run(runs);
  return results(sim);
}

Results on_device(const std::string &script, const Lists &lists, const std::string &runs,
                  const std::string &threads = TWO)
{
  const auto sim = kokkos(script, threads + lists.package());
  sim->run(runs);
  return results(*sim);
}

// Dashpots of all kinds

const std::string HOOKE = "pair_coeff * * k 1000 damping mass_velocity 5 2 velocity mid\n";
const std::string HOOKE_TYPES = "pair_coeff 1 1 k 1000 damping restitution 0.7 velocity mid\n"
                                "pair_coeff 2 2 k 3000 damping restitution 0.4 velocity mid\n";
const std::string COULOMB = "pair_coeff * * k 1000 damping velocity 5 8 kt 0 mu 0.1 lever radius "
                            "velocity mid\n";
const std::string HERTZ = "pair_coeff * * E 2000 nu 0.3 damping restitution 0.5 velocity mid\n";
const std::string HOOKE_SPRINGS =
    "pair_coeff 1 1 k 1000 damping mass_velocity 5 2 kt 300 mu 0.3 velocity mid\n"
    "pair_coeff 2 2 k 2000 damping mass_velocity 1 1 kt 500 mu 0.5 velocity mid\n";
const std::string HERTZ_SPRINGS =
    "pair_coeff * * E 2000 nu 0.3 damping restitution 0.7 kt 800 mu 0.4 velocity mid\n";

const std::string HERTZ_ROLLING =
    "pair_coeff * * E 2000 nu 0.3 damping restitution 0.7 kt 800 mu 0.4 cohesion dmt 1 rolling 50 "
    "0.1 0.05 twisting marshall velocity mid\n";
const std::string HOOKE_ROLLING =
    "pair_coeff 1 1 k 1000 damping velocity 5 2 kt 300 mu 0.3\npair_coeff 1 2 k 1500\n"
    "pair_coeff 2 2 k 2000 rolling 50 0.1 0.05 twisting 40 0.05 0.02\n";

const double ROUND_OFF = 1e-12, AFTER_STEPS = 1e-8;

struct Case {
  const char *style;
  const std::string *coefficients;
};

const Case SMOOTH[] = {{"contact/hooke", &HOOKE},
                       {"contact/hooke", &HOOKE_TYPES},
                       {"contact/hooke", &COULOMB},
                       {"contact/hertz", &HERTZ}};
const Case WITH_SPRINGS[] = {{"contact/hooke", &HOOKE_SPRINGS},
                             {"contact/hertz", &HERTZ_SPRINGS},
                             {"contact/hooke", &HOOKE_ROLLING},
                             {"contact/hertz", &HERTZ_ROLLING}};

}    // namespace

// -----------------------------------------------------------------------

TEST(KokkosContacts, WithoutSpringsInAllNeighborLists)
{
  for (const auto &c : SMOOTH)
    for (const auto &lists : {Lists{"on", "half"}, NEWTON_OFF, Lists{"off", "full"}}) {
      SCOPED_TRACE(*c.coefficients + lists.package());
      const std::string script = packing(c.style, *c.coefficients);
      const Results expected = on_host(script, lists, "run 0");
      for (const auto &threads : {ONE, TWO})
        expect_same(expected, on_device(script, lists, "run 0", threads), ROUND_OFF);
    }
}

// Contacts close and open: dashpots jump, but positions and velocities do not, and round-off grows
// by few digits.

TEST(KokkosContacts, WithoutSpringsAfterSteps)
{
  for (const auto &lists : {Lists{"on", "half"}, NEWTON_OFF, Lists{"off", "full"}}) {
    SCOPED_TRACE(lists.package());
    const std::string script = packing("contact/hertz", HERTZ);
    expect_same(on_host(script, lists, "run 300"), on_device(script, lists, "run 300"),
                AFTER_STEPS);
  }
}

// Where contacts are few, round-off grows by few digits in 1000 steps, as with stock styles
// (test_mock_device.cpp)

TEST(KokkosContacts, MotionOfAGasAfterAThousandSteps)
{
  const std::string rough = " damping mass_velocity 50 25 kt 6000 mu 0.5\n";
  for (const std::string &styles :
       {"fix 1 all nve/sphere/leapfrog\npair_style contact/hooke\npair_coeff * * k 20000" + rough +
            "fix w all wall/contact plane 0 0 -0.5 0 0 1 k 20000" + rough +
            "fix d all damping/cundall/onstep 0.05 0.05\n",
        "fix 1 all nve/sphere/rodrigues\npair_style contact/hertz\npair_coeff * * E 40000 nu 0.3" +
            rough + "fix dt all timestep/contact 100 max 0.0005\n"}) {
    SCOPED_TRACE(styles);
    const std::string script =
        "units lj\natom_style sphere\natom_modify map array sort 20 1.0\nnewton off\n"
        "boundary p p f\ncomm_modify vel yes\nregion box block 0 8 0 8 -20 30\ncreate_box 1 box\n"
        "region grains block 0 8 0 8 0 8\n"
        "create_atoms 1 random 300 4711 grains overlap 0.9 maxtry 500\n"
        "set group all diameter 1.0 density 1.0\n" +
        random_velocities(3.5) + styles + "timestep 0.0005\nrun 1000\n";
    const Simulation host(script);
    const auto device = kokkos(script, TWO + NEWTON_OFF.package());
    EXPECT_LE(largest_difference(host.state().x, device->state().x), 1e-10);
    EXPECT_LE(largest_difference(host.state().omega, device->state().omega), 1e-8);
  }
}

// 300 steps with 60 new neighbor lists: springs grow, slide, and go from list to list, and from run
// to run

TEST(KokkosContacts, SpringsAfterSteps)
{
  for (const auto &c : WITH_SPRINGS) {
    SCOPED_TRACE(*c.coefficients);
    const std::string script = packing(c.style, *c.coefficients);
    const std::string runs = "run 100\nrun 0\nrun 200";
    const Results expected = on_host(script, NEWTON_OFF, runs);
    for (const auto &threads : {ONE, TWO})
      expect_same(expected, on_device(script, NEWTON_OFF, runs, threads), AFTER_STEPS);
  }
}

// velocity onstep: the velocities of owned atoms are extrapolated, and go to the ghosts of a cell
// that shears

const std::string FULL_STEP =
    "pair_coeff * * k 1000 damping velocity 5 3 kt 300 mu 0.3 velocity onstep\n";
const std::string SHEAR = "fix 3 all deform 1 xy erate 0.5 remap v flip no\n";

TEST(KokkosContacts, VelocitiesAtTheStepOfImagesInAShearedCell)
{
  for (const std::string more : {"", "comm_modify vel no\n"}) {
    SCOPED_TRACE(more);
    const std::string script = packing("contact/hooke", FULL_STEP) + SHEAR + more;
    expect_same(on_host(script, NEWTON_OFF, "run 100"), on_device(script, NEWTON_OFF, "run 100"),
                AFTER_STEPS);
  }
}

// A variant reads the springs that it has written itself. Those of the other one are left out,
// which a warning tells

TEST(KokkosContacts, SpringsOfARestartFileAreReadByTheHostStyleOnly)
{
  const std::string script = packing("contact/hooke", HOOKE_SPRINGS), host = scratch_file("host"),
                    device = scratch_file("device");
  const std::string setup = TWO + NEWTON_OFF.package();
  Simulation("newton off\n" + script + "run 20\nwrite_restart " + host);
  kokkos(script, setup)->run("run 20\nwrite_restart " + device);
  const std::string warning = "springs that another variant of the style wrote";
  const auto read = [](const std::string &file) {
    return "read_restart " + file + "\nfix 1 all nve/sphere\n";
  };
  Simulation on_host("newton off\n");
  EXPECT_FALSE(contains(on_host.output_of(read(host) + "run 0"), warning));
  Simulation of_device("newton off\n");
  EXPECT_TRUE(contains(of_device.output_of(read(device) + "run 0"), warning));
  EXPECT_TRUE(contains(kokkos("", setup)->output_of(read(device) + "run 0"),
                       "KOKKOS does not read the tangential springs"));
  EXPECT_TRUE(contains(kokkos("", setup)->output_of(read(host) + "run 0"), warning));
}

// Dashpots do not act in a minimization, although the grains have velocities

TEST(KokkosContacts, StartOfAMinimization)
{
  const Lists lists = {"on", "half"};
  for (const auto &law : {HOOKE, HOOKE_TYPES}) {
    const std::string script = packing("contact/hooke", law), next = "minimize 0 0 0 0";
    expect_same(on_host(script, lists, next), on_device(script, lists, next, ONE), ROUND_OFF);
  }
}

// The losses that fix energy/ledger adds up, with springs that go from list to list and contacts
// that open

TEST(KokkosContacts, EnergiesOfDashpotsAndFriction)
{
  for (const auto &coefficients : {HOOKE_SPRINGS, FULL_STEP}) {
    SCOPED_TRACE(coefficients);
    const std::string script = packing("contact/hooke", coefficients) +
        "fix l all energy/ledger\nthermo_style custom step f_l[*]\n";
    Simulation host("newton off\n" + script);
    host.run("run 300");
    const auto device = kokkos(script, TWO + NEWTON_OFF.package());
    device->run("run 300");
    for (const std::string entry : {"f_l[3]", "f_l[8]", "f_l[9]", "f_l"})
      EXPECT_NEAR(host.value(entry), device->value(entry),
                  AFTER_STEPS * std::abs(host.value(entry)))
          << entry;
  }
}

TEST(KokkosContacts, SpringsNeedHalfListsAndNewtonOff)
{
  for (const auto &lists : {Lists{"on", "half"}, Lists{"off", "full"}}) {
    const auto sim = kokkos(packing("contact/hooke", HOOKE_SPRINGS), TWO + lists.package());
    const std::string message = sim->error_of("run 0");
    for (const char *part : {"Pair style contact/hooke/kk", "-pk kokkos neigh half newton off"})
      EXPECT_TRUE(contains(message, part)) << message;
  }
}

// LAMMPS' fix finds springs by IDs, so that new IDs and several images of a grain end in errors

TEST(KokkosContacts, SpringsGoByIds)
{
  const std::string script = packing("contact/hooke", HOOKE_SPRINGS),
                    args = TWO + NEWTON_OFF.package(), thick = "0 8 0 8 0 8";
  const auto sim = kokkos(script, args);
  sim->run("run 20\ngroup few id 1:40\ndelete_atoms group few compress no\nrun 20");
  const std::string ids = sim->error_of("group more id 41:80\ndelete_atoms group more\nrun 1");
  EXPECT_TRUE(contains(ids, "atoms have other IDs than in the last run")) << ids;
  std::string thin = script;    // two cutoffs are 2 (1.18 + 0.3)
  thin.replace(thin.find(thick), thick.size(), "0 8 0 2.9 0 8");
  const std::string box = kokkos(thin, args)->error_of("run 0");
  EXPECT_TRUE(contains(box, "which is less than two cutoffs of neighbor lists, 2.96")) << box;
}

// What kokkos-tools show: the kernels of each step

TEST(KokkosContacts, KernelsHaveLabels)
{
  const auto sim = kokkos(packing("contact/hertz", HERTZ), TWO);
  auto steps = profile_steps(*sim, 10, 0);
  for (const std::string label : {"vardem/contact/hertz::compute", "vardem/contact/hertz::masses"})
    EXPECT_EQ(steps.loops[label] + steps.sums[label], 10) << label;
}
