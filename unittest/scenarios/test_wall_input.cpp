// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix wall/contact: what it does with bad input. Each message names the fix, what is wrong, and
// what to do.

#include "soft_contact.h"

using namespace scenario;

namespace {

const std::string START =
    two_grains() + "pair_style zero 1.2\npair_coeff * *\nfix nve all nve/sphere\n";

void expect_error(Simulation &sim, const std::string &command,
                  const std::vector<std::string> &parts)
{
  const std::string text = sim.error_of(command);
  expect_parts(text, {"ERROR", "Fix wall/contact w"});
  expect_parts(text, parts);
}

}    // namespace

TEST(WallInput, BadPlanesAreErrors)
{
  Simulation sim(START);
  const auto fails = [&](const std::string &arguments, const std::vector<std::string> &parts) {
    expect_error(sim, "fix w all wall/contact " + arguments, parts);
  };
  fails("", {"needs a wall: plane px py pz nx ny nz, or region ID"});
  fails("zplane 0 0 0", {"needs plane px py pz nx ny nz or region ID behind its style: zplane"});
  fails("plane 0 0 0 0 0", {"keyword plane needs six numbers"});
  fails("plane 0 0 0 0 0 0 k 1", {"keyword plane: the normal 0 0 0 must have a length > 0"});
  for (const std::string bad : {"nan", "inf", "up"})
    fails("plane 0 0 " + bad + " 0 0 1 k 1", {"keyword plane needs finite numbers: " + bad});
}

TEST(WallInput, PlanesOfTwoDimensionsStandUpright)
{
  Simulation sim(
      "dimension 2\natom_style sphere\nregion box block 0 1 0 1 -.1 .1\ncreate_box 1 box\n");
  expect_error(sim, "fix w all wall/contact plane 0 0 0 0 1 1 k 1",
               {"keyword plane: nz must be 0 in 2d, and is 1"});
}

TEST(WallInput, BadCoefficientsAreErrors)
{
  Simulation sim(START);
  const auto fails = [&](const std::string &arguments, const std::vector<std::string> &parts) {
    expect_error(sim, "fix w all wall/contact plane 0 0 0 0 0 1 " + arguments, parts);
  };
  fails("", {"the stiffness is missing; add keyword k"});
  fails("k -1", {"keyword k must be a number > 0: -1"});
  fails("law quadratic k 1", {"keyword law must be hertz or hooke: quadratic"});
  fails("k 1 law hertz law hooke", {"keyword law is given twice"});
  fails("E 1e6 nu 0.3", {"keyword E: E, nu and G give the stiffnesses of Hertz' law only"});
  fails("law hertz E 1e6 nu 0.7", {"keyword nu must be Poisson's ratio", ": 0.7"});
  fails("k 1 kt 1", {"give kt and mu together"});
  fails("k 1 speed 3",
        {"has no keyword speed; its keywords are k, damping, kt, mu, lever, velocity"});
  for (const std::string form : {"stiffness", "material"})
    fails("k 1 " + form + " 3",
          {"keyword " + form + " cannot follow k", "remove the other keywords"});
}

TEST(WallInput, BadRigidWallsAreErrors)
{
  Simulation sim(START);
  const auto fails = [&](const std::string &arguments, const std::vector<std::string> &parts) {
    expect_error(sim, "fix w all wall/contact plane 0 0 0 0 0 1 stiffness " + arguments, parts);
  };
  fails("0", {"keyword stiffness must be a number > 0: 0"});
  fails("nan", {"keyword stiffness must be a number > 0: nan"});
  fails("1 stiffness 2", {"keyword stiffness is given twice"});
  fails("1 restitution 1.5", {"keyword restitution must be a number from 0 to 1: 1.5"});
  fails(
      "1 damping none",
      {"a rigid wall (keyword stiffness) has no keyword damping; its keywords are stiffness, law"});
}

// As parts of a union, LAMMPS finds the surfaces of these regions, and misses some.

