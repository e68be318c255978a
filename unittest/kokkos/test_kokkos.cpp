// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The /kk styles: the bits of the host styles, on the device without copies of atom arrays.

#include "../soak.h"
#include "profiled_loops.h"
#include "simulation_with.h"

#include "atom_masks.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"

#include "gtest/gtest.h"

#include <array>
#include <memory>
#include <tuple>

using namespace scenario;

namespace {

/** A simulation with the /kk styles on 2 threads; what it is started with besides goes into
 *  more. */
std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &more = "")
{
  return simulation_with("-k on t 2 -sf kk " + more, script);
}

const std::string BOX =
    "units lj\natom_modify map array sort 20 1.0\nregion box block 0 20 0 20 0 20\n";
const std::string SPHERES = "atom_style sphere\n" + BOX +
    "create_box 1 box\ncreate_atoms 1 random 500 12345 box\nset group all diameter 1.0 density "
    "1.0\n" +
    random_velocities(3.46) + "variable w atom id%7-3\nset group all omega v_w 1.0 -2.0\n";
const std::string ELLIPSOIDS = "atom_style ellipsoid\n" + BOX +
    "create_box 1 box\ncreate_atoms 1 random 500 12345 box\nset group all shape 1.0 0.8 0.6\nset "
    "group all density 1.0\n"
    "set group all quat/random 1234\n" +
    random_velocities(3.46) +
    "variable L atom "
    "0.1*(id%7)-0.3\nset group all angmom v_L 0.2 -0.1\n";

/** Bodies that fly through a periodic box, are sorted and wrapped, and feel gravity: no sum over
 *  neighbors, so no freedom in the bits. */
std::string flight(const std::string &bodies, const std::string &integrator,
                   const std::string &group = "all")
{
  return bodies + "group part id 1:500:3\nneigh_modify every 1 delay 0 check no\nfix 1 " + group +
      " " + integrator + "\nfix 2 all gravity 1.0 chute 26.0\ntimestep 0.01\nthermo 50\n";
}

/** Also those of the rotation of bodies. */
void expect_same_rotation(const State &a, const State &b)
{
  expect_same_bits(a, b);
  EXPECT_TRUE(a.angmom.empty() || different_bits(a.angmom, b.angmom) == 0);
  EXPECT_TRUE(a.q.empty() || different_bits(a.q, b.q) == 0);
}

void twin_gives_the_bits_of_the_host_style(const std::string &script, const std::string &more = "")
{
  Simulation host(script);
  const auto device = kokkos(script, more);
  host.run("run 173");
  device->run("run 173");
  const State a = host.state("1");
  EXPECT_FALSE(a.q.empty());
  expect_same_rotation(a, device->state("1"));
}

/** What n steps in the middle of a run do. */
ProfiledLoops profile_of(const std::string &script, int n)
{
  return profile_steps(*kokkos(script), n);
}

/** All integrators, with the bodies that they move. */
std::vector<std::array<std::string, 2>> integrators()
{
  std::vector<std::array<std::string, 2>> all;
  for (const auto &integrator : SPHERE_INTEGRATORS) all.push_back({SPHERES, integrator.fix});
  for (const auto &fix : ASPHERE_INTEGRATORS) all.push_back({ELLIPSOIDS, fix});
  return all;
}

const std::string QUIET = "neigh_modify delay 1000 every 1000 check no\nthermo 0\n"
                          "atom_modify sort 0 1.0\n";
/** A fix that acts at the end of steps, but never here: LAMMPS does not fuse the end of one step
 *  and the begin of the next one then. */
const std::string NOT_FUSED = "fix 3 all momentum 1000000 linear 1 1 1\n";

}    // namespace

// Also groups that fill few lanes, steps that LAMMPS does not fuse, and a unit of force that is not
// that of mass times acceleration

TEST(Twins, GiveTheBitsOfTheHostStyles)
{
  for (const auto &[bodies, integrator] : integrators())
    for (std::string script :
         {flight(bodies, integrator), flight(bodies, integrator, "part") + NOT_FUSED}) {
      twin_gives_the_bits_of_the_host_style(script);
      script.replace(script.find("units lj"), 8, "units real");
      twin_gives_the_bits_of_the_host_style(script);
    }
}

TEST(Twins,
     // package kokkos sort device: the store moves with its atoms by sort_kokkos()
     StoreIsSortedOnTheDevice)
{
  for (const auto &integrator : SPHERE_INTEGRATORS)
    twin_gives_the_bits_of_the_host_style(flight(SPHERES, integrator.fix + " restart exact"),
                                          "-pk kokkos sort device");
}

// 2 threads sum the contact forces in any order, hence no bits. One of the chutes is damped: forces
// and torques of contacts, and gravity that changes. 40 steps have a new neighbor list among them

