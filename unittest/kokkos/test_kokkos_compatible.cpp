// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix compatible/cd/kk and compute contact/force/kk against the host styles.

#include "scenario.h"
#include "simulation_with.h"

#include "atom.h"
#include "compute.h"
#include "fix.h"
#include "kokkos_base.h"
#include "lammps.h"
#include "modify.h"

#include "gtest/gtest.h"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <sstream>
#include <type_traits>

using namespace scenario;

namespace {

std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &more = "")
{
  return simulation_with("-k on t 2 -sf kk " + more, script);
}

const double TOLERANCE = 1e-10;

const std::string START = "units lj\natom_style sphere\natom_modify map array\n";
const std::string UNIFORM = "pair_coeff * * stiffness 1\n";
const std::string SPECIES = "pair_coeff 1 1 stiffness 1\npair_coeff 1 2 stiffness $(1/3)\n"
                            "pair_coeff 2 2 stiffness 0.2\n";
const std::string HERTZ = "pair_coeff * * stiffness 1 law hertz\n";
const std::string GRAVITY = "fix g all gravity 1 vector 0 0 -1\n";

std::string solve(const std::string &more = "", double tolerance = TOLERANCE)
{
  std::ostringstream text;
  text << "fix c free compatible/cd 1 tol " << tolerance << " " << more
       << "\ncompute f all contact/force\n";
  return text.str();
}

/** Spheres of diameter 1 and weight 1, n by n on a frozen base (doc/notes/compatible-forces.md
 *  4.2); type 2 where tag - 1 is odd. */
std::string pyramid(int n, const std::string &coefficients, const std::string &before = "")
{
  std::string s = START + before + "region box block -1 " + std::to_string(n) + " -1 " +
      std::to_string(n) + " -1 " + std::to_string(n) + "\ncreate_box 2 box\n";
  int i = 0;
  for (int layer = 0; layer < n; layer++)
    for (int iy = 0; iy < n - layer; iy++)
      for (int ix = 0; ix < n - layer; ix++)
        s += "create_atoms " + std::to_string(1 + i++ % 2) + " single " +
            std::to_string(ix + 0.5 * layer) + " " + std::to_string(iy + 0.5 * layer) + " $(" +
            std::to_string(layer) + "*sqrt(0.5):%.17g)\n";
  return s + "set group all diameter 1\nset group all mass 1\npair_style contact/rigid\n" +
      coefficients + "neighbor 0.2 bin\nregion low block INF INF INF INF -0.1 0.1\n" +
      "group base region low\ngroup free subtract all base\n";
}

/** Square layers in the pockets of each other through a periodic box, on a frozen one; of two kinds
 *  of grains. */
std::string columns(const std::string &box, const std::string &before = "")
{
  std::string s = START + before + box + "create_box 2 box\n";
  for (int layer = 0; layer < 5; layer++)
    for (int iy = 0; iy < 3; iy++)
      for (int ix = 0; ix < 3; ix++)
        s += "create_atoms " + std::to_string(1 + (ix + 2 * iy) % 2) + " single " +
            std::to_string(ix + 0.5 * (layer % 2)) + " " + std::to_string(iy + 0.5 * (layer % 2)) +
            " $(" + std::to_string(layer) + "*sqrt(0.5):%.17g)\n";
  return s + "set group all diameter 1\nset type 1 mass 1\nset type 2 mass 1.5\n" +
      "pair_style contact/rigid\n" + SPECIES + "neighbor 0.2 bin\n" +
      "region low block INF INF INF INF -0.1 0.1\ngroup base region low\n" +
      "group free subtract all base\n";
}

const std::string ORTHOGONAL = "region box block 0 3 0 3 -0.5 5 units box\nboundary p p f\n";
const std::string TILTED =
    "region box prism 0 3 0 3 -0.5 5 1 0 0 units box\nboundary p p f\nbox tilt large\n";

/** Columns of the fix, by tag. */
std::vector<std::array<double, 7>> results(const Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  double **const rows = sim.lammps()->modify->get_fix_by_id("c")->array_atom;
  std::vector<std::array<double, 7>> by_tag(atom->natoms);
  for (int i = 0; i < atom->nlocal; i++) std::copy_n(rows[i], 7, by_tag[atom->tag[i] - 1].begin());
  return by_tag;
}

