/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The plugin in a LAMMPS that fits it: list, unload, load again, clear, load twice.

#include "scenario.h"

#include "force.h"
#include "lammps.h"
#include "library.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace scenario;

namespace {

const char *const RUN = R"(
    units lj
    atom_style sphere
    region box block -5 5 -5 5 -5 5
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 2 2 0
    pair_style zero 1.0
    pair_coeff * *
    fix 1 all nve/sphere/leapfrog update quat
    run 10
)";

std::string plugin_file()
{
  std::string folder = getenv("LAMMPS_PLUGIN_PATH");
  return folder + "/vardemplugin.so";
}

const std::string STYLES[] = {"nve/sphere/leapfrog", "nve/sphere/rodrigues", "nve/asphere/fincham",
                              "nve/asphere/variational"};

bool has_style(Simulation &sim, const std::string &style)
{
  return lammps_has_style(sim.lammps(), "fix", style.c_str()) != 0;
}

}    // namespace

TEST(Plugin, IsLoadedAndListed)
{
  Simulation sim;
  const std::string list = sim.output_of("plugin list");
  for (const auto &style : STYLES) {
    EXPECT_TRUE(has_style(sim, style)) << style;
    EXPECT_TRUE(contains(list, "fix style plugin " + style)) << list;
  }
}

TEST(Plugin, StyleIsUnloadedWithItsFixesAndLoadedAgain)
{
  Simulation sim(RUN);
  sim.run("plugin unload fix nve/sphere/leapfrog");
  for (const auto &style : STYLES)
    EXPECT_EQ(has_style(sim, style), style != "nve/sphere/leapfrog") << style;
  EXPECT_EQ(lammps_has_id(sim.lammps(), "fix", "1"), 0);
  sim.run("plugin load " + plugin_file());
  EXPECT_TRUE(has_style(sim, "nve/sphere/leapfrog"));
  sim.run("fix 1 all nve/sphere/leapfrog update quat\nrun 10");
}

TEST(Plugin, PairStyleIsUnloadedWithItsPairAndLoadedAgain)
{
  const std::string pair = "pair_style contact/rigid\npair_coeff * * stiffness 1\n";
  Simulation sim(RUN + pair + "run 0");
  EXPECT_TRUE(contains(sim.output_of("plugin list"), "pair style plugin contact/rigid"));
  sim.run("plugin unload pair contact/rigid");
  EXPECT_FALSE(lammps_has_style(sim.lammps(), "pair", "contact/rigid"));
  EXPECT_EQ(sim.lammps()->force->pair, nullptr);
  sim.run("plugin load " + plugin_file() + "\n" + pair + "run 10");
}

TEST(Plugin, AllStylesAreUnloadedAndLoadedAgain)
{
  Simulation sim(RUN);
  sim.run("plugin clear");
  for (const auto &style : STYLES) EXPECT_FALSE(has_style(sim, style)) << style;
  EXPECT_TRUE(contains(sim.error_of("fix 1 all nve/sphere/leapfrog"), "nve/sphere/leapfrog"));
  Simulation again("plugin load " + plugin_file() + RUN);
}

TEST(Plugin, LoadingTwiceIsAMessage)
{
  Simulation sim;
  const std::string text = sim.output_of("plugin load " + plugin_file());
  EXPECT_TRUE(contains(text, "nve/sphere/leapfrog")) << text;
  EXPECT_TRUE(contains(text, "Ignoring load of fix style")) << text;
  sim.run(RUN);
}

TEST(Plugin, SurvivesClear)
{
  Simulation sim(RUN);
  sim.run("clear");
  EXPECT_TRUE(has_style(sim, "nve/sphere/leapfrog"));
  sim.run(RUN);
  sim.run("clear\nclear");
  sim.run(RUN);
}

TEST(Plugin, ServesTwoInstancesOfOneProcess)
{
  Simulation first(RUN), second(RUN);
  first.run("run 10");
  second.run("run 10");
  EXPECT_EQ(different_bits(first.state("1").q, second.state("1").q), 0);
}

TEST(Plugin, FixIsRemovedAndReplaced)
{
  Simulation sim(RUN);
  sim.run("unfix 1\nrun 1\nfix 1 all nve/sphere/leapfrog\nrun 1");
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const std::string fix = "fix 1 all " + integrator.fix;
    sim.run("unfix 1\n" + fix + "\nrun 1\n" + fix + " restart exact\nrun 1");
    sim.run(fix +
            "\nfix 2 all property/atom d_a\nfix 3 all nve/noforce\nunfix 3\nunfix 1\nrun 1\n" +
            "unfix 2\n" + fix + "\nrun 1");
  }
  sim.run("clear");
  sim.run(R"(
    atom_style ellipsoid
    region box block -5 5 -5 5 -5 5
    create_box 1 box
    create_atoms 1 single 0 0 0
    set atom 1 shape 1 0.8 0.6
    set atom 1 mass 1
    pair_style zero 1.0
    pair_coeff * *)");
  for (const auto &fix : ASPHERE_INTEGRATORS)
    sim.run("fix 1 all " + fix + " restart exact\nrun 1\nfix 1 all " + fix +
            "\nrun 1\nunfix 1\nrun 1");
}