TEST(Twins, ChuteIsThatOfTheHost)
{
  for (const std::string integrator : {"nve/sphere/leapfrog", "nve/sphere/rodrigues"}) {
    const bool damped = integrator == "nve/sphere/leapfrog";
    const std::string move = "fix             3 active";
    std::string script = chute(integrator);
    ASSERT_TRUE(contains(script, move));
    if (damped)
      script.insert(script.find(move), "fix d active damping/cundall/onstep 0.3 0.2 gravity no\n");
    Simulation host(script);
    const auto device = kokkos(script, "-pk kokkos neigh half newton off");
    for (Simulation *sim : {&host, device.get()})
      sim->run("run " + std::to_string(VARDEM::at_size(40, 100)));
    const State a = host.state("3"), b = device->state("3");
    EXPECT_LE(largest_difference(a.x, b.x), 1e-13) << integrator;
    EXPECT_LE(largest_difference(a.v, b.v), 1e-11) << integrator;
    EXPECT_LE(largest_difference(a.omega, b.omega), 1e-11) << integrator;
    if (!a.q.empty()) { EXPECT_LE(largest_angle(a.q, b.q), 1e-13) << integrator; }
    for (const char *f : {"f_d[1]", "f_d[2]", "f_d[3]"})
      if (damped) { EXPECT_NEAR(host.value(f) / device->value(f), 1.0, 1e-10) << f; }
  }
}

// Where host and device share their memory there are no deep copies to be seen, and the number of
// kernels tells that the loops of the base class are not used; with a GPU the copies count as well.

// One kernel where steps are fused, and none of the base class' loops

TEST(Device, OneKernelPerStepAndNoCopyOfAnAtomArray)
{
  const int n = 100;
  auto cases = integrators();
  cases.push_back({SPHERES, "nve/sphere/leapfrog"});
  for (const auto &[bodies, ours] : cases) {
    const std::string stock = bodies == SPHERES ? "nve/sphere" : "nve/asphere";
    const auto copies_of_stock = profile_of(flight(bodies, stock) + QUIET, n).arrays;
    const ProfiledLoops of_ours = profile_of(flight(bodies, ours) + QUIET, n);
    EXPECT_EQ(of_ours.arrays, copies_of_stock) << ours;
    const int launched = of_ours.count("vardem/" + ours.substr(0, ours.find(' ')) + "::");
    EXPECT_GE(launched, n) << ours;
    EXPECT_LE(launched, n + 2) << ours;
  }
}

// Orientations that live in a fix, read on the host. Where host and device share their memory an
// old copy has the new values. But peratom_freq of the fix is 1 only while the copy is good
// (FixNVERotationKokkos), and LAMMPS stops who reads then.

namespace {

const LAMMPS_NS::Fix *observed;
int nfused, ngood;

void on_fused(const char *name, uint32_t, uint64_t *)
{
  if (!contains(name, ":fused")) return;
  nfused++;
  if (observed->peratom_freq == 1) ngood++;
}

/** Before how many of the fused kernels of 50 steps the copy on the host is good, in percent. */
int percent_copied(const std::string &script)
{
  const auto sim =
      kokkos(flight(SPHERES, "nve/sphere/leapfrog update quat") + script + "\n" + QUIET +
             "run 1\n");    // exchange and sorting on the host make a copy, too
  observed = sim->lammps()->modify->get_fix_by_id("1");
  nfused = ngood = 0;
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(on_fused);
  sim->run("run 50");
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
  EXPECT_GE(nfused, 45);
  EXPECT_EQ(observed->peratom_freq, 1);    // after the run
  return 100 * ngood / nfused;
}

}    // namespace

TEST(Orientations, AreReadThroughAChainOfComputeAndVariable)
{
  const std::string forces[] = {
      "variable a equal 1+F_1[3][2]\nfix g all gravity v_a vector 1 0 0\n",
      "compute r all reduce max f_1[2]\nvariable a equal 1+c_r\n"
      "fix g all gravity v_a vector 1 0 0\n",
      "compute r all reduce max f_1[2]\nvariable b equal 1+c_r\nvariable a equal v_b\n"
      "fix g all gravity v_a vector 1 0 0\n",
      "variable q atom 2*f_1[2]\ncompute r all reduce max v_q\nvariable a equal 1+c_r\n"
      "fix g all gravity v_a vector 1 0 0\n",
      "compute r all chunk/atom type\ncompute s all reduce/chunk r max f_1[2]\n"
      "variable a equal 1+c_s[1]\nfix g all gravity v_a vector 1 0 0\n",
      "variable q atom f_1[2]\nfix g all addforce v_q 0 0\n"};
  for (const auto &force : forces)
    twin_gives_the_bits_of_the_host_style(flight(SPHERES, "nve/sphere/leapfrog update quat") +
                                          force);
  twin_gives_the_bits_of_the_host_style(flight(SPHERES, "nve/sphere/rodrigues") + forces[1]);
}

TEST(Orientations, AreCopiedInEveryStepWhereSomebodyMayReadThem)
{
  EXPECT_EQ(percent_copied("variable a equal 1+F_1[3][2]"), 100);
  EXPECT_EQ(percent_copied("compute r all reduce max f_1[2]\nvariable a equal 1+c_r"), 100);
  EXPECT_EQ(percent_copied("fix e all external pf/array 1"), 100);
  EXPECT_EQ(percent_copied("fix s all store/state 0 x"), 100);    // has no Kokkos variant
}

