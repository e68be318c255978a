// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix compatible/cd/kk and compute contact/force/kk against the host styles.

#include "profiled_loops.h"
#include "simulation_with.h"

#include "compute.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

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

TEST(CompatibleForces, AcrossPeriodicBoundaries)
{
  for (const auto &box : {ORTHOGONAL, TILTED})
    for (const auto &settings : SETTINGS)
      twin_gives_the_forces_of_the_host_style(columns(box) + GRAVITY + solve(), settings);
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

// What Kokkos' profiling interface sees

namespace {

/** Of a second evaluation, with another load than the first; products: of that. */
ProfiledLoops evaluation(double tolerance, double &products)
{
  const auto sim = kokkos(columns(ORTHOGONAL) + GRAVITY + solve("", tolerance) + "run 0\n" +
                          "fix g all gravity 1 vector 0.2 0 -1\n");
  const ProfiledLoops second = profile(*sim, "run 0");
  products = vector_of(*sim, 4);
  return second;
}

double bytes = 0.0;    // of the arrays of the solver and its network

}    // namespace

/** Requirement: no host copy of an atom array per iteration. */
TEST(CompatibleForces, IterationsCopyNothing)
{
  double few, many;
  const ProfiledLoops loose = evaluation(1e-2, few), tight = evaluation(1e-10, many);
  EXPECT_GT(many, 3 * few);
  EXPECT_EQ(loose.arrays, tight.arrays);
  EXPECT_EQ(loose.allocations, 0);
  EXPECT_EQ(tight.allocations, 0);
}

TEST(CompatibleForces, MemoryUsageIsWhatIsAllocated)
{
  typedef Kokkos_Profiling_SpaceHandle Where;
  namespace Tools = Kokkos::Tools::Experimental;
  const auto sim = kokkos(pyramid(6, SPECIES) + GRAVITY);
  bytes = 0.0;
  Tools::set_allocate_data_callback([](Where, const char *label, const void *, uint64_t n) {
    if (std::string(label) == "vardem:solver") bytes += static_cast<double>(n);
  });
  Tools::set_deallocate_data_callback([](Where, const char *label, const void *, uint64_t n) {
    if (std::string(label) == "vardem:solver") bytes -= static_cast<double>(n);
  });
  sim->run(solve());
  for (const std::string more : {"",
                                 "create_atoms 1 single 1 1 5\nset group all diameter 1\n"
                                 "set group all mass 1\n"}) {
    sim->run(more + "run 0\n");
    const double per_atom = 10 * sizeof(double) + 2 * sizeof(double *),
                 arrays = sim->lammps()->modify->get_fix_by_id("c")->memory_usage() -
        per_atom * sim->lammps()->atom->nmax;
    EXPECT_GT(bytes, 1e4);
    EXPECT_LE(arrays, bytes) << more;
    EXPECT_GE(arrays, bytes - 200.0) << more;    // Kokkos rounds each array up to 8 bytes
  }
  Tools::set_allocate_data_callback(nullptr);
  Tools::set_deallocate_data_callback(nullptr);
}
