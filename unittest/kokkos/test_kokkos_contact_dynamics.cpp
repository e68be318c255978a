// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/cd/kk against the host style.

#include "scenario.h"
#include "simulation_with.h"

#include "atom.h"
#include "compute.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include "gtest/gtest.h"

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace scenario;

namespace {

std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &more = "")
{
  return simulation_with("-k on t 2 -sf kk " + more, script);
}

const double BOUND = 1e-6;
/** Part of the largest force. Forces that the balance alone does not determine depend on the last
 *  digits of the gaps. */
const double OF_FORCES = 1e-5;
const std::string GRAVITY = "fix g all gravity 1 vector 0 0 -1\n";
const std::string DYNAMICS = "fix d all nve/sphere/cd tol 1e-8 ", CD = DYNAMICS + "solver newton ";
const std::string FROZEN = "region low block INF INF INF INF -0.1 0.1\ngroup base region low\n"
                           "fix b base freeze\n";
const double H = 0.01, HEAVIEST = 1.5;
const std::string STEP = "timestep " + number(H) + "\n";
const std::vector<std::string> SETTINGS = {"", "-pk kokkos neigh full newton off",
                                           "-pk kokkos neigh half newton on",
                                           "-pk kokkos comm device sort device"};

std::string start(const std::string &box, const std::string &before = "")
{
  return "units lj\natom_style sphere\natom_modify map array\n" + before + box +
      "create_box 2 box\n";
}

std::string grains(const std::string &atoms)
{
  return atoms +
      "set group all diameter 1\nset group all mass 1\nneighbor 0.3 bin\n"
      "pair_style contact/rigid\npair_coeff * * stiffness 1\n";
}

const std::string OPEN = "region box block -2 8 -2 8 -2 9\nboundary f f f\n";

/** Spheres of diameter and weight 1, n by n at the bottom, whose layers are `apart` from their
 *  places on each other. */
std::string pyramid(int n, double apart)
{
  std::string s;
  for (int layer = 0; layer < n; layer++)
    for (int iy = 0; iy < n - layer; iy++)
      for (int ix = 0; ix < n - layer; ix++)
        s += "create_atoms 1 single " + std::to_string(ix + 0.5 * layer) + " " +
            std::to_string(iy + 0.5 * layer) + " $(" + std::to_string(layer) + "*(sqrt(0.5)+" +
            std::to_string(apart) + "):%.17g)\n";
  return grains(s);
}

/** Square layers in the pockets of each other, the lowest one frozen, through a box that is
 *  periodic along x and y. Grains of a layer are 1.03 apart. */
std::string columns(const std::string &box, const std::string &before = "")
{
  std::string s = start(box, before);
  for (int layer = 0; layer < 4; layer++)
    for (int iy = 0; iy < 4; iy++)
      for (int ix = 0; ix < 4; ix++)
        s += "create_atoms " + std::to_string(1 + (ix + iy) % 2) + " single " +
            std::to_string(1.03 * (ix + 0.5 * (layer % 2))) + " " +
            std::to_string(1.03 * (iy + 0.5 * (layer % 2))) + " $(" + std::to_string(layer) +
            "*(sqrt(1-0.5*1.03^2)+0.02):%.17g)\n";
  return grains(s) + "set type 2 mass " + number(HEAVIEST) + "\n" + FROZEN;
}

const std::string ORTHOGONAL = "region box block 0 4.12 0 4.12 -0.5 5 units box\nboundary p p f\n";
const std::string TILTED = "region box prism 0 4.12 0 4.12 -0.5 5 1.03 0 0 units box\n"
                           "boundary p p f\nbox tilt large\n";

const std::string DROP = start(OPEN) + pyramid(5, 0.025) + FROZEN + GRAVITY + STEP;

LAMMPS_NS::Fix *fix_of(const Simulation &sim)
{
  return sim.lammps()->modify->get_fix_by_id("d");
}

double output(const Simulation &sim, int n)
{
  return fix_of(sim)->compute_vector(n - 1);
}

void expect_same(const Simulation &host, const Simulation &device)
{
  const State a = host.state(), b = device.state();
  EXPECT_LE(largest_difference(a.x, b.x), BOUND);
  EXPECT_LE(largest_difference(a.v, b.v), BOUND);
  EXPECT_LE(largest_difference(a.omega, b.omega), BOUND);
  EXPECT_LE(largest_difference(forces(host), forces(device)), OF_FORCES * largest(forces(host)));
  for (int n : {6, 7, 8, 9}) EXPECT_NEAR(output(host, n), output(device, n), BOUND) << n;
  EXPECT_EQ(output(device, 11), 0);
}