TEST(Orientations, AreNotCopiedInARunWithoutReaders)
{
  EXPECT_EQ(percent_copied(""), 0);
  EXPECT_EQ(percent_copied("compute k all ke\nvariable e equal c_k+ke\nvariable f equal f_12"), 0);
  EXPECT_EQ(percent_copied("compute r all reduce max f_1[2]"), 0);    // for output only
  EXPECT_EQ(percent_copied("fix h all DUMMY"), 0);    // holds the place of a fix of a pair style
}

TEST(Orientations, AreGoodAtOutputAndAfterARunThatWasStopped)
{
  const std::string script = flight(SPHERES, "nve/sphere/leapfrog update quat") +
      "compute r all reduce sum f_1[1] f_1[2] f_1[3] f_1[4]\nthermo 7\n"
      "thermo_style custom step c_r[1] c_r[2] c_r[3] c_r[4]\n";
  Simulation host(script + "run 30");
  const auto device = kokkos(script + "run 30");
  for (const char *value : {"c_r[1]", "c_r[2]", "c_r[3]", "c_r[4]"})
    EXPECT_NEAR(host.value(value), device->value(value), 1e-11) << value;
  device->run("thermo 0\ntimer timeout 0:00:01 every 1\nrun 100000000");
  EXPECT_EQ(device->lammps()->modify->get_fix_by_id("1")->peratom_freq, 1);
}

// A thermostat with Kokkos reads them by a compute, without a variable: nothing tells it before the
// run

TEST(Orientations, AreRefusedToReadersThatAreNotKnown)
{
  const auto sim = kokkos(flight(SPHERES, "nve/sphere/leapfrog update quat") +
                          "compute c all chunk/atom f_1[1] discard no\n"
                          "compute t all temp/chunk c\nfix b all temp/berendsen 4 4 1\n"
                          "fix_modify b temp t\nthermo 0\n");
  const std::string text = sim->error_of("run 10");
  EXPECT_TRUE(contains(text, "not computed at compatible time")) << text;
}

// What Howto_vardem_gpu.rst says of a device without enough memory for what atoms carry

TEST(Memory, TheMessageNamesTheArrayAndWhatWasAskedFor)
{
  const auto sim = kokkos("");
  std::string message;
  try {
    const Kokkos::View<double *> all("vardem:solver", 1L << 53);
  } catch (const std::exception &error) {
    message = error.what();
  }
  for (const char *part : {"failed to allocate", "TiB", "vardem:solver"})
    EXPECT_TRUE(contains(message, part)) << message;
}

// State of style and style/kk is exchanged, although LAMMPS tells them apart

TEST(Restart, GoesFromHostToDeviceAndBack)
{
  for (const auto &[bodies, integrator] : integrators()) {
    const std::string file = scratch_file("restart"),
                      rest = "fix 1 all " + integrator + " restart exact\n" +
        "fix 2 all gravity 1.0 chute 26.0\ntimestep 0.01\nneigh_modify every 1 delay 0 check no\n";
    Simulation unbroken(flight(bodies, integrator + " restart exact"));
    unbroken.run("run 40\nwrite_restart " + file + "\nrun 40");
    const State expected = unbroken.state("1");

    const auto device = kokkos("read_restart " + file + "\n" + rest);
    device->run("run 20\nwrite_restart " + file + ".2\nrun 20");
    expect_same_rotation(device->state("1"), expected);

    Simulation host("read_restart " + file + ".2\n" + rest);
    host.run("run 20");
    expect_same_rotation(host.state("1"), expected);
    remove((file + ".2").c_str());
  }
}

// The damping: forces and torques to the bit, energies summed by threads in any order. Grains
// bounce in the gravity of a box with drag, so that forces have all signs; nothing sums over
// neighbors.

namespace {

std::string damped(const std::string &bodies, const std::string &integrator,
                   const std::string &options)
{
  return bodies +
      "group part id 1:500:3\nneigh_modify every 1 delay 0\npair_style zero 1.0\npair_coeff * *\n"
      "fix 2 all gravity 1.0 chute 26.0\nfix s all spring/self 3.0\n"
      "fix d all damping/cundall/onstep 0.3 0.2 " +
      options + "\nfix 1 all " + integrator +
      "\ntimestep 0.01\nthermo_style custom step f_d f_d[3]\nthermo 50\n";
}

void damping_is_that_of_the_host(const std::string &script, const std::string &more = "")
{
  Simulation host(script);
  const auto device = kokkos(script, more);
  for (int n = 0; n < 2; n++) {
    host.run("run 87");
    device->run("run 87");
    expect_same_rotation(host.state("1"), device->state("1"));
    for (const char *f : {"f_d", "f_d[1]", "f_d[2]", "f_d[3]"})
      EXPECT_NEAR(host.value(f), device->value(f), 1e-12 * std::fabs(host.value("f_d"))) << f;
    EXPECT_GT(host.value("f_d"), 1.0);
  }
}

}    // namespace

