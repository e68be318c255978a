// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The plugin in a LAMMPS that fits it: list, unload, load again, clear, load twice.

#include "scenario.h"

#include "force.h"
#include "lammps.h"
#include "library.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

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

/** What a script makes LAMMPS write to a file of citations, command line argument -cite FILE. */
std::string cited_by(const std::string &script)
{
  const std::string name = scratch_file("citations");
  std::string words[] = {"scenario", "-log", "none", "-screen", "none", "-cite", name};
  std::vector<char *> argv;
  for (auto &word : words) argv.push_back(&word[0]);
  void *lammps = lammps_open_no_mpi((int) argv.size(), argv.data(), nullptr);
  lammps_commands_string(lammps, script.c_str());
  EXPECT_FALSE(lammps_has_error(lammps)) << script;
  lammps_close(lammps);
  std::ifstream file(name);
  return {std::istreambuf_iterator<char>(file), {}};
}

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
  NEEDS_LAMMPS(20250722, "messages of LAMMPS that say what is wrong");
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

// LAMMPS' reminder to cite the papers behind the styles of a run

TEST(Plugin, StylesNameThePapersBehindThem)
{
  const std::string spheres = "atom_style sphere\nregion box prism -5 5 -5 5 -5 5 0 0 0\n"
                              "create_box 1 box\ncreate_atoms 1 single 0 0 0\n",
                    ellipsoids = "atom_style ellipsoid\nregion box block -5 5 -5 5 -5 5\n"
                                 "create_box 1 box\ncreate_atoms 1 single 0 0 0\n";
  const std::string Woo = "@Manual{Woo,", Fincham = "@Article{Fincham1992,",
                    Baker = "@Article{BakerGonzalez2021,", Lee = "@Article{LeeLeokMcClamroch2007,",
                    Hairer = "@Article{HairerVilmart2006,", Cundall = "@Article{CundallStrack1979,",
                    Olsen = "@Article{OlsenKamrin2018,";
  std::map<std::string, std::vector<std::string>> papers = {
      {spheres + "fix 1 all nve/sphere/leapfrog", {Woo}},
      {spheres + "fix 1 all nve/sphere/rodrigues", {Baker}},
      {ellipsoids + "fix 1 all nve/asphere/fincham", {Fincham, Woo}},
      {ellipsoids + "fix 1 all nve/asphere/variational", {Lee, Baker, Hairer}},
      {spheres + "fix 1 all damping/cundall/onstep 0.1 0.1", {Cundall, Woo}},
      {spheres + "comm_modify vel yes\nfix 1 all deform/gradv gradv 0 0 0 0.1 0 0", {Woo}},
      {spheres + "fix 1 all streaming", {Woo}},
      {spheres + "compute 1 all timestep/contact", {Woo}},
      {spheres + "fix 1 all compatible/cd 1", {Olsen}},
      {spheres + "fix 1 all nve/sphere\nfix 2 all energy/ledger", {}}};
  if (Simulation sim; has_style(sim, "rigid/small/variational"))
    papers["atom_style hybrid sphere molecular\natom_modify map array\nregion box block -5 5 -5 5 "
           "-5 5\ncreate_box 1 box\ncreate_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\n"
           "set group all mol 1\nfix 1 all rigid/small/variational molecule"] = {Lee, Baker,
                                                                                 Hairer};
  for (const auto &[script, expected] : papers) {
    const std::string text = cited_by(script);
    for (const auto &paper : {Woo, Fincham, Baker, Lee, Hairer, Cundall, Olsen}) {
      const bool named = std::find(expected.begin(), expected.end(), paper) != expected.end();
      EXPECT_EQ(count(text, paper), named ? 1 : 0) << paper << " of " << script << "\n" << text;
    }
  }
}

TEST(Plugin, PaperOfTwoStylesIsNamedOnce)
{
  std::string run = RUN;
  run.replace(run.find("run 10"), 6, "fix 2 all damping/cundall/onstep 0.1 0.1\nrun 10\nrun 10");
  EXPECT_EQ(count(cited_by(run), "@Manual{Woo,"), 1);
}