/** Rows of compute contact/force f by their tags. */
std::map<std::pair<int, int>, std::vector<double>> rows_of(const Simulation &sim)
{
  auto *compute = sim.lammps()->modify->get_compute_by_id("f");
  compute->compute_local();
  std::map<std::pair<int, int>, std::vector<double>> rows;
  for (int k = 0; k < compute->size_local_rows; k++) {
    const double *row = compute->array_local[k];
    rows[{(int) row[0], (int) row[1]}].assign(row, row + compute->size_local_cols);
  }
  return rows;
}

/** Gaps of both styles differ by BOUND, so contacts without a force may be missing. A force of a step
 *  is a change of the velocities, which also differ by BOUND. */
void expect_same_rows(const Simulation &host, const Simulation &device)
{
  const auto a = rows_of(host), b = rows_of(device);
  const double most = largest(forces(host));
  EXPECT_FALSE(a.empty());
  for (const auto &[tags, row] : a) {
    if (std::fabs(row[12]) < 1e-3 * most) continue;
    ASSERT_TRUE(b.count(tags)) << tags.first << " " << tags.second;
    for (int k = 2; k < 19; k++)
      EXPECT_NEAR(row[k], b.at(tags)[k], k < 10 ? BOUND : 2.0 * HEAVIEST * BOUND / H)
          << tags.first << " " << k;
  }
}

/** Both run to the impacts, and to rest. */
void twin_does_what_the_host_style_does(const std::string &script, const std::string &more = "",
                                        const std::vector<int> &runs = {10, 30})
{
  SCOPED_TRACE(more);
  Simulation host(script);
  const auto device = kokkos(script, more);
  EXPECT_TRUE(contains(fix_of(*device)->style, "nve/sphere/cd/kk"));
  for (const int n : runs) {
    for (Simulation *sim : {&host, device.get()}) sim->run("run " + std::to_string(n) + "\n");
    expect_same(host, *device);
  }
  EXPECT_GT(output(host, 7), 0);
}

}    // namespace

TEST(ContactDynamics, PyramidThatFalls)
{
  for (const auto &settings : SETTINGS) twin_does_what_the_host_style_does(DROP + CD, settings);
  twin_does_what_the_host_style_does(DROP + CD + "restitution 0.5", SETTINGS[1]);
  twin_does_what_the_host_style_does(DROP + CD + "single 1000", SETTINGS[1]);
}

/** Solvers begin with the forces of the last step: at rest hardly anything is left to do. How much
 *  depends in each step on the last digits of the forces, and so on the order of sums. */
TEST(ContactDynamics, WarmStart)
{
  Simulation cold(DROP + DYNAMICS + "solver apgd");
  Simulation host(DROP + DYNAMICS + "solver apgd warm yes");
  const std::string run = "fix n all ave/time 1 100 100 f_d[2]\nrun 300\n";
  for (Simulation *sim : {&cold, &host}) sim->run(run);
  for (const auto &settings : SETTINGS) {
    const auto device = kokkos(DROP + DYNAMICS + "solver apgd warm yes", settings);
    device->run(run);
    EXPECT_LE(largest_difference(host.state().x, device->state().x), BOUND) << settings;
    EXPECT_NEAR(device->value("f_n"), host.value("f_n"), 2) << settings;
    EXPECT_LE(4 * output(*device, 2), output(cold, 2)) << settings;
    EXPECT_GT(output(*device, 7), 0) << settings;
  }
}

/** Ghosts of frozen grains are pushed, too. */
TEST(ContactDynamics, AcrossPeriodicBoundaries)
{
  const std::string more = "velocity all set 0.3 0.2 0\nvelocity base set 0 0 0\n" + STEP;
  for (const auto &box : {ORTHOGONAL, TILTED})
    for (const auto &settings : SETTINGS)
      twin_does_what_the_host_style_does(columns(box) + GRAVITY + more + CD, settings);
}

TEST(ContactDynamics, Walls)
{
  const std::string script = start(OPEN) + pyramid(5, 0.025) + GRAVITY + STEP +
      "region r block -0.52 4.52 -0.52 4.52 -2 9 open 6\n"
      "fix r all wall/contact region r stiffness 1\n"
      "variable up equal vdisplace(0,0.05)\nregion f plane 0 0 -0.53 0 0 1 move NULL NULL v_up\n"
      "fix p all wall/contact region f stiffness 1\n";
  for (const auto &settings : SETTINGS) twin_does_what_the_host_style_does(script + CD, settings);
}