TEST(Damping, IsThatOfTheHost)
{
  for (const char *options : {"", "form midstep", "form regular", "gravity no", "scale 1 0.5",
                              "skip part", "form regular gravity no skip part scale 1 0.5"}) {
    damping_is_that_of_the_host(
        damped(SPHERES, "nve/sphere/leapfrog update quat inertia 0.3", options));
    damping_is_that_of_the_host(damped(ELLIPSOIDS, "nve/asphere/fincham", options));
  }
}

// In the flow of a deforming cell

TEST(Damping, PeculiarVelocityIsThatOfTheHost)
{
  std::string script = damped(SPHERES, "nve/sphere/leapfrog update quat", "");
  script.replace(script.find("region box block 0 20 0 20 0 20"), 31,
                 "comm_modify vel yes\nregion box prism 0 20 0 20 0 20 0 0 0");
  script += "fix c all deform 1 xy erate 0.1 remap v\n";
  damping_is_that_of_the_host(script);
}

// Energies go from the style to its twin and back by a restart file

TEST(Damping, RestartsWithAndWithoutSuffix)
{
  const std::string file = scratch_file("restart");
  const std::string fixes =
      "fix 2 all gravity 1.0 chute 26.0\nfix d all damping/cundall/onstep 0.3 0.2\n"
      "fix 1 all nve/sphere/leapfrog update quat restart exact\ntimestep 0.01\n"
      "thermo_style custom step\n";
  const std::string read = "atom_modify map array\nread_restart " + file + "\n" + fixes;
  Simulation host(SPHERES + fixes + "run 50\nwrite_restart " + file);
  const double before = host.value("f_d");
  host.run("run 50");
  {
    const auto device = kokkos(read + "run 0");
    EXPECT_NEAR(device->value("f_d") / before, 1.0, 1e-14);
    device->run("run 50\nwrite_restart " + file);
    EXPECT_NEAR(device->value("f_d") / host.value("f_d"), 1.0, 1e-12);
  }
  Simulation again(read + "run 0");
  EXPECT_NEAR(again.value("f_d") / host.value("f_d"), 1.0, 1e-12);
  EXPECT_GT(host.value("f_d"), 1.5 * before);
}

// Clumps are moved by a fix without Kokkos; their members are left alone on the device as on the
// host

TEST(Damping, OfClumpsBesideSpheresIsThatOfTheHost)
{
  const std::string script = "newton on\natom_style hybrid sphere molecular\n" + BOX +
      "create_box 1 box\ncreate_atoms 1 random 60 12345 box\nset group all diameter 0.5 density 1\n"
      "group clump id 1:20\nset group clump mol 1\ngroup ball subtract all clump\n"
      "velocity ball set 1 -2 3\npair_style zero 20.0\npair_coeff * *\n"
      "neigh_modify exclude molecule/intra all\n"
      "fix g all gravity 1.0 chute 26.0\nfix d all damping/cundall/onstep 0.3 0.2 gravity no\n"
      "fix s all spring/self 3.0\n"
      "fix 1 clump rigid/small/variational molecule\nfix 2 ball nve/sphere\ntimestep 0.01\n"
      "thermo_style custom step\n";
  Simulation host(script);
  const auto device = kokkos(script, "-pk kokkos neigh half");
  host.run("run 100");
  device->run("run 100");
  EXPECT_LE(largest_difference(host.state().x, device->state().x), 1e-12);
  EXPECT_NEAR(device->value("f_d") / host.value("f_d"), 1.0, 1e-12);
}

// A step with damping copies no array of atoms

TEST(Damping, CopiesNothingInAStep)
{
  for (const auto &script : {flight(SPHERES, "nve/sphere/leapfrog") + QUIET,
                             flight(ELLIPSOIDS, "nve/asphere/fincham") + QUIET}) {
    const auto without = profile_of(script, 100).arrays;
    const ProfiledLoops with =
        profile_of(script + "fix d all damping/cundall/onstep 0.3 0.2 scale 1 0.5\n", 100);
    EXPECT_EQ(with.arrays, without);
    EXPECT_EQ(with.count("vardem/damping/cundall/onstep::"), 100);    // that of the sums
  }
}

// --- fix energy/ledger ---

namespace {

const std::string LEDGER = "fix led all energy/ledger\nfix more all gravity 0.5 vector 1 0 0\n"
                           "fix some part gravity 0.25 vector 0 1 0\nthermo_modify norm no\n";

void expect_same_books(const Simulation &host, const Simulation &device)
{
  const double size = host.value("f_led[1]");
  for (const char *k : {"[1]", "[2]", "[5]", ""}) {
    const std::string part = std::string("f_led") + k;
    EXPECT_NEAR(device.value(part), host.value(part), 1e-12 * size) << part;
    EXPECT_NE(host.value(part), 0.0) << part;
  }
}

/** Points, spheres, ellipsoids, with an integrator each. */
std::vector<std::array<std::string, 2>> ledger_cases()
{
  const std::string points = "atom_style atomic\n" + BOX +
      "create_box 1 box\ncreate_atoms 1 random 500 12345 box\nmass 1 2.0\n" +
      random_velocities(3.46);
  return {{SPHERES, "nve/sphere"}, {ELLIPSOIDS, "nve/asphere/variational"}, {points, "nve"}};
}

}    // namespace