/** Rows of compute contact/force, by tags and where the contact is. */
std::vector<std::array<double, 13>> contacts(const Simulation &sim)
{
  auto *compute = sim.lammps()->modify->get_compute_by_id("f");
  compute->compute_local();
  std::vector<std::array<double, 13>> rows(compute->size_local_rows);
  for (std::size_t c = 0; c < rows.size(); c++)
    std::copy_n(compute->array_local[c], 13, rows[c].begin());
  std::sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
    for (int k : {0, 1, 3, 4, 5})
      if (std::fabs(a[k] - b[k]) > 1e-6) return a[k] < b[k];
    return false;
  });
  return rows;
}

double vector_of(const Simulation &sim, int n)
{
  return sim.value("f_c[" + std::to_string(n) + "]");
}

template <class Rows> void expect_near(const Rows &a, const Rows &b, double bound)
{
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t k = 0; k < a[i].size(); k++)
      ASSERT_NEAR(a[i][k], b[i][k], bound) << "row " << i << ", column " << k;
}

/** Forces to 10 x tolerance of the largest. */
void expect_same_forces(const Simulation &host, const Simulation &device)
{
  const double bound = 10.0 * TOLERANCE * vector_of(host, 7);
  EXPECT_GT(bound, 0.0);
  EXPECT_FALSE(contacts(host).empty());
  expect_near(results(host), results(device), 20.0 * bound);    // sums over contacts
  expect_near(contacts(host), contacts(device), bound);
  for (int n : {5, 6}) EXPECT_EQ(vector_of(host, n), vector_of(device, n));
  EXPECT_NEAR(vector_of(host, 7), vector_of(device, 7), bound);
  EXPECT_LE(vector_of(device, 2), TOLERANCE);
}

void twin_gives_the_forces_of_the_host_style(const std::string &script,
                                             const std::string &more = "")
{
  Simulation host(script + "run 0\n");
  const auto device = kokkos(script + "run 0\n", more);
  EXPECT_TRUE(contains(device->lammps()->modify->get_fix_by_id("c")->style, "compatible/cd/kk"));
  expect_same_forces(host, *device);
}

const std::vector<std::string> SETTINGS = {"", "-pk kokkos neigh full newton off",
                                           "-pk kokkos comm device sort device"};

}    // namespace

TEST(CompatibleForces, PyramidOfThreeMaterials)
{
  for (const auto &material : {UNIFORM, SPECIES, HERTZ})
    twin_gives_the_forces_of_the_host_style(pyramid(8, material) + GRAVITY + solve());
  for (const auto &settings : SETTINGS)
    twin_gives_the_forces_of_the_host_style(pyramid(6, SPECIES) + GRAVITY + solve(), settings);
}

/** 20 per side, two species from 1: doc/notes/compatible-forces.md 4.3. */
TEST(CompatibleForces, LargestForceOfThePyramid)
{
  const auto sim = kokkos(pyramid(20, SPECIES) + GRAVITY + solve() + "run 0\n");
  EXPECT_NEAR(vector_of(*sim, 7), 7.1878825934, 1e-6);
  EXPECT_EQ(vector_of(*sim, 6), 10264);
}

TEST(CompatibleForces, AcrossPeriodicBoundaries)
{
  for (const auto &box : {ORTHOGONAL, TILTED})
    for (const auto &settings : SETTINGS)
      twin_gives_the_forces_of_the_host_style(columns(box) + GRAVITY + solve(), settings);
}

TEST(CompatibleForces, LoadsOfVariables)
{
  const std::string loads = "variable x atom 0.01*sin(id)\nvariable y equal 0.02\n"
                            "variable z atom -mass\n";
  twin_gives_the_forces_of_the_host_style(columns(ORTHOGONAL) + loads +
                                          solve("load variable v_x v_y v_z"));
}

/** The laws of soft pair styles, and their present overlaps; columns that are pressed together by
 *  1e-3. */