/** A tray that floats, below a lid that turns about a hinge. */
TEST(ContactDynamics, FreeWalls)
{
  const std::string script = start(OPEN) + pyramid(4, 0.025) + GRAVITY + STEP +
      "pair_coeff * * stiffness 1 mu 0.4 rolling 0.05\n"
      "region r block -0.52 3.52 -0.52 3.52 -0.51 9 open 6\n"
      "fix r all wall/contact region r stiffness 1 mu 0.4 free 20 rigid 50 60 70 com 1.5 1.5 1 "
      "load 1 0 45\nfix p all wall/contact plane 0 0 2.7 0 0 -1 stiffness 1 mu 0.4 free 50 hinge "
      "-1 0 2.7 0 1 0 com 1.5 0 2.7 load 0 0 -20\n";
  for (const auto &settings : {SETTINGS[0], SETTINGS[1]}) {
    Simulation host(script + DYNAMICS + "maxiter 5000\nrun 60");
    const auto device = kokkos(script + DYNAMICS + "maxiter 5000\nrun 60", settings);
    expect_same(host, *device);
    for (const std::string output : {"f_r[16]", "f_r[24]", "f_p[24]", "f_p", "f_r[18]"})
      EXPECT_NEAR(host.value(output), device->value(output), 1e-6) << output;
    EXPECT_GT(std::fabs(host.value("f_p")), 1e-3);
  }
}

/** Kernels have unions, but not those with prisms: the host finds contacts with all walls then. */
TEST(ContactDynamics, UnionsAndWallsOfOtherRegions)
{
  for (const bool known : {true, false}) {
    const std::string script = start(OPEN) + pyramid(5, 0.025) + GRAVITY + STEP +
        "region r block -0.52 4.52 -0.52 4.52 -0.51 9 open 6\nregion s " +
        (known ? "sphere 30 0 0 1" : "prism 30 31 0 1 0 1 0 0 0") +
        "\nregion u union 2 r s\nfix u all wall/contact region u stiffness 1\n"
        "fix p all wall/contact plane 0 0 -0.53 0 0 1 stiffness 1\n";
    for (const auto &settings : SETTINGS) twin_does_what_the_host_style_does(script + CD, settings);
    const std::string out = kokkos(script + CD)->output_of("run 2\nrun 2");
    const std::size_t warning = out.find("Fix u: styles with suffix kk know walls");
    EXPECT_EQ(warning == std::string::npos, known);
    EXPECT_EQ(out.find("Fix u: styles with suffix kk", warning + 1), std::string::npos);
  }
}

/** Pushes are in restart files of both, and those of the last step are in the forces at the start
 *  of a run. */
TEST(ContactDynamics, RestartFromHostToDeviceAndBack)
{
  const std::string file = scratch_file("restart");
  for (const std::string friction : {"", " mu 0.3"}) {
    const std::string law = "pair_coeff * * stiffness 1" + friction + "\n",
                      cd = friction.empty() ? CD : DYNAMICS,
                      rest = "neighbor 0.3 bin\npair_style contact/rigid\n" + law + FROZEN +
        GRAVITY + STEP + cd;
    Simulation unbroken(DROP + law + cd + "\nrun 60\nwrite_restart " + file);
    EXPECT_GT(largest(forces(unbroken)), 1.0);    // of contacts, too
    const auto device =
        kokkos("atom_modify map array\nread_restart " + file + "\n" + rest + "\nrun 0\n");
    EXPECT_LE(largest_difference(forces(unbroken), forces(*device)), 1e-12);
    device->run("run 5\nwrite_restart " + file + ".2\n");
    unbroken.run("run 5");
    Simulation host("atom_modify map array\nread_restart " + file + ".2\n" + rest + "\nrun 0\n");
    EXPECT_LE(largest_difference(forces(*device), forces(host)), 1e-12);
    for (Simulation *sim : {&unbroken, device.get(), &host}) sim->run("run 10");
    for (Simulation *sim : {device.get(), &host}) {
      EXPECT_LE(largest_difference(unbroken.state().x, sim->state().x), BOUND);
      EXPECT_LE(largest_difference(unbroken.state().v, sim->state().v), BOUND);
    }
    remove((file + ".2").c_str());
  }
}

TEST(ContactDynamics, CompatibleForcesOfTheStep)
{
  const std::string lists = "compute f all contact/force\n",
                    compatible = "fix c all compatible/cd 5 tol 1e-8 load cd\n";
  for (const std::string &settings : SETTINGS)
    for (const std::string &fix : {compatible, std::string()}) {
      SCOPED_TRACE(settings + fix);
      const std::string script =
          columns(TILTED) + GRAVITY + CD + "\n" + fix + lists + STEP + "run 40";
      Simulation host(script);
      const auto device = kokkos(script, settings);
      expect_same_rows(host, *device);
      if (fix.empty()) continue;
      for (int n : {2, 5, 6}) {
        auto *of_host = host.lammps()->modify->get_fix_by_id("c");
        auto *of_device = device->lammps()->modify->get_fix_by_id("c");
        EXPECT_TRUE(contains(of_device->style, "compatible/cd/kk"));
        EXPECT_NEAR(of_host->compute_vector(n - 1), of_device->compute_vector(n - 1),
                    n == 2 ? 1e-8 : 0);
      }
      for (int id = 1; id <= 64; id++) {
        const std::string force = "f_c[" + std::to_string(id) + "][3]";
        EXPECT_NEAR(host.value(force), device->value(force), 1e-5) << force;
      }
    }
}