TEST(Ledger, BooksAreThoseOfTheHostStyle)
{
  for (const auto &[bodies, integrator] : ledger_cases()) {
    const std::string script = flight(bodies, integrator) + LEDGER + "run 73";
    Simulation host(script);
    const auto device = kokkos(script);
    if (contains(bodies, "atomic")) {
      EXPECT_EQ(host.value("f_led[2]"), 0.0);
      EXPECT_NEAR(device->value("f_led"), host.value("f_led"), 1e-12 * host.value("f_led[1]"));
    } else
      expect_same_books(host, *device);
  }
}

TEST(Ledger, FlowOfTheCell)
{
  const std::string script =
      "units lj\natom_style sphere\natom_modify map array\nregion box prism 0 "
      "20 0 20 0 20 0 0 0\ncreate_box 1 box\ncreate_atoms 1 random 500 12345 "
      "box\nset group all diameter 1.0 density 1.0\n" +
      random_velocities(3.46) +
      "set group all omega 1 2 3\ngroup part id 1:500:3\n"
      "comm_modify vel yes\npair_style zero 2.0\npair_coeff * *\n"
      "fix 1 all nve/sphere\nfix 2 all deform 1 xy erate 0.1 remap v\n"
      "timestep 0.01\n" +
      LEDGER + "run 50";
  Simulation host(script);
  expect_same_books(host, *kokkos(script));
}

TEST(Ledger, DampingAndTheWorkOfTheCell)
{
  const std::string script =
      "units lj\natom_style sphere\natom_modify map array\nregion box prism 0 6 0 6 0 6 0 0 0\n"
      "create_box 1 box\nlattice sc 1.0\ncreate_atoms 1 box\nset group all diameter 1.0\nset group "
      "all mass 1.0\n" +
      random_velocities(0.77) +
      "comm_modify vel yes\npair_style soft "
      "1.5\npair_coeff * * 10.0\nneigh_modify every 1 delay 0 check yes\ntimestep 0.002\n"
      "thermo_modify norm no\nfix d all damping/cundall/onstep 0.2 0.2\n"
      "fix cell all deform/gradv gradv 0.2 0.1 -0.05 0.2 0 0.1 kick yes\nfix 1 all nve/sphere\n"
      "fix led all energy/ledger\nrun 20";
  Simulation host(script);
  // pair soft/kk divides by zero with the teams of one thread that the mock device has
  const auto device = kokkos(script, "-pk kokkos neigh/thread off");
  for (const char *part : {"f_led[1]", "f_led[3]", "f_led[7]", "f_led[10]", "f_led"}) {
    EXPECT_NEAR(device->value(part), host.value(part), 1e-10 * host.value("f_led[3]")) << part;
    EXPECT_NE(host.value(part), 0.0) << part;
  }
}

TEST(Ledger, BooksOfClumpsAreThoseOfTheHostStyle)
{
  const std::string script =
      "units lj\natom_style hybrid sphere molecular\natom_modify map array\nregion box block -10 "
      "10 -10 "
      "10 -10 10\ncreate_box 1 box\ncreate_atoms 1 single -0.3 -0.1 0.0\ncreate_atoms 1 single 0.4 "
      "0.3 0.2\nset group all diameter 1.0 density 2.0\nset group all mol 1\nset group all omega 1 "
      "2 "
      "3\nset atom 1 vx 1.0\ngroup part id 1 2\npair_style zero 3.0\npair_coeff * *\nneigh_modify "
      "exclude molecule/intra all\nthermo_style custom step\ntimestep 0.01\n" +
      LEDGER + "fix 1 all rigid/small molecule\nrun 50";
  Simulation host(script);
  expect_same_books(host, *kokkos(script, "-pk kokkos comm host"));
}

TEST(Ledger, RestartGoesFromHostToDeviceAndBack)
{
  const std::string file = scratch_file("restart"),
                    rest = "fix 1 all nve/sphere\nfix 2 all gravity 1.0 chute 26.0\ntimestep "
                           "0.01\nneigh_modify every 1 delay 0\n" +
      LEDGER;
  Simulation unbroken(flight(SPHERES, "nve/sphere") + LEDGER);
  unbroken.run("run 40\nwrite_restart " + file + "\nrun 40");
  const auto device = kokkos("read_restart " + file + "\n" + rest);
  device->run("run 20\nwrite_restart " + file + ".2\nrun 20");
  expect_same_books(unbroken, *device);
  Simulation host("read_restart " + file + ".2\n" + rest);
  host.run("run 20");
  expect_same_books(unbroken, host);
  remove((file + ".2").c_str());
}

// LAMMPS takes the suffix from the names of styles in the file only where suffix is on