TEST(WallInput, PartsOfUnionsWhoseSurfacesLammpsMisses)
{
  for (const std::string part : {"cylinder z 0 0 1 0 2 open 3", "cone z 0 0 0 1 0 2",
                                 "cone x 0 0 1 0 0 2 open 1", "cone y 0 0 1 2 0 2 open 2"}) {
    Simulation sim(START + "region a " + part +
                   "\nregion b block 0 1 0 1 0 1\nregion both union 2 b a\n");
    expect_parts(sim.error_of("fix w all wall/contact region both k 1"),
                 {"Fix wall/contact",
                  "LAMMPS misses contacts with region a of style " +
                      part.substr(0, part.find(' ')) + " as a part of region both",
                  "of its own"});
    sim.run("fix w all wall/contact region a k 1");
  }
}

TEST(WallInput, OneGrainHasWallsOfOneForm)
{
  Simulation sim(START +
                 "fix soft all wall/contact plane 0 0 0 0 0 1 k 1\n"
                 "fix w all wall/contact plane 0 0 0 0 1 0 stiffness 1\n");
  const std::string text = sim.error_of("run 0");
  expect_parts(text, {"Fix wall/contact", "only one of these walls is rigid", "the same form"});
}

TEST(WallInput, GroupsWithoutCommonGrainsMayHaveWallsOfBothForms)
{
  Simulation sim(START +
                 "group a id 1\ngroup b id 2\n"
                 "fix soft a wall/contact plane 0 0 0 0 0 1 k 1\n"
                 "fix w b wall/contact plane 0 0 0 0 1 0 stiffness 1\nrun 0");
}

// --- regions ---

TEST(WallInput, BadRegionsAreErrors)
{
  Simulation sim(START +
                 "variable v equal 1+step\nvariable x equal step\n"
                 "region grows sphere 0 0 0 v_v\n"
                 "region moves block 0 1 0 1 0 1 move v_x NULL NULL\nregion a plane 0 0 0 0 0 1\n"
                 "region both union 2 a moves\n");
  const auto fails = [&](const std::string &region, const std::vector<std::string> &parts) {
    expect_error(sim, "fix w all wall/contact region " + region, parts);
  };
  fails("", {"keyword region needs the ID of a region"});
  fails("none k 1", {"keyword region: region none does not exist"});
  fails("grows k 1",
        {"region grows changes its shape by a variable", "use keywords move and rotate"});
  fails("both k 1", {"region both is made of region moves, which moves", "a fix of its own"});
}

TEST(WallInput, DeletedRegionIsAnError)
{
  Simulation sim(START +
                 "region r plane 0 0 0 0 0 1\nfix w all wall/contact region r k 1\nrun 0\n"
                 "region r delete");
  expect_error(sim, "run 0", {"keyword region: region r does not exist"});
}

// the slots for springs are those of the region of the fix command

TEST(WallInput, RegionWithOtherSurfacesIsAnError)
{
  Simulation sim(START +
                 "region r plane 0 0 0 0 0 1\n"
                 "fix w all wall/contact region r k 1 kt 1 mu 1\nrun 0\n"
                 "region r delete\nregion r block -4 4 -4 4 -4 4");
  expect_error(sim, "run 0",
               {"has been defined anew with another number of surfaces; define the fix anew"});
}

TEST(WallInput, GrainsMustFitIntoTheRegion)
{
  for (const std::string law : {"law hertz k 1", "k 1"}) {
    Simulation sim(START + "region r sphere 0.1 0 0 0.4\nfix w all wall/contact region r " + law);
    expect_error(sim, "run 0", {"a particle does not fit into region r sphere"});
  }
}

// --- a particle that touches more surfaces than LAMMPS allows for a region: a block that is
//     smaller than the particle

TEST(WallInput, TooManySurfacesAreAnError)
{
  const std::string grain = "create_atoms 1 single 0 0 3.2\n"
                            "set group all diameter 1\n",
                    wall = " wall/contact region tight k 1 kt 1 mu 1\n";
  Simulation sim(START + grain + "region tight block -0.4 0.4 -0.4 0.4 3 9 side in\n" +
                 "group big id 3\nfix w big" + wall);
  expect_error(sim, "run 1",
               {"a particle touches more than 3 surfaces of region tight block",
                "make the region larger, or make the wall of several regions"});
  Simulation three(START + grain + "region tight block -0.4 9 -0.4 9 3 9 side in\n" +
                   "group big id 3\nfix w big" + wall + "run 1");
  EXPECT_EQ(three.value("f_w[10]"), 3.0);
}