TEST(CompatibleForces, OverlapsOfSoftGrains)
{
  const auto soft = [](std::string script, const std::string &style, const std::string &law) {
    const std::string pair = "pair_style contact/rigid\n" + SPECIES;
    return script.replace(script.find(pair), pair.size(),
                          "pair_style " + style + "\npair_coeff * * " + law +
                              "\nset group all diameter 1.001\n");
  };
  for (const auto &[style, law] : {std::pair<std::string, std::string>{"contact/hooke", "k 1e4"},
                                   {"contact/hertz", "E 1e5 nu 0.3"}})
    for (const auto &box : {ORTHOGONAL, TILTED})
      for (const auto &settings : SETTINGS)
        twin_gives_the_forces_of_the_host_style(
            soft(columns(box), style, law) + GRAVITY + solve("overlap yes"),
            settings.empty() ? "-pk kokkos neigh half newton off" : settings);
  twin_gives_the_forces_of_the_host_style(
      soft(columns(ORTHOGONAL), "contact/hertz", "E 1e5 nu 0.3") + GRAVITY + solve(),
      "-pk kokkos neigh half newton off");
}

/** Walls of a box and a plane, of several stiffnesses, and their present overlaps: layers of 4 x 4
 *  grains, between them 3 x 3. */
TEST(CompatibleForces, Walls)
{
  std::string bed = START + "region box block -1 6 -1 6 -1 6\nboundary f f f\ncreate_box 2 box\n";
  for (int layer = 0; layer < 5; layer++)
    for (int iy = 0; iy < 4 - layer % 2; iy++)
      for (int ix = 0; ix < 4 - layer % 2; ix++)
        bed += "create_atoms " + std::to_string(1 + (ix + iy) % 2) + " single " +
            std::to_string(ix + 0.5 * (layer % 2)) + " " + std::to_string(iy + 0.5 * (layer % 2)) +
            " $(" + std::to_string(layer) + "*sqrt(0.5):%.17g)\n";
  bed += "set group all mass 1\nneighbor 0.2 bin\ngroup free id > 0\npair_style contact/rigid\n" +
      SPECIES + "fix t all gravity 1 vector 0.1 0.05 -1\n";
  const auto walls = [](const std::string &unit) {
    return "region r block -0.5 3.5 -0.5 3.5 -2 9 open 6\n"
           "fix r all wall/contact region r stiffness 2" +
        unit + "\nfix p all wall/contact plane 0 0 -0.5 0 0 1 stiffness 0.5" + unit + "\n";
  };
  for (const auto &settings : SETTINGS) {
    twin_gives_the_forces_of_the_host_style(
        bed + walls("") + "set group all diameter 1\n" + solve(), settings);
    twin_gives_the_forces_of_the_host_style(
        bed + walls("e4") + "set group all diameter 1.001\npair_coeff * * stiffness 1e4\n" +
            solve("overlap yes"),
        settings);
  }
}

/** Grains of infinite mass: outside of the group, frozen, moved by a fix; gravity for some. */
TEST(CompatibleForces, GroupsAndHeldGrains)
{
  const std::string held = "group some id 40\ngroup more id 70 71\nfix h some freeze\n"
                           "fix m more move linear 0 0 0\ngroup light id 1:80\n"
                           "fix g light gravity 1 vector 0.1 0 -1\n";
  twin_gives_the_forces_of_the_host_style(pyramid(6, SPECIES) + held + solve());
}

TEST(CompatibleForces, DiscsInTwoDimensions)
{
  std::string s = START +
      "dimension 2\nboundary f f p\nregion box block -1 7 -1 7 -0.5 0.5\n"
      "create_box 2 box\n";
  for (int layer = 0; layer < 6; layer++)
    for (int ix = 0; ix < 6 - layer; ix++)
      s += "create_atoms 1 single " + std::to_string(ix + 0.5 * layer) + " $(" +
          std::to_string(layer) + "*sqrt(0.75):%.17g) 0\n";
  s += "set group all diameter 1\nset group all mass 1\npair_style contact/rigid\n" + UNIFORM +
      "region low block INF INF -0.1 0.1 INF INF\ngroup base region low\n"
      "group free subtract all base\nfix e all enforce2d\nfix g all gravity 1 vector 0 -1 0.3\n";
  twin_gives_the_forces_of_the_host_style(s + solve());
}

/** A packing that flies as a whole through the periodic box keeps its forces: each solve starts at
 *  its solution. */