TEST(Ledger, RestartWithTheSuffixOff)
{
  const std::string file = scratch_file("restart"),
                    rest = "fix 1 all nve/sphere\nfix 2 all gravity 1.0 chute 26.0\ntimestep "
                           "0.01\nneigh_modify every 1 delay 0\n" +
      LEDGER;
  Simulation unbroken(flight(SPHERES, "nve/sphere") + LEDGER);
  unbroken.run("run 40");
  const auto writer = kokkos(flight(SPHERES, "nve/sphere") + LEDGER);
  writer->run("run 20\nsuffix off\nwrite_restart " + file);
  const auto device = kokkos("read_restart " + file + "\n" + rest);
  device->run("run 20");
  expect_same_books(unbroken, *device);
  const auto host = kokkos("read_restart " + file + "\nsuffix off\n" + rest);
  host->run("run 20");
  expect_same_books(unbroken, *host);
}

TEST(Ledger, OneStepIsOneReductionAndOneEntry)
{
  const std::string script = flight(SPHERES, "nve/sphere") + QUIET;
  const ProfiledLoops of_books = profile_of(script + "fix led all energy/ledger\n", 100);
  EXPECT_EQ(of_books.loops.at("vardem/energy/ledger::close"), 100);
}

// The deforming cell: no sum over neighbors, so no freedom in the bits but those of the stress. L
// varies, so that spins do, and the cell flips

namespace {

const std::string GRADV = "variable c equal cos(3*(step+0.5)*dt)\nfix cell all deform/gradv gradv "
                          "0.02 v_c -0.03 0.9 v_c 0.1 kick yes ";
// Fix deform/kk of LAMMPS marks atoms as changed on the host and on a device when the cell flips
const std::string DEFORM = std::string("fix cell all deform 0 xy erate 0.9 z wiggle 1.0 3.0 yz ") +
    "wiggle 1.0 3.0 remap v" + (TEST_DEVICE ? " flip no" : "") + "\nfix s all streaming ";

/** Free bodies in a triclinic box, with commands in front of the integrator. */
std::string sheared(const std::string &bodies, const std::string &fixes,
                    const std::string &integrator)
{
  return bodies +
      "change_box all triclinic\ncomm_modify vel yes\nneigh_modify every 1 delay 0\npair_style "
      "zero 1.0\npair_coeff * *\n" +
      "fix g all gravity 1.0 chute 26.0\n" + fixes + "\nfix 1 all " + integrator +
      "\ntimestep 0.01\nthermo 50\n";
}

void cell_is_that_of_the_host(const std::string &script, const std::string &more = "")
{
  Simulation host(script);
  const auto device = kokkos(script, more);
  host.run("run 90");
  device->run("run 90");
  expect_same_rotation(host.state("1"), device->state("1"));
  for (const char *side : {"lx", "ly", "lz", "xy", "xz", "yz"})
    EXPECT_EQ(host.value(side), device->value(side)) << side;
}

}    // namespace

TEST(Cell, CarriesParticlesAsThatOfTheHost)
{
  for (const std::string &fixes : {GRADV, DEFORM}) {
    for (const char *options : {"", "closure gradv2", "closure sllod spin no"})
      cell_is_that_of_the_host(
          sheared(SPHERES, fixes + options, "nve/sphere/leapfrog update quat inertia 0.3"));
    cell_is_that_of_the_host(sheared(ELLIPSOIDS, fixes, "nve/asphere/fincham"));
    cell_is_that_of_the_host(sheared(ELLIPSOIDS, fixes, "nve/asphere/variational"),
                             "-pk kokkos comm device sort device");
  }
}

TEST(Cell, StressIsThatOfTheHost)    // sums of threads in any order
{
  const std::string script = sheared(SPHERES, GRADV, "nve/sphere/leapfrog");
  Simulation host(script);
  const auto device = kokkos(script);
  host.run("run 100");
  device->run("run 100");
  for (int n = 1; n <= 34; n++) {
    const std::string f = "f_cell[" + std::to_string(n) + "]";
    EXPECT_NEAR(host.value(f), device->value(f), 1e-12 * (1.0 + std::fabs(host.value(f)))) << f;
  }
  EXPECT_GT(std::fabs(host.value("f_cell[29]")), 0.1);
}

TEST(Cell,
     // a packing; stock gran/hooke/history/kk forgets when it builds a new list
     ServoIsThatOfTheHost)
{
  const std::string script = R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    newton off
    lattice fcc 1.5
    region box prism 0 4 0 4 0 4 0 0 0
    create_box 1 box
    create_atoms 1 box
    set group all diameter 1.0 density 1.9
    )" +
      random_velocities(0.5) + R"(
    neighbor 0.8 bin
    neigh_modify delay 1000 every 1000 check no
    pair_style gran/hooke/history 1000 NULL 10 NULL 0.5 1
    pair_coeff * *
    timestep 0.002
    fix cell all deform/gradv gradv 0 0 0 1 0 0 stress yy -20 1 stress zz -20 1
    fix 1 all nve/sphere/leapfrog
)";
  Simulation host(script);
  const auto device = kokkos(script, "-pk kokkos neigh half newton off");
  host.run("run 100");
  device->run("run 100");
  for (int n = 1; n <= 35; n++) {
    const std::string f = "f_cell[" + std::to_string(n) + "]";
    EXPECT_NEAR(host.value(f), device->value(f), 1e-8 * (1.0 + std::fabs(host.value(f)))) << f;
  }
  EXPECT_LE(largest_difference(host.state().v, device->state().v), 1e-9);
}

