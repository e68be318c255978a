/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The /kk styles: the bits of the host styles, on the device without copies of atom arrays.

#include "scenario.h"

#include "gtest/gtest.h"

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdlib>
#include <map>
#include <memory>

using namespace scenario;

namespace {

/** A simulation with the /kk styles on 2 threads; what it is started with besides goes into more. */
std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &more = "")
{
  setenv("VARDEM_TEST_ARGS", ("-k on t 2 -sf kk " + more).c_str(), 1);
  auto sim = std::make_unique<Simulation>(script);
  unsetenv("VARDEM_TEST_ARGS");
  return sim;
}

const std::string BOX =
    "units lj\natom_modify map array sort 20 1.0\nregion box block 0 20 0 20 0 20\n";
const std::string SPHERES = "atom_style sphere\n" + BOX +
    "create_box 1 box\ncreate_atoms 1 random 500 12345 box\nset group all diameter 1.0 density "
    "1.0\n"
    "velocity all create 4.0 4711\nvariable w atom id%7-3\nset group all omega v_w 1.0 -2.0\n";
const std::string ELLIPSOIDS = "atom_style ellipsoid\n" + BOX +
    "create_box 1 box\ncreate_atoms 1 random 500 12345 box\nset group all shape 1.0 0.8 0.6\nset "
    "group all density 1.0\n"
    "set group all quat/random 1234\nvelocity all create 4.0 4711\nvariable L atom "
    "0.1*(id%7)-0.3\nset group all angmom v_L 0.2 -0.1\n";

/** Bodies that fly through a periodic box, are sorted and wrapped, and feel gravity: no sum over neighbors, so no freedom in the bits. */
std::string flight(const std::string &bodies, const std::string &integrator,
                   const std::string &group = "all")
{
  return bodies + "group part id 1:500:3\nneigh_modify every 1 delay 0\nfix 1 " + group + " " +
      integrator + "\nfix 2 all gravity 1.0 chute 26.0\ntimestep 0.01\nthermo 50\n";
}

void expect_same_bits(const State &a, const State &b)
{
  EXPECT_EQ(different_bits(a.x, b.x), 0);
  EXPECT_EQ(different_bits(a.v, b.v), 0);
  EXPECT_TRUE(a.omega.empty() || different_bits(a.omega, b.omega) == 0);
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
  expect_same_bits(a, device->state("1"));
}

// What Kokkos' profiling interface sees

std::map<std::string, int> kernels, copies;
int ncopies;

void on_kernel(const char *name, uint32_t, uint64_t *)
{
  kernels[name]++;
}

void on_copy(Kokkos_Profiling_SpaceHandle, const char *to, const void *,
             Kokkos_Profiling_SpaceHandle, const char *, const void *, uint64_t)
{
  copies[to]++;
  ncopies++;
}

/** Kernels and deep copies of n steps in the middle of a run. */
void count_events(const std::string &script, int n)
{
  const auto sim = kokkos(script);
  sim->run("run 10");
  kernels.clear();
  copies.clear();
  ncopies = 0;
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(on_kernel);
  Kokkos::Tools::Experimental::set_begin_deep_copy_callback(on_copy);
  sim->run("run " + std::to_string(n) + " pre no post no");
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
  Kokkos::Tools::Experimental::set_begin_deep_copy_callback(nullptr);
}

int kernels_of(const std::string &fix)
{
  int n = 0;
  for (const auto &kernel : kernels)
    if (contains(kernel.first, "fix " + fix + "/kk:")) n += kernel.second;
  return n;
}

}    // namespace

TEST(Twins, GiveTheBitsOfTheHostStyles)
{
  for (const auto &integrator : SPHERE_INTEGRATORS)
    twin_gives_the_bits_of_the_host_style(flight(SPHERES, integrator.fix));
  for (const auto &fix : ASPHERE_INTEGRATORS)
    twin_gives_the_bits_of_the_host_style(flight(ELLIPSOIDS, fix));
}

TEST(Twins, GroupsThatFillFewLanes)
{
  for (const auto &integrator : SPHERE_INTEGRATORS)
    twin_gives_the_bits_of_the_host_style(flight(SPHERES, integrator.fix, "part"));
  for (const auto &fix : ASPHERE_INTEGRATORS)
    twin_gives_the_bits_of_the_host_style(flight(ELLIPSOIDS, fix, "part"));
}

TEST(
    Twins,
    StoreIsSortedOnTheDevice)    // package kokkos sort device: the store moves with its atoms by sort_kokkos()
{
  for (const auto &integrator : SPHERE_INTEGRATORS)
    twin_gives_the_bits_of_the_host_style(flight(SPHERES, integrator.fix + " restart exact"),
                                          "-pk kokkos sort device");
}

TEST(
    Twins,
    StepsOneByOneAreTheFusedOnes)    // an end_of_step fix forbids LAMMPS to fuse closing and opening of steps
{
  std::vector<std::string> scripts;
  for (const auto &integrator : SPHERE_INTEGRATORS)
    scripts.push_back(flight(SPHERES, integrator.fix));
  for (const auto &fix : ASPHERE_INTEGRATORS) scripts.push_back(flight(ELLIPSOIDS, fix));
  for (const auto &script : scripts) {
    const auto fused = kokkos(script),
               single = kokkos(script + "fix 3 all momentum 1000000 linear 1 1 1\n");
    fused->run("run 173");
    single->run("run 173");
    expect_same_bits(fused->state("1"), single->state("1"));
  }
}