TEST(CompatibleForces, WarmStartTravelsWithTheGrains)
{
  const std::string script = columns("region box block 0 3 0 3 -0.5 5 units box\nboundary p p p\n",
                                     "atom_modify sort 5 1.0\n") +
      "velocity all set 1.0 0.7 0.4\nfix i all nve/sphere\ntimestep 0.01\n"
      "neigh_modify every 1 delay 0 check no\nvariable o equal 0\nvariable z atom -mass\n"
      "fix c free compatible/cd 50 tol 1e-8 load variable v_o v_o v_z\n";
  for (const auto &settings : SETTINGS) {
    const auto sim = kokkos(script + "run 0", settings);
    EXPECT_GT(vector_of(*sim, 3), 1);
    const double largest = vector_of(*sim, 7);
    sim->run("run 500");
    EXPECT_EQ(vector_of(*sim, 3), 0) << settings;
    EXPECT_NEAR(vector_of(*sim, 7), largest, 1e-6);
  }
}

/** What LAMMPS calls on a device, where this test cannot go: the same numbers as on the host. */
TEST(CompatibleForces, GhostsOfTheDeviceAreThoseOfTheHost)
{
  const auto sim = kokkos(columns(ORTHOGONAL) + GRAVITY + solve() + "run 0\n");
  auto *fix = sim->lammps()->modify->get_fix_by_id("c");
  auto *of_device = dynamic_cast<LAMMPS_NS::KokkosBase *>(fix);
  const int nlocal = sim->lammps()->atom->nlocal, nghost = sim->lammps()->atom->nghost,
            n = std::min(nlocal, nghost);
  DAT::tdual_int_1d owned("owned", n), ghosts("ghosts", n);
  for (int k = 0; k < n; k++) {
    owned.view_host()(k) = k;
    ghosts.view_host()(k) = nlocal + k;
  }
  DAT::tdual_double_1d sent("sent", 3 * n);
  std::vector<double> expected(3 * n), received(3 * n);
  EXPECT_EQ(of_device->pack_forward_comm_kokkos(n, owned, sent, 0, nullptr), 3 * n);
  EXPECT_EQ(fix->pack_forward_comm(n, owned.view_host().data(), expected.data(), 0, nullptr),
            3 * n);
  for (int k = 0; k < 3 * n; k++) EXPECT_EQ(sent.view_host()(k), expected[k]);
  EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 0.0);

  of_device->unpack_forward_comm_kokkos(n, nlocal, sent);
  fix->pack_forward_comm(n, ghosts.view_host().data(), received.data(), 0, nullptr);
  EXPECT_EQ(received, expected);
}

// What Kokkos' profiling interface sees

namespace {

struct Events {
  int copies = 0, allocations = 0;
  double bytes = 0.0;    // of the arrays of the solver and its network
} events;

/** Of a second evaluation, with another load than the first; products: of that. */
Events events_of(double tolerance, double &products)
{
  typedef Kokkos_Profiling_SpaceHandle Where;
  namespace Tools = Kokkos::Tools::Experimental;
  const auto sim = kokkos(columns(ORTHOGONAL) + GRAVITY + solve("", tolerance) + "run 0\n" +
                          "fix g all gravity 1 vector 0.2 0 -1\n");
  events = Events();
  Tools::set_begin_deep_copy_callback(
      [](Where, const char *, const void *, Where, const char *, const void *, uint64_t) {
        events.copies++;
      });
  Tools::set_allocate_data_callback([](Where, const char *label, const void *, uint64_t) {
    events.allocations += contains(label, "vardem:");
  });
  sim->run("run 0");
  Tools::set_begin_deep_copy_callback(nullptr);
  Tools::set_allocate_data_callback(nullptr);
  products = vector_of(*sim, 4);
  return events;
}

}    // namespace

/** Requirement: no host copy of an atom array per iteration. */
TEST(CompatibleForces, IterationsCopyNothing)
{
  double few, many;
  const Events loose = events_of(1e-2, few), tight = events_of(1e-10, many);
  EXPECT_GT(many, 3 * few);
  EXPECT_EQ(loose.copies, tight.copies);
  EXPECT_EQ(loose.allocations, 0);
  EXPECT_EQ(tight.allocations, 0);
}

// Bad input: what the host style says

namespace {

/** Without the place in the source. */
std::string message_of(const std::string &error)
{
  const std::size_t begin = error.find("ERROR"),
                    end = error.rfind(" (", error.find(".cpp:", begin));
  return without_suffix(error.substr(begin, end - begin));
}

void expect_error_of_the_host_style(const std::string &script, const std::string &part)
{
  Simulation host;
  const auto device = kokkos("");
  const std::string expected = host.error_of(script + "run 0\n");
  EXPECT_TRUE(contains(expected, part)) << expected;
  EXPECT_EQ(message_of(device->error_of(script + "run 0\n")), message_of(expected));
}

}    // namespace