TEST(Cell, RestartsWithAndWithoutSuffix)
{
  const std::string file = scratch_file("restart"),
                    rest = "comm_modify vel yes\npair_style zero 1.0\npair_coeff * *\n" + GRADV +
      "\nfix 1 all nve/sphere/leapfrog\ntimestep 0.01\nneigh_modify every 1 delay 0 check no\n";
  Simulation host(SPHERES + "change_box all triclinic\n" + rest + "run 40\nwrite_restart " + file);
  host.run("run 40");
  const auto device =
      kokkos("atom_modify map array\nread_restart " + file + "\n" + rest + "run 40");
  EXPECT_LE(largest_difference(host.state().v, device->state().v), 1e-11);
  EXPECT_EQ(host.value("f_cell[14]"), device->value("f_cell[14]"));
}

TEST(Cell, CopiesNothingInAStep)    // one kernel for the forces, one for the torques where L varies
{
  const std::string constant = "fix cell all deform/gradv gradv 0 0 0 0.1 0 0";
  const std::string varying =
      "variable c equal 0.1*cos(3*(step+0.5)*dt)\nfix cell all deform/gradv gradv v_c 0 0 v_c 0 0";
  for (const auto &[bodies, integrator, fix, kernels_per_step] :
       {std::tuple{SPHERES, "nve/sphere/leapfrog", constant, 1},
        {ELLIPSOIDS, "nve/asphere/fincham", varying, 2}}) {
    const auto without = profile_of(sheared(bodies, "", integrator) + QUIET, 100).arrays;
    const ProfiledLoops with = profile_of(sheared(bodies, fix, integrator) + QUIET, 100);
    EXPECT_EQ(with.arrays, without) << integrator;
    EXPECT_EQ(with.count("vardem/deform/gradv::forces"), 100);
    EXPECT_EQ(with.count("vardem/deform/gradv::torques"), 100 * (kernels_per_step - 1));
  }
}

// Without -k on there is no device that these styles could use

TEST(Refusals, StylesNeedKokkosSwitchedOn)
{
  struct Row {
    std::string atoms, command;
    std::vector<std::string> styles;
  };
  for (const Row &row : std::vector<Row>{
           {"sphere", "fix 1 all ", {"nve/sphere/leapfrog", "nve/sphere/rodrigues"}},
           {"sphere", "fix 1 all ", {"nve/sphere/cd", "nve/sphere/implicit", "energy/ledger"}},
           {"ellipsoid", "fix 1 all ", {"nve/asphere/fincham", "nve/asphere/variational"}},
           {"sphere", "fix 1 all wall/contact/kk plane 0 0 0 0 0 1 k 1", {}},
           {"sphere", "fix 1 all damping/cundall/onstep/kk 0.1 0.1", {}},
           {"sphere", "fix 1 all compatible/cd/kk 1", {}},
           {"sphere", "pair_style ", {"contact/rigid", "contact/hooke", "contact/hertz"}},
           {"sphere", "pair_style hybrid/overlay contact/rigid/kk zero 1.0", {}},
           {"hybrid sphere bond", "bond_style ", {"binder", "contact/hooke"}},
           {"sphere", "min_style ", {"contact/newton"}}}) {
    Simulation sim("units lj\natom_style " + row.atoms +
                   "\natom_modify map array\nregion box block 0 1 0 1 0 1\n"
                   "create_box 1 box" +
                   (contains(row.atoms, "bond") ? " bond/types 1\n" : "\n"));
    std::vector<std::string> commands;
    for (const auto &style : row.styles) commands.push_back(row.command + style + "/kk");
    if (commands.empty()) commands.push_back(row.command);
    for (const auto &command : commands)
      EXPECT_TRUE(contains(sim.error_of(command), "requires KOKKOS: run LAMMPS with -k on"))
          << command;
  }
}

TEST(Refusals, StylesDoNotKnowSuperellipsoids)
{
  const auto sim = kokkos("units lj\natom_style ellipsoid superellipsoid\n"
                          "region box prism 0 1 0 1 0 1 0 0 0\ncreate_box 1 box\n"
                          "pair_style none\ncomm_modify cutoff 1\n");
  for (const std::string command :
       {"nve/asphere/fincham/kk", "nve/asphere/variational/kk restart exact",
        "damping/cundall/onstep/kk 0.1 0.1", "energy/ledger/kk"})
    EXPECT_TRUE(contains(sim->error_of("fix 1 all " + command), "does not support superellipsoid"))
        << command;
  EXPECT_TRUE(contains(sim->error_of("fix cell all deform/gradv gradv 0 0 0 1 0 0\nrun 0"),
                       "does not support superellipsoids"));
}