TEST(Twins, ChuteIsThatOfTheHost)    // 2 threads sum the contact forces in any order, hence no bits
{
  for (const std::string integrator : {"nve/sphere/leapfrog", "nve/sphere/rodrigues"}) {
    const std::string script = chute(integrator);
    Simulation host(script);
    host.run("run 100");
    const auto device = kokkos(script, "-pk kokkos neigh half newton off");
    device->run("run 100");
    const State a = host.state("3"), b = device->state("3");
    EXPECT_LE(largest_difference(a.x, b.x), 1e-13) << integrator;
    EXPECT_LE(largest_difference(a.v, b.v), 1e-11) << integrator;
    EXPECT_LE(largest_difference(a.omega, b.omega), 1e-11) << integrator;
    if (!a.q.empty()) { EXPECT_LE(largest_angle(a.q, b.q), 1e-13) << integrator; }
  }
}

// Where host and device share their memory there are no deep copies to be seen, and the number of kernels tells
// that the loops of the base class are not used; with a GPU the copies count as well.

TEST(
    Device,
    OneKernelPerStepAndNoCopyOfAnAtomArray)    // one kernel where steps are fused, and none of the base class' loops
{
  const int n = 100;
  std::vector<std::array<std::string, 3>> cases = {{SPHERES, "nve/sphere/leapfrog", "nve/sphere"}};
  for (const auto &integrator : SPHERE_INTEGRATORS)
    cases.push_back({SPHERES, integrator.fix, "nve/sphere"});
  for (const auto &fix : ASPHERE_INTEGRATORS) cases.push_back({ELLIPSOIDS, fix, "nve/asphere"});
  for (const auto &[bodies, ours, stock] : cases) {
    const std::string quiet =
        "neigh_modify delay 1000 every 1000 check no\nthermo 0\natom_modify sort 0 1.0\n";
    count_events(flight(bodies, stock) + quiet, n);
    const int copies_of_stock = ncopies;
    count_events(flight(bodies, ours) + quiet, n);
    EXPECT_LE(ncopies, copies_of_stock) << ours;
    const int launched = kernels_of(ours.substr(0, ours.find(' ')));
    EXPECT_GE(launched, n) << ours;
    EXPECT_LE(launched, n + 2) << ours;
  }
}

TEST(
    Restart,
    GoesFromHostToDeviceAndBack)    // state of style and style/kk is exchanged, although LAMMPS tells them apart
{
  std::vector<std::array<std::string, 2>> cases;
  for (const auto &integrator : SPHERE_INTEGRATORS) cases.push_back({SPHERES, integrator.fix});
  for (const auto &fix : ASPHERE_INTEGRATORS) cases.push_back({ELLIPSOIDS, fix});
  for (const auto &[bodies, integrator] : cases) {
    const std::string file = scratch_file("restart"),
                      rest = "fix 1 all " + integrator + " restart exact\n" +
        "fix 2 all gravity 1.0 chute 26.0\ntimestep 0.01\nneigh_modify every 1 delay 0\n";
    Simulation unbroken(flight(bodies, integrator + " restart exact"));
    unbroken.run("run 40\nwrite_restart " + file + "\nrun 40");
    const State expected = unbroken.state("1");

    const auto device = kokkos("read_restart " + file + "\n" + rest);
    device->run("run 20\nwrite_restart " + file + ".2\nrun 20");
    expect_same_bits(device->state("1"), expected);

    Simulation host("read_restart " + file + ".2\n" + rest);
    host.run("run 20");
    expect_same_bits(host.state("1"), expected);
    remove((file + ".2").c_str());
  }
}

TEST(BadInput, TwinOfAnotherKindOfAtomIsNamed)
{
  const auto sim =
      kokkos("units lj\natom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n");
  EXPECT_TRUE(contains(sim->error_of("fix 1 all nve/asphere/fincham"),
                       "Fix nve/asphere/fincham requires atom style ellipsoid"));
  EXPECT_TRUE(contains(sim->error_of("fix 1 all nve/sphere/leapfrog/kk"),
                       "Fix nve/sphere/leapfrog/kk requires atom attribute radius"));
}

TEST(BadInput, TwinsDoNotKnowSuperellipsoids)
{
  const auto sim = kokkos("units lj\natom_style ellipsoid superellipsoid\n"
                          "region box block 0 1 0 1 0 1\ncreate_box 1 box\n");
  for (const std::string style : {"nve/asphere/fincham/kk", "nve/asphere/variational/kk"})
    for (const char *keyword : {"", " restart exact"})
      EXPECT_TRUE(contains(sim->error_of("fix 1 all " + style + keyword),
                           "Fix " + style + " does not support superellipsoid atoms"))
          << style;
}

TEST(BadInput, TwinWithoutKokkosSwitchedOnIsAnError)
{
  for (const auto &[atoms, styles] :
       {std::pair{"sphere", std::array{"nve/sphere/leapfrog/kk", "nve/sphere/rodrigues/kk"}},
        std::pair{"ellipsoid",
                  std::array{"nve/asphere/fincham/kk", "nve/asphere/variational/kk"}}}) {
    Simulation sim("units lj\natom_style " + std::string(atoms) +
                   "\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n");
    for (const std::string style : styles)
      for (const char *keyword : {"", " restart exact"})
        EXPECT_TRUE(contains(sim.error_of("fix 1 all " + style + keyword),
                             "Fix " + style + " requires KOKKOS: run LAMMPS with -k on"))
            << style << keyword;
  }
}

// Its own neighbor list is on the host, the atoms come from the device: as with the host styles, and so the time step of a run

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