TEST(CompatibleForces, MemoryUsageIsWhatIsAllocated)
{
  typedef Kokkos_Profiling_SpaceHandle Where;
  namespace Tools = Kokkos::Tools::Experimental;
  const auto sim = kokkos(pyramid(6, SPECIES) + GRAVITY);
  events = Events();
  Tools::set_allocate_data_callback([](Where, const char *label, const void *, uint64_t n) {
    if (std::string(label) == "vardem:solver") events.bytes += static_cast<double>(n);
  });
  Tools::set_deallocate_data_callback([](Where, const char *label, const void *, uint64_t n) {
    if (std::string(label) == "vardem:solver") events.bytes -= static_cast<double>(n);
  });
  sim->run(solve());
  for (const std::string more : {"",
                                 "create_atoms 1 single 1 1 5\nset group all diameter 1\n"
                                 "set group all mass 1\n"}) {
    sim->run(more + "run 0\n");
    const double per_atom = 10 * sizeof(double) + 2 * sizeof(double *),
                 arrays = sim->lammps()->modify->get_fix_by_id("c")->memory_usage() -
        per_atom * sim->lammps()->atom->nmax;
    EXPECT_GT(events.bytes, 1e4);
    EXPECT_LE(arrays, events.bytes) << more;
    EXPECT_GE(arrays, events.bytes - 200.0) << more;    // Kokkos rounds each array up to 8 bytes
  }
  Tools::set_allocate_data_callback(nullptr);
  Tools::set_deallocate_data_callback(nullptr);
}

TEST(CompatibleForces, ErrorsOfTheHostStyle)
{
  const std::string heap = pyramid(4, SPECIES),
                    grain_in_the_air =
                        "create_atoms 1 single 0 0 3\n"
                        "set group all diameter 1\nset group all mass 1\ngroup free id 17:31\n";
  expect_error_of_the_host_style(heap + solve(), "has no load");
  expect_error_of_the_host_style(heap + GRAVITY + solve("closed 0.3"),
                                 "is 0.300000001 and exceeds the neighbor skin 0.2");
  expect_error_of_the_host_style(heap + GRAVITY + "set group all diameter 0.9\n" + solve(),
                                 "no two particles are in contact");
  expect_error_of_the_host_style(heap + "variable n atom exp(100*id)\n" +
                                     solve("load variable v_n v_n v_n"),
                                 "the load of particle 17 is not a finite number");
  expect_error_of_the_host_style(heap + grain_in_the_air + GRAVITY + solve(),
                                 "a load acts on particles 31, but they touch no other");
  expect_error_of_the_host_style(
      pyramid(2, UNIFORM) + "fix g all gravity 1 vector 0 0 1\n" + solve(),
      "cannot carry the load; look near particles 5 for a missing support");
  expect_error_of_the_host_style(heap + GRAVITY + solve("maxiter 1"), "maxiter is 1");
}

/** Factors are of host memory: threads have them, and a GPU refuses them. */
TEST(CompatibleForces, FactorsOnTheHost)
{
  const std::string heap = pyramid(6, SPECIES) + GRAVITY;
  for (const std::string keyword : {"solver direct", "precond ict"}) {
    SCOPED_TRACE(keyword);
    if (std::is_same_v<Kokkos::DefaultExecutionSpace::memory_space, Kokkos::HostSpace>)
      twin_gives_the_forces_of_the_host_style(heap + solve(keyword));
    else
      EXPECT_TRUE(contains(kokkos(heap + solve(keyword))->error_of("run 0"),
                           "does not work on a GPU; use"));
  }
}

TEST(CompatibleForces, WhatTheTwinCannotDo)
{
  const std::string heap = pyramid(4, SPECIES) + GRAVITY;
  EXPECT_TRUE(contains(
      kokkos(heap + solve() + "suffix off\ncompute h all contact/force\n")->error_of("run 0"),
      "Compute contact/force cannot read the forces of fix c compatible/cd/kk"));
  Simulation sim(heap);
  EXPECT_TRUE(contains(sim.error_of("fix c free compatible/cd/kk 1"),
                       "requires KOKKOS: run LAMMPS with -k on"));
}