/** A lattice of ellipsoids whose ghosts have velocities. */
std::string with_moving_ghosts(const std::string &integrator)
{
  return "atom_style ellipsoid\n" + BOX +
      "create_box 1 box\nlattice sc 0.125\ncreate_atoms 1 box\n" +
      "set group all shape 1.0 0.8 0.6\nset group all density 1.0\n" + random_velocities(3.46) +
      "comm_modify vel yes\npair_style lj/cut 2.5\npair_coeff 1 1 1.0 1.8\nfix 1 all " +
      integrator + "\ntimestep 1e-3\n";
}

TEST(Refusals, EllipsoidsWhoseGhostsHaveVelocities)
{
  const std::string ours = with_moving_ghosts("nve/asphere/variational"),
                    here = "-pk kokkos comm/forward host";
  Simulation host(ours);
  const auto legacy = kokkos(ours, "-pk kokkos comm/forward no"), refused = kokkos(ours, here),
             stock = kokkos(with_moving_ghosts("nve/asphere"), here);
  EXPECT_TRUE(contains(refused->error_of("run 0"), "start LAMMPS with -pk kokkos comm/forward no"));
  for (auto *sim : {&host, legacy.get(), stock.get()}) sim->run("run 1");
  const double scale = largest(forces(host));
  EXPECT_LT(largest_difference(forces(host), forces(*legacy)), 1e-9 * scale);
  EXPECT_GT(largest_difference(forces(host), forces(*stock)), 0.01 * scale);    // LAMMPS' fault
}

// Its own neighbor list is on the host, the atoms come from the device: as with the host styles,
// and so the time step of a run

TEST(Twins, TimestepContactOfPairsOnTheDevice)
{
  const std::string script = "newton off\n" + SPHERES +
      "comm_modify vel yes\npair_style gran/hooke/history 100 50 0 0 0.5 0\npair_coeff * *\nfix 1 "
      "all nve/sphere\n"
      "compute s all timestep/contact\nfix dt all timestep/contact 5 safety 0.5\nthermo_style "
      "custom step dt c_s\nrun 10";
  const auto device = kokkos(script, "-pk kokkos neigh half newton off");
  const Simulation host(script);
  EXPECT_LT(host.value("c_s"), 1.0);
  EXPECT_NEAR(device->value("c_s"), host.value("c_s"), 1e-9 * host.value("c_s"));
  EXPECT_NEAR(device->value("dt"), host.value("dt"), 1e-9 * host.value("dt"));
}

TEST(Twins, TimestepContactCopiesNothingBetweenEvaluations)
{
  const std::string script = flight(SPHERES, "nve/sphere") + QUIET;
  const auto without = profile_of(script + NOT_FUSED, 100).arrays;
  EXPECT_EQ(profile_of(script + "fix dt all timestep/contact 1000000\n", 100).arrays, without);
}

// Contacts of rigid grains: coefficients, and no force

namespace {

const std::string RIGID = "pair_style contact/rigid\npair_coeff * * stiffness 3\n";
const std::string RIGID_FLIGHT = flight(SPHERES, "nve/sphere/leapfrog update quat") + RIGID;

LAMMPS_NS::Pair *pair_of(const Simulation &sim)
{
  return sim.lammps()->force->pair;
}

double stiffness_of(const Simulation &sim)
{
  int dim;
  return static_cast<double **>(pair_of(sim)->extract("stiffness", dim))[1][1];
}

}    // namespace

TEST(ContactRigid, GrainsFlyAsOnTheHost)
{
  for (const char *more :
       {"", "-pk kokkos comm device sort device", "-pk kokkos neigh full newton off"})
    twin_gives_the_bits_of_the_host_style(RIGID_FLIGHT, more);
}

// With the masks LAMMPS says which arrays it moves for a style; without a device in it a host has
// nothing to move

TEST(ContactRigid, MovesNoAtomArray)
{
  const std::string spheres = flight(SPHERES, "nve/sphere/leapfrog") + QUIET;
  const auto sim = kokkos(spheres + RIGID);
  EXPECT_EQ(pair_of(*sim)->datamask_read, EMPTY_MASK);
  EXPECT_EQ(pair_of(*sim)->datamask_modify, EMPTY_MASK);
  const ProfiledLoops without =    // the same ghosts, no pair style
      profile_of(spheres + "comm_modify cutoff 1.3\n", 100);
  const ProfiledLoops with = profile_of(spheres + RIGID, 100);
  EXPECT_EQ(with.arrays, without.arrays);
  EXPECT_EQ(with.loops, without.loops);
}

TEST(ContactRigid, RestartsWithAndWithoutSuffix)
{
  const std::string file = scratch_file("restart");
  const auto device = kokkos(RIGID_FLIGHT + "run 10\nwrite_restart " + file);
  const Simulation host("read_restart " + file + "\nrun 0");
  EXPECT_EQ(stiffness_of(host), 3.0);
  const auto again = kokkos("read_restart " + file + "\nrun 0");
  EXPECT_EQ(stiffness_of(*again), 3.0);
}