// --- half-step velocities of dashpots: walls need no velocities of ghosts ---

TEST(WallInput, MidNeedsNoVelocitiesOfGhosts)
{
  const auto end = [](const std::string &vel) {
    Simulation sim(START + "velocity all set 0.3 0.1 -1\ncomm_modify vel " + vel +
                   "\nfix w all wall/contact plane 0 0 -0.3 0 0 1 k 500 damping mass_velocity 3 1 "
                   "kt 100 mu 0.3 velocity mid\nrun 50");
    EXPECT_GT(sim.value("f_w[8]"), 0.0);
    return sim.state();
  };
  const State yes = end("yes"), no = end("no");
  EXPECT_EQ(different_bits(yes.x, no.x), 0);
  EXPECT_EQ(different_bits(yes.v, no.v), 0);
}

// --- the rest of the input ---

TEST(WallInput, MissingAttributesAreErrors)
{
  Simulation sim("atom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\nmass 1 1\n");
  expect_error(sim, "fix w all wall/contact plane 0 0 0 0 0 1 k 1", {"radius"});
}

TEST(WallInput, RespaIsAnError)
{
  Simulation sim(START + "fix w all wall/contact plane 0 0 0 0 0 1 k 1\nrun_style respa 2 2\n");
  expect_error(sim, "run 0", {"does not support run_style respa; use verlet"});
}

TEST(WallInput, MinimizationWarns)
{
  Simulation sim(START + "fix w all wall/contact plane 0 0 0 0 0 1 k 1\nunfix nve\n");
  const std::string text = without_suffix(sim.output_of("minimize 0 1e-3 1 1"));
  EXPECT_EQ(count(text, "WARNING: Fix wall/contact w: a minimization does not feel this wall"), 1)
      << text;
}

// --- restart files of another wall ---

TEST(WallInput, RestartWithAnotherWallIsAnError)
{
  const std::string file = scratch_file("wall");
  Simulation first(START +
                   "fix w all wall/contact plane 0 0 0 0 0 1 k 1 kt 1 mu 1\nrun 1\n"
                   "write_restart " +
                   file);
  Simulation sim("comm_modify vel yes");
  for (const std::string other : {"plane 0 0 0 0 1 0 k 1", "plane 0 0 0 0 0 1 law hertz k 1"}) {
    sim.run("clear\nread_restart " + file + "\npair_style zero 1.2\npair_coeff * *");
    expect_error(sim, "fix w all wall/contact " + other,
                 {"the restart file has another wall with this ID: plane 0 0 0 0 0 1 law hooke",
                  "another ID"});
  }
  sim.run("clear\nread_restart " + file + "\npair_style zero 1.2\npair_coeff * *");
  expect_error(sim, "region r plane 0 0 0 0 0 1\nfix w all wall/contact region r k 1",
               {"the restart file has another wall with this ID", "this one is region r plane"});
  sim.run("clear\nread_restart " + file +
          "\npair_style zero 1.2\npair_coeff * *\n"
          "fix w2 all wall/contact plane 0 0 0 0 1 0 k 1\nrun 1");
}

// friction may come or go in a restart

TEST(WallInput, RestartWithOrWithoutFriction)
{
  const std::string file = scratch_file("wall");
  for (const std::string &a : {std::string(" kt 1 mu 1"), std::string()}) {
    const std::string b = a.empty() ? " kt 1 mu 1" : "";
    Simulation first(START + "fix w all wall/contact plane 0 0 0 0 0 1 k 1" + a +
                     "\nrun 1\nwrite_restart " + file);
    Simulation sim("comm_modify vel yes\nread_restart " + file +
                   "\npair_style zero 1.2\npair_coeff * *\n"
                   "fix nve all nve/sphere\nfix w all wall/contact plane 0 0 0 0 0 1 k 1" +
                   b + "\nrun 1");
  }
}
